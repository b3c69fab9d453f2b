/* SPDX-License-Identifier: MIT
 * A parallel loop that gives every task a thread of its own. */
#ifndef OWN_THREADS_H
#define OWN_THREADS_H

#include "support.h"

#include <pthread.h>

typedef struct Single {
	cpFlockTaskFunc func;
	void *task;
	int index;
	pthread_barrier_t *start;
} Single;

static void *runSingle(void *data) {
	const Single *single = data;
	pthread_barrier_wait(single->start);
	single->func(single->task, single->index);
	return NULL;
}

/* A parallel loop: every index on a thread of its own, all let loose at the same time. What is left after the first ones is
 * the flock's. */
static void runEachOnItsOwn(cpFlockTaskFunc func, void *task, int count, void *data) {
	enum { MOST = 16 };
	(void)data;
	Single singles[MOST];
	pthread_t threads[MOST];
	pthread_barrier_t start;
	int used = count < MOST ? count : MOST;
	CHECK(pthread_barrier_init(&start, NULL, (unsigned)used) == 0);
	for(int i = 0; i < used; i++) {
		singles[i] = (Single){func, task, i, &start};
		CHECK(pthread_create(&threads[i], NULL, runSingle, &singles[i]) == 0);
	}
	for(int i = 0; i < used; i++) CHECK(pthread_join(threads[i], NULL) == 0);
	pthread_barrier_destroy(&start);
}

#endif
