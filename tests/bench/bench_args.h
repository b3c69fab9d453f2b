/* SPDX-License-Identifier: MIT
 * What flock_bench is asked to do. */
#ifndef BENCH_ARGS_H
#define BENCH_ARGS_H

#include <chipmunk_flock/chipmunk_flock.h>

typedef enum benchScene {
	BENCH_BIRDS, /* the defaults, at a mean of 12 neighbors within 60 px */
	BENCH_FISH,  /* they look ahead for moving obstacles */
	BENCH_CLUMP, /* every body within the perception of every other; no shapes */
	BENCH_MIXED, /* birds, hawks, fish and moving obstacles */
	BENCH_SCENES
} benchScene;

const char *benchSceneName(benchScene scene);

typedef enum benchTask { BENCH_TIME, BENCH_CHECK, BENCH_HASH } benchTask;

typedef enum benchClock { BENCH_CLOCK_AUTO, BENCH_CLOCK_CPU, BENCH_CLOCK_MONOTONIC } benchClock;

enum { BENCH_LIST = 16 };

/* Values separated by commas. */
typedef struct benchList {
	long values[BENCH_LIST];
	int count; /* 0: not given */
} benchList;

typedef struct benchArgs {
	benchTask task;
	benchScene scene;
	benchList bodies, obstacles, after, threads;
	long steps, warmup;
	benchClock clock;
	cpFlockKernel kernel;
	cpBool naive;           /* time the ways without the plugin too */
	cpBool openmp;          /* cpFlockSetThreads() instead of the pool */
	cpBool detached;        /* cpFlockUpdate() and a movement of its own instead of cpSpaceStep() */
	cpBool publicCallsOnly; /* cpFlockOptions.publicCallsOnly */
	cpBool noStages;        /* no clock for the flock */
	const char *save, *load;
} benchArgs;

/* -1: go on; else the exit code (0 after --help, 2 after a bad argument, which is named on the standard error). */
int benchArgsParse(benchArgs *args, int argc, char **argv);

/* One line of the result: a value of each list. */
typedef struct benchCase {
	const benchArgs *args;
	benchScene scene;
	long bodies, obstacles, after, threads;
} benchCase;

#endif
