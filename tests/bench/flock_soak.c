/* SPDX-License-Identifier: MIT
 * A long flight of birds, a hawk and fish among moving obstacles, looked at after every step: what goes wrong once in an
 * hour of play shows here. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <chipmunk_flock/chipmunk_flock.h>

#include "greeting.h"
#include "random.h"

#define PI 3.14159265358979323846
#define STEP ((cpFloat)(1.0 / 60.0))

enum { OBSTACLES = 8, WARMUP = 2000, EXCHANGE = 97, MOST_GROWTH = 4 << 20 };

typedef struct settings {
	long steps, bodies, seed;
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

typedef struct stage {
	cpSpace *space;
	cpFlock *flock;
	cpFlockSpecies birds, hawks, fish;
	cpBody **bodies;
	long count;
	cpBody *obstacles[OBSTACLES];
	double side; /* px, of the periodic world */
	uint64_t random;
	counter counter;
} stage;

/* What was seen, for the line at the end. */
typedef struct findings {
	long step;
	double fastest, slowest; /* px/s, of birds and fish that touch nothing */
	long contacts;           /* steps times bodies that touched something */
	long warmCalls, warmRss;
	size_t warmBytes;
	const char *fault; /* NULL: none */
} findings;

/* ---------------------------------------------------------------- the scene */

static cpVect anyPlace(stage *st) {
	double x = st->side * randomUnit(&st->random);
	return cpv((cpFloat)x, (cpFloat)(st->side * randomUnit(&st->random)));
}

static cpVect anyVelocity(stage *st, double speed) {
	double angle = 2.0 * PI * randomUnit(&st->random);
	return cpv((cpFloat)(speed * cos(angle)), (cpFloat)(speed * sin(angle)));
}

static cpBool addSpecies(stage *st) {
	cpFlockSettings birds = cpFlockSettingsBird(), hawks = cpFlockSettingsHawk(), fish = cpFlockSettingsSardine();
	birds.wander.weight = 60;
	birds.avoidance.weight = 600;
	st->birds = cpFlockAddSpecies(st->flock, &birds);
	st->hawks = cpFlockAddSpecies(st->flock, &hawks);
	st->fish = cpFlockAddSpecies(st->flock, &fish);
	if(st->birds < 0 || st->hawks < 0 || st->fish < 0) return cpFalse;
	cpFlockSetRelation(st->flock, st->birds, st->hawks, CP_FLOCK_RELATION_EVADE);
	cpFlockSetRelation(st->flock, st->hawks, st->birds, CP_FLOCK_RELATION_PURSUE);
	cpFlockSetRelation(st->flock, st->fish, st->birds, CP_FLOCK_RELATION_SEPARATE);
	return cpTrue;
}

/* One hawk, a third fish, the rest birds. */
static cpBool spawnAt(stage *st, long i) {
	cpFlockSpecies species = i == 0 ? st->hawks : i % 3 == 0 ? st->fish : st->birds;
	cpVect place = anyPlace(st);
	st->bodies[i] = cpFlockSpawn(st->flock, species, place, anyVelocity(st, 80.0));
	return st->bodies[i] != NULL;
}

static void addObstacle(stage *st, int i) {
	cpBody *body = st->obstacles[i] = cpSpaceAddBody(st->space, cpBodyNewKinematic());
	cpBodySetPosition(body, anyPlace(st));
	cpBodySetVelocity(body, anyVelocity(st, 60.0));
	cpBodySetAngularVelocity(body, (cpFloat)0.5);
	cpShape *shape = i % 2 ? cpBoxShapeNew(body, 40, 16, 2) : cpCircleShapeNew(body, 8 + 3 * (cpFloat)i, cpvzero);
	cpSpaceAddShape(st->space, shape);
}

static cpBool openStage(stage *st, const settings *s) {
	cpFlockOptions options = cpFlockOptionsDefault();
	memset(st, 0, sizeof(*st));
	options.realloc = countingRealloc;
	options.reallocData = &st->counter;
	st->random = randomSeed((unsigned)s->seed);
	st->count = s->bodies;
	st->side = sqrt((double)s->bodies * 5000.0);
	st->space = cpSpaceNew();
	st->bodies = calloc((size_t)s->bodies, sizeof(*st->bodies));
	if(!st->bodies || cpFlockCreate(st->space, &options, &st->flock) != CP_FLOCK_OK) return cpFalse;
	cpFlockSetBounds(st->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, (cpFloat)st->side, (cpFloat)st->side));
	if(!addSpecies(st)) return cpFalse;
	for(long i = 0; i < st->count; i++) {
		if(!spawnAt(st, i)) return cpFalse;
	}
	for(int i = 0; i < OBSTACLES; i++) addObstacle(st, i);
	return cpTrue;
}

static void freeObstacleShape(cpBody *body, cpShape *shape, void *space) {
	(void)body;
	cpSpaceRemoveShape(space, shape);
	cpShapeFree(shape);
}

static void closeStage(stage *st) {
	cpFlockFree(st->flock);
	for(int i = 0; i < OBSTACLES && st->obstacles[i]; i++) {
		cpBodyEachShape(st->obstacles[i], freeObstacleShape, st->space);
		cpSpaceRemoveBody(st->space, st->obstacles[i]);
		cpBodyFree(st->obstacles[i]);
	}
	free(st->bodies);
	cpSpaceFree(st->space);
}

/* Obstacles that leave the world come back on the other side. */
static void wrapObstacles(stage *st) {
	for(int i = 0; i < OBSTACLES; i++) {
		cpVect at = cpBodyGetPosition(st->obstacles[i]);
		double x = (double)at.x - st->side * floor((double)at.x / st->side);
		double y = (double)at.y - st->side * floor((double)at.y / st->side);
		cpVect to = cpv((cpFloat)x, (cpFloat)y);
		if(to.x == at.x && to.y == at.y) continue;
		cpBodySetPosition(st->obstacles[i], to);
		cpSpaceReindexShapesForBody(st->space, st->obstacles[i]);
	}
}

/* ---------------------------------------------------------------- what must hold */

static void countContact(cpBody *body, cpArbiter *arbiter, void *data) {
	(void)body, (void)arbiter;
	++*(long *)data;
}

static cpBool isFinite(double value) {
	return value - value == 0.0;
}

/* NULL: the body is as it should be. */
static const char *checkBody(const stage *st, cpBody *body, findings *found) {
	cpVect p = cpBodyGetPosition(body), v = cpBodyGetVelocity(body);
	double speed = hypot((double)v.x, (double)v.y);
	if(!isFinite((double)p.x) || !isFinite((double)p.y) || !isFinite(speed)) return "a body is not finite";
	if(!isFinite((double)cpBodyGetAngle(body)) || !isFinite((double)cpBodyGetAngularVelocity(body))) {
		return "an angle is not finite";
	}
	cpBB bb;
	cpFlockGetBounds(st->flock, &bb);
	if(!(p.x >= bb.l && p.x < bb.r && p.y >= bb.b && p.y < bb.t)) return "a body is outside of the world";
	cpFlockSettings species;
	if(cpFlockGetSettings(st->flock, cpFlockGetBodySpecies(st->flock, body), &species) != CP_FLOCK_OK) {
		return "a body is no member any more";
	}
	if(speed > (double)species.maxSpeed * (1.0 + 1e-5)) return "a body is too fast";
	long contacts = 0;
	cpBodyEachArbiter(body, countContact, &contacts);
	found->contacts += contacts > 0;
	/* The solver may stop a body that has run into something. */
	if(contacts == 0 && speed < (double)species.minSpeed * (1.0 - 1e-5)) return "a body is too slow";
	found->fastest = fmax(found->fastest, speed);
	if(contacts == 0) found->slowest = fmin(found->slowest, speed);
	return NULL;
}

/* Resident memory in bytes; 0 where the system does not tell. */
static long residentBytes(void) {
	long size, resident = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if(!file) return 0;
	if(fscanf(file, "%ld %ld", &size, &resident) != 2) resident = 0;
	fclose(file);
	return resident * sysconf(_SC_PAGESIZE);
}

static const char *checkMemory(const stage *st, const cpFlockStats *stats, findings *found) {
	long rss = residentBytes();
	if(found->step == WARMUP) {
		found->warmCalls = st->counter.calls;
		found->warmBytes = stats->memory;
		found->warmRss = rss;
	}
	if(found->step <= WARMUP) return NULL;
	if(stats->memory != found->warmBytes) return "the flock's memory changes";
	return rss > found->warmRss + MOST_GROWTH ? "the memory of the process grows" : NULL;
}

static const char *checkStep(const stage *st, findings *found) {
	cpFlockStats stats;
	cpFlockGetStats(st->flock, &stats);
	if(stats.updates != (uint64_t)found->step || stats.refused > 0) return "a step was not steered";
	if(stats.members != st->count || stats.steered != st->count) return "not every body was steered";
	for(long i = 0; i < st->count; i++) {
		const char *fault = checkBody(st, st->bodies[i], found);
		if(fault) return fault;
	}
	/* asking the system is dear */
	return found->step % 500 == 0 ? checkMemory(st, &stats, found) : NULL;
}

/* One goes, one comes: memory must not grow by it. */
static cpBool exchange(stage *st, long step) {
	long i = 1 + step / EXCHANGE % (st->count - 1);
	return cpFlockDespawn(st->flock, st->bodies[i]) == CP_FLOCK_OK && spawnAt(st, i);
}

/* ---------------------------------------------------------------- running */

static void printResult(const stage *st, const settings *s, const findings *found) {
	cpFlockStats stats;
	cpFlockGetStats(st->flock, &stats);
	long rss = residentBytes();
	printf("{\"scene\":\"soak\",\"steps\":%ld,\"bodies\":%ld,\"seed\":%ld,\"fastest\":%.3f,\"slowest\":%.3f,"
		   "\"contacts_per_step\":%.3f,\"flock_bytes\":%zu,\"allocations_after_warmup\":%ld,\"rss_growth\":%ld,"
		   "\"fault\":",
		found->step, s->bodies, s->seed, found->fastest, found->slowest, (double)found->contacts / (double)found->step,
		stats.memory, found->step > WARMUP ? st->counter.calls - found->warmCalls : 0,
		found->step > WARMUP ? rss - found->warmRss : 0);
	printf(found->fault ? "\"%s\"}\n" : "null}\n", found->fault ? found->fault : "");
	fflush(stdout);
}

static void printProgress(const settings *s, const findings *found) {
	long every = s->steps / 100 > 1000 ? s->steps / 100 : 1000;
	if(found->step % every == 0 || found->step == s->steps) {
		fprintf(stderr, "flock_soak: %ld of %ld steps\n", found->step, s->steps);
	}
}

static int run(const settings *s) {
	stage st;
	findings found = {.slowest = INFINITY};
	if(!openStage(&st, s)) {
		fprintf(stderr, "flock_soak: no memory\n");
		return 1;
	}
	while(found.step < s->steps && !found.fault) {
		if(found.step % EXCHANGE == EXCHANGE - 1 && !exchange(&st, found.step)) found.fault = "no body could be made";
		cpSpaceStep(st.space, STEP);
		found.step++;
		wrapObstacles(&st);
		if(!found.fault) found.fault = checkStep(&st, &found);
		printProgress(s, &found);
	}
	printResult(&st, s, &found);
	if(found.fault) fprintf(stderr, "flock_soak: step %ld: %s\n", found.step, found.fault);
	closeStage(&st);
	return found.fault ? 1 : 0;
}

/* ---------------------------------------------------------------- arguments */

static void printUsage(FILE *out) {
	fputs(
		"usage: flock_soak [--steps N] [--bodies N] [--seed N]\n\n"
		"Flies birds, a hawk and fish among moving obstacles on a torus and checks after every step that numbers are\n"
		"finite, speeds within their limits, bodies inside the world, and memory constant. Prints one JSON object at\n"
		"the end; exit status 1 where something did not hold.\n\n"
		"  --steps N   1 to 1000000000 (default 1000000)\n"
		"  --bodies N  10 to 100000 (default 100)\n"
		"  --seed N    0 to 1000000 (default 1)\n"
		"  --help      print this text\n",
		out);
}

static int refuse(const char *what, const char *value) {
	fprintf(stderr, "flock_soak: %s: %s (--help shows the arguments)\n", what, value);
	return 2;
}

static int parseValue(const char *name, const char *value, settings *s) {
	const struct {
		const char *name;
		long *to, min, max;
	} numbers[] = {
		{"--steps", &s->steps, 1, 1000000000}, {"--bodies", &s->bodies, 10, 100000}, {"--seed", &s->seed, 0, 1000000}};
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
	settings s = {1000000, 100, 1};
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
