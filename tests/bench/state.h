/* SPDX-License-Identifier: MIT
 * The state of a stage's bodies: kept and put back, written and read, and as one number. */
#ifndef BENCH_STATE_H
#define BENCH_STATE_H

#include <stdint.h>

#include "stage.h"

typedef struct stateBody {
	cpVect position, velocity, force;
	cpFloat angle, spin;
} stateBody;

/* `state` has room for every member. */
void stateKeep(const stage *st, stateBody *state);
void statePutBack(stage *st, const stateBody *state);

/* FNV-1a over the bits of positions, velocities and angles, in the order of adding. */
uint64_t stateHash(const stage *st);

/* As text that gives the same bits again. cpFalse: what is wrong has been said on the standard error. */
cpBool stateWrite(const stage *st, const char *path);
cpBool stateRead(stage *st, const char *path);

#endif
