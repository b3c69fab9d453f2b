/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---------------------------------------------------------------- checks */

static int inChild, anyFailed;

/* LeakSanitizer asks: a failed test leaves its world behind, and that is not the news. */
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) {
	return anyFailed;
}

static void failed(const char *message, const char *file, int line) {
	anyFailed = 1;
	fflush(stdout);
	fprintf(stderr, "%s:%d: %s\n", file, line, message);
	if(inChild) _exit(1);
	_fail(file, line);
}

void supportCheck(int ok, const char *text, const char *file, int line) {
	if(!ok) failed(text, file, line);
}

/* What cpFloat in single precision leaves of a tolerance: the sums and steps of a test, relative to the value's size. What is
 * to be exact stays exact. */
static double widened(double tolerance, double size) {
	if(IN_DOUBLES || tolerance == 0) return tolerance;
	return fmax(tolerance, 5e-4 * fmax(1, size));
}

void supportCheckNear(double value, double expected, double tolerance, const char *text, const char *file, int line) {
	tolerance = widened(tolerance, fabs(expected));
	if(fabs(value - expected) <= tolerance) return;
	char message[300];
	snprintf(message, sizeof(message), "%s is %.17g, expected %.17g within %g", text, value, expected, tolerance);
	failed(message, file, line);
}

void supportCheckVect(cpVect value, cpVect expected, double tolerance, const char *text, const char *file, int line) {
	tolerance = widened(tolerance, cpvlength(expected));
	if(hypot(value.x - expected.x, value.y - expected.y) <= tolerance) return;
	char message[400];
	snprintf(message, sizeof(message), "%s is (%.17g, %.17g), expected (%.17g, %.17g) within %g", text, value.x,
		value.y, expected.x, expected.y, tolerance);
	failed(message, file, line);
}

void supportCheckStatus(int value, int expected, const char *text, const char *file, int line) {
	if(value == expected) return;
	char message[400];
	snprintf(message, sizeof(message), "%s returned %d (%s), expected %d (%s)", text, value,
		cpFlockStatusString((cpFlockStatus)value), expected, cpFlockStatusString((cpFlockStatus)expected));
	failed(message, file, line);
}

int supportInChild(void (*func)(void *data), void *data) {
	fflush(NULL);
	pid_t child = fork();
	if(child < 0) return -1;
	if(child == 0) {
		inChild = 1;
		alarm(60);
		func(data);
		fflush(NULL);
		_exit(0);
	}
	int status = 0;
	if(waitpid(child, &status, 0) != child) return -1;
	if(WIFSIGNALED(status)) {
		fprintf(stderr, "child ended by signal %d\n", WTERMSIG(status));
		return 128 + WTERMSIG(status);
	}
	return WEXITSTATUS(status);
}

/* ---------------------------------------------------------------- world */

static World *worldMake(cpBool detached) {
	World *world = calloc(1, sizeof(*world));
	CHECK(world);
	world->space = cpSpaceNew();
	cpFlockOptions options = cpFlockOptionsDefault();
	options.detached = detached;
	CHECK_OK(cpFlockCreate(world->space, &options, &world->flock));
	return world;
}

World *worldNew(void) {
	return worldMake(cpFalse);
}

World *worldNewDetached(void) {
	return worldMake(cpTrue);
}

cpFlockSpecies worldSpecies(World *world, const cpFlockSettings *settings) {
	cpFlockSpecies species = cpFlockAddSpecies(world->flock, settings);
	CHECK(species >= 0);
	return species;
}

cpBody *worldAddBare(World *world, cpFlockSpecies species, cpVect position, cpVect velocity) {
	if(world->count == world->capacity) {
		world->capacity = world->capacity ? 2 * world->capacity : 64;
		world->bodies = realloc(world->bodies, (size_t)world->capacity * sizeof(*world->bodies));
		CHECK(world->bodies);
	}
	cpBody *body = cpBodyNew(1, cpMomentForCircle(1, 0, 4, cpvzero));
	cpBodySetPosition(body, position);
	cpBodySetVelocity(body, velocity);
	cpSpaceAddBody(world->space, body);
	if(species >= 0) CHECK_OK(cpFlockAddBody(world->flock, body, species));
	world->bodies[world->count++] = body;
	return body;
}

cpBody *worldAdd(World *world, cpFlockSpecies species, cpVect position, cpVect velocity) {
	cpBody *body = worldAddBare(world, species, position, velocity);
	cpShape *shape = cpSpaceAddShape(world->space, cpCircleShapeNew(body, 4, cpvzero));
	cpShapeSetFilter(shape, cpFlockGetFilter(world->flock));
	return body;
}

static void freeShape(cpBody *body, cpShape *shape, void *data) {
	(void)body, (void)data;
	cpSpace *space = cpShapeGetSpace(shape);
	if(space) cpSpaceRemoveShape(space, shape);
	cpShapeFree(shape);
}

static void freeConstraint(cpBody *body, cpConstraint *constraint, void *data) {
	(void)body, (void)data;
	cpSpace *space = cpConstraintGetSpace(constraint);
	if(space) cpSpaceRemoveConstraint(space, constraint);
	cpConstraintFree(constraint);
}

void supportFreeBody(cpBody *body) {
	cpBodyEachConstraint(body, freeConstraint, NULL);
	cpBodyEachShape(body, freeShape, NULL);
	cpSpace *space = cpBodyGetSpace(body);
	if(space) cpSpaceRemoveBody(space, body);
	cpBodyFree(body);
}

void worldDrop(World *world, cpBody *body) {
	for(int i = 0; i < world->count; i++) {
		if(world->bodies[i] == body) world->bodies[i] = NULL;
	}
	supportFreeBody(body);
}

void worldFree(World *world) {
	cpFlockFree(world->flock);
	for(int i = 0; i < world->count; i++) {
		if(world->bodies[i]) supportFreeBody(world->bodies[i]);
	}
	free(world->bodies);
	cpSpaceFree(world->space);
	free(world);
}

cpBool supportIsFinite(const cpBody *body) {
	cpVect p = cpBodyGetPosition(body), v = cpBodyGetVelocity(body);
	return isfinite(p.x) && isfinite(p.y) && isfinite(v.x) && isfinite(v.y) && isfinite(cpBodyGetAngle(body)) &&
		   isfinite(cpBodyGetAngularVelocity(body));
}

void worldStep(World *world, int steps) {
	for(int step = 0; step < steps; step++) {
		cpSpaceStep(world->space, STEP);
		for(int i = 0; i < world->count; i++) CHECK(!world->bodies[i] || supportIsFinite(world->bodies[i]));
	}
}

void worldUpdate(World *world) {
	CHECK_OK(cpFlockUpdate(world->flock, STEP));
}

static void countConstraint(cpConstraint *constraint, void *data) {
	(void)constraint;
	++*(int *)data;
}

int supportCountConstraints(cpSpace *space) {
	int count = 0;
	cpSpaceEachConstraint(space, countConstraint, &count);
	return count;
}

/* FNV-1a (Fowler, Noll, Vo). */
static void hashDouble(uint64_t *hash, double value) {
	unsigned char bytes[sizeof(value)];
	memcpy(bytes, &value, sizeof(value));
	for(size_t i = 0; i < sizeof(value); i++) *hash = (*hash ^ bytes[i]) * UINT64_C(0x100000001b3);
}

uint64_t worldHash(const World *world) {
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	for(int i = 0; i < world->count; i++) {
		const cpBody *body = world->bodies[i];
		if(!body) continue;
		cpVect p = cpBodyGetPosition(body), v = cpBodyGetVelocity(body);
		hashDouble(&hash, p.x);
		hashDouble(&hash, p.y);
		hashDouble(&hash, v.x);
		hashDouble(&hash, v.y);
		hashDouble(&hash, cpBodyGetAngle(body));
	}
	return hash;
}

/* ---------------------------------------------------------------- settings and numbers */

cpFlockRule rule(double radius, double weight, cpFlockResponse response) {
	cpFlockRule result = {(cpFloat)radius, (cpFloat)weight, response};
	return result;
}

cpFlockSettings settingsOff(void) {
	cpFlockSettings settings = cpFlockSettingsDefault();
	settings.separation.weight = settings.alignment.weight = settings.cohesion.weight = 0;
	settings.evasion.weight = settings.pursuit.weight = settings.seek.weight = 0;
	settings.wander.weight = 0;
	settings.containmentWeight = 0;
	settings.separationFades = cpFalse;
	settings.heading = CP_FLOCK_HEADING_NONE;
	return settings;
}

cpFlockSteering steeringOf(const World *world, const cpBody *body) {
	cpFlockSteering steering;
	CHECK_OK(cpFlockGetSteering(world->flock, body, &steering));
	return steering;
}

void worldRecord(World *world) {
	CHECK_OK(cpFlockSetRecording(world->flock, cpTrue));
	worldUpdate(world);
}

/* splitmix64 (Steele, Lea, Flood 2014). */
double randomIn(uint64_t *state, double low, double high) {
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	z ^= z >> 31;
	return low + (high - low) * ((double)(z >> 11) / 9007199254740992.0);
}

cpVect randomPoint(uint64_t *state, cpBB bb) {
	double x = randomIn(state, bb.l, bb.r); /* first x: the order of arguments is the compiler's choice */
	return cpv(x, randomIn(state, bb.b, bb.t));
}

cpVect randomVect(uint64_t *state, double low, double high) {
	return randomPoint(state, cpBBNew(low, low, high, high));
}
