/* SPDX-License-Identifier: MIT
 * Both kernels against the brute-force twin, over many layouts. */
#include "twin.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
	cpFlockKernel kernel;
	double tolerance;
} kernels[] = {{CP_FLOCK_KERNEL_REFERENCE, 1e-9}, {CP_FLOCK_KERNEL_FAST, 1e-5}};

/* Settings whose rules have radii of their own. */
static cpFlockSettings mixed(double radius, cpFlockResponse response) {
	cpFlockSettings settings = settingsOff();
	settings.separation = rule(0.4 * radius, response == CP_FLOCK_LINEAR ? 3000 : 1.5, response);
	settings.alignment = rule(radius, response == CP_FLOCK_LINEAR ? 2 : 1, response);
	settings.cohesion = rule(0.8 * radius, 1.2, response);
	settings.evasion = rule(1.5 * radius, 300, response);
	settings.pursuit = rule(2 * radius, 200, response);
	settings.maxForce = CP_FLOCK_UNLIMITED;
	return settings;
}

static void scatter(World *world, cpFlockSpecies species, int count, cpBB bb, uint64_t seed) {
	for(int i = 0; i < count; i++) {
		cpVect position = randomPoint(&seed, bb);
		worldAddBare(world, species, position, randomVect(&seed, -90, 90));
	}
}

/* Compares with both kernels; close calls of single precision must be few. */
static void compareBoth(World *world) {
	for(int k = 0; k < 2; k++) {
		int close = twinCompare(world, kernels[k].kernel, kernels[k].tolerance);
		CHECK(close <= world->count / 5);
	}
}

static void compareLayout(double radius, cpBB bb, int count, const cpBB *torus, double view) {
	for(int response = 0; response < 3; response++) {
		World *world = worldNewDetached();
		cpFlockSettings settings = mixed(radius, (cpFlockResponse)response);
		settings.fieldOfView = view;
		cpFlockSpecies species = worldSpecies(world, &settings);
		if(torus) CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, *torus));
		scatter(world, species, count, bb, 17 + (uint64_t)response);
		compareBoth(world);
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- layouts */

static void test_round_the_origin(void **state) {
	(void)state;
	compareLayout(37, cpBBNew(-300, -300, 300, 300), 500, NULL, 2 * PI);
	compareLayout(5, cpBBNew(-300, -300, 300, 300), 500, NULL, 2 * PI);
	compareLayout(700, cpBBNew(-300, -300, 300, 300), 150, NULL, 2 * PI);
	compareLayout(1e6, cpBBNew(-300, -300, 300, 300), 100, NULL, 2 * PI);
}

static void test_radii_beyond_every_distance(void **state) {
	(void)state;
	compareLayout(1e15, cpBBNew(-300, -300, 300, 300), 60, NULL, 2 * PI);
	compareLayout(CP_FLOCK_UNLIMITED / 2, cpBBNew(-300, -300, 300, 300), 60, NULL, 2 * PI);
}

static void test_all_in_one_cell(void **state) {
	(void)state;
	compareLayout(60, cpBBNew(10, 10, 60, 60), 700, NULL, 2 * PI);
}

static void test_far_from_the_origin(void **state) {
	(void)state;
	compareLayout(60, cpBBNew(-10300, 6700, -9700, 7300), 400, NULL, 2 * PI);
	compareLayout(60, cpBBNew(1e6, -1e6, 1e6 + 600, -1e6 + 600), 400, NULL, 2 * PI);
}

static void test_in_a_long_thin_world(void **state) {
	(void)state;
	compareLayout(60, cpBBNew(-20000, 0, 20000, 30), 600, NULL, 2 * PI);
	compareLayout(60, cpBBNew(0, -20000, 30, 20000), 600, NULL, 2 * PI);
}

static void test_on_a_torus(void **state) {
	(void)state;
	cpBB torus = cpBBNew(-400, -100, 400, 500);
	compareLayout(60, torus, 400, &torus, 2 * PI);
	compareLayout(37, torus, 400, &torus, 2 * PI);
	torus = cpBBNew(0, 0, 611, 397); /* not a whole number of cells */
	compareLayout(60, torus, 300, &torus, 2 * PI);
	compareLayout(199, torus, 300, &torus, 2 * PI);
}

/* Few bodies of a row are far apart: what they look at together is wider than the world, and no body may come twice. */
static void test_few_bodies_on_a_small_torus(void **state) {
	(void)state;
	static const double widths[] = {190, 230, 300, 420};
	static const int counts[] = {6, 12, 25, 50};
	for(int w = 0; w < 4; w++) {
		cpBB torus = cpBBNew(-7, 3, -7 + widths[w], 3 + widths[3 - w]);
		for(int c = 0; c < 4; c++) compareLayout(60, torus, counts[c], &torus, 2 * PI);
	}
}

static void test_on_a_torus_smaller_than_the_radius(void **state) {
	(void)state;
	cpBB torus = cpBBNew(0, 0, 600, 400);
	compareLayout(350, torus, 120, &torus, 2 * PI); /* above half the world */
	compareLayout(1000, torus, 120, &torus, 2 * PI);
	torus = cpBBNew(-25, -10, 25, 20);
	compareLayout(60, torus, 60, &torus, 2 * PI);
	torus = cpBBNew(0, 0, 2000, 70); /* one way round only */
	compareLayout(60, torus, 200, &torus, 2 * PI);
}

static void test_with_a_field_of_view(void **state) {
	(void)state;
	cpBB torus = cpBBNew(-300, -200, 300, 200);
	compareLayout(60, cpBBNew(-300, -300, 300, 300), 400, NULL, 1.5 * PI);
	compareLayout(60, cpBBNew(-300, -300, 300, 300), 400, NULL, PI);
	compareLayout(60, torus, 300, &torus, 0.5);
}

static void test_bodies_at_rest_look_along_their_angle(void **state) {
	(void)state;
	World *world = worldNewDetached();
	cpFlockSettings settings = mixed(60, CP_FLOCK_LINEAR);
	settings.fieldOfView = 2;
	cpFlockSpecies species = worldSpecies(world, &settings);
	scatter(world, species, 300, cpBBNew(0, 0, 300, 300), 3);
	uint64_t random = 8;
	for(int i = 0; i < world->count; i++) {
		cpBodySetVelocity(world->bodies[i], cpvzero);
		cpBodySetAngle(world->bodies[i], randomIn(&random, -20, 20));
	}
	compareBoth(world);
	worldFree(world);
}

static void test_a_pair_round_the_origin_in_tiny_cells(void **state) {
	(void)state;
	World *world = worldNewDetached();
	cpFlockSettings settings = mixed(0.6, CP_FLOCK_LINEAR);
	settings.separation.radius = 0.6;
	cpFlockSpecies species = worldSpecies(world, &settings);
	worldAddBare(world, species, cpv(-0.3, 0), cpv(10, 0));
	worldAddBare(world, species, cpv(0.2, 0), cpv(0, 10));
	compareBoth(world);
	CHECK(steeringOf(world, world->bodies[0]).neighbors == 1);
	worldFree(world);
}

/* ---------------------------------------------------------------- species and relations */

static void compareSpecies(const cpBB *torus, cpFlockTarget target, uint64_t seed) {
	static const cpFlockRelation relations[4][4] = {
		{CP_FLOCK_RELATION_FLOCK, CP_FLOCK_RELATION_SEPARATE, CP_FLOCK_RELATION_EVADE, CP_FLOCK_RELATION_NONE},
		{CP_FLOCK_RELATION_FLOCK, CP_FLOCK_RELATION_FLOCK, CP_FLOCK_RELATION_EVADE, CP_FLOCK_RELATION_EVADE},
		{CP_FLOCK_RELATION_PURSUE, CP_FLOCK_RELATION_NONE, CP_FLOCK_RELATION_SEPARATE, CP_FLOCK_RELATION_PURSUE},
		{CP_FLOCK_RELATION_NONE, CP_FLOCK_RELATION_PURSUE, CP_FLOCK_RELATION_EVADE, CP_FLOCK_RELATION_PURSUE}};
	static const double radii[] = {60, 35, 90, 50};
	World *world = worldNewDetached();
	cpBB box = torus ? *torus : cpBBNew(-200, -200, 300, 200);
	if(torus) CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, box));
	for(int s = 0; s < 4; s++) {
		cpFlockSettings settings = mixed(radii[s], (cpFlockResponse)(s % 3));
		settings.target = target;
		if(s == 1) settings.fieldOfView = 4;
		worldSpecies(world, &settings);
	}
	for(int a = 0; a < 4; a++) {
		for(int b = 0; b < 4; b++) CHECK_OK(cpFlockSetRelation(world->flock, a, b, relations[a][b]));
	}
	/* joined in turns, so that no species is one piece */
	for(int round = 0; round < 10; round++) {
		for(int s = 0; s < 4; s++) scatter(world, s, s == 2 ? 2 : 9, box, seed++);
	}
	compareBoth(world);
	worldFree(world);
}

static void test_species_and_relations(void **state) {
	(void)state;
	cpBB torus = cpBBNew(-170, -150, 230, 150);
	for(uint64_t seed = 100; seed < 1000; seed += 300) {
		compareSpecies(NULL, CP_FLOCK_TARGET_NEAREST, seed);
		compareSpecies(NULL, CP_FLOCK_TARGET_CENTROID, seed);
		compareSpecies(&torus, CP_FLOCK_TARGET_NEAREST, seed);
		compareSpecies(&torus, CP_FLOCK_TARGET_CENTROID, seed);
	}
}

/* The nearest prey, however far and however few. */
static void test_the_nearest_prey_of_a_wide_world(void **state) {
	(void)state;
	for(uint64_t seed = 1; seed < 6; seed++) {
		World *world = worldNewDetached();
		cpFlockSettings prey = settingsOff(), hunter = settingsOff();
		prey.separation = rule(20, 1, CP_FLOCK_DIRECTION);
		hunter.pursuit = rule(CP_FLOCK_UNLIMITED, 100, CP_FLOCK_DIRECTION);
		cpFlockSpecies a = worldSpecies(world, &prey), b = worldSpecies(world, &hunter);
		CHECK_OK(cpFlockSetRelation(world->flock, b, a, CP_FLOCK_RELATION_PURSUE));
		scatter(world, a, 40, cpBBNew(-1e5, -1e5, 1e5, 1e5), seed);
		scatter(world, b, 40, cpBBNew(-3e5, -1e5, 1e5, 1e5), seed + 50);
		compareBoth(world);
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- the same point */

static void coincide(cpFlockCoincidence coincidence, double minDistance, cpFlockResponse response) {
	World *world = worldNewDetached();
	cpFlockSettings settings = mixed(60, response);
	settings.coincidence = coincidence;
	settings.minDistance = minDistance;
	cpFlockSpecies species = worldSpecies(world, &settings);
	scatter(world, species, 150, cpBBNew(0, 0, 200, 200), 5);
	for(int i = 0; i < 60; i++) {
		cpVect step = i % 3 == 0 ? cpvzero : cpv(i % 3 == 1 ? 0.25 : 0, 1e-200);
		cpBodySetPosition(world->bodies[i], cpvadd(cpBodyGetPosition(world->bodies[100 + i % 50]), step));
	}
	compareBoth(world);
	worldFree(world);
}

static void test_bodies_at_the_same_point(void **state) {
	(void)state;
	for(int response = 0; response < 3; response++) {
		coincide(CP_FLOCK_COINCIDENCE_PART, 0, (cpFlockResponse)response);
		coincide(CP_FLOCK_COINCIDENCE_IGNORE, 0, (cpFlockResponse)response);
		coincide(CP_FLOCK_COINCIDENCE_COUNT, 0, (cpFlockResponse)response);
		coincide(CP_FLOCK_COINCIDENCE_IGNORE, 0.5, (cpFlockResponse)response);
		coincide(CP_FLOCK_COINCIDENCE_COUNT, 0.5, (cpFlockResponse)response);
	}
}

/* ---------------------------------------------------------------- far and sparse */

static World *crowd(void) {
	World *world = worldNewDetached();
	cpFlockSettings settings = mixed(60, CP_FLOCK_LINEAR);
	cpFlockSpecies species = worldSpecies(world, &settings);
	scatter(world, species, 100, cpBBNew(-100, -100, 100, 100), 21);
	return world;
}

static void case_12_grid_one_body_far_away_costs_and_changes_nothing(void **state) {
	(void)state;
	NEEDS_DOUBLES(); /* 1e300 px away */
	static const cpVect places[] = {{1e9, -1e9}, {1e300, 0}, {-1e15, 1e15}, {1e9, 0}};
	World *plain = crowd();
	worldRecord(plain);
	cpFlockStats before;
	CHECK_OK(cpFlockGetStats(plain->flock, &before));
	for(size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		World *world = crowd();
		worldAddBare(world, 0, places[i], cpv(1, 0));
		/* Were the grid as large as the world, this would not end. */
		for(int k = 0; k < 10; k++) worldRecord(world);
		cpFlockStats stats;
		CHECK_OK(cpFlockGetStats(world->flock, &stats));
		CHECK(stats.memory < before.memory + 1000000);
		for(int k = 0; k < 100; k++) {
			cpFlockSteering a = steeringOf(plain, plain->bodies[k]), b = steeringOf(world, world->bodies[k]);
			CHECK_VECT(b.total, a.total, 1e-9 * cpvlength(a.total) + 1e-12);
			CHECK(a.neighbors == b.neighbors);
		}
		worldFree(world);
	}
	worldFree(plain);
}

static void case_11_grid_far_cells_are_never_mixed_up(void **state) {
	(void)state;
	for(int k = 0; k < 2; k++) {
		World *world = worldNewDetached();
		cpFlockSettings settings = mixed(50, CP_FLOCK_LINEAR);
		cpFlockSpecies species = worldSpecies(world, &settings);
		for(int i = -40; i <= 40; i++) {
			for(int j = -40; j <= 40; j++) worldAddBare(world, species, cpv(100 * i, 100 * j), cpv(i, j));
		}
		CHECK_OK(cpFlockSetKernel(world->flock, kernels[k].kernel));
		worldRecord(world);
		for(int i = 0; i < world->count; i++) {
			cpFlockSteering steering = steeringOf(world, world->bodies[i]);
			CHECK(steering.neighbors == 0);
			CHECK_VECT(steering.total, cpvzero, 0);
		}
		worldFree(world);
	}
}

static void test_a_sparse_world(void **state) {
	(void)state;
	compareLayout(60, cpBBNew(-1e5, -1e5, 1e5, 1e5), 400, NULL, 2 * PI);
	compareLayout(3000, cpBBNew(-1e5, -1e5, 1e5, 1e5), 400, NULL, 2 * PI);
	/* a few close groups with much room between */
	World *world = worldNewDetached();
	cpFlockSettings settings = mixed(60, CP_FLOCK_LINEAR);
	cpFlockSpecies species = worldSpecies(world, &settings);
	for(int i = 0; i < 10; i++) {
		cpVect c = cpv(1e7 * (i % 3) - 5e6, 3e6 * (i % 4));
		scatter(world, species, 30, cpBBNew(c.x - 70, c.y - 70, c.x + 70, c.y + 70), (uint64_t)i);
	}
	compareBoth(world);
	worldFree(world);
}

/* ---------------------------------------------------------------- symmetry */

typedef cpVect (*Turn)(cpVect);

static cpVect mirrored(cpVect v) {
	return cpv(-v.x, v.y);
}

static cpVect rotated(cpVect v) {
	return cpv(-v.y, v.x);
}

static void checkSymmetry(Turn turn, cpFlockKernel kernel, double tolerance) {
	World *worlds[2];
	for(int w = 0; w < 2; w++) {
		worlds[w] = worldNewDetached();
		cpFlockSettings settings = mixed(60, CP_FLOCK_LINEAR);
		cpFlockSpecies species = worldSpecies(worlds[w], &settings);
		CHECK_OK(cpFlockSetBounds(worlds[w]->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(-300, -300, 300, 300)));
		CHECK_OK(cpFlockSetKernel(worlds[w]->flock, kernel));
		scatter(worlds[w], species, 200, cpBBNew(-300, -300, 300, 300), 77);
	}
	for(int i = 0; i < 200; i++) {
		cpBody *body = worlds[1]->bodies[i];
		cpBodySetPosition(body, turn(cpBodyGetPosition(body)));
		cpBodySetVelocity(body, turn(cpBodyGetVelocity(body)));
	}
	for(int w = 0; w < 2; w++) worldRecord(worlds[w]);
	for(int i = 0; i < 200; i++) {
		cpFlockSteering a = steeringOf(worlds[0], worlds[0]->bodies[i]),
						b = steeringOf(worlds[1], worlds[1]->bodies[i]);
		double size = cpvlength(a.separation) + cpvlength(a.alignment) + cpvlength(a.cohesion);
		CHECK_VECT(b.total, turn(a.total), tolerance * size);
	}
	for(int w = 0; w < 2; w++) worldFree(worlds[w]);
}

static void test_a_mirrored_and_a_rotated_world_steer_alike(void **state) {
	(void)state;
	checkSymmetry(mirrored, CP_FLOCK_KERNEL_REFERENCE, 1e-9);
	checkSymmetry(rotated, CP_FLOCK_KERNEL_REFERENCE, 1e-9);
	checkSymmetry(mirrored, CP_FLOCK_KERNEL_FAST, 1e-4);
	checkSymmetry(rotated, CP_FLOCK_KERNEL_FAST, 1e-4);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_the_origin),
		cmocka_unit_test(test_radii_beyond_every_distance),
		cmocka_unit_test(test_all_in_one_cell),
		cmocka_unit_test(test_far_from_the_origin),
		cmocka_unit_test(test_in_a_long_thin_world),
		cmocka_unit_test(test_on_a_torus),
		cmocka_unit_test(test_few_bodies_on_a_small_torus),
		cmocka_unit_test(test_on_a_torus_smaller_than_the_radius),
		cmocka_unit_test(test_with_a_field_of_view),
		cmocka_unit_test(test_bodies_at_rest_look_along_their_angle),
		cmocka_unit_test(test_a_pair_round_the_origin_in_tiny_cells),
		cmocka_unit_test(test_species_and_relations),
		cmocka_unit_test(test_the_nearest_prey_of_a_wide_world),
		cmocka_unit_test(test_bodies_at_the_same_point),
		cmocka_unit_test(case_12_grid_one_body_far_away_costs_and_changes_nothing),
		cmocka_unit_test(case_11_grid_far_cells_are_never_mixed_up),
		cmocka_unit_test(test_a_sparse_world),
		cmocka_unit_test(test_a_mirrored_and_a_rotated_world_steer_alike),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
