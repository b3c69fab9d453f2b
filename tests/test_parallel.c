/* SPDX-License-Identifier: MIT
 * Any number of threads, and any parallel loop however wrong, gives the bits of one thread. */
#include "own_threads.h"
#include "rich.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/pool.h"

/* FLIGHT, HOSTILE: steps of the long flight and of each hostile one, from CMake. */
enum { SCALE = 72, SMALL = 30, THREADS = 4 };

static uint64_t fly(World *world, int steps) {
	for(int step = 0; step < steps; step++) richStep(world, step);
	return richHash(world);
}

/* The flight with a parallel loop, NULL: none. */
static uint64_t flight(int scale, int steps, cpFlockParallelForFunc loop, void *data) {
	World *world = richNew(NULL, scale, CP_FLOCK_BOUNDS_PERIODIC);
	CHECK_OK(cpFlockSetParallelFor(world->flock, loop, data));
	uint64_t hash = fly(world, steps);
	worldFree(world);
	return hash;
}

/* ---------------------------------------------------------------- threads */

static void test_any_number_of_threads(void **state) {
	(void)state;
	static const int threads[] = {1, 2, 3, 7};
	uint64_t alone = flight(SCALE, FLIGHT, NULL, NULL);
	for(size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
		pool *p = poolNew(threads[i]);
		CHECK(p);
		CHECK(flight(SCALE, FLIGHT, poolRun, p) == alone);
		poolFree(p);
	}
}

static void test_threads_of_openmp(void **state) {
	(void)state;
	World *world = richNew(NULL, SMALL, CP_FLOCK_BOUNDS_PERIODIC);
	cpFlockStatus status = cpFlockSetThreads(world->flock, 2);
	CHECK(status == CP_FLOCK_OK || status == CP_FLOCK_ERROR_UNAVAILABLE);
	CHECK(fly(world, HOSTILE) == flight(SMALL, HOSTILE, NULL, NULL));
	CHECK_STATUS(cpFlockSetThreads(world->flock, 0), CP_FLOCK_ERROR_RANGE);
	CHECK_STATUS(cpFlockSetThreads(world->flock, -3), CP_FLOCK_ERROR_RANGE);
	CHECK_STATUS(cpFlockSetThreads(world->flock, 257), CP_FLOCK_ERROR_RANGE);
	CHECK_STATUS(cpFlockSetThreads(world->flock, 256), status);
	CHECK_STATUS(cpFlockSetThreads(world->flock, 2), status);
	CHECK_STATUS(cpFlockGetLastStatus(world->flock), status ? status : CP_FLOCK_ERROR_RANGE);
	CHECK_OK(cpFlockSetThreads(world->flock, 1));
	CHECK_STATUS(cpFlockSetThreads(NULL, 2), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockSetParallelFor(NULL, poolRun, NULL), CP_FLOCK_ERROR_NULL);
	worldFree(world);
}

/* ---------------------------------------------------------------- loops that do it wrong */

static void runTwice(cpFlockTaskFunc func, void *task, int count, void *data) {
	(void)data;
	for(int i = 0; i < count; i++) {
		func(task, i);
		func(task, i);
	}
	for(int i = 0; i < count; i++) func(task, i);
}

static void runEverySecond(cpFlockTaskFunc func, void *task, int count, void *data) {
	(void)data;
	for(int i = 0; i < count; i += 2) func(task, i);
}

static void runNothing(cpFlockTaskFunc func, void *task, int count, void *data) {
	(void)func, (void)task, (void)count, (void)data;
}

static void runOutside(cpFlockTaskFunc func, void *task, int count, void *data) {
	(void)data;
	static const int indices[] = {-1, -1000, INT32_MIN, INT32_MAX, INT32_MAX - 1};
	for(size_t i = 0; i < sizeof(indices) / sizeof(indices[0]); i++) func(task, indices[i]);
	for(int i = -3; i < count + 3; i++) func(task, i);
	func(task, count);
}

static void runBackward(cpFlockTaskFunc func, void *task, int count, void *data) {
	(void)data;
	for(int i = count - 1; i >= 0; i--) func(task, i);
}

typedef struct Crowd {
	cpFlockTaskFunc func;
	void *task;
	int count;
} Crowd;

static void *runAll(void *data) {
	const Crowd *crowd = data;
	for(int i = -1; i <= crowd->count; i++) crowd->func(crowd->task, i);
	return NULL;
}

/* All threads run every index, at the same time. */
static void runTogether(cpFlockTaskFunc func, void *task, int count, void *data) {
	(void)data;
	Crowd crowd = {func, task, count};
	pthread_t threads[THREADS];
	for(int i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, runAll, &crowd) == 0);
	for(int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
}

static void test_loops_that_do_it_wrong(void **state) {
	(void)state;
	static const cpFlockParallelForFunc loops[] = {
		runTwice, runEverySecond, runNothing, runOutside, runBackward, runTogether, runEachOnItsOwn};
	uint64_t alone = flight(SMALL, HOSTILE, NULL, NULL);
	for(size_t i = 0; i < sizeof(loops) / sizeof(loops[0]); i++) CHECK(flight(SMALL, HOSTILE, loops[i], NULL) == alone);
}

/* ---------------------------------------------------------------- calls from inside */

typedef struct Asked {
	cpFlock *flock;
	int loops;
	int refused; /* loops that did not let themselves be replaced while they ran */
} Asked;

static void askInside(cpFlockTaskFunc func, void *task, int count, void *data) {
	Asked *asked = data;
	asked->refused += cpFlockSetParallelFor(asked->flock, askInside, data) == CP_FLOCK_ERROR_UPDATING;
	CHECK_STATUS(cpFlockUpdate(asked->flock, STEP), CP_FLOCK_ERROR_UPDATING);
	asked->loops++;
	for(int i = 0; i < count; i++) func(task, i);
}

static void test_a_loop_is_not_replaced_while_it_runs(void **state) {
	(void)state;
	cpFlockOptions options = cpFlockOptionsDefault();
	options.detached = cpTrue;
	World *world = richNew(&options, SMALL, CP_FLOCK_BOUNDS_NONE);
	Asked asked = {world->flock, 0, 0};
	CHECK_OK(cpFlockSetParallelFor(world->flock, askInside, &asked));
	worldUpdate(world);
	CHECK(asked.loops > 0);
	CHECK(
		asked.refused > 0 && asked.refused >= asked.loops - 1); /* the last turns the bodies after the update proper */
	CHECK_STATUS(cpFlockGetLastStatus(world->flock), CP_FLOCK_ERROR_UPDATING);
	CHECK_OK(cpFlockSetParallelFor(world->flock, NULL, NULL));
	int before = asked.loops;
	worldUpdate(world);
	CHECK(asked.loops == before);
	worldFree(world);
}

/* ---------------------------------------------------------------- no memory */

typedef struct Purse {
	int left; /* allocations before the one that fails; negative: none does */
	int made;
} Purse;

static void *purseRealloc(void *memory, size_t size, void *data) {
	Purse *purse = data;
	if(size == 0) {
		free(memory);
		return NULL;
	}
	if(purse->left >= 0 && purse->left-- == 0) return NULL; /* only this one: the others must not hide it */
	purse->made++;
	return realloc(memory, size);
}

/* The hash after an update of which the allocation number `failing` had no memory, and two more updates that had. */
static uint64_t updateWithout(int failing, cpBool *failed) {
	Purse purse = {-1, 0};
	cpFlockOptions options = cpFlockOptionsDefault();
	options.detached = cpTrue;
	options.realloc = purseRealloc;
	options.reallocData = &purse;
	World *world = richNew(&options, SMALL, CP_FLOCK_BOUNDS_NONE);
	CHECK_OK(cpFlockSetParallelFor(world->flock, runBackward, NULL));
	purse.left = failing;
	cpFlockStatus status = cpFlockUpdate(world->flock, STEP);
	*failed = status == CP_FLOCK_ERROR_MEMORY;
	if(!*failed) CHECK_OK(status);
	purse.left = -1;
	if(*failed) worldUpdate(world);
	for(int step = 0; step < 2; step++) {
		cpSpaceStep(world->space, STEP);
		worldUpdate(world);
	}
	int made = purse.made;
	worldUpdate(world);
	CHECK(purse.made == made); /* in a steady world nothing is allocated */
	cpSpaceStep(world->space, STEP);
	uint64_t hash = richHash(world);
	worldFree(world);
	return hash;
}

static void test_no_memory_for_tasks(void **state) {
	(void)state;
	cpBool failed;
	uint64_t expected = updateWithout(-1, &failed);
	CHECK(!failed);
	int failing = 0;
	for(; failing < 100; failing++) {
		uint64_t hash = updateWithout(failing, &failed);
		CHECK(hash == expected);
		if(!failed) break;
	}
	CHECK(
		failing >= 5 && failing < 100); /* claims, frame, gathered, table, shares, ... were refused one after another */
}

/* ---------------------------------------------------------------- recording and profile */

static double ticks(void *data) {
	return (double)__atomic_add_fetch((long *)data, 1, __ATOMIC_RELAXED);
}

static void checkProfile(const World *world) {
	cpFlockProfile profile;
	CHECK_OK(cpFlockGetProfile(world->flock, &profile));
	const double times[] = {profile.gather, profile.grid, profile.obstacles, profile.neighbors, profile.rules,
		profile.avoidance, profile.combine, profile.apply, profile.settle};
	for(size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) CHECK(times[i] > 0 && isfinite(times[i]));
}

static void test_recording_and_profile(void **state) {
	(void)state;
	long now = 0;
	pool *p = poolNew(THREADS);
	CHECK(p);
	World *worlds[2];
	for(int w = 0; w < 2; w++) {
		worlds[w] = richNew(NULL, SMALL, CP_FLOCK_BOUNDS_PERIODIC);
		CHECK_OK(cpFlockSetRecording(worlds[w]->flock, cpTrue));
	}
	CHECK_OK(cpFlockSetParallelFor(worlds[1]->flock, poolRun, p));
	CHECK_OK(cpFlockSetClock(worlds[1]->flock, ticks, &now));
	for(int step = 0; step < HOSTILE; step++) {
		for(int w = 0; w < 2; w++) richStep(worlds[w], step);
		checkProfile(worlds[1]);
	}
	CHECK(richDiffers(worlds[0], worlds[1]) < 0);
	for(int i = 0; i < worlds[0]->count; i++) {
		if(cpFlockGetBodySpecies(worlds[0]->flock, worlds[0]->bodies[i]) < 0) continue;
		cpFlockSteering one = steeringOf(worlds[0], worlds[0]->bodies[i]);
		cpFlockSteering other = steeringOf(worlds[1], worlds[1]->bodies[i]);
		const cpVect *a = &one.separation, *b = &other.separation;
		CHECK(memcmp(a, b, offsetof(cpFlockSteering, neighbors)) == 0);
		CHECK(one.neighbors == other.neighbors && one.blocked == other.blocked && one.lookSide == other.lookSide);
	}
	for(int w = 0; w < 2; w++) worldFree(worlds[w]);
	poolFree(p);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_any_number_of_threads),
		cmocka_unit_test(test_threads_of_openmp),
		cmocka_unit_test(test_loops_that_do_it_wrong),
		cmocka_unit_test(test_a_loop_is_not_replaced_while_it_runs),
		cmocka_unit_test(test_no_memory_for_tasks),
		cmocka_unit_test(test_recording_and_profile),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
