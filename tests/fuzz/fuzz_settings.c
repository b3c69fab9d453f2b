/* SPDX-License-Identifier: MIT
 * Settings from arbitrary bytes. Refused ones are refused alike everywhere and change nothing; with accepted ones bodies
 * fly and stay finite. */
#include <math.h>
#include <string.h>

#include "greeting.h"
#include "input.h"

enum { BODIES = 10, STEPS = 10 };

typedef struct flight {
	cpSpace *space;
	cpFlock *flock;
	cpFlockSpecies subject, other;
	cpBody *bodies[BODIES];
	cpBody *mover; /* of the obstacles */
	cpShape *obstacles[3];
} flight;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
	(void)argc, (void)argv;
	demoGreetingSilence();
	return 0;
}

/* Bodies of the game, so that mass and size are sane: heaps, near and far ones. They pass through one another and through
 * obstacles: the collisions of extreme speeds are Chipmunk's business. */
static void addBodies(flight *f) {
	static const cpVect places[BODIES] = {
		{0, 0}, {0, 0}, {10, 0}, {12, 5}, {-8, 20}, {50, 50}, {-99, -99}, {0, 0}, {30, -40}, {400, 0}};
	for(int i = 0; i < BODIES; i++) {
		cpBody *body = f->bodies[i] = cpSpaceAddBody(f->space, cpBodyNew(1, 100));
		cpBodySetPosition(body, places[i]);
		if(i > 1) cpBodySetVelocity(body, cpv((cpFloat)(10 * (i - 4)), (cpFloat)(7 * (i % 3))));
		FUZZ_CHECK(cpFlockAddBody(f->flock, body, i < 7 ? f->subject : f->other) == CP_FLOCK_OK);
	}
}

static void addObstacles(flight *f) {
	cpBody *fixed = cpSpaceGetStaticBody(f->space);
	f->mover = cpSpaceAddBody(f->space, cpBodyNewKinematic());
	cpBodySetPosition(f->mover, cpv(25, 10));
	cpBodySetVelocity(f->mover, cpv(-30, 5));
	cpBodySetAngularVelocity(f->mover, 1);
	f->obstacles[0] = cpCircleShapeNew(fixed, 8, cpv(20, 0));
	f->obstacles[1] = cpSegmentShapeNew(fixed, cpv(-60, -20), cpv(60, -30), 2);
	f->obstacles[2] = cpBoxShapeNew(f->mover, 12, 6, 1);
	for(int i = 0; i < 3; i++) cpSpaceAddShape(f->space, f->obstacles[i]);
}

static void setUp(flight *f, fuzzInput *input) {
	cpFlockSettings other = cpFlockSettingsDefault();
	unsigned options = fuzzByte(input);
	f->space = cpSpaceNew();
	f->flock = cpFlockNew(f->space);
	FUZZ_CHECK(f->flock);
	f->other = cpFlockAddSpecies(f->flock, &other);
	FUZZ_CHECK(f->other == 0);
	cpFlockSetBounds(f->flock, (cpFlockBounds)(options % 3), cpBBNew(-100, -100, 100, 100));
	cpFlockSetKernel(f->flock, options & 4 ? CP_FLOCK_KERNEL_REFERENCE : CP_FLOCK_KERNEL_FAST);
	cpFlockSetRecording(f->flock, options & 8 ? cpTrue : cpFalse);
	if(options & 16) cpFlockDetach(f->flock);
}

static void relate(flight *f, fuzzInput *input) {
	unsigned relations = fuzzByte(input);
	FUZZ_CHECK(cpFlockSetRelation(f->flock, f->subject, f->other, (cpFlockRelation)(relations % 5)) == CP_FLOCK_OK);
	FUZZ_CHECK(
		cpFlockSetRelation(f->flock, f->subject, f->subject, (cpFlockRelation)(relations / 5 % 5)) == CP_FLOCK_OK);
	if(relations > 128) FUZZ_CHECK(cpFlockSetTarget(f->flock, f->subject, cpv(70, -90)) == CP_FLOCK_OK);
}

static void checkFinite(const flight *f) {
	for(int i = 0; i < BODIES; i++) {
		cpVect force = cpBodyGetForce(f->bodies[i]);
		FUZZ_CHECK(fuzzIsFiniteBody(f->bodies[i]));
		FUZZ_CHECK(fuzzIsFinite((double)force.x) && fuzzIsFinite((double)force.y));
		FUZZ_CHECK(fuzzIsFinite((double)cpBodyGetAngularVelocity(f->bodies[i])));
	}
}

static void checkSpeeds(const flight *f, const cpFlockSettings *settings) {
	if(settings->speedLimit != CP_FLOCK_SPEED_LIMIT_AFTER || !cpFlockIsAttached(f->flock)) return;
	double most = (double)settings->maxSpeed * (1.0 + 1e-5) + 1e-30;
	for(int i = 0; i < 7; i++) {
		cpVect v = cpBodyGetVelocity(f->bodies[i]);
		FUZZ_CHECK(hypot((double)v.x, (double)v.y) <= most);
	}
}

static void fly(flight *f, const cpFlockSettings *settings) {
	for(int step = 0; step < STEPS; step++) {
		if(!cpFlockIsAttached(f->flock)) {
			FUZZ_CHECK(cpFlockUpdate(f->flock, (cpFloat)(1.0 / 60.0)) == CP_FLOCK_OK);
			checkFinite(f);
		}
		cpSpaceStep(f->space, (cpFloat)(1.0 / 60.0));
		checkFinite(f);
		checkSpeeds(f, settings);
	}
	cpFlockMetrics metrics;
	FUZZ_CHECK(cpFlockMeasure(f->flock, f->subject, 60, &metrics) == CP_FLOCK_OK);
	FUZZ_CHECK(fuzzIsFinite((double)metrics.meanSpeed) && fuzzIsFinite((double)metrics.polarization));
	cpFlockSteering steering;
	if(cpFlockGetSteering(f->flock, f->bodies[0], &steering) != CP_FLOCK_OK) return;
	FUZZ_CHECK(fuzzIsFinite((double)steering.total.x) && fuzzIsFinite((double)steering.total.y));
}

static void tearDown(flight *f) {
	cpFlockFree(f->flock);
	for(int i = 0; i < BODIES; i++) {
		if(!f->bodies[i]) continue;
		cpSpaceRemoveBody(f->space, f->bodies[i]);
		cpBodyFree(f->bodies[i]);
	}
	for(int i = 0; i < 3; i++) {
		if(!f->obstacles[i]) continue;
		cpSpaceRemoveShape(f->space, f->obstacles[i]);
		cpShapeFree(f->obstacles[i]);
	}
	if(f->mover) {
		cpSpaceRemoveBody(f->space, f->mover);
		cpBodyFree(f->mover);
	}
	cpSpaceFree(f->space);
}

static void refuse(flight *f, const cpFlockSettings *settings, cpFlockStatus status, const char *field) {
	cpFlockSettings before, after;
	FUZZ_CHECK(status == CP_FLOCK_ERROR_NOT_FINITE || status == CP_FLOCK_ERROR_RANGE ||
			   status == CP_FLOCK_ERROR_INCONSISTENT || status == CP_FLOCK_ERROR_UNINITIALIZED);
	FUZZ_CHECK(field && strlen(field) > 0);
	FUZZ_CHECK(cpFlockGetSettings(f->flock, f->other, &before) == CP_FLOCK_OK);
	FUZZ_CHECK((int)cpFlockAddSpecies(f->flock, settings) == (int)status);
	FUZZ_CHECK(strstr(cpFlockGetLastMessage(f->flock), field));
	FUZZ_CHECK(cpFlockSetSettings(f->flock, f->other, settings) == status);
	FUZZ_CHECK(cpFlockGetSpeciesCount(f->flock) == 1);
	FUZZ_CHECK(cpFlockGetSettings(f->flock, f->other, &after) == CP_FLOCK_OK);
	FUZZ_CHECK(fuzzSameSettings(&before, &after));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	fuzzInput input = {data, data + size};
	flight f = {0};
	setUp(&f, &input);
	unsigned relations = fuzzByte(&input);
	cpFlockSettings settings = fuzzByte(&input) & 1 ? fuzzRawSettings(&input) : fuzzSettings(&input);
	const char *field = "";
	cpFlockStatus status = cpFlockSettingsCheck(&settings, &field);
	if(status == CP_FLOCK_OK) {
		uint8_t byte = (uint8_t)relations;
		fuzzInput again = {&byte, &byte + 1};
		FUZZ_CHECK(field == NULL);
		f.subject = cpFlockAddSpecies(f.flock, &settings);
		FUZZ_CHECK(f.subject == 1);
		relate(&f, &again);
		addBodies(&f);
		addObstacles(&f);
		fly(&f, &settings);
	} else {
		refuse(&f, &settings, status, field);
	}
	tearDown(&f);
	return 0;
}
