/* SPDX-License-Identifier: MIT
 * Times the flock inside cpSpaceStep() and prints one JSON object per line. Times drift on a shared machine: ratios taken
 * in the same run are what to look at. */
#include <stdio.h>

#include "bench_args.h"
#include "check.h"
#include "greeting.h"
#include "stage.h"
#include "state.h"
#include "timing.h"

static const char *stateName(const benchCase *c) {
	if(c->args->load) return "loaded";
	if(c->scene == BENCH_CLUMP) return "clump";
	return c->after > 0 ? "after" : "uniform";
}

static const char *poolName(const benchCase *c) {
	if(c->args->openmp) return "openmp";
	return c->threads > 1 ? "pthreads" : "none";
}

static const char *kernelName(const benchCase *c) {
	return c->args->kernel == CP_FLOCK_KERNEL_FAST ? "fast" : "reference";
}

static const char *driveName(const benchCase *c) {
	return c->args->detached ? "update" : "step";
}

static void printCase(const benchCase *c, const char *way) {
	printf("{\"scene\":\"%s\",\"way\":\"%s\",\"state\":\"%s\",\"after\":%ld,\"bodies\":%ld,\"obstacles\":%ld,"
		   "\"threads\":%ld",
		benchSceneName(c->scene), way, stateName(c), c->after, c->bodies, c->obstacles, c->threads);
}

/* ---------------------------------------------------------------- times */

static void printTime(const char *name, const timingSeries *series) {
	if(series->count > 0) printf(",\"%s_ms\":%.5g,\"%s_min_ms\":%.5g", name, series->median, name, series->minimum);
}

static void printFlock(const stage *st, const benchCase *c, const timing *t) {
	const benchArgs *args = c->args;
	cpFlockStats stats;
	cpFlockGetStats(st->flock, &stats);
	printCase(c, "flock");
	printf(",\"pool\":\"%s\",\"kernel\":\"%s\",\"drive\":\"%s\",\"clock\":\"%s\",\"steps\":%ld,\"warmup\":%ld,"
		   "\"mean_neighbors\":%.2f",
		poolName(c), kernelName(c), driveName(c), timingClockName(c), args->steps, args->warmup, t->neighbors);
	for(int i = 0; i <= TIMING_SETTLE; i++) printTime(timingName((timingColumn)i), &t->columns[i]);
	printTime("update", &t->columns[TIMING_UPDATE]);
	printTime("rest", &t->columns[TIMING_REST]);
	if(t->columns[TIMING_RATIO].count > 0) printf(",\"ratio\":%.4g", t->columns[TIMING_RATIO].median);
	if(t->columns[TIMING_OBSTACLE_SHARE].count > 0) {
		printf(",\"obstacle_share\":%.4f", t->columns[TIMING_OBSTACLE_SHARE].median);
	}
	printf(",\"memory_bytes\":%zu,\"steady_allocations\":%ld}\n", stats.memory, t->allocations);
}

static void printNaive(const benchCase *c, const timing *t, naiveWay way) {
	const timingSeries *series = &t->columns[TIMING_NAIVE + way];
	if(series->count == 0) return;
	printCase(c, naiveName(way));
	printf(",\"clock\":\"%s\",\"steps\":%ld,\"mean_neighbors\":%.2f", timingClockName(c), series->count, t->neighbors);
	printTime("pass", series);
	printf(",\"ratio\":%.4g,\"sampled\":%s}\n", series->median / t->columns[TIMING_UPDATE].median,
		naiveStride(way, c->bodies) > 1 ? "true" : "false");
}

static cpBool runTimes(stage *st, const benchCase *c) {
	timing t;
	cpBool done = timingRun(&t, st, c);
	if(done) {
		printFlock(st, c, &t);
		for(int way = 0; way < NAIVE_WAYS; way++) printNaive(c, &t, (naiveWay)way);
	}
	timingFree(&t);
	if(!done) fprintf(stderr, "flock_bench: no memory\n");
	return done;
}

/* ---------------------------------------------------------------- one case */

static void runHash(stage *st, const benchCase *c) {
	const benchArgs *args = c->args;
	for(long i = 0; i < args->steps; i++) stageStep(st);
	printCase(c, "flock");
	printf(",\"kernel\":\"%s\",\"drive\":\"%s\",\"steps\":%ld,\"hash\":\"%016llx\"}\n", kernelName(c), driveName(c),
		args->steps, (unsigned long long)stateHash(st));
}

static int runTask(stage *st, const benchCase *c) {
	const benchArgs *args = c->args;
	if(args->load && !stateRead(st, args->load)) return 1;
	for(long i = 0; i < c->after; i++) stageStep(st);
	if(args->save) return stateWrite(st, args->save) ? 0 : 1;
	if(args->task == BENCH_CHECK) return checkRun(st, c);
	if(args->task == BENCH_TIME) return runTimes(st, c) ? 0 : 1;
	runHash(st, c);
	return 0;
}

static int runCase(const benchCase *c) {
	static const char *const faults[] = {NULL, "no memory, or no threads",
		"the library was built without OpenMP (CMake option CHIPMUNK_FLOCK_OPENMP)",
		"the constraints of the space are not in the order in which they were added"};
	stage st;
	fprintf(stderr, "flock_bench: %s, %ld bodies, %ld obstacles, after %ld steps, %ld thread%s\n",
		benchSceneName(c->scene), c->bodies, c->obstacles, c->after, c->threads, c->threads > 1 ? "s" : "");
	stageStatus status = stageOpen(&st, c);
	if(status != STAGE_OK) fprintf(stderr, "flock_bench: %s\n", faults[status]);
	int result = status == STAGE_OK ? runTask(&st, c) : 1;
	stageClose(&st);
	fflush(stdout);
	return result;
}

/* Place n of all combinations; the threads turn fastest. */
static benchCase caseAt(const benchArgs *args, int n) {
	const benchList *lists[] = {&args->threads, &args->after, &args->obstacles, &args->bodies};
	long values[4];
	for(int i = 0; i < 4; i++) {
		values[i] = lists[i]->values[n % lists[i]->count];
		n /= lists[i]->count;
	}
	return (benchCase){args, args->scene, values[3], values[2], values[1], values[0]};
}

int main(int argc, char **argv) {
	benchArgs args;
	int stop = benchArgsParse(&args, argc, argv), result = 0;
	if(stop >= 0) return stop;
	demoGreetingSilence();
	int cases = args.bodies.count * args.obstacles.count * args.after.count * args.threads.count;
	for(int i = 0; i < cases; i++) {
		benchCase c = caseAt(&args, i);
		if(runCase(&c) != 0) result = 1;
	}
	return result;
}
