/* SPDX-License-Identifier: MIT */
#include "timing.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "options.h"
#include "state.h"

enum { NAIVE_PASSES = 3, CLOCK_SAMPLES = 199 };

static const char *const names[TIMING_NAIVE] = {"gather", "grid", "obstacles", "neighbors", "rules", "avoidance",
	"combine", "apply", "settle", "obstacle_share", "update", "rest", "ratio"};

const char *timingName(timingColumn column) {
	return column < TIMING_NAIVE ? names[column] : naiveName((naiveWay)(column - TIMING_NAIVE));
}

clockid_t timingClock(const benchCase *c) {
	cpBool cpu = c->args->clock == BENCH_CLOCK_CPU || (c->args->clock == BENCH_CLOCK_AUTO && c->threads == 1);
	return cpu ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
}

const char *timingClockName(const benchCase *c) {
	return timingClock(c) == CLOCK_MONOTONIC ? "monotonic" : "cpu";
}

/* The time that a stretch between two readings of a clock has too much: that of one reading. For the processor clock of a
 * thread it is a call of the kernel's, as long as the update of some ten birds. */
static double readingTime(clockid_t clock) {
	double samples[CLOCK_SAMPLES];
	for(int i = 0; i < CLOCK_SAMPLES; i++) {
		double begin = clockRead(&clock);
		samples[i] = clockRead(&clock) - begin;
	}
	return benchMedian(samples, CLOCK_SAMPLES);
}

/* ---------------------------------------------------------------- samples */

static void push(timing *t, timingColumn column, double value) {
	timingSeries *series = &t->columns[column];
	series->values[series->count++] = value;
}

static void pushStages(timing *t, const cpFlockProfile *p) {
	const double stages[] = {
		p->gather, p->grid, p->obstacles, p->neighbors, p->rules, p->avoidance, p->combine, p->apply, p->settle};
	double sum = 0.0;
	for(int i = 0; i <= TIMING_SETTLE; i++) {
		push(t, (timingColumn)i, 1e3 * stages[i]);
		sum += stages[i];
	}
	if(sum > 0.0) push(t, TIMING_OBSTACLE_SHARE, (p->obstacles + p->avoidance) / sum);
}

/* There is no rest where cpFlockUpdate() is called by itself. */
static void pushStep(timing *t, double update, double rest) {
	update = update > 0.0 ? update : 0.0;
	push(t, TIMING_UPDATE, 1e3 * update);
	if(!(rest > 0.0)) return;
	push(t, TIMING_REST, 1e3 * rest);
	push(t, TIMING_RATIO, update / rest);
}

static void summarize(timing *t) {
	for(int c = 0; c < TIMING_COLUMNS; c++) {
		timingSeries *series = &t->columns[c];
		if(series->count == 0) continue;
		series->median = benchMedian(series->values, series->count); /* which sorts them */
		series->minimum = series->values[0];
	}
}

/* ---------------------------------------------------------------- steps */

static void timeWhole(timing *t, stage *st, clockid_t clock, double reading) {
	st->marks.on = cpTrue;
	st->marks.clock = clock;
	double begin = clockRead(&clock);
	stageStepSpace(st);
	double whole = clockRead(&clock) - begin;
	st->marks.on = cpFalse;
	if(st->detached) {
		pushStep(t, whole - reading, 0.0);
		return;
	}
	/* Each of the flock's stretches begins and ends with a reading, and so does the step. */
	double update = marksWhole(&st->marks), rest = whole - update;
	pushStep(t, update - MARKS_STRETCHES * reading, rest - (MARKS_STRETCHES + 1) * reading);
}

static void timeStages(timing *t, stage *st, clockid_t *clock) {
	cpFlockProfile profile;
	cpFlockSetClock(st->flock, clockRead, clock);
	stageStepSpace(st);
	cpFlockGetProfile(st->flock, &profile);
	cpFlockSetClock(st->flock, NULL, NULL);
	pushStages(t, &profile);
}

static cpBool timeNaive(timing *t, const stage *st, naiveSteering *steering, clockid_t clock) {
	for(int way = 0; way < NAIVE_WAYS; way++) {
		if(!naiveWorks((naiveWay)way, st)) continue;
		double time = naiveRun((naiveWay)way, st, steering, clock);
		if(time < 0.0) return cpFalse;
		push(t, (timingColumn)(TIMING_NAIVE + way), 1e3 * time);
	}
	return cpTrue;
}

static cpBool isNaiveStep(const benchArgs *args, long step) {
	long every = args->steps / NAIVE_PASSES > 0 ? args->steps / NAIVE_PASSES : 1;
	return args->naive && step % every == every / 2 && step / every < NAIVE_PASSES;
}

/* The stages are taken in steps of their own: reading a clock for each block of bodies costs more than some of them. */
static cpBool timeSteps(timing *t, stage *st, const benchCase *c, stateBody *first, naiveSteering *steering) {
	clockid_t clock = timingClock(c);
	double reading = readingTime(clock);
	for(long i = 0; i < c->args->warmup + c->args->steps; i++) {
		long step = i - c->args->warmup;
		if(c->scene == BENCH_CLUMP) statePutBack(st, first);
		if(step == 0) t->allocations = st->allocations;
		if(step < 0) {
			stageStepSpace(st);
		} else if(step % 2 == 0 || c->args->noStages) {
			timeWhole(t, st, clock, reading);
		} else {
			timeStages(t, st, &clock);
		}
		stageFinishStep(st);
		if(step >= 0 && isNaiveStep(c->args, step)) {
			if(c->scene == BENCH_CLUMP) statePutBack(st, first);
			if(!timeNaive(t, st, steering, clock)) return cpFalse;
		}
	}
	t->allocations = st->allocations - t->allocations;
	if(c->scene == BENCH_CLUMP) statePutBack(st, first);
	return cpTrue;
}

static cpBool reserve(timing *t, long samples) {
	for(int i = 0; i < TIMING_COLUMNS; i++) {
		t->columns[i].values = malloc((size_t)samples * sizeof(double));
		if(!t->columns[i].values) return cpFalse;
	}
	return cpTrue;
}

cpBool timingRun(timing *t, stage *st, const benchCase *c) {
	memset(t, 0, sizeof(*t));
	stateBody *first = malloc((size_t)st->bodyCount * sizeof(*first));
	naiveSteering *steering = malloc((size_t)st->bodyCount * sizeof(*steering));
	cpBool done = first && steering && reserve(t, c->args->steps + NAIVE_PASSES);
	if(done) {
		double radius = (double)st->settings.cohesion.radius, before = stageNeighbors(st, radius);
		stateKeep(st, first);
		done = timeSteps(t, st, c, first, steering);
		double after = stageNeighbors(st, radius);
		done = done && before >= 0.0 && after >= 0.0;
		t->neighbors = 0.5 * (before + after);
		summarize(t);
	}
	free(first);
	free(steering);
	return done;
}

void timingFree(timing *t) {
	for(int i = 0; i < TIMING_COLUMNS; i++) free(t->columns[i].values);
}
