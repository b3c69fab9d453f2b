/* SPDX-License-Identifier: MIT
 * The update: the pipeline from the members to the forces. */
#include <string.h>

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

static cpBool flkReserveShares(cpFlock *flock, int count) {
	void *shares = flock->shares;
	cpBool room = flkReserve(&flock->memory, &shares, &flock->shareCapacity, count, sizeof(*flock->shares));
	flock->shares = shares;
	return room;
}

static cpVect flkRecorded(const flkDesires *desires, flkRule rule, int b) {
	const flkVectors *wish = &desires->wish[rule];
	if(!desires->asked[rule]) return cpvzero;
	return cpv((cpFloat)flkClamp(wish->x[b], -1e30, 1e30), (cpFloat)flkClamp(wish->y[b], -1e30, 1e30));
}

/* The point is that of the present velocity's ray; with a moving obstacle both have moved on until then. */
static void flkRecordLook(const cpFlock *flock, int k, const flkLook *look, cpFlockSteering *record) {
	const flkFrame *frame = &flock->frame;
	const cpFlockSettings *settings = &flock->species[flkMemberAt(frame, k)->species].settings;
	double ahead = flkLookAhead(settings, flkLength(frame->vx[k], frame->vy[k])) * look->free;
	record->blocked = look->blocked;
	record->lookPoint =
		cpv((cpFloat)(frame->x[k] + frame->hx[k] * ahead), (cpFloat)(frame->y[k] + frame->hy[k] * ahead));
	record->lookNormal = look->normal;
	record->lookWay = cpv((cpFloat)look->wayX, (cpFloat)look->wayY);
	record->lookSide = look->side;
}

static void flkRecordBlock(const cpFlock *flock, flkBlock block, const flkSums *sums, const flkDesires *desires) {
	const flkLook nothing = {.free = 1.0};
	for(int k = block.begin; k < block.end; k++) {
		int b = k - block.begin;
		cpFlockSteering *record = &flock->record[k];
		const flkAcceleration *total = &flock->frame.acceleration[k];
		record->separation = flkRecorded(desires, FLK_SEPARATION, b);
		record->alignment = flkRecorded(desires, FLK_ALIGNMENT, b);
		record->cohesion = flkRecorded(desires, FLK_COHESION, b);
		record->evasion = flkRecorded(desires, FLK_EVASION, b);
		record->pursuit = flkRecorded(desires, FLK_PURSUIT, b);
		record->seek = flkRecorded(desires, FLK_SEEK, b);
		record->wander = flkRecorded(desires, FLK_WANDER, b);
		record->containment = flkRecorded(desires, FLK_CONTAINMENT, b);
		record->avoidance = flkRecorded(desires, FLK_AVOIDANCE, b);
		record->total = cpv((cpFloat)total->x, (cpFloat)total->y);
		cpBool looked = desires->asked[FLK_AVOIDANCE] && desires->looked[b];
		flkRecordLook(flock, k, looked ? &desires->look[b] : &nothing, record);
		record->neighbors = (int)flkMax(sums->alignCount[b], sums->cohesionCount[b]);
	}
}

/* ---------------------------------------------------------------- the stages that work block by block */

/* Blocks that one task steers: enough to be worth a thread's while, few enough to share well. */
#define FLK_BLOCKS_PER_TASK 4

typedef struct flkSteering {
	cpFlock *flock;
	flkStep step;
	int blocks;
} flkSteering;

static void flkSteerBlock(const flkSteering *steering, flkBlock block, cpFlockProfile *share) {
	flkSums sums;
	flkDesires desires;
	cpFlock *flock = steering->flock;
	const flkStep *step = &steering->step;
	double lap = 0.0;
	memset(desires.asked, 0, sizeof(desires.asked));
	desires.chases = cpFalse;
	flkLapOn(flock, &lap, NULL);
	flkNeighbors(step, block, &sums);
	flkLapOn(flock, &lap, &share->neighbors);
	flkRules(step, block, &sums, &desires);
	flkPursuit(step, block, &desires);
	flkGoals(step, block, &desires);
	flkLapOn(flock, &lap, &share->rules);
	flkAvoidance(step, block, &desires);
	flkLapOn(flock, &lap, &share->avoidance);
	flkCombine(step, block, &desires, &flock->frame);
	if(flock->recording) flkRecordBlock(flock, block, &sums, &desires);
	flkLapOn(flock, &lap, &share->combine);
}

/* Blocks are numbered through all species; none holds bodies of two. */
static int flkNumberBlocks(cpFlock *flock) {
	int blocks = 0;
	for(int s = 0; s < flock->speciesCount; s++) {
		flock->species[s].firstBlock = blocks;
		blocks += (flock->species[s].count + FLK_BLOCK - 1) / FLK_BLOCK;
	}
	return blocks;
}

static void flkSteerTask(void *task, int index) {
	const flkSteering *steering = task;
	const cpFlock *flock = steering->flock;
	int number = index * FLK_BLOCKS_PER_TASK, end = flkAtMost(number + FLK_BLOCKS_PER_TASK, steering->blocks), s = 0;
	cpFlockProfile share = {0};
	for(; number < end; number++) {
		while(s + 1 < flock->speciesCount && flock->species[s + 1].firstBlock <= number) s++;
		const flkSpecies *species = &flock->species[s];
		int begin = species->first + (number - species->firstBlock) * FLK_BLOCK;
		int last = flkAtMost(begin + FLK_BLOCK, species->first + species->count);
		flkSteerBlock(steering, (flkBlock){species, begin, last}, &share);
	}
	if(flock->clock) flock->shares[index] = share;
}

static int flkSteerTasks(int blocks) {
	return (blocks + FLK_BLOCKS_PER_TASK - 1) / FLK_BLOCKS_PER_TASK;
}

/* On several threads the stages run side by side: each is given its part of the time that all of them took. */
static void flkShareTime(cpFlock *flock, int tasks, double elapsed) {
	cpFlockProfile sum = {0}, *profile = &flock->profile;
	for(int i = 0; i < tasks; i++) {
		sum.neighbors += flock->shares[i].neighbors;
		sum.rules += flock->shares[i].rules;
		sum.avoidance += flock->shares[i].avoidance;
		sum.combine += flock->shares[i].combine;
	}
	double all = sum.neighbors + sum.rules + sum.avoidance + sum.combine, scale = all > 0.0 ? elapsed / all : 0.0;
	profile->neighbors = sum.neighbors * scale;
	profile->rules = sum.rules * scale;
	profile->avoidance = sum.avoidance * scale;
	profile->combine = sum.combine * scale;
}

static void flkSteerAll(cpFlock *flock, double dt, cpBool inStep, int blocks) {
	flkSteering steering = {flock,
		{&flock->world, &flock->frame, &flock->obstacles, flock->species, flock->speciesCount, flock->kernel,
			flock->seed, flock->time, dt, inStep},
		blocks};
	int tasks = flkSteerTasks(blocks);
	double elapsed = 0.0;
	flock->frame.marked = flkMayMark(&steering.step);
	flkRunTasks(flock, flkSteerTask, &steering, tasks);
	flkLap(flock, &elapsed);
	if(flock->clock) flkShareTime(flock, tasks, elapsed);
}

/* Everything that may find no memory comes before anything is steered. */
static cpBool flkPrepare(cpFlock *flock, int *blocks) {
	cpFlockProfile *profile = &flock->profile;
	*profile = (cpFlockProfile){0};
	flkLap(flock, NULL);
	flkGridLayoutAll(flock);
	if(!flkReserveTasks(flock, flkChunks(flock->memberCount)) || !flkGather(flock)) return cpFalse;
	flkLap(flock, &profile->gather);
	if(!flkGridAll(flock) || !flkSortClumps(flock)) return cpFalse;
	flkArrange(flock);
	if(!flkMeanClumps(flock)) return cpFalse;
	*blocks = flkNumberBlocks(flock);
	if(!flkReserveTasks(flock, flkSteerTasks(*blocks)) || !flkReserveShares(flock, flkSteerTasks(*blocks)))
		return cpFalse;
	if(!flkReserveRecord(flock)) return cpFalse;
	flkLap(flock, &profile->grid);
	if(!flkGatherObstacles(flock)) return cpFalse;
	flkWatchObstacles(flock);
	flkLap(flock, &profile->obstacles);
	return cpTrue;
}

cpFlockStatus flkUpdate(cpFlock *flock, double dt, cpBool inStep) {
	flock->updating = cpTrue;
	int blocks;
	cpBool room = flkPrepare(flock, &blocks);
	if(room) {
		flkSteerAll(flock, dt, inStep, blocks);
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
		status = flkUpdate(flock, dt, cpFalse);
		if(status == CP_FLOCK_OK) flkSettleHeadings(flock, dt);
		if(flock->wrapNeeded) flkDefer(flock);
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
