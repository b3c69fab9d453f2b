/* SPDX-License-Identifier: MIT
 * Bodies that the flock makes, and the collision filter. */
#include "support.h"

#include <math.h>

static cpFlockSettings spawning(void) {
	cpFlockSettings settings = settingsOff();
	settings.bodyRadius = 7;
	settings.bodyMass = 3;
	return settings;
}

static void findShape(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	*(cpShape **)data = shape;
}

static cpShape *shapeOf(cpBody *body) {
	cpShape *shape = NULL;
	cpBodyEachShape(body, findShape, &shape);
	return shape;
}

static void countBody(cpBody *body, void *data) {
	(void)body;
	++*(int *)data;
}

static int bodiesIn(cpSpace *space) {
	int count = 0;
	cpSpaceEachBody(space, countBody, &count);
	return count;
}

static void test_a_spawned_body_is_what_its_species_says(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = spawning();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *body = cpFlockSpawn(world->flock, species, cpv(10, 20), cpv(-30, 30));
	CHECK(body && cpBodyGetSpace(body) == world->space && cpFlockGetBodySpecies(world->flock, body) == species);
	CHECK_NEAR(cpBodyGetMass(body), 3, 0);
	CHECK_NEAR(cpBodyGetMoment(body), cpMomentForCircle(3, 0, 7, cpvzero), 1e-9);
	CHECK_VECT(cpBodyGetPosition(body), cpv(10, 20), 0);
	CHECK_VECT(cpBodyGetVelocity(body), cpv(-30, 30), 0);
	CHECK_NEAR(remainder(cpBodyGetAngle(body) - 0.75 * PI, 2 * PI), 0, 1e-9);
	cpShape *shape = shapeOf(body);
	CHECK(shape && cpShapeGetSpace(shape) == world->space && !cpShapeGetSensor(shape));
	CHECK_NEAR(cpCircleShapeGetRadius(shape), 7, 0);
	cpShapeFilter filter = cpShapeGetFilter(shape), shared = cpFlockGetFilter(world->flock);
	CHECK(filter.group == shared.group && filter.group != CP_NO_GROUP);
	CHECK(filter.categories == CP_ALL_CATEGORIES && filter.mask == CP_ALL_CATEGORIES);
	/* found by the game's queries at once */
	CHECK(cpSpacePointQueryNearest(world->space, cpv(10, 20), 1, CP_SHAPE_FILTER_ALL, NULL) == shape);
	worldStep(world, 1);
	CHECK_VECT(cpBodyGetPosition(body), cpv(10 - 0.5, 20.5), 1e-9);
	worldFree(world); /* frees the body, too */
}

static void test_despawning_frees_the_body_with_all_that_hangs_on_it(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = spawning();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *body = cpFlockSpawn(world->flock, species, cpvzero, cpvzero);
	cpBody *other = cpFlockSpawn(world->flock, species, cpv(50, 0), cpvzero);
	cpSpaceAddShape(world->space, cpCircleShapeNew(body, 2, cpvzero)); /* the game's additions */
	cpSpaceAddConstraint(world->space, cpSlideJointNew(body, other, cpvzero, cpvzero, 0, 60));
	CHECK(bodiesIn(world->space) == 2 && supportCountConstraints(world->space) == 2);
	CHECK_OK(cpFlockDespawn(world->flock, body));
	CHECK(bodiesIn(world->space) == 1 && supportCountConstraints(world->space) == 1);
	CHECK(cpFlockGetBodyCount(world->flock, -1) == 1 && !cpFlockContainsBody(world->flock, body));
	CHECK_STATUS(cpFlockDespawn(world->flock, body), CP_FLOCK_ERROR_NOT_MEMBER);
	worldStep(world, 2);
	worldFree(world);
}

static void test_only_spawned_bodies_are_despawned(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = spawning();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *mine = worldAdd(world, species, cpvzero, cpvzero);
	CHECK_STATUS(cpFlockDespawn(world->flock, mine), CP_FLOCK_ERROR_NOT_MEMBER);
	CHECK(cpFlockContainsBody(world->flock, mine) && cpBodyGetSpace(mine) == world->space);
	worldFree(world);
}

static void test_a_spawned_body_that_leaves_belongs_to_the_game(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = spawning();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *body = cpFlockSpawn(world->flock, species, cpvzero, cpvzero);
	CHECK_OK(cpFlockRemoveBody(world->flock, body));
	CHECK(cpBodyGetSpace(body) == world->space && shapeOf(body));
	CHECK_STATUS(cpFlockDespawn(world->flock, body), CP_FLOCK_ERROR_NOT_MEMBER);
	/* back again it stays the game's */
	CHECK_OK(cpFlockAddBody(world->flock, body, species));
	CHECK_STATUS(cpFlockDespawn(world->flock, body), CP_FLOCK_ERROR_NOT_MEMBER);
	cpFlockFree(world->flock);
	world->flock = NULL;
	CHECK(cpBodyGetSpace(body) == world->space);
	supportFreeBody(body);
	worldFree(world);
}

static void test_what_cannot_be_spawned_changes_nothing(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = spawning();
	cpFlockSpecies species = worldSpecies(world, &settings);
	const cpFloat bad[] = {(cpFloat)NAN, (cpFloat)INFINITY};
	CHECK(!cpFlockSpawn(NULL, species, cpvzero, cpvzero));
	CHECK(!cpFlockSpawn(world->flock, 5, cpvzero, cpvzero));
	CHECK_STATUS(cpFlockGetLastStatus(world->flock), CP_FLOCK_ERROR_SPECIES);
	for(int i = 0; i < 2; i++) {
		CHECK(!cpFlockSpawn(world->flock, species, cpv(0, bad[i]), cpvzero));
		CHECK(!cpFlockSpawn(world->flock, species, cpvzero, cpv(bad[i], 0)));
		CHECK_STATUS(cpFlockGetLastStatus(world->flock), CP_FLOCK_ERROR_NOT_FINITE);
	}
	CHECK(bodiesIn(world->space) == 0 && cpFlockGetBodyCount(world->flock, -1) == 0);
	worldFree(world);
}

/* ---------------------------------------------------------------- inside a step */

typedef struct Birth {
	World *world;
	cpBody *body, *second;
	cpFlockSpecies species;
	int calls;
} Birth;

static Birth *birth;

static void spawnInside(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	cpBodyUpdateVelocity(body, gravity, damping, dt);
	if(birth->calls++ > 0) return;
	cpFlock *flock = birth->world->flock;
	birth->body = cpFlockSpawn(flock, birth->species, cpv(100, 100), cpv(60, 0));
	birth->second = cpFlockSpawn(flock, birth->species, cpv(200, 100), cpvzero);
	CHECK(birth->body && cpFlockContainsBody(flock, birth->body));
	CHECK(cpBodyGetSpace(birth->body) == NULL);
	CHECK_OK(cpFlockDespawn(flock, birth->second)); /* before it was ever there */
}

static void spawnInsideStep(void *data) {
	(void)data;
	World *world = worldNew();
	cpFlockSettings settings = spawning();
	Birth here = {world, NULL, NULL, worldSpecies(world, &settings), 0};
	birth = &here;
	cpBody *parent = worldAdd(world, here.species, cpvzero, cpvzero);
	cpBodySetVelocityUpdateFunc(parent, spawnInside);
	worldStep(world, 1);
	CHECK(cpBodyGetSpace(here.body) == world->space && shapeOf(here.body));
	CHECK(bodiesIn(world->space) == 2 && cpFlockGetBodyCount(world->flock, -1) == 2);
	CHECK_VECT(cpBodyGetPosition(here.body), cpv(100, 100), 0);
	worldStep(world, 1);
	CHECK_VECT(cpBodyGetPosition(here.body), cpv(101, 100), 1e-9);
	worldFree(world);
}

static void test_spawning_inside_a_step_waits_for_its_end(void **state) {
	(void)state;
	CHECK_CHILD(spawnInsideStep, NULL);
}

/* A predator catches its prey: the begin handler despawns the prey. */
static cpBool catchPrey(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)space;
	Birth *hunt = data;
	cpBody *a, *b;
	cpArbiterGetBodies(arbiter, &a, &b);
	cpBody *prey = cpFlockGetBodySpecies(hunt->world->flock, a) == hunt->species ? a : b;
	if(cpFlockDespawn(hunt->world->flock, prey) == CP_FLOCK_OK) hunt->calls++;
	return cpFalse;
}

static void despawnInsideStep(void *data) {
	(void)data;
	World *world = worldNew();
	cpFlockSettings prey = spawning(), hunter = spawning();
	hunter.drive = CP_FLOCK_DRIVE_VELOCITY;
	hunter.pursuit = rule(1000, 1, CP_FLOCK_DIRECTION);
	Birth hunt = {world, NULL, NULL, worldSpecies(world, &prey), 0};
	cpFlockSpecies hunters = worldSpecies(world, &hunter);
	CHECK_OK(cpFlockSetRelation(world->flock, hunters, hunt.species, CP_FLOCK_RELATION_PURSUE));
	for(int i = 0; i < 5; i++) cpFlockSpawn(world->flock, hunt.species, cpv(60 + 20 * i, 0), cpvzero);
	cpBody *body = worldAddBare(world, hunters, cpvzero, cpvzero);
	cpSpaceAddShape(world->space, cpCircleShapeNew(body, 10, cpvzero)); /* no group: it touches the prey */
	cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(world->space);
	handler->beginFunc = catchPrey;
	handler->userData = &hunt;
	worldStep(world, 240);
	CHECK(hunt.calls == 5 && cpFlockGetBodyCount(world->flock, hunt.species) == 0 && bodiesIn(world->space) == 1);
	worldFree(world);
}

static void test_a_caught_prey_is_despawned_inside_the_collision(void **state) {
	(void)state;
	CHECK_CHILD(despawnInsideStep, NULL);
}

/* ---------------------------------------------------------------- groups */

static cpBool countTouch(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space;
	++*(int *)data;
	return cpFalse;
}

/* A flock's body pressed on a body of the game in a group; returns the collisions begun. */
static int touches(World *world, cpBody *flying, cpGroup group) {
	int count = 0;
	cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(world->space);
	handler->beginFunc = countTouch;
	handler->userData = &count;
	cpBody *crate = worldAddBare(world, -1, cpBodyGetPosition(flying), cpvzero);
	cpShape *shape = cpSpaceAddShape(world->space, cpCircleShapeNew(crate, 10, cpvzero));
	cpShapeSetFilter(shape, cpShapeFilterNew(group, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
	worldStep(world, 1);
	worldDrop(world, crate);
	worldStep(world, 1);
	return count;
}

static void case_56_engine_the_flocks_group_meets_no_group_of_the_game(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = spawning();
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *body = cpFlockSpawn(world->flock, species, cpvzero, cpvzero);
	const cpGroup groups[] = {0, 1, 2, 3, 7};
	for(int i = 0; i < 5; i++) CHECK(touches(world, body, groups[i]) == 1);
	CHECK(touches(world, body, cpFlockGetFilter(world->flock).group) == 0);
	cpFlock *second = cpFlockNew(world->space);
	CHECK(cpFlockGetFilter(second).group != cpFlockGetFilter(world->flock).group);
	cpFlockFree(second);
	worldFree(world);
}

static void case_56_engine_a_group_of_the_game_is_kept_whole(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = spawning();
	cpFlockSpecies species = worldSpecies(world, &settings);
	const uint64_t groups[] = {7, 0x80000001u, 0xffffffffu, UINT64_C(0x100000007)};
	for(int i = 0; i < (sizeof(cpGroup) > 4 ? 4 : 3); i++) {
		CHECK_OK(cpFlockSetGroup(world->flock, (cpGroup)groups[i]));
		CHECK(cpFlockGetFilter(world->flock).group == (cpGroup)groups[i]);
		cpBody *body = cpFlockSpawn(world->flock, species, cpvzero, cpvzero);
		CHECK(cpShapeGetFilter(shapeOf(body)).group == (cpGroup)groups[i]);
		CHECK_OK(cpFlockDespawn(world->flock, body));
	}
	CHECK_STATUS(cpFlockSetGroup(NULL, 1), CP_FLOCK_ERROR_NULL);
	worldFree(world);
}

static void case_56_engine_members_of_one_group_never_collide(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = spawning();
	cpFlockSpecies species = worldSpecies(world, &settings);
	int count = 0;
	cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(world->space);
	handler->beginFunc = countTouch;
	handler->userData = &count;
	for(int i = 0; i < 30; i++) cpFlockSpawn(world->flock, species, cpv(i, 0), cpv(-i, i));
	worldStep(world, 60);
	CHECK(count == 0);
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_spawned_body_is_what_its_species_says),
		cmocka_unit_test(test_despawning_frees_the_body_with_all_that_hangs_on_it),
		cmocka_unit_test(test_only_spawned_bodies_are_despawned),
		cmocka_unit_test(test_a_spawned_body_that_leaves_belongs_to_the_game),
		cmocka_unit_test(test_what_cannot_be_spawned_changes_nothing),
		cmocka_unit_test(test_spawning_inside_a_step_waits_for_its_end),
		cmocka_unit_test(test_a_caught_prey_is_despawned_inside_the_collision),
		cmocka_unit_test(case_56_engine_the_flocks_group_meets_no_group_of_the_game),
		cmocka_unit_test(case_56_engine_a_group_of_the_game_is_kept_whole),
		cmocka_unit_test(case_56_engine_members_of_one_group_never_collide),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
