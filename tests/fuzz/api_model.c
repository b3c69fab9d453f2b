/* SPDX-License-Identifier: MIT */
#include "api_model.h"

#include <math.h>

apiWorld api;

cpBool apiIsMember(const apiBody *body) {
	for(int f = 0; f < FLOCKS; f++) {
		if(body->species[f] >= 0) return cpTrue;
	}
	return cpFalse;
}

cpBool apiIsBroken(const apiBody *body) {
	cpVect rotation = cpBodyGetRotation(body->body);
	return !fuzzIsFiniteBody(body->body) || !fuzzIsFinite((double)rotation.x) || !fuzzIsFinite((double)rotation.y) ||
		   !(cpBodyGetMass(body->body) > 0);
}

int apiCount(int flock, int species) {
	int count = 0;
	for(int b = 0; b < BODIES; b++) {
		int is = api.bodies[b].body ? api.bodies[b].species[flock] : -1;
		count += is >= 0 && (species < 0 || is == species);
	}
	return count;
}

cpBool apiLocked(int space) {
	return space >= 0 && api.spaces[space] && cpSpaceIsLocked(api.spaces[space]);
}

cpBool apiIsAtHome(const apiFlock *flock) {
	return flock->space >= 0;
}

static int any(int count, cpBool (*used)(int place)) {
	int first = fuzzPick(&api.input, count);
	for(int i = 0; i < count; i++) {
		if(used((first + i) % count)) return (first + i) % count;
	}
	return -1;
}

static cpBool flockUsed(int place) {
	return api.flocks[place].flock != NULL;
}

static cpBool bodyUsed(int place) {
	return api.bodies[place].body != NULL;
}

static cpBool spaceUsed(int place) {
	return api.spaces[place] != NULL;
}

int apiAnyFlock(void) {
	return any(FLOCKS, flockUsed);
}

int apiAnyBody(void) {
	return any(BODIES, bodyUsed);
}

int apiAnySpace(void) {
	return any(SPACES, spaceUsed);
}

int apiFreeBodyPlace(void) {
	for(int b = 0; b < BODIES; b++) {
		if(!api.bodies[b].body) return b;
	}
	return -1;
}

/* ---------------------------------------------------------------- checks */

static void checkFlock(int f) {
	const apiFlock *flock = &api.flocks[f];
	cpFlockStats stats;
	cpBB bb;
	FUZZ_CHECK(cpFlockIsAttached(flock->flock) == flock->attached);
	FUZZ_CHECK(cpFlockGetSpeciesCount(flock->flock) == flock->species);
	FUZZ_CHECK(cpFlockGetBodyCount(flock->flock, -1) == apiCount(f, -1));
	for(int s = 0; s < flock->species; s++) {
		FUZZ_CHECK(cpFlockGetBodyCount(flock->flock, s) == apiCount(f, s));
		for(int t = 0; t < flock->species; t++) {
			FUZZ_CHECK(cpFlockGetRelation(flock->flock, s, t) == flock->relation[s][t]);
		}
	}
	FUZZ_CHECK(cpFlockGetBounds(flock->flock, &bb) == flock->bounds);
	FUZZ_CHECK(bb.l == flock->bb.l && bb.r == flock->bb.r && bb.b == flock->bb.b && bb.t == flock->bb.t);
	FUZZ_CHECK(cpFlockGetStats(flock->flock, &stats) == CP_FLOCK_OK);
	FUZZ_CHECK(stats.members == apiCount(f, -1));
	FUZZ_CHECK(stats.memory == flock->heap->bytes);
	FUZZ_CHECK(stats.steered >= 0 && stats.outside >= 0 && stats.quarantined >= 0 && stats.lost >= 0);
}

static void checkBody(const apiBody *body) {
	for(int f = 0; f < FLOCKS; f++) {
		const cpFlock *flock = api.flocks[f].flock;
		if(!flock) continue;
		int expected = body->species[f] >= 0 ? body->species[f] : CP_FLOCK_ERROR_NOT_MEMBER;
		FUZZ_CHECK(cpFlockContainsBody(flock, body->body) == (body->species[f] >= 0));
		FUZZ_CHECK(cpFlockGetBodySpecies(flock, body->body) == expected);
	}
	FUZZ_CHECK(cpBodyGetSpace(body->body) == (body->home >= 0 ? api.spaces[body->home] : NULL));
	FUZZ_CHECK(body->waiting < 0 || apiLocked(body->waiting));
	/* Only the fuzzer breaks bodies, and only bare ones. */
	if(!body->bare) FUZZ_CHECK(fuzzIsFiniteBody(body->body));
}

void apiNoteArrivals(void) {
	for(int b = 0; b < BODIES; b++) {
		apiBody *body = &api.bodies[b];
		if(!body->body || body->waiting < 0 || !cpBodyGetSpace(body->body)) continue;
		body->home = body->waiting;
		body->waiting = -1;
	}
}

void apiCheck(void) {
	for(int f = 0; f < FLOCKS; f++) {
		if(api.flocks[f].flock) checkFlock(f);
	}
	for(int b = 0; b < BODIES; b++) {
		if(api.bodies[b].body) checkBody(&api.bodies[b]);
	}
}

/* ---------------------------------------------------------------- after a step */

/* Whether another flock may wake, after a step, what is asleep in it: such a body has the speed at which it fell asleep. */
static cpBool wakesOthers(int space) {
	int flocks = 0;
	for(int f = 0; f < FLOCKS; f++) flocks += api.flocks[f].flock && api.flocks[f].space == space;
	return flocks > 1 && fuzzIsFinite((double)cpSpaceGetSleepTimeThreshold(api.spaces[space]));
}

/* The only flock of a body, or -1: two flocks would undo each other's limits. */
static int onlyFlock(const apiBody *body) {
	int only = -1;
	for(int f = 0; f < FLOCKS; f++) {
		if(body->species[f] < 0) continue;
		if(only >= 0) return -1;
		only = f;
	}
	return only;
}

static void checkInside(const apiFlock *flock, cpVect at) {
	if(flock->bounds != CP_FLOCK_BOUNDS_PERIODIC) return;
	FUZZ_CHECK(at.x >= flock->bb.l && at.x < flock->bb.r && at.y >= flock->bb.b && at.y < flock->bb.t);
}

static void checkSpeed(const apiFlock *flock, int species, cpVect velocity) {
	cpFlockSettings settings;
	FUZZ_CHECK(cpFlockGetSettings(flock->flock, species, &settings) == CP_FLOCK_OK);
	if(settings.speedLimit != CP_FLOCK_SPEED_LIMIT_AFTER) return;
	FUZZ_CHECK(hypot((double)velocity.x, (double)velocity.y) <= (double)settings.maxSpeed * (1.0 + 1e-5) + 1e-30);
}

static uint64_t updatesOf(const apiFlock *flock) {
	cpFlockStats stats;
	FUZZ_CHECK(cpFlockGetStats(flock->flock, &stats) == CP_FLOCK_OK);
	return stats.updates;
}

void apiNoteUpdates(void) {
	for(int f = 0; f < FLOCKS; f++) {
		if(api.flocks[f].flock) api.flocks[f].updates = updatesOf(&api.flocks[f]);
	}
}

void apiCheckStep(int space) {
	for(int b = 0; b < BODIES; b++) {
		const apiBody *body = &api.bodies[b];
		if(!body->body || body->home != space || apiIsBroken(body)) continue;
		if(cpBodyGetType(body->body) != CP_BODY_TYPE_DYNAMIC || cpBodyIsSleeping(body->body)) continue;
		int f = onlyFlock(body);
		if(f < 0 || api.flocks[f].space != space || updatesOf(&api.flocks[f]) == api.flocks[f].updates) continue;
		checkInside(&api.flocks[f], cpBodyGetPosition(body->body));
		if(!wakesOthers(space)) checkSpeed(&api.flocks[f], body->species[f], cpBodyGetVelocity(body->body));
	}
}
