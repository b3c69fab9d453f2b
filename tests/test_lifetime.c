/* SPDX-License-Identifier: MIT
 * Making and freeing flocks in any order and at any moment, and their memory. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

static cpFlockSettings parting(void) {
	cpFlockSettings settings = settingsOff();
	settings.separation = rule(60, 100, CP_FLOCK_DIRECTION);
	settings.heading = CP_FLOCK_HEADING_SPIN;
	return settings;
}

static World *flight(int bodies) {
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = worldSpecies(world, &settings);
	uint64_t random = 7;
	for(int i = 0; i < bodies; i++) {
		cpVect position = randomVect(&random, 0, 300);
		worldAdd(world, species, position, randomVect(&random, -60, 60));
	}
	return world;
}

/* ---------------------------------------------------------------- orders of freeing */

static void freePart(World *world, char part) {
	switch(part) {
	case 'f': /* the flock */
		cpFlockFree(world->flock);
		world->flock = NULL;
		break;
	case 'b': /* the bodies, taken out of the flock if it still is */
		for(int i = 0; i < world->count; i++) {
			if(world->flock) CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[i]));
			supportFreeBody(world->bodies[i]);
		}
		world->count = 0;
		break;
	default: /* the space; a flock that is to outlive it is detached first */
		if(world->flock) CHECK_OK(cpFlockDetach(world->flock));
		cpSpaceFree(world->space);
		world->space = NULL;
	}
}

/* Bodies outlive the space only when they were taken out of it. */
static void clearSpace(World *world) {
	for(int i = 0; i < world->count; i++) {
		cpSpaceRemoveBody(world->space, world->bodies[i]);
	}
}

static void test_every_order_of_freeing(void **state) {
	(void)state;
	static const char *const orders[] = {"fbs", "fsb", "bfs", "bsf", "sfb", "sbf"};
	for(int i = 0; i < 6; i++) {
		World *world = worldNew();
		cpFlockSettings settings = parting();
		cpFlockSpecies species = worldSpecies(world, &settings);
		for(int k = 0; k < 5; k++) worldAddBare(world, species, cpv(10 * k, 0), cpvzero);
		worldStep(world, 3);
		for(const char *part = orders[i]; *part; part++) {
			if(*part == 's') clearSpace(world);
			freePart(world, *part);
		}
		free(world->bodies);
		free(world);
	}
}

static void test_the_game_goes_on_after_the_flock_is_freed(void **state) {
	(void)state;
	World *world = flight(50);
	worldStep(world, 30);
	cpFlockFree(world->flock);
	world->flock = NULL;
	CHECK(supportCountConstraints(world->space) == 0);
	cpVect velocity = cpBodyGetVelocity(world->bodies[0]);
	worldStep(world, 60);
	CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), velocity, 0);
	worldFree(world);
}

static void freeFlockNow(cpSpace *space, void *key, void *data) {
	(void)space, (void)key;
	cpFlockFree(data);
}

static World *doomed;
static int moment;

static void freeInPosition(cpBody *body, cpFloat dt) {
	cpBodyUpdatePosition(body, dt);
	if(moment == 0 && doomed->flock) {
		cpFlockFree(doomed->flock);
		doomed->flock = NULL;
	} else if(moment == 2 && doomed->flock) {
		/* runs before what the flock itself has put off to the end of the step */
		cpSpaceAddPostStepCallback(doomed->space, freeFlockNow, &moment, doomed->flock);
		doomed->flock = NULL;
	}
}

static void freeInVelocity(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	cpBodyUpdateVelocity(body, gravity, damping, dt);
	if(!doomed->flock) return;
	if(moment == 1) {
		cpFlockFree(doomed->flock);
	} else if(moment == 3) {
		cpSpaceAddPostStepCallback(doomed->space, freeFlockNow, &moment, doomed->flock);
	} else {
		return;
	}
	doomed->flock = NULL;
}

/* A periodic world, and a body about to leave it: the flock has something to do at the end of the step. */
static void freeInside(void *data) {
	(void)data;
	for(moment = 0; moment < 4; moment++) {
		World *world = flight(20);
		doomed = world;
		CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, 300, 300)));
		cpFlockSpawn(world->flock, 0, cpv(50, 50), cpvzero);
		cpBodySetPosition(world->bodies[0], cpv(299.9, 100));
		cpBodySetVelocity(world->bodies[0], cpv(100, 0));
		cpBodySetPositionUpdateFunc(world->bodies[1], freeInPosition);
		cpBodySetVelocityUpdateFunc(world->bodies[1], freeInVelocity);
		worldStep(world, 1);
		CHECK(!world->flock && supportCountConstraints(world->space) == 0);
		worldStep(world, 5);
		worldFree(world);
	}
}

static void test_freeing_the_flock_inside_a_step(void **state) {
	(void)state;
	CHECK_CHILD(freeInside, NULL);
}

static void collectConstraint(cpConstraint *constraint, void *data) {
	*(cpConstraint **)data = constraint;
}

/* What a game's "free everything in this space" helper does to the flock's constraint. */
static void freeConstraints(cpSpace *space) {
	while(supportCountConstraints(space) > 0) {
		cpConstraint *constraint = NULL;
		cpSpaceEachConstraint(space, collectConstraint, &constraint);
		cpSpaceRemoveConstraint(space, constraint);
		cpConstraintFree(constraint);
	}
}

static void test_the_game_freed_the_flocks_constraint(void **state) {
	(void)state;
	World *world = flight(10);
	worldStep(world, 3);
	freeConstraints(world->space);
	worldStep(world, 3);
	worldFree(world);

	world = flight(10);
	freeConstraints(world->space);
	CHECK_OK(cpFlockDetach(world->flock));
	CHECK_OK(cpFlockAttach(world->flock));
	CHECK(supportCountConstraints(world->space) == 1);
	worldStep(world, 3);
	worldFree(world);
}

/* ---------------------------------------------------------------- again and again */

static uint64_t sceneOf(int round, int *constraints) {
	World *world = flight(50);
	worldStep(world, 10);
	uint64_t hash = worldHash(world);
	if(round % 2) {
		freePart(world, 'b');
		freePart(world, 's');
		freePart(world, 'f');
		free(world->bodies);
		free(world);
	} else {
		cpFlockFree(world->flock);
		world->flock = NULL;
		*constraints += supportCountConstraints(world->space);
		worldFree(world);
	}
	return hash;
}

static void test_a_hundred_scenes_are_alike(void **state) {
	(void)state;
	int constraints = 0;
	uint64_t first = sceneOf(0, &constraints);
	for(int round = 1; round < 100; round++) CHECK(sceneOf(round, &constraints) == first);
	CHECK(constraints == 0);
}

static void test_two_flocks_in_one_space_do_not_see_each_other(void **state) {
	(void)state;
	World *alone = flight(50), *shared = flight(50);
	cpFlock *second = cpFlockNew(shared->space);
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = cpFlockAddSpecies(second, &settings);
	uint64_t random = 99;
	cpBody *others[50];
	for(int i = 0; i < 50; i++) {
		others[i] = cpBodyNew(1, 1);
		cpBodySetPosition(others[i], randomVect(&random, 0, 300));
		cpSpaceAddBody(shared->space, others[i]);
		CHECK_OK(cpFlockAddBody(second, others[i], species));
	}
	worldStep(alone, 60);
	worldStep(shared, 60);
	CHECK(worldHash(alone) == worldHash(shared));
	cpFlockFree(shared->flock);
	shared->flock = NULL;
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(second, &stats));
	CHECK(stats.updates == 60);
	worldStep(shared, 60);
	CHECK_OK(cpFlockGetStats(second, &stats));
	CHECK(stats.updates == 120 && stats.steered == 50);
	cpFlockFree(second);
	for(int i = 0; i < 50; i++) supportFreeBody(others[i]);
	worldFree(alone);
	worldFree(shared);
}

/* ---------------------------------------------------------------- memory */

typedef struct Heap {
	size_t calls, blocks;
	size_t failAfter; /* calls that succeed; counts down */
} Heap;

static void *heapRealloc(void *memory, size_t size, void *data) {
	Heap *heap = data;
	if(size == 0) {
		if(memory) heap->blocks--;
		free(memory);
		return NULL;
	}
	heap->calls++;
	if(heap->failAfter == 0) return NULL;
	heap->failAfter--;
	void *result = realloc(memory, size);
	if(result && !memory) heap->blocks++;
	return result;
}

static cpFlock *heapFlock(cpSpace *space, Heap *heap) {
	cpFlockOptions options = cpFlockOptionsDefault();
	options.realloc = heapRealloc;
	options.reallocData = heap;
	cpFlock *flock = NULL;
	cpFlockStatus status = cpFlockCreate(space, &options, &flock);
	CHECK((status == CP_FLOCK_OK) == (flock != NULL));
	if(!flock) CHECK_STATUS(status, CP_FLOCK_ERROR_MEMORY);
	return flock;
}

static void test_a_steady_flight_allocates_nothing(void **state) {
	(void)state;
	Heap heap = {0, 0, SIZE_MAX};
	World *world = flight(300);
	cpFlock *flock = heapFlock(world->space, &heap);
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = cpFlockAddSpecies(flock, &settings);
	CHECK_OK(cpFlockSetBounds(flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, 400, 300)));
	CHECK_OK(cpFlockSetRecording(flock, cpTrue));
	cpFlockFree(world->flock);
	world->flock = flock;
	for(int i = 0; i < world->count; i++) CHECK_OK(cpFlockAddBody(flock, world->bodies[i], species));
	worldStep(world, 60);
	size_t calls = heap.calls;
	worldStep(world, 300);
	CHECK(heap.calls == calls);
	/* nor does coming and going at the same size */
	for(int i = 0; i < 200; i++) {
		CHECK_OK(cpFlockRemoveBody(flock, world->bodies[i % 300]));
		worldStep(world, 1);
		CHECK_OK(cpFlockAddBody(flock, world->bodies[i % 300], species));
	}
	CHECK(heap.calls <= calls + 4);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(flock, &stats));
	CHECK(stats.memory > 0);
	worldFree(world);
	CHECK(heap.blocks == 0);
}

/* Makes and flies a flock whose allocator fails from the given call on. Returns whether everything succeeded. */
static cpBool flyOnLittleMemory(size_t allowed) {
	Heap heap = {0, 0, allowed};
	cpSpace *space = cpSpaceNew();
	cpFlock *flock = heapFlock(space, &heap);
	cpBody *bodies[40];
	cpBool all = flock != NULL;
	for(int i = 0; i < 40; i++) {
		bodies[i] = cpSpaceAddBody(space, cpBodyNew(1, 1));
		cpBodySetPosition(bodies[i], cpv(5 * i, 0));
	}
	if(flock) {
		cpFlockSettings settings = parting();
		cpFlockSpecies species = cpFlockAddSpecies(flock, &settings), other = cpFlockAddSpecies(flock, &settings);
		CHECK(species >= 0 || species == CP_FLOCK_ERROR_MEMORY);
		CHECK(cpFlockGetSpeciesCount(flock) == (species >= 0) + (other >= 0));
		if(cpFlockSetRelation(flock, species, other, CP_FLOCK_RELATION_FLOCK) != CP_FLOCK_OK) all = cpFalse;
		for(int i = 0; i < 40; i++) {
			int before = cpFlockGetBodyCount(flock, -1);
			cpFlockStatus status = cpFlockAddBody(flock, bodies[i], i % 2 ? species : other);
			CHECK(cpFlockContainsBody(flock, bodies[i]) == (status == CP_FLOCK_OK));
			CHECK(cpFlockGetBodyCount(flock, -1) == before + (status == CP_FLOCK_OK));
			if(status != CP_FLOCK_OK) all = cpFalse;
		}
		CHECK_OK(cpFlockSetRecording(flock, cpTrue));
		if(all && !cpFlockSpawn(flock, species, cpv(0, 50), cpvzero)) all = cpFalse;
		for(int i = 0; i < 3; i++) cpSpaceStep(space, STEP);
		cpFlockStats stats;
		CHECK_OK(cpFlockGetStats(flock, &stats));
		if(stats.refused) all = cpFalse;
		CHECK(stats.refused + stats.updates == 3);
		for(int i = 0; i < 40; i++) CHECK(supportIsFinite(bodies[i]));
		heap.failAfter = SIZE_MAX; /* memory again: it flies */
		cpSpaceStep(space, STEP);
		CHECK_OK(cpFlockGetStats(flock, &stats));
		CHECK(stats.updates > 0 && stats.steered >= cpFlockGetBodyCount(flock, -1));
	}
	cpFlockFree(flock);
	for(int i = 0; i < 40; i++) supportFreeBody(bodies[i]);
	cpSpaceFree(space);
	CHECK(heap.blocks == 0);
	return all;
}

static void test_memory_may_run_out_at_any_call(void **state) {
	(void)state;
	size_t allowed = 0;
	while(allowed < 200 && !flyOnLittleMemory(allowed)) allowed++;
	CHECK(allowed > 3 && allowed < 200);
}

/* ---------------------------------------------------------------- log */

typedef struct Log {
	int calls;
	cpFlockStatus status;
	char message[300];
} Log;

static void logTo(cpFlockStatus status, const char *message, void *data) {
	Log *log = data;
	log->calls++;
	log->status = status;
	strncpy(log->message, message, sizeof(log->message) - 1);
}

static void test_the_log_is_told_what_was_refused(void **state) {
	(void)state;
	Log log = {0, CP_FLOCK_OK, ""};
	World *world = worldNew();
	cpFlockOptions options = cpFlockOptionsDefault();
	options.log = logTo;
	options.logData = &log;
	cpFlockFree(world->flock);
	CHECK_OK(cpFlockCreate(world->space, &options, &world->flock));
	CHECK_OK(cpFlockGetLastStatus(world->flock));
	CHECK(strcmp(cpFlockGetLastMessage(world->flock), "") == 0);
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = worldSpecies(world, &settings);
	CHECK(log.calls == 0);

	settings.cohesion.radius = -1;
	CHECK_STATUS(cpFlockSetSettings(world->flock, species, &settings), CP_FLOCK_ERROR_RANGE);
	CHECK(log.calls == 1 && log.status == CP_FLOCK_ERROR_RANGE);
	CHECK(strstr(log.message, "cpFlockSetSettings") && strstr(log.message, "cohesion"));
	CHECK(strcmp(log.message, cpFlockGetLastMessage(world->flock)) == 0);
	CHECK_STATUS(cpFlockGetLastStatus(world->flock), CP_FLOCK_ERROR_RANGE);
	CHECK_STATUS(cpFlockSetTarget(world->flock, 77, cpvzero), CP_FLOCK_ERROR_SPECIES);
	CHECK(log.calls == 2 && strstr(log.message, "cpFlockSetTarget"));
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_order_of_freeing),
		cmocka_unit_test(test_the_game_goes_on_after_the_flock_is_freed),
		cmocka_unit_test(test_freeing_the_flock_inside_a_step),
		cmocka_unit_test(test_the_game_freed_the_flocks_constraint),
		cmocka_unit_test(test_a_hundred_scenes_are_alike),
		cmocka_unit_test(test_two_flocks_in_one_space_do_not_see_each_other),
		cmocka_unit_test(test_a_steady_flight_allocates_nothing),
		cmocka_unit_test(test_memory_may_run_out_at_any_call),
		cmocka_unit_test(test_the_log_is_told_what_was_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
