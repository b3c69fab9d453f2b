/* SPDX-License-Identifier: MIT
 * The flock itself: making and freeing it, its species and their relations. */
#include <string.h>

#include "cpFlockInternal.h"

cpFlockOptions cpFlockOptionsDefault(void) {
	cpFlockOptions options = {1, cpFalse, cpFalse, NULL, NULL, NULL, NULL};
	return options;
}

cpFlockStatus cpFlockCreate(cpSpace *space, const cpFlockOptions *options, cpFlock **result) {
	if(!result) return CP_FLOCK_ERROR_NULL;
	*result = NULL;
	if(!space) return CP_FLOCK_ERROR_NULL;
	cpFlockOptions chosen = options ? *options : cpFlockOptionsDefault();
	flkMemory memory = {chosen.realloc, chosen.reallocData, 0};
	cpFlock *flock = flkResize(&memory, NULL, 0, sizeof(*flock));
	if(!flock) return CP_FLOCK_ERROR_MEMORY;
	memset(flock, 0, sizeof(*flock));
	flock->space = space;
	flock->memory = memory;
	flock->log = chosen.log;
	flock->logData = chosen.logData;
	flock->seed = chosen.seed;
	flock->group = (cpGroup)(uintptr_t)flock;
	flock->attached = !chosen.detached;
	flock->direct = !chosen.publicCallsOnly && flkDirectWorks();
	if(!flkHookMake(flock)) {
		flkDestroy(flock);
		return CP_FLOCK_ERROR_MEMORY;
	}
	if(flock->attached) flkDefer(flock);
	*result = flock;
	return CP_FLOCK_OK;
}

cpFlock *cpFlockNew(cpSpace *space) {
	cpFlock *flock;
	cpFlockCreate(space, NULL, &flock);
	return flock;
}

static void flkFreeArray(cpFlock *flock, void *block, int capacity, size_t size) {
	if(block) flkResize(&flock->memory, block, (size_t)capacity * size, 0);
}

/* The space must not be locked. */
void flkDestroy(cpFlock *flock) {
	flkHookFree(flock);
	flkRunDeferredBodies(flock);
	flkFreeSpawned(flock);
	for(int s = 0; s < flock->speciesCount; s++) {
		flkSpecies *species = &flock->species[s];
		flkFreeArray(flock, species->sensed, species->sensedCapacity, sizeof(*species->sensed));
	}
	flkFreeArray(flock, flock->species, flock->speciesCapacity, sizeof(*flock->species));
	flkFreeArray(flock, flock->members, flock->memberCapacity, sizeof(*flock->members));
	flkFreeArray(flock, flock->deferred, flock->deferredCapacity, sizeof(*flock->deferred));
	flkFreeArray(flock, flock->record, flock->recordCapacity, sizeof(*flock->record));
	flkFreeArray(flock, flock->shares, flock->shareCapacity, sizeof(*flock->shares));
	flkFreeArray(flock, flock->claims, flock->claimCapacity, 1);
	flkFreeArray(flock, flock->gathered, flock->gatheredCapacity, sizeof(*flock->gathered));
	flkObstacles *obstacles = &flock->obstacles;
	flkFreeArray(flock, obstacles->items, obstacles->capacity, sizeof(*obstacles->items));
	flkFreeArray(flock, obstacles->known, obstacles->knownCapacity, sizeof(cpShape *));
	flkFreeArray(flock, obstacles->start, obstacles->startCapacity, sizeof(*obstacles->start));
	flkFreeArray(flock, obstacles->entries, obstacles->entryCapacity, sizeof(*obstacles->entries));
	flkFreeClumps(flock);
	flkFreeArray(flock, flock->frame.table, flock->frame.tableCapacity, sizeof(*flock->frame.table));
	if(flock->frame.block) flkResize(&flock->memory, flock->frame.block, flock->frame.blockSize, 0);
	flkMapFree(&flock->memory, &flock->map);
	flkMemory memory = flock->memory;
	flkResize(&memory, flock, sizeof(*flock), 0);
}

static cpBool flkTouchesSpace(const cpFlock *flock) {
	if(flock->attached || flock->deferredCount > 0 || flock->postStepPending || flock->deferring) return cpTrue;
	for(int i = 0; i < flock->memberCount; i++) {
		if(flock->members[i].body && (flock->members[i].flags & FLK_SPAWNED)) return cpTrue;
	}
	return cpFalse;
}

void cpFlockFree(cpFlock *flock) {
	if(!flock) return;
	/* A detached flock may outlive its space: then the space must not be asked whether it is locked. */
	if(!flock->busy && flock->visiting == 0 && !flkTouchesSpace(flock) && !flkHookInSpace(flock)) {
		flkDestroy(flock);
		return;
	}
	flock->freed = cpTrue;
	if(!flock->busy && flock->visiting == 0) flkDefer(flock);
}

cpSpace *cpFlockGetSpace(const cpFlock *flock) {
	return flock ? flock->space : NULL;
}

/* ---------------------------------------------------------------- species */

static cpFlockStatus flkFailSettings(cpFlock *flock, const cpFlockSettings *settings, const char *function) {
	const char *field = NULL;
	cpFlockStatus status = cpFlockSettingsCheck(settings, &field);
	return status == CP_FLOCK_OK ? status : flkFail(flock, status, function, field ? field : "settings");
}

cpFlockSpecies cpFlockAddSpecies(cpFlock *flock, const cpFlockSettings *settings) {
	static const char name[] = "cpFlockAddSpecies";
	if(!flock) return (cpFlockSpecies)CP_FLOCK_ERROR_NULL;
	cpFlockStatus status = flkFailSettings(flock, settings, name);
	if(status != CP_FLOCK_OK) return (cpFlockSpecies)status;
	if(flock->updating) return (cpFlockSpecies)flkFail(flock, CP_FLOCK_ERROR_UPDATING, name, "flock");
	void *grown = flock->species;
	cpBool room =
		flkReserve(&flock->memory, &grown, &flock->speciesCapacity, flock->speciesCount + 1, sizeof(*flock->species));
	flock->species = grown;
	if(!room) return (cpFlockSpecies)flkFail(flock, CP_FLOCK_ERROR_MEMORY, name, "species");
	cpFlockSpecies species = flock->speciesCount;
	memset(&flock->species[species], 0, sizeof(*flock->species));
	flock->species[species].settings = *settings;
	flock->speciesCount++;
	status = cpFlockSetRelation(flock, species, species, CP_FLOCK_RELATION_FLOCK);
	if(status == CP_FLOCK_OK) return species;
	flock->speciesCount--;
	return (cpFlockSpecies)status;
}

cpFlockStatus cpFlockSetSettings(cpFlock *flock, cpFlockSpecies species, const cpFlockSettings *settings) {
	static const char name[] = "cpFlockSetSettings";
	if(!flock) return CP_FLOCK_ERROR_NULL;
	flkSpecies *data = flkGetSpecies(flock, species);
	if(!data) return flkFail(flock, CP_FLOCK_ERROR_SPECIES, name, "species");
	if(flock->updating) return flkFail(flock, CP_FLOCK_ERROR_UPDATING, name, "flock");
	cpFlockStatus status = flkFailSettings(flock, settings, name);
	if(status == CP_FLOCK_OK) data->settings = *settings;
	return status;
}

cpFlockStatus cpFlockGetSettings(const cpFlock *flock, cpFlockSpecies species, cpFlockSettings *settings) {
	if(!flock || !settings) return CP_FLOCK_ERROR_NULL;
	const flkSpecies *data = flkGetSpecies(flock, species);
	if(!data) return CP_FLOCK_ERROR_SPECIES;
	*settings = data->settings;
	return CP_FLOCK_OK;
}

int cpFlockGetSpeciesCount(const cpFlock *flock) {
	return flock ? flock->speciesCount : 0;
}

/* Where the entry for `sensed` is, or would be inserted. */
static int flkFindSensed(const flkSpecies *sensing, cpFlockSpecies sensed) {
	int i = 0;
	while(i < sensing->sensedCount && sensing->sensed[i].species < sensed) i++;
	return i;
}

static cpBool flkHasSensed(const flkSpecies *sensing, int i, cpFlockSpecies sensed) {
	return i < sensing->sensedCount && sensing->sensed[i].species == sensed;
}

static cpBool flkInsertSensed(cpFlock *flock, flkSpecies *sensing, int i, cpFlockSpecies sensed) {
	void *grown = sensing->sensed;
	cpBool room = flkReserve(
		&flock->memory, &grown, &sensing->sensedCapacity, sensing->sensedCount + 1, sizeof(*sensing->sensed));
	sensing->sensed = grown;
	if(!room) return cpFalse;
	memmove(
		sensing->sensed + i + 1, sensing->sensed + i, (size_t)(sensing->sensedCount - i) * sizeof(*sensing->sensed));
	sensing->sensed[i] = (flkSensed){sensed, CP_FLOCK_RELATION_NONE};
	sensing->sensedCount++;
	return cpTrue;
}

static void flkDeleteSensed(flkSpecies *sensing, int i) {
	sensing->sensedCount--;
	memmove(
		sensing->sensed + i, sensing->sensed + i + 1, (size_t)(sensing->sensedCount - i) * sizeof(*sensing->sensed));
}

cpFlockStatus cpFlockSetRelation(
	cpFlock *flock, cpFlockSpecies sensing, cpFlockSpecies sensed, cpFlockRelation relation) {
	static const char name[] = "cpFlockSetRelation";
	if(!flock) return CP_FLOCK_ERROR_NULL;
	flkSpecies *data = flkGetSpecies(flock, sensing);
	if(!data) return flkFail(flock, CP_FLOCK_ERROR_SPECIES, name, "sensing");
	if(!flkGetSpecies(flock, sensed)) return flkFail(flock, CP_FLOCK_ERROR_SPECIES, name, "sensed");
	if((int)relation < 0 || relation > CP_FLOCK_RELATION_PURSUE) {
		return flkFail(flock, CP_FLOCK_ERROR_RANGE, name, "relation");
	}
	if(flock->updating) return flkFail(flock, CP_FLOCK_ERROR_UPDATING, name, "flock");
	int i = flkFindSensed(data, sensed);
	cpBool known = flkHasSensed(data, i, sensed);
	if(relation == CP_FLOCK_RELATION_NONE) {
		if(known) flkDeleteSensed(data, i);
		return CP_FLOCK_OK;
	}
	if(!known && !flkInsertSensed(flock, data, i, sensed)) {
		return flkFail(flock, CP_FLOCK_ERROR_MEMORY, name, "relations");
	}
	data->sensed[i].relation = relation;
	return CP_FLOCK_OK;
}

cpFlockRelation cpFlockGetRelation(const cpFlock *flock, cpFlockSpecies sensing, cpFlockSpecies sensed) {
	const flkSpecies *data = flock ? flkGetSpecies(flock, sensing) : NULL;
	if(!data) return CP_FLOCK_RELATION_NONE;
	int i = flkFindSensed(data, sensed);
	return flkHasSensed(data, i, sensed) ? data->sensed[i].relation : CP_FLOCK_RELATION_NONE;
}

/* ---------------------------------------------------------------- targets and the rest */

cpFlockStatus cpFlockSetTarget(cpFlock *flock, cpFlockSpecies species, cpVect point) {
	if(!flock) return CP_FLOCK_ERROR_NULL;
	flkSpecies *data = flkGetSpecies(flock, species);
	if(!data) return flkFail(flock, CP_FLOCK_ERROR_SPECIES, "cpFlockSetTarget", "species");
	if(!flkIsFinite((double)point.x) || !flkIsFinite((double)point.y)) {
		return flkFail(flock, CP_FLOCK_ERROR_NOT_FINITE, "cpFlockSetTarget", "point");
	}
	data->target =
		cpv((cpFloat)flkClamp((double)point.x, -1e30, 1e30), (cpFloat)flkClamp((double)point.y, -1e30, 1e30));
	data->hasTarget = cpTrue;
	return CP_FLOCK_OK;
}

cpFlockStatus cpFlockClearTarget(cpFlock *flock, cpFlockSpecies species) {
	if(!flock) return CP_FLOCK_ERROR_NULL;
	flkSpecies *data = flkGetSpecies(flock, species);
	if(!data) return flkFail(flock, CP_FLOCK_ERROR_SPECIES, "cpFlockClearTarget", "species");
	data->hasTarget = cpFalse;
	return CP_FLOCK_OK;
}

cpFlockStatus cpFlockSetKernel(cpFlock *flock, cpFlockKernel kernel) {
	if(!flock) return CP_FLOCK_ERROR_NULL;
	if((int)kernel < 0 || kernel > CP_FLOCK_KERNEL_REFERENCE) {
		return flkFail(flock, CP_FLOCK_ERROR_RANGE, "cpFlockSetKernel", "kernel");
	}
	flock->kernel = kernel;
	return CP_FLOCK_OK;
}

cpFlockStatus cpFlockSetSeed(cpFlock *flock, uint64_t seed) {
	if(!flock) return CP_FLOCK_ERROR_NULL;
	flock->seed = seed;
	return CP_FLOCK_OK;
}

cpFlockStatus cpFlockSetClock(cpFlock *flock, cpFlockClockFunc clock, void *data) {
	if(!flock) return CP_FLOCK_ERROR_NULL;
	flock->clock = clock;
	flock->clockData = data;
	flock->profile = (cpFlockProfile){0};
	return CP_FLOCK_OK;
}

cpFlockStatus cpFlockGetProfile(const cpFlock *flock, cpFlockProfile *profile) {
	if(!flock || !profile) return CP_FLOCK_ERROR_NULL;
	*profile = flock->profile;
	return CP_FLOCK_OK;
}

cpFlockStatus cpFlockGetStats(const cpFlock *flock, cpFlockStats *stats) {
	if(!flock || !stats) return CP_FLOCK_ERROR_NULL;
	*stats = flock->stats;
	stats->members = flock->bodyCount;
	stats->memory = flock->memory.bytes;
	return CP_FLOCK_OK;
}
