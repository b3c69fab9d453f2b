/* SPDX-License-Identifier: MIT
 * The update: the pipeline from the members to the forces. */
#include "cpFlockInternal.h"

static cpBool flkReserveRecord(cpFlock *flock) {
	if(!flock->recording) return cpTrue;
	void *record = flock->record;
	if(!flkReserve(&flock->memory, &record, &flock->recordCapacity, flock->frame.count, sizeof(*flock->record))) {
		return cpFalse;
	}
	flock->record = record;
	return cpTrue;
}

static cpVect flkRecorded(const flkVectors *vectors, int b) {
	return cpv((cpFloat)vectors->x[b], (cpFloat)vectors->y[b]);
}

/* The point is that of the present velocity's ray; with a moving obstacle both have moved on until then. */
static void flkRecordLook(const cpFlock *flock, int k, const flkLook *look, cpFlockSteering *record) {
	const flkFrame *frame = &flock->frame;
	const cpFlockSettings *settings = &flock->species[flock->members[frame->member[k]].species].settings;
	double ahead = flkLookAhead(settings, flkLength(frame->vx[k], frame->vy[k])) * look->free;
	record->blocked = look->blocked;
	record->lookPoint =
		cpv((cpFloat)(frame->x[k] + frame->hx[k] * ahead), (cpFloat)(frame->y[k] + frame->hy[k] * ahead));
	record->lookNormal = look->normal;
	record->lookWay = cpv((cpFloat)look->wayX, (cpFloat)look->wayY);
	record->lookSide = look->side;
}

static void flkRecordBlock(cpFlock *flock, flkBlock block, const flkSums *sums, const flkDesires *desires) {
	const flkLook nothing = {.free = 1.0};
	for(int k = block.begin; k < block.end; k++) {
		int b = k - block.begin;
		cpFlockSteering *record = &flock->record[k];
		record->separation = flkRecorded(&desires->separation, b);
		record->alignment = flkRecorded(&desires->alignment, b);
		record->cohesion = flkRecorded(&desires->cohesion, b);
		record->evasion = flkRecorded(&desires->evasion, b);
		record->pursuit = flkRecorded(&desires->pursuit, b);
		record->seek = flkRecorded(&desires->seek, b);
		record->wander = flkRecorded(&desires->wander, b);
		record->containment = flkRecorded(&desires->containment, b);
		record->total = cpv((cpFloat)flock->frame.ax[k], (cpFloat)flock->frame.ay[k]);
		record->avoidance = flkRecorded(&desires->avoidance, b);
		flkRecordLook(flock, k, desires->looked[b] ? &desires->look[b] : &nothing, record);
		record->neighbors = (int)flkMax(sums->alignCount[b], sums->cohesionCount[b]);
	}
}

static void flkSteerBlock(cpFlock *flock, const flkStep *step, flkBlock block) {
	flkSums sums;
	flkDesires desires;
	cpFlockProfile *profile = &flock->profile;
	flkNeighbors(step, block, &sums);
	flkLap(flock, &profile->neighbors);
	flkRules(step, block, &sums, &desires);
	flkPursuit(step, block, &desires);
	flkGoals(step, block, &desires);
	flkLap(flock, &profile->rules);
	flkAvoidance(step, block, &desires);
	flkLap(flock, &profile->avoidance);
	flkCombine(step, block, &desires, &flock->frame);
	if(flock->recording) flkRecordBlock(flock, block, &sums, &desires);
	flkLap(flock, &profile->combine);
}

static void flkSteerAll(cpFlock *flock, double dt, cpBool inStep) {
	flkStep step = {&flock->world, &flock->frame, &flock->obstacles, flock->species, flock->speciesCount, flock->kernel,
		flock->seed, flock->time, dt, inStep};
	for(int s = 0; s < flock->speciesCount; s++) {
		const flkSpecies *species = &flock->species[s];
		int end = species->first + species->count;
		for(int begin = species->first; begin < end; begin += FLK_BLOCK) {
			flkSteerBlock(flock, &step, (flkBlock){species, begin, begin + FLK_BLOCK < end ? begin + FLK_BLOCK : end});
		}
	}
}

/* Everything that may find no memory comes before anything is steered. */
static cpBool flkPrepare(cpFlock *flock) {
	cpFlockProfile *profile = &flock->profile;
	*profile = (cpFlockProfile){0};
	flkLap(flock, NULL);
	if(!flkGather(flock) || !flkReserveRecord(flock)) return cpFalse;
	flkLap(flock, &profile->gather);
	if(!flkGridAll(flock)) return cpFalse;
	flkLap(flock, &profile->grid);
	if(!flkGatherObstacles(flock)) return cpFalse;
	flkLap(flock, &profile->obstacles);
	return cpTrue;
}

cpFlockStatus flkUpdate(cpFlock *flock, double dt, cpBool inStep) {
	flock->updating = cpTrue;
	cpBool room = flkPrepare(flock);
	if(room) {
		flkSteerAll(flock, dt, inStep);
		flkApply(flock, dt);
		flkLap(flock, &flock->profile.apply);
		flock->time = flkMin(flock->time + dt, 1e300); /* finite whatever the steps */
		flock->stats.updates++;
		flock->recorded = flock->recording;
	} else {
		flock->frame.count = 0;
		flock->stats.refused++;
		flkFail(flock, CP_FLOCK_ERROR_MEMORY, "update", "no memory, nothing was steered");
	}
	flock->updating = cpFalse;
	return room ? CP_FLOCK_OK : CP_FLOCK_ERROR_MEMORY;
}

/* An update outside of a step. The game's waiting callbacks may run in it, and may free the flock. */
static cpFlockStatus flkUpdateOutside(cpFlock *flock, double dt) {
	cpFlockStatus status = CP_FLOCK_OK;
	flock->busy = cpTrue;
	flkFlushPostSteps(flock);
	if(!flock->freed) {
		if(flock->world.bounds == CP_FLOCK_BOUNDS_PERIODIC) {
			flock->wrapNeeded = cpTrue;
			flkDefer(flock);
		}
		status = flkUpdate(flock, dt, cpFalse);
		if(status == CP_FLOCK_OK) flkSettleHeadings(flock, dt);
	}
	flock->busy = cpFalse;
	if(flock->freed) flkDefer(flock);
	return status;
}

cpFlockStatus cpFlockUpdate(cpFlock *flock, cpFloat dt) {
	if(!flock) return CP_FLOCK_ERROR_NULL;
	if(flock->updating || flock->busy) return flkFail(flock, CP_FLOCK_ERROR_UPDATING, "cpFlockUpdate", "flock");
	if(flock->attached) return flkFail(flock, CP_FLOCK_ERROR_ATTACHED, "cpFlockUpdate", "flock");
	if(!flkIsFinite((double)dt)) return flkFail(flock, CP_FLOCK_ERROR_NOT_FINITE, "cpFlockUpdate", "dt");
	if(!(dt > 0)) return flkFail(flock, CP_FLOCK_ERROR_RANGE, "cpFlockUpdate", "dt");
	return flkUpdateOutside(flock, (double)dt);
}
