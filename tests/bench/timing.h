/* SPDX-License-Identifier: MIT
 * Timed steps of a stage. */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include "naive.h"
#include "stage.h"

typedef enum timingColumn {
	TIMING_GATHER,
	TIMING_GRID,
	TIMING_OBSTACLES,
	TIMING_NEIGHBORS,
	TIMING_RULES,
	TIMING_AVOIDANCE,
	TIMING_COMBINE,
	TIMING_APPLY,
	TIMING_SETTLE,
	TIMING_OBSTACLE_SHARE, /* of the sum of the stages */
	TIMING_UPDATE,         /* the whole of the flock's part of a step */
	TIMING_REST,           /* the step without it */
	TIMING_RATIO,          /* update / rest */
	TIMING_NAIVE,          /* and the other ways */
	TIMING_COLUMNS = TIMING_NAIVE + NAIVE_WAYS
} timingColumn;

const char *timingName(timingColumn column);

/* The samples of a column; times in ms. */
typedef struct timingSeries {
	double *values;
	long count;
	double median, minimum; /* set by timingRun(); 0 without samples */
} timingSeries;

typedef struct timing {
	timingSeries columns[TIMING_COLUMNS];
	double neighbors; /* mean of before and after */
	long allocations; /* of the flock in the timed steps */
} timing;

/* Runs the warm-up and the timed steps. cpFalse: no memory. Free the result whatever came back. */
cpBool timingRun(timing *t, stage *st, const benchCase *c);
void timingFree(timing *t);

/* The clock for a case, and its name. */
clockid_t timingClock(const benchCase *c);
const char *timingClockName(const benchCase *c);

#endif
