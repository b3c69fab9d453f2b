/* SPDX-License-Identifier: MIT
 * Calls of the library about the whole flock: its world, its threads, saving, reading; and calls without sense. */
#include "api_model.h"

#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- world and computing */

static cpFlockStatus boundsStatus(int bounds, cpBB bb) {
	double width = (double)bb.r - (double)bb.l, height = (double)bb.t - (double)bb.b;
	if(bounds < 0 || bounds > CP_FLOCK_BOUNDS_CONTAINMENT) return CP_FLOCK_ERROR_RANGE;
	if(bounds == CP_FLOCK_BOUNDS_NONE) return CP_FLOCK_OK;
	if(!fuzzIsFinite((double)bb.l + (double)bb.r + (double)bb.b + (double)bb.t)) {
		/* sums of finite numbers may be infinite too: ask one by one */
		const double edges[] = {(double)bb.l, (double)bb.r, (double)bb.b, (double)bb.t};
		for(int i = 0; i < 4; i++) {
			if(!fuzzIsFinite(edges[i])) return CP_FLOCK_ERROR_NOT_FINITE;
		}
	}
	return width > 1e-9 && height > 1e-9 && width <= 1e30 && height <= 1e30 ? CP_FLOCK_OK : CP_FLOCK_ERROR_RANGE;
}

void apiSetBounds(void) {
	int f = apiAnyFlock();
	if(f < 0) return;
	apiFlock *flock = &api.flocks[f];
	int bounds = fuzzPick(&api.input, 8) - 1;
	cpBB bb = cpBBNew(-300, -200, 300, 200);
	if(bounds > 2) { /* sane edges of the middle kinds, else any numbers */
		bounds = bounds > 4 ? CP_FLOCK_BOUNDS_PERIODIC : bounds - 2;
		bb.l = (cpFloat)fuzzNumber(&api.input);
		bb.b = (cpFloat)fuzzNumber(&api.input);
		bb.r = (cpFloat)fuzzNumber(&api.input);
		bb.t = (cpFloat)fuzzNumber(&api.input);
	}
	cpFlockStatus expected = boundsStatus(bounds, bb);
	FUZZ_CHECK(cpFlockSetBounds(flock->flock, (cpFlockBounds)bounds, bb) == expected);
	if(expected != CP_FLOCK_OK) return;
	flock->bounds = (cpFlockBounds)bounds;
	flock->bb = bounds == CP_FLOCK_BOUNDS_NONE ? cpBBNew(0, 0, 0, 0) : bb;
}

/* Inside of an update. */
static void atInside(apiFlock *flock, apiMoment moment) {
	if(!flock->flock) return;
	flock->inside++;
	api.inside++;
	apiAtMoment(moment, flock->space);
	api.inside--;
	flock->inside--;
}

static double onClock(void *data) {
	static double time;
	atInside(data, MOMENT_CLOCK);
	return time += 0.001;
}

void apiTuneFlock(void) {
	int f = apiAnyFlock();
	if(f < 0) return;
	cpFlock *flock = api.flocks[f].flock;
	unsigned byte = fuzzByte(&api.input);
	switch(byte % 6) {
	case 0:
		FUZZ_CHECK(cpFlockSetKernel(flock, (cpFlockKernel)(byte / 64)) ==
				   (byte / 64 < 2 ? CP_FLOCK_OK : CP_FLOCK_ERROR_RANGE));
		break;
	case 1:
		FUZZ_CHECK(cpFlockSetSeed(flock, fuzzWhole(&api.input, 8)) == CP_FLOCK_OK);
		break;
	case 2:
		FUZZ_CHECK(cpFlockSetRecording(flock, byte & 64 ? cpTrue : cpFalse) == CP_FLOCK_OK);
		break;
	case 3:
		FUZZ_CHECK(cpFlockSetGroup(flock, byte / 64) == CP_FLOCK_OK);
		FUZZ_CHECK(cpFlockGetFilter(flock).group == byte / 64);
		break;
	default:
		FUZZ_CHECK(cpFlockSetClock(flock, byte & 64 ? onClock : NULL, &api.flocks[f]) == CP_FLOCK_OK);
	}
}

/* Loops as they should not be: backwards, twice, with gaps, out of range, not at all. */
static void onParallelFor(cpFlockTaskFunc func, void *task, int count, void *data) {
	int mode = api.parallelMode;
	FUZZ_CHECK(count > 0);
	for(int i = 0; i < count; i++) {
		if(mode == 5 || (mode == 3 && i % 3 == 1)) continue;
		func(task, mode == 1 ? count - 1 - i : i);
		if(mode == 2) func(task, i);
	}
	if(mode == 4) {
		static const int outside[] = {-1, -2147483647 - 1, 2147483647};
		for(int i = 0; i < 3; i++) func(task, outside[i]);
		func(task, count);
	}
	atInside(data, MOMENT_PARALLEL);
}

void apiSetParallelFor(void) {
	int f = apiAnyFlock();
	if(f < 0) return;
	apiFlock *flock = &api.flocks[f];
	unsigned byte = fuzzByte(&api.input);
	cpFlockStatus status;
	if(byte < 40) {
		int threads = (int)byte - 10;
		status = cpFlockSetThreads(flock->flock, threads);
		if(threads < 1) FUZZ_CHECK(status == CP_FLOCK_ERROR_RANGE);
		if(threads == 1) FUZZ_CHECK(status == CP_FLOCK_OK || flock->inside > 0);
		return;
	}
	api.parallelMode = (int)(byte % 6);
	status = cpFlockSetParallelFor(flock->flock, byte < 80 ? NULL : onParallelFor, flock);
	FUZZ_CHECK(status == CP_FLOCK_OK || (status == CP_FLOCK_ERROR_UPDATING && flock->inside > 0));
}

/* ---------------------------------------------------------------- saving and restoring */

enum { STATE = 4096 };

static size_t save(const apiFlock *flock, unsigned char *state) {
	size_t size = 0, again = 0;
	cpFlockStatus status = cpFlockSave(flock->flock, NULL, 0, &size);
	if(status == CP_FLOCK_ERROR_UPDATING && flock->inside > 0) return 0;
	FUZZ_CHECK(status == CP_FLOCK_OK && size > 0 && size <= STATE);
	FUZZ_CHECK(cpFlockSave(flock->flock, state, size - 1, NULL) == CP_FLOCK_ERROR_RANGE);
	FUZZ_CHECK(cpFlockSave(flock->flock, state, size, &again) == CP_FLOCK_OK && again == size);
	return size;
}

static size_t spoil(unsigned char *state, size_t size) {
	unsigned kind = fuzzByte(&api.input);
	if(kind < 16) return fuzzWhole(&api.input, 2) % (STATE + 1);
	for(unsigned i = 0; i < kind % 8; i++) {
		size_t at = fuzzWhole(&api.input, 2) % size;
		state[at] = (unsigned char)fuzzByte(&api.input);
	}
	return size;
}

void apiSaveRestore(void) {
	int f = apiAnyFlock();
	if(f < 0) return;
	apiFlock *flock = &api.flocks[f];
	unsigned char before[STATE], spoiled[STATE] = {0}, after[STATE], last[STATE];
	size_t size = save(flock, before);
	if(size == 0) return;
	memcpy(spoiled, before, size);
	size_t given = spoil(spoiled, size);
	cpFlockStatus status = cpFlockRestore(flock->flock, spoiled, given);
	FUZZ_CHECK(save(flock, after) == size);
	cpBool same = given == size && memcmp(before, spoiled, size) == 0;
	FUZZ_CHECK(!same || (status == CP_FLOCK_OK && memcmp(before, after, size) == 0));
	if(status != CP_FLOCK_OK) {
		FUZZ_CHECK(status == CP_FLOCK_ERROR_RANGE || status == CP_FLOCK_ERROR_INCONSISTENT);
		FUZZ_CHECK(memcmp(before, after, size) == 0);
		return;
	}
	FUZZ_CHECK(given == size && cpFlockRestore(flock->flock, after, size) == CP_FLOCK_OK);
	FUZZ_CHECK(save(flock, last) == size && memcmp(after, last, size) == 0);
}

/* ---------------------------------------------------------------- reading */

static void readMetrics(apiFlock *flock) {
	cpFlockMetrics metrics;
	unsigned byte = fuzzByte(&api.input);
	cpFlockSpecies species = (cpFlockSpecies)(byte % 8);
	double radius = fuzzNumber(&api.input);
	cpFloat link = (cpFloat)radius;
	long failures = flock->heap->failures;
	cpFlockStatus expected = CP_FLOCK_OK, status = cpFlockMeasure(flock->flock, species, link, &metrics);
	if(!fuzzIsFinite((double)link)) expected = CP_FLOCK_ERROR_NOT_FINITE;
	if(fuzzIsFinite((double)link) && !(link > 0)) expected = CP_FLOCK_ERROR_RANGE;
	if(species >= flock->species) expected = CP_FLOCK_ERROR_SPECIES;
	if(status == CP_FLOCK_ERROR_MEMORY && flock->heap->failures > failures) return;
	if(status == CP_FLOCK_ERROR_UPDATING && flock->inside > 0) return;
	FUZZ_CHECK(status == expected);
	if(status != CP_FLOCK_OK) return;
	FUZZ_CHECK(metrics.bodies >= 0 && metrics.groups <= metrics.bodies && metrics.largestGroup <= metrics.bodies);
	FUZZ_CHECK(metrics.polarization >= 0 && metrics.polarization <= (cpFloat)1.00001);
	FUZZ_CHECK(metrics.rotation >= 0 && metrics.rotation <= (cpFloat)1.00001);
	FUZZ_CHECK(fuzzIsFinite((double)metrics.meanSpeed) && fuzzIsFinite((double)metrics.meanNearest));
	FUZZ_CHECK(fuzzIsFinite((double)metrics.largestCenter.x) && fuzzIsFinite((double)metrics.largestCenter.y));
}

static void readSteering(const apiFlock *flock, const apiBody *body, int f) {
	cpFlockSteering steering;
	cpFlockStatus status = cpFlockGetSteering(flock->flock, body->body, &steering);
	if(body->species[f] < 0) {
		FUZZ_CHECK(status == CP_FLOCK_ERROR_NOT_MEMBER);
	} else if(status == CP_FLOCK_OK) {
		FUZZ_CHECK(fuzzIsFinite((double)steering.total.x) && fuzzIsFinite((double)steering.total.y));
		FUZZ_CHECK(steering.neighbors >= 0 && steering.lookSide >= -1 && steering.lookSide <= 1);
	} else {
		FUZZ_CHECK(status == CP_FLOCK_ERROR_UNAVAILABLE);
	}
}

static void readDelta(const apiFlock *flock) {
	cpVect from = fuzzPoint(&api.input), to = fuzzPoint(&api.input), delta = cpFlockDelta(flock->flock, from, to);
	FUZZ_CHECK(fuzzIsFinite((double)delta.x) && fuzzIsFinite((double)delta.y));
	if(flock->bounds != CP_FLOCK_BOUNDS_PERIODIC) return;
	FUZZ_CHECK(fabs((double)delta.x) <= 0.5000001 * ((double)flock->bb.r - (double)flock->bb.l) + 1e-3);
	FUZZ_CHECK(fabs((double)delta.y) <= 0.5000001 * ((double)flock->bb.t - (double)flock->bb.b) + 1e-3);
}

void apiRead(void) {
	int f = apiAnyFlock(), b = apiAnyBody();
	if(f < 0) return;
	apiFlock *flock = &api.flocks[f];
	cpFlockProfile profile;
	FUZZ_CHECK(cpFlockGetProfile(flock->flock, &profile) == CP_FLOCK_OK);
	FUZZ_CHECK(profile.gather >= 0.0 && profile.grid >= 0.0 && profile.settle >= 0.0);
	FUZZ_CHECK(cpFlockGetLastMessage(flock->flock) != NULL);
	readMetrics(flock);
	readDelta(flock);
	if(b >= 0) readSteering(flock, &api.bodies[b], f);
}

void apiMisuse(void) {
	int f = apiAnyFlock(), b = apiAnyBody();
	cpFlock *flock = f >= 0 ? api.flocks[f].flock : NULL, *made = NULL;
	cpBody *body = b >= 0 ? api.bodies[b].body : NULL;
	FUZZ_CHECK(cpFlockCreate(NULL, NULL, &made) == CP_FLOCK_ERROR_NULL && !made);
	FUZZ_CHECK(cpFlockAddBody(flock, NULL, 0) == CP_FLOCK_ERROR_NULL);
	FUZZ_CHECK(cpFlockAddBody(NULL, body, 0) == CP_FLOCK_ERROR_NULL);
	FUZZ_CHECK(cpFlockRemoveBody(flock, NULL) == CP_FLOCK_ERROR_NULL);
	FUZZ_CHECK(cpFlockDespawn(NULL, body) == CP_FLOCK_ERROR_NULL);
	FUZZ_CHECK(cpFlockEachBody(flock, NULL, NULL) == CP_FLOCK_ERROR_NULL);
	FUZZ_CHECK(cpFlockAddSpecies(flock, NULL) == (cpFlockSpecies)CP_FLOCK_ERROR_NULL);
	FUZZ_CHECK(cpFlockRestore(flock, NULL, 10) == CP_FLOCK_ERROR_NULL);
	FUZZ_CHECK(cpFlockSave(flock, NULL, 10, NULL) == CP_FLOCK_ERROR_NULL);
	FUZZ_CHECK(!cpFlockContainsBody(flock, NULL) && cpFlockUpdate(NULL, 1) == CP_FLOCK_ERROR_NULL);
	FUZZ_CHECK(!cpFlockSpawn(NULL, 0, cpvzero, cpvzero) && cpFlockNew(NULL) == NULL);
	FUZZ_CHECK(cpFlockStatusString((cpFlockStatus)(int8_t)fuzzByte(&api.input)) && cpFlockVersionString());
	cpVect position, velocity;
	double world = fuzzNumber(&api.input);
	if(!(fabs(world) < 1e30)) world = 300.0; /* no finite size, no finite place */
	cpFlockWebGpuStart((uint32_t)fuzzWhole(&api.input, 4), (cpFloat)world, &position, &velocity);
	FUZZ_CHECK(fuzzIsFinite((double)position.x) && fuzzIsFinite((double)velocity.y));
	cpFlockFree(NULL);
}
