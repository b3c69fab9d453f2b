/* SPDX-License-Identifier: MIT
 * Which shapes are obstacles, and that nothing but geometry decides: not their order, number, index, place or age. */
#include "pond.h"
#include "solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- order and index */

/* Two circles ahead; B alone would turn the body the other way. */
static cpFlockSteering lookAtTwo(const char *order, cpBodyType typeA, cpBodyType typeB) {
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(100, 0));
	for(; *order; order++) {
		if(*order == 'A') addCircle(world, typeA, cpv(55, 8), 15, cpvzero);
		if(*order == 'B') addCircle(world, typeB, cpv(79, -10), 12, cpvzero);
	}
	cpFlockSteering steering = pondLook(world);
	worldFree(world);
	return steering;
}

static void case_40_obstacle_the_nearest_first_in_whatever_order_and_index(void **state) {
	(void)state;
	cpBodyType fixed = CP_BODY_TYPE_STATIC, moving = CP_BODY_TYPE_DYNAMIC;
	CHECK(lookAtTwo("B", fixed, fixed).avoidance.y > 1);
	cpFlockSteering first = lookAtTwo("AB", fixed, fixed);
	CHECK(first.avoidance.y < -1);
	CHECK_VECT(lookAtTwo("BA", fixed, fixed).avoidance, first.avoidance, 1e-9);
	CHECK_VECT(lookAtTwo("AB", fixed, moving).avoidance, first.avoidance, 1e-9);
	CHECK_VECT(lookAtTwo("BA", moving, fixed).avoidance, first.avoidance, 1e-9);
	CHECK_VECT(lookAtTwo("BA", moving, moving).avoidance, first.avoidance, 1e-9);
}

/* A body that touches both walls of a corner: everything about them ties. */
static void test_in_a_corner_the_order_of_the_walls_is_irrelevant(void **state) {
	(void)state;
	const cpVect velocities[] = {{-70, -70}, {-70, 0}, {0, -70}, {-90, -30}, {-30, -90}};
	for(int i = 0; i < 5; i++) {
		cpVect steering[2];
		for(int order = 0; order < 2; order++) {
			World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpv(5, 5), velocities[i]);
			if(order == 0) addWall(world, cpvzero, cpv(0, 600), 0);
			addWall(world, cpvzero, cpv(800, 0), 0);
			if(order == 1) addWall(world, cpvzero, cpv(0, 600), 0);
			steering[order] = pondLook(world).avoidance;
			worldFree(world);
		}
		CHECK_VECT(steering[0], steering[1], 1e-9);
	}
}

enum { CROWD = 60, FISH = 20 };

typedef enum Setup { SETUP_PLAIN, SETUP_BACKWARD, SETUP_MOVING, SETUP_HASH, SETUP_LATE_HASH, SETUPS } Setup;

/* The same random obstacles round the same members, set up in one of several ways. */
static void lookInCrowd(uint64_t seed, cpFlockAvoidanceMode mode, Setup setup, cpVect *avoidance) {
	World *world = worldNewDetached();
	cpVect positions[CROWD];
	if(setup == SETUP_HASH) cpSpaceUseSpatialHash(world->space, 30, 1000);
	for(int i = 0; i < CROWD; i++) positions[i] = randomVect(&seed, -200, 200);
	for(int n = 0; n < CROWD; n++) {
		int i = setup == SETUP_BACKWARD ? CROWD - 1 - n : n;
		cpBodyType type = setup == SETUP_MOVING && i % 3 ? CP_BODY_TYPE_DYNAMIC : CP_BODY_TYPE_STATIC;
		cpBody *body = addObstacle(world, type, positions[i], i, cpvzero);
		uint64_t own = seed + (uint64_t)i;
		Solid local = solidRandom(&own, i % SOLID_KINDS, cpvzero);
		cpSpaceAddShape(world->space, solidShape(body, &local));
	}
	if(setup == SETUP_LATE_HASH) cpSpaceUseSpatialHash(world->space, 30, 1000);
	cpFlockSettings settings = pondSettings(mode);
	cpFlockSpecies species = worldSpecies(world, &settings);
	for(int i = 0; i < FISH; i++) {
		cpVect position = randomVect(&seed, -200, 200);
		worldAdd(world, species, position, randomVect(&seed, -80, 80));
	}
	worldRecord(world);
	for(int i = 0; i < FISH; i++) avoidance[i] = steeringOf(world, world->bodies[CROWD + i]).avoidance;
	worldFree(world);
}

static void test_nothing_but_geometry_decides_in_a_crowd(void **state) {
	(void)state;
	for(uint64_t seed = 0; seed < 12; seed++) {
		cpVect first[FISH], other[FISH];
		cpFlockAvoidanceMode mode = (cpFlockAvoidanceMode)(seed % 3);
		lookInCrowd(seed, mode, SETUP_PLAIN, first);
		for(int setup = 1; setup < SETUPS; setup++) {
			lookInCrowd(seed, mode, (Setup)setup, other);
			for(int i = 0; i < FISH; i++) CHECK_VECT(other[i], first[i], 1e-9);
		}
	}
}

/* ---------------------------------------------------------------- many */

/* A ring of as many obstacles as one body keeps in sight; other members have more round them. */
static void test_a_ring_of_obstacles_has_no_gap(void **state) {
	(void)state;
	for(int count = 20; count <= 40; count++) {
		World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpvzero);
		for(int side = -3000; side <= 3000; side += 6000) {
			cpVect crowded = cpv(side, side);
			worldAdd(world, 0, crowded, cpv(10, 0));
			for(int i = 0; i < 50; i++) {
				cpVect way = cpvmult(cpvforangle(2 * PI * i / 50), 13 + i % 7);
				addCircle(world, CP_BODY_TYPE_STATIC, cpvadd(crowded, way), 1, cpvzero);
			}
		}
		for(int i = 0; i < count; i++) {
			addCircle(world, CP_BODY_TYPE_STATIC, cpvmult(cpvforangle(2 * PI * i / count), 60), 2, cpvzero);
		}
		for(int i = 0; i < count; i++) {
			cpVect way = cpvforangle(2 * PI * i / count);
			cpBodySetVelocity(world->bodies[0], cpvmult(way, 50));
			cpFlockSteering steering = pondLook(world);
			CHECK(steering.blocked);
			CHECK_NEAR(cpvlength(steering.lookPoint), 60 - 2 - WIDE, 1e-6);
		}
		worldFree(world);
	}
}

/* Long slanting walls: every body is in the bounding boxes of all of them. */
static void test_of_many_long_walls_the_nearest_count(void **state) {
	(void)state;
	enum { WALLS = 40 };
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpvzero);
	cpVect along = cpvmult(cpv(1, 1), 700), across = cpvmult(directionOf(cpv(1, -1)), 40);
	for(int i = 0; i < WALLS; i++) {
		cpVect middle = cpvmult(across, i);
		addWall(world, cpvsub(middle, along), cpvadd(middle, along), 0);
	}
	for(int i = 0; i + 1 < WALLS; i++) {
		for(int side = -1; side <= 1; side += 2) {
			cpVect position = cpvmult(across, i + 0.5);
			cpBodySetPosition(world->bodies[0], position);
			cpBodySetVelocity(world->bodies[0], cpvmult(across, side));
			cpFlockSteering steering = pondLook(world);
			CHECK(steering.blocked);
			CHECK_NEAR(cpvdist(steering.lookPoint, position), 20 - WIDE, 1e-6);
		}
	}
	worldFree(world);
}

static void test_three_thousand_shapes_as_a_search_finds_them(void **state) {
	(void)state;
	enum { SHAPES = 3000 };
	static Solid solids[SHAPES];
	uint64_t random = 9;
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(50, 0));
	cpBody *body = addObstacle(world, CP_BODY_TYPE_STATIC, cpvzero, 0, cpvzero);
	for(int i = 0; i < SHAPES; i++) {
		solids[i] = (Solid){1, {randomVect(&random, -1500, 1500)}, randomIn(&random, 1, 12)};
		cpSpaceAddShape(world->space, solidShape(body, &solids[i]));
	}
	for(int i = 0; i < 100; i++) {
		cpVect position = randomVect(&random, -1500, 1500);
		worldAdd(world, 0, position, randomVect(&random, -80, 80));
	}
	worldRecord(world);
	int blocked = 0;
	for(int k = 2; k < world->count; k++) {
		cpVect position = cpBodyGetPosition(world->bodies[k]), velocity = cpBodyGetVelocity(world->bodies[k]);
		cpVect way = cpvmult(directionOf(velocity), pondFar(velocity));
		double margin = INFINITY, nearest = 2;
		for(int i = 0; i < SHAPES; i++) {
			if(cpvdist(position, solids[i].corners[0]) > 200) continue;
			Meeting meeting = solidMeet(&solids[i], position, way, WIDE);
			margin = fmin(margin, meeting.margin);
			nearest = fmin(nearest, meeting.at);
		}
		if(margin < 1e-6 || nearest == 0) continue;
		cpFlockSteering steering = steeringOf(world, world->bodies[k]);
		CHECK((steering.blocked != 0) == (nearest <= 1));
		CHECK_VECT(steering.lookPoint, cpvadd(position, cpvmult(way, fmin(nearest, 1))), 1e-5);
		blocked += steering.blocked;
	}
	CHECK(blocked > 20);
	worldFree(world);
}

/* ---------------------------------------------------------------- what is an obstacle */

static void test_sensors_are_no_obstacles(void **state) {
	(void)state;
	for(int mode = 0; mode < 3; mode++) {
		World *world = pondNew((cpFlockAvoidanceMode)mode, cpvzero, cpv(80, 0));
		cpShape *shape = firstShape(addCircle(world, CP_BODY_TYPE_STATIC, cpv(35, 3), 12, cpvzero));
		CHECK(pondLook(world).blocked);
		cpShapeSetSensor(shape, cpTrue);
		CHECK(!pondLook(world).blocked);
		CHECK_VECT(pondLook(world).avoidance, cpvzero, 0);
		cpShapeSetSensor(shape, cpFalse);
		CHECK(pondLook(world).blocked);
		worldFree(world);
	}
}

/* A feeler and a tail that were put on later, with the filter of a rock; and those of another member, another species. */
static void test_shapes_of_members_are_no_obstacles(void **state) {
	(void)state;
	for(int mode = 0; mode < 3; mode++) {
		World *world = pondNew((cpFlockAvoidanceMode)mode, cpvzero, cpv(80, 0));
		cpFlockSettings settings = settingsOff();
		worldAdd(world, worldSpecies(world, &settings), cpv(30, 0), cpv(-80, 0));
		pondLook(world);
		for(int i = 0; i < 2; i++) {
			cpBody *body = world->bodies[i];
			cpSpaceAddShape(world->space, cpSegmentShapeNew(body, cpv(10, -5), cpv(14, 5), 1));
			cpSpaceAddShape(world->space, cpCircleShapeNew(body, 9, cpv(-14, 0)));
			cpSpaceAddShape(world->space, cpBoxShapeNew(body, 9, 9, 0));
			cpFlockSteering steering = pondLook(world);
			CHECK(!steering.blocked);
			CHECK_VECT(steering.avoidance, cpvzero, 0);
		}
		worldFree(world);
	}
}

static void test_a_body_that_leaves_becomes_an_obstacle(void **state) {
	(void)state;
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(80, 0));
	cpBody *other = worldAdd(world, 0, cpv(50, 0), cpvzero);
	cpShapeSetFilter(firstShape(other), CP_SHAPE_FILTER_ALL);
	for(int i = 0; i < 3; i++) {
		CHECK(!pondLook(world).blocked);
		CHECK_OK(cpFlockRemoveBody(world->flock, other));
		CHECK(pondLook(world).blocked);
		CHECK_OK(cpFlockAddBody(world->flock, other, 0));
	}
	/* its shape with the flock's filter is what members pass through */
	cpShapeSetFilter(firstShape(other), cpFlockGetFilter(world->flock));
	CHECK_OK(cpFlockRemoveBody(world->flock, other));
	CHECK(!pondLook(world).blocked);
	worldFree(world);
}

static void case_57_obstacle_every_bit_of_the_filters(void **state) {
	(void)state;
	static const cpBitmask masks[] = {~0x80000000u, 0x80000000u, 0x55555555u, 0, ~0u};
	for(size_t m = 0; m < sizeof(masks) / sizeof(masks[0]); m++) {
		World *world = worldNewDetached();
		cpFlockSettings settings = pondSettings(CP_FLOCK_AVOIDANCE_SWEEP);
		settings.filter = cpShapeFilterNew(CP_NO_GROUP, 0x80000001u, masks[m]);
		cpFlockSpecies species = worldSpecies(world, &settings);
		cpBody *fish[32];
		for(int bit = 0; bit < 32; bit++) fish[bit] = worldAdd(world, species, cpv(bit * 500, 0), cpv(80, 0));
		for(int bit = 0; bit < 32; bit++) {
			cpBody *rock = addCircle(world, CP_BODY_TYPE_STATIC, cpv(bit * 500 + 50, 0), 10, cpvzero);
			cpShapeSetFilter(firstShape(rock), cpShapeFilterNew(CP_NO_GROUP, 1u << bit, CP_ALL_CATEGORIES));
		}
		worldRecord(world);
		for(int bit = 0; bit < 32; bit++) {
			CHECK(steeringOf(world, fish[bit]).blocked == (int)(masks[m] >> bit & 1));
		}
		worldFree(world);
	}
}

/* Chipmunk's rule for two shapes. */
static cpBool wouldCollide(cpShapeFilter a, cpShapeFilter b) {
	if(a.group != CP_NO_GROUP && a.group == b.group) return cpFalse;
	return (a.categories & b.mask) != 0 && (b.categories & a.mask) != 0;
}

static cpShapeFilter randomFilter(uint64_t *random, cpGroup flockGroup) {
	const cpGroup groups[] = {CP_NO_GROUP, 5, 6, flockGroup};
	cpBitmask bits[2];
	for(int i = 0; i < 2; i++) {
		bits[i] = 0;
		for(int n = 0; n < 3; n++) bits[i] |= 1u << (29 + (unsigned)randomIn(random, 0, 2.999));
	}
	return cpShapeFilterNew(groups[(int)randomIn(random, 0, 3.999)], bits[0], bits[1]);
}

/* Two species with filters of their own in one flock. */
static void test_obstacles_are_what_a_member_would_collide_with(void **state) {
	(void)state;
	uint64_t random = 11;
	int collide = 0;
	for(int i = 0; i < 300; i++) {
		World *world = worldNewDetached();
		cpGroup group = cpFlockGetFilter(world->flock).group;
		cpBody *fish[2];
		cpShapeFilter filters[2], rock = randomFilter(&random, group);
		for(int s = 0; s < 2; s++) {
			cpFlockSettings settings = pondSettings(CP_FLOCK_AVOIDANCE_SWEEP);
			settings.filter = filters[s] = randomFilter(&random, group);
			if(filters[s].group == CP_NO_GROUP) filters[s].group = group; /* as documented */
			fish[s] = worldAdd(world, worldSpecies(world, &settings), cpv(0, s), cpv(80, 0));
		}
		cpShapeSetFilter(firstShape(addCircle(world, CP_BODY_TYPE_STATIC, cpv(50, 0), 10, cpvzero)), rock);
		worldRecord(world);
		for(int s = 0; s < 2; s++) {
			CHECK((steeringOf(world, fish[s]).blocked != 0) == wouldCollide(filters[s], rock));
			collide += wouldCollide(filters[s], rock);
		}
		worldFree(world);
	}
	CHECK(collide > 50 && collide < 550);
}

/* ---------------------------------------------------------------- coming and going */

static void test_obstacles_come_and_go_between_steps(void **state) {
	(void)state;
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(80, 0));
	for(int i = 0; i < 50; i++) {
		CHECK(!pondLook(world).blocked);
		cpBody *rock = addCircle(world, (cpBodyType)(i % 3), cpv(50, 0), 10, cpvzero);
		CHECK(pondLook(world).blocked);
		if(i % 2) {
			/* only the shape; another one may come to lie at the same address */
			cpShape *shape = firstShape(rock);
			cpSpaceRemoveShape(world->space, shape);
			cpShapeFree(shape);
			cpSpaceAddShape(world->space, cpCircleShapeNew(rock, 10, cpv(0, 500)));
			CHECK(!pondLook(world).blocked);
		}
		worldDrop(world, rock);
	}
	worldFree(world);
}

static cpBool removeLater; /* set by a collision */

static void removeRock(cpSpace *space, void *key, void *data) {
	(void)space;
	worldDrop(data, key);
}

static cpBool beginContact(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	World *world = data;
	CP_ARBITER_GET_BODIES(arbiter, a, b);
	cpBody *rock = cpFlockContainsBody(world->flock, a) ? b : a;
	removeLater = cpTrue;
	cpSpaceAddPostStepCallback(space, removeRock, rock, world);
	return cpTrue;
}

static void test_obstacles_removed_by_a_collision_inside_a_step(void **state) {
	(void)state;
	for(int type = 0; type < 3; type++) {
		World *world = worldNew();
		cpFlockSettings settings = pondSettings(CP_FLOCK_AVOIDANCE_SWEEP);
		cpBody *fish = worldAdd(world, worldSpecies(world, &settings), cpvzero, cpv(80, 0));
		CHECK_OK(cpFlockSetRecording(world->flock, cpTrue));
		cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(world->space);
		handler->beginFunc = beginContact;
		handler->userData = world;
		removeLater = cpFalse;
		addCircle(world, (cpBodyType)type, cpv(13, 0), 10, cpvzero); /* they overlap */
		worldStep(world, 1);
		CHECK(removeLater && steeringOf(world, fish).blocked);
		worldStep(world, 3);
		CHECK(!steeringOf(world, fish).blocked);
		worldFree(world);
	}
}

/* A post-step callback that waits outside of a step runs at the end of the next query, that is, in the update. */
static void test_an_obstacle_removed_by_a_callback_that_waits_for_the_update(void **state) {
	(void)state;
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(80, 0));
	cpBody *rock = addCircle(world, CP_BODY_TYPE_STATIC, cpv(50, 0), 10, cpvzero);
	CHECK(pondLook(world).blocked);
	cpSpaceAddPostStepCallback(world->space, removeRock, rock, world);
	CHECK(!pondLook(world).blocked);
	worldFree(world);
}

static void addRock(cpSpace *space, void *key, void *data) {
	(void)space, (void)key;
	addCircle(data, CP_BODY_TYPE_STATIC, cpv(50, 0), 10, cpvzero);
}

static void test_an_obstacle_added_by_a_callback_that_waits_for_the_update(void **state) {
	(void)state;
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(80, 0));
	cpSpaceAddPostStepCallback(world->space, addRock, world, world);
	CHECK(pondLook(world).blocked);
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_40_obstacle_the_nearest_first_in_whatever_order_and_index),
		cmocka_unit_test(test_in_a_corner_the_order_of_the_walls_is_irrelevant),
		cmocka_unit_test(test_nothing_but_geometry_decides_in_a_crowd),
		cmocka_unit_test(test_a_ring_of_obstacles_has_no_gap),
		cmocka_unit_test(test_of_many_long_walls_the_nearest_count),
		cmocka_unit_test(test_three_thousand_shapes_as_a_search_finds_them),
		cmocka_unit_test(test_sensors_are_no_obstacles),
		cmocka_unit_test(test_shapes_of_members_are_no_obstacles),
		cmocka_unit_test(test_a_body_that_leaves_becomes_an_obstacle),
		cmocka_unit_test(case_57_obstacle_every_bit_of_the_filters),
		cmocka_unit_test(test_obstacles_are_what_a_member_would_collide_with),
		cmocka_unit_test(test_obstacles_come_and_go_between_steps),
		cmocka_unit_test(test_obstacles_removed_by_a_collision_inside_a_step),
		cmocka_unit_test(test_an_obstacle_removed_by_a_callback_that_waits_for_the_update),
		cmocka_unit_test(test_an_obstacle_added_by_a_callback_that_waits_for_the_update),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
