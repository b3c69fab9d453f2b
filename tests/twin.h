/* SPDX-License-Identifier: MIT
 * The rules once more, straight from the words of the public header: every pair, no grid, no tricks. */
#ifndef TWIN_H
#define TWIN_H

#include "support.h"

/* A vector and how far rounding may take it: the size of what was summed up to make it. */
typedef struct Measured {
	cpVect value;
	double scale;
} Measured;

typedef struct Twin {
	Measured separation, alignment, cohesion, evasion, pursuit;
	cpVect parting; /* length: how strongly coincident bodies part; the direction is the flock's own business */
	int neighbors;
	/* A distance or an angle of view so near to a limit that single precision may decide otherwise. */
	cpBool close;
} Twin;

/* What the flock is to ask of body i of a world; all its bodies are members. */
Twin twinOf(const World *world, int i);

/* Compares one explicit update of the flock with the twin, body by body. Bodies with close calls are left out unless
 * the kernel is the reference; returns their number. */
int twinCompare(World *world, cpFlockKernel kernel, double tolerance);

#endif
