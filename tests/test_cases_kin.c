/* SPDX-License-Identifier: MIT
 * Cases of the same kinds as the numbered ones: ties, limits, orders and set-ups of the engine that nobody has reported. */
#include "cases.h"
#include "pond.h"

#include <math.h>

static World *still(const cpFlockSettings *settings, cpFlockKernel kernel) {
	World *world = worldNewDetached();
	worldSpecies(world, settings);
	CHECK_OK(cpFlockSetKernel(world->flock, kernel));
	return world;
}

/* ---------------------------------------------------------------- numeric */

/* Rounding must not blind a body whose view has no limit. */
static void kin_numeric_a_full_view_sees_straight_behind(void **state) {
	(void)state;
	uint64_t random = 26;
	for(int i = 0; i < 400; i++) {
		cpFlockSettings settings = settingsOff();
		settings.cohesion = rule(60, 1, CP_FLOCK_LINEAR);
		World *world = still(&settings, (cpFlockKernel)(i % 2));
		cpVect way = cpvforangle(randomIn(&random, -PI, PI));
		worldAdd(world, 0, cpv(400, 300), cpvmult(way, 50));
		worldAdd(world, 0, cpvadd(cpv(400, 300), cpvmult(way, -30)), cpvzero);
		worldRecord(world);
		CHECK(steeringOf(world, world->bodies[0]).neighbors == 1);
		worldFree(world);
	}
}

static void kin_numeric_a_neighbor_exactly_at_the_radius_is_out(void **state) {
	(void)state;
	for(int kernel = 0; kernel < 2; kernel++) {
		for(int inside = 0; inside < 2; inside++) {
			cpFlockSettings settings = settingsOff();
			settings.cohesion = rule(64, 1, CP_FLOCK_LINEAR);
			World *world = still(&settings, (cpFlockKernel)kernel);
			worldAdd(world, 0, cpv(512, 256), cpvzero);
			worldAdd(world, 0, cpv(512 + 64 - 0.0625 * inside, 256), cpvzero);
			worldRecord(world);
			for(int i = 0; i < 2; i++) CHECK(steeringOf(world, world->bodies[i]).neighbors == inside);
			worldFree(world);
		}
	}
}

static void kin_numeric_on_top_of_the_target(void **state) {
	(void)state;
	static const cpFlockResponse responses[] = {CP_FLOCK_DIRECTION, CP_FLOCK_STEER, CP_FLOCK_LINEAR};
	for(int i = 0; i < 6; i++) {
		cpFlockSettings settings = caseSettings();
		settings.seek = rule(i < 3 ? 60 : 0, i % 3 ? 1 : 100, responses[i % 3]);
		World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
		CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(400, 300)));
		cpBody *fish = worldAdd(world, 0, cpv(400, 300), cpvzero);
		caseFrames(world, 60);
		CHECK_VECT(cpBodyGetPosition(fish), cpv(400, 300), 0);
		worldFree(world);
	}
}

/* Limits hold against gravity and a damping of the space. */
static void kin_numeric_speed_limits_hold_in_gravity(void **state) {
	(void)state;
	for(int minimum = 0; minimum <= 30; minimum += 30) {
		cpFlockSettings settings = caseSettings();
		settings.minSpeed = minimum;
		World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_PERIODIC);
		cpSpaceSetGravity(world->space, cpv(0, 900));
		cpSpaceSetDamping(world->space, 0.5);
		caseDisc(world, 0, 20, cpv(400, 300), 60, cpv(20, 0));
		for(int frame = 0; frame < 120; frame++) {
			caseFrames(world, 1);
			for(int i = 0; i < 20; i++) CHECK(cpvlength(cpBodyGetVelocity(world->bodies[i])) >= minimum * (1 - 1e-6));
		}
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- grid and torus */

/* Half a world apart there are two shortest ways: both fish take the same one, so that no push is lost. */
static void kin_torus_half_a_world_apart_is_decided_alike(void **state) {
	(void)state;
	static const cpVect offsets[] = {{400, 0}, {0, 300}, {400, 300}, {-400, 0}};
	for(int i = 0; i < 8; i++) {
		cpFlockSettings settings = settingsOff();
		settings.cohesion = rule(600, 1, CP_FLOCK_LINEAR);
		World *world = still(&settings, (cpFlockKernel)(i % 2));
		CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, caseScreen));
		worldAdd(world, 0, cpv(400, 100), cpvzero);
		worldAdd(world, 0, cpvadd(cpv(400, 100), offsets[i / 2]), cpvzero);
		worldRecord(world);
		cpVect a = steeringOf(world, world->bodies[0]).cohesion, b = steeringOf(world, world->bodies[1]).cohesion;
		CHECK_NEAR(cpvlength(a), cpvlength(offsets[i / 2]), 1e-3);
		CHECK_VECT(a, cpvneg(b), 1e-3);
		worldFree(world);
	}
}

/* The same fish in another order of joining, as if each were updated after all others have been read. */
static void kin_grid_the_order_of_joining_is_irrelevant(void **state) {
	(void)state;
	enum { FISH = 200 };
	static const double tolerances[] = {1e-5, 1e-9};
	for(int kernel = 0; kernel < 2; kernel++) {
		World *worlds[2];
		for(int backward = 0; backward < 2; backward++) {
			cpFlockSettings settings = caseSettings();
			worlds[backward] = still(&settings, (cpFlockKernel)kernel);
			uint64_t random = 3;
			cpVect positions[FISH], velocities[FISH];
			for(int i = 0; i < FISH; i++) {
				positions[i] = randomVect(&random, 0, 300);
				velocities[i] = randomVect(&random, -60, 60);
			}
			for(int i = 0; i < FISH; i++) {
				int k = backward ? FISH - 1 - i : i;
				worldAdd(worlds[backward], 0, positions[k], velocities[k]);
			}
			for(int i = 0; i < 8; i++)
				addCircle(worlds[backward], CP_BODY_TYPE_STATIC, cpv(40 * i, 37 * i), 10, cpvzero);
			worldRecord(worlds[backward]);
		}
		for(int i = 0; i < FISH; i++) {
			cpFlockSteering a = steeringOf(worlds[0], worlds[0]->bodies[i]);
			cpFlockSteering b = steeringOf(worlds[1], worlds[1]->bodies[FISH - 1 - i]);
			double size =
				cpvlength(a.separation) + cpvlength(a.alignment) + cpvlength(a.cohesion) + cpvlength(a.avoidance);
			CHECK_VECT(b.total, a.total, tolerances[kernel] * (1 + size));
		}
		for(int w = 0; w < 2; w++) worldFree(worlds[w]);
	}
}

static void kin_grid_three_hundred_species(void **state) {
	(void)state;
	enum { SPECIES = 300 };
	World *world = worldNewDetached();
	cpFlockSettings settings = settingsOff();
	settings.cohesion = rule(60, 1, CP_FLOCK_LINEAR);
	for(int s = 0; s < SPECIES; s++) worldSpecies(world, &settings);
	for(int a = 0; a < SPECIES; a++) {
		for(int b = 0; b < SPECIES; b += 2) CHECK_OK(cpFlockSetRelation(world->flock, a, b, CP_FLOCK_RELATION_FLOCK));
		if(a % 2) CHECK_OK(cpFlockSetRelation(world->flock, a, a, CP_FLOCK_RELATION_NONE));
	}
	for(int s = 0; s < SPECIES; s++) worldAdd(world, s, cpv(s % 20, s / 20), cpvzero);
	worldRecord(world);
	for(int s = 0; s < SPECIES; s++) {
		CHECK(steeringOf(world, world->bodies[s]).neighbors == SPECIES / 2 - (s % 2 == 0));
	}
	worldFree(world);
}

/* ---------------------------------------------------------------- engine */

/* A body whose mass is that of its shapes. */
static void kin_engine_mass_from_shapes(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettingsOff();
	settings.seek = rule(0, 60, CP_FLOCK_DIRECTION);
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(1e6, 0)));
	cpBody *body = cpBodyNew(0, 0);
	cpShape *shape = cpCircleShapeNew(body, 4, cpvzero);
	cpShapeSetDensity(shape, (cpFloat)0.3);
	cpSpaceAddBody(world->space, body);
	cpSpaceAddShape(world->space, shape);
	CHECK_OK(cpFlockAddBody(world->flock, body, 0));
	for(int frame = 0; frame < 60; frame++) cpSpaceStep(world->space, STEP);
	CHECK_VECT(cpBodyGetVelocity(body), cpv(60, 0), 1e-6);
	CHECK_OK(cpFlockRemoveBody(world->flock, body));
	supportFreeBody(body);
	worldFree(world);
}

/* A game that gives its fish no group: they collide, and nothing blows up. */
static void kin_engine_fish_that_collide_with_each_other(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_CONTAINMENT);
	caseDisc(world, 0, 60, cpv(400, 300), 30, cpv(30, 0));
	for(int i = 0; i < 60; i++) cpShapeSetFilter(firstShape(world->bodies[i]), CP_SHAPE_FILTER_ALL);
	caseFrames(world, 300);
	worldFree(world);
}

static cpBool refuse(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space, (void)data;
	return cpFalse;
}

/* A contact that the game refuses to solve leaves the fish alone. */
static void kin_engine_a_refused_contact_changes_nothing(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	settings.avoidance.weight = 0;
	settings.minSpeed = 20; /* speeding up looks at what is touched */
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	cpSpaceAddDefaultCollisionHandler(world->space)->preSolveFunc = refuse;
	cpBody *fish = worldAdd(world, 0, cpvzero, cpv(100, 0));
	addCircle(world, CP_BODY_TYPE_STATIC, cpv(60, 3), 20, cpvzero);
	caseFrames(world, 60);
	CHECK_VECT(cpBodyGetPosition(fish), cpv(100, 0), 1e-9);
	worldFree(world);
}

/* Looking at bodies and shapes wakes nobody. */
static void kin_engine_a_sleeping_crate_sleeps_on(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_CONTAINMENT);
	cpSpaceSetSleepTimeThreshold(world->space, (cpFloat)0.2);
	caseDisc(world, 0, 20, cpv(300, 300), 40, cpv(60, 0));
	cpBody *crate = addCircle(world, CP_BODY_TYPE_DYNAMIC, cpv(400, 420), 15, cpvzero);
	caseFrames(world, 30);
	CHECK(cpBodyIsSleeping(crate));
	for(int frame = 0; frame < 120; frame++) {
		caseFrames(world, 1);
		CHECK(cpBodyIsSleeping(crate));
	}
	worldFree(world);
}

/* With fields of bodies or with public calls: the same bits. */
static void kin_determinism_public_calls_fly_alike(void **state) {
	(void)state;
	uint64_t hashes[2];
	for(int publicCalls = 0; publicCalls < 2; publicCalls++) {
		World *world = worldNew();
		cpFlockFree(world->flock);
		cpFlockOptions options = cpFlockOptionsDefault();
		options.publicCallsOnly = publicCalls ? cpTrue : cpFalse;
		CHECK_OK(cpFlockCreate(world->space, &options, &world->flock));
		cpFlockSettings settings = caseSettings();
		settings.wander.weight = 40;
		worldSpecies(world, &settings);
		CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, caseScreen));
		caseScatter(world, 0, 100, caseScreen, 80, 3);
		for(int i = 0; i < 8; i++) addCircle(world, (cpBodyType)(i % 3), cpv(90 * i + 40, 70 * i + 30), 20, cpv(20, 9));
		worldStep(world, 200);
		hashes[publicCalls] = worldHash(world);
		worldFree(world);
	}
	CHECK(hashes[0] == hashes[1]);
}

/* ---------------------------------------------------------------- the game draws its space */

static void drawCircle(
	cpVect position, cpFloat angle, cpFloat radius, cpSpaceDebugColor outline, cpSpaceDebugColor fill, void *data) {
	(void)position, (void)angle, (void)radius, (void)outline, (void)fill;
	++*(int *)data;
}

static void drawSegment(cpVect a, cpVect b, cpSpaceDebugColor color, void *data) {
	(void)a, (void)b, (void)color;
	++*(int *)data;
}

static void drawFatSegment(
	cpVect a, cpVect b, cpFloat radius, cpSpaceDebugColor outline, cpSpaceDebugColor fill, void *data) {
	(void)a, (void)b, (void)radius, (void)outline, (void)fill;
	++*(int *)data;
}

static void drawPolygon(
	int count, const cpVect *corners, cpFloat radius, cpSpaceDebugColor outline, cpSpaceDebugColor fill, void *data) {
	(void)count, (void)corners, (void)radius, (void)outline, (void)fill;
	++*(int *)data;
}

static void drawDot(cpFloat size, cpVect position, cpSpaceDebugColor color, void *data) {
	(void)size, (void)position, (void)color;
	++*(int *)data;
}

static cpSpaceDebugColor colorOf(cpShape *shape, void *data) {
	(void)shape, (void)data;
	return (cpSpaceDebugColor){0, 0, 0, 1};
}

/* The flock's constraint is in the list of those to be drawn, and shows nothing. */
static void kin_engine_the_flock_is_not_drawn(void **state) {
	(void)state;
	int drawn = 0;
	World *world = worldNew();
	cpFlockSettings settings = caseSettings();
	worldAdd(world, worldSpecies(world, &settings), cpvzero, cpvzero);
	worldStep(world, 1);
	cpSpaceDebugDrawOptions options = {.drawCircle = drawCircle,
		.drawSegment = drawSegment,
		.drawFatSegment = drawFatSegment,
		.drawPolygon = drawPolygon,
		.drawDot = drawDot,
		.flags = CP_SPACE_DEBUG_DRAW_SHAPES | CP_SPACE_DEBUG_DRAW_CONSTRAINTS | CP_SPACE_DEBUG_DRAW_COLLISION_POINTS,
		.colorForShape = colorOf,
		.data = &drawn};
	cpSpaceDebugDraw(world->space, &options);
	CHECK(drawn == 1); /* the fish */
	worldFree(world);
}

/* ---------------------------------------------------------------- obstacle */

/* On the way to a point behind a wall with a gap: through it where there is room for the fish and its clearance on both
 * sides, and never through the wall. */
static void kin_obstacle_a_gap_in_a_wall(void **state) {
	(void)state;
	for(int gap = 6; gap <= 40; gap += 2) {
		cpFlockSettings settings = caseSettings();
		settings.combine = CP_FLOCK_COMBINE_PRIORITY;
		settings.seek = rule(0, 1, CP_FLOCK_STEER);
		World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
		CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(700, 300)));
		cpBody *fish = worldAdd(world, 0, cpv(250, 300), cpv(100, 0));
		addWall(world, cpv(400, 300 - 0.5 * gap), cpv(400, -1000), 0);
		addWall(world, cpv(400, 300 + 0.5 * gap), cpv(400, 1600), 0);
		caseFrames(world, 600);
		cpVect end = cpBodyGetPosition(fish);
		if(gap > 2 * (4 + 4)) CHECK(end.x > 600);
		if(gap < 2 * 4) CHECK(end.x < 400);
		worldFree(world);
	}
}

/* Everything in one body: static shapes of the space's own body are obstacles like any others. */
static void kin_obstacle_shapes_of_the_spaces_own_body(void **state) {
	(void)state;
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(80, 0));
	cpBody *ground = cpSpaceGetStaticBody(world->space);
	cpShape *rock = cpSpaceAddShape(world->space, cpCircleShapeNew(ground, 10, cpv(50, 0)));
	CHECK(pondLook(world).blocked);
	cpSpaceRemoveShape(world->space, rock);
	CHECK(!pondLook(world).blocked);
	cpShapeFree(rock);
	worldFree(world);
}

/* A game body that only another flock steers is an obstacle; its own are not. */
static void kin_obstacle_fish_of_another_flock(void **state) {
	(void)state;
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(80, 0));
	cpFlock *second = cpFlockNew(world->space);
	cpFlockSettings settings = settingsOff();
	cpFlockSpecies species = cpFlockAddSpecies(second, &settings);
	cpBody *other = cpFlockSpawn(second, species, cpv(50, 0), cpvzero);
	CHECK(other && pondLook(world).blocked);
	CHECK_OK(cpFlockDespawn(second, other));
	CHECK(!pondLook(world).blocked);
	cpFlockFree(second);
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kin_numeric_a_full_view_sees_straight_behind),
		cmocka_unit_test(kin_numeric_a_neighbor_exactly_at_the_radius_is_out),
		cmocka_unit_test(kin_numeric_on_top_of_the_target),
		cmocka_unit_test(kin_numeric_speed_limits_hold_in_gravity),
		cmocka_unit_test(kin_torus_half_a_world_apart_is_decided_alike),
		cmocka_unit_test(kin_grid_the_order_of_joining_is_irrelevant),
		cmocka_unit_test(kin_grid_three_hundred_species),
		cmocka_unit_test(kin_engine_mass_from_shapes),
		cmocka_unit_test(kin_engine_fish_that_collide_with_each_other),
		cmocka_unit_test(kin_engine_a_refused_contact_changes_nothing),
		cmocka_unit_test(kin_engine_a_sleeping_crate_sleeps_on),
		cmocka_unit_test(kin_determinism_public_calls_fly_alike),
		cmocka_unit_test(kin_engine_the_flock_is_not_drawn),
		cmocka_unit_test(kin_obstacle_a_gap_in_a_wall),
		cmocka_unit_test(kin_obstacle_shapes_of_the_spaces_own_body),
		cmocka_unit_test(kin_obstacle_fish_of_another_flock),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
