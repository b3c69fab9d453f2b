/* SPDX-License-Identifier: MIT
 * Bodies of the game in a flock: joining, leaving at any moment, and what stays the game's. */
#include "support.h"

#include <math.h>

/* Bodies that part when they are near: to see who is steered and who senses whom. */
static cpFlockSettings parting(void) {
	cpFlockSettings settings = settingsOff();
	settings.separation = rule(60, 100, CP_FLOCK_DIRECTION);
	return settings;
}

/* ten bodies round (400, 300), one of them in the middle */
static World *group(cpFlockSpecies *species) {
	World *world = worldNew();
	cpFlockSettings settings = parting();
	*species = worldSpecies(world, &settings);
	worldAdd(world, *species, cpv(400, 300), cpvzero);
	for(int i = 0; i < 9; i++) {
		worldAdd(world, *species, cpv(400 + 25 * cos(0.7 * i), 300 + 25 * sin(0.7 * i)), cpvzero);
	}
	return world;
}

/* ---------------------------------------------------------------- joining and leaving */

static void test_joining_counting_and_leaving(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = parting();
	cpFlockSpecies a = worldSpecies(world, &settings), b = worldSpecies(world, &settings);
	CHECK(a != b && cpFlockGetSpeciesCount(world->flock) == 2);
	cpBody *first = worldAdd(world, a, cpv(0, 0), cpvzero), *second = worldAdd(world, b, cpv(500, 0), cpvzero);
	cpBody *stranger = worldAdd(world, -1, cpv(900, 0), cpvzero);

	CHECK(cpFlockContainsBody(world->flock, first) && cpFlockContainsBody(world->flock, second));
	CHECK(!cpFlockContainsBody(world->flock, stranger));
	CHECK(cpFlockGetBodySpecies(world->flock, first) == a && cpFlockGetBodySpecies(world->flock, second) == b);
	CHECK_STATUS(cpFlockGetBodySpecies(world->flock, stranger), CP_FLOCK_ERROR_NOT_MEMBER);
	CHECK(cpFlockGetBodyCount(world->flock, a) == 1 && cpFlockGetBodyCount(world->flock, -1) == 2);
	CHECK(cpFlockGetBodyCount(world->flock, 99) == 0);

	CHECK_OK(cpFlockRemoveBody(world->flock, first));
	CHECK_STATUS(cpFlockRemoveBody(world->flock, first), CP_FLOCK_ERROR_NOT_MEMBER);
	CHECK(!cpFlockContainsBody(world->flock, first));
	CHECK(cpFlockGetBodyCount(world->flock, a) == 0 && cpFlockGetBodyCount(world->flock, -1) == 1);
	CHECK_OK(cpFlockAddBody(world->flock, first, b));
	CHECK(cpFlockGetBodyCount(world->flock, b) == 2);
	worldFree(world);
}

static void test_a_body_joins_only_once(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = parting();
	cpFlockSpecies a = worldSpecies(world, &settings), b = worldSpecies(world, &settings);
	cpBody *body = worldAdd(world, a, cpvzero, cpvzero);
	CHECK_STATUS(cpFlockAddBody(world->flock, body, a), CP_FLOCK_ERROR_ALREADY_MEMBER);
	CHECK_STATUS(cpFlockAddBody(world->flock, body, b), CP_FLOCK_ERROR_ALREADY_MEMBER);
	CHECK(cpFlockGetBodyCount(world->flock, -1) == 1 && cpFlockGetBodySpecies(world->flock, body) == a);
	worldFree(world);
}

static void test_many_bodies_are_found_again(void **state) {
	(void)state;
	enum { COUNT = 3000 };
	World *world = worldNew();
	cpFlockSettings settings = settingsOff();
	cpFlockSpecies species = worldSpecies(world, &settings);
	for(int i = 0; i < COUNT; i++) worldAddBare(world, species, cpv(i, 0), cpvzero);
	for(int round = 0; round < 20; round++) {
		for(int i = round % 3; i < COUNT; i += 3) CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[i]));
		for(int i = 0; i < COUNT; i++) {
			CHECK(cpFlockContainsBody(world->flock, world->bodies[i]) == (i % 3 != round % 3));
		}
		for(int i = round % 3; i < COUNT; i += 3) CHECK_OK(cpFlockAddBody(world->flock, world->bodies[i], species));
		worldStep(world, 1);
	}
	CHECK(cpFlockGetBodyCount(world->flock, species) == COUNT);
	worldFree(world);
}

static void test_a_body_may_join_before_it_is_in_the_space(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = parting();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *here = worldAdd(world, species, cpv(0, 0), cpvzero);
	cpBody *late = cpBodyNew(1, 1);
	cpBodySetPosition(late, cpv(20, 0));
	CHECK_OK(cpFlockAddBody(world->flock, late, species));
	worldStep(world, 1);
	CHECK_VECT(cpBodyGetVelocity(here), cpvzero, 0);
	CHECK_VECT(cpBodyGetVelocity(late), cpvzero, 0);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.members == 2 && stats.steered == 1 && stats.outside == 1);

	cpSpaceAddBody(world->space, late);
	worldStep(world, 1);
	CHECK(cpBodyGetVelocity(here).x < 0 && cpBodyGetVelocity(late).x > 0);
	CHECK_OK(cpFlockRemoveBody(world->flock, late));
	supportFreeBody(late);
	worldFree(world);
}

static void recordBody(cpBody *body, cpFlockSpecies species, void *data) {
	(void)species;
	World *seen = data;
	CHECK(seen->count < seen->capacity);
	seen->bodies[seen->count++] = body;
}

static void test_members_are_visited_in_the_order_of_joining(void **state) {
	(void)state;
	cpFlockSpecies species;
	World *world = group(&species);
	worldStep(world, 5);
	CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[4]));
	CHECK_OK(cpFlockAddBody(world->flock, world->bodies[4], species)); /* now the last */
	cpBody *order[20];
	World seen = {NULL, NULL, order, 0, 20};
	CHECK_OK(cpFlockEachBody(world->flock, recordBody, &seen));
	CHECK(seen.count == 10 && order[9] == world->bodies[4]);
	for(int i = 0; i < 9; i++) CHECK(order[i] == world->bodies[i < 4 ? i : i + 1]);
	worldFree(world);
}

typedef struct Visit {
	World *world;
	cpBody *newcomer;
	cpFlockSpecies species;
	int visits;
} Visit;

/* Takes out and frees the body it is given and the next one, and lets a new one join. */
static void upheave(cpBody *body, cpFlockSpecies species, void *data) {
	Visit *visit = data;
	World *world = visit->world;
	visit->visits++;
	CHECK(species == visit->species && body != visit->newcomer);
	for(int i = 0; i < world->count; i++) {
		if(world->bodies[i] != body) continue;
		for(int k = i; k < i + 2; k++) {
			CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[k]));
			worldDrop(world, world->bodies[k]);
		}
		break;
	}
	if(visit->visits == 1) visit->newcomer = worldAdd(world, species, cpv(0, 0), cpvzero);
}

static void test_a_visitor_may_add_remove_and_free_members(void **state) {
	(void)state;
	Visit visit = {NULL, NULL, 0, 0};
	visit.world = group(&visit.species);
	CHECK_OK(cpFlockEachBody(visit.world->flock, upheave, &visit));
	CHECK(visit.visits == 5);
	CHECK(cpFlockGetBodyCount(visit.world->flock, -1) == 1);
	worldStep(visit.world, 2);
	worldFree(visit.world);
}

/* ---------------------------------------------------------------- no ghosts */

/* The body in the middle goes; the others, one px apart from it no more, feel nothing from its old place. */
static void checkNoGhost(World *world) {
	cpFlockSettings settings = parting();
	for(int i = 1; i < world->count; i++) {
		cpBodySetPosition(world->bodies[i], cpv(400 + (i == 1 ? 5 : 100 * i), 300));
		cpBodySetVelocity(world->bodies[i], cpvzero);
	}
	CHECK_OK(cpFlockSetSettings(world->flock, 0, &settings));
	worldStep(world, 60);
	for(int i = 1; i < world->count; i++) CHECK_VECT(cpBodyGetVelocity(world->bodies[i]), cpvzero, 0);
}

static void test_a_body_out_of_the_flock_is_neither_steered_nor_sensed(void **state) {
	(void)state;
	cpFlockSpecies species;
	World *world = group(&species);
	worldStep(world, 3);
	CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[0]));
	cpVect velocity = cpBodyGetVelocity(world->bodies[0]);
	cpBodySetPosition(world->bodies[0], cpv(400, 300));
	checkNoGhost(world);
	CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), velocity, 0);
	worldFree(world);
}

static void test_a_body_out_of_the_space_is_neither_steered_nor_sensed(void **state) {
	(void)state;
	cpFlockSpecies species;
	World *world = group(&species);
	worldStep(world, 3);
	cpBody *body = world->bodies[0];
	cpSpaceRemoveBody(world->space, body);
	cpBodySetPosition(body, cpv(400, 300));
	cpVect velocity = cpBodyGetVelocity(body);
	checkNoGhost(world);
	CHECK_VECT(cpBodyGetVelocity(body), velocity, 0);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.outside == 1 && stats.steered == 9);

	/* and in another space */
	cpSpace *other = cpSpaceNew();
	cpSpaceAddBody(other, body);
	checkNoGhost(world);
	CHECK_VECT(cpBodyGetVelocity(body), velocity, 0);
	cpSpaceRemoveBody(other, body);
	cpSpaceFree(other);
	worldFree(world);
}

static void test_a_body_may_be_freed_once_it_left(void **state) {
	(void)state;
	cpFlockSpecies species;
	World *world = group(&species);
	worldStep(world, 3);
	cpBody *body = world->bodies[0];
	CHECK_OK(cpFlockRemoveBody(world->flock, body));
	worldDrop(world, body);
	CHECK(!cpFlockContainsBody(world->flock, body)); /* never reads it */
	checkNoGhost(world);
	worldFree(world);
}

static void test_a_body_freed_before_its_first_step(void **state) {
	(void)state;
	cpFlockSpecies species;
	World *world = group(&species);
	cpBody *body = worldAdd(world, species, cpv(0, 0), cpvzero);
	CHECK_OK(cpFlockRemoveBody(world->flock, body));
	worldDrop(world, body);
	worldStep(world, 60);
	worldFree(world);
}

/* ---------------------------------------------------------------- inside callbacks */

typedef enum Act { LEAVE, JOIN, LEAVE_AND_FREE } Act;

typedef struct Inside {
	World *world;
	cpBody *body;
	cpFlockSpecies species;
	Act act;
	int calls;
} Inside;

static void freeLater(cpSpace *space, void *key, void *data) {
	(void)space;
	worldDrop(data, key);
}

static void act(Inside *inside) {
	if(inside->calls++ > 0) return;
	cpFlock *flock = inside->world->flock;
	if(inside->act == JOIN) {
		CHECK_OK(cpFlockAddBody(flock, inside->body, inside->species));
	} else {
		CHECK_OK(cpFlockRemoveBody(flock, inside->body));
	}
	CHECK(cpFlockContainsBody(flock, inside->body) == (inside->act == JOIN));
	if(inside->act == LEAVE_AND_FREE) {
		cpSpaceAddPostStepCallback(inside->world->space, freeLater, inside->body, inside->world);
	}
}

static Inside *current; /* Chipmunk's body functions carry no data */

static void actInVelocity(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	act(current);
	cpBodyUpdateVelocity(body, gravity, damping, dt);
}

static void actInPosition(cpBody *body, cpFloat dt) {
	act(current);
	cpBodyUpdatePosition(body, dt);
}

static void actInSolve(cpConstraint *constraint, cpSpace *space) {
	(void)constraint, (void)space;
	act(current);
}

static cpBool actInBegin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space;
	act(data);
	return cpTrue;
}

static void actInPostStep(cpSpace *space, void *key, void *data) {
	(void)space, (void)key;
	act(data);
}

/* A game of the members' kind: a crate that touches another, a constraint, own velocity functions. */
static void actAt(int moment, Act what) {
	cpFlockSpecies species;
	World *world = group(&species);
	Inside inside = {world, world->bodies[0], species, what, 0};
	current = &inside;
	if(what == JOIN) {
		CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[0]));
	}
	cpBody *crate = cpSpaceAddBody(world->space, cpBodyNew(1, 1)),
		   *other = cpSpaceAddBody(world->space, cpBodyNew(1, 1));
	cpSpaceAddShape(world->space, cpCircleShapeNew(crate, 5, cpvzero));
	cpSpaceAddShape(world->space, cpCircleShapeNew(other, 5, cpv(1, 0)));
	cpConstraint *motor = cpSpaceAddConstraint(world->space, cpSimpleMotorNew(crate, other, 0));
	cpConstraintSetMaxForce(motor, 0);
	switch(moment) {
	case 0:
		cpBodySetVelocityUpdateFunc(crate, actInVelocity);
		break;
	case 1:
		cpBodySetPositionUpdateFunc(crate, actInPosition);
		break;
	case 2:
		cpConstraintSetPreSolveFunc(motor, actInSolve);
		break;
	case 3:
		cpConstraintSetPostSolveFunc(motor, actInSolve);
		break;
	case 4: {
		cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(world->space);
		handler->beginFunc = actInBegin;
		handler->userData = &inside;
		break;
	}
	default:
		cpSpaceAddPostStepCallback(world->space, actInPostStep, world, &inside);
	}
	worldStep(world, 3);
	CHECK(inside.calls > 0);
	CHECK(cpFlockGetBodyCount(world->flock, -1) == (what == JOIN ? 10 : 9));
	worldStep(world, 3);
	supportFreeBody(crate);
	supportFreeBody(other);
	worldFree(world);
}

static void allMoments(void *data) {
	for(int moment = 0; moment < 6; moment++) actAt(moment, *(const Act *)data);
}

static void test_bodies_leave_inside_any_callback(void **state) {
	(void)state;
	Act what = LEAVE;
	CHECK_CHILD(allMoments, &what);
}

static void test_bodies_join_inside_any_callback(void **state) {
	(void)state;
	Act what = JOIN;
	CHECK_CHILD(allMoments, &what);
}

static void test_bodies_leave_inside_any_callback_and_are_freed_after_the_step(void **state) {
	(void)state;
	Act what = LEAVE_AND_FREE;
	CHECK_CHILD(allMoments, &what);
}

/* ---------------------------------------------------------------- what stays the game's */

typedef struct Owned {
	int userData;
	int shapes;
} Owned;

static void markShape(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	cpShapeSetUserData(shape, data);
	cpShapeSetCollisionType(shape, 42);
	cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, 0x4, 0x3));
}

static void checkShape(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	((Owned *)data)->shapes++;
	CHECK(cpShapeGetUserData(shape) == data && cpShapeGetCollisionType(shape) == 42);
	cpShapeFilter filter = cpShapeGetFilter(shape);
	CHECK(filter.group == CP_NO_GROUP && filter.categories == 0x4 && filter.mask == 0x3);
}

static void test_user_data_types_and_filters_stay_the_games(void **state) {
	(void)state;
	Owned owned = {0, 0};
	cpFlockSpecies species;
	World *world = group(&species);
	for(int i = 0; i < world->count; i++) {
		cpBodySetUserData(world->bodies[i], &owned);
		cpBodyEachShape(world->bodies[i], markShape, &owned);
	}
	worldStep(world, 100);
	for(int round = 0; round < 2; round++) {
		for(int i = 0; i < world->count; i++) {
			CHECK(cpBodyGetUserData(world->bodies[i]) == &owned);
			cpBodyEachShape(world->bodies[i], checkShape, &owned);
			if(round == 0) CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[i]));
		}
		CHECK(owned.shapes == 10 * (round + 1));
	}
	worldFree(world);
}

static int velocityCalls, positionCalls;

static void countVelocity(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	velocityCalls++;
	cpBodyUpdateVelocity(body, gravity, damping * 0.99, dt);
}

static void countPosition(cpBody *body, cpFloat dt) {
	positionCalls++;
	cpBodyUpdatePosition(body, dt);
}

static void case_54_engine_velocity_and_position_functions_stay_the_games(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = parting();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *body = worldAdd(world, -1, cpvzero, cpv(50, 0));
	cpBodySetVelocityUpdateFunc(body, countVelocity);
	cpBodySetPositionUpdateFunc(body, countPosition);
	velocityCalls = positionCalls = 0;
	CHECK_OK(cpFlockAddBody(world->flock, body, species));
	worldStep(world, 60);
	CHECK(velocityCalls == 60 && positionCalls == 60);
	CHECK_NEAR(cpBodyGetVelocity(body).x, 50 * pow(0.99, 60), 1e-9);
	CHECK_OK(cpFlockRemoveBody(world->flock, body));
	worldStep(world, 60);
	CHECK(velocityCalls == 120 && positionCalls == 120);
	worldFree(world);
}

static void test_steering_is_added_to_the_games_force(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = parting();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *a = worldAdd(world, species, cpv(0, 0), cpvzero), *b = worldAdd(world, species, cpv(0, 20), cpvzero);
	cpBodySetMass(b, 7);
	cpBodySetForce(a, cpv(30, 0));
	cpBodySetForce(b, cpv(30 * 7, 0));
	cpBodySetTorque(a, 3);
	double spin = 3 / cpBodyGetMoment(a) / 60;
	worldStep(world, 1);
	CHECK_VECT(cpBodyGetVelocity(a), cpv(30.0 / 60, -100.0 / 60), 1e-4);
	CHECK_VECT(cpBodyGetVelocity(b), cpv(30.0 / 60, 100.0 / 60), 1e-4);
	CHECK_NEAR(cpBodyGetAngularVelocity(a), spin, 1e-12); /* heading is NONE: torque and spin are the game's */
	worldFree(world);
}

static void test_an_offset_center_of_gravity_makes_no_torque(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = parting();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *a = worldAdd(world, species, cpv(0, 0), cpvzero);
	worldAdd(world, species, cpv(0, 20), cpvzero);
	cpBodySetCenterOfGravity(a, cpv(3, 1));
	worldStep(world, 10);
	CHECK_NEAR(cpBodyGetAngularVelocity(a), 0, 1e-12);
	CHECK(cpBodyGetVelocity(a).y < 0);
	worldFree(world);
}

static void test_a_body_that_cannot_rotate_is_steered_in_every_heading_mode(void **state) {
	(void)state;
	for(int heading = 0; heading < 3; heading++) {
		World *world = worldNew();
		cpFlockSettings settings = parting();
		settings.heading = (cpFlockHeading)heading;
		cpFlockSpecies species = worldSpecies(world, &settings);
		cpBody *a = worldAdd(world, species, cpv(0, 0), cpvzero);
		worldAdd(world, species, cpv(0, 20), cpvzero);
		cpBodySetMoment(a, (cpFloat)INFINITY);
		worldStep(world, 60);
		CHECK(cpBodyGetVelocity(a).y < 0);
		worldFree(world);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_joining_counting_and_leaving),
		cmocka_unit_test(test_a_body_joins_only_once),
		cmocka_unit_test(test_many_bodies_are_found_again),
		cmocka_unit_test(test_a_body_may_join_before_it_is_in_the_space),
		cmocka_unit_test(test_members_are_visited_in_the_order_of_joining),
		cmocka_unit_test(test_a_visitor_may_add_remove_and_free_members),
		cmocka_unit_test(test_a_body_out_of_the_flock_is_neither_steered_nor_sensed),
		cmocka_unit_test(test_a_body_out_of_the_space_is_neither_steered_nor_sensed),
		cmocka_unit_test(test_a_body_may_be_freed_once_it_left),
		cmocka_unit_test(test_a_body_freed_before_its_first_step),
		cmocka_unit_test(test_bodies_leave_inside_any_callback),
		cmocka_unit_test(test_bodies_join_inside_any_callback),
		cmocka_unit_test(test_bodies_leave_inside_any_callback_and_are_freed_after_the_step),
		cmocka_unit_test(test_user_data_types_and_filters_stay_the_games),
		cmocka_unit_test(case_54_engine_velocity_and_position_functions_stay_the_games),
		cmocka_unit_test(test_steering_is_added_to_the_games_force),
		cmocka_unit_test(test_an_offset_center_of_gravity_makes_no_torque),
		cmocka_unit_test(test_a_body_that_cannot_rotate_is_steered_in_every_heading_mode),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
