/* SPDX-License-Identifier: MIT */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "naive.h"
#include "state.h"

#define TOLERANCE 1e-3

/* Differences of one rule: sums of squares and the largest, of the difference and of what it should be. */
typedef struct spread {
	double error, reference, worst, largest;
} spread;

static void addDifference(spread *s, cpVect value, cpVect reference) {
	double error = (double)cpvdistsq(value, reference), size = (double)cpvlengthsq(reference);
	s->error += error;
	s->reference += size;
	s->worst = fmax(s->worst, error);
	s->largest = fmax(s->largest, size);
}

static double relative(double square, double reference) {
	return reference > 0.0 ? sqrt(square / reference) : 0.0;
}

typedef struct comparison {
	const stage *st;
	const benchCase *c;
	naiveSteering *reference, *computed;
	long stride; /* of the bodies for which there is a reference */
	cpBool failed;
} comparison;

static void compare(comparison *x, const char *way, cpBool asserted) {
	spread rules[3] = {{0, 0, 0, 0}};
	static const char *const names[] = {"separation", "alignment", "cohesion"};
	cpBool alike = cpTrue;
	for(long i = 0; i < x->st->bodyCount; i += x->stride) {
		const naiveSteering *computed = &x->computed[i], *reference = &x->reference[i];
		addDifference(&rules[0], computed->separation, reference->separation);
		addDifference(&rules[1], computed->alignment, reference->alignment);
		addDifference(&rules[2], computed->cohesion, reference->cohesion);
	}
	printf("{\"check\":\"%s\",\"scene\":\"%s\",\"bodies\":%ld,\"after\":%ld,\"threads\":%ld,\"sampled\":%s", way,
		benchSceneName(x->c->scene), x->c->bodies, x->c->after, x->c->threads, x->stride > 1 ? "true" : "false");
	for(int i = 0; i < 3; i++) {
		double worst = relative(rules[i].worst, rules[i].largest);
		printf(",\"%s_max\":%.3g,\"%s_rms\":%.3g", names[i], worst, names[i],
			relative(rules[i].error, rules[i].reference));
		if(!(worst <= TOLERANCE)) alike = cpFalse;
	}
	printf(",\"asserted\":%s,\"alike\":%s}\n", asserted ? "true" : "false", alike ? "true" : "false");
	fflush(stdout);
	if(asserted && !alike) x->failed = cpTrue;
}

/* What the flock asked for, without the weights of CP_FLOCK_LINEAR. */
static cpBool readSteering(const stage *st, naiveSteering *steering) {
	const cpFlockSettings *settings = &st->settings;
	for(long i = 0; i < st->bodyCount; i++) {
		cpFlockSteering asked;
		if(cpFlockGetSteering(st->flock, st->bodies[i], &asked) != CP_FLOCK_OK) return cpFalse;
		steering[i].separation = cpvmult(asked.separation, 1 / settings->separation.weight);
		steering[i].alignment = cpvmult(asked.alignment, 1 / settings->alignment.weight);
		steering[i].cohesion = cpvmult(asked.cohesion, 1 / settings->cohesion.weight);
	}
	return cpTrue;
}

/* cpFlockUpdate() senses the bodies where they are, as the other ways do. */
static cpBool steerByFlock(comparison *x, stage *st, cpFlockKernel kernel, const stateBody *state) {
	cpFlockSetKernel(st->flock, kernel);
	cpBool done = cpFlockUpdate(st->flock, STAGE_STEP) == CP_FLOCK_OK && readSteering(st, x->computed);
	statePutBack(st, state);
	return done;
}

static cpBool compareAll(comparison *x, stage *st, const stateBody *state) {
	x->stride = naiveStride(NAIVE_PAIRS, st->bodyCount);
	if(naiveRun(NAIVE_PAIRS, st, x->reference, CLOCK_MONOTONIC) < 0.0) return cpFalse;
	for(int way = NAIVE_PAIRS + 1; way < NAIVE_WAYS; way++) {
		if(!naiveWorks((naiveWay)way, st)) continue;
		if(naiveRun((naiveWay)way, st, x->computed, CLOCK_MONOTONIC) < 0.0) return cpFalse;
		compare(x, naiveName((naiveWay)way), cpTrue);
	}
	if(!steerByFlock(x, st, CP_FLOCK_KERNEL_REFERENCE, state)) return cpFalse;
	compare(x, "flock_reference", cpTrue);
	if(!steerByFlock(x, st, CP_FLOCK_KERNEL_FAST, state)) return cpFalse;
	/* In a clump the fast kernel may take many bodies as one: its error is worth knowing, not a mistake. */
	compare(x, "flock_fast", x->c->scene != BENCH_CLUMP);
	return cpTrue;
}

int checkRun(stage *st, const benchCase *c) {
	size_t count = (size_t)st->bodyCount;
	comparison x = {st, c, malloc(count * sizeof(naiveSteering)), malloc(count * sizeof(naiveSteering)), 1, cpFalse};
	stateBody *state = malloc(count * sizeof(*state));
	cpBool done = cpFalse;
	cpFlockDetach(st->flock);
	cpFlockSetRecording(st->flock, cpTrue);
	if(x.reference && x.computed && state) {
		stateKeep(st, state);
		done = compareAll(&x, st, state);
	}
	if(!done) fprintf(stderr, "flock_bench: no memory\n");
	free(x.reference);
	free(x.computed);
	free(state);
	return done && !x.failed ? 0 : 1;
}
