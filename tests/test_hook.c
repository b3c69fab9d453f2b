/* SPDX-License-Identifier: MIT
 * The flock's place inside cpSpaceStep(): fresh positions, forces of the same step, sub-steps, every kind of space. */
#include "support.h"

#include <chipmunk/cpHastySpace.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bodies nearer than 20 px push apart with 600 px/s^2, so with 10 px/s in a step of 1/60 s. */
static cpFlockSettings pushing(void) {
	cpFlockSettings settings = settingsOff();
	settings.separation = rule(20, 600, CP_FLOCK_DIRECTION);
	settings.maxForce = CP_FLOCK_UNLIMITED;
	settings.maxSpeed = CP_FLOCK_UNLIMITED;
	return settings;
}

/* A rests at the origin, B comes from 20.5 px at 60 px/s: after the move of the first step it is at 19.5. */
static World *encounter(cpBool detached) {
	World *world = detached ? worldNewDetached() : worldNew();
	cpFlockSettings settings = pushing();
	cpFlockSpecies species = worldSpecies(world, &settings);
	worldAdd(world, species, cpvzero, cpvzero);
	worldAdd(world, species, cpv(20.5, 0), cpv(-60, 0));
	return world;
}

static void test_positions_are_fresh_and_forces_act_in_the_same_step(void **state) {
	(void)state;
	World *world = encounter(cpFalse);
	worldStep(world, 1);
	CHECK_VECT(cpBodyGetPosition(world->bodies[0]), cpvzero, 0);
	CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpv(-10, 0), 1e-4);
	CHECK_VECT(cpBodyGetVelocity(world->bodies[1]), cpv(-50, 0), 1e-4);
	worldFree(world);
}

static void test_an_explicit_update_senses_before_the_move(void **state) {
	(void)state;
	World *world = encounter(cpTrue);
	worldUpdate(world);
	worldStep(world, 1);
	CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpvzero, 0);
	worldUpdate(world);
	CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpvzero, 0);
	CHECK_VECT(cpBodyGetForce(world->bodies[0]), cpv(-600, 0), 1e-2);
	worldStep(world, 1);
	CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpv(-10, 0), 1e-4);
	worldStep(world, 1); /* detached, and no update: nothing more */
	CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpv(-10, 0), 1e-4);
	worldFree(world);
}

static void test_every_sub_step_is_steered(void **state) {
	(void)state;
	World *world = encounter(cpFalse);
	cpBodySetPosition(world->bodies[1], cpv(5, 0));
	cpBodySetVelocity(world->bodies[1], cpvzero);
	for(int i = 1; i <= 4; i++) {
		cpSpaceStep(world->space, STEP / 4);
		CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpv(-2.5 * i, 0), 1e-4);
	}
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.updates == 4);
	worldFree(world);
}

static void test_steps_of_any_length_are_used_as_they_are(void **state) {
	(void)state;
	static const double lengths[] = {1.0 / 30, 1e-3, 0.1, 1e-12};
	for(int i = 0; i < 4; i++) {
		World *world = encounter(cpFalse);
		cpBodySetPosition(world->bodies[1], cpv(5, 0));
		cpBodySetVelocity(world->bodies[1], cpvzero);
		cpSpaceStep(world->space, lengths[i]);
		CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpv(-600 * lengths[i], 0), 1e-5 * 600 * lengths[i]);
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- odd steps */

static World *gathering(uint64_t seed) {
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = worldSpecies(world, &settings);
	for(int i = 0; i < 40; i++) {
		cpVect position = randomVect(&seed, 0, 200);
		worldAdd(world, species, position, randomVect(&seed, -60, 60));
	}
	return world;
}

static void oddSteps(void *data) {
	(void)data;
	World *world = gathering(3), *plain = gathering(3);
	uint64_t before = worldHash(world);
	cpSpaceStep(world->space, 0); /* the very first one */
	CHECK(worldHash(world) == before);
	worldStep(world, 10);
	worldStep(plain, 10);
	CHECK(worldHash(world) == worldHash(plain));
	cpSpaceStep(world->space, 0);
	CHECK(worldHash(world) == worldHash(plain));
	worldStep(world, 10);
	worldStep(plain, 10);
	CHECK(worldHash(world) == worldHash(plain));

	cpVect velocities[40];
	for(int i = 0; i < 40; i++) velocities[i] = cpBodyGetVelocity(world->bodies[i]);
	cpSpaceStep(world->space, -STEP);
	for(int i = 0; i < 40; i++) CHECK_VECT(cpBodyGetVelocity(world->bodies[i]), velocities[i], 0);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.refused == 1 && stats.updates == 20);
	worldStep(world, 60);
	worldFree(world);
	worldFree(plain);
}

static void test_steps_without_or_with_negative_length_do_not_steer(void **state) {
	(void)state;
	CHECK_CHILD(oddSteps, NULL);
}

static void test_an_explicit_update_refuses_such_steps(void **state) {
	(void)state;
	World *world = encounter(cpTrue);
	CHECK_STATUS(cpFlockUpdate(world->flock, 0), CP_FLOCK_ERROR_RANGE);
	CHECK_STATUS(cpFlockUpdate(world->flock, -STEP), CP_FLOCK_ERROR_RANGE);
	CHECK_STATUS(cpFlockUpdate(world->flock, (cpFloat)NAN), CP_FLOCK_ERROR_NOT_FINITE);
	CHECK_STATUS(cpFlockUpdate(world->flock, (cpFloat)INFINITY), CP_FLOCK_ERROR_NOT_FINITE);
	CHECK_STATUS(cpFlockUpdate(NULL, STEP), CP_FLOCK_ERROR_NULL);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.updates == 0);
	worldFree(world);
}

static double order(const World *world) {
	cpVect sum = cpvzero;
	double speeds = 0;
	for(int i = 0; i < world->count; i++) {
		cpVect velocity = cpBodyGetVelocity(world->bodies[i]);
		sum = cpvadd(sum, velocity);
		speeds += cpvlength(velocity);
	}
	return cpvlength(sum) / speeds;
}

static cpBool anyOutside(const World *world, cpBB bb) {
	for(int i = 0; i < world->count; i++) {
		if(!cpBBContainsVect(bb, cpBodyGetPosition(world->bodies[i]))) return cpTrue;
	}
	return cpFalse;
}

/* The flock of a game that was stopped for five seconds and makes one step of it. */
static void test_a_very_long_step_after_a_pause(void **state) {
	(void)state;
	World *world = gathering(11);
	cpBB walls = cpBBNew(-300, -300, 900, 900);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_CONTAINMENT, walls));
	for(int i = 0; i < world->count; i++) {
		cpBodySetVelocity(world->bodies[i], cpvadd(cpv(40, 20), cpvmult(cpBodyGetVelocity(world->bodies[i]), 0.1)));
	}
	worldStep(world, 60);
	double before = order(world);
	CHECK(before > 0.95);
	cpSpaceStep(world->space, 5);
	worldStep(world, 1);
	for(int i = 0; i < world->count; i++) CHECK(cpvlength(cpBodyGetVelocity(world->bodies[i])) <= 120 * (1 + 1e-6));
	CHECK(order(world) > before - 0.2);
	worldStep(world, 120);
	CHECK(!anyOutside(world, walls));
	worldFree(world);
}

/* ---------------------------------------------------------------- kinds of spaces */

static void fly(cpSpace *space, int hasty, cpVect *positions) {
	cpFlock *flock = cpFlockNew(space);
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = cpFlockAddSpecies(flock, &settings);
	cpBody *bodies[100];
	uint64_t random = 5;
	for(int i = 0; i < 100; i++) {
		cpVect position = randomVect(&random, 0, 300);
		bodies[i] = cpFlockSpawn(flock, species, position, randomVect(&random, -60, 60));
	}
	for(int i = 0; i < 120; i++) {
		if(hasty) {
			cpHastySpaceStep(space, STEP);
		} else {
			cpSpaceStep(space, STEP);
		}
	}
	for(int i = 0; i < 100; i++) {
		CHECK(supportIsFinite(bodies[i]));
		positions[i] = cpBodyGetPosition(bodies[i]);
	}
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(flock, &stats));
	CHECK(stats.updates == 120 && stats.steered == 100);
	cpFlockFree(flock);
}

static void test_a_hasty_space_and_a_spatial_hash_fly_alike(void **state) {
	(void)state;
	cpVect plain[100], other[100];
	cpSpace *space = cpSpaceNew();
	fly(space, 0, plain);
	cpSpaceFree(space);

	space = cpHastySpaceNew();
	cpHastySpaceSetThreads(space, 2);
	fly(space, 1, other);
	cpHastySpaceFree(space);
	CHECK(memcmp(plain, other, sizeof(plain)) == 0);

	space = cpSpaceNew();
	cpSpaceUseSpatialHash(space, 30, 1000);
	fly(space, 0, other);
	cpSpaceFree(space);
	CHECK(memcmp(plain, other, sizeof(plain)) == 0);
}

static void test_a_member_with_nothing_to_do_falls_asleep(void **state) {
	(void)state;
	static const cpFlockBounds bounds[] = {CP_FLOCK_BOUNDS_NONE, CP_FLOCK_BOUNDS_PERIODIC, CP_FLOCK_BOUNDS_CONTAINMENT};
	for(int i = 0; i < 3; i++) {
		World *world = worldNew();
		cpSpaceSetSleepTimeThreshold(world->space, 0.2);
		cpFlockSettings settings = cpFlockSettingsDefault();
		cpFlockSpecies species = worldSpecies(world, &settings);
		CHECK_OK(cpFlockSetBounds(world->flock, bounds[i], cpBBNew(-500, -500, 1500, 1500)));
		cpBody *alone = worldAdd(world, species, cpvzero, cpvzero);
		worldAdd(world, species, cpv(1000, 0), cpvzero);
		worldStep(world, 60);
		CHECK(cpBodyIsSleeping(alone));
		worldFree(world);
	}
}

static void test_a_space_where_all_sleep_is_updated_and_woken_by_need(void **state) {
	(void)state;
	World *world = worldNew();
	cpSpaceSetSleepTimeThreshold(world->space, 0.2);
	cpFlockSettings settings = pushing();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *sleeper = worldAdd(world, species, cpvzero, cpvzero);
	worldStep(world, 120);
	CHECK(cpBodyIsSleeping(sleeper));
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.updates == 120);
	/* another one comes too near */
	worldAdd(world, species, cpv(10, 0), cpvzero);
	worldStep(world, 3);
	CHECK(!cpBodyIsSleeping(sleeper) && cpBodyGetVelocity(sleeper).x < 0);
	worldFree(world);
}

/* ---------------------------------------------------------------- attaching and detaching */

static void test_detaching_and_attaching(void **state) {
	(void)state;
	World *world = encounter(cpFalse);
	cpBodySetPosition(world->bodies[1], cpv(5, 0));
	CHECK(cpFlockIsAttached(world->flock) && supportCountConstraints(world->space) == 1);
	CHECK_OK(cpFlockAttach(world->flock)); /* twice does nothing */
	CHECK(supportCountConstraints(world->space) == 1);
	CHECK_STATUS(cpFlockUpdate(world->flock, STEP), CP_FLOCK_ERROR_ATTACHED);

	CHECK_OK(cpFlockDetach(world->flock));
	CHECK_OK(cpFlockDetach(world->flock));
	CHECK(!cpFlockIsAttached(world->flock) && supportCountConstraints(world->space) == 0);
	worldStep(world, 2);
	CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpvzero, 0);
	CHECK(cpFlockGetBodyCount(world->flock, -1) == 2);

	CHECK_OK(cpFlockAttach(world->flock));
	CHECK(cpFlockIsAttached(world->flock) && supportCountConstraints(world->space) == 1);
	worldStep(world, 1);
	CHECK(cpBodyGetVelocity(world->bodies[0]).x != 0);
	worldFree(world);
}

typedef struct Switch {
	World *world;
	cpFlock *made;
	int calls;
} Switch;

static Switch *toggled;

static void switchInside(cpBody *body, cpFloat dt) {
	cpBodyUpdatePosition(body, dt);
	if(toggled->calls++ > 0) return;
	CHECK_OK(cpFlockDetach(toggled->world->flock));
	CHECK(!cpFlockIsAttached(toggled->world->flock));
	toggled->made = cpFlockNew(toggled->world->space);
	CHECK(toggled->made && cpFlockIsAttached(toggled->made));
}

/* Position functions run before the hook: a flock detached there does not steer in that step any more. */
static void switchInsideStep(void *data) {
	(void)data;
	World *world = encounter(cpFalse);
	cpBodySetPosition(world->bodies[1], cpv(5, 0));
	Switch here = {world, NULL, 0};
	toggled = &here;
	cpBodySetPositionUpdateFunc(world->bodies[0], switchInside);
	worldStep(world, 1);
	CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpvzero, 0);
	CHECK(supportCountConstraints(world->space) == 1); /* one went, one came */
	worldStep(world, 1);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(here.made, &stats));
	CHECK(stats.updates == 1);
	cpFlockFree(here.made);
	worldFree(world);
}

static void test_detaching_and_attaching_inside_a_step(void **state) {
	(void)state;
	CHECK_CHILD(switchInsideStep, NULL);
}

/* ---------------------------------------------------------------- calls at the wrong moment */

typedef struct Wrong {
	cpFlock *flock;
	int calls;
} Wrong;

/* The one way into the middle of an update: the game's own allocator. */
static void *meddlingRealloc(void *memory, size_t size, void *data) {
	Wrong *wrong = data;
	cpFlock *flock = wrong->flock;
	if(flock && size > 0) {
		cpFlockMetrics metrics;
		wrong->flock = NULL; /* once */
		wrong->calls++;
		CHECK_STATUS(cpFlockUpdate(flock, STEP), CP_FLOCK_ERROR_UPDATING);
		CHECK_STATUS(cpFlockMeasure(flock, 0, 60, &metrics), CP_FLOCK_ERROR_UPDATING);
	}
	if(size == 0) {
		free(memory);
		return NULL;
	}
	return realloc(memory, size);
}

static void updateInsideUpdate(void *data) {
	(void)data;
	Wrong wrong = {NULL, 0};
	World *world = worldNewDetached();
	cpFlockFree(world->flock);
	cpFlockOptions options = cpFlockOptionsDefault();
	options.detached = cpTrue;
	options.realloc = meddlingRealloc;
	options.reallocData = &wrong;
	CHECK_OK(cpFlockCreate(world->space, &options, &world->flock));
	cpFlockSettings settings = pushing();
	cpFlockSpecies species = worldSpecies(world, &settings);
	for(int i = 0; i < 30; i++) worldAddBare(world, species, cpv(5 * i, 0), cpvzero);
	wrong.flock = world->flock;
	worldUpdate(world);
	CHECK(wrong.calls == 1);
	worldFree(world);
}

static void test_an_update_inside_the_update_is_refused(void **state) {
	(void)state;
	CHECK_CHILD(updateInsideUpdate, NULL);
}

/* ---------------------------------------------------------------- not dynamic, not finite */

static void switched(void *data) {
	(void)data;
	World *world = worldNew();
	cpFlockSettings settings = pushing();
	settings.maxSpeed = 50; /* it flies faster, and turned away: nothing of that is the flock's */
	settings.heading = CP_FLOCK_HEADING_SPIN;
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *a = worldAdd(world, species, cpvzero, cpvzero), *b = worldAdd(world, species, cpv(10, 0), cpvzero);
	cpBodySetType(a, CP_BODY_TYPE_KINEMATIC);
	cpBodySetVelocity(a, cpv(0, 60));
	cpBodySetAngularVelocity(a, 0.5);
	worldStep(world, 30);
	CHECK_VECT(cpBodyGetPosition(a), cpv(0, 30), 1e-9);
	CHECK_VECT(cpBodyGetVelocity(a), cpv(0, 60), 0);
	CHECK_NEAR(cpBodyGetAngularVelocity(a), 0.5, 0);
	CHECK(cpBodyGetVelocity(b).x > 0); /* it can be sensed */
	cpBodySetType(a, CP_BODY_TYPE_DYNAMIC);
	cpBodySetMass(a, 1);
	cpBodySetMoment(a, 1);
	cpBodySetVelocity(a, cpvzero);
	cpBodySetPosition(b, cpvadd(cpBodyGetPosition(a), cpv(0, 10)));
	worldStep(world, 1);
	CHECK(cpBodyGetVelocity(a).y < 0);
	worldFree(world);
}

static void test_a_member_turned_kinematic_is_sensed_and_left_alone(void **state) {
	(void)state;
	CHECK_CHILD(switched, NULL);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_positions_are_fresh_and_forces_act_in_the_same_step),
		cmocka_unit_test(test_an_explicit_update_senses_before_the_move),
		cmocka_unit_test(test_every_sub_step_is_steered),
		cmocka_unit_test(test_steps_of_any_length_are_used_as_they_are),
		cmocka_unit_test(test_steps_without_or_with_negative_length_do_not_steer),
		cmocka_unit_test(test_an_explicit_update_refuses_such_steps),
		cmocka_unit_test(test_a_very_long_step_after_a_pause),
		cmocka_unit_test(test_a_hasty_space_and_a_spatial_hash_fly_alike),
		cmocka_unit_test(test_a_member_with_nothing_to_do_falls_asleep),
		cmocka_unit_test(test_a_space_where_all_sleep_is_updated_and_woken_by_need),
		cmocka_unit_test(test_detaching_and_attaching),
		cmocka_unit_test(test_detaching_and_attaching_inside_a_step),
		cmocka_unit_test(test_an_update_inside_the_update_is_refused),
		cmocka_unit_test(test_a_member_turned_kinematic_is_sensed_and_left_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
