/* SPDX-License-Identifier: MIT
 * The pool of flock_bench calls every index once, and returns when the last call has returned. */
#include "pool.h"

#include <stdio.h>
#include <string.h>

enum { ROUNDS = 2000, MOST = 300 };

static int calls[MOST]; /* not atomic on purpose: no index is shared, and poolRun() orders all that its calls did */

static void count(void *task, int index) {
	calls[index] += *(const int *)task;
}

int main(void) {
	for(int threads = 1; threads <= 4; threads++) {
		pool *p = poolNew(threads);
		if(!p) return 1;
		for(int round = 0; round < ROUNDS; round++) {
			int size = 1 + round % MOST, weight = 1 + round % 7;
			memset(calls, 0, sizeof(calls));
			poolRun(count, &weight, size, p);
			for(int i = 0; i < MOST; i++) {
				if(calls[i] == (i < size ? weight : 0)) continue;
				printf("%d threads, round %d: index %d was called %d times\n", threads, round, i, calls[i] / weight);
				return 1;
			}
		}
		poolFree(p);
	}
	return 0;
}
