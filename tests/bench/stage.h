/* SPDX-License-Identifier: MIT
 * The scenes of flock_bench: a space with a flock and what else is in it. */
#ifndef BENCH_STAGE_H
#define BENCH_STAGE_H

#include <stdint.h>

#include <chipmunk_flock/chipmunk_flock.h>

#include "bench_args.h"
#include "marks.h"
#include "pool.h"

#define STAGE_STEP (1.0 / 60.0)

typedef struct stage {
	cpSpace *space;
	cpFlock *flock;
	cpFlockSpecies main;      /* birds or fish */
	cpFlockSettings settings; /* of `main` */
	cpBody **bodies;          /* members in the order of adding */
	cpBody **obstacles;
	long bodyCount, obstacleCount;
	double side; /* px, of the periodic world */
	cpBool shapes, detached;
	marks marks;
	pool *pool;
	long allocations; /* calls of the flock's allocator */
} stage;

typedef enum stageStatus {
	STAGE_OK,
	STAGE_NO_MEMORY,
	STAGE_NO_THREADS, /* the library has no OpenMP */
	STAGE_NO_PLACE    /* the flock's constraint is not where it can be timed */
} stageStatus;

/* Makes the scene as it starts; `st` must stay where it is. Close it whatever the status. */
stageStatus stageOpen(stage *st, const benchCase *c);
void stageClose(stage *st);

/* One step of the world: cpSpaceStep(), or cpFlockUpdate() and a movement of our own. */
void stageStep(stage *st);

/* The same in two parts, of which only the first is worth timing. */
void stageStepSpace(stage *st);
void stageFinishStep(stage *st);

/* Mean number of other bodies of the same species within `radius`. Negative: no memory. */
double stageNeighbors(const stage *st, double radius);

#endif
