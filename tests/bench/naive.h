/* SPDX-License-Identifier: MIT
 * How a game finds neighbors without the plugin: separation, alignment and cohesion of every body from Chipmunk's public
 * interface. */
#ifndef BENCH_NAIVE_H
#define BENCH_NAIVE_H

#include "stage.h"

typedef enum naiveWay {
	NAIVE_PAIRS, /* every body with all others */
	NAIVE_BOX_TREE,
	NAIVE_POINT_TREE,
	NAIVE_BOX_HASH,
	NAIVE_POINT_HASH,
	NAIVE_WAYS
} naiveWay;

const char *naiveName(naiveWay way);

/* Raw vectors as the plugin documents them for CP_FLOCK_LINEAR. */
typedef struct naiveSteering {
	cpVect separation, alignment, cohesion;
} naiveSteering;

/* Every how manieth body is computed: 1 but for pairs of a crowd, which take minutes. */
long naiveStride(naiveWay way, long bodies);

/* Whether a way works for this stage: queries find nothing without shapes. */
cpBool naiveWorks(naiveWay way, const stage *st);

/* Computes into `steering`, which has room for every member, and returns the seconds that it took, scaled up to
 * all bodies. Negative: no memory. */
double naiveRun(naiveWay way, const stage *st, naiveSteering *steering, clockid_t clock);

#endif
