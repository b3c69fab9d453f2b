/* SPDX-License-Identifier: MIT
 * Sixty frames of a scene in which the flock calls and is called through every kind of function pointer there is. */
#include <chipmunk_flock/chipmunk_flock.h>

#include <stdio.h>
#include <stdlib.h>

static int allocations, messages, visits, tasks, looks;

static void *gameRealloc(void *memory, size_t size, void *data) {
	(void)data;
	allocations++;
	if(size > 0) return realloc(memory, size);
	free(memory);
	return NULL;
}

static void gameLog(cpFlockStatus status, const char *message, void *data) {
	(void)status, (void)message, (void)data;
	messages++;
}

static void gameVisit(cpBody *body, cpFlockSpecies species, void *data) {
	(void)body, (void)species, (void)data;
	visits++;
}

static void gameParallelFor(cpFlockTaskFunc func, void *task, int count, void *data) {
	(void)data;
	for(int i = 0; i < count; i++, tasks++) func(task, i);
}

static double gameClock(void *data) {
	(void)data;
	return looks++;
}

static cpFlock *makeFlock(cpSpace *space) {
	cpFlockOptions options = cpFlockOptionsDefault();
	options.realloc = gameRealloc;
	options.log = gameLog;
	cpFlock *flock = NULL;
	cpFlockCreate(space, &options, &flock);
	cpFlockSettings fish = cpFlockSettingsSardine(), shark = cpFlockSettingsShark();
	cpFlockSpecies preys = cpFlockAddSpecies(flock, &fish), hunters = cpFlockAddSpecies(flock, &shark);
	cpFlockSetRelation(flock, preys, hunters, CP_FLOCK_RELATION_EVADE);
	cpFlockSetRelation(flock, hunters, preys, CP_FLOCK_RELATION_PURSUE);
	cpFlockSetBounds(flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, 800, 600));
	cpFlockSetParallelFor(flock, gameParallelFor, NULL);
	cpFlockSetClock(flock, gameClock, NULL);
	cpFlockSetRecording(flock, cpTrue);
	for(int i = 0; i < 300; i++) {
		cpFlockSpawn(flock, i % 100 == 99 ? hunters : preys, cpv(i % 20 * 40, i / 20 * 40), cpv(60, i % 7));
	}
	return flock;
}

static void addRocks(cpSpace *space) {
	cpBody *ground = cpSpaceGetStaticBody(space);
	for(int i = 0; i < 10; i++) cpSpaceAddShape(space, cpCircleShapeNew(ground, 20, cpv(80 * i, 60 * i)));
	cpSpaceAddShape(space, cpSegmentShapeNew(ground, cpvzero, cpv(800, 0), 1));
	cpSpaceAddShape(space, cpBoxShapeNew2(ground, cpBBNew(300, 100, 340, 140), 2));
}

static void freeShape(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	cpSpaceRemoveShape(data, shape);
	cpShapeFree(shape);
}

int main(void) {
	cpSpace *space = cpSpaceNew();
	addRocks(space);
	cpFlock *flock = makeFlock(space);
	for(int frame = 0; frame < 60; frame++) cpSpaceStep(space, (cpFloat)1 / 60);
	cpFlockEachBody(flock, gameVisit, NULL);
	cpFlockSetTarget(flock, 99, cpvzero);
	cpFlockStats stats;
	cpFlockGetStats(flock, &stats);
	cpFlockFree(flock);
	cpBodyEachShape(cpSpaceGetStaticBody(space), freeShape, space);
	cpSpaceFree(space);
	printf("%d allocations, %d messages, %d visits, %d tasks, %d looks at the clock\n", allocations, messages, visits,
		tasks, looks);
	return stats.updates == 60 && allocations > 0 && messages == 1 && visits == 300 && looks > 0 ? 0 : 1;
}
