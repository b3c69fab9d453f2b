/* SPDX-License-Identifier: MIT
 * Calls of the library, each compared with what the model expects of it. */
#include "api_model.h"

#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- memory, log */

/* In front of each block, as wide as malloc() aligns. */
typedef union blockHead {
	size_t size;
	long double alignment;
} blockHead;

static void *heapRealloc(void *memory, size_t size, void *data) {
	apiHeap *heap = data;
	blockHead *head = memory ? (blockHead *)memory - 1 : NULL;
	if(size == 0) {
		if(head) heap->bytes -= head->size;
		free(head);
		return NULL;
	}
	if(heap->failing > 0 && heap->allowed-- <= 0) {
		heap->failing--;
		heap->failures++;
		return NULL;
	}
	size_t before = head ? head->size : 0;
	head = realloc(head, sizeof(*head) + size);
	if(!head) abort();
	if(size > before) memset((char *)(head + 1) + before, 0xa5, size - before);
	head->size = size;
	heap->bytes += size - before;
	return head + 1;
}

static void onLog(cpFlockStatus status, const char *message, void *data) {
	(void)data;
	FUZZ_CHECK(status < 0 && message && message[0] != '\0');
	FUZZ_CHECK(strcmp(cpFlockStatusString(status), "unknown status") != 0);
}

/* Whether a call did what it was asked for. Else it returned the status that the model foresaw, or an allocation failed,
 * or it came in the middle of an update. */
static cpBool went(const apiFlock *flock, long failures, cpFlockStatus status, cpFlockStatus expected) {
	if(status == CP_FLOCK_ERROR_MEMORY && flock->heap->failures > failures) return cpFalse;
	if(status == CP_FLOCK_ERROR_UPDATING && flock->inside > 0) return cpFalse;
	FUZZ_CHECK(status == expected);
	return status == CP_FLOCK_OK;
}

/* One of the flock's species, or one that it does not have. */
static cpFlockSpecies anySpecies(const apiFlock *flock) {
	unsigned byte = fuzzByte(&api.input);
	if(byte >= 250) return byte == 250 ? -1 : byte == 251 ? flock->species : byte == 252 ? 1000000 : -2147483647 - 1;
	return flock->species > 0 ? (int)(byte % (unsigned)flock->species) : (int)byte;
}

static cpBool hasSpecies(const apiFlock *flock, cpFlockSpecies species) {
	return species >= 0 && species < flock->species;
}

static cpFlockStatus speciesStatus(const apiFlock *flock, cpFlockSpecies species) {
	return hasSpecies(flock, species) ? CP_FLOCK_OK : CP_FLOCK_ERROR_SPECIES;
}

/* ---------------------------------------------------------------- making and freeing */

static void addSpecies(int place, const cpFlockSettings *settings) {
	apiFlock *flock = &api.flocks[place];
	long failures = flock->heap->failures;
	cpFlockStatus expected = cpFlockSettingsCheck(settings, NULL);
	cpFlockSpecies species = cpFlockAddSpecies(flock->flock, settings);
	cpFlockStatus status = species >= 0 ? CP_FLOCK_OK : (cpFlockStatus)species;
	if(!went(flock, failures, status, expected)) return;
	FUZZ_CHECK(species == flock->species);
	flock->species++;
	for(int s = 0; s < flock->species; s++) {
		flock->relation[s][species] = flock->relation[species][s] = CP_FLOCK_RELATION_NONE;
	}
	flock->relation[species][species] = CP_FLOCK_RELATION_FLOCK;
}

void apiMakeFlock(int place, int space, unsigned bits) {
	if(api.heapCount == HEAPS) return;
	apiFlock *flock = &api.flocks[place];
	cpFlockOptions options = cpFlockOptionsDefault();
	apiHeap *heap = &api.heaps[api.heapCount++];
	if(bits >= 240) *heap = (apiHeap){0, 0, (int)(bits % 2), 1};
	options.seed = bits;
	options.detached = bits & 8 ? cpTrue : cpFalse;
	options.publicCallsOnly = bits & 16 ? cpTrue : cpFalse;
	options.realloc = heapRealloc;
	options.reallocData = heap;
	if(bits & 32) options.log = onLog;
	*flock = (apiFlock){0};
	cpFlockStatus status = cpFlockCreate(api.spaces[space], &options, &flock->flock);
	FUZZ_CHECK(status == (heap->failures ? CP_FLOCK_ERROR_MEMORY : CP_FLOCK_OK));
	FUZZ_CHECK((status == CP_FLOCK_OK) == (flock->flock != NULL));
	if(!flock->flock) return;
	flock->heap = heap;
	flock->space = space;
	flock->attached = !options.detached;
	cpFlockSettings settings = cpFlockSettingsDefault();
	addSpecies(place, &settings);
}

void apiNewFlock(void) {
	int space = apiAnySpace();
	for(int f = 0; f < FLOCKS && space >= 0; f++) {
		if(api.flocks[f].flock) continue;
		apiMakeFlock(f, space, fuzzByte(&api.input));
		return;
	}
}

/* What the flock frees must have left other flocks before. */
static void forgetBody(int flock, apiBody *body) {
	for(int other = 0; other < FLOCKS; other++) {
		if(other == flock || body->species[other] < 0) continue;
		FUZZ_CHECK(cpFlockRemoveBody(api.flocks[other].flock, body->body) == CP_FLOCK_OK);
	}
	body->body = NULL;
}

void apiDropFlock(int place) {
	apiFlock *flock = &api.flocks[place];
	for(int b = 0; b < BODIES; b++) {
		apiBody *body = &api.bodies[b];
		if(!body->body) continue;
		if(body->spawner == place) {
			forgetBody(place, body);
		} else {
			body->species[place] = -1;
		}
	}
	cpFlock *freed = flock->flock;
	flock->flock = NULL;
	api.calling++;
	cpFlockFree(freed);
	api.calling--;
}

void apiFreeFlock(void) {
	int f = apiAnyFlock();
	if(f < 0) return;
	apiDropFlock(f);
}

void apiAttach(void) {
	int f = apiAnyFlock();
	if(f < 0) return;
	apiFlock *flock = &api.flocks[f];
	cpBool attach = fuzzByte(&api.input) & 1;
	if(!apiIsAtHome(flock) && attach) return;
	FUZZ_CHECK((attach ? cpFlockAttach(flock->flock) : cpFlockDetach(flock->flock)) == CP_FLOCK_OK);
	flock->attached = attach;
}

static cpFlockStatus updateStatus(const apiFlock *flock, double dt) {
	if(flock->busy > 0) return CP_FLOCK_ERROR_UPDATING;
	if(flock->attached) return CP_FLOCK_ERROR_ATTACHED;
	if(!fuzzIsFinite(dt)) return CP_FLOCK_ERROR_NOT_FINITE;
	return dt > 0.0 ? CP_FLOCK_OK : CP_FLOCK_ERROR_RANGE;
}

void apiUpdate(void) {
	static const double lengths[] = {1.0 / 60.0, 1.0 / 60.0, 0.5, 0.0, -1.0, NAN, INFINITY, 1e-300, 1e6, 1e-3};
	int f = apiAnyFlock();
	if(f < 0 || !apiIsAtHome(&api.flocks[f])) return;
	apiFlock *flock = &api.flocks[f];
	cpFloat dt = (cpFloat)lengths[fuzzPick(&api.input, 10)];
	cpFlock *updated = flock->flock;
	cpFlockStatus expected = updateStatus(flock, (double)dt);
	long failures = flock->heap->failures;
	flock->busy++;
	cpFlockStatus status = cpFlockUpdate(updated, dt);
	if(flock->flock != updated) return; /* freed by a callback */
	flock->busy--;
	went(flock, failures, status, expected);
}

/* ---------------------------------------------------------------- species */

void apiAddSpecies(void) {
	int f = apiAnyFlock();
	cpFlockSettings settings = fuzzSettings(&api.input);
	if(f >= 0 && api.flocks[f].species < SPECIES) addSpecies(f, &settings);
}

void apiSetSettings(void) {
	int f = apiAnyFlock();
	if(f < 0) return;
	apiFlock *flock = &api.flocks[f];
	cpFlockSpecies species = anySpecies(flock);
	cpFlockSettings settings = fuzzSettings(&api.input), read;
	/* Masses and sizes of bodies are Chipmunk's business. */
	settings.bodyMass = settings.bodyMass > (cpFloat)1e3 ? 1 : settings.bodyMass;
	settings.bodyRadius = settings.bodyRadius > (cpFloat)1e3 ? 5 : settings.bodyRadius;
	cpFlockStatus expected = speciesStatus(flock, species);
	if(expected == CP_FLOCK_OK) expected = cpFlockSettingsCheck(&settings, NULL);
	FUZZ_CHECK(cpFlockSetSettings(flock->flock, species, &settings) == expected);
	FUZZ_CHECK(cpFlockGetSettings(flock->flock, species, &read) == speciesStatus(flock, species));
	if(expected == CP_FLOCK_OK) FUZZ_CHECK(fuzzSameSettings(&read, &settings));
}

void apiSetRelation(void) {
	int f = apiAnyFlock();
	if(f < 0) return;
	apiFlock *flock = &api.flocks[f];
	cpFlockSpecies sensing = anySpecies(flock), sensed = anySpecies(flock);
	int relation = fuzzPick(&api.input, 7) - 1;
	cpFlockStatus expected = speciesStatus(flock, sensing);
	if(expected == CP_FLOCK_OK) expected = speciesStatus(flock, sensed);
	if(expected == CP_FLOCK_OK && (relation < 0 || relation > 4)) expected = CP_FLOCK_ERROR_RANGE;
	long failures = flock->heap->failures;
	cpFlockStatus status = cpFlockSetRelation(flock->flock, sensing, sensed, (cpFlockRelation)relation);
	if(went(flock, failures, status, expected)) flock->relation[sensing][sensed] = (cpFlockRelation)relation;
}

void apiSetTarget(void) {
	int f = apiAnyFlock();
	if(f < 0) return;
	apiFlock *flock = &api.flocks[f];
	cpFlockSpecies species = anySpecies(flock);
	cpFlockStatus expected = speciesStatus(flock, species);
	if(fuzzByte(&api.input) & 1) {
		FUZZ_CHECK(cpFlockClearTarget(flock->flock, species) == expected);
		return;
	}
	cpVect point = cpv((cpFloat)fuzzNumber(&api.input), (cpFloat)fuzzNumber(&api.input));
	cpBool finite = fuzzIsFinite((double)point.x) && fuzzIsFinite((double)point.y);
	if(expected == CP_FLOCK_OK && !finite) expected = CP_FLOCK_ERROR_NOT_FINITE;
	FUZZ_CHECK(cpFlockSetTarget(flock->flock, species, point) == expected);
}

/* ---------------------------------------------------------------- members */

static cpFlockStatus joinStatus(int f, const apiBody *body, cpFlockSpecies species) {
	const apiFlock *flock = &api.flocks[f];
	const cpSpace *space = cpBodyGetSpace(body->body);
	if(!hasSpecies(flock, species)) return CP_FLOCK_ERROR_SPECIES;
	if(cpBodyGetType(body->body) != CP_BODY_TYPE_DYNAMIC) return CP_FLOCK_ERROR_NOT_DYNAMIC;
	if(space && space != cpFlockGetSpace(flock->flock)) return CP_FLOCK_ERROR_OTHER_SPACE;
	if(!fuzzIsFiniteBody(body->body)) return CP_FLOCK_ERROR_NOT_FINITE;
	return body->species[f] >= 0 ? CP_FLOCK_ERROR_ALREADY_MEMBER : CP_FLOCK_OK;
}

void apiAddBody(void) {
	int f = apiAnyFlock(), b = apiAnyBody();
	if(b < 0) {
		apiNewBody();
		b = apiAnyBody();
	}
	if(f < 0 || b < 0) return;
	apiFlock *flock = &api.flocks[f];
	apiBody *body = &api.bodies[b];
	cpFlockSpecies species = anySpecies(flock);
	cpFlockStatus expected = joinStatus(f, body, species);
	long failures = flock->heap->failures;
	cpFlockStatus status = cpFlockAddBody(flock->flock, body->body, species);
	FUZZ_CHECK(status == CP_FLOCK_OK || cpFlockGetLastStatus(flock->flock) == status);
	if(went(flock, failures, status, expected)) body->species[f] = species;
}

void apiRemoveBody(void) {
	int f = apiAnyFlock(), b = apiAnyBody();
	if(f < 0 || b < 0) return;
	apiBody *body = &api.bodies[b];
	cpFlockStatus expected = body->species[f] >= 0 ? CP_FLOCK_OK : CP_FLOCK_ERROR_NOT_MEMBER;
	FUZZ_CHECK(cpFlockRemoveBody(api.flocks[f].flock, body->body) == expected);
	body->species[f] = -1;
	if(body->spawner != f) return;
	body->spawner = -1;
	/* It comes into no space any more, and its shape is gone. */
	body->waiting = -1;
}

static void onMember(cpBody *body, cpFlockSpecies species, void *data) {
	apiFlock *flock = data;
	if(!flock->flock) return;
	FUZZ_CHECK(cpFlockGetBodySpecies(flock->flock, body) == species);
	apiAtMoment(MOMENT_EACH_MEMBER, 0);
}

void apiEachMember(void) {
	int f = apiAnyFlock();
	if(f < 0) return;
	apiFlock *flock = &api.flocks[f];
	cpFlock *visited = flock->flock;
	flock->visiting++;
	FUZZ_CHECK(cpFlockEachBody(visited, onMember, flock) == CP_FLOCK_OK);
	if(flock->flock == visited) flock->visiting--;
}

static void spawnOne(int f, cpFlockSpecies species, cpVect position, cpVect velocity) {
	apiFlock *flock = &api.flocks[f];
	int place = apiFreeBodyPlace();
	if(place < 0) return;
	cpFlockStatus expected = speciesStatus(flock, species);
	cpBool finite = fuzzIsFinite((double)position.x) && fuzzIsFinite((double)position.y) &&
					fuzzIsFinite((double)velocity.x) && fuzzIsFinite((double)velocity.y);
	if(expected == CP_FLOCK_OK && !finite) expected = CP_FLOCK_ERROR_NOT_FINITE;
	long failures = flock->heap->failures;
	cpBody *made = cpFlockSpawn(flock->flock, species, position, velocity);
	if(!went(flock, failures, made ? CP_FLOCK_OK : cpFlockGetLastStatus(flock->flock), expected)) return;
	cpBool waits = apiLocked(flock->space);
	api.bodies[place] = (apiBody){made, waits ? -1 : flock->space, f, waits ? flock->space : -1, cpFalse, {-1, -1, -1}};
	api.bodies[place].species[f] = species;
}

static cpBool sizeIsSane(const apiFlock *flock, cpFlockSpecies species) {
	cpFlockSettings settings;
	if(cpFlockGetSettings(flock->flock, species, &settings) != CP_FLOCK_OK) return cpTrue;
	return settings.bodyMass > (cpFloat)1e-3 && settings.bodyRadius > (cpFloat)1e-3 && settings.bodyMass <= 1000 &&
		   settings.bodyRadius <= 1000;
}

void apiSpawn(void) {
	int f = apiAnyFlock();
	if(f < 0 || !apiIsAtHome(&api.flocks[f])) return;
	cpFlockSpecies species = anySpecies(&api.flocks[f]);
	unsigned kind = fuzzByte(&api.input);
	cpVect position = fuzzPoint(&api.input), velocity = fuzzPoint(&api.input);
	if(!sizeIsSane(&api.flocks[f], species)) return;
	if(kind == 255) position.x = (cpFloat)NAN;
	if(kind == 254) velocity.y = (cpFloat)INFINITY;
	/* now and then many, past the first growth of every array */
	int count = kind >= 200 && kind < 254 ? 20 : 1 + (int)(kind % 3);
	for(int i = 0; i < count; i++) {
		spawnOne(f, species, cpvadd(position, cpv((cpFloat)(3 * i), (cpFloat)(i % 4))), velocity);
	}
}

void apiDespawn(void) {
	int f = apiAnyFlock(), b = apiAnyBody();
	if(f < 0 || b < 0) return;
	apiFlock *flock = &api.flocks[f];
	apiBody *body = &api.bodies[b];
	cpBool owned = body->spawner == f;
	for(int other = 0; owned && other < FLOCKS; other++) {
		if(other == f || body->species[other] < 0) continue;
		FUZZ_CHECK(cpFlockRemoveBody(api.flocks[other].flock, body->body) == CP_FLOCK_OK);
		body->species[other] = -1;
	}
	long failures = flock->heap->failures;
	/* Callbacks of the call may look for the body: it is gone for them. */
	apiBody kept = *body;
	if(owned) body->body = NULL;
	api.calling++;
	cpFlockStatus status = cpFlockDespawn(flock->flock, kept.body);
	api.calling--;
	if(status != CP_FLOCK_OK) *body = kept;
	went(flock, failures, status, owned ? CP_FLOCK_OK : CP_FLOCK_ERROR_NOT_MEMBER);
}
