/* SPDX-License-Identifier: MIT
 * Members fall asleep as other bodies do, and what wakes them wakes nobody else. */
#include "support.h"

enum { FISH = 12 };

/* A school that comes to rest: it keeps its distance, holds together, and water slows it. */
static cpFlockSettings resting(void) {
	cpFlockSettings settings = cpFlockSettingsDefault();
	settings.damping = 0.05;
	settings.evasion = rule(200, 600, CP_FLOCK_LINEAR);
	return settings;
}

static World *pond(void) {
	World *world = worldNew();
	cpSpaceSetSleepTimeThreshold(world->space, 0.4);
	cpSpaceSetIdleSpeedThreshold(world->space, 6);
	cpFlockSettings settings = resting();
	cpFlockSpecies fish = worldSpecies(world, &settings), pike = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetRelation(world->flock, fish, pike, CP_FLOCK_RELATION_EVADE));
	uint64_t random = 5;
	for(int i = 0; i < FISH; i++) {
		cpVect at = cpvadd(cpv(300, 300), randomVect(&random, -40, 40));
		worldAdd(world, fish, at, randomVect(&random, -30, 30));
	}
	return world;
}

/* A crate of the game in the same space, asleep, that touches nobody. */
static cpBody *sleepingCrate(World *world) {
	cpBody *crate = cpSpaceAddBody(world->space, cpBodyNew(1, 100));
	cpSpaceAddShape(world->space, cpBoxShapeNew(crate, 20, 20, 0));
	cpBodySetPosition(crate, cpv(300, 420));
	cpBodySleep(crate);
	return crate;
}

static int sleepers(const World *world) {
	int count = 0;
	for(int i = 0; i < FISH; i++) count += cpBodyIsSleeping(world->bodies[i]) ? 1 : 0;
	return count;
}

static World *sleepingPond(void) {
	World *world = pond();
	worldStep(world, 900);
	CHECK(sleepers(world) == FISH);
	return world;
}

static void test_a_school_at_rest_sleeps_and_stays_asleep(void **state) {
	(void)state;
	World *world = sleepingPond();
	cpVect before = cpBodyGetPosition(world->bodies[0]);
	worldStep(world, 300);
	CHECK(sleepers(world) == FISH);
	CHECK_VECT(cpBodyGetPosition(world->bodies[0]), before, 0);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.updates == 1200 && stats.steered == FISH);
	worldFree(world);
}

static void test_a_neighbor_that_comes_too_near_wakes_only_those_it_pushes(void **state) {
	(void)state;
	World *world = sleepingPond();
	cpBody *crate = sleepingCrate(world);
	cpVect edge = cpBodyGetPosition(world->bodies[0]);
	int nearest = 0;
	for(int i = 0; i < FISH; i++) {
		if(cpBodyGetPosition(world->bodies[i]).x > edge.x) {
			edge = cpBodyGetPosition(world->bodies[i]);
			nearest = i;
		}
	}
	worldAdd(world, 0, cpvadd(edge, cpv(8, 0)), cpvzero);
	worldStep(world, 4);
	CHECK(!cpBodyIsSleeping(world->bodies[nearest]));
	CHECK(cpBodyIsSleeping(crate));
	supportFreeBody(crate);
	worldFree(world);
}

static void test_a_predator_wakes_the_school(void **state) {
	(void)state;
	World *world = sleepingPond();
	cpBody *crate = sleepingCrate(world);
	worldAdd(world, 1, cpv(230, 300), cpv(60, 0));
	worldStep(world, 4);
	CHECK(sleepers(world) == 0);
	CHECK(cpBodyIsSleeping(crate));
	supportFreeBody(crate);
	worldFree(world);
}

static void test_a_goal_wakes_the_school(void **state) {
	(void)state;
	World *world = sleepingPond();
	cpBody *crate = sleepingCrate(world);
	cpFlockSettings settings = resting();
	settings.seek = rule(60, 1, CP_FLOCK_STEER);
	CHECK_OK(cpFlockSetSettings(world->flock, 0, &settings));
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(700, 300)));
	worldStep(world, 4);
	CHECK(sleepers(world) == 0);
	CHECK(cpBodyIsSleeping(crate));
	supportFreeBody(crate);
	worldFree(world);
}

/* The forces that are left out are those too weak to matter: a school that flies is steered as without sleeping. */
static void test_a_school_that_moves_is_steered_as_ever(void **state) {
	(void)state;
	World *plain = pond(), *sleepy = pond();
	cpSpaceSetSleepTimeThreshold(plain->space, INFINITY);
	for(int w = 0; w < 2; w++) {
		World *world = w == 0 ? plain : sleepy;
		cpFlockSettings settings = resting();
		settings.minSpeed = 40;
		CHECK_OK(cpFlockSetSettings(world->flock, 0, &settings));
		worldStep(world, 200);
	}
	for(int i = 0; i < FISH; i++) {
		CHECK_VECT(cpBodyGetPosition(plain->bodies[i]), cpBodyGetPosition(sleepy->bodies[i]), 0);
	}
	worldFree(plain);
	worldFree(sleepy);
}

/* Two that fell asleep together, faster than is allowed now; one is beyond the edge. Moving it wakes the other, too. */
static void test_who_is_woken_by_the_edge_keeps_the_limit(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = settingsOff();
	settings.maxSpeed = 50;
	cpFlockSpecies fish = worldSpecies(world, &settings);
	cpSpaceSetSleepTimeThreshold(world->space, 0.4);
	cpSpaceSetIdleSpeedThreshold(world->space, 1e6); /* nothing that the flock wants is worth waking anybody */
	for(int i = 0; i < 2; i++) worldAdd(world, fish, cpv(200 + 250 * i, 100), cpv(100, 0));
	cpBodySleep(world->bodies[0]);
	cpBodySleepWithGroup(world->bodies[1], world->bodies[0]);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, 400, 400)));
	worldStep(world, 1);
	CHECK_VECT(cpBodyGetPosition(world->bodies[1]), cpv(50, 100), 1e-4);
	for(int i = 0; i < 2; i++) {
		CHECK(!cpBodyIsSleeping(world->bodies[i]));
		CHECK_VECT(cpBodyGetVelocity(world->bodies[i]), cpv(50, 0), 1e-4);
	}
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_school_at_rest_sleeps_and_stays_asleep),
		cmocka_unit_test(test_a_neighbor_that_comes_too_near_wakes_only_those_it_pushes),
		cmocka_unit_test(test_a_predator_wakes_the_school),
		cmocka_unit_test(test_a_goal_wakes_the_school),
		cmocka_unit_test(test_a_school_that_moves_is_steered_as_ever),
		cmocka_unit_test(test_who_is_woken_by_the_edge_keeps_the_limit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
