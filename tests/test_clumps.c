/* SPDX-License-Identifier: MIT
 * Crowded cells: the fast kernel meets clusters of bodies there, and is to be near what the reference finds. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* CROWD: bodies of a crowd, from CMake. */
enum { REACH = 60, FEW = 1000, SPEED = 40 };

/* Linear rules, so that the record is the raw sums times the weights. */
static cpFlockSettings crowdSettings(void) {
	cpFlockSettings settings = settingsOff();
	settings.separation = rule(REACH, 1, CP_FLOCK_LINEAR);
	settings.alignment = rule(REACH, 1, CP_FLOCK_LINEAR);
	settings.cohesion = rule(REACH, 1, CP_FLOCK_LINEAR);
	settings.evasion = rule(REACH, 1, CP_FLOCK_LINEAR);
	settings.maxForce = settings.maxSpeed = CP_FLOCK_UNLIMITED;
	return settings;
}

typedef struct Counter {
	int made;
	cpBool publicCallsOnly;
} Counter;

static void *countingRealloc(void *memory, size_t size, void *data) {
	if(size > 0) {
		((Counter *)data)->made++;
		return realloc(memory, size);
	}
	free(memory);
	return NULL;
}

static World *crowdWorld(Counter *counter) {
	World *world = worldNewDetached();
	cpFlockOptions options = cpFlockOptionsDefault();
	options.detached = cpTrue;
	options.realloc = counter ? countingRealloc : NULL;
	options.reallocData = counter;
	options.publicCallsOnly = counter && counter->publicCallsOnly;
	cpFlockFree(world->flock);
	CHECK_OK(cpFlockCreate(world->space, &options, &world->flock));
	return world;
}

/* ---------------------------------------------------------------- crowds */

/* Where body i of a crowd is. */
typedef cpVect (*Place)(int i, uint64_t *random);

static cpVect inDisc(double radius, uint64_t *random) {
	cpVect point;
	do {
		point = randomVect(random, -radius, radius);
	} while(cpvlength(point) > radius);
	return point;
}

static cpVect oneDisc(int i, uint64_t *random) {
	(void)i;
	return inDisc(REACH / 2, random);
}

static cpVect twoDiscs(int i, uint64_t *random) {
	return cpvadd(inDisc(REACH / 4, random), cpv(i % 2 ? 45 : 0, i % 2 ? 20 : 0));
}

static cpVect inLine(int i, uint64_t *random) {
	double t = randomIn(random, 0, 4 * REACH);
	(void)i;
	return cpv(t, 0.5 * t);
}

/* 41 points, each with a hundred bodies and more. */
static cpVect onPoints(int i, uint64_t *random) {
	uint64_t point = (uint64_t)(i % 41);
	(void)random;
	return randomVect(&point, -REACH / 2, REACH / 2);
}

static cpVect onOnePoint(int i, uint64_t *random) {
	(void)i, (void)random;
	return cpv(12.3, -7.7);
}

/* A disc, and a body in fifty far out: the grid is sparse. */
static cpVect withOutliers(int i, uint64_t *random) {
	cpVect near = oneDisc(i, random);
	return i % 50 == 0 ? cpvmult(near, 1e5) : near;
}

/* Round the corner of a torus that begins at the origin. */
static const cpBB torus = {0, 0, 500, 400};

static cpVect overSeam(int i, uint64_t *random) {
	cpVect point = oneDisc(i, random);
	return cpv(point.x < 0 ? point.x + torus.r : point.x, point.y < 0 ? point.y + torus.t : point.y);
}

static void fill(World *world, cpFlockSpecies species, int count, Place place, cpVect shift) {
	uint64_t random = 5 + (uint64_t)species;
	for(int i = 0; i < count; i++) {
		cpVect point = cpvadd(place(i, &random), shift);
		worldAddBare(world, species, point, cpvadd(cpv(SPEED, 10), randomVect(&random, -60, 60)));
	}
}

/* ---------------------------------------------------------------- comparing */

static cpFlockSteering *recordAll(World *world, cpFlockKernel kernel) {
	cpFlockSteering *records = test_malloc((size_t)world->count * sizeof(*records));
	CHECK_OK(cpFlockSetKernel(world->flock, kernel));
	worldRecord(world);
	for(int i = 0; i < world->count; i++) records[i] = steeringOf(world, world->bodies[i]);
	return records;
}

/* The largest error, in shares of the largest value. */
typedef struct Errors {
	double separation, alignment, cohesion, evasion, neighbors;
} Errors;

static double farther(double most, cpVect a, cpVect b) {
	CHECK(isfinite(a.x) && isfinite(a.y) && isfinite(b.x) && isfinite(b.y));
	return fmax(most, cpvdist(a, b));
}

static Errors worst(const cpFlockSteering *fast, const cpFlockSteering *reference, int count) {
	/* Sums that cancel to nothing have no size of their own. */
	Errors most = {0, 0, 0, 0, 0}, size = {1e-300, SPEED, REACH / 4, 1e-300, 1};
	for(int i = 0; i < count; i++) {
		const cpFlockSteering *a = &fast[i], *b = &reference[i];
		most.separation = farther(most.separation, a->separation, b->separation);
		most.alignment = farther(most.alignment, a->alignment, b->alignment);
		most.cohesion = farther(most.cohesion, a->cohesion, b->cohesion);
		most.evasion = farther(most.evasion, a->evasion, b->evasion);
		most.neighbors = fmax(most.neighbors, abs(a->neighbors - b->neighbors));
		size.separation = farther(size.separation, b->separation, cpvzero);
		size.alignment = farther(size.alignment, b->alignment, cpvzero);
		size.cohesion = farther(size.cohesion, b->cohesion, cpvzero);
		size.evasion = farther(size.evasion, b->evasion, cpvzero);
		size.neighbors = fmax(size.neighbors, b->neighbors);
	}
	return (Errors){most.separation / size.separation, most.alignment / size.alignment, most.cohesion / size.cohesion,
		most.evasion / size.evasion, most.neighbors / size.neighbors};
}

/* Both kernels; `most`: what is allowed. */
static void compare(const char *name, World *world, Errors most) {
	cpFlockSteering *fast = recordAll(world, CP_FLOCK_KERNEL_FAST);
	cpFlockSteering *reference = recordAll(world, CP_FLOCK_KERNEL_REFERENCE);
	Errors errors = worst(fast, reference, world->count);
	printf("%s: separation %.2g, alignment %.2g, cohesion %.2g, evasion %.2g, neighbors %.2g\n", name,
		errors.separation, errors.alignment, errors.cohesion, errors.evasion, errors.neighbors);
	CHECK(errors.separation <= most.separation);
	CHECK(errors.alignment <= most.alignment);
	CHECK(errors.cohesion <= most.cohesion);
	CHECK(errors.evasion <= most.evasion);
	CHECK(errors.neighbors <= most.neighbors);
	test_free(fast);
	test_free(reference);
}

static void compareCrowd(
	const char *name, const cpFlockSettings *settings, int count, Place place, const cpBB *bb, Errors most) {
	World *world = crowdWorld(NULL);
	worldSpecies(world, settings);
	if(bb) CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, *bb));
	fill(world, 0, count, place, cpvzero);
	compare(name, world, most);
	worldFree(world);
}

/* ---------------------------------------------------------------- shapes of crowds */

/* About twice of what is measured with 1,100, 1,500 and 5,000 bodies. Clusters that hold two or three points, or pieces of a line,
 * are no discs: their nearest neighbors notice. */
static void test_crowds_of_many_shapes(void **state) {
	(void)state;
	cpFlockSettings settings = crowdSettings();
	double even = 0.022 * sqrt(1100.0 / CROWD); /* spread evenly, the error falls with the number */
	compareCrowd("disc", &settings, CROWD, oneDisc, NULL, (Errors){even, 0.0015, 0.01, 0, 0.012});
	compareCrowd("two discs", &settings, CROWD, twoDiscs, NULL, (Errors){0.015, 0.017, 0.026, 0, 0.017});
	compareCrowd("line", &settings, CROWD, inLine, NULL, (Errors){0.15, 0.018, 0.05, 0, 0.036});
	compareCrowd("points", &settings, CROWD, onPoints, NULL, (Errors){0.042, 0.006, 0.02, 0, 0.028});
	compareCrowd("seam", &settings, CROWD, overSeam, &torus, (Errors){even, 0.0015, 0.01, 0, 0.012});
	compareCrowd("outliers", &settings, CROWD, withOutliers, NULL, (Errors){even, 0.0015, 0.01, 0, 0.012});
}

/* The nearest image is found pair by pair, and a cluster that is half a world away is on one side as a whole. */
static void test_a_crowd_in_a_world_smaller_than_its_reach(void **state) {
	(void)state;
	cpFlockSettings settings = crowdSettings();
	cpBB small = cpBBNew(-40, -35, 40, 35);
	compareCrowd("small torus", &settings, CROWD, oneDisc, &small, (Errors){0.09, 1e-05, 0.65, 0, 0});
}

/* ---------------------------------------------------------------- rules */

static void test_crowds_with_split_radii(void **state) {
	(void)state;
	cpFlockSettings settings = crowdSettings();
	settings.separation.radius = 20;
	settings.cohesion.radius = 45;
	compareCrowd("split", &settings, CROWD, oneDisc, NULL, (Errors){0.06, 0.0015, 0.026, 0, 0.012});
	settings.separationFades = cpTrue;
	compareCrowd("split, fading", &settings, CROWD, inLine, NULL, (Errors){0.15, 0.018, 0.055, 0, 0.036});
}

/* A cluster is seen or not seen as a whole: bodies on the rim that look outward see few, and of these some too many or
 * too few. */
static void test_crowds_with_a_field_of_view(void **state) {
	(void)state;
	cpFlockSettings settings = crowdSettings();
	settings.fieldOfView = 4;
	compareCrowd("view", &settings, CROWD, oneDisc, NULL, (Errors){0.12, 0.11, 0.28, 0, 0.09});
}

static void test_crowds_of_coincident_bodies(void **state) {
	(void)state;
	cpFlockSettings settings = crowdSettings();
	settings.coincidence = CP_FLOCK_COINCIDENCE_COUNT;
	compareCrowd("count", &settings, CROWD, onPoints, NULL, (Errors){0.045, 0.006, 0.02, 0, 0.028});
	settings.minDistance = 1;
	compareCrowd("count within 1 px", &settings, CROWD, oneDisc, NULL, (Errors){0.035, 0.0015, 0.01, 0, 0.012});
	settings.coincidence = CP_FLOCK_COINCIDENCE_IGNORE;
	compareCrowd("ignore within 1 px", &settings, CROWD, oneDisc, NULL, (Errors){0.035, 0.0015, 0.01, 0, 0.012});
}

/* The parting counts the others, not the body itself. Whole numbers have an exact mean. */
static void test_a_crowd_on_one_point_parts(void **state) {
	(void)state;
	World *world = crowdWorld(NULL);
	cpFlockSettings settings = crowdSettings();
	settings.bodyRadius = 5;
	worldSpecies(world, &settings);
	for(int i = 0; i < CROWD; i++) worldAddBare(world, 0, cpv(12, -7), cpv(i % 9, 3));
	for(int k = 0; k < 2; k++) {
		cpFlockSteering *records = recordAll(world, (cpFlockKernel)k);
		for(int i = 0; i < CROWD; i++) {
			CHECK(records[i].neighbors == 0);
			CHECK_NEAR(cpvlength(records[i].separation), (CROWD - 1) / 5.0, 1e-6 * CROWD);
		}
		test_free(records);
	}
	worldFree(world);
}

static void compareTwoCrowds(const char *name, cpFlockRelation relation, double shift, Errors most) {
	World *world = crowdWorld(NULL);
	cpFlockSettings settings = crowdSettings();
	for(int s = 0; s < 2; s++) {
		worldSpecies(world, &settings);
		CHECK_OK(cpFlockSetRelation(world->flock, s, s, CP_FLOCK_RELATION_NONE));
	}
	for(int s = 0; s < 2; s++) CHECK_OK(cpFlockSetRelation(world->flock, s, 1 - s, relation));
	fill(world, 0, CROWD, oneDisc, cpvzero);
	fill(world, 1, CROWD, oneDisc, cpv(shift, 0));
	compare(name, world, most);
	worldFree(world);
}

static void test_two_crowds(void **state) {
	(void)state;
	compareTwoCrowds("separate", CP_FLOCK_RELATION_SEPARATE, 30, (Errors){0.035, 0, 0, 0, 0});
	compareTwoCrowds("separate, apart", CP_FLOCK_RELATION_SEPARATE, 70, (Errors){0.018, 0, 0, 0, 0});
	compareTwoCrowds("evade", CP_FLOCK_RELATION_EVADE, 30, (Errors){0, 0, 0, 0.026, 0});
	compareTwoCrowds("evade, apart", CP_FLOCK_RELATION_EVADE, 70, (Errors){0, 0, 0, 0.01, 0});
	compareTwoCrowds("flock", CP_FLOCK_RELATION_FLOCK, 30, (Errors){0.035, 0.022, 0.016, 0, 0.03});
}

/* ---------------------------------------------------------------- exactness */

/* All of a crowd see all others: nobody is counted twice or forgotten, not even in clusters. */
static void test_each_body_counts_once(void **state) {
	(void)state;
	static const Place places[] = {oneDisc, onPoints};
	for(int p = 0; p < 2; p++) {
		cpFlockSettings settings = crowdSettings();
		settings.separation.radius = settings.alignment.radius = settings.cohesion.radius = 5 * REACH;
		settings.coincidence = CP_FLOCK_COINCIDENCE_COUNT;
		World *world = crowdWorld(NULL);
		worldSpecies(world, &settings);
		fill(world, 0, CROWD, places[p], cpvzero);
		worldRecord(world);
		for(int i = 0; i < CROWD; i++) CHECK(steeringOf(world, world->bodies[i]).neighbors == CROWD - 1);
		worldFree(world);
	}
}

static void test_few_bodies_are_met_one_by_one(void **state) {
	(void)state;
	cpFlockSettings settings = crowdSettings();
	/* A whole number is a millionth of a px here: bodies on the line are as near as ten thousandths. */
	compareCrowd("few", &settings, FEW, oneDisc, NULL, (Errors){1.5e-05, 1e-05, 1e-05, 0, 0});
	compareCrowd("few on a line", &settings, FEW, inLine, NULL, (Errors){0.002, 1e-05, 1e-05, 0, 0});
	World *world = crowdWorld(NULL);
	for(int s = 0; s < 3; s++) {
		worldSpecies(world, &settings);
		fill(world, s, FEW, oneDisc, cpvzero);
	}
	compare("three few", world, (Errors){3e-5, 1e-5, 1e-5, 0, 0});
	worldFree(world);
}

static uint64_t crowdHash(Counter *counter) {
	World *world = crowdWorld(counter);
	cpFlockSettings settings = crowdSettings();
	settings.maxForce = 500;
	settings.maxSpeed = 100;
	worldSpecies(world, &settings);
	fill(world, 0, CROWD, oneDisc, cpvzero);
	for(int i = 0; i < 2; i++) {
		worldUpdate(world);
		cpSpaceStep(world->space, STEP);
	}
	uint64_t hash = worldHash(world);
	worldFree(world);
	return hash;
}

static void test_every_run_and_either_access_is_the_same(void **state) {
	(void)state;
	Counter called = {0, cpTrue};
	uint64_t first = crowdHash(NULL);
	CHECK(crowdHash(NULL) == first);
	CHECK(crowdHash(&called) == first);
}

/* ---------------------------------------------------------------- memory */

static void checkMemory(int count, Place place) {
	Counter counter = {0, cpFalse};
	World *world = crowdWorld(&counter);
	cpFlockSettings settings = crowdSettings();
	worldSpecies(world, &settings);
	fill(world, 0, count, place, cpvzero);
	for(int i = 0; i < 2; i++) worldUpdate(world);
	int made = counter.made;
	for(int i = 0; i < 3; i++) worldUpdate(world);
	CHECK(counter.made == made);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	printf("%d bodies: %.0f bytes each\n", count, (double)stats.memory / count);
	CHECK(stats.memory < 600 * (size_t)count);
	worldFree(world);
}

static void test_memory_grows_with_the_number(void **state) {
	(void)state;
	static const Place places[] = {oneDisc, inLine, onPoints, onOnePoint, withOutliers};
	for(size_t p = 0; p < sizeof(places) / sizeof(places[0]); p++) checkMemory(CROWD, places[p]);
	checkMemory(4 * CROWD, oneDisc);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_crowds_of_many_shapes),
		cmocka_unit_test(test_a_crowd_in_a_world_smaller_than_its_reach),
		cmocka_unit_test(test_crowds_with_split_radii),
		cmocka_unit_test(test_crowds_with_a_field_of_view),
		cmocka_unit_test(test_crowds_of_coincident_bodies),
		cmocka_unit_test(test_a_crowd_on_one_point_parts),
		cmocka_unit_test(test_two_crowds),
		cmocka_unit_test(test_each_body_counts_once),
		cmocka_unit_test(test_few_bodies_are_met_one_by_one),
		cmocka_unit_test(test_every_run_and_either_access_is_the_same),
		cmocka_unit_test(test_memory_grows_with_the_number),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
