/* SPDX-License-Identifier: MIT
 * Threads that wait for parallel loops, as the job system of a game does. */
#ifndef BENCH_POOL_H
#define BENCH_POOL_H

#include <chipmunk_flock/chipmunk_flock.h>

typedef struct pool pool;

/* A pool of so many threads; the one that calls poolRun() is among them. NULL: no memory or no threads. */
pool *poolNew(int threads);
void poolFree(pool *pool);

/* A cpFlockParallelForFunc; `data` is the pool. */
void poolRun(cpFlockTaskFunc func, void *task, int count, void *data);

#endif
