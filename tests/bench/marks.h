/* SPDX-License-Identifier: MIT
 * Takes the time of the flock inside cpSpaceStep() from outside: one constraint without effect is added to the space
 * before that of the flock and one after it. Chipmunk calls their functions in this order. */
#ifndef BENCH_MARKS_H
#define BENCH_MARKS_H

#include <time.h>

#include <chipmunk/chipmunk.h>

/* Stretches of a step that are timed. */
enum { MARKS_STRETCHES = 3 };

typedef struct marks {
	cpBody *bodies[2];
	cpConstraint *before, *after;
	clockid_t clock;
	cpBool on;
	double begin;                /* of the stretch that is being timed */
	double update, settle, wrap; /* of the last step, s: before the solver, after it, after the step */
} marks;

/* Before the flock is made, and after. cpFalse: no memory, or the flock's constraint is not between them. */
cpBool marksOpen(marks *m, cpSpace *space);
cpBool marksEnclose(marks *m, cpSpace *space);
void marksClose(marks *m, cpSpace *space);

/* The flock's part of the last step, s. */
double marksWhole(const marks *m);

#endif
