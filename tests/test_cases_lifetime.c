/* SPDX-License-Identifier: MIT
 * Numbered cases of the kind "lifetime": ghosts, caught prey, scene changes, two flocks, orders of freeing. */
#include "cases.h"
#include "pond.h"
#include "twin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- 32: caught prey */

typedef struct Hunt {
	World *world;
	cpFlockSpecies hunters;
	int caught;
} Hunt;

static Hunt huntNew(cpFlockDrive drive) {
	cpFlockSettings prey = caseSettingsOff(), hunter = caseSettingsOff();
	hunter.pursuit = rule(CP_FLOCK_UNLIMITED, 1, CP_FLOCK_STEER);
	hunter.drive = drive;
	prey.avoidance.weight = hunter.avoidance.weight = 0;
	Hunt hunt = {caseWorld(&prey, CP_FLOCK_BOUNDS_NONE), 0, 0};
	hunt.hunters = worldSpecies(hunt.world, &hunter);
	CHECK_OK(cpFlockSetRelation(hunt.world->flock, hunt.hunters, 0, CP_FLOCK_RELATION_PURSUE));
	return hunt;
}

static void dropLater(cpSpace *space, void *key, void *data) {
	(void)space;
	worldDrop(data, key);
}

/* A game's own bodies: out of the flock at once, out of the space and freed when the step is over. */
static cpBool catchPrey(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	Hunt *hunt = data;
	cpBody *a, *b;
	cpArbiterGetBodies(arbiter, &a, &b);
	cpBody *prey = cpFlockGetBodySpecies(hunt->world->flock, a) == hunt->hunters ? b : a;
	if(cpFlockRemoveBody(hunt->world->flock, prey) != CP_FLOCK_OK) return cpFalse; /* another one had it */
	hunt->caught++;
	cpSpaceAddPostStepCallback(space, dropLater, prey, hunt->world);
	return cpFalse;
}

static void catchAll(void *data) {
	(void)data;
	Hunt hunt = huntNew(CP_FLOCK_DRIVE_VELOCITY);
	cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(hunt.world->space);
	handler->beginFunc = catchPrey;
	handler->userData = &hunt;
	for(int i = 0; i < 6; i++) worldAdd(hunt.world, 0, cpv(60 + 25 * i, 300), cpvzero);
	for(int i = 0; i < 3; i++) { /* three reach the same prey in the same step */
		cpBody *hunter = worldAddBare(hunt.world, hunt.hunters, cpv(0, 300), cpv(CASE_MAX_SPEED, 0));
		cpSpaceAddShape(hunt.world->space, cpCircleShapeNew(hunter, 8, cpvzero));
		cpShapeSetFilter(firstShape(hunter), cpShapeFilterNew(99, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
	}
	caseFrames(hunt.world, 300);
	CHECK(hunt.caught == 6);
	CHECK(cpFlockGetBodyCount(hunt.world->flock, 0) == 0);
	worldFree(hunt.world);
}

static void case_32_lifetime_prey_is_freed_when_it_is_caught(void **state) {
	(void)state;
	CHECK_CHILD(catchAll, NULL);
}

/* ---------------------------------------------------------------- 43: ghosts */

typedef enum Removal { FROM_FLOCK, FROM_SPACE, FROM_FLOCK_SPACE_AND_MEMORY, REMOVALS } Removal;

static void removeShapes(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	cpSpaceRemoveShape(data, shape);
	cpShapeFree(shape); /* a body does not know a shape any more that is out of the space */
}

static void removeFish(World *world, int i, Removal removal) {
	cpBody *fish = world->bodies[i];
	if(removal != FROM_SPACE) CHECK_OK(cpFlockRemoveBody(world->flock, fish));
	if(removal == FROM_SPACE) {
		cpBodyEachShape(fish, removeShapes, world->space);
		cpSpaceRemoveBody(world->space, fish);
	} else if(removal == FROM_FLOCK_SPACE_AND_MEMORY) {
		worldDrop(world, fish);
	}
}

/* The same nine fish with the tenth removed, or never there. */
static void compareWithout(Removal removal) {
	cpFlockSettings settings = caseSettings();
	settings.avoidance.weight = 0; /* one out of the flock is a body like any other to those that avoid */
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE), *nine = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	caseDisc(world, 0, 10, cpv(400, 300), 30, cpv(20, 0));
	caseDisc(nine, 0, 10, cpv(400, 300), 30, cpv(20, 0));
	removeFish(nine, 5, FROM_FLOCK_SPACE_AND_MEMORY);
	/* seen once by all, so that there is something to forget; then everything is put back */
	caseFrames(world, 1);
	removeFish(world, 5, removal);
	for(int i = 0; i < 10; i++) {
		if(!world->bodies[i] || i == 5) continue;
		cpBodySetPosition(world->bodies[i], cpBodyGetPosition(nine->bodies[i]));
		cpBodySetVelocity(world->bodies[i], cpBodyGetVelocity(nine->bodies[i]));
		cpBodySetForce(world->bodies[i], cpvzero);
	}
	cpVect gone = world->bodies[5] ? cpBodyGetVelocity(world->bodies[5]) : cpvzero;
	caseFrames(world, 60);
	caseFrames(nine, 60);
	for(int i = 0; i < 10; i++) {
		if(i == 5) continue;
		CHECK_VECT(cpBodyGetVelocity(world->bodies[i]), cpBodyGetVelocity(nine->bodies[i]), 1e-9);
	}
	if(world->bodies[5]) CHECK_VECT(cpBodyGetVelocity(world->bodies[5]), gone, 0);
	worldFree(world);
	worldFree(nine);
}

static void case_43_lifetime_a_removed_fish_leaves_no_ghost(void **state) {
	(void)state;
	for(int removal = 0; removal < REMOVALS; removal++) compareWithout((Removal)removal);
}

static void case_43_lifetime_predators_forget_it(void **state) {
	(void)state;
	for(int removal = 0; removal < REMOVALS; removal++) {
		Hunt hunt = huntNew(CP_FLOCK_DRIVE_STEER);
		worldAdd(hunt.world, hunt.hunters, cpv(400, 300), cpvzero);
		worldAdd(hunt.world, 0, cpv(450, 300), cpvzero);
		worldAdd(hunt.world, 0, cpv(300, 300), cpvzero);
		caseFrames(hunt.world, 2);
		CHECK(cpBodyGetVelocity(hunt.world->bodies[0]).x > 0);
		removeFish(hunt.world, 1, (Removal)removal);
		cpBodySetVelocity(hunt.world->bodies[0], cpvzero);
		caseFrames(hunt.world, 1);
		CHECK(cpBodyGetVelocity(hunt.world->bodies[0]).x < 0); /* the next one, in the same update */
		removeFish(hunt.world, 2, (Removal)removal);
		cpBodySetVelocity(hunt.world->bodies[0], cpv(0, 10));
		caseFrames(hunt.world, 60);
		CHECK_VECT(cpBodyGetVelocity(hunt.world->bodies[0]), cpv(0, 10), 0);
		worldFree(hunt.world);
	}
}

/* A new body in the memory of a freed one is a stranger. */
static void case_43_lifetime_a_new_body_at_an_old_address(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	caseDisc(world, 0, 10, cpv(400, 300), 30, cpvzero);
	cpBody *fish = cpBodyAlloc();
	cpBodyInit(fish, 1, 8);
	cpSpaceAddBody(world->space, fish);
	CHECK_OK(cpFlockAddBody(world->flock, fish, 0));
	caseFrames(world, 3);
	CHECK_OK(cpFlockRemoveBody(world->flock, fish));
	cpSpaceRemoveBody(world->space, fish);
	cpBodyDestroy(fish);
	cpBodyInit(fish, 2, 50);
	CHECK(!cpFlockContainsBody(world->flock, fish));
	CHECK_STATUS(cpFlockGetBodySpecies(world->flock, fish), CP_FLOCK_ERROR_NOT_MEMBER);
	cpSpaceAddBody(world->space, fish);
	cpBodySetPosition(fish, cpv(400, 300));
	caseFrames(world, 10);
	CHECK_VECT(cpBodyGetVelocity(fish), cpvzero, 0);
	CHECK_OK(cpFlockAddBody(world->flock, fish, 0));
	caseFrames(world, 10);
	CHECK(cpvlength(cpBodyGetVelocity(fish)) > 0);
	CHECK_OK(cpFlockRemoveBody(world->flock, fish));
	supportFreeBody(fish);
	worldFree(world);
}

/* ---------------------------------------------------------------- 44: a hundred scenes */

typedef struct Heap {
	size_t blocks, bytes, most;
} Heap;

static void *heapRealloc(void *memory, size_t size, void *data) {
	Heap *heap = data;
	size_t *block = memory ? (size_t *)memory - 2 : NULL;
	if(block) {
		heap->blocks--;
		heap->bytes -= block[0];
	}
	if(size == 0) {
		free(block);
		return NULL;
	}
	size_t *result = realloc(block, size + 2 * sizeof(size_t));
	CHECK(result);
	result[0] = size;
	heap->blocks++;
	heap->bytes += size;
	if(heap->bytes > heap->most) heap->most = heap->bytes;
	return result + 2;
}

static uint64_t playScene(Heap *heap, cpBool spaceFirst) {
	World world = {cpSpaceNew(), NULL, NULL, 0, 0};
	cpFlockOptions options = cpFlockOptionsDefault();
	options.realloc = heapRealloc;
	options.reallocData = heap;
	CHECK_OK(cpFlockCreate(world.space, &options, &world.flock));
	cpFlockSettings settings = caseSettings();
	settings.wander.weight = 30;
	cpFlockSpecies species = worldSpecies(&world, &settings);
	CHECK_OK(cpFlockSetBounds(world.flock, CP_FLOCK_BOUNDS_PERIODIC, caseScreen));
	caseScatter(&world, species, 50, cpBBNew(0, 0, 300, 300), 60, 44);
	caseFrames(&world, 10);
	uint64_t hash = worldHash(&world);
	if(spaceFirst) CHECK_OK(cpFlockDetach(world.flock));
	if(!spaceFirst) cpFlockFree(world.flock);
	for(int i = 0; i < world.count; i++) supportFreeBody(world.bodies[i]);
	free(world.bodies);
	cpSpaceFree(world.space);
	if(spaceFirst) cpFlockFree(world.flock);
	return hash;
}

static void case_44_lifetime_a_hundred_scenes(void **state) {
	(void)state;
	Heap heap = {0, 0, 0};
	uint64_t first = playScene(&heap, cpFalse);
	size_t most = heap.most;
	for(int round = 1; round < 100; round++) {
		CHECK(playScene(&heap, round % 2 ? cpTrue : cpFalse) == first);
		CHECK(heap.blocks == 0 && heap.bytes == 0 && heap.most == most);
	}
}

/* ---------------------------------------------------------------- 45: two flocks in one space */

typedef struct Pair {
	World first, second; /* the second has the space and its own flock and list of bodies */
} Pair;

static void pairNew(Pair *pair) {
	cpFlockOptions options = cpFlockOptionsDefault();
	options.detached = cpTrue;
	cpFlockSettings settings = caseSettings();
	settings.heading = CP_FLOCK_HEADING_NONE;
	settings.avoidance.weight = 0;
	settings.maxForce = CP_FLOCK_UNLIMITED;
	cpSpace *space = cpSpaceNew();
	World *worlds[] = {&pair->first, &pair->second};
	for(int w = 0; w < 2; w++) {
		*worlds[w] = (World){space, NULL, NULL, 0, 0};
		CHECK_OK(cpFlockCreate(space, &options, &worlds[w]->flock));
		caseScatter(worlds[w], worldSpecies(worlds[w], &settings), 50, cpBBNew(0, 0, 140, 140), 60, 45u + (unsigned)w);
	}
}

static void pairFree(Pair *pair) {
	World *worlds[] = {&pair->first, &pair->second};
	for(int w = 0; w < 2; w++) {
		cpFlockFree(worlds[w]->flock);
		for(int i = 0; i < worlds[w]->count; i++) supportFreeBody(worlds[w]->bodies[i]);
		free(worlds[w]->bodies);
	}
	cpSpaceFree(pair->first.space);
}

static void case_45_lifetime_each_flock_sees_only_its_own(void **state) {
	(void)state;
	Pair pair;
	pairNew(&pair);
	twinCompare(&pair.first, CP_FLOCK_KERNEL_REFERENCE, 1e-9);
	twinCompare(&pair.second, CP_FLOCK_KERNEL_REFERENCE, 1e-9);
	for(int i = 0; i < 50; i++) {
		CHECK(!cpFlockContainsBody(pair.first.flock, pair.second.bodies[i]));
		CHECK(!cpFlockContainsBody(pair.second.flock, pair.first.bodies[i]));
	}
	/* their groups differ: fish of one flock pass through each other, those of two meet */
	CHECK(cpFlockGetFilter(pair.first.flock).group != cpFlockGetFilter(pair.second.flock).group);
	pairFree(&pair);
}

static cpBool countTouch(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space;
	++*(int *)data;
	return cpTrue;
}

static void case_45_lifetime_one_goes_on_when_the_other_is_freed(void **state) {
	(void)state;
	Pair pair;
	pairNew(&pair);
	int touches = 0;
	cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(pair.first.space);
	handler->beginFunc = countTouch;
	handler->userData = &touches;
	CHECK_OK(cpFlockAttach(pair.first.flock));
	CHECK_OK(cpFlockAttach(pair.second.flock));
	caseFrames(&pair.first, 60);
	CHECK(touches > 0);
	cpFlockFree(pair.first.flock);
	pair.first.flock = NULL;
	caseFrames(&pair.second, 60);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(pair.second.flock, &stats));
	CHECK(stats.updates == 120 && stats.steered == 50 && stats.members == 50);
	pairFree(&pair);
}

/* A body in both flocks by mistake is steered by both; it leaves each by itself. */
static void case_45_lifetime_a_body_in_two_flocks(void **state) {
	(void)state;
	Pair pair;
	pairNew(&pair);
	CHECK_OK(cpFlockAttach(pair.first.flock));
	CHECK_OK(cpFlockAttach(pair.second.flock));
	cpBody *both = pair.first.bodies[7];
	CHECK_OK(cpFlockAddBody(pair.second.flock, both, 0));
	CHECK_STATUS(cpFlockAddBody(pair.second.flock, both, 0), CP_FLOCK_ERROR_ALREADY_MEMBER);
	CHECK_STATUS(cpFlockAddBody(pair.first.flock, both, 0), CP_FLOCK_ERROR_ALREADY_MEMBER);
	CHECK(cpFlockGetBodyCount(pair.first.flock, -1) == 50 && cpFlockGetBodyCount(pair.second.flock, -1) == 51);
	caseFrames(&pair.first, 60);
	cpFlockFree(pair.first.flock);
	pair.first.flock = NULL;
	caseFrames(&pair.second, 60);
	CHECK_OK(cpFlockRemoveBody(pair.second.flock, both));
	caseFrames(&pair.second, 10);
	pairFree(&pair);
}

/* ---------------------------------------------------------------- 52: orders of freeing */

/* Frees the flock (f), the bodies with their shapes (b) or the space (s). */
static void freePart(World *world, char part) {
	if(part == 'f') {
		cpFlockFree(world->flock);
		world->flock = NULL;
	} else if(part == 'b') {
		for(int i = 0; i < world->count; i++) {
			if(world->flock) CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[i]));
			supportFreeBody(world->bodies[i]);
		}
		world->count = 0;
	} else {
		if(world->flock) CHECK_OK(cpFlockDetach(world->flock));
		for(int i = 0; i < world->count; i++) {
			cpBodyEachShape(world->bodies[i], removeShapes, world->space);
			cpSpaceRemoveBody(world->space, world->bodies[i]);
		}
		cpSpaceFree(world->space);
		world->space = NULL;
	}
}

static void case_52_lifetime_six_orders_of_freeing(void **state) {
	(void)state;
	static const char *const orders[] = {"fbs", "fsb", "bfs", "bsf", "sfb", "sbf"};
	for(int i = 0; i < 12; i++) {
		cpFlockSettings settings = caseSettings();
		World *world = caseWorld(&settings, i % 2 ? CP_FLOCK_BOUNDS_PERIODIC : CP_FLOCK_BOUNDS_NONE);
		caseDisc(world, 0, 20, cpv(790, 300), 40, cpv(60, 0));
		cpBody *brief = worldAdd(world, 0, cpvzero, cpvzero); /* gone before any step */
		CHECK_OK(cpFlockRemoveBody(world->flock, brief));
		worldDrop(world, brief);
		world->count--;
		caseFrames(world, 20);
		for(const char *part = orders[i / 2]; *part; part++) freePart(world, *part);
		free(world->bodies);
		free(world);
	}
}

static void case_52_lifetime_the_game_steps_on_without_the_flock(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_PERIODIC);
	caseDisc(world, 0, 20, cpv(790, 300), 40, cpv(60, 0));
	caseFrames(world, 20);
	cpFlockFree(world->flock);
	world->flock = NULL;
	cpVect before = cpBodyGetPosition(world->bodies[0]), velocity = cpBodyGetVelocity(world->bodies[0]);
	worldStep(world, 60);
	CHECK_VECT(cpBodyGetPosition(world->bodies[0]), cpvadd(before, velocity), 1e-9);
	CHECK(supportCountConstraints(world->space) == 0);
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_32_lifetime_prey_is_freed_when_it_is_caught),
		cmocka_unit_test(case_43_lifetime_a_removed_fish_leaves_no_ghost),
		cmocka_unit_test(case_43_lifetime_predators_forget_it),
		cmocka_unit_test(case_43_lifetime_a_new_body_at_an_old_address),
		cmocka_unit_test(case_44_lifetime_a_hundred_scenes),
		cmocka_unit_test(case_45_lifetime_each_flock_sees_only_its_own),
		cmocka_unit_test(case_45_lifetime_one_goes_on_when_the_other_is_freed),
		cmocka_unit_test(case_45_lifetime_a_body_in_two_flocks),
		cmocka_unit_test(case_52_lifetime_six_orders_of_freeing),
		cmocka_unit_test(case_52_lifetime_the_game_steps_on_without_the_flock),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
