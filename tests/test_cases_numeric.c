/* SPDX-License-Identifier: MIT
 * Numbered cases of the kind "numeric": coinciding bodies, headings without a speed, bad and extreme numbers, odd steps.
 * Where Chipmunk's assertions might abort, in forked children. */
#include "cases.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};

/* ---------------------------------------------------------------- 1: the very same point */

static World *heap(int count, cpVect spread, cpVect velocity, cpFlockKernel kernel) {
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	CHECK_OK(cpFlockSetKernel(world->flock, kernel));
	for(int i = 0; i < count; i++) worldAdd(world, 0, cpvadd(cpv(400, 300), cpvmult(spread, i)), velocity);
	return world;
}

static void part(int count, cpVect spread, cpVect velocity, cpFlockKernel kernel) {
	uint64_t first = 0;
	for(int run = 0; run < 2; run++) {
		World *world = heap(count, spread, velocity, kernel);
		caseFrames(world, 60);
		for(int i = 0; i < count; i++) {
			for(int k = 0; k < i; k++) {
				CHECK(cpvdist(cpBodyGetPosition(world->bodies[i]), cpBodyGetPosition(world->bodies[k])) > 1);
			}
		}
		if(run == 0) first = worldHash(world);
		CHECK(worldHash(world) == first);
		worldFree(world);
	}
}

static void case_01_numeric_agents_on_the_very_same_point_part(void **state) {
	(void)state;
	for(int kernel = 0; kernel < 2; kernel++) {
		part(3, cpvzero, cpvzero, (cpFlockKernel)kernel);
		part(2, cpvzero, cpv(60, 0), (cpFlockKernel)kernel);
		part(2, cpv(1e-200, 0), cpvzero, (cpFlockKernel)kernel);
		part(30, cpvzero, cpvzero, (cpFlockKernel)kernel);
		part(3, cpv(5e-324, 0), cpv(-60, 60), (cpFlockKernel)kernel);
	}
}

/* Another species in the same place: each relation has a direction of its own to find. */
static void case_01_numeric_species_on_the_very_same_point(void **state) {
	(void)state;
	for(int relation = CP_FLOCK_RELATION_FLOCK; relation <= CP_FLOCK_RELATION_PURSUE; relation++) {
		World *world = heap(2, cpvzero, cpvzero, CP_FLOCK_KERNEL_FAST);
		cpFlockSettings settings = caseSettings();
		settings.evasion = cpFlockSettingsDefault().evasion;
		settings.pursuit = cpFlockSettingsDefault().pursuit;
		cpFlockSpecies other = worldSpecies(world, &settings);
		CHECK_OK(cpFlockSetSettings(world->flock, 0, &settings));
		CHECK_OK(cpFlockSetRelation(world->flock, 0, other, (cpFlockRelation)relation));
		CHECK_OK(cpFlockSetRelation(world->flock, other, 0, (cpFlockRelation)relation));
		for(int i = 0; i < 2; i++) worldAdd(world, other, cpv(400, 300), cpvzero);
		caseFrames(world, 60);
		for(int i = 0; i < 2; i++) {
			cpVect a = cpBodyGetPosition(world->bodies[2 * i]), b = cpBodyGetPosition(world->bodies[2 * i + 1]);
			CHECK(cpvdist(a, b) > 1);
		}
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- 14: NaN and infinity */

typedef struct Number {
	size_t offset; /* of the field in the settings */
	double value;
} Number;

static World *tenFish(cpBool detached) {
	World *world = detached ? worldNewDetached() : worldNew();
	cpFlockSettings settings = caseSettings();
	settings.evasion = cpFlockSettingsDefault().evasion;
	settings.pursuit = cpFlockSettingsDefault().pursuit;
	settings.seek = rule(60, 1, CP_FLOCK_STEER);
	cpFlockSpecies species = worldSpecies(world, &settings), hunters = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetRelation(world->flock, species, hunters, CP_FLOCK_RELATION_EVADE));
	CHECK_OK(cpFlockSetRelation(world->flock, hunters, species, CP_FLOCK_RELATION_PURSUE));
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, caseScreen));
	CHECK_OK(cpFlockSetTarget(world->flock, species, cpv(400, 300)));
	for(int i = 0; i < 10; i++) worldAdd(world, i == 9 ? hunters : species, cpv(380 + 7 * i, 300), cpv(10, i));
	return world;
}

static void setBadNumber(void *data) {
	const Number *number = data;
	World *world = tenFish(cpFalse), *plain = tenFish(cpFalse);
	for(cpFlockSpecies s = 0; s < 2; s++) {
		cpFlockSettings settings, kept;
		CHECK_OK(cpFlockGetSettings(world->flock, s, &settings));
		cpFloat before = *(cpFloat *)(void *)((char *)&settings + number->offset);
		*(cpFloat *)(void *)((char *)&settings + number->offset) = (cpFloat)number->value;
		CHECK_STATUS(cpFlockSetSettings(world->flock, s, &settings), CP_FLOCK_ERROR_NOT_FINITE);
		CHECK_OK(cpFlockGetSettings(world->flock, s, &kept));
		CHECK_NEAR(*(cpFloat *)(void *)((char *)&kept + number->offset), before, 0);
	}
	worldStep(world, 10);
	worldStep(plain, 10);
	CHECK(worldHash(world) == worldHash(plain));
	worldFree(world);
	worldFree(plain);
}

static void case_14_numeric_nan_and_infinity_in_settings(void **state) {
	(void)state;
	static const size_t fields[] = {offsetof(cpFlockSettings, separation.weight),
		offsetof(cpFlockSettings, alignment.weight), offsetof(cpFlockSettings, cohesion.weight),
		offsetof(cpFlockSettings, separation.radius), offsetof(cpFlockSettings, alignment.radius),
		offsetof(cpFlockSettings, cohesion.radius), offsetof(cpFlockSettings, maxSpeed),
		offsetof(cpFlockSettings, maxForce), offsetof(cpFlockSettings, avoidance.lookAhead),
		offsetof(cpFlockSettings, evasion.radius), offsetof(cpFlockSettings, pursuit.radius)};
	for(size_t f = 0; f < sizeof(fields) / sizeof(fields[0]); f++) {
		for(int i = 0; i < 3; i++) {
			Number number = {fields[f], bad[i]};
			CHECK_CHILD(setBadNumber, &number);
		}
	}
}

/* The cursor, the edges and the step. */
static void callWithBadNumber(void *data) {
	cpFloat value = (cpFloat) * (const double *)data;
	World *world = tenFish(cpTrue), *plain = tenFish(cpTrue);
	cpBB edges[] = {caseScreen, caseScreen, caseScreen, caseScreen};
	edges[0].l = edges[1].r = edges[2].b = edges[3].t = value;
	CHECK_STATUS(cpFlockSetTarget(world->flock, 0, cpv(value, 300)), CP_FLOCK_ERROR_NOT_FINITE);
	CHECK_STATUS(cpFlockSetTarget(world->flock, 0, cpv(400, value)), CP_FLOCK_ERROR_NOT_FINITE);
	for(int i = 0; i < 4; i++) {
		for(int kind = CP_FLOCK_BOUNDS_PERIODIC; kind <= CP_FLOCK_BOUNDS_CONTAINMENT; kind++) {
			CHECK_STATUS(cpFlockSetBounds(world->flock, (cpFlockBounds)kind, edges[i]), CP_FLOCK_ERROR_NOT_FINITE);
		}
	}
	CHECK(!cpFlockSpawn(world->flock, 0, cpv(value, 0), cpvzero) &&
		  !cpFlockSpawn(world->flock, 0, cpvzero, cpv(0, value)));
	CHECK_STATUS(cpFlockUpdate(world->flock, value), CP_FLOCK_ERROR_NOT_FINITE);
	for(int i = 0; i < 10; i++) {
		worldUpdate(world);
		worldStep(world, 1);
		worldUpdate(plain);
		worldStep(plain, 1);
	}
	CHECK(worldHash(world) == worldHash(plain));
	worldFree(world);
	worldFree(plain);
}

static void case_14_numeric_nan_and_infinity_in_target_edges_and_step(void **state) {
	(void)state;
	for(int i = 0; i < 3; i++) {
		double value = bad[i];
		CHECK_CHILD(callWithBadNumber, &value);
	}
}

static void flyWithoutWeights(void *data) {
	(void)data;
	cpFlockSettings settings = caseSettings();
	settings.separation.weight = settings.alignment.weight = settings.cohesion.weight = 0;
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	for(int i = 0; i < 10; i++) worldAdd(world, 0, cpv(400 + 3 * (i / 2), 300), cpv(10, i));
	caseFrames(world, 10);
	for(int i = 0; i < 10; i++) CHECK_VECT(cpBodyGetVelocity(world->bodies[i]), cpv(10, i), 0);
	worldFree(world);
}

static void case_14_numeric_all_weights_zero_go_straight_on(void **state) {
	(void)state;
	CHECK_CHILD(flyWithoutWeights, NULL);
}

/* ---------------------------------------------------------------- 15: radius zero and denormal */

/* Twenty fish near a rock. Returns the change of their velocities in one step. */
static void flyWithRadii(double perception, double near, double ahead, cpVect *change) {
	cpFlockSettings settings = caseSettings();
	settings.separation.radius = near;
	settings.alignment.radius = settings.cohesion.radius = perception;
	settings.avoidance.lookAhead = ahead;
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	for(int i = 0; i < 20; i++) worldAdd(world, 0, cpv(12 * (i % 5), 12 * (i / 5)), cpv(60, 7 * (i % 3)));
	cpBody *rock = worldAddBare(world, -1, cpv(140, 20), cpvzero);
	cpBodySetType(rock, CP_BODY_TYPE_STATIC);
	cpSpaceAddShape(world->space, cpCircleShapeNew(rock, 30, cpvzero));
	worldStep(world, 1);
	for(int i = 0; i < 20; i++) change[i] = cpvsub(cpBodyGetVelocity(world->bodies[i]), cpv(60, 7 * (i % 3)));
	caseFrames(world, 9);
	worldFree(world);
}

static int changed(const cpVect *change) {
	int count = 0;
	for(int i = 0; i < 20; i++) count += cpvlength(change[i]) > 0;
	return count;
}

static void case_15_numeric_radius_zero_and_denormal(void **state) {
	(void)state;
	static const double radii[] = {0, DBL_MIN / 4503599627370496.0, 1e-300, 1e-20};
	cpVect change[20];
	for(int i = 0; i < 4; i++) {
		flyWithRadii(radii[i], radii[i], 0, change);
		CHECK(changed(change) == 0);
		flyWithRadii(60, radii[i], 0, change); /* no separation: the others still act */
		CHECK(changed(change) == 20);
		flyWithRadii(radii[i], radii[i], 80, change); /* nor does it harm looking ahead */
		CHECK(changed(change) > 0 && changed(change) < 20);
		flyWithRadii(radii[i], radii[i], radii[i], change); /* nor is a ray without length hit */
		CHECK(changed(change) == 0);
	}
}

static void case_15_numeric_a_radius_beyond_all_is_refused_or_sees_all(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	settings.cohesion.radius = (cpFloat)1e308; /* infinite in single precision */
	CHECK_STATUS(cpFlockSettingsCheck(&settings, NULL), IN_DOUBLES ? CP_FLOCK_ERROR_RANGE : CP_FLOCK_ERROR_NOT_FINITE);
	for(double radius = 1e20; radius <= CP_FLOCK_UNLIMITED; radius *= 1e10) {
		cpVect change[20];
		flyWithRadii(radius, 0, 0, change);
		CHECK(changed(change) == 20);
	}
}

/* ---------------------------------------------------------------- 16: negative weights */

static void case_16_numeric_negative_weights_reverse_the_rules(void **state) {
	(void)state;
	for(int which = 0; which < 3; which++) {
		cpFlockSettings settings = caseSettings();
		cpFlockRule *rules[] = {&settings.separation, &settings.alignment, &settings.cohesion};
		rules[which]->weight = -fabs(rules[which]->weight);
		World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
		caseDisc(world, 0, 30, cpv(400, 300), 30, cpvzero);
		double before = caseMeanPairDistance(world);
		caseFrames(world, 300);
		if(which == 2) CHECK(caseMeanPairDistance(world) > before);
		worldFree(world);
	}
}

/* Pulled together by a reversed separation until they meet on one point. */
static void case_16_numeric_a_reversed_separation_meets_on_one_point(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	settings.separation.weight = -fabs(settings.separation.weight);
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	for(int i = 0; i < 6; i++) worldAddBare(world, 0, i < 3 ? cpv(400, 300) : cpv(404, 300), cpvzero);
	caseFrames(world, 300);
	worldFree(world);
}

/* ---------------------------------------------------------------- 27: no, negative and tiny steps */

static World *twenty(cpBool detached) {
	World *world = detached ? worldNewDetached() : worldNew();
	cpFlockSettings settings = caseSettings();
	caseScatter(world, worldSpecies(world, &settings), 20, cpBBNew(300, 200, 400, 300), 60, 3);
	return world;
}

static void stepOddly(void *data) {
	(void)data;
	World *world = twenty(cpFalse), *plain = twenty(cpFalse);
	uint64_t start = worldHash(world);
	cpSpaceStep(world->space, 0); /* the very first step */
	CHECK(worldHash(world) == start);
	worldStep(world, 60);
	worldStep(plain, 60);
	CHECK(worldHash(world) == worldHash(plain));
	cpSpaceStep(world->space, 0);
	CHECK(worldHash(world) == worldHash(plain));
	/* Chipmunk itself moves bodies back; the flock does nothing */
	cpSpaceStep(world->space, -STEP);
	for(int i = 0; i < 20; i++) {
		cpVect velocity = cpBodyGetVelocity(plain->bodies[i]), position = cpBodyGetPosition(plain->bodies[i]);
		CHECK_VECT(cpBodyGetVelocity(world->bodies[i]), velocity, 0);
		CHECK_VECT(cpBodyGetPosition(world->bodies[i]), cpvsub(position, cpvmult(velocity, STEP)), 1e-9);
	}
	caseFrames(world, 60);
	worldFree(world);
	worldFree(plain);
}

static void case_27_numeric_steps_without_and_with_negative_length(void **state) {
	(void)state;
	CHECK_CHILD(stepOddly, NULL);
}

static void updateOddly(void *data) {
	(void)data;
	World *world = twenty(cpTrue), *plain = twenty(cpTrue);
	static const double steps[] = {0, -STEP, -0.0, -1e-300};
	for(int i = 0; i < 4; i++) CHECK_STATUS(cpFlockUpdate(world->flock, steps[i]), CP_FLOCK_ERROR_RANGE);
	for(int i = 0; i < 20; i++) CHECK_VECT(cpBodyGetForce(world->bodies[i]), cpvzero, 0);
	for(int i = 0; i < 60; i++) {
		worldUpdate(world);
		worldStep(world, 1);
		worldUpdate(plain);
		worldStep(plain, 1);
	}
	CHECK(worldHash(world) == worldHash(plain));
	worldFree(world);
	worldFree(plain);
}

static void case_27_numeric_an_explicit_update_refuses_such_steps(void **state) {
	(void)state;
	CHECK_CHILD(updateOddly, NULL);
}

/* What happens in no time must not show afterwards: neither in the positions nor in how the bodies are turned. */
static void stepTiny(void *data) {
	(void)data;
	static const double lengths[] = {1e-12, 1e-300, DBL_MIN / 4503599627370496.0};
	for(int k = 0; k < 3; k++) {
		World *world = twenty(cpFalse), *plain = twenty(cpFalse);
		cpSpaceStep(world->space, lengths[k]);
		CHECK_VECT(cpBodyGetPosition(world->bodies[0]), cpBodyGetPosition(plain->bodies[0]), 1e-9);
		CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpBodyGetVelocity(plain->bodies[0]), 1e-9);
		caseFrames(world, 60);
		caseFrames(plain, 60);
		for(int i = 0; i < 20; i++) {
			CHECK_VECT(cpBodyGetPosition(world->bodies[i]), cpBodyGetPosition(plain->bodies[i]), 1);
			CHECK_NEAR(caseTurn(cpBodyGetRotation(world->bodies[i]), cpBodyGetRotation(plain->bodies[i])), 0, 0.05);
		}
		worldFree(world);
		worldFree(plain);
	}
}

static void case_27_numeric_a_tiny_step_leaves_no_trace(void **state) {
	(void)state;
	CHECK_CHILD(stepTiny, NULL);
}

/* ---------------------------------------------------------------- 28: a long step after a pause */

static void case_28_numeric_a_step_of_five_seconds(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_CONTAINMENT);
	/* slow enough that Chipmunk, which moves bodies before anything else, does not carry them out of the world */
	caseDisc(world, 0, 50, cpv(250, 250), 60, cpv(20, 10));
	caseFrames(world, 300);
	double before = caseOrder(world);
	CHECK(before > 0.9);
	cpSpaceStep(world->space, 5);
	for(int i = 0; i < 50; i++) {
		CHECK(supportIsFinite(world->bodies[i]));
		CHECK(cpvlength(cpBodyGetVelocity(world->bodies[i])) <= CASE_MAX_SPEED * (1 + 1e-6));
	}
	CHECK(caseOrder(world) > before - 0.2);
	caseFrames(world, 1);
	CHECK(caseOrder(world) > before - 0.2);
	caseFrames(world, 119);
	for(int i = 0; i < 50; i++) CHECK(cpBBContainsVect(caseScreen, cpBodyGetPosition(world->bodies[i])));
	worldFree(world);
}

/* ---------------------------------------------------------------- 29: the frame rate */

static const double rates[][2] = {
	{1.0 / 240, 1.0 / 240}, {1.0 / 30, 1.0 / 30}, {1.0 / 60, 1.0 / 60}, {1.0 / 30, 1.0 / 240}};

/* One fish that seeks, or two that align; steps of one length and of another in turns. */
static World *flyAtRate(const double *rate, int seek) {
	cpFlockSettings settings = caseSettingsOff();
	if(seek) {
		settings.seek = rule(0, 100, CP_FLOCK_DIRECTION);
	} else {
		settings.alignment = rule(60, 2, CP_FLOCK_LINEAR);
	}
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(700, 300)));
	cpBodySetAngle(worldAdd(world, 0, cpv(100, 300), cpv(0, 60)), PI / 2);
	if(!seek) worldAdd(world, 0, cpv(130, 300), cpv(60, 0));
	double time = 0;
	for(int i = 0; time < 2 - 1e-9; i++) {
		cpSpaceStep(world->space, rate[i % 2]);
		time += rate[i % 2];
	}
	return world;
}

static void compareRate(const double *rate, int seek) {
	World *fine = flyAtRate(rates[0], seek), *world = flyAtRate(rate, seek);
	for(int i = 0; i < fine->count; i++) {
		cpVect end = cpBodyGetPosition(fine->bodies[i]), heading = cpBodyGetVelocity(fine->bodies[i]);
		double way = cpvdist(end, i ? cpv(130, 300) : cpv(100, 300));
		CHECK_VECT(cpBodyGetPosition(world->bodies[i]), end, 0.02 * way);
		CHECK_NEAR(caseTurn(cpBodyGetVelocity(world->bodies[i]), heading), 0, 2 * PI / 180);
	}
	worldFree(fine);
	worldFree(world);
}

static void case_29_numeric_the_frame_rate_does_not_matter(void **state) {
	(void)state;
	for(int i = 1; i < 4; i++) {
		compareRate(rates[i], 1);
		compareRate(rates[i], 0);
	}
}

/* The turn into the direction of motion is set for the next step, whose length may be another. */
static void case_29_numeric_bodies_look_ahead_at_any_rate(void **state) {
	(void)state;
	for(int i = 0; i < 4; i++) {
		for(int seek = 0; seek < 2; seek++) {
			World *world = flyAtRate(rates[i], seek);
			for(int k = 0; k < world->count; k++) {
				cpVect rotation = cpBodyGetRotation(world->bodies[k]), velocity = cpBodyGetVelocity(world->bodies[k]);
				CHECK_NEAR(caseTurn(rotation, velocity), 0, 0.1);
			}
			worldFree(world);
		}
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_01_numeric_agents_on_the_very_same_point_part),
		cmocka_unit_test(case_01_numeric_species_on_the_very_same_point),
		cmocka_unit_test(case_14_numeric_nan_and_infinity_in_settings),
		cmocka_unit_test(case_14_numeric_nan_and_infinity_in_target_edges_and_step),
		cmocka_unit_test(case_14_numeric_all_weights_zero_go_straight_on),
		cmocka_unit_test(case_15_numeric_radius_zero_and_denormal),
		cmocka_unit_test(case_15_numeric_a_radius_beyond_all_is_refused_or_sees_all),
		cmocka_unit_test(case_16_numeric_negative_weights_reverse_the_rules),
		cmocka_unit_test(case_16_numeric_a_reversed_separation_meets_on_one_point),
		cmocka_unit_test(case_27_numeric_steps_without_and_with_negative_length),
		cmocka_unit_test(case_27_numeric_an_explicit_update_refuses_such_steps),
		cmocka_unit_test(case_27_numeric_a_tiny_step_leaves_no_trace),
		cmocka_unit_test(case_28_numeric_a_step_of_five_seconds),
		cmocka_unit_test(case_29_numeric_the_frame_rate_does_not_matter),
		cmocka_unit_test(case_29_numeric_bodies_look_ahead_at_any_rate),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
