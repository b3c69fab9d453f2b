/* SPDX-License-Identifier: MIT
 * Sharing work among threads: the game's own parallel loop, or OpenMP's. */
#include <string.h>

#include "cpFlockInternal.h"

/* A task in the hands of the game's parallel loop, which may be wrong: each index is claimed by the first who comes. */
typedef struct flkClaimedTask {
	cpFlockTaskFunc func;
	void *task;
	uint8_t *claims;
	int count;
} flkClaimedTask;

static cpBool flkClaim(uint8_t *claim) {
#if defined(__GNUC__)
	return !__atomic_exchange_n(claim, 1, __ATOMIC_ACQ_REL);
#else
	cpBool free = !*claim;
	*claim = 1;
	return free;
#endif
}

static void flkRunClaimed(void *task, int index) {
	const flkClaimedTask *claimed = task;
	if(index < 0 || index >= claimed->count || !flkClaim(&claimed->claims[index])) return;
	claimed->func(claimed->task, index);
}

cpBool flkReserveTasks(cpFlock *flock, int count) {
	void *claims = flock->claims;
	cpBool room = flkReserve(&flock->memory, &claims, &flock->claimCapacity, count, 1);
	flock->claims = claims;
	return room;
}

void flkRunTasks(cpFlock *flock, cpFlockTaskFunc func, void *task, int count) {
	if(!flock->parallelFor || count < 2) {
		for(int i = 0; i < count; i++) func(task, i);
		return;
	}
	flkClaimedTask claimed = {func, task, flock->claims, count};
	memset(flock->claims, 0, (size_t)count);
	flock->parallelFor(flkRunClaimed, &claimed, count, flock->parallelData);
	for(int i = 0; i < count; i++) flkRunClaimed(&claimed, i);
}

cpFlockStatus cpFlockSetParallelFor(cpFlock *flock, cpFlockParallelForFunc parallelFor, void *data) {
	if(!flock) return CP_FLOCK_ERROR_NULL;
	if(flock->updating) return flkFail(flock, CP_FLOCK_ERROR_UPDATING, "cpFlockSetParallelFor", "flock");
	flock->parallelFor = parallelFor;
	flock->parallelData = data;
	return CP_FLOCK_OK;
}

#if defined(_OPENMP)

static void flkParallelForOpenMP(cpFlockTaskFunc func, void *task, int count, void *data) {
	const int threads = (int)(intptr_t)data;
	#pragma omp parallel for schedule(dynamic) num_threads(threads)
	for(int i = 0; i < count; i++) func(task, i);
}

#endif

cpFlockStatus cpFlockSetThreads(cpFlock *flock, int threads) {
	static const char name[] = "cpFlockSetThreads";
	if(!flock) return CP_FLOCK_ERROR_NULL;
	if(threads < 1 || threads > 256) return flkFail(flock, CP_FLOCK_ERROR_RANGE, name, "threads");
	if(threads == 1) return cpFlockSetParallelFor(flock, NULL, NULL);
#if defined(_OPENMP)
	return cpFlockSetParallelFor(flock, flkParallelForOpenMP, (void *)(intptr_t)threads);
#else
	return flkFail(flock, CP_FLOCK_ERROR_UNAVAILABLE, name, "built without OpenMP");
#endif
}
