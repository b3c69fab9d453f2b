/* SPDX-License-Identifier: MIT
 * Numbered cases of the kind "engine": what belongs to the game stays the game's, and every kind of space is the same. */
#include "cases.h"
#include "pond.h"

#include <chipmunk/chipmunk_structs.h> /* body functions cannot be read back by a public call */
#include <math.h>
#include <string.h>
#include <unistd.h>

/* ---------------------------------------------------------------- 54: the game's forces and functions */

static double meanVelocity(const World *world) {
	double sum = 0;
	for(int i = 0; i < world->count; i++) sum += cpBodyGetVelocity(world->bodies[i]).x;
	return sum / world->count;
}

static double driftIn(cpVect current) {
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	caseDisc(world, 0, 20, cpv(400, 300), 40, cpv(10, 0));
	for(int i = 0; i < 20; i++) cpBodySetMass(world->bodies[i], 1 + i % 4);
	for(int frame = 0; frame < 60; frame++) {
		for(int i = 0; i < 20; i++) {
			cpBody *body = world->bodies[i];
			cpBodySetForce(body, cpvmult(current, cpBodyGetMass(body)));
		}
		caseFrames(world, 1);
	}
	double mean = meanVelocity(world);
	worldFree(world);
	return mean;
}

static void case_54_engine_a_current_of_the_game_is_felt(void **state) {
	(void)state;
	/* 30 px/s^2 for one second */
	CHECK_NEAR(driftIn(cpv(30, 0)) - driftIn(cpvzero), 30, 3);
}

/* The game's force is still there when its own velocity function looks. */
static cpVect seenForce;

static void lookAtForce(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	seenForce = cpBodyGetForce(body);
	cpBodyUpdateVelocity(body, gravity, damping, dt);
}

static void case_54_engine_the_games_force_and_torque_are_added_to(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettingsOff();
	settings.seek = rule(0, 50, CP_FLOCK_DIRECTION);
	settings.heading = CP_FLOCK_HEADING_NONE;
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(1000, 0)));
	cpBody *body = worldAdd(world, 0, cpvzero, cpv(10, 0));
	cpBodySetVelocityUpdateFunc(body, lookAtForce);
	cpBodySetMass(body, 4);
	cpBodySetForce(body, cpv(0, 12));
	cpBodySetTorque(body, 7);
	worldStep(world, 1);
	CHECK_VECT(seenForce, cpv(4 * 50, 12), 1e-9);
	CHECK_NEAR(cpBodyGetAngularVelocity(body), 7 / cpBodyGetMoment(body) * STEP, 1e-12);
	CHECK_VECT(cpBodyGetForce(body), cpvzero, 0); /* Chipmunk clears it, so that nothing piles up */
	worldFree(world);
}

static void gameVelocity(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	cpBodyUpdateVelocity(body, gravity, damping * (cpFloat)0.99, dt);
}

static void gamePosition(cpBody *body, cpFloat dt) {
	cpBodyUpdatePosition(body, dt);
}

/* No function pointer of the plugin is ever in a body, nor left behind: it may be in a library that is unloaded. */
static void case_54_engine_body_functions_are_never_replaced(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_PERIODIC);
	cpBody *plain = worldAdd(world, 0, cpv(400, 300), cpv(10, 0)), *own = worldAdd(world, 0, cpv(410, 300), cpv(10, 0));
	cpBody *spawned = cpFlockSpawn(world->flock, 0, cpv(420, 300), cpv(10, 0));
	cpBodySetVelocityUpdateFunc(own, gameVelocity);
	cpBodySetPositionUpdateFunc(own, gamePosition);
	for(int round = 0; round < 3; round++) {
		CHECK(plain->velocity_func == cpBodyUpdateVelocity && plain->position_func == cpBodyUpdatePosition);
		CHECK(own->velocity_func == gameVelocity && own->position_func == gamePosition);
		if(spawned) CHECK(spawned->velocity_func == cpBodyUpdateVelocity && !spawned->userData);
		if(round == 0) caseFrames(world, 100);
		if(round == 1) {
			spawned = NULL; /* freed with the flock */
			cpFlockFree(world->flock);
			world->flock = NULL;
			worldStep(world, 60);
		}
	}
	worldFree(world);
}

/* ---------------------------------------------------------------- 55: user data, type, filter */

static void *mark(void) {
	return (void *)(uintptr_t)0xDEADBEEF;
}

static void markShape(cpBody *body, cpShape *shape, void *data) {
	(void)body, (void)data;
	cpShapeSetUserData(shape, mark());
	cpShapeSetCollisionType(shape, 42);
	cpShapeSetFilter(shape, cpShapeFilterNew(0, 0x4, 0x3));
	cpShapeSetElasticity(shape, (cpFloat)0.25);
	cpShapeSetFriction(shape, (cpFloat)0.75);
}

static void checkShape(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	++*(int *)data;
	cpShapeFilter filter = cpShapeGetFilter(shape);
	CHECK(cpShapeGetUserData(shape) == mark() && cpShapeGetCollisionType(shape) == 42);
	CHECK(filter.group == 0 && filter.categories == 0x4 && filter.mask == 0x3);
	CHECK_NEAR(cpShapeGetElasticity(shape), 0.25, 0);
	CHECK_NEAR(cpShapeGetFriction(shape), 0.75, 0);
	CHECK(!cpShapeGetSensor(shape));
}

static void checkMarks(const World *world) {
	int shapes = 0;
	for(int i = 0; i < world->count; i++) {
		CHECK(cpBodyGetUserData(world->bodies[i]) == mark());
		CHECK_NEAR(cpBodyGetMass(world->bodies[i]), 1, 0);
		CHECK_NEAR(cpBodyGetMoment(world->bodies[i]), cpMomentForCircle(1, 0, 4, cpvzero), 0);
		cpBodyEachShape(world->bodies[i], checkShape, &shapes);
	}
	CHECK(shapes == 2 * world->count);
}

static void case_55_engine_user_data_type_and_filter_are_the_games(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_PERIODIC);
	caseDisc(world, -1, 10, cpv(780, 580), 30, cpv(60, 40));
	for(int i = 0; i < 10; i++) {
		cpSpaceAddShape(world->space, cpCircleShapeNew(world->bodies[i], 2, cpv(-6, 0)));
		cpBodySetUserData(world->bodies[i], mark());
		cpBodyEachShape(world->bodies[i], markShape, NULL);
		CHECK_OK(cpFlockAddBody(world->flock, world->bodies[i], 0));
	}
	checkMarks(world);
	for(int frame = 0; frame < 100; frame++) {
		caseFrames(world, 1);
		checkMarks(world);
	}
	for(int i = 0; i < 10; i++) CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[i]));
	checkMarks(world);
	worldFree(world);
}

/* ---------------------------------------------------------------- 55: the space's own lists and callbacks */

typedef struct Listed {
	const void *items[64];
	int count;
} Listed;

static void listBody(cpBody *body, void *data) {
	Listed *listed = data;
	if(listed->count < 64) listed->items[listed->count++] = body;
}

static void listShape(cpShape *shape, void *data) {
	Listed *listed = data;
	if(listed->count < 64) listed->items[listed->count++] = shape;
}

static Listed bodiesOf(cpSpace *space) {
	Listed listed = {{NULL}, 0};
	cpSpaceEachBody(space, listBody, &listed);
	return listed;
}

static Listed shapesOf(cpSpace *space) {
	Listed listed = {{NULL}, 0};
	cpSpaceEachShape(space, listShape, &listed);
	return listed;
}

/* Making, stepping and freeing a flock neither adds to nor reorders what the game finds in its space. */
static void case_55_engine_the_spaces_lists_are_as_without_a_flock(void **state) {
	(void)state;
	World *world = worldNew(), *plain = worldNew();
	CHECK_OK(cpFlockDetach(plain->flock));
	cpFlockSettings settings = caseSettings();
	worldSpecies(world, &settings);
	for(int i = 0; i < 20; i++) {
		worldAdd(world, i % 2 ? 0 : -1, cpv(30 * i, 0), cpvzero);
		worldAdd(plain, -1, cpv(30 * i, 0), cpvzero);
	}
	Listed before = bodiesOf(world->space), shapes = shapesOf(world->space);
	CHECK(before.count == 20 && shapes.count == 20);
	worldStep(world, 60);
	worldStep(plain, 60);
	Listed after = bodiesOf(world->space), shapesAfter = shapesOf(world->space);
	CHECK(memcmp(&before, &after, sizeof(before)) == 0);
	CHECK(shapesAfter.count == 20 && bodiesOf(plain->space).count == 20);
	for(int i = 0; i < 20; i++) CHECK(before.items[i] == world->bodies[i]);
	CHECK(cpSpaceGetUserData(world->space) == NULL && !cpSpaceIsLocked(world->space));
	worldFree(world);
	worldFree(plain);
}

/* ---------------------------------------------------------------- 59: bodies that are not dynamic */

static void addOddBodies(void *data) {
	(void)data;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	cpBody *fixed = addCircle(world, CP_BODY_TYPE_STATIC, cpv(300, 300), 10, cpvzero);
	cpBody *moving = addCircle(world, CP_BODY_TYPE_KINEMATIC, cpv(100, 100), 10, cpv(60, 0));
	cpBody *ground = cpSpaceGetStaticBody(world->space);
	CHECK_STATUS(cpFlockAddBody(world->flock, fixed, 0), CP_FLOCK_ERROR_NOT_DYNAMIC);
	CHECK_STATUS(cpFlockAddBody(world->flock, moving, 0), CP_FLOCK_ERROR_NOT_DYNAMIC);
	CHECK_STATUS(cpFlockAddBody(world->flock, ground, 0), CP_FLOCK_ERROR_NOT_DYNAMIC);
	CHECK_STATUS(cpFlockAddBody(world->flock, NULL, 0), CP_FLOCK_ERROR_NULL);
	cpBody *fish = worldAdd(world, 0, cpv(400, 300), cpv(50, 0));
	caseFrames(world, 60);
	CHECK_VECT(cpBodyGetPosition(fixed), cpv(300, 300), 0);
	CHECK_VECT(cpBodyGetPosition(moving), cpv(160, 100), 1e-9);
	CHECK_VECT(cpBodyGetPosition(ground), cpvzero, 0);
	CHECK_VECT(cpBodyGetPosition(fish), cpv(450, 300), 1e-9);
	worldFree(world);
}

static void case_59_engine_static_and_kinematic_bodies_are_refused(void **state) {
	(void)state;
	CHECK_CHILD(addOddBodies, NULL);
}

/* Chipmunk gives a body without shapes no mass when it becomes dynamic again: until the game sets one it is left alone. */
static void switchTypes(void *data) {
	cpBodyType type = *(const cpBodyType *)data;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_PERIODIC);
	caseDisc(world, 0, 10, cpv(400, 300), 30, cpv(60, 0));
	cpBody *fish = world->bodies[0];
	caseFrames(world, 10);
	for(int round = 0; round < 3; round++) {
		cpBodySetType(fish, type);
		cpBodySetVelocity(
			fish, type == CP_BODY_TYPE_STATIC ? cpvzero : cpv(0, 500)); /* faster than any member may be */
		cpVect before = cpBodyGetPosition(fish);
		worldStep(world, 30);
		if(type == CP_BODY_TYPE_KINEMATIC) CHECK_VECT(cpBodyGetVelocity(fish), cpv(0, 500), 0);
		CHECK_VECT(cpBodyGetForce(fish), cpvzero, 0); /* Chipmunk would keep it until the body is dynamic again */
		CHECK_VECT(cpBodyGetPosition(fish), cpvadd(before, cpvmult(cpBodyGetVelocity(fish), 0.5)), 1e-9);
		cpBodySetType(fish, CP_BODY_TYPE_DYNAMIC);
		cpBodySetMass(fish, 1);
		cpBodySetMoment(fish, cpMomentForCircle(1, 0, 4, cpvzero));
		cpBodySetPosition(fish, cpv(400, 300));
		caseFrames(world, 30);
		cpFlockStats stats;
		CHECK_OK(cpFlockGetStats(world->flock, &stats));
		CHECK(stats.steered == 10);
	}
	worldFree(world);
}

static void case_59_engine_a_member_that_is_switched_is_left_alone(void **state) {
	(void)state;
	cpBodyType types[] = {CP_BODY_TYPE_KINEMATIC, CP_BODY_TYPE_STATIC};
	for(int i = 0; i < 2; i++) CHECK_CHILD(switchTypes, &types[i]);
}

/* ---------------------------------------------------------------- 60: after a hit */

static World *hit(double minSpeed, cpVect velocity) {
	cpFlockSettings settings = caseSettings();
	settings.minSpeed = minSpeed;
	settings.avoidance.weight = 0;
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	worldAdd(world, 0, cpvzero, velocity);
	cpBody *crate = worldAddBare(world, -1, cpv(-20, 6), cpv(900, 0));
	cpBodySetMass(crate, 50);
	cpBodySetMoment(crate, 2500);
	cpShape *shape = cpSpaceAddShape(world->space, cpCircleShapeNew(crate, 10, cpvzero));
	cpShapeSetFriction(shape, 1);
	cpShapeSetElasticity(shape, 1);
	cpBodyEachShape(world->bodies[0], markShape, NULL);
	cpShapeSetFilter(firstShape(world->bodies[0]), CP_SHAPE_FILTER_ALL);
	return world;
}

static double hardest;

static void notePush(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)space, (void)data;
	hardest = fmax(hardest, cpvlength(cpArbiterTotalImpulse(arbiter)));
}

static void case_60_engine_speed_and_spin_after_a_hit(void **state) {
	(void)state;
	static const double minimums[] = {0, 20};
	for(int i = 0; i < 2; i++) {
		World *world = hit(minimums[i], cpvzero);
		cpBody *fish = world->bodies[0];
		cpSpaceAddDefaultCollisionHandler(world->space)->postSolveFunc = notePush;
		hardest = 0;
		for(int frame = 0; frame < 3; frame++) {
			caseFrames(world, 1);
			CHECK(cpvlength(cpBodyGetVelocity(fish)) >= minimums[i] * (1 - 1e-6));
		}
		CHECK(hardest > 300); /* it was hit */
		cpShape *crate = firstShape(world->bodies[1]);
		cpSpaceRemoveShape(world->space, crate); /* nothing in the way: the speed alone moves it */
		cpShapeFree(crate);
		cpVect before = cpBodyGetPosition(fish);
		caseFrames(world, 1);
		CHECK(cpvdist(cpBodyGetPosition(fish), before) <= CASE_MAX_SPEED * STEP * (1 + 1e-6));
		CHECK_NEAR(caseTurn(cpBodyGetRotation(fish), cpBodyGetVelocity(fish)), 0, 0.05);
		worldFree(world);
	}
}

/* Stopped dead by the game between two steps, with and without a minimum. */
static void case_60_engine_a_fish_stopped_dead(void **state) {
	(void)state;
	for(int minimum = 0; minimum <= 20; minimum += 20) {
		cpFlockSettings settings = caseSettings();
		settings.minSpeed = minimum;
		World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
		cpBody *fish = worldAdd(world, 0, cpvzero, cpv(0, 60));
		cpBodySetAngle(fish, PI / 2);
		for(int i = 0; i < 10; i++) {
			cpBodySetVelocity(fish, cpvzero);
			caseFrames(world, 1);
			CHECK_VECT(cpBodyGetVelocity(fish), cpv(0, minimum), 1e-6);
			CHECK_NEAR(cpBodyGetAngle(fish), PI / 2, 1e-6);
		}
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- 62: the spatial hash */

typedef enum Index { TREE, HASH, LATE_HASH, INDEXES } Index;

/* Scene 35 (a circle dead ahead) or 40 (two obstacles), seen with one of the space's indexes. */
static cpVect lookWith(Index index, int scene) {
	World *world = worldNewDetached();
	if(index == HASH) cpSpaceUseSpatialHash(world->space, 30, 1000);
	cpFlockSettings settings = caseSettings();
	settings.seek = rule(0, 1, CP_FLOCK_STEER);
	cpFlockSpecies species = worldSpecies(world, &settings);
	worldAdd(world, species, scene == 35 ? cpv(250, 300) : cpvzero, cpv(100, 0));
	if(scene == 35) {
		CHECK_OK(cpFlockSetTarget(world->flock, species, cpv(700, 300)));
		addCircle(world, CP_BODY_TYPE_STATIC, cpv(400, 300), 30, cpvzero);
	} else {
		addCircle(world, CP_BODY_TYPE_STATIC, cpv(55, 8), 15, cpvzero);
		addCircle(world, CP_BODY_TYPE_DYNAMIC, cpv(79, -10), 12, cpvzero);
	}
	if(index == LATE_HASH) cpSpaceUseSpatialHash(world->space, 30, 1000);
	cpBodySetPosition(world->bodies[0], cpvadd(cpBodyGetPosition(world->bodies[0]), cpv(scene == 35 ? 60 : 0, 0)));
	worldRecord(world);
	cpFlockSteering steering = steeringOf(world, world->bodies[0]);
	CHECK(steering.blocked);
	worldFree(world);
	return steering.total;
}

static void case_62_engine_the_same_steering_with_a_spatial_hash(void **state) {
	(void)state;
	for(int scene = 35; scene <= 40; scene += 5) {
		cpVect plain = lookWith(TREE, scene);
		for(Index index = HASH; index < INDEXES; index++) CHECK_VECT(lookWith(index, scene), plain, 1e-9);
	}
}

static void comeAndGo(void *data) {
	Index index = *(const Index *)data;
	alarm(20);
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_PERIODIC);
	if(index == HASH) cpSpaceUseSpatialHash(world->space, 30, 1000);
	for(int i = 0; i < 6; i++) addCircle(world, CP_BODY_TYPE_STATIC, cpv(130 * i + 60, 90 * i + 60), 25, cpvzero);
	cpBody *fish[40];
	for(int i = 0; i < 40; i++) fish[i] = worldAdd(world, 0, cpv(15 * i + 100, 300), cpv(60, i - 20));
	if(index == LATE_HASH) cpSpaceUseSpatialHash(world->space, 30, 1000);
	for(int frame = 0; frame < 600; frame++) {
		int k = frame % 40;
		cpVect position = cpBodyGetPosition(fish[k]), velocity = cpBodyGetVelocity(fish[k]);
		CHECK_OK(cpFlockRemoveBody(world->flock, fish[k]));
		worldDrop(world, fish[k]);
		fish[k] = worldAdd(world, 0, position, velocity);
		worldStep(world, 1);
	}
	CHECK(cpFlockGetBodyCount(world->flock, 0) == 40);
	worldFree(world);
}

static void case_62_engine_fish_come_and_go_with_a_spatial_hash(void **state) {
	(void)state;
	for(Index index = TREE; index < INDEXES; index++) CHECK_CHILD(comeAndGo, &index);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_54_engine_a_current_of_the_game_is_felt),
		cmocka_unit_test(case_54_engine_the_games_force_and_torque_are_added_to),
		cmocka_unit_test(case_54_engine_body_functions_are_never_replaced),
		cmocka_unit_test(case_55_engine_user_data_type_and_filter_are_the_games),
		cmocka_unit_test(case_55_engine_the_spaces_lists_are_as_without_a_flock),
		cmocka_unit_test(case_59_engine_static_and_kinematic_bodies_are_refused),
		cmocka_unit_test(case_59_engine_a_member_that_is_switched_is_left_alone),
		cmocka_unit_test(case_60_engine_speed_and_spin_after_a_hit),
		cmocka_unit_test(case_60_engine_a_fish_stopped_dead),
		cmocka_unit_test(case_62_engine_the_same_steering_with_a_spatial_hash),
		cmocka_unit_test(case_62_engine_fish_come_and_go_with_a_spatial_hash),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
