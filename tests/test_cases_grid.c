/* SPDX-License-Identifier: MIT
 * Numbered cases of the kind "grid": the neighbor search against brute force, far away, crowded and in one point. */
#include "cases.h"
#include "twin.h"

#include <math.h>
#include <pthread.h>
#include <unistd.h>

static const struct {
	cpFlockKernel kernel;
	double tolerance;
} kernels[] = {{CP_FLOCK_KERNEL_REFERENCE, 1e-9}, {CP_FLOCK_KERNEL_FAST, 1e-5}};

static const cpFlockResponse responses[] = {CP_FLOCK_LINEAR, CP_FLOCK_DIRECTION, CP_FLOCK_STEER};

/* ---------------------------------------------------------------- 10: negative coordinates */

enum { SEPARATION, ALIGNMENT, COHESION, EVASION, PURSUIT, ALONE };

static cpFlockSettings onlyRule(int which, double radius, cpFlockResponse response) {
	cpFlockSettings settings = settingsOff();
	cpFlockRule *rules[] = {
		&settings.separation, &settings.alignment, &settings.cohesion, &settings.evasion, &settings.pursuit};
	*rules[which] = rule(radius, 100, response);
	settings.maxForce = CP_FLOCK_UNLIMITED;
	return settings;
}

/* A detached world whose bodies look at their own kind by one rule. */
static World *aloneWorld(int which, double radius, cpFlockResponse response) {
	World *world = worldNewDetached();
	cpFlockSettings settings = onlyRule(which, radius, response);
	cpFlockSpecies species = worldSpecies(world, &settings);
	if(which == EVASION) CHECK_OK(cpFlockSetRelation(world->flock, species, species, CP_FLOCK_RELATION_EVADE));
	if(which == PURSUIT) CHECK_OK(cpFlockSetRelation(world->flock, species, species, CP_FLOCK_RELATION_PURSUE));
	return world;
}

static void scatterBare(World *world, int count, cpBB bb, uint64_t seed) {
	for(int i = 0; i < count; i++) {
		cpVect position = randomPoint(&seed, bb);
		worldAddBare(world, 0, position, randomVect(&seed, -90, 90));
	}
}

static void case_10_grid_each_rule_alone_round_the_origin(void **state) {
	(void)state;
	for(int which = 0; which < ALONE; which++) {
		World *world = aloneWorld(which, 37, responses[which % 3]);
		scatterBare(world, 500, cpBBNew(-300, -300, 300, 300), 10);
		for(int k = 0; k < 2; k++) {
			CHECK(twinCompare(world, kernels[k].kernel, kernels[k].tolerance) <= world->count / 5);
		}
		worldFree(world);
	}
}

static void case_10_grid_the_pair_on_both_sides_of_zero(void **state) {
	(void)state;
	for(int k = 0; k < 2; k++) {
		for(int axis = 0; axis < 3; axis++) {
			cpVect way = axis == 0 ? cpv(1, 0) : axis == 1 ? cpv(0, 1) : cpv(0.6, 0.8);
			World *world = aloneWorld(COHESION, 0.6, CP_FLOCK_LINEAR);
			CHECK_OK(cpFlockSetKernel(world->flock, kernels[k].kernel));
			worldAddBare(world, 0, cpvmult(way, -0.3), cpvzero);
			worldAddBare(world, 0, cpvmult(way, 0.2), cpvzero);
			worldRecord(world);
			for(int i = 0; i < 2; i++) {
				cpFlockSteering steering = steeringOf(world, world->bodies[i]);
				CHECK(steering.neighbors == 1);
				CHECK_VECT(steering.cohesion, cpvmult(way, i ? -50 : 50), 50 * kernels[k].tolerance);
			}
			worldFree(world);
		}
	}
}

/* The shift is a whole number, so that the positions lose less than 2e-12 px; the rules are continuous. */
static void case_10_grid_a_shifted_world_steers_alike(void **state) {
	(void)state;
	if(!IN_DOUBLES) skip(); /* a shifted float has lost more than what is compared */
	for(int which = SEPARATION; which <= COHESION; which++) {
		World *worlds[2];
		for(int w = 0; w < 2; w++) {
			worlds[w] = aloneWorld(which, 37, CP_FLOCK_LINEAR);
			CHECK_OK(cpFlockSetKernel(worlds[w]->flock, CP_FLOCK_KERNEL_REFERENCE));
			scatterBare(worlds[w], 500, cpBBNew(-300, -300, 300, 300), 10);
		}
		for(int i = 0; i < 500; i++) {
			cpBody *body = worlds[1]->bodies[i];
			cpBodySetPosition(body, cpvadd(cpBodyGetPosition(body), cpv(-10000, 7000)));
		}
		for(int w = 0; w < 2; w++) worldRecord(worlds[w]);
		for(int i = 0; i < 500; i++) {
			cpVect here = steeringOf(worlds[0], worlds[0]->bodies[i]).total;
			CHECK_VECT(steeringOf(worlds[1], worlds[1]->bodies[i]).total, here, 1e-6 * fmax(1, cpvlength(here)));
		}
		for(int w = 0; w < 2; w++) worldFree(worlds[w]);
	}
}

/* ---------------------------------------------------------------- 12: far away, at every power of ten */

static void case_12_grid_one_fish_at_any_distance(void **state) {
	(void)state;
	for(double far = 1e3; far < (IN_DOUBLES ? 1e308 : 1e38); far *= 1e17) {
		for(int corner = 0; corner < 4; corner++) {
			World *plain = aloneWorld(SEPARATION, 60, CP_FLOCK_LINEAR),
				  *world = aloneWorld(SEPARATION, 60, CP_FLOCK_LINEAR);
			scatterBare(plain, 100, cpBBNew(-100, -100, 100, 100), 21);
			scatterBare(world, 100, cpBBNew(-100, -100, 100, 100), 21);
			cpBody *lost = worldAddBare(world, 0, cpv(corner & 1 ? far : -far, corner & 2 ? far : 0), cpv(3, 4));
			worldRecord(plain);
			for(int i = 0; i < 10; i++) worldRecord(world);
			for(int i = 0; i < 100; i++) {
				cpFlockSteering expected = steeringOf(plain, plain->bodies[i]);
				CHECK_VECT(steeringOf(world, world->bodies[i]).total, expected.total, 1e-5 * cpvlength(expected.total));
			}
			CHECK_VECT(steeringOf(world, lost).total, cpvzero, 0);
			CHECK_VECT(cpBodyGetVelocity(lost), cpv(3, 4), 0);
			worldFree(plain);
			worldFree(world);
		}
	}
}

/* ---------------------------------------------------------------- 13: ten thousand in one cell */

enum { CROWD = 10000 };

typedef struct Crowd {
	cpBool onePoint;
} Crowd;

static size_t memoryOf(const World *world) {
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	return stats.memory;
}

/* Updates without a step. Forces of the update are what a step would integrate. */
static void *crowdedUpdates(void *data) {
	const Crowd *crowd = data;
	cpFlockSettings settings = caseSettings();
	World *world = worldNewDetached();
	cpFlockSpecies species = worldSpecies(world, &settings);
	uint64_t random = 13;
	for(int i = 0; i < CROWD; i++) {
		cpVect position = crowd->onePoint ? cpv(25, 25) : randomVect(&random, 0, 50);
		worldAddBare(world, species, position, cpv(10, 0));
	}
	for(int i = 0; i < UPDATES; i++) worldUpdate(world);
	CHECK(memoryOf(world) < 20u << 20);
	int pushed = 0;
	for(int i = 0; i < CROWD; i++) {
		cpVect force = cpBodyGetForce(world->bodies[i]);
		CHECK(isfinite(force.x) && isfinite(force.y));
		pushed += cpvlength(force) > 0;
	}
	CHECK(pushed > CROWD * 9 / 10);
	worldFree(world);
	return NULL;
}

/* A thread whose stack would not hold a recursion as deep as the crowd is large. */
static void onSmallStack(void *data) {
	pthread_attr_t attributes;
	pthread_t thread;
	CHECK(pthread_attr_init(&attributes) == 0);
	CHECK(pthread_attr_setstacksize(&attributes, 256 * 1024) == 0);
	alarm(240); /* a watchdog against an endless loop, not a measure */
	CHECK(pthread_create(&thread, &attributes, crowdedUpdates, data) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
	CHECK(pthread_attr_destroy(&attributes) == 0);
}

static void case_13_grid_ten_thousand_fish_in_one_cell(void **state) {
	(void)state;
	Crowd crowd = {cpFalse};
	CHECK_CHILD(onSmallStack, &crowd);
}

static void case_13_grid_ten_thousand_fish_on_one_point(void **state) {
	(void)state;
	Crowd crowd = {cpTrue};
	CHECK_CHILD(onSmallStack, &crowd);
}

/* Memory grows as the number does, not as the pairs. */
static void case_13_grid_memory_grows_with_the_number_only(void **state) {
	(void)state;
	size_t used[2];
	for(int large = 0; large < 2; large++) {
		World *world = aloneWorld(COHESION, 60, CP_FLOCK_LINEAR);
		scatterBare(world, large ? 4000 : 1000, cpBBNew(0, 0, 50, 50), 3);
		worldUpdate(world);
		used[large] = memoryOf(world);
		worldFree(world);
	}
	CHECK(used[1] < 6 * used[0]); /* arrays may have grown by doubling */
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_10_grid_each_rule_alone_round_the_origin),
		cmocka_unit_test(case_10_grid_the_pair_on_both_sides_of_zero),
		cmocka_unit_test(case_10_grid_a_shifted_world_steers_alike),
		cmocka_unit_test(case_12_grid_one_fish_at_any_distance),
		cmocka_unit_test(case_13_grid_ten_thousand_fish_in_one_cell),
		cmocka_unit_test(case_13_grid_ten_thousand_fish_on_one_point),
		cmocka_unit_test(case_13_grid_memory_grows_with_the_number_only),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
