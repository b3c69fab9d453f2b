/* SPDX-License-Identifier: MIT */
#include "stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

#define PI 3.14159265358979323846

enum { CLUMP_RADIUS = 30 /* px: any two bodies are within 60 px */ };

static void *countingRealloc(void *memory, size_t size, void *data) {
	++*(long *)data;
	if(size > 0) return realloc(memory, size);
	free(memory);
	return NULL;
}

/* A mean of 12 neighbors within 60 px at a uniform start. */
static double sideFor(long bodies) {
	return sqrt((double)bodies * PI * 60.0 * 60.0 / 12.0);
}

/* A direction without trigonometry, whose last digits would be the C library's choice. */
static cpVect randomVelocity(uint64_t *random, double speed) {
	double t = 2.0 * randomUnit(random) - 1.0, sign = randomUnit(random) < 0.5 ? -1.0 : 1.0;
	return cpv(sign * speed * (1.0 - t * t) / (1.0 + t * t), sign * speed * 2.0 * t / (1.0 + t * t));
}

static cpVect randomPlace(const stage *st, uint64_t *random) {
	double x = st->side * randomUnit(random);
	return cpv(x, st->side * randomUnit(random));
}

static cpVect randomInClump(const stage *st, uint64_t *random) {
	for(;;) {
		double x = 2.0 * randomUnit(random) - 1.0, y = 2.0 * randomUnit(random) - 1.0;
		if(x * x + y * y >= 1.0) continue;
		return cpv(0.5 * st->side + x * CLUMP_RADIUS, 0.5 * st->side + y * CLUMP_RADIUS);
	}
}

/* ---------------------------------------------------------------- species */

/* The defaults flock at 60 px, heading and speed limits included. */
static cpFlockSettings birdSettings(void) {
	cpFlockSettings bird = cpFlockSettingsDefault();
	bird.separationFades = cpFalse; /* the ways without the plugin know 1/d */
	bird.minSpeed = 40;
	return bird;
}

/* They look ahead as the sardines do. */
static cpFlockSettings fishSettings(void) {
	cpFlockSettings fish = birdSettings();
	fish.avoidance = cpFlockSettingsSardine().avoidance;
	fish.combine = CP_FLOCK_COMBINE_PRIORITY;
	fish.bodyRadius = 4;
	return fish;
}

typedef struct kind {
	cpFlockSettings settings;
	long count;
} kind;

/* Two hundredths of the mixed scene are hawks, the rest are birds and fish half and half. */
static int kindsOf(const benchCase *c, kind *kinds) {
	kinds[0] = (kind){c->scene == BENCH_FISH ? fishSettings() : birdSettings(), c->bodies};
	if(c->scene != BENCH_MIXED) return 1;
	kinds[1] = (kind){cpFlockSettingsHawk(), (c->bodies + 199) / 200};
	kinds[2] = (kind){fishSettings(), (c->bodies - kinds[1].count) / 2};
	kinds[0].count = c->bodies - kinds[1].count - kinds[2].count;
	return 3;
}

/* ---------------------------------------------------------------- bodies */

static cpBool addBody(stage *st, const kind *k, cpFlockSpecies species, cpVect at, cpVect velocity) {
	cpFloat radius = k->settings.bodyRadius, mass = k->settings.bodyMass;
	cpBody *body = cpBodyNew(mass, cpMomentForCircle(mass, 0, radius, cpvzero));
	if(!body) return cpFalse;
	st->bodies[st->bodyCount++] = cpSpaceAddBody(st->space, body);
	cpBodySetPosition(body, at);
	cpBodySetVelocity(body, velocity);
	cpBodySetAngle(body, cpfatan2(velocity.y, velocity.x));
	if(st->shapes) {
		cpShape *shape = cpSpaceAddShape(st->space, cpCircleShapeNew(body, radius, cpvzero));
		cpShapeSetFilter(shape, cpFlockGetFilter(st->flock));
	}
	return cpFlockAddBody(st->flock, body, species) == CP_FLOCK_OK;
}

static cpBool addKind(stage *st, const benchCase *c, const kind *k, cpFlockSpecies species, uint64_t *random) {
	for(long i = 0; i < k->count; i++) {
		cpVect at = c->scene == BENCH_CLUMP ? randomInClump(st, random) : randomPlace(st, random);
		if(!addBody(st, k, species, at, randomVelocity(random, 80.0))) return cpFalse;
	}
	return cpTrue;
}

static void addObstacle(stage *st, uint64_t *random) {
	double radius = 10.0 + 20.0 * randomUnit(random);
	cpBody *body = cpSpaceAddBody(st->space, cpBodyNewKinematic());
	cpBodySetPosition(body, randomPlace(st, random));
	cpBodySetVelocity(body, randomVelocity(random, 60.0));
	cpSpaceAddShape(st->space, cpCircleShapeNew(body, radius, cpvzero));
	st->obstacles[st->obstacleCount++] = body;
}

static cpBool fill(stage *st, const benchCase *c) {
	uint64_t random = randomSeed(1);
	kind kinds[3];
	cpFlockSpecies species[3];
	int count = kindsOf(c, kinds);
	for(int i = 0; i < count; i++) {
		species[i] = cpFlockAddSpecies(st->flock, &kinds[i].settings);
		if(species[i] < 0) return cpFalse;
	}
	if(count == 3) {
		cpFlockSetRelation(st->flock, species[0], species[1], CP_FLOCK_RELATION_EVADE);
		cpFlockSetRelation(st->flock, species[1], species[0], CP_FLOCK_RELATION_PURSUE);
	}
	st->main = species[0];
	st->settings = kinds[0].settings;
	for(int i = 0; i < count; i++) {
		if(!addKind(st, c, &kinds[i], species[i], &random)) return cpFalse;
	}
	for(long i = 0; i < c->obstacles; i++) addObstacle(st, &random);
	return cpTrue;
}

/* ---------------------------------------------------------------- opening and closing */

static stageStatus openThreads(stage *st, const benchCase *c) {
	if(c->args->openmp) {
		return cpFlockSetThreads(st->flock, (int)c->threads) == CP_FLOCK_OK ? STAGE_OK : STAGE_NO_THREADS;
	}
	if(c->threads == 1) return STAGE_OK;
	st->pool = poolNew((int)c->threads);
	if(!st->pool) return STAGE_NO_MEMORY;
	cpFlockSetParallelFor(st->flock, poolRun, st->pool);
	return STAGE_OK;
}

stageStatus stageOpen(stage *st, const benchCase *c) {
	cpFlockOptions options = cpFlockOptionsDefault();
	memset(st, 0, sizeof(*st));
	options.realloc = countingRealloc;
	options.reallocData = &st->allocations;
	options.publicCallsOnly = c->args->publicCallsOnly;
	options.detached = st->detached = c->args->detached;
	st->shapes = c->scene != BENCH_CLUMP && !st->detached;
	st->side = sideFor(c->bodies);
	st->space = cpSpaceNew();
	st->bodies = calloc((size_t)c->bodies, sizeof(*st->bodies));
	st->obstacles = calloc((size_t)c->obstacles + 1, sizeof(*st->obstacles));
	if(!st->bodies || !st->obstacles || !marksOpen(&st->marks, st->space)) return STAGE_NO_MEMORY;
	if(cpFlockCreate(st->space, &options, &st->flock) != CP_FLOCK_OK) return STAGE_NO_MEMORY;
	if(!marksEnclose(&st->marks, st->space) && !st->detached) return STAGE_NO_PLACE;
	cpFlockSetBounds(st->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, st->side, st->side));
	cpFlockSetKernel(st->flock, c->args->kernel);
	stageStatus status = openThreads(st, c);
	if(status != STAGE_OK) return status;
	return fill(st, c) ? STAGE_OK : STAGE_NO_MEMORY;
}

static void freeShape(cpBody *body, cpShape *shape, void *space) {
	(void)body;
	cpSpaceRemoveShape(space, shape);
	cpShapeFree(shape);
}

/* The first, then from the last on: Chipmunk looks for a body from the beginning of its array and puts the last one into
 * its place, so that in this order it finds each at once. */
static void freeBodies(cpSpace *space, cpBody **bodies, long count) {
	for(long i = count; i > 0; i--) {
		cpBody *body = bodies[i % count];
		cpBodyEachShape(body, freeShape, space);
		cpSpaceRemoveBody(space, body);
		cpBodyFree(body);
	}
	free(bodies);
}

void stageClose(stage *st) {
	cpFlockFree(st->flock);
	poolFree(st->pool);
	freeBodies(st->space, st->obstacles, st->obstacleCount);
	freeBodies(st->space, st->bodies, st->bodyCount);
	marksClose(&st->marks, st->space);
	cpSpaceFree(st->space);
}

/* ---------------------------------------------------------------- steps */

/* Symplectic Euler as Chipmunk has it, in an order of operations that is written down here. */
static void moveBody(cpBody *body) {
	cpVect force = cpBodyGetForce(body), velocity = cpBodyGetVelocity(body), at = cpBodyGetPosition(body);
	double scale = STAGE_STEP / (double)cpBodyGetMass(body);
	velocity = cpv(velocity.x + force.x * scale, velocity.y + force.y * scale);
	cpBodySetVelocity(body, velocity);
	cpBodySetPosition(body, cpv(at.x + velocity.x * STAGE_STEP, at.y + velocity.y * STAGE_STEP));
	cpBodySetAngle(body, cpBodyGetAngle(body) + cpBodyGetAngularVelocity(body) * STAGE_STEP);
	cpBodySetForce(body, cpvzero);
}

static void moveObstacle(stage *st, cpBody *body) {
	cpVect velocity = cpBodyGetVelocity(body), at = cpBodyGetPosition(body);
	cpBodySetPosition(body, cpv(at.x + velocity.x * STAGE_STEP, at.y + velocity.y * STAGE_STEP));
	cpSpaceReindexShapesForBody(st->space, body);
}

/* Obstacles that leave the world come back on the other side. */
static void wrapObstacle(stage *st, cpBody *body) {
	cpVect at = cpBodyGetPosition(body);
	cpVect to = cpv(at.x - st->side * floor(at.x / st->side), at.y - st->side * floor(at.y / st->side));
	if(to.x == at.x && to.y == at.y) return;
	cpBodySetPosition(body, to);
	cpSpaceReindexShapesForBody(st->space, body);
}

void stageStepSpace(stage *st) {
	if(st->detached) {
		cpFlockUpdate(st->flock, STAGE_STEP);
	} else {
		cpSpaceStep(st->space, STAGE_STEP);
	}
}

void stageFinishStep(stage *st) {
	if(st->detached) {
		for(long i = 0; i < st->bodyCount; i++) moveBody(st->bodies[i]);
		for(long i = 0; i < st->obstacleCount; i++) moveObstacle(st, st->obstacles[i]);
	}
	for(long i = 0; i < st->obstacleCount; i++) wrapObstacle(st, st->obstacles[i]);
}

void stageStep(stage *st) {
	stageStepSpace(st);
	stageFinishStep(st);
}

/* ---------------------------------------------------------------- neighbors */

typedef struct census {
	const stage *st;
	int cells;      /* along each side */
	int32_t *first; /* body of each cell, or -1 */
	int32_t *next;  /* body of the same cell, or -1 */
	double square;  /* of the radius */
	int64_t found;
} census;

static int cellOf(const census *c, cpFloat coordinate) {
	int cell = (int)floor((double)coordinate / c->st->side * c->cells) % c->cells;
	return cell < 0 ? cell + c->cells : cell;
}

static void countCell(census *c, long body, int cell) {
	const stage *st = c->st;
	cpVect at = cpBodyGetPosition(st->bodies[body]);
	cpFlockSpecies species = cpFlockGetBodySpecies(st->flock, st->bodies[body]);
	for(int32_t other = c->first[cell]; other >= 0; other = c->next[other]) {
		if(other <= body) continue;
		cpVect delta = cpFlockDelta(st->flock, at, cpBodyGetPosition(st->bodies[other]));
		if(!((double)cpvlengthsq(delta) < c->square)) continue;
		c->found += 2 * (cpFlockGetBodySpecies(st->flock, st->bodies[other]) == species);
	}
}

/* Fewer than three cells along a side are fewer neighbors of a cell. */
static void countBody(census *c, long body) {
	cpVect at = cpBodyGetPosition(c->st->bodies[body]);
	int span = c->cells < 3 ? c->cells : 3;
	int column = cellOf(c, at.x) + c->cells - 1, row = cellOf(c, at.y) + c->cells - 1;
	for(int y = 0; y < span; y++) {
		for(int x = 0; x < span; x++) {
			countCell(c, body, (row + y) % c->cells * c->cells + (column + x) % c->cells);
		}
	}
}

double stageNeighbors(const stage *st, double radius) {
	census c = {st, (int)fmax(1.0, floor(st->side / radius)), NULL, NULL, radius * radius, 0};
	size_t cells = (size_t)c.cells * (size_t)c.cells;
	c.first = malloc(cells * sizeof(*c.first));
	c.next = malloc((size_t)st->bodyCount * sizeof(*c.next));
	if(c.first && c.next) {
		for(size_t i = 0; i < cells; i++) c.first[i] = -1;
		for(long i = st->bodyCount - 1; i >= 0; i--) {
			cpVect at = cpBodyGetPosition(st->bodies[i]);
			int cell = cellOf(&c, at.y) * c.cells + cellOf(&c, at.x);
			c.next[i] = c.first[cell];
			c.first[cell] = (int32_t)i;
		}
		for(long i = 0; i < st->bodyCount; i++) countBody(&c, i);
	}
	cpBool counted = c.first && c.next;
	free(c.first);
	free(c.next);
	return counted ? (double)c.found / (double)st->bodyCount : -1.0;
}
