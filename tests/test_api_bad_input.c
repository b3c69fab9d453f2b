/* SPDX-License-Identifier: MIT
 * Nothing a caller passes aborts the process, changes the flock or puts a NaN into Chipmunk. Run in forked children:
 * Chipmunk's assertions abort. */
#include "support.h"

#include <chipmunk/chipmunk_structs.h> /* to break a body as no public call can */
#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- NULL and strangers */

static void nobody(cpBody *body, cpFlockSpecies species, void *data) {
	(void)body, (void)species, (void)data;
}

static void nullPointers(void *data) {
	(void)data;
	World *world = worldNewDetached();
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *body = worldAdd(world, species, cpvzero, cpvzero);
	cpFlock *flock = world->flock, *made = flock;
	cpFlockSteering steering;
	cpFlockStats stats;
	cpFlockMetrics metrics;

	CHECK(cpFlockNew(NULL) == NULL);
	CHECK_STATUS(cpFlockCreate(NULL, NULL, &made), CP_FLOCK_ERROR_NULL);
	CHECK(made == NULL);
	CHECK_STATUS(cpFlockCreate(world->space, NULL, NULL), CP_FLOCK_ERROR_NULL);
	cpFlockFree(NULL);
	CHECK(cpFlockGetSpace(NULL) == NULL && cpFlockGetSpace(flock) == world->space);
	CHECK_STATUS(cpFlockAttach(NULL), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockDetach(NULL), CP_FLOCK_ERROR_NULL);
	CHECK(!cpFlockIsAttached(NULL));
	CHECK_STATUS(cpFlockUpdate(NULL, STEP), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockAddSpecies(NULL, &settings), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockAddSpecies(flock, NULL), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockSetSettings(NULL, species, &settings), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockSetSettings(flock, species, NULL), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockGetSettings(NULL, species, &settings), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockGetSettings(flock, species, NULL), CP_FLOCK_ERROR_NULL);
	CHECK(cpFlockGetSpeciesCount(NULL) == 0);
	CHECK_STATUS(cpFlockSetRelation(NULL, species, species, CP_FLOCK_RELATION_NONE), CP_FLOCK_ERROR_NULL);
	CHECK(cpFlockGetRelation(NULL, species, species) == CP_FLOCK_RELATION_NONE);
	CHECK_STATUS(cpFlockSetTarget(NULL, species, cpvzero), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockClearTarget(NULL, species), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockAddBody(NULL, body, species), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockAddBody(flock, NULL, species), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockRemoveBody(NULL, body), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockRemoveBody(flock, NULL), CP_FLOCK_ERROR_NULL);
	CHECK(!cpFlockContainsBody(NULL, body) && !cpFlockContainsBody(flock, NULL));
	CHECK_STATUS(cpFlockGetBodySpecies(NULL, body), CP_FLOCK_ERROR_NOT_MEMBER);
	CHECK_STATUS(cpFlockGetBodySpecies(flock, NULL), CP_FLOCK_ERROR_NOT_MEMBER);
	CHECK(cpFlockGetBodyCount(NULL, species) == 0);
	CHECK_STATUS(cpFlockEachBody(NULL, nobody, NULL), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockEachBody(flock, NULL, NULL), CP_FLOCK_ERROR_NULL);
	CHECK(cpFlockGetFilter(NULL).group == CP_NO_GROUP);
	CHECK_STATUS(cpFlockSetGroup(NULL, 1), CP_FLOCK_ERROR_NULL);
	CHECK(cpFlockSpawn(NULL, species, cpvzero, cpvzero) == NULL);
	CHECK_STATUS(cpFlockDespawn(NULL, body), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockDespawn(flock, NULL), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockSetKernel(NULL, CP_FLOCK_KERNEL_FAST), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockSetSeed(NULL, 1), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockSetRecording(NULL, cpTrue), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockGetSteering(NULL, body, &steering), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockGetSteering(flock, NULL, &steering), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockGetSteering(flock, body, NULL), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockGetStats(NULL, &stats), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockGetStats(flock, NULL), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockGetLastStatus(NULL), CP_FLOCK_ERROR_NULL);
	CHECK(cpFlockGetLastMessage(NULL) != NULL);
	CHECK_STATUS(cpFlockMeasure(NULL, species, 60, &metrics), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockMeasure(flock, species, 60, NULL), CP_FLOCK_ERROR_NULL);
	CHECK(cpFlockGetSpeciesCount(flock) == 1 && cpFlockGetBodyCount(flock, -1) == 1);
	worldFree(world);
}

static void test_null_is_refused_everywhere(void **state) {
	(void)state;
	CHECK_CHILD(nullPointers, NULL);
}

static void unknownSpecies(void *data) {
	(void)data;
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault(), read = settings;
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *body = worldAdd(world, -1, cpvzero, cpvzero);
	const cpFlockSpecies unknown[] = {-1, 1, 1000000, INT32_MIN, INT32_MAX};
	for(int i = 0; i < 5; i++) {
		cpFlockSpecies s = unknown[i];
		cpFlockMetrics metrics;
		CHECK_STATUS(cpFlockAddBody(world->flock, body, s), CP_FLOCK_ERROR_SPECIES);
		CHECK_STATUS(cpFlockSetSettings(world->flock, s, &settings), CP_FLOCK_ERROR_SPECIES);
		CHECK_STATUS(cpFlockGetSettings(world->flock, s, &read), CP_FLOCK_ERROR_SPECIES);
		CHECK_STATUS(cpFlockSetRelation(world->flock, s, species, CP_FLOCK_RELATION_EVADE), CP_FLOCK_ERROR_SPECIES);
		CHECK_STATUS(cpFlockSetRelation(world->flock, species, s, CP_FLOCK_RELATION_EVADE), CP_FLOCK_ERROR_SPECIES);
		CHECK(cpFlockGetRelation(world->flock, s, species) == CP_FLOCK_RELATION_NONE);
		CHECK(cpFlockGetRelation(world->flock, species, s) == CP_FLOCK_RELATION_NONE);
		CHECK_STATUS(cpFlockSetTarget(world->flock, s, cpvzero), CP_FLOCK_ERROR_SPECIES);
		CHECK_STATUS(cpFlockClearTarget(world->flock, s), CP_FLOCK_ERROR_SPECIES);
		CHECK_STATUS(cpFlockMeasure(world->flock, s, 60, &metrics), CP_FLOCK_ERROR_SPECIES);
		CHECK(cpFlockSpawn(world->flock, s, cpvzero, cpvzero) == NULL);
	}
	CHECK(cpFlockGetBodyCount(world->flock, -1) == 0);
	worldFree(world);
}

static void test_unknown_species_are_refused(void **state) {
	(void)state;
	CHECK_CHILD(unknownSpecies, NULL);
}

static void badValues(void *data) {
	(void)data;
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = worldSpecies(world, &settings);
	const cpFloat bad[] = {(cpFloat)NAN, (cpFloat)INFINITY, -(cpFloat)INFINITY};
	cpFlockMetrics metrics = {0}, untouched = metrics;
	for(int i = 0; i < 3; i++) {
		CHECK_STATUS(cpFlockSetTarget(world->flock, species, cpv(bad[i], 0)), CP_FLOCK_ERROR_NOT_FINITE);
		CHECK_STATUS(cpFlockSetTarget(world->flock, species, cpv(0, bad[i])), CP_FLOCK_ERROR_NOT_FINITE);
		CHECK_STATUS(cpFlockMeasure(world->flock, species, bad[i], &metrics), CP_FLOCK_ERROR_NOT_FINITE);
	}
	CHECK_STATUS(cpFlockMeasure(world->flock, species, 0, &metrics), CP_FLOCK_ERROR_RANGE);
	CHECK_STATUS(cpFlockMeasure(world->flock, species, -1, &metrics), CP_FLOCK_ERROR_RANGE);
	CHECK(memcmp(&metrics, &untouched, sizeof(metrics)) == 0);
	const int odd[] = {-1, 5, 1000};
	for(int i = 0; i < 3; i++) {
		CHECK_STATUS(cpFlockSetRelation(world->flock, species, species, (cpFlockRelation)odd[i]), CP_FLOCK_ERROR_RANGE);
		CHECK_STATUS(cpFlockSetKernel(world->flock, (cpFlockKernel)odd[i]), CP_FLOCK_ERROR_RANGE);
	}
	CHECK(cpFlockGetRelation(world->flock, species, species) == CP_FLOCK_RELATION_FLOCK);
	worldFree(world);
}

static void test_values_out_of_range_are_refused(void **state) {
	(void)state;
	CHECK_CHILD(badValues, NULL);
}

/* ---------------------------------------------------------------- bodies that cannot be members */

static void wrongBodies(void *data) {
	(void)data;
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpSpace *other = cpSpaceNew();
	cpBody *foreign = cpSpaceAddBody(other, cpBodyNew(1, 1)), *fixed = cpBodyNewStatic(),
		   *moving = cpBodyNewKinematic();
	cpSpaceAddBody(world->space, fixed);
	cpSpaceAddBody(world->space, moving);
	cpBodySetVelocity(moving, cpv(60, 0));
	CHECK_STATUS(cpFlockAddBody(world->flock, foreign, species), CP_FLOCK_ERROR_OTHER_SPACE);
	CHECK_STATUS(cpFlockAddBody(world->flock, fixed, species), CP_FLOCK_ERROR_NOT_DYNAMIC);
	CHECK_STATUS(cpFlockAddBody(world->flock, moving, species), CP_FLOCK_ERROR_NOT_DYNAMIC);
	CHECK_STATUS(cpFlockAddBody(world->flock, cpSpaceGetStaticBody(world->space), species), CP_FLOCK_ERROR_NOT_DYNAMIC);
	CHECK(cpFlockGetBodyCount(world->flock, -1) == 0);
	worldAdd(world, species, cpv(5, 0), cpvzero);
	worldStep(world, 60);
	CHECK_VECT(cpBodyGetPosition(fixed), cpvzero, 0);
	CHECK_VECT(cpBodyGetPosition(moving), cpv(60, 0), 1e-9);
	supportFreeBody(foreign);
	supportFreeBody(fixed);
	supportFreeBody(moving);
	cpSpaceFree(other);
	worldFree(world);
}

static void test_static_kinematic_and_foreign_bodies_are_refused(void **state) {
	(void)state;
	CHECK_CHILD(wrongBodies, NULL);
}

typedef enum Part { POSITION_X, POSITION_Y, VELOCITY_X, VELOCITY_Y, ANGLE, MASS } Part;

/* Sets a number of a body past Chipmunk's checks; returns what it was. Position and angle stand in it twice. */
static cpFloat poke(cpBody *body, Part part, cpFloat value) {
	cpFloat *const parts[] = {&body->p.x, &body->p.y, &body->v.x, &body->v.y, &body->a, &body->m};
	cpFloat before = *parts[part];
	*parts[part] = value;
	if(part == POSITION_X) body->transform.tx = value;
	if(part == POSITION_Y) body->transform.ty = value;
	if(part == ANGLE) body->transform.a = (cpFloat)cos((double)value);
	return before;
}

static void brokenNewcomers(void *data) {
	(void)data;
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = worldSpecies(world, &settings);
	const cpFloat bad[] = {(cpFloat)NAN, (cpFloat)INFINITY, -(cpFloat)INFINITY};
	for(int part = POSITION_X; part <= ANGLE; part++) {
		for(int i = 0; i < 3; i++) {
			cpBody *body = cpBodyNew(1, 1);
			poke(body, (Part)part, bad[i]);
			CHECK_STATUS(cpFlockAddBody(world->flock, body, species), CP_FLOCK_ERROR_NOT_FINITE);
			cpBodyFree(body);
		}
	}
	CHECK(cpFlockGetBodyCount(world->flock, -1) == 0);
	worldFree(world);
}

static void test_a_body_that_is_not_finite_cannot_join(void **state) {
	(void)state;
	CHECK_CHILD(brokenNewcomers, NULL);
}

/* ---------------------------------------------------------------- bodies that break while they fly */

static int logged;

static void countLog(cpFlockStatus status, const char *message, void *data) {
	(void)message, (void)data;
	if(status == CP_FLOCK_ERROR_NOT_FINITE) logged++;
}

static void breakOne(void *data) {
	Part part = *(Part *)data;
	World *world = worldNew();
	cpFlockFree(world->flock);
	cpFlockOptions options = cpFlockOptionsDefault();
	options.detached = cpTrue;
	options.log = countLog;
	CHECK_OK(cpFlockCreate(world->space, &options, &world->flock));
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(-500, -500, 500, 500)));
	for(int i = 0; i < 10; i++) worldAddBare(world, species, cpv(10 * i, 0), cpv(10, i));
	cpBody *body = world->bodies[5];
	cpFloat good = poke(body, part, (cpFloat)NAN);
	logged = 0;
	cpVect force = cpBodyGetForce(body);
	for(int i = 0; i < 3; i++) worldUpdate(world);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.quarantined == 1 && stats.steered == 9 && stats.members == 10);
	CHECK(logged == 1); /* once, not in every step */
	CHECK_VECT(cpBodyGetForce(body), force, 0);
	cpFlockMetrics metrics;
	CHECK_OK(cpFlockMeasure(world->flock, species, 60, &metrics));
	CHECK(metrics.bodies == 9 || part > VELOCITY_Y);
	CHECK(isfinite(metrics.polarization) && isfinite(metrics.meanSpeed) && isfinite(metrics.meanNearest));
	for(int i = 0; i < 10; i++)
		CHECK(i == 5 || (supportIsFinite(world->bodies[i]) && isfinite(cpBodyGetForce(world->bodies[i]).x)));

	poke(body, part, good); /* mended: it flies again */
	worldUpdate(world);
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.quarantined == 0 && stats.steered == 10);
	worldStep(world, 10);
	worldFree(world);
}

static void test_a_body_that_turns_nan_is_left_alone_and_counted(void **state) {
	(void)state;
	static const Part parts[] = {POSITION_X, POSITION_Y, VELOCITY_X, VELOCITY_Y, ANGLE, MASS};
	for(size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		Part part = parts[i];
		CHECK_CHILD(breakOne, &part);
	}
}

/* Finite, but so large that sums and squares overflow. */
static void hugeNumbers(void *data) {
	(void)data;
	static const cpVect places[] = {{1e300, 0}, {-1e300, 1e300}, {1e160, 1e160}, {1e30, -1e30}};
	static const cpVect speeds[] = {{1e300, 0}, {-1e300, -1e300}, {1e160, 0}, {0, 1e30}};
	for(int kernel = 0; kernel < 2; kernel++) {
		for(int bounds = 0; bounds < 3; bounds++) {
			World *world = worldNew();
			cpFlockSettings settings = cpFlockSettingsDefault();
			cpFlockSpecies prey = worldSpecies(world, &settings), hunters = worldSpecies(world, &settings);
			CHECK_OK(cpFlockSetRelation(world->flock, prey, hunters, CP_FLOCK_RELATION_EVADE));
			CHECK_OK(cpFlockSetRelation(world->flock, hunters, prey, CP_FLOCK_RELATION_PURSUE));
			CHECK_OK(cpFlockSetKernel(world->flock, (cpFlockKernel)kernel));
			CHECK_OK(cpFlockSetBounds(world->flock, (cpFlockBounds)bounds, cpBBNew(-500, -500, 500, 500)));
			CHECK_OK(cpFlockSetTarget(world->flock, prey, cpv(1e308, -1e308)));
			for(int i = 0; i < 20; i++) worldAddBare(world, i % 5 ? prey : hunters, cpv(10 * i, 0), cpv(10, i));
			for(int i = 0; i < 4; i++) {
				worldAddBare(world, prey, places[i], cpvzero);
				worldAddBare(world, i % 2 ? prey : hunters, cpv(i, i), speeds[i]);
			}
			/* the far ones cannot be kept from overflowing in Chipmunk's own sum of position and velocity */
			for(int step = 0; step < 20; step++) {
				cpSpaceStep(world->space, STEP);
				for(int i = 0; i < world->count; i++) CHECK(supportIsFinite(world->bodies[i]));
			}
			for(int i = 0; i < 20; i++) CHECK(cpvlength(cpBodyGetVelocity(world->bodies[i])) <= 120 * (1 + 1e-6));
			worldFree(world);
		}
	}
}

static void test_huge_positions_and_velocities(void **state) {
	(void)state;
	NEEDS_DOUBLES(); /* 1e300 */
	CHECK_CHILD(hugeNumbers, NULL);
}

static void extremeSettings(void *data) {
	(void)data;
	for(int kernel = 0; kernel < 2; kernel++) {
		for(int response = 0; response < 3; response++) {
			World *world = worldNew();
			cpFlockSettings settings = cpFlockSettingsDefault();
			cpFlockRule *rules[] = {&settings.separation, &settings.alignment, &settings.cohesion, &settings.evasion,
				&settings.pursuit, &settings.seek};
			for(int i = 0; i < 6; i++) {
				rules[i]->response = (cpFlockResponse)response;
				rules[i]->weight = i % 2 ? -1e30 : 1e30;
			}
			settings.maxForce = settings.maxSteer = settings.maxSpeed = CP_FLOCK_UNLIMITED;
			settings.wander.weight = 1e30;
			settings.containmentWeight = 1e30;
			cpFlockSpecies species = cpFlockAddSpecies(world->flock, &settings);
			if(species >= 0) {
				CHECK_OK(cpFlockSetKernel(world->flock, (cpFlockKernel)kernel));
				CHECK_OK(cpFlockSetRelation(world->flock, species, species, CP_FLOCK_RELATION_FLOCK));
				CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_CONTAINMENT, cpBBNew(0, 0, 100, 100)));
				CHECK_OK(cpFlockSetTarget(world->flock, species, cpv(50, 50)));
				for(int i = 0; i < 20; i++) worldAddBare(world, species, cpv(5 * (i / 2), 0), cpv(10, i));
				worldStep(world, 20);
			}
			worldFree(world);
		}
	}
}

static void test_the_largest_weights_without_limits(void **state) {
	(void)state;
	CHECK_CHILD(extremeSettings, NULL);
}

static void noWeights(void *data) {
	(void)data;
	World *world = worldNew();
	cpFlockSettings settings = settingsOff();
	cpFlockSpecies species = worldSpecies(world, &settings);
	for(int i = 0; i < 20; i++) worldAdd(world, species, cpv(i, 0), cpv(10, i));
	worldStep(world, 10);
	for(int i = 0; i < 20; i++) CHECK_VECT(cpBodyGetVelocity(world->bodies[i]), cpv(10, i), 0);
	worldFree(world);
}

static void test_all_weights_zero_go_straight_on(void **state) {
	(void)state;
	CHECK_CHILD(noWeights, NULL);
}

static void unavailable(void *data) {
	(void)data;
	World *world = worldNewDetached();
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *body = worldAdd(world, species, cpvzero, cpvzero);
	cpFlockSteering steering;
	worldUpdate(world);
	CHECK_STATUS(cpFlockGetSteering(world->flock, body, &steering), CP_FLOCK_ERROR_UNAVAILABLE); /* off */
	CHECK_OK(cpFlockSetRecording(world->flock, cpTrue));
	CHECK_STATUS(cpFlockGetSteering(world->flock, body, &steering), CP_FLOCK_ERROR_UNAVAILABLE); /* no update yet */
	worldUpdate(world);
	CHECK_OK(cpFlockGetSteering(world->flock, body, &steering));
	cpBody *late = worldAdd(world, species, cpv(100, 0), cpvzero), *stranger = worldAdd(world, -1, cpvzero, cpvzero);
	CHECK_STATUS(cpFlockGetSteering(world->flock, late, &steering), CP_FLOCK_ERROR_UNAVAILABLE);
	CHECK_STATUS(cpFlockGetSteering(world->flock, stranger, &steering), CP_FLOCK_ERROR_NOT_MEMBER);
	CHECK_OK(cpFlockSetRecording(world->flock, cpFalse));
	CHECK_STATUS(cpFlockGetSteering(world->flock, body, &steering), CP_FLOCK_ERROR_UNAVAILABLE);
	worldFree(world);
}

static void test_what_is_not_recorded_is_unavailable(void **state) {
	(void)state;
	CHECK_CHILD(unavailable, NULL);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_null_is_refused_everywhere),
		cmocka_unit_test(test_unknown_species_are_refused),
		cmocka_unit_test(test_values_out_of_range_are_refused),
		cmocka_unit_test(test_static_kinematic_and_foreign_bodies_are_refused),
		cmocka_unit_test(test_a_body_that_is_not_finite_cannot_join),
		cmocka_unit_test(test_a_body_that_turns_nan_is_left_alone_and_counted),
		cmocka_unit_test(test_huge_positions_and_velocities),
		cmocka_unit_test(test_the_largest_weights_without_limits),
		cmocka_unit_test(test_all_weights_zero_go_straight_on),
		cmocka_unit_test(test_what_is_not_recorded_is_unavailable),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
