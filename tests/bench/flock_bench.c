/* SPDX-License-Identifier: MIT
 * Times the flock inside cpSpaceStep() and prints one JSON object per line. Times drift on a shared machine: the ratio to
 * the rest of the step, taken in the same run, is what to look at. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <chipmunk_flock/chipmunk_flock.h>

#include "greeting.h"
#include "options.h"
#include "random.h"

#define PI 3.14159265358979323846
#define STEP (1.0 / 60.0)

typedef struct settings {
	cpBool fish; /* else birds */
	long bodies, obstacles, steps, warmup;
} settings;

/* Counts what the flock asks of its allocator. */
typedef struct counter {
	long calls;
} counter;

static void *countingRealloc(void *memory, size_t size, void *data) {
	((counter *)data)->calls++;
	if(size > 0) return realloc(memory, size);
	free(memory);
	return NULL;
}

/* The thread's own processor time: what else runs on the machine is not in it. */
static double now(void *data) {
	struct timespec time;
	(void)data;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

typedef struct stage {
	cpSpace *space;
	cpFlock *flock;
	cpFlockSpecies species;
	cpBody **obstacles;
	long obstacleCount;
	double side; /* px, of the periodic world */
	counter counter;
} stage;

/* A mean of 12 neighbors within 60 px at a uniform start. */
static double sideFor(long bodies) {
	return sqrt((double)bodies * PI * 60.0 * 60.0 / 12.0);
}

/* The defaults flock at 60 px, heading and speed limits included; fish look ahead as the sardines do. */
static cpFlockSettings speciesFor(const settings *s) {
	cpFlockSettings species = cpFlockSettingsDefault();
	species.minSpeed = 40;
	if(s->fish) {
		species.avoidance = cpFlockSettingsSardine().avoidance;
		species.combine = CP_FLOCK_COMBINE_PRIORITY;
		species.bodyRadius = 4;
	}
	return species;
}

static void addObstacle(stage *st, uint64_t *random) {
	double radius = 10.0 + 20.0 * randomUnit(random), angle = 2.0 * PI * randomUnit(random);
	cpBody *body = cpSpaceAddBody(st->space, cpBodyNewKinematic());
	cpBodySetPosition(body, cpv(st->side * randomUnit(random), st->side * randomUnit(random)));
	cpBodySetVelocity(body, cpv(60.0 * cos(angle), 60.0 * sin(angle)));
	cpSpaceAddShape(st->space, cpCircleShapeNew(body, radius, cpvzero));
	st->obstacles[st->obstacleCount++] = body;
}

static cpBool openStage(stage *st, const settings *s) {
	uint64_t random = randomSeed(1);
	cpFlockOptions options = cpFlockOptionsDefault();
	memset(st, 0, sizeof(*st));
	options.realloc = countingRealloc;
	options.reallocData = &st->counter;
	st->space = cpSpaceNew();
	st->side = sideFor(s->bodies);
	st->obstacles = calloc((size_t)s->obstacles + 1, sizeof(*st->obstacles));
	if(!st->obstacles || cpFlockCreate(st->space, &options, &st->flock) != CP_FLOCK_OK) return cpFalse;
	cpFlockSetBounds(st->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, st->side, st->side));
	cpFlockSetClock(st->flock, now, NULL);
	cpFlockSettings species = speciesFor(s);
	st->species = cpFlockAddSpecies(st->flock, &species);
	for(long i = 0; i < s->bodies; i++) {
		cpVect at = cpv(st->side * randomUnit(&random), st->side * randomUnit(&random));
		double angle = 2.0 * PI * randomUnit(&random);
		if(!cpFlockSpawn(st->flock, st->species, at, cpv(80.0 * cos(angle), 80.0 * sin(angle)))) return cpFalse;
	}
	for(long i = 0; i < s->obstacles; i++) addObstacle(st, &random);
	return cpTrue;
}

static void freeObstacleShape(cpBody *body, cpShape *shape, void *space) {
	(void)body;
	cpSpaceRemoveShape(space, shape);
	cpShapeFree(shape);
}

static void closeStage(stage *st) {
	cpFlockFree(st->flock);
	for(long i = 0; i < st->obstacleCount; i++) {
		cpBodyEachShape(st->obstacles[i], freeObstacleShape, st->space);
		cpSpaceRemoveBody(st->space, st->obstacles[i]);
		cpBodyFree(st->obstacles[i]);
	}
	free(st->obstacles);
	cpSpaceFree(st->space);
}

/* Obstacles that leave the world come back on the other side. */
static void wrapObstacles(stage *st) {
	for(long i = 0; i < st->obstacleCount; i++) {
		cpVect at = cpBodyGetPosition(st->obstacles[i]);
		cpVect to = cpv(at.x - st->side * floor(at.x / st->side), at.y - st->side * floor(at.y / st->side));
		if(to.x == at.x && to.y == at.y) continue;
		cpBodySetPosition(st->obstacles[i], to);
		cpSpaceReindexShapesForBody(st->space, st->obstacles[i]);
	}
}

enum { GATHER, GRID, OBSTACLES, NEIGHBORS, RULES, AVOIDANCE, COMBINE, APPLY, SETTLE, UPDATE, REST, COLUMNS };

static const char *const columnNames[COLUMNS] = {"gather", "grid", "obstacles", "neighbors", "rules", "avoidance",
	"combine", "apply", "settle", "update", "step_without_flock"};

static void takeSample(const cpFlockProfile *p, double whole, double *row) {
	const double stages[] = {
		p->gather, p->grid, p->obstacles, p->neighbors, p->rules, p->avoidance, p->combine, p->apply, p->settle};
	row[UPDATE] = 0.0;
	for(int i = 0; i <= SETTLE; i++) row[UPDATE] += row[i] = 1e3 * stages[i];
	row[REST] = 1e3 * whole - row[UPDATE];
}

static void printResult(const settings *s, const stage *st, double (*rows)[COLUMNS], long steadyCalls) {
	double *column = malloc((size_t)s->steps * sizeof(double)), medians[COLUMNS];
	cpFlockStats stats;
	cpFlockMetrics metrics;
	if(!column) return;
	cpFlockGetStats(st->flock, &stats);
	cpFlockMeasure(st->flock, st->species, 60, &metrics);
	printf("{\"scene\":\"%s\",\"bodies\":%ld,\"obstacles\":%ld,\"steps\":%ld,\"warmup\":%ld",
		s->fish ? "fish" : "birds", s->bodies, s->obstacles, s->steps, s->warmup);
	for(int c = 0; c < COLUMNS; c++) {
		for(long i = 0; i < s->steps; i++) column[i] = rows[i][c];
		medians[c] = benchMedian(column, s->steps);
		printf(",\"%s_ms\":%.4f", columnNames[c], medians[c]);
	}
	printf(",\"ratio\":%.3f,\"obstacle_share\":%.4f,\"polarization\":%.3f,\"memory_bytes\":%zu,\"steady_allocations\":%"
		   "ld}\n",
		medians[UPDATE] / medians[REST], (medians[OBSTACLES] + medians[AVOIDANCE]) / medians[UPDATE],
		(double)metrics.polarization, stats.memory, steadyCalls);
	fflush(stdout);
	free(column);
}

static int run(const settings *s) {
	stage st;
	double(*rows)[COLUMNS] = calloc((size_t)s->steps, sizeof(*rows));
	if(!rows || !openStage(&st, s)) {
		fprintf(stderr, "flock_bench: no memory\n");
		return 1;
	}
	for(long i = 0; i < s->warmup; i++) {
		cpSpaceStep(st.space, STEP);
		wrapObstacles(&st);
	}
	long before = st.counter.calls;
	for(long i = 0; i < s->steps; i++) {
		cpFlockProfile profile;
		double begin = now(NULL);
		cpSpaceStep(st.space, STEP);
		double whole = now(NULL) - begin;
		cpFlockGetProfile(st.flock, &profile);
		takeSample(&profile, whole, rows[i]);
		wrapObstacles(&st);
	}
	printResult(s, &st, rows, st.counter.calls - before);
	free(rows);
	closeStage(&st);
	return 0;
}

/* ---------------------------------------------------------------- arguments */

static void printUsage(FILE *out) {
	fputs("usage: flock_bench [--scene birds|fish] [--bodies N] [--obstacles N] [--steps N] [--warmup N]\n\n"
		  "Times each stage of the flock and the rest of cpSpaceStep() at a uniform density of 12 neighbors within 60 "
		  "px\n"
		  "and prints the medians in ms of processor time as one JSON object.\n\n"
		  "  --scene NAME   birds (default) or fish, which look ahead for obstacles\n"
		  "  --bodies N     1 to 1000000 (default 10000)\n"
		  "  --obstacles N  moving circles, 0 to 100000 (default 0)\n"
		  "  --steps N      timed steps, 1 to 100000 (default 100)\n"
		  "  --warmup N     steps before, 0 to 100000 (default 20)\n"
		  "  --help         print this text\n",
		out);
}

static int refuse(const char *what, const char *value) {
	fprintf(stderr, "flock_bench: %s: %s (--help shows the arguments)\n", what, value);
	return 2;
}

static int parseValue(const char *name, const char *value, settings *s) {
	const struct {
		const char *name;
		long *to, min, max;
	} numbers[] = {{"--bodies", &s->bodies, 1, 1000000}, {"--obstacles", &s->obstacles, 0, 100000},
		{"--steps", &s->steps, 1, 100000}, {"--warmup", &s->warmup, 0, 100000}};
	if(strcmp(name, "--scene") == 0) {
		s->fish = strcmp(value, "fish") == 0;
		return s->fish || strcmp(value, "birds") == 0 ? -1 : refuse("unknown scene", value);
	}
	for(size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		if(strcmp(name, numbers[i].name) != 0) continue;
		char *end;
		errno = 0;
		*numbers[i].to = strtol(value, &end, 10);
		cpBool good = errno == 0 && end != value && !*end && *numbers[i].to >= numbers[i].min;
		return good && *numbers[i].to <= numbers[i].max ? -1 : refuse("not a number in its range", value);
	}
	return refuse("unknown argument", name);
}

int main(int argc, char **argv) {
	settings s = {cpFalse, 10000, 0, 100, 20};
	for(int i = 1; i < argc; i += 2) {
		if(strcmp(argv[i], "--help") == 0) {
			printUsage(stdout);
			return 0;
		}
		if(i + 1 >= argc) return refuse("unknown argument, or its value is missing", argv[i]);
		int stop = parseValue(argv[i], argv[i + 1], &s);
		if(stop >= 0) return stop;
	}
	demoGreetingSilence();
	return run(&s);
}
