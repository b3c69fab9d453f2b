/* SPDX-License-Identifier: MIT
 * The edge of the torus: obstacles over it, wrapping, the space's index right after it, and bodies that do not see over it. */
#include "torus.h"

#include <math.h>

static const cpFlockKernel kernels[] = {CP_FLOCK_KERNEL_REFERENCE, CP_FLOCK_KERNEL_FAST};
static const double tolerances[] = {1e-9, 1e-5};

/* ---------------------------------------------------------------- looking ahead over the seam */

static cpBody *pillarAt(World *world, cpVect position, double radius) {
	cpBody *body = worldAddBare(world, -1, position, cpvzero);
	cpBodySetType(body, CP_BODY_TYPE_STATIC);
	cpSpaceReindexShape(world->space, cpSpaceAddShape(world->space, cpCircleShapeNew(body, radius, cpvzero)));
	return body;
}

/* A fish that looks 60 px ahead with a weight of 600, and one pillar of radius 10; returns what avoidance asks for. */
static cpVect lookAt(cpFlockAvoidanceMode mode, cpBool overSeam, cpBB bb, cpVect fish, cpVect velocity, cpVect pillar) {
	World *world = worldNewDetached();
	cpFlockSettings settings = settingsOff();
	settings.avoidance.weight = 600;
	settings.avoidance.mode = mode;
	settings.avoidance.lookAhead = 60;
	settings.seesOverSeam = overSeam;
	cpFlockSpecies species = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, bb));
	worldAddBare(world, species, fish, velocity);
	pillarAt(world, pillar, 10);
	worldRecord(world);
	cpVect avoidance = steeringOf(world, world->bodies[0]).avoidance;
	worldFree(world);
	return avoidance;
}

static const cpFlockAvoidanceMode modes[] = {
	CP_FLOCK_AVOIDANCE_SWEEP, CP_FLOCK_AVOIDANCE_CENTER, CP_FLOCK_AVOIDANCE_FIELD};

static void test_an_obstacle_over_the_seam_is_seen_as_one_inside(void **state) {
	(void)state;
	/* offset of the pillar from the fish, and the velocity */
	static const cpVect ways[][2] = {
		{{45, 3}, {100, 0}}, {{-45, 3}, {-100, 0}}, {{2, 40}, {0, 80}}, {{-30, -33}, {-60, -60}}};
	for(int m = 0; m < 3; m++) {
		for(int w = 0; w < 4; w++) {
			cpVect middle = cpv(200, 300), corner = cpv(torusBox.r - 8, torusBox.b + 5),
				   seam = cpv(torusBox.l + 9, 200);
			cpVect expected = lookAt(modes[m], cpTrue, torusBox, middle, ways[w][1], cpvadd(middle, ways[w][0]));
			CHECK(cpvlength(expected) > 1);
			cpVect overCorner = torusWrap(cpvadd(corner, ways[w][0])), overSeam = torusWrap(cpvadd(seam, ways[w][0]));
			CHECK_VECT(lookAt(modes[m], cpTrue, torusBox, corner, ways[w][1], overCorner), expected, 1e-6);
			CHECK_VECT(lookAt(modes[m], cpTrue, torusBox, seam, ways[w][1], overSeam), expected, 1e-6);
		}
	}
	/* in numbers: 35 of 60 px to the surface, straight back */
	cpVect avoidance =
		lookAt(CP_FLOCK_AVOIDANCE_CENTER, cpTrue, torusBox, cpv(500, 300), cpv(100, 0), cpv(500 + 45 - 640, 300));
	CHECK_VECT(avoidance, cpv(-600 * (1 - 35.0 / 60), 0), 1e-9);
}

/* The flock does not wrap what is not its own: an obstacle that drifts over the edge stays where it is on the torus. */
static void test_an_obstacle_that_drifted_over_the_edge_is_seen(void **state) {
	(void)state;
	cpBB wide = cpBBNew(0, 0, 2400, 1800);
	cpVect expected = lookAt(CP_FLOCK_AVOIDANCE_CENTER, cpTrue, wide, cpv(2390, 300), cpv(-100, 0), cpv(2345, 303));
	CHECK(cpvlength(expected) > 1);
	for(int m = 0; m < 3; m++) {
		expected = lookAt(modes[m], cpTrue, wide, cpv(2390, 300), cpv(-100, 0), cpv(2345, 303));
		CHECK_VECT(lookAt(modes[m], cpTrue, wide, cpv(2390, 300), cpv(-100, 0), cpv(2345 - 2400, 303)), expected, 1e-6);
		expected = lookAt(modes[m], cpTrue, wide, cpv(300, 10), cpv(0, 100), cpv(303, 55));
		CHECK_VECT(lookAt(modes[m], cpTrue, wide, cpv(300, 10), cpv(0, 100), cpv(303, 55 + 1800)), expected, 1e-6);
	}
}

/* The members at the rim of a flock see as the others do, however the cells of obstacles are laid over it. */
static void test_the_outermost_members_see_obstacles(void **state) {
	(void)state;
	uint64_t random = 3;
	for(int round = 0; round < 300; round++) {
		World *world = worldNewDetached();
		cpFlockSettings settings = settingsOff();
		settings.avoidance = (cpFlockAvoidance){600, CP_FLOCK_AVOIDANCE_FIELD, 60, 0, 0};
		cpFlockSpecies species = worldSpecies(world, &settings);
		for(int i = 0; i < 6; i++) worldAddBare(world, species, randomPoint(&random, torusBox), cpvzero);
		for(int i = 0; i < 6; i++) {
			pillarAt(world, cpvadd(cpBodyGetPosition(world->bodies[i]), cpv(0, 30)), 10);
		}
		worldRecord(world);
		for(int i = 0; i < 6; i++) CHECK(cpvlength(steeringOf(world, world->bodies[i]).avoidance) > 1);
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- wrapping */

static cpBool insideBox(cpVect p) {
	return p.x >= torusBox.l && p.x < torusBox.r && p.y >= torusBox.b && p.y < torusBox.t;
}

static World *gliders(cpFlockSpecies *species) {
	World *world = worldNew();
	cpFlockSettings settings = settingsOff();
	settings.maxSpeed = CP_FLOCK_UNLIMITED;
	*species = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, torusBox));
	return world;
}

/* Jumps of several worlds, on several rounds; the velocity is not touched by a wrap. */
static void test_wrapping_is_a_true_modulo(void **state) {
	(void)state;
	cpFlockSpecies species;
	World *world = gliders(&species);
	uint64_t random = 5;
	cpVect positions[100], velocities[100];
	for(int i = 0; i < 100; i++) {
		positions[i] = randomPoint(&random, torusBox);
		velocities[i] = i == 0 ? cpv(3000, -2500) : randomVect(&random, -9000, 9000);
		worldAdd(world, species, positions[i], velocities[i]);
	}
	for(int round = 0; round < 10; round++) {
		cpSpaceStep(world->space, 0.5);
		for(int i = 0; i < 100; i++) {
			cpVect now = cpBodyGetPosition(world->bodies[i]);
			positions[i] = torusWrap(cpvadd(positions[i], cpvmult(velocities[i], 0.5)));
			CHECK(insideBox(now));
			CHECK_VECT(torusWay(now, positions[i]), cpvzero, 1e-9);
			CHECK_VECT(cpBodyGetVelocity(world->bodies[i]), velocities[i], 0);
		}
	}
	worldFree(world);
}

static void test_the_upper_edges_belong_to_the_other_side(void **state) {
	(void)state;
	static const cpVect places[][2] = {{{510, 300}, {-130, 300}}, {{100, 490}, {100, 70}}, {{-130, 70}, {-130, 70}},
		{{510, 490}, {-130, 70}}, {{-130 - 1e-14, 300}, {-130, 300}}, {{-130 - 640, 300}, {-130, 300}},
		{{-130 - 1e-9, 70 - 1e-9}, {510 - 1e-9, 490 - 1e-9}}};
	cpFlockSpecies species;
	World *world = gliders(&species);
	/* The last one is on the edge where a cpFloat cannot tell. */
	int count = sizeof(places) / sizeof(places[0]) - (IN_DOUBLES ? 0 : 1);
	for(int i = 0; i < count; i++) worldAdd(world, species, places[i][0], cpvzero);
	cpSpaceStep(world->space, STEP);
	for(int i = 0; i < count; i++) {
		CHECK(insideBox(cpBodyGetPosition(world->bodies[i])));
		CHECK_VECT(cpBodyGetPosition(world->bodies[i]), places[i][1], 1e-12);
	}
	worldFree(world);
}

/* ---------------------------------------------------------------- the space's index */

typedef struct Hit {
	const cpBody *body;
	cpVect point;
	cpBool found;
} Hit;

static void noteHit(cpShape *shape, cpVect point, cpVect normal, cpFloat alpha, void *data) {
	(void)normal, (void)alpha;
	Hit *hit = data;
	if(cpShapeGetBody(shape) != hit->body) return;
	hit->found = cpTrue;
	hit->point = point;
}

static cpBool isHit(cpSpace *space, const cpBody *body, cpVect at) {
	Hit hit = {body, cpvzero, cpFalse};
	cpSpaceSegmentQuery(space, cpvadd(at, cpv(-9, 0)), cpvadd(at, cpv(9, 0)), 0, CP_SHAPE_FILTER_ALL, noteHit, &hit);
	if(hit.found) { /* radius 4 or, of a pillar, 6 */
		CHECK_NEAR(hit.point.x, at.x - 5, 1 + 1e3 * ROUNDING);
		CHECK_NEAR(hit.point.y, at.y, 1e-6);
	}
	return hit.found;
}

/* A game's callback that asks in the middle of the step. */
static void askInBetween(cpSpace *space, void *key, void *data) {
	(void)key;
	const cpBody *body = data;
	CHECK(isHit(space, body, cpBodyGetPosition(body)));
}

static cpBool beginAsk(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)data;
	CP_ARBITER_GET_BODIES(arbiter, a, b);
	CHECK(isHit(space, a, cpBodyGetPosition(a)));
	cpSpaceAddPostStepCallback(space, askInBetween, b, b);
	return cpTrue;
}

static void test_rays_find_the_members_right_after_every_step(void **state) {
	(void)state;
	cpFlockSpecies species;
	World *world = gliders(&species);
	cpSpaceAddDefaultCollisionHandler(world->space)->beginFunc = beginAsk;
	uint64_t random = 99;
	for(int i = 0; i < 40; i++) {
		cpVect position = randomPoint(&random, torusBox);
		cpBody *body = worldAddBare(world, species, position, randomVect(&random, -1500, 1500));
		/* sensors meet the pillars, and each other, and fly on */
		cpShapeSetSensor(cpSpaceAddShape(world->space, cpCircleShapeNew(body, 4, cpvzero)), cpTrue);
	}
	for(int i = 0; i < 30; i++) pillarAt(world, randomPoint(&random, torusBox), 6);
	int wrapped = 0;
	for(int step = 0; step < 120; step++) {
		cpVect before[40];
		for(int i = 0; i < 40; i++) before[i] = cpBodyGetPosition(world->bodies[i]);
		cpSpaceStep(world->space, STEP);
		for(int i = 0; i < 40; i++) {
			const cpBody *body = world->bodies[i];
			cpVect now = cpBodyGetPosition(body), unwrapped = cpvadd(before[i], torusWay(before[i], now));
			CHECK(insideBox(now));
			CHECK(isHit(world->space, body, now));
			if(cpvdist(unwrapped, now) < 100) continue;
			wrapped++;
			CHECK(!isHit(world->space, body, unwrapped));
		}
	}
	CHECK(wrapped > 100);
	worldFree(world);
}

/* ---------------------------------------------------------------- not seeing over the seam */

/* As the p5.js snippet: positions wrap, everything else is a plain difference. */
static cpFlockSteering steeringOverSeam(
	cpFlockKernel kernel, cpBool overSeam, cpFlockRelation relation, cpFlockTarget target) {
	World *world = torusCrowd(kernel, 60, target, relation);
	cpFlockSettings settings;
	CHECK_OK(cpFlockGetSettings(world->flock, 0, &settings));
	settings.seesOverSeam = overSeam;
	settings.seek = rule(0, 1, CP_FLOCK_LINEAR);
	CHECK_OK(cpFlockSetSettings(world->flock, 0, &settings));
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(-120, 200)));
	for(int i = 2; i < world->count; i++) CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[i]));
	cpBodySetPosition(world->bodies[0], cpv(507, 200));
	cpBodySetPosition(world->bodies[1], cpv(-123, 200));
	worldUpdate(world);
	cpFlockSteering steering = steeringOf(world, world->bodies[0]);
	worldFree(world);
	return steering;
}

static void test_a_species_need_not_see_over_the_seam(void **state) {
	(void)state;
	for(int k = 0; k < 2; k++) {
		cpFlockSteering blind = steeringOverSeam(kernels[k], cpFalse, CP_FLOCK_RELATION_FLOCK, CP_FLOCK_TARGET_NEAREST);
		cpFlockSteering seeing = steeringOverSeam(kernels[k], cpTrue, CP_FLOCK_RELATION_FLOCK, CP_FLOCK_TARGET_NEAREST);
		CHECK(blind.neighbors == 0 && seeing.neighbors == 1);
		CHECK_VECT(blind.separation, cpvzero, 0);
		CHECK_VECT(blind.alignment, cpvzero, 0);
		CHECK_VECT(blind.cohesion, cpvzero, 0);
		CHECK_VECT(blind.seek, cpv(-627, 0), 1e-9);
		CHECK_VECT(seeing.cohesion, cpv(10, 0), 1e-4);
		CHECK_VECT(seeing.seek, cpv(13, 0), 1e-9);
		blind = steeringOverSeam(kernels[k], cpFalse, CP_FLOCK_RELATION_EVADE, CP_FLOCK_TARGET_NEAREST);
		CHECK_VECT(blind.evasion, cpvzero, 0);
		for(int target = CP_FLOCK_TARGET_NEAREST; target <= CP_FLOCK_TARGET_CENTROID; target++) {
			blind = steeringOverSeam(kernels[k], cpFalse, CP_FLOCK_RELATION_PURSUE, (cpFlockTarget)target);
			seeing = steeringOverSeam(kernels[k], cpTrue, CP_FLOCK_RELATION_PURSUE, (cpFlockTarget)target);
			CHECK_VECT(blind.pursuit, cpvzero, 0);
			CHECK_VECT(seeing.pursuit, cpv(10, 0), 1e-9);
		}
	}
}

/* Obstacles as everything else. */
static void test_nor_obstacles_over_the_seam(void **state) {
	(void)state;
	for(int m = 0; m < 3; m++) {
		cpVect avoidance = lookAt(modes[m], cpFalse, torusBox, cpv(500, 300), cpv(100, 0), cpv(545 - 640, 303));
		CHECK_VECT(avoidance, cpvzero, 0);
		avoidance = lookAt(modes[m], cpFalse, torusBox, cpv(100, 300), cpv(100, 0), cpv(145, 303));
		CHECK(cpvlength(avoidance) > 1);
	}
}

static World *boids(cpBool torus, cpBool detached) {
	World *world = detached ? worldNewDetached() : worldNew();
	cpFlockSettings settings = cpFlockSettingsP5Boid();
	cpFlockSpecies species = worldSpecies(world, &settings);
	if(torus) CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, torusBox));
	uint64_t random = 11;
	for(int i = 0; i < 60; i++) {
		cpVect position = randomPoint(&random, torusBox);
		worldAddBare(world, species, position, randomVect(&random, -80, 80));
	}
	return world;
}

static void test_not_seeing_over_the_seam_is_steering_as_in_the_open(void **state) {
	(void)state;
	for(int k = 0; k < 2; k++) {
		World *box = boids(cpTrue, cpTrue), *open = boids(cpFalse, cpTrue);
		CHECK_OK(cpFlockSetKernel(box->flock, kernels[k]));
		CHECK_OK(cpFlockSetKernel(open->flock, kernels[k]));
		worldRecord(box);
		worldRecord(open);
		for(int i = 0; i < 60; i++) {
			cpFlockSteering a = steeringOf(box, box->bodies[i]), b = steeringOf(open, open->bodies[i]);
			CHECK(a.neighbors == b.neighbors);
			CHECK_VECT(a.total, b.total, 720 * 10 * tolerances[k]);
		}
		worldFree(box);
		worldFree(open);
	}
}

static void test_who_does_not_see_over_the_seam_wraps_all_the_same(void **state) {
	(void)state;
	World *world = boids(cpTrue, cpFalse);
	int wrapped = 0;
	for(int step = 0; step < 200; step++) {
		cpVect before[60];
		for(int i = 0; i < 60; i++) before[i] = cpBodyGetPosition(world->bodies[i]);
		worldStep(world, 1);
		for(int i = 0; i < 60; i++) {
			cpVect now = cpBodyGetPosition(world->bodies[i]);
			CHECK(insideBox(now));
			wrapped += cpvdist(before[i], now) > 100;
		}
	}
	CHECK(wrapped > 5);
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_obstacle_over_the_seam_is_seen_as_one_inside),
		cmocka_unit_test(test_an_obstacle_that_drifted_over_the_edge_is_seen),
		cmocka_unit_test(test_the_outermost_members_see_obstacles),
		cmocka_unit_test(test_wrapping_is_a_true_modulo),
		cmocka_unit_test(test_the_upper_edges_belong_to_the_other_side),
		cmocka_unit_test(test_rays_find_the_members_right_after_every_step),
		cmocka_unit_test(test_a_species_need_not_see_over_the_seam),
		cmocka_unit_test(test_nor_obstacles_over_the_seam),
		cmocka_unit_test(test_not_seeing_over_the_seam_is_steering_as_in_the_open),
		cmocka_unit_test(test_who_does_not_see_over_the_seam_wraps_all_the_same),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
