/* SPDX-License-Identifier: MIT
 * The torus in every stage. On a torus no place is special: a scene that is moved as a whole, by any vector modulo the
 * world, is steered alike, wherever the seam happens to cut it. And every neighbor once, as by brute force. */
#include "torus.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const cpFlockKernel kernels[] = {CP_FLOCK_KERNEL_REFERENCE, CP_FLOCK_KERNEL_FAST};
static const double tolerances[] = {1e-9, 1e-5};
/* Of two scenes that are compared with each other: both round. */
static const double alike[] = {1e-9, 2e-5};

static double widthOf(cpBB bb) {
	return bb.r - bb.l;
}

static double heightOf(cpBB bb) {
	return bb.t - bb.b;
}

/* ---------------------------------------------------------------- translation invariance */

enum { SEPARATION, ALIGNMENT, COHESION, EVASION, PURSUIT, SEEK, WANDER, AVOIDANCE, CHASE, FIELDS };
static const char *const fieldNames[] = {
	"separation", "alignment", "cohesion", "evasion", "pursuit", "seek", "wander", "avoidance", "chase"};

typedef struct Fields {
	cpVect of[FIELDS];
} Fields;

static Fields fieldsOf(const Torus *torus, int i) {
	const cpBody *body = torus->world->bodies[i];
	cpFlockSteering steering = steeringOf(torus->world, body);
	cpBool hound = cpFlockGetBodySpecies(torus->world->flock, body) == HOUNDS;
	Fields fields = {{steering.separation, steering.alignment, steering.cohesion, steering.evasion, steering.pursuit,
		steering.seek, steering.wander, steering.avoidance, hound ? cpBodyGetVelocity(body) : cpvzero}};
	return fields;
}

/* Mean length of a vector over the bodies that have one; the scene must have used every stage. */
static void measureFields(const Torus *torus, double *typical) {
	int used[FIELDS] = {0};
	memset(typical, 0, FIELDS * sizeof(*typical));
	for(int i = 0; i < torus->members; i++) {
		Fields fields = fieldsOf(torus, i);
		for(int f = 0; f < FIELDS; f++) {
			typical[f] += cpvlength(fields.of[f]);
			used[f] += cpvlength(fields.of[f]) > 0;
		}
	}
	for(int f = 0; f < FIELDS; f++) {
		CHECK(used[f] >= 3);
		typical[f] /= used[f];
	}
}

static void compareLooks(const Torus *base, const Torus *moved, cpVect shift, int i, double tolerance) {
	cpFlockSteering a = steeringOf(base->world, base->world->bodies[i]);
	cpFlockSteering b = steeringOf(moved->world, moved->world->bodies[i]);
	CHECK(a.neighbors == b.neighbors);
	CHECK(a.blocked == b.blocked && a.lookSide == b.lookSide);
	CHECK_VECT(b.lookNormal, a.lookNormal, IN_DOUBLES ? tolerance : 1e-2);
	CHECK_VECT(b.lookWay, a.lookWay, tolerance);
	CHECK_VECT(cpFlockDelta(base->world->flock, cpvadd(a.lookPoint, shift), b.lookPoint), cpvzero,
		IN_DOUBLES ? tolerance * 640 : 1e-2);
}

/* The figures of motion too. */
static void compareMetrics(const Torus *base, const Torus *moved, cpVect shift) {
	cpFlockMetrics a, b;
	CHECK_OK(cpFlockMeasure(base->world->flock, BIRDS, 40, &a));
	CHECK_OK(cpFlockMeasure(moved->world->flock, BIRDS, 40, &b));
	CHECK(a.bodies == b.bodies && a.groups == b.groups && a.largestGroup == b.largestGroup && a.groups > 3);
	CHECK_NEAR(b.polarization, a.polarization, 1e-9);
	CHECK_NEAR(b.rotation, a.rotation, 1e-9);
	CHECK_NEAR(b.minNearest, a.minNearest, 1e-9);
	CHECK_NEAR(b.meanNearest, a.meanNearest, 1e-9);
	CHECK_VECT(b.largestHeading, a.largestHeading, 1e-9);
	CHECK_VECT(torusWay(torusWrap(cpvadd(a.largestCenter, shift)), b.largestCenter), cpvzero, 1e-6);
}

/* Largest deviation of each vector, relative to its own or the typical length. */
static void compareScenes(const Torus *base, const Torus *moved, cpVect shift, double tolerance, double *worst) {
	double typical[FIELDS];
	measureFields(base, typical);
	for(int i = 0; i < base->members; i++) {
		Fields a = fieldsOf(base, i), b = fieldsOf(moved, i);
		for(int f = 0; f < FIELDS; f++) {
			double scale = fmax(cpvlength(a.of[f]), typical[f]), deviation = cpvdist(a.of[f], b.of[f]) / scale;
			if(!(deviation <= worst[f])) worst[f] = deviation;
		}
		compareLooks(base, moved, shift, i, tolerance);
	}
}

/* Across a seam, a corner, by half a world, by many worlds, and anywhere. */
static cpVect shiftOf(int k, uint64_t *random) {
	static const cpVect shifts[] = {{1e-3, 0}, {-3, 2}, {150, 0}, {0, 90}, {-200, -200}, {320, 210}, {640, 420},
		{-6400 + 17, 4200 - 5}, {12345.678, -9876.543}};
	int count = sizeof(shifts) / sizeof(shifts[0]);
	return k < count ? shifts[k] : randomVect(random, -700, 700);
}

/* Wandering is in with a scale of 0, where each body has its own noise. With a scale it is a field fixed to places, like a
 * wind: moved bodies come into another wind, and only the field's own seam can be tested (below). */
static void test_a_scene_is_steered_alike_wherever_it_is(void **state) {
	(void)state;
	for(int k = 0; k < 2; k++) {
		double worst[FIELDS] = {0};
		uint64_t random = 7;
		Torus base = torusNew(kernels[k], cpvzero, cpTrue);
		worldRecord(base.world);
		for(int s = 0; s < 40; s++) {
			cpVect shift = shiftOf(s, &random);
			Torus moved = torusNew(kernels[k], shift, cpTrue);
			worldRecord(moved.world);
			compareScenes(&base, &moved, shift, alike[k], worst);
			compareMetrics(&base, &moved, shift);
			torusFree(&moved);
		}
		torusFree(&base);
		printf("%s kernel, 40 shifts, tolerance %.0e:\n", k ? "fast" : "reference", alike[k]);
		for(int f = 0; f < FIELDS; f++) printf("  %-10s %8.1e\n", fieldNames[f], worst[f]);
		fflush(stdout);
		for(int f = 0; f < FIELDS; f++) CHECK_NEAR(worst[f], 0, alike[k]);
	}
}

/* Members that the game has put into another world, without wrapping. */
static void test_members_outside_are_where_they_will_be_wrapped_to(void **state) {
	(void)state;
	Torus base = torusNew(CP_FLOCK_KERNEL_REFERENCE, cpvzero, cpTrue);
	Torus moved = torusNew(CP_FLOCK_KERNEL_REFERENCE, cpvzero, cpTrue);
	for(int i = 0; i < moved.members; i++) {
		cpBody *body = moved.world->bodies[i];
		cpVect worlds = cpv((i % 7 - 3) * widthOf(torusBox), (i % 5 - 2) * heightOf(torusBox));
		cpBodySetPosition(body, cpvadd(cpBodyGetPosition(body), worlds));
	}
	worldRecord(base.world);
	worldRecord(moved.world);
	double worst[FIELDS] = {0};
	compareScenes(&base, &moved, cpvzero, 1e-9, worst);
	for(int f = 0; f < FIELDS; f++) CHECK_NEAR(worst[f], 0, 1e-9);
	torusFree(&moved);
	torusFree(&base);
}

/* All stages together, step by step, with wrapping: the scene and the moved scene stay the same scene. */
static void test_a_scene_flies_alike_wherever_it_is(void **state) {
	(void)state;
	static const cpVect shifts[] = {{150, 90}, {320, -210}, {-77.7, 300.3}};
	for(int s = 0; s < 3; s++) {
		Torus base = torusNew(CP_FLOCK_KERNEL_REFERENCE, cpvzero, cpFalse);
		Torus moved = torusNew(CP_FLOCK_KERNEL_REFERENCE, shifts[s], cpFalse);
		int crossed = 0;
		for(int step = 0; step < 60; step++) {
			worldStep(base.world, 1);
			worldStep(moved.world, 1);
			for(int i = 0; i < base.members; i++) {
				cpVect p = cpBodyGetPosition(base.world->bodies[i]), q = cpBodyGetPosition(moved.world->bodies[i]);
				CHECK_VECT(torusWay(cpvadd(p, shifts[s]), q), cpvzero, IN_DOUBLES ? 1e-6 : 1e-2);
				crossed +=
					cpvdist(p, torusWrap(cpvadd(p, cpvmult(cpBodyGetVelocity(base.world->bodies[i]), STEP)))) > 99;
			}
		}
		CHECK(crossed > 20);
		torusFree(&moved);
		torusFree(&base);
	}
}

/* The field of wandering is the same on both sides of the seam: it repeats after a world. */
static void test_the_wind_of_wandering_has_no_seam(void **state) {
	(void)state;
	World *world = worldNewDetached();
	cpFlockSettings settings = settingsOff();
	settings.wander = (cpFlockWander){100, 2, 90}; /* does not fit the world as it is */
	cpFlockSpecies species = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, torusBox));
	for(int i = 0; i < 40; i++) {
		double y = torusBox.b + 10 * i + 3, x = torusBox.l + 15 * i + 3;
		worldAddBare(world, species, cpv(torusBox.l, y), cpv(50, 0));
		worldAddBare(world, species, cpv(torusBox.r - 1e-6, y), cpv(50, 0));
		worldAddBare(world, species, cpv(x, torusBox.b), cpv(50, 0));
		worldAddBare(world, species, cpv(x, torusBox.t - 1e-6), cpv(50, 0));
	}
	worldRecord(world);
	double strongest = 0;
	for(int i = 0; i < world->count; i += 2) {
		cpVect low = steeringOf(world, world->bodies[i]).wander, high = steeringOf(world, world->bodies[i + 1]).wander;
		CHECK_VECT(low, high, 1e-4);
		strongest = fmax(strongest, cpvlength(low));
	}
	CHECK(strongest > 10);
	worldFree(world);
}

/* ---------------------------------------------------------------- brute force */

/* From a small part of the world to beyond every distance on it; half its width and half its height among them. */
static const double radii[] = {40, 209.9, 210.1, 319.9, 320.1, 400, 640, 1000, 64000, 1e12, 1e30};
enum { RADII = sizeof(radii) / sizeof(radii[0]) };

/* The fast kernel's positions, px: single precision, relative to a body of the same world. */
static double positionError(int kernel) {
	return kernels[kernel] == CP_FLOCK_KERNEL_FAST ? 640.0 / (1 << 22) : 0;
}

static void checkFlocking(const World *world, double radius, double tolerance, double error) {
	for(int i = 0; i < world->count; i++) {
		TorusSums sums = torusSums(world, i, world->count, radius, 0);
		cpFlockSteering steering = steeringOf(world, world->bodies[i]);
		CHECK(steering.neighbors == sums.neighbors);
		if(radius > 400) CHECK(steering.neighbors == world->count - 1); /* each once */
		CHECK_VECT(
			steering.separation, sums.separation, tolerance * sums.separationSize + error * sums.separationNoise);
		CHECK_VECT(steering.alignment, sums.alignment, tolerance * 180);
		CHECK_VECT(steering.cohesion, sums.cohesion, tolerance * sums.cohesionSize);
	}
}

static void checkEvasion(const World *world, double radius, double tolerance, double error) {
	for(int i = 0; i < world->count; i++) {
		TorusSums sums = torusSums(world, i, world->count, radius, 0.5);
		CHECK_VECT(steeringOf(world, world->bodies[i]).evasion, sums.evasion,
			tolerance * sums.evasionSize + error * sums.evasionNoise);
	}
}

/* Always in double precision. */
static void checkPursuit(const World *world, cpFlockTarget target, double radius) {
	for(int i = 0; i < world->count; i++) {
		TorusSums sums = torusSums(world, i, world->count, radius, 0);
		cpVect way = target == CP_FLOCK_TARGET_NEAREST ? sums.nearest : sums.centroid;
		if(!(cpvlength(sums.nearest) < radius)) way = cpvzero;
		CHECK_VECT(steeringOf(world, world->bodies[i]).pursuit, way, 1e-9 * fmax(cpvlength(way), 100));
	}
}

static void test_neighbors_as_by_brute_force_each_once(void **state) {
	(void)state;
	for(int k = 0; k < 2; k++) {
		for(int r = 0; r < RADII; r++) {
			World *world = torusCrowd(kernels[k], radii[r], CP_FLOCK_TARGET_NEAREST, CP_FLOCK_RELATION_FLOCK);
			checkFlocking(world, radii[r], tolerances[k], positionError(k));
			worldFree(world);
		}
	}
}

static void test_evasion_as_by_brute_force(void **state) {
	(void)state;
	for(int k = 0; k < 2; k++) {
		for(int r = 0; r < RADII; r++) {
			World *world = torusCrowd(kernels[k], radii[r], CP_FLOCK_TARGET_NEAREST, CP_FLOCK_RELATION_EVADE);
			checkEvasion(world, radii[r], tolerances[k], positionError(k));
			worldFree(world);
		}
	}
}

static void test_pursuit_as_by_brute_force(void **state) {
	(void)state;
	static const cpFlockTarget targets[] = {CP_FLOCK_TARGET_NEAREST, CP_FLOCK_TARGET_CENTROID};
	for(int t = 0; t < 2; t++) {
		for(int r = 0; r < RADII; r++) {
			World *world = torusCrowd(CP_FLOCK_KERNEL_FAST, radii[r], targets[t], CP_FLOCK_RELATION_PURSUE);
			checkPursuit(world, targets[t], radii[r]);
			worldFree(world);
		}
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_scene_is_steered_alike_wherever_it_is),
		cmocka_unit_test(test_members_outside_are_where_they_will_be_wrapped_to),
		cmocka_unit_test(test_a_scene_flies_alike_wherever_it_is),
		cmocka_unit_test(test_the_wind_of_wandering_has_no_seam),
		cmocka_unit_test(test_neighbors_as_by_brute_force_each_once),
		cmocka_unit_test(test_evasion_as_by_brute_force),
		cmocka_unit_test(test_pursuit_as_by_brute_force),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
