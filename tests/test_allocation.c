/* SPDX-License-Identifier: MIT
 * Each allocation in turn fails once: the call says so and changes nothing, and when it is repeated everything goes on as if
 * nothing had been. */
#include "support.h"

#include <stdlib.h>

enum { BODIES = 40, SPAWNED = 20, STEPS = 6, WALLS = 30 };

/* In front of each block. */
typedef union BlockHead {
	size_t size;
	long double alignment;
} BlockHead;

typedef struct Heap {
	size_t bytes;
	long calls, failing; /* the number of the call that fails, from 0 on */
	long failures;
} Heap;

static void *heapRealloc(void *memory, size_t size, void *data) {
	Heap *heap = data;
	BlockHead *head = memory ? (BlockHead *)memory - 1 : NULL;
	if(size == 0) {
		if(head) heap->bytes -= head->size;
		free(head);
		return NULL;
	}
	if(heap->calls++ == heap->failing) {
		heap->failures++;
		return NULL;
	}
	size_t before = head ? head->size : 0;
	head = realloc(head, sizeof(*head) + size);
	CHECK(head);
	head->size = size;
	heap->bytes += size - before;
	return head + 1;
}

/* A flight with everything that allocates. */
typedef struct Trial {
	Heap heap;
	cpSpace *space;
	cpFlock *flock;
	cpFlockSpecies birds, hawks;
	cpBody *bodies[BODIES], *spawned[SPAWNED];
	cpShape *walls[WALLS];
	cpFlockMetrics metrics;
	int at; /* index for the call that is made */
} Trial;

typedef cpFlockStatus (*Call)(Trial *trial);

static void checkBytes(const Trial *trial) {
	cpFlockStats stats;
	if(!trial->flock) {
		CHECK(trial->heap.bytes == 0);
		return;
	}
	CHECK_OK(cpFlockGetStats(trial->flock, &stats));
	CHECK(stats.memory == trial->heap.bytes);
}

/* Makes a call; repeats it if the allocation failed in it. */
static void make(Trial *trial, Call call) {
	long failures = trial->heap.failures;
	int members = cpFlockGetBodyCount(trial->flock, -1), species = cpFlockGetSpeciesCount(trial->flock);
	cpFlockStatus status = call(trial);
	if(trial->heap.failures > failures && status != CP_FLOCK_OK) {
		CHECK_STATUS(status, CP_FLOCK_ERROR_MEMORY);
		checkBytes(trial);
		CHECK(cpFlockGetBodyCount(trial->flock, -1) == members);
		CHECK(cpFlockGetSpeciesCount(trial->flock) == species);
		status = call(trial);
	}
	CHECK_OK(status);
	checkBytes(trial);
}

/* ---------------------------------------------------------------- the calls */

static cpFlockStatus create(Trial *trial) {
	cpFlockOptions options = cpFlockOptionsDefault();
	options.realloc = heapRealloc;
	options.reallocData = &trial->heap;
	options.detached = cpTrue;
	cpFlockStatus status = cpFlockCreate(trial->space, &options, &trial->flock);
	CHECK((status == CP_FLOCK_OK) == (trial->flock != NULL));
	/* the group is the flock's address: another one would sort shapes otherwise */
	if(trial->flock) CHECK_OK(cpFlockSetGroup(trial->flock, 5));
	return status;
}

static cpFlockStatus addSpecies(Trial *trial, cpFlockSpecies *species) {
	cpFlockSettings settings = cpFlockSettingsDefault();
	settings.avoidance.weight = 600;
	*species = cpFlockAddSpecies(trial->flock, &settings);
	return *species >= 0 ? CP_FLOCK_OK : (cpFlockStatus)*species;
}

static cpFlockStatus addBirds(Trial *trial) {
	return addSpecies(trial, &trial->birds);
}

static cpFlockStatus addHawks(Trial *trial) {
	return addSpecies(trial, &trial->hawks);
}

/* Enough species and relations for their lists to grow. */
static cpFlockStatus addMore(Trial *trial) {
	cpFlockSpecies more;
	return addSpecies(trial, &more);
}

static cpFlockStatus relateMore(Trial *trial) {
	return cpFlockSetRelation(trial->flock, trial->birds, 2 + trial->at, CP_FLOCK_RELATION_SEPARATE);
}

static cpFlockStatus relate(Trial *trial) {
	return cpFlockSetRelation(trial->flock, trial->birds, trial->hawks, CP_FLOCK_RELATION_EVADE);
}

static cpFlockStatus addBody(Trial *trial) {
	cpFlockStatus status =
		cpFlockAddBody(trial->flock, trial->bodies[trial->at], trial->at % 8 ? trial->birds : trial->hawks);
	CHECK(cpFlockContainsBody(trial->flock, trial->bodies[trial->at]) == (status == CP_FLOCK_OK));
	return status;
}

static cpFlockStatus spawn(Trial *trial) {
	int i = trial->at;
	trial->spawned[i] = cpFlockSpawn(trial->flock, trial->birds, cpv(7 * i, 60), cpv(i - 20, 30));
	return trial->spawned[i] ? CP_FLOCK_OK : cpFlockGetLastStatus(trial->flock);
}

static cpFlockStatus despawn(Trial *trial) {
	return cpFlockDespawn(trial->flock, trial->spawned[trial->at]);
}

static cpFlockStatus update(Trial *trial) {
	return cpFlockUpdate(trial->flock, STEP);
}

static cpFlockStatus measure(Trial *trial) {
	return cpFlockMeasure(trial->flock, trial->birds, 60, &trial->metrics);
}

/* In a locked space bodies come and go at the end of the query. */
static void spawnInside(cpBody *body, void *data) {
	Trial *trial = data;
	if(body != trial->bodies[0]) return;
	for(trial->at = SPAWNED / 2; trial->at < SPAWNED; trial->at++) make(trial, spawn);
	for(trial->at = 0; trial->at < 3; trial->at++) make(trial, despawn);
}

/* ---------------------------------------------------------------- the flight */

static void makeWorld(Trial *trial) {
	trial->space = cpSpaceNew();
	for(int i = 0; i < BODIES; i++) {
		trial->bodies[i] = cpSpaceAddBody(trial->space, cpBodyNew(1, 1));
		cpBodySetPosition(trial->bodies[i], cpv(9 * i, 5 * (i % 7)));
		cpBodySetVelocity(trial->bodies[i], cpv(20 - i, i));
	}
	for(int i = 0; i < WALLS; i++) {
		cpShape *wall = cpCircleShapeNew(cpSpaceGetStaticBody(trial->space), 6, cpv(15 * i, 40));
		trial->walls[i] = cpSpaceAddShape(trial->space, wall);
	}
}

static void freeWorld(Trial *trial) {
	for(int i = 0; i < BODIES; i++) supportFreeBody(trial->bodies[i]);
	for(int i = 0; i < WALLS; i++) {
		cpSpaceRemoveShape(trial->space, trial->walls[i]);
		cpShapeFree(trial->walls[i]);
	}
	cpSpaceFree(trial->space);
}

static void step(Trial *trial) {
	make(trial, update);
	cpSpaceStep(trial->space, STEP);
	for(int i = 0; i < BODIES; i++) CHECK(supportIsFinite(trial->bodies[i]));
}

static void setUp(Trial *trial) {
	make(trial, create);
	make(trial, addBirds);
	make(trial, addHawks);
	for(trial->at = 0; trial->at < 18; trial->at++) {
		make(trial, addMore);
		make(trial, relateMore);
	}
	make(trial, relate);
	CHECK_OK(cpFlockSetBounds(trial->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(-50, -50, 400, 200)));
	CHECK_OK(cpFlockSetRecording(trial->flock, cpTrue));
}

static void fly(Trial *trial) {
	for(trial->at = 0; trial->at < BODIES; trial->at++) make(trial, addBody);
	for(int i = 0; i < STEPS; i++) step(trial);
	for(trial->at = 0; trial->at < SPAWNED / 2; trial->at++) make(trial, spawn);
	for(int i = 0; i < STEPS; i++) step(trial);
	cpSpaceEachBody(trial->space, spawnInside, trial);
	for(int i = 0; i < STEPS; i++) step(trial);
	make(trial, measure);
}

static uint64_t hashOf(const Trial *trial) {
	cpBody *all[BODIES + SPAWNED];
	World world = {trial->space, trial->flock, all, 0, 0};
	for(int i = 0; i < BODIES; i++) all[world.count++] = trial->bodies[i];
	for(int i = 3; i < SPAWNED; i++) all[world.count++] = trial->spawned[i];
	return worldHash(&world);
}

/* The state at the end when allocation number `failing` fails once. */
static uint64_t flyOnce(long failing, long *failures, long *calls) {
	Trial trial = {.heap = {0, 0, failing, 0}};
	makeWorld(&trial);
	setUp(&trial);
	fly(&trial);
	uint64_t hash = hashOf(&trial);
	CHECK(cpFlockGetBodyCount(trial.flock, -1) == BODIES + SPAWNED - 3);
	cpFlockFree(trial.flock);
	CHECK(trial.heap.bytes == 0);
	freeWorld(&trial);
	*failures = trial.heap.failures;
	*calls = trial.heap.calls;
	return hash;
}

static void test_every_allocation_may_fail(void **state) {
	(void)state;
	long failures, calls, count;
	uint64_t expected = flyOnce(-1, &failures, &count);
	CHECK(failures == 0 && count > 20);
	for(long failing = 0; failing < count; failing++) {
		CHECK(flyOnce(failing, &failures, &calls) == expected);
		CHECK(failures == 1);
	}
}

/* ---------------------------------------------------------------- inside of steps */

/* An attached flock has nobody to tell: the step goes by without steering, and the next one steers. */
static void flyAttached(long failing, long *calls) {
	Trial trial = {.heap = {0, 0, failing, 0}};
	cpFlockStats stats;
	makeWorld(&trial);
	setUp(&trial);
	CHECK_OK(cpFlockAttach(trial.flock));
	for(trial.at = 0; trial.at < BODIES; trial.at++) make(&trial, addBody);
	long before = trial.heap.failures;
	for(int i = 0; i < STEPS; i++) {
		cpSpaceStep(trial.space, STEP);
		checkBytes(&trial);
	}
	CHECK_OK(cpFlockGetStats(trial.flock, &stats));
	CHECK(stats.refused <= (uint64_t)(trial.heap.failures - before));
	CHECK(stats.updates + stats.refused == STEPS && stats.steered == BODIES);
	if(stats.refused > 0) CHECK_STATUS(cpFlockGetLastStatus(trial.flock), CP_FLOCK_ERROR_MEMORY);
	cpFlockFree(trial.flock);
	CHECK(trial.heap.bytes == 0);
	freeWorld(&trial);
	*calls = trial.heap.calls;
}

static void test_every_allocation_inside_of_steps_may_fail(void **state) {
	(void)state;
	long count, calls;
	flyAttached(-1, &count);
	for(long failing = 0; failing < count; failing++) flyAttached(failing, &calls);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_allocation_may_fail),
		cmocka_unit_test(test_every_allocation_inside_of_steps_may_fail),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
