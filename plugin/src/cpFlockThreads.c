/* SPDX-License-Identifier: MIT
 * Sharing work among threads: the game's own parallel loop, or OpenMP's. */
#include "cpFlockInternal.h"

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
