/* SPDX-License-Identifier: MIT
 * Shared by all tests: checks that work in forked children too, and a small world of a space, a flock and bodies. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chipmunk_flock/chipmunk_flock.h"

#define STEP ((cpFloat)1 / 60)
#define PI 3.14159265358979323846

/* ---------------------------------------------------------------- checks */

void supportCheck(int ok, const char *text, const char *file, int line);
void supportCheckNear(double value, double expected, double tolerance, const char *text, const char *file, int line);
void supportCheckVect(cpVect value, cpVect expected, double tolerance, const char *text, const char *file, int line);
void supportCheckStatus(int value, int expected, const char *text, const char *file, int line);

/* Fails the test, or the forked child that runs it. */
#define CHECK(condition) supportCheck((condition) != 0, #condition, __FILE__, __LINE__)
/* |value - expected| <= tolerance; false for NaN. */
#define CHECK_NEAR(value, expected, tolerance)                                                                         \
	supportCheckNear((value), (expected), (tolerance), #value, __FILE__, __LINE__)
#define CHECK_VECT(value, expected, tolerance)                                                                         \
	supportCheckVect((value), (expected), (tolerance), #value, __FILE__, __LINE__)
/* A cpFlockStatus (or a species handle); the message names both. */
#define CHECK_STATUS(call, expected) supportCheckStatus((int)(call), (int)(expected), #call, __FILE__, __LINE__)
#define CHECK_OK(call) CHECK_STATUS(call, CP_FLOCK_OK)

#define IN_DOUBLES (sizeof(cpFloat) == sizeof(double))
/* Tolerance relative to a number that is compared by hand: at least what cpFloat can hold after some steps. */
#define ROUNDING (IN_DOUBLES ? 1e-9 : 1e-5)
/* Ends a test whose numbers are beyond a cpFloat of single precision; the reason is to stand beside it. */
#define NEEDS_DOUBLES()                                                                                                \
	do {                                                                                                               \
		if(!IN_DOUBLES) skip();                                                                                        \
	} while(0)

/* Runs a function in a forked child: Chipmunk's assertions abort the process. Returns 0, or why the child did not end well. */
int supportInChild(void (*func)(void *data), void *data);
#define CHECK_CHILD(func, data) CHECK(supportInChild((func), (data)) == 0)

/* ---------------------------------------------------------------- world */

typedef struct World {
	cpSpace *space;
	cpFlock *flock;
	cpBody **bodies; /* made by worldAdd(), in this order; NULL: given away by worldDrop() */
	int count, capacity;
} World;

/* A space without gravity and damping, and an attached flock without species. */
World *worldNew(void);
World *worldNewDetached(void);
/* Frees the flock, then the bodies with their shapes, then the space. */
void worldFree(World *world);

cpFlockSpecies worldSpecies(World *world, const cpFlockSettings *settings);
/* A body of mass 1 with a circle of radius 4 and the flock's filter, in the space and, unless species is < 0, in the flock. */
cpBody *worldAdd(World *world, cpFlockSpecies species, cpVect position, cpVect velocity);
/* The same without a shape. */
cpBody *worldAddBare(World *world, cpFlockSpecies species, cpVect position, cpVect velocity);
/* Takes a body out of the space and frees it with its shapes, as a game does. The flock is not told. */
void worldDrop(World *world, cpBody *body);
/* Steps of 1/60 s; checks after each that every body is finite. */
void worldStep(World *world, int steps);
void worldUpdate(World *world); /* cpFlockUpdate() by 1/60 s, checked */

cpBool supportIsFinite(const cpBody *body);
/* Takes all shapes and constraints of a body, and the body, out of its space and frees them. */
void supportFreeBody(cpBody *body);
int supportCountConstraints(cpSpace *space);
/* A hash of positions, velocities and angles, bit for bit. */
uint64_t worldHash(const World *world);

/* ---------------------------------------------------------------- settings and numbers */

/* The default settings with every rule switched off, no edge, no turning of bodies. */
cpFlockSettings settingsOff(void);
cpFlockRule rule(double radius, double weight, cpFlockResponse response);
cpFlockSteering steeringOf(const World *world, const cpBody *body);
/* Records the steering of one explicit update; the flock must be detached. */
void worldRecord(World *world);

/* Uniform in [low, high); the same numbers everywhere. */
double randomIn(uint64_t *state, double low, double high);
cpVect randomPoint(uint64_t *state, cpBB bb);
cpVect randomVect(uint64_t *state, double low, double high);

#endif
