/* SPDX-License-Identifier: MIT */
#include "pool.h"

#include <pthread.h>
#include <stdlib.h>

enum {
	WORKERS = 255,
	/* Looks at the generation before a worker sleeps: the loops of one update follow each other within microseconds,
	 * and waking a thread takes longer than that. */
	SPINS = 4000
};

typedef struct job {
	cpFlockTaskFunc func;
	void *task;
	int count;
} job;

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t start, done;
	job job;
	unsigned generation; /* of the job; written under the lock, looked at without it */
	int next;            /* index; atomic */
	int running;         /* workers inside the job; under the lock */
	cpBool open, quit;   /* under the lock */
	int workers;
	pthread_t threads[WORKERS];
};

static void runIndices(pool *p, const job *work) {
	for(;;) {
		int index = __atomic_fetch_add(&p->next, 1, __ATOMIC_RELAXED);
		if(index >= work->count) return;
		work->func(work->task, index);
	}
}

static void spinUntilNew(pool *p, unsigned seen) {
	for(int i = 0; i < SPINS; i++) {
		if(__atomic_load_n(&p->generation, __ATOMIC_RELAXED) != seen) return;
	}
}

/* A worker joins a job only while it is open: who wakes too late is not waited for. */
static void *work(void *data) {
	pool *p = data;
	unsigned seen = 0;
	pthread_mutex_lock(&p->lock);
	for(;;) {
		while(!p->quit && (!p->open || p->generation == seen)) pthread_cond_wait(&p->start, &p->lock);
		if(p->quit) break;
		seen = p->generation;
		job joined = p->job;
		p->running++;
		pthread_mutex_unlock(&p->lock);
		runIndices(p, &joined);
		pthread_mutex_lock(&p->lock);
		if(--p->running == 0) pthread_cond_signal(&p->done);
		pthread_mutex_unlock(&p->lock);
		spinUntilNew(p, seen);
		pthread_mutex_lock(&p->lock);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

void poolRun(cpFlockTaskFunc func, void *task, int count, void *data) {
	pool *p = data;
	pthread_mutex_lock(&p->lock);
	p->job = (job){func, task, count};
	__atomic_store_n(&p->next, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&p->generation, p->generation + 1, __ATOMIC_RELAXED);
	p->open = cpTrue;
	job own = p->job;
	pthread_cond_broadcast(&p->start);
	pthread_mutex_unlock(&p->lock);
	runIndices(p, &own);
	pthread_mutex_lock(&p->lock);
	p->open = cpFalse;
	while(p->running > 0) pthread_cond_wait(&p->done, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

pool *poolNew(int threads) {
	pool *p = calloc(1, sizeof(*p));
	if(!p) return NULL;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->start, NULL);
	pthread_cond_init(&p->done, NULL);
	for(int i = 0; i < threads - 1 && i < WORKERS; i++) {
		if(pthread_create(&p->threads[i], NULL, work, p) != 0) {
			poolFree(p);
			return NULL;
		}
		p->workers++;
	}
	return p;
}

void poolFree(pool *p) {
	if(!p) return;
	pthread_mutex_lock(&p->lock);
	p->quit = cpTrue;
	pthread_cond_broadcast(&p->start);
	pthread_mutex_unlock(&p->lock);
	for(int i = 0; i < p->workers; i++) pthread_join(p->threads[i], NULL);
	pthread_cond_destroy(&p->done);
	pthread_cond_destroy(&p->start);
	pthread_mutex_destroy(&p->lock);
	free(p);
}
