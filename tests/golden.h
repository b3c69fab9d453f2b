/* SPDX-License-Identifier: MIT
 * Reads the files of tests/reference/. */
#ifndef GOLDEN_H
#define GOLDEN_H

#include <cjson/cJSON.h>

#include "support.h"

typedef struct Golden {
	const char *name;
	cJSON *root;
	int boids, predators;
	double boidMass, boidMoment, predatorMass, predatorMoment;
	double weights[4]; /* separation, alignment, cohesion, evasion: Matter force */
} Golden;

/* Loads reference/<name>.json; fails the test where it cannot. */
Golden goldenLoad(const char *name);
void goldenFree(Golden *golden);

/* A number of an object; fails the test where it is missing. */
double goldenNumber(const cJSON *object, const char *name);
cpBool goldenHas(const cJSON *object, const char *name);
/* Number i of an array, and pair i of a flat array x0,y0,x1,y1,... */
double goldenAt(const cJSON *object, const char *name, int i);
cpVect goldenVect(const cJSON *object, const char *name, int i);

#endif
