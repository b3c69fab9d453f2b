/* SPDX-License-Identifier: MIT
 * The edges of what makes the flock fast: crowds in one point, waking from threads, idle times that nobody sets back, radii
 * that are small beside another. */
#include "own_threads.h"
#include "rich.h"

#include <math.h>

/* ---------------------------------------------------------------- crowded cells */

/* More than a thousand bodies on exactly one point, not a whole number: the mean of a cluster is rounded,
 * and where all bodies of the world are in one point the kernel's units are finer than that error. */
static void checkOnePoint(cpFlockCoincidence coincidence) {
	enum { COUNT = 1100 };
	World *world = worldNewDetached();
	cpFlockSettings settings = cpFlockSettingsDefault();
	settings.coincidence = coincidence;
	settings.maxForce = CP_FLOCK_UNLIMITED;
	cpFlockSpecies species = worldSpecies(world, &settings);
	for(int i = 0; i < COUNT; i++) worldAddBare(world, species, cpv(12.3, -7.7), cpv(i % 7, 3));
	int counted = coincidence == CP_FLOCK_COINCIDENCE_COUNT ? COUNT - 1 : 0;
	/* As COUNT - 1 neighbors at the distance of a body radius. */
	double parting = coincidence == CP_FLOCK_COINCIDENCE_PART ? 3000.0 / 5 * (COUNT - 1) : 0;
	for(int k = 1; k >= 0; k--) {
		CHECK_OK(cpFlockSetKernel(world->flock, (cpFlockKernel)k));
		worldRecord(world);
		cpFlockSteering steering = steeringOf(world, world->bodies[3]);
		CHECK(steering.neighbors == counted);
		CHECK_NEAR(cpvlength(steering.separation), parting, 1e-3 * parting);
	}
	worldFree(world);
}

static void test_a_crowd_on_one_point_parts(void **state) {
	(void)state;
	checkOnePoint(CP_FLOCK_COINCIDENCE_PART);
}

static void test_a_crowd_on_one_point_is_ignored(void **state) {
	(void)state;
	checkOnePoint(CP_FLOCK_COINCIDENCE_IGNORE);
}

static void test_a_crowd_on_one_point_is_counted(void **state) {
	(void)state;
	checkOnePoint(CP_FLOCK_COINCIDENCE_COUNT);
}

/* ---------------------------------------------------------------- threads */

/* Many sleepers, then nothing may fall asleep any more, then all are steered: their setters are called on
 * all threads at once, and waking pushes bodies onto lists of the space. */
static void wakeAll(void *data) {
	enum { COUNT = 8000 };
	World *world = worldNew();
	cpFlockSettings settings = settingsOff();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpSpaceSetSleepTimeThreshold(world->space, (cpFloat)0.1);
	cpSpaceSetIdleSpeedThreshold(world->space, 2);
	for(int i = 0; i < COUNT; i++) worldAddBare(world, species, cpv(40 * (i % 90), 40 * (i / 90)), cpvzero);
	worldStep(world, 10);
	CHECK(richCountAsleep(world) == COUNT);
	cpSpaceSetSleepTimeThreshold(world->space, (cpFloat)INFINITY);
	settings.seek = rule(10, 300, CP_FLOCK_DIRECTION);
	CHECK_OK(cpFlockSetSettings(world->flock, species, &settings));
	CHECK_OK(cpFlockSetTarget(world->flock, species, cpv(1001, 1001)));
	CHECK_OK(cpFlockSetParallelFor(world->flock, runEachOnItsOwn, data));
	worldStep(world, 3);
	for(int i = 0; i < COUNT; i++) CHECK(cpvlength(cpBodyGetVelocity(world->bodies[i])) > 1);
	worldFree(world);
}

static void test_sleepers_are_waked_one_after_the_other(void **state) {
	(void)state;
	for(int i = 0; i < 3; i++) CHECK_CHILD(wakeAll, NULL);
}

typedef struct Asked {
	cpFlock *flock;
	int loops, refused;
} Asked;

static void askInside(cpFlockTaskFunc func, void *task, int count, void *data) {
	Asked *asked = data;
	asked->refused += cpFlockSetParallelFor(asked->flock, askInside, data) == CP_FLOCK_ERROR_UPDATING;
	asked->loops++;
	for(int i = 0; i < count; i++) func(task, i);
}

/* Nor the one that limits speeds and turns bodies after the solver. */
static void test_no_loop_is_replaced_while_it_runs(void **state) {
	(void)state;
	World *world = richNew(NULL, 30, CP_FLOCK_BOUNDS_NONE);
	Asked asked = {world->flock, 0, 0};
	CHECK_OK(cpFlockSetParallelFor(world->flock, askInside, &asked));
	worldStep(world, 1);
	CHECK(asked.refused == asked.loops);
	worldFree(world);
}

/* ---------------------------------------------------------------- direct access */

/* A body that rested for a while before sleeping was switched off, was steered, and came to rest by the
 * space's damping: the calls have set its idle time back, direct writing has not, so that it sleeps too early. */
static int stepsUntilAsleep(cpBool publicCallsOnly) {
	World *world = worldNewDetached();
	cpFlockOptions options = cpFlockOptionsDefault();
	options.publicCallsOnly = publicCallsOnly;
	cpFlockFree(world->flock);
	CHECK_OK(cpFlockCreate(world->space, &options, &world->flock));
	cpFlockSettings settings = settingsOff();
	settings.seek = rule(1, 100, CP_FLOCK_DIRECTION);
	cpBody *body = worldAddBare(world, worldSpecies(world, &settings), cpvzero, cpvzero);
	cpSpaceSetDamping(world->space, (cpFloat)1e-6);
	cpSpaceSetIdleSpeedThreshold(world->space, 1);
	cpSpaceSetSleepTimeThreshold(world->space, (cpFloat)0.5);
	worldStep(world, 25);
	CHECK(!cpBodyIsSleeping(body));
	cpSpaceSetSleepTimeThreshold(world->space, (cpFloat)INFINITY);
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(100, 0)));
	worldStep(world, 20);
	CHECK_OK(cpFlockClearTarget(world->flock, 0));
	worldStep(world, 60);
	cpSpaceSetSleepTimeThreshold(world->space, (cpFloat)0.5);
	int steps = 0;
	for(; steps < 100 && !cpBodyIsSleeping(body); steps++) worldStep(world, 1);
	worldFree(world);
	return steps;
}

static void test_steering_keeps_a_body_awake_as_long_either_way(void **state) {
	(void)state;
	int called = stepsUntilAsleep(cpTrue), direct = stepsUntilAsleep(cpFalse);
	CHECK(direct == called);
}

/* ---------------------------------------------------------------- whole numbers */

/* The units are those of the species that sees farthest, or of whom nobody looks at: 64 px. */
static void checkBeside(double reach, double otherReach) {
	World *world = worldNewDetached();
	cpFlockSettings near = settingsOff(), far = settingsOff();
	near.separation = rule(reach, 1, CP_FLOCK_LINEAR);
	far.separation = rule(otherReach, otherReach > 0, CP_FLOCK_LINEAR);
	worldSpecies(world, &near);
	worldSpecies(world, &far);
	worldAddBare(world, 0, cpvzero, cpvzero);
	worldAddBare(world, 0, cpv(0.3 * reach, 0.4 * reach), cpvzero);
	for(int i = 0; i < 4; i++) worldAddBare(world, i == 3, cpv(1e6, 400 * (otherReach + reach) * (i - 2)), cpvzero);
	cpVect found[2];
	for(int k = 0; k < 2; k++) {
		CHECK_OK(cpFlockSetKernel(world->flock, (cpFlockKernel)k));
		worldRecord(world);
		found[k] = steeringOf(world, world->bodies[0]).separation;
	}
	CHECK_VECT(found[0], found[1], 1e-5 * cpvlength(found[1]));
	worldFree(world);
}

static void test_a_short_reach_beside_a_long_one(void **state) {
	(void)state;
	checkBeside(5, 1e5);
}

static void test_a_tiny_reach_beside_a_species_that_nobody_sees(void **state) {
	(void)state;
	checkBeside(0.01, 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_crowd_on_one_point_parts),
		cmocka_unit_test(test_a_crowd_on_one_point_is_ignored),
		cmocka_unit_test(test_a_crowd_on_one_point_is_counted),
		cmocka_unit_test(test_sleepers_are_waked_one_after_the_other),
		cmocka_unit_test(test_no_loop_is_replaced_while_it_runs),
		cmocka_unit_test(test_steering_keeps_a_body_awake_as_long_either_way),
		cmocka_unit_test(test_a_short_reach_beside_a_long_one),
		cmocka_unit_test(test_a_tiny_reach_beside_a_species_that_nobody_sees),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
