/* SPDX-License-Identifier: MIT
 * Calls at moments at which they are rarely made: from callbacks that run while the flock itself is at work, and with bodies
 * that break in the middle of a step. Run in forked children: Chipmunk's assertions abort. */
#include "support.h"

#include <chipmunk/chipmunk_structs.h> /* to break a body as no public call can */
#include <math.h>

/* ---------------------------------------------------------------- from a separate handler */

static World *touched;
static int moment;
static cpBody *extra;

static void onSeparate(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space, (void)data;
	switch(moment) {
	case 0:
		CHECK_OK(cpFlockDetach(touched->flock));
		break;
	case 1:
		if(!extra) extra = cpFlockSpawn(touched->flock, 0, cpv(500, 0), cpvzero);
		break;
	case 2:
		cpFlockFree(touched->flock);
		touched->flock = NULL;
		break;
	default:
		if(extra) CHECK_OK(cpFlockDespawn(touched->flock, extra));
		extra = NULL;
	}
	moment = moment == 2 ? 4 : moment;
}

/* A body that the flock made touches a wall and is taken away: the handler runs while the flock frees it. */
static void separate(void *data) {
	(void)data;
	for(int at = 0; at < 4; at++) {
		World *world = touched = worldNew();
		cpFlockSettings settings = settingsOff();
		cpFlockSpecies species = worldSpecies(world, &settings);
		cpShape *wall = cpSegmentShapeNew(cpSpaceGetStaticBody(world->space), cpv(-50, 0), cpv(50, 0), 1);
		cpSpaceAddShape(world->space, wall);
		cpSpaceAddDefaultCollisionHandler(world->space)->separateFunc = onSeparate;
		cpBody *body = cpFlockSpawn(world->flock, species, cpv(0, 3), cpvzero);
		extra = at == 3 ? cpFlockSpawn(world->flock, species, cpv(20, 3), cpvzero) : NULL;
		moment = 4;
		worldStep(world, 1);
		moment = at;
		CHECK_OK(cpFlockDespawn(world->flock, body));
		moment = 4;
		worldStep(world, 2);
		if(world->flock && at == 1) CHECK(extra && cpBodyGetSpace(extra) == world->space);
		cpFlockFree(world->flock);
		world->flock = NULL;
		CHECK(supportCountConstraints(world->space) == 0);
		cpSpaceRemoveShape(world->space, wall);
		cpShapeFree(wall);
		worldFree(world);
	}
}

static void test_a_separate_handler_calls_the_flock_that_frees_the_body(void **state) {
	(void)state;
	CHECK_CHILD(separate, NULL);
}

/* ---------------------------------------------------------------- freed with something put off */

static void detachAndFree(cpBody *body, void *data) {
	World *world = data;
	if(!world->flock || body != world->bodies[0]) return;
	CHECK_OK(cpFlockDetach(world->flock));
	cpFlockFree(world->flock);
	world->flock = NULL;
}

static void freePending(void *data) {
	(void)data;
	World *world = worldNewDetached();
	worldAdd(world, -1, cpvzero, cpvzero);
	cpSpaceEachBody(world->space, detachAndFree, world);
	worldStep(world, 2);
	worldFree(world);
}

static void test_a_detached_flock_is_freed_with_a_call_to_come(void **state) {
	(void)state;
	CHECK_CHILD(freePending, NULL);
}

static void detachTwice(void *data) {
	(void)data;
	World *world = worldNew();
	CHECK_OK(cpFlockDetach(world->flock));
	cpSpaceFree(world->space);
	CHECK_OK(cpFlockDetach(world->flock));
	cpFlockFree(world->flock);
	free(world->bodies);
	free(world);
}

static void test_a_detached_flock_without_a_space_is_detached_again(void **state) {
	(void)state;
	CHECK_CHILD(detachTwice, NULL);
}

/* ---------------------------------------------------------------- while members are visited */

static int visits;

static void removeAndUpdate(cpBody *body, cpFlockSpecies species, void *data) {
	World *world = data;
	(void)species;
	visits++;
	CHECK_OK(cpFlockRemoveBody(world->flock, body));
	worldDrop(world, body);
	worldUpdate(world);
}

static void freeVisited(cpBody *body, cpFlockSpecies species, void *data) {
	World *world = data;
	(void)body, (void)species;
	visits++;
	cpFlockFree(world->flock);
	world->flock = NULL;
}

static void visit(void *data) {
	(void)data;
	for(int at = 0; at < 2; at++) {
		World *world = worldNewDetached();
		cpFlockSettings settings = cpFlockSettingsDefault();
		cpFlockSpecies species = worldSpecies(world, &settings);
		for(int i = 0; i < 10; i++) worldAdd(world, species, cpv(20 * i, 0), cpvzero);
		visits = 0;
		CHECK_OK(cpFlockEachBody(world->flock, at ? freeVisited : removeAndUpdate, world));
		CHECK(visits == (at ? 1 : 10));
		worldFree(world);
	}
}

static void test_members_are_visited_while_the_flock_changes(void **state) {
	(void)state;
	CHECK_CHILD(visit, NULL);
}

/* ---------------------------------------------------------------- waiting bodies */

static void spawnAndRemove(cpBody *body, void *data) {
	World *world = data;
	if(body != world->bodies[0]) return;
	cpBody *made = cpFlockSpawn(world->flock, 0, cpv(50, 0), cpvzero);
	CHECK_OK(cpFlockRemoveBody(world->flock, made));
	cpBodyFree(made); /* as documented: right afterwards */
}

static void freeWaiting(void *data) {
	(void)data;
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault();
	worldAdd(world, worldSpecies(world, &settings), cpvzero, cpvzero);
	cpSpaceEachBody(world->space, spawnAndRemove, world);
	worldStep(world, 2);
	worldFree(world);
}

static void test_a_waiting_body_is_removed_and_freed(void **state) {
	(void)state;
	CHECK_CHILD(freeWaiting, NULL);
}

/* ---------------------------------------------------------------- bodies that break inside of a step */

static int broken;

static void breaking(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	(void)gravity, (void)damping, (void)dt;
	if(broken == 0) body->v.x = (cpFloat)INFINITY;
	if(broken == 1) body->a = body->transform.a = (cpFloat)NAN;
	if(broken == 2) body->p.x = body->transform.tx = (cpFloat)NAN;
	if(broken == 3) body->v.x = (cpFloat)NAN;
}

static void standing(cpBody *body, cpFloat dt) {
	(void)body, (void)dt;
}

static void breakInside(void *data) {
	broken = *(int *)data;
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, 100, 100)));
	cpBody *body = worldAddBare(world, species, cpv(150, 50), cpv(200, 0));
	cpBodySetVelocityUpdateFunc(body, breaking);
	cpBodySetPositionUpdateFunc(body, standing);
	for(int i = 0; i < 3; i++) cpSpaceStep(world->space, STEP);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.quarantined == 1);
	worldFree(world);
}

static void test_a_body_breaks_inside_of_a_step(void **state) {
	(void)state;
	for(int i = 0; i < 4; i++) CHECK_CHILD(breakInside, &i);
}

/* ---------------------------------------------------------------- time */

static void endless(void *data) {
	(void)data;
	World *world = worldNew();
	unsigned char saved[256];
	size_t size;
	cpSpaceStep(world->space, (cpFloat)INFINITY);
	CHECK_OK(cpFlockSave(world->flock, saved, sizeof(saved), &size));
	CHECK_OK(cpFlockRestore(world->flock, saved, size));
	worldFree(world);
}

static void test_a_state_after_an_endless_step_can_be_restored(void **state) {
	(void)state;
	CHECK_CHILD(endless, NULL);
}

static void shortPeriod(void *data) {
	(void)data;
	World *world = worldNew();
	cpFlockSettings settings = settingsOff();
	settings.wander = (cpFlockWander){100, (cpFloat)1e-30, 0}; /* float-cast-overflow of clang sees it */
	worldAdd(world, worldSpecies(world, &settings), cpvzero, cpv(50, 0));
	worldStep(world, 10);
	worldFree(world);
}

static void test_a_period_shorter_than_any_step(void **state) {
	(void)state;
	CHECK_CHILD(shortPeriod, NULL);
}

static void shortScale(void *data) {
	(void)data;
	World *world = worldNew();
	cpFlockSettings settings = settingsOff();
	settings.wander = (cpFlockWander){100, 2, (cpFloat)1e-310}; /* float-cast-overflow of clang sees it */
	worldAdd(world, worldSpecies(world, &settings), cpvzero, cpv(50, 0));
	worldStep(world, 10);
	worldFree(world);
}

static void test_a_scale_shorter_than_any_way(void **state) {
	(void)state;
	CHECK_CHILD(shortScale, NULL);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_separate_handler_calls_the_flock_that_frees_the_body),
		cmocka_unit_test(test_a_detached_flock_is_freed_with_a_call_to_come),
		cmocka_unit_test(test_a_detached_flock_without_a_space_is_detached_again),
		cmocka_unit_test(test_members_are_visited_while_the_flock_changes),
		cmocka_unit_test(test_a_waiting_body_is_removed_and_freed),
		cmocka_unit_test(test_a_body_breaks_inside_of_a_step),
		cmocka_unit_test(test_a_state_after_an_endless_step_can_be_restored),
		cmocka_unit_test(test_a_period_shorter_than_any_step),
		cmocka_unit_test(test_a_scale_shorter_than_any_way),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
