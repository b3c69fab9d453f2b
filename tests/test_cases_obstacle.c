/* SPDX-License-Identifier: MIT
 * Numbered cases of the kind "obstacle" that are about what counts as one. How fish get round obstacles is in
 * test_navigation.c, which of several counts in test_obstacle_set.c. */
#include "cases.h"
#include "pond.h"

#include <math.h>

static World *oneFish(cpFlockAvoidanceMode mode, cpVect position, cpVect velocity) {
	cpFlockSettings settings = caseSettings();
	settings.avoidance.mode = mode;
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	cpBodySetAngle(worldAdd(world, 0, position, velocity), cpvtoangle(velocity));
	return world;
}

static void swimStraight(World *world, int frames) {
	for(int frame = 0; frame < frames; frame++) {
		caseFrames(world, 1);
		cpVect velocity = cpBodyGetVelocity(world->bodies[0]);
		CHECK_NEAR(atan2(velocity.y, velocity.x), 0, 1e-6);
	}
	CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpv(100, 0), 1e-9);
}

/* ---------------------------------------------------------------- 42: own shapes */

static void case_42_obstacle_own_shapes_are_none(void **state) {
	(void)state;
	for(int mode = 0; mode < 3; mode++) {
		World *world = oneFish((cpFlockAvoidanceMode)mode, cpvzero, cpv(100, 0));
		cpBody *fish = world->bodies[0];
		caseFrames(world, 1);
		/* a nose 10 px ahead and a solid tail, both of every category and no group, after it joined */
		cpSpaceAddShape(world->space, cpSegmentShapeNew(fish, cpv(10, -8), cpv(10, 8), 0));
		cpSpaceAddShape(world->space, cpBoxShapeNew2(fish, cpBBNew(-20, -3, -4, 3), 0));
		swimStraight(world, 60);
		/* nor when they come and go */
		cpShape *hull = cpSpaceAddShape(world->space, cpCircleShapeNew(fish, 30, cpvzero));
		swimStraight(world, 10);
		cpSpaceRemoveShape(world->space, hull);
		cpShapeFree(hull);
		swimStraight(world, 10);
		worldFree(world);
	}
}

/* One that is taken out of the flock and comes back is itself again. */
static void case_42_obstacle_own_shapes_after_leaving_and_joining(void **state) {
	(void)state;
	World *world = oneFish(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(100, 0));
	cpBody *fish = world->bodies[0];
	cpSpaceAddShape(world->space, cpSegmentShapeNew(fish, cpv(10, -8), cpv(10, 8), 0));
	for(int i = 0; i < 10; i++) {
		CHECK_OK(cpFlockRemoveBody(world->flock, fish));
		worldStep(world, 1);
		CHECK_OK(cpFlockAddBody(world->flock, fish, 0));
		swimStraight(world, 5);
	}
	worldFree(world);
}

/* ---------------------------------------------------------------- 49: sensors */

static cpBool countBegin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space;
	++*(int *)data;
	return cpTrue;
}

static void case_49_obstacle_sensors_are_none_in_any_mode(void **state) {
	(void)state;
	for(int mode = 0; mode < 3; mode++) {
		World *world = oneFish((cpFlockAvoidanceMode)mode, cpv(100, 0), cpv(100, 0));
		cpShapeSetCollisionType(firstShape(world->bodies[0]), 8);
		cpShape *zone = firstShape(addCircle(world, CP_BODY_TYPE_STATIC, cpv(200, 0), 30, cpvzero));
		cpShapeSetSensor(zone, cpTrue);
		cpShapeSetCollisionType(zone, 7);
		/* beside the way and beyond the reach of the mode that looks at the nearest surface */
		addCircle(world, CP_BODY_TYPE_STATIC, cpv(200, mode == CP_FLOCK_AVOIDANCE_FIELD ? 160 : 60), 10, cpvzero);
		cpShape *feeler = cpSpaceAddShape(world->space, cpCircleShapeNew(world->bodies[0], 60, cpvzero));
		cpShapeSetSensor(feeler, cpTrue);
		int entered = 0;
		cpCollisionHandler *handler = cpSpaceAddCollisionHandler(world->space, 7, 8);
		handler->beginFunc = countBegin;
		handler->userData = &entered;
		swimStraight(world, 180);
		CHECK(entered == 1);
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- 57: filters, over time */

/* Fish of a mask pass through what they would not collide with, and keep off what they would. */
static void case_57_obstacle_each_category_bit(void **state) {
	(void)state;
	static const cpBitmask masks[] = {~0x80000000u, 0x80000000u};
	for(int m = 0; m < 2; m++) {
		cpFlockSettings settings = caseSettings();
		settings.filter = cpShapeFilterNew(CP_NO_GROUP, CP_ALL_CATEGORIES, masks[m]);
		World *world = worldNewDetached();
		cpFlockSpecies species = worldSpecies(world, &settings);
		for(int bit = 0; bit < 32; bit++) worldAdd(world, species, cpv(500 * bit, 0), cpv(100, 0));
		for(int bit = 0; bit < 32; bit++) {
			cpBody *rock = addCircle(world, CP_BODY_TYPE_STATIC, cpv(500 * bit + 60, 1), 20, cpvzero);
			cpShapeSetFilter(firstShape(rock), cpShapeFilterNew(CP_NO_GROUP, (cpBitmask)1 << bit, CP_ALL_CATEGORIES));
		}
		worldRecord(world);
		for(int bit = 0; bit < 32; bit++) {
			cpVect turn = steeringOf(world, world->bodies[bit]).avoidance;
			CHECK((cpvlength(turn) > 0) == ((masks[m] >> bit & 1) != 0));
			if(cpvlength(turn) > 0) CHECK(turn.y < 0);
		}
		worldFree(world);
	}
}

/* The rock's own mask counts, too: what does not collide with the fish is no obstacle. */
static void case_57_obstacle_the_masks_of_both_sides(void **state) {
	(void)state;
	for(int bit = 0; bit < 32; bit++) {
		cpFlockSettings settings = caseSettings();
		settings.filter = cpShapeFilterNew(CP_NO_GROUP, (cpBitmask)1 << bit, CP_ALL_CATEGORIES);
		World *world = worldNewDetached();
		worldAdd(world, worldSpecies(world, &settings), cpvzero, cpv(100, 0));
		cpShape *rock = firstShape(addCircle(world, CP_BODY_TYPE_STATIC, cpv(60, 1), 20, cpvzero));
		for(int collides = 0; collides < 2; collides++) {
			cpBitmask only = (cpBitmask)1 << bit;
			cpShapeSetFilter(rock, cpShapeFilterNew(CP_NO_GROUP, CP_ALL_CATEGORIES, collides ? only : ~only));
			worldRecord(world);
			CHECK(steeringOf(world, world->bodies[0]).blocked == collides);
		}
		worldFree(world);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_42_obstacle_own_shapes_are_none),
		cmocka_unit_test(case_42_obstacle_own_shapes_after_leaving_and_joining),
		cmocka_unit_test(case_49_obstacle_sensors_are_none_in_any_mode),
		cmocka_unit_test(case_57_obstacle_each_category_bit),
		cmocka_unit_test(case_57_obstacle_the_masks_of_both_sides),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
