/* SPDX-License-Identifier: MIT
 * cpFlockMeasure(): layouts whose figures are known. */
#include "support.h"

#include <math.h>
#include <string.h>

static World *still(cpFlockBounds bounds) {
	World *world = worldNewDetached();
	cpFlockSettings settings = settingsOff();
	worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetBounds(world->flock, bounds, cpBBNew(0, 0, 800, 600)));
	return world;
}

static cpFlockMetrics measured(const World *world, double linkRadius) {
	cpFlockMetrics metrics;
	memset(&metrics, 0x55, sizeof(metrics));
	CHECK_OK(cpFlockMeasure(world->flock, 0, linkRadius, &metrics));
	return metrics;
}

static void test_nothing_to_measure_is_zero(void **state) {
	(void)state;
	World *world = still(CP_FLOCK_BOUNDS_NONE);
	cpFlockMetrics metrics = measured(world, 60), zero;
	memset(&zero, 0, sizeof(zero));
	CHECK(metrics.bodies == 0 && metrics.groups == 0 && metrics.largestGroup == 0);
	CHECK(metrics.polarization == 0 && metrics.rotation == 0 && metrics.meanSpeed == 0 && metrics.minNearest == 0);
	CHECK_VECT(metrics.largestHeading, cpvzero, 0);
	CHECK_VECT(metrics.largestCenter, cpvzero, 0);

	worldAdd(world, 0, cpv(10, 20), cpvzero); /* one body at rest has no neighbor and no direction */
	metrics = measured(world, 60);
	CHECK(metrics.bodies == 1 && metrics.groups == 1 && metrics.largestGroup == 1);
	CHECK(metrics.polarization == 0 && metrics.minNearest == 0 && metrics.meanNearest == 0);
	CHECK_VECT(metrics.largestCenter, cpv(10, 20), 1e-9);
	worldFree(world);
}

static void test_speeds_and_polarization(void **state) {
	(void)state;
	World *world = still(CP_FLOCK_BOUNDS_NONE);
	worldAdd(world, 0, cpv(0, 0), cpv(10, 0));
	worldAdd(world, 0, cpv(30, 0), cpv(0, 30));
	worldAdd(world, 0, cpv(0, 40), cpv(0, 0)); /* at rest: counts as zero */
	worldAdd(world, 0, cpv(500, 0), cpv(20, 0));
	cpFlockMetrics metrics = measured(world, 45);
	CHECK(metrics.bodies == 4);
	CHECK_NEAR(metrics.polarization, hypot(2, 1) / 4, 1e-12);
	CHECK_NEAR(metrics.minSpeed, 0, 1e-12);
	CHECK_NEAR(metrics.maxSpeed, 30, 1e-12);
	CHECK_NEAR(metrics.meanSpeed, 15, 1e-12);
	CHECK_NEAR(metrics.minNearest, 30, 1e-9);
	CHECK_NEAR(metrics.meanNearest, (30 + 30 + 40) / 3.0, 1e-9); /* the fourth is farther than the link radius */
	CHECK(metrics.groups == 2 && metrics.largestGroup == 3);
	CHECK_VECT(metrics.largestHeading, cpv(1.0 / 3, 1.0 / 3), 1e-12);
	CHECK_VECT(metrics.largestCenter, cpv(10, 40.0 / 3), 1e-9);
	worldFree(world);
}

/* Squares of such speeds and distances have few digits left, or none. */
static void test_bodies_that_hardly_move_are_at_rest(void **state) {
	(void)state;
	World *world = still(CP_FLOCK_BOUNDS_NONE);
	for(int i = 0; i < 3; i++) {
		worldAddBare(world, 0, cpv((cpFloat)1e-162 * i, 2e-162), cpv(3e-162, (cpFloat)1e-162 * i));
	}
	cpFlockMetrics metrics = measured(world, 10);
	CHECK_NEAR(metrics.polarization, 0, 0);
	CHECK_NEAR(metrics.rotation, 0, 0);
	CHECK_VECT(metrics.largestHeading, cpvzero, 0);
	worldFree(world);
}

static void test_bodies_on_a_circle_rotate(void **state) {
	(void)state;
	World *world = still(CP_FLOCK_BOUNDS_NONE);
	for(int i = 0; i < 24; i++) {
		cpVect out = cpvforangle(2 * PI * i / 24);
		worldAdd(world, 0, cpvadd(cpv(300, 200), cpvmult(out, 100)), cpvmult(cpvperp(out), 50));
	}
	cpFlockMetrics metrics = measured(world, 60);
	CHECK(metrics.groups == 1 && metrics.largestGroup == 24);
	CHECK_NEAR(metrics.rotation, 1, 1e-6);
	CHECK_NEAR(metrics.polarization, 0, 1e-9);
	CHECK_VECT(metrics.largestCenter, cpv(300, 200), 1e-6);
	for(int i = 0; i < 24; i += 2) cpBodySetVelocity(world->bodies[i], cpvneg(cpBodyGetVelocity(world->bodies[i])));
	CHECK_NEAR(measured(world, 60).rotation, 0, 1e-6);
	worldFree(world);
}

static void test_groups_are_linked_through_others_and_over_the_seam(void **state) {
	(void)state;
	for(int torus = 0; torus < 2; torus++) {
		World *world = still(torus ? CP_FLOCK_BOUNDS_PERIODIC : CP_FLOCK_BOUNDS_NONE);
		for(int i = 0; i < 5; i++) worldAdd(world, 0, cpv(700 + 24 * i, 10), cpv(0, 10)); /* 700 to 796 */
		worldAdd(world, 0, cpv(12, 590), cpv(0, 10)); /* over the corner: 16 and 20 px */
		worldAdd(world, 0, cpv(300, 300), cpv(0, 10));
		cpFlockMetrics metrics = measured(world, 30);
		CHECK(metrics.groups == (torus ? 2 : 3) && metrics.largestGroup == (torus ? 6 : 5));
		CHECK_NEAR(metrics.minNearest, 24, 1e-9);
		if(torus) {
			cpVect center = metrics.largestCenter;
			CHECK_VECT(
				cpFlockDelta(world->flock, cpv((700 + 724 + 748 + 772 + 796 + 812) / 6.0, (50 - 10) / 6.0), center),
				cpvzero, 1e-6);
			CHECK(center.x >= 0 && center.x < 800 && center.y >= 0 && center.y < 600);
		}
		worldFree(world);
	}
}

static void test_of_equal_groups_the_one_that_joined_first(void **state) {
	(void)state;
	for(int order = 0; order < 2; order++) {
		World *world = still(CP_FLOCK_BOUNDS_NONE);
		for(int i = 0; i < 6; i++) {
			int side = (i + order) % 2;
			worldAdd(world, 0, cpv(side ? 500 : 0, 10 * i), cpv(side ? 10 : -10, 0));
		}
		cpFlockMetrics metrics = measured(world, 30);
		CHECK(metrics.groups == 2 && metrics.largestGroup == 3);
		CHECK_NEAR(metrics.largestHeading.x, order ? 1 : -1, 1e-12);
		worldFree(world);
	}
}

/* Against counting every pair. */
static void test_random_layouts(void **state) {
	(void)state;
	enum { COUNT = 200 };
	for(int torus = 0; torus < 2; torus++) {
		World *world = still(torus ? CP_FLOCK_BOUNDS_PERIODIC : CP_FLOCK_BOUNDS_NONE);
		uint64_t seed = 31;
		for(int i = 0; i < COUNT; i++) {
			cpVect position = randomPoint(&seed, cpBBNew(0, 0, 800, 600));
			worldAdd(world, 0, position, randomVect(&seed, -9, 9));
		}
		int group[COUNT], groups = COUNT, largest = 0, near = 0;
		double sum = 0, least = INFINITY;
		for(int i = 0; i < COUNT; i++) group[i] = i;
		for(int i = 0; i < COUNT; i++) {
			double nearest = INFINITY;
			for(int j = 0; j < COUNT; j++) {
				if(j == i) continue;
				cpVect a = cpBodyGetPosition(world->bodies[i]), b = cpBodyGetPosition(world->bodies[j]);
				double d = cpvlength(cpFlockDelta(world->flock, a, b));
				nearest = fmin(nearest, d);
				if(d > 40 || group[i] == group[j]) continue;
				groups--;
				int gone = group[j];
				for(int k = 0; k < COUNT; k++) group[k] = group[k] == gone ? group[i] : group[k];
			}
			least = fmin(least, nearest);
			if(nearest <= 40) {
				sum += nearest;
				near++;
			}
		}
		for(int i = 0; i < COUNT; i++) {
			int size = 0;
			for(int k = 0; k < COUNT; k++) size += group[k] == i;
			if(size > largest) largest = size;
		}
		cpFlockMetrics metrics = measured(world, 40);
		CHECK(metrics.bodies == COUNT && metrics.groups == groups && metrics.largestGroup == largest);
		CHECK_NEAR(metrics.minNearest, least, 1e-9);
		CHECK_NEAR(metrics.meanNearest, sum / near, 1e-9);
		worldFree(world);
	}
}

static void test_measuring_changes_nothing(void **state) {
	(void)state;
	World *worlds[2];
	for(int w = 0; w < 2; w++) {
		worlds[w] = worldNew();
		cpFlockSettings settings = cpFlockSettingsDefault();
		cpFlockSpecies species = worldSpecies(worlds[w], &settings);
		uint64_t seed = 3;
		for(int i = 0; i < 60; i++) {
			cpVect position = randomVect(&seed, 0, 200);
			worldAdd(worlds[w], species, position, randomVect(&seed, -50, 50));
		}
		for(int step = 0; step < 30; step++) {
			worldStep(worlds[w], 1);
			if(w) measured(worlds[w], 20 + step);
		}
	}
	CHECK(worldHash(worlds[0]) == worldHash(worlds[1]));
	for(int w = 0; w < 2; w++) worldFree(worlds[w]);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_to_measure_is_zero),
		cmocka_unit_test(test_speeds_and_polarization),
		cmocka_unit_test(test_bodies_that_hardly_move_are_at_rest),
		cmocka_unit_test(test_bodies_on_a_circle_rotate),
		cmocka_unit_test(test_groups_are_linked_through_others_and_over_the_seam),
		cmocka_unit_test(test_of_equal_groups_the_one_that_joined_first),
		cmocka_unit_test(test_random_layouts),
		cmocka_unit_test(test_measuring_changes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
