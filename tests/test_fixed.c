/* SPDX-License-Identifier: MIT
 * Positions as whole numbers that wrap round: the fast kernel agrees with the reference wherever in the world bodies are,
 * however far they see, and bodies that are a multiple of the range of numbers apart do not meet. */
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* Width of the range of numbers, in reaches of the species that sees farthest. */
#define RANGE 64.0

static cpFlockSettings wideSettings(double reach) {
	cpFlockSettings settings = settingsOff();
	settings.separation = rule(0.5 * reach, 1, CP_FLOCK_LINEAR);
	settings.alignment = rule(reach, 1, CP_FLOCK_LINEAR);
	settings.cohesion = rule(0.75 * reach, 1, CP_FLOCK_LINEAR);
	settings.evasion = rule(reach, 1, CP_FLOCK_LINEAR);
	settings.maxForce = CP_FLOCK_UNLIMITED;
	return settings;
}

/* How coarse positions are: whole numbers of the kernel, and doubles so far from the origin. */
static double resolutionOf(double reach, cpVect origin) {
	double place = fmax(fabs(origin.x), fabs(origin.y));
	return RANGE * reach / 4294967296.0 + 4 * place * DBL_EPSILON;
}

/* ---------------------------------------------------------------- comparing */

enum { MOST_BODIES = 400 };

static void recordAll(World *world, cpFlockKernel kernel, cpFlockSteering *records) {
	CHECK_OK(cpFlockSetKernel(world->flock, kernel));
	worldRecord(world);
	for(int i = 0; i < world->count; i++) records[i] = steeringOf(world, world->bodies[i]);
}

/* `nearest`: distance of the nearest two bodies; `resolution` as above. */
static void compareOne(const cpFlockSteering *fast, const cpFlockSteering *plain, double nearest, double resolution) {
	double relative = 2e-5 + 4 * resolution / nearest;
	CHECK(fast->neighbors == plain->neighbors);
	CHECK_VECT(fast->separation, plain->separation, relative * (cpvlength(plain->separation) + 1 / nearest));
	CHECK_VECT(fast->alignment, plain->alignment, 2e-5 * 200);
	CHECK_VECT(fast->cohesion, plain->cohesion, 2e-5 * cpvlength(plain->cohesion) + 4 * resolution);
	CHECK_VECT(fast->evasion, plain->evasion, relative * (cpvlength(plain->evasion) + 1));
}

static void compareKernels(World *world, double nearest, double resolution) {
	static cpFlockSteering fast[MOST_BODIES], plain[MOST_BODIES];
	CHECK(world->count <= MOST_BODIES);
	recordAll(world, CP_FLOCK_KERNEL_REFERENCE, plain);
	recordAll(world, CP_FLOCK_KERNEL_FAST, fast);
	for(int i = 0; i < world->count; i++) compareOne(&fast[i], &plain[i], nearest, resolution);
}

/* ---------------------------------------------------------------- pairs */

/* Shares of the reach, none at a radius of wideSettings(). */
static const double distances[] = {1e-3, 0.01, 0.1, 0.3, 0.4999, 0.5001, 0.7, 0.7499, 0.7501, 0.9, 0.9999, 1.0001, 1.5};
enum { DISTANCES = sizeof(distances) / sizeof(distances[0]), DIRECTIONS = 5 };

static void placePair(World *world, cpVect origin, double d, int direction) {
	cpBodySetPosition(world->bodies[0], origin);
	cpBodySetPosition(world->bodies[1], cpvadd(origin, cpvmult(cpvforangle(1 + 1.3 * direction), d)));
}

/* Doubles so far out may not tell these distances apart. */
static cpBool isAtLimit(double share, double resolution, double reach) {
	static const double limits[] = {0.5, 0.75, 1};
	for(int i = 0; i < 3; i++) {
		if(fabs(share - limits[i]) * reach <= 4 * resolution) return cpTrue;
	}
	return share * reach <= 100 * resolution;
}

/* Pairs of one reach at one place. Returns how many were near enough to each other to have been compared in earnest. */
static int comparePairs(double reach, cpVect origin) {
	World *world = worldNewDetached();
	cpFlockSettings settings = wideSettings(reach);
	cpFlockSpecies species = worldSpecies(world, &settings);
	for(int i = 0; i < 2; i++) worldAddBare(world, species, cpvzero, cpv(30 * i, 40));
	/* Others, so that there are several rows of cells; the distance of the pair tells nothing then of the units. */
	for(int i = 0; i < 10; i++)
		worldAddBare(world, species, cpvadd(origin, cpv(7 * i * reach, 5 * i * reach + 9 * reach)), cpvzero);
	double resolution = resolutionOf(reach, origin);
	int met = 0;
	for(int i = 0; i < DISTANCES * DIRECTIONS; i++) {
		double share = distances[i % DISTANCES];
		if(isAtLimit(share, resolution, reach)) continue;
		placePair(world, origin, share * reach, i / DISTANCES);
		compareKernels(world, share * reach, resolution);
		met += steeringOf(world, world->bodies[0]).neighbors;
	}
	worldFree(world);
	return met;
}

static void test_pairs_anywhere_and_of_any_reach(void **state) {
	(void)state;
	static const double reaches[] = {1e-3, 0.5, 60, 1e3, 1e5};
	static const cpVect origins[] = {{0, 0}, {1e3, -1e3}, {-1e6, 1e6}, {1e9, 1e9}, {-1e9, 7}};
	for(int r = 0; r < 5; r++) {
		for(int o = 0; o < 5; o++) {
			double place = fmax(fabs(origins[o].x), fabs(origins[o].y));
			if(!IN_DOUBLES && place > 1e3 * reaches[r]) continue; /* no two floats there are so near */
			int met = comparePairs(reaches[r], origins[o]);
			/* Beyond 2^30 cells, which are a quarter of the reach wide, bodies are lost to both kernels. */
			cpBool inGrid = place < 2e8 * reaches[r];
			CHECK(inGrid ? met >= 30 : met == 0 || place < 3e8 * reaches[r]);
		}
	}
}

/* ---------------------------------------------------------------- aliases */

/* Bodies whose numbers are equal but whose places are not: multiples of the range apart, along both axes. With `more`
 * species the range is that of another reach. */
static void checkAliases(double reach, double range, cpFlockSpecies species, World *world) {
	for(int x = -3; x <= 3; x++) {
		for(int y = -3; y <= 3; y++) {
			worldAddBare(world, species, cpv(x * range + 0.25 * reach, y * range), cpv(x, y));
		}
	}
	for(int k = 0; k < 2; k++) {
		CHECK_OK(cpFlockSetKernel(world->flock, (cpFlockKernel)k));
		worldRecord(world);
		for(int i = 0; i < world->count; i++) {
			cpFlockSteering steering = steeringOf(world, world->bodies[i]);
			CHECK(steering.neighbors == 0);
			CHECK_VECT(steering.total, cpvzero, 0);
		}
	}
}

static void test_bodies_that_alias_do_not_meet(void **state) {
	(void)state;
	static const double reaches[] = {1e-3, 0.5, 32, 60, 1024, 1e5};
	for(int r = 0; r < 6; r++) {
		for(int halves = 1; halves <= 4; halves++) { /* also half and one and a half of the range */
			World *world = worldNewDetached();
			cpFlockSettings settings = wideSettings(reaches[r]);
			checkAliases(reaches[r], 0.5 * halves * RANGE * reaches[r], worldSpecies(world, &settings), world);
			worldFree(world);
		}
	}
}

static void test_bodies_that_alias_by_another_reach_do_not_meet(void **state) {
	(void)state;
	World *world = worldNewDetached();
	cpFlockSettings near = wideSettings(5), far = wideSettings(2000);
	cpFlockSpecies species = worldSpecies(world, &near);
	worldSpecies(world, &far);
	CHECK_OK(cpFlockSetRelation(world->flock, 1, 0, CP_FLOCK_RELATION_FLOCK));
	checkAliases(5, RANGE * 2000, species, world);
	worldFree(world);
}

/* Pairs that do meet, a multiple of the range apart from each other. */
static void test_aliasing_pairs_meet_only_their_partners(void **state) {
	(void)state;
	World *world = worldNewDetached();
	cpFlockSettings settings = wideSettings(60);
	cpFlockSpecies species = worldSpecies(world, &settings);
	for(int i = 0; i < 100; i++) {
		cpVect point = cpv(RANGE * 60 * (i % 10), RANGE * 60 * (i / 10));
		worldAddBare(world, species, point, cpv(i, 0));
		worldAddBare(world, species, cpvadd(point, cpv(20, 15)), cpv(0, i));
	}
	compareKernels(world, 25, resolutionOf(60, cpv(40000, 0)));
	for(int i = 0; i < world->count; i++) CHECK(steeringOf(world, world->bodies[i]).neighbors == 1);
	worldFree(world);
}

/* ---------------------------------------------------------------- unequal and huge reaches */

static void test_reaches_of_very_different_size(void **state) {
	(void)state;
	static const double nearReaches[] = {5, 60};
	for(int r = 0; r < 2; r++) {
		World *world = worldNewDetached();
		uint64_t random = 3;
		cpFlockSettings near = wideSettings(nearReaches[r]), far = wideSettings(2000);
		for(int s = 0; s < 2; s++) worldSpecies(world, s == 0 ? &near : &far);
		CHECK_OK(cpFlockSetRelation(world->flock, 0, 1, CP_FLOCK_RELATION_EVADE));
		CHECK_OK(cpFlockSetRelation(world->flock, 1, 0, CP_FLOCK_RELATION_FLOCK));
		/* A lattice, shaken, so that no two are nearer than a px. */
		for(int i = 0; i < 200; i++) {
			cpVect shaken = randomVect(&random, -0.4, 0.4);
			worldAddBare(
				world, i % 20 == 0, cpvadd(cpv(2 * (i % 20), 2 * (i / 20)), shaken), randomVect(&random, -50, 50));
		}
		worldAddBare(world, 1, cpv(1500, -4000), cpvzero);
		compareKernels(world, 1, resolutionOf(2000, cpvzero));
		worldFree(world);
	}
}

static void test_a_huge_reach(void **state) {
	(void)state;
	static const double sizes[] = {1e-2, 1, 1e3, 1e6, 1e9};
	for(int s = 0; s < 5; s++) {
		for(int periodic = 0; periodic < 2; periodic++) {
			World *world = worldNewDetached();
			uint64_t random = 9;
			cpFlockSettings settings = wideSettings(1e30);
			cpFlockSpecies species = worldSpecies(world, &settings);
			cpBB bb = cpBBNew(-sizes[s], -sizes[s], sizes[s], sizes[s]);
			if(periodic) CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, bb));
			for(int i = 0; i < 100; i++) {
				cpVect lattice = cpv(sizes[s] * (0.19 * (i % 10) - 0.9), sizes[s] * (0.19 * (i / 10) - 0.9));
				cpVect shaken = cpvmult(randomVect(&random, -0.05, 0.05), sizes[s]);
				worldAddBare(world, species, cpvadd(lattice, shaken), cpv(i, 50 - i));
			}
			compareKernels(world, 0.05 * sizes[s], 1e-6 * sizes[s]);
			CHECK(steeringOf(world, world->bodies[0]).neighbors == 99);
			worldFree(world);
		}
	}
}

/* ---------------------------------------------------------------- tori */

/* Width and height of the world in reaches. */
static void compareTorus(double reach, double width, double height) {
	World *world = worldNewDetached();
	uint64_t random = 21;
	cpFlockSettings settings = wideSettings(reach);
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBB bb = cpBBNew(-3 * reach, 2 * reach, (width - 3) * reach, (height + 2) * reach);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, bb));
	for(int i = 0; i < 100; i++) worldAddBare(world, species, randomPoint(&random, bb), randomVect(&random, -50, 50));
	/* And pairs over the seams and the corner. */
	for(int i = 0; i < 3; i++) {
		cpVect near = cpv(bb.l + (i == 1 ? 0.5 : 0.05) * reach, bb.b + (i == 0 ? 0.5 : 0.05) * reach);
		worldAddBare(world, species, near, cpv(10, 0));
		worldAddBare(world, species, cpv(i == 1 ? near.x : bb.r - 0.05 * reach, i == 0 ? near.y : bb.t - 0.05 * reach),
			cpv(0, 10));
	}
	compareKernels(world, 5e-3 * reach, 1e-6 * reach);
	CHECK(steeringOf(world, world->bodies[world->count - 1]).neighbors > 0);
	worldFree(world);
}

static void test_tori_of_any_width(void **state) {
	(void)state;
	static const double widths[] = {1.5, 3, 10, 64, 1000};
	for(int w = 0; w < 5; w++) {
		compareTorus(60, widths[w], widths[w]);
		compareTorus(60, widths[w], 1.5);
		compareTorus(60, 3, widths[w]);
		compareTorus(1e-3, widths[w], 10);
		compareTorus(1e5, widths[w], 3);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pairs_anywhere_and_of_any_reach),
		cmocka_unit_test(test_bodies_that_alias_do_not_meet),
		cmocka_unit_test(test_bodies_that_alias_by_another_reach_do_not_meet),
		cmocka_unit_test(test_aliasing_pairs_meet_only_their_partners),
		cmocka_unit_test(test_reaches_of_very_different_size),
		cmocka_unit_test(test_a_huge_reach),
		cmocka_unit_test(test_tori_of_any_width),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
