/* SPDX-License-Identifier: MIT
 * The clocks of the benchmark. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <time.h>

/* Seconds of the clock at `data`, a clockid_t. A cpFlockClockFunc. */
static inline double clockRead(void *data) {
	struct timespec time;
	clock_gettime(*(const clockid_t *)data, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#endif
