/* SPDX-License-Identifier: MIT */
#include "school.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "random.h"

#define PI 3.14159265358979323846
#define STEP (1.0 / 60.0)

enum { FISH_TYPE = 1, OBSTACLE_TYPE = 2, MOVERS = 8, ROCKS = 12, MAX_SHAPES = 64 };

const schoolPreset *schoolFindPreset(schoolPreset *storage, const char *name) {
	if(strcmp(name, "natural") == 0) {
		*storage = (schoolPreset){"natural", cpFlockSettingsSardine(), cpFlockSettingsShark()};
		return storage;
	}
	if(strcmp(name, "faithful") == 0) {
		*storage = (schoolPreset){"faithful", cpFlockSettingsMatterFish(), cpFlockSettingsShark()};
		return storage;
	}
	return NULL;
}

const char *schoolSceneName(schoolScene scene) {
	static const char *const names[SCHOOL_SCENES] = {"rocks", "movers", "walls", "shark"};
	return names[scene];
}

/* A patrolling body, turning at the ends of its beat. */
typedef struct mover {
	cpBody *body;
	cpVect from, to;
	double speed;
} mover;

typedef struct basin {
	cpSpace *space;
	cpFlock *flock;
	cpFlockSpecies fish, shark;
	cpBody *bodies[SCHOOL_FISH];
	cpShape *shapes[MAX_SHAPES];
	int shapeCount;
	mover movers[MOVERS];
	int moverCount;
	uint64_t random;
	double maxSpeed;
	double slowSince[SCHOOL_FISH];
	cpBool stuck[SCHOOL_FISH];
	schoolFigures figures;
} basin;

static double uniform(basin *b, double low, double high) {
	return low + (high - low) * randomUnit(&b->random);
}

/* ---------------------------------------------------------------- obstacles */

static cpShape *addObstacle(basin *b, cpShape *shape) {
	cpShapeSetCollisionType(shape, OBSTACLE_TYPE);
	cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, 1, CP_ALL_CATEGORIES));
	b->shapes[b->shapeCount++] = cpSpaceAddShape(b->space, shape);
	return shape;
}

static cpShape *makeRock(basin *b, cpBody *body, cpVect center, double radius, int corners) {
	cpVect points[8];
	if(corners < 3) return cpCircleShapeNew(body, radius, center);
	double turn = uniform(b, 0.0, 2.0 * PI);
	for(int i = 0; i < corners; i++) {
		double angle = turn + 2.0 * PI * i / corners;
		points[i] = cpvadd(center, cpv(cos(angle) * radius, sin(angle) * radius));
	}
	return cpPolyShapeNew(body, corners, points, cpTransformIdentity, 0);
}

static void addRocks(basin *b) {
	for(int i = 0; i < ROCKS; i++) {
		double radius = uniform(b, 18.0, 50.0);
		cpVect center = cpv(uniform(b, 60.0, SCHOOL_WIDTH - 60.0), uniform(b, 60.0, SCHOOL_HEIGHT - 60.0));
		addObstacle(b, makeRock(b, cpSpaceGetStaticBody(b->space), center, radius, i % 2 ? 0 : 3 + i % 5));
	}
}

static void addMover(basin *b, int i) {
	mover *m = &b->movers[b->moverCount++];
	double radius = uniform(b, 15.0, 35.0);
	m->body = cpSpaceAddBody(b->space, cpBodyNewKinematic());
	m->from = cpv(uniform(b, 60.0, SCHOOL_WIDTH - 60.0), uniform(b, 60.0, SCHOOL_HEIGHT - 60.0));
	m->to = cpv(uniform(b, 60.0, SCHOOL_WIDTH - 60.0), uniform(b, 60.0, SCHOOL_HEIGHT - 60.0));
	m->speed = uniform(b, 0.3, 1.0) * b->maxSpeed;
	cpBodySetPosition(m->body, m->from);
	addObstacle(b, makeRock(b, m->body, cpvzero, radius, i % 2 ? 0 : 4));
}

/* Outer walls 10 px thick, a wall with a gap, and a dead end: three sides of a box. */
static void addWalls(basin *b) {
	static const double ends[][4] = {{0, 0, 1280, 0}, {1280, 0, 1280, 720}, {1280, 720, 0, 720}, {0, 720, 0, 0},
		{430, 0, 430, 250}, {430, 470, 430, 720}, {800, 260, 1080, 260}, {1080, 260, 1080, 460}, {800, 460, 1080, 460}};
	for(size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		cpVect from = cpv(ends[i][0], ends[i][1]), to = cpv(ends[i][2], ends[i][3]);
		addObstacle(b, cpSegmentShapeNew(cpSpaceGetStaticBody(b->space), from, to, 10));
	}
}

static void patrol(mover *m) {
	cpVect way = cpvsub(m->to, cpBodyGetPosition(m->body));
	if(cpvlength(way) < m->speed * STEP * 1.5) {
		cpVect turned = m->to;
		m->to = m->from;
		m->from = turned;
		way = cpvsub(m->to, cpBodyGetPosition(m->body));
	}
	cpBodySetVelocity(m->body, cpvmult(cpvnormalize(way), m->speed));
}

/* ---------------------------------------------------------------- the basin */

static cpBool countContact(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)space;
	CP_ARBITER_GET_SHAPES(arbiter, fish, obstacle);
	(void)obstacle;
	basin *b = data;
	if(cpFlockGetBodySpecies(b->flock, cpShapeGetBody(fish)) == b->fish) b->figures.contacts++;
	return cpTrue;
}

static void markFish(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	(void)data;
	cpShapeSetCollisionType(shape, FISH_TYPE);
}

static cpBool isFree(const basin *b, cpVect point, double room) {
	cpPointQueryInfo info;
	for(int i = 0; i < b->shapeCount; i++) {
		if((double)cpShapePointQuery(b->shapes[i], point, &info) < room) return cpFalse;
	}
	return cpTrue;
}

/* One school in a disc, where no obstacle is. */
static void addFish(basin *b, const schoolPreset *preset, schoolScene scene) {
	double heading = uniform(b, 0.0, 2.0 * PI), cruise = fmin(0.6 * b->maxSpeed, 120.0);
	cpVect center = scene == SCHOOL_WALLS ? cpv(215, 360) : cpv(SCHOOL_WIDTH / 2.0, SCHOOL_HEIGHT / 2.0);
	for(int i = 0; i < SCHOOL_FISH;) {
		double angle = uniform(b, 0.0, 2.0 * PI), radius = 180.0 * sqrt(randomUnit(&b->random));
		cpVect at = cpvadd(center, cpv(cos(angle) * radius, sin(angle) * radius));
		if(!isFree(b, at, 25.0)) continue;
		cpVect velocity = cpv(cos(heading) * cruise, sin(heading) * cruise);
		b->bodies[i] = cpFlockSpawn(b->flock, b->fish, at, velocity);
		cpBodyEachShape(b->bodies[i++], markFish, NULL);
	}
	if(scene == SCHOOL_SHARK) cpFlockSpawn(b->flock, b->shark, cpv(100, 100), cpv((double)preset->shark.minSpeed, 0));
}

static void openBasin(basin *b, const schoolPreset *preset, schoolScene scene, unsigned seed) {
	memset(b, 0, sizeof(*b));
	b->random = randomSeed(seed);
	b->space = cpSpaceNew();
	b->flock = cpFlockNew(b->space);
	cpFlockSetSeed(b->flock, seed);
	if(scene != SCHOOL_WALLS) {
		cpFlockSetBounds(b->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, SCHOOL_WIDTH, SCHOOL_HEIGHT));
	}
	b->fish = cpFlockAddSpecies(b->flock, &preset->fish);
	b->shark = cpFlockAddSpecies(b->flock, &preset->shark);
	cpFlockSetRelation(b->flock, b->fish, b->shark, CP_FLOCK_RELATION_EVADE);
	cpFlockSetRelation(b->flock, b->shark, b->fish, CP_FLOCK_RELATION_PURSUE);
	b->maxSpeed = fmin((double)preset->fish.maxSpeed, 240.0);
	if(scene == SCHOOL_ROCKS) addRocks(b);
	for(int i = 0; i < MOVERS && (scene == SCHOOL_MOVERS || scene == SCHOOL_SHARK); i++) addMover(b, i);
	if(scene == SCHOOL_WALLS) addWalls(b);
	addFish(b, preset, scene);
	cpCollisionHandler *handler = cpSpaceAddCollisionHandler(b->space, FISH_TYPE, OBSTACLE_TYPE);
	handler->beginFunc = countContact;
	handler->userData = b;
}

static void closeBasin(basin *b) {
	cpFlockFree(b->flock);
	for(int i = 0; i < b->shapeCount; i++) {
		cpSpaceRemoveShape(b->space, b->shapes[i]);
		cpShapeFree(b->shapes[i]);
	}
	for(int i = 0; i < b->moverCount; i++) {
		cpSpaceRemoveBody(b->space, b->movers[i].body);
		cpBodyFree(b->movers[i].body);
	}
	cpSpaceFree(b->space);
}

static void watchSpeeds(basin *b, double time) {
	for(int i = 0; i < SCHOOL_FISH; i++) {
		if((double)cpvlength(cpBodyGetVelocity(b->bodies[i])) > 0.05 * b->maxSpeed) b->slowSince[i] = time;
		if(time - b->slowSince[i] > 2.0) b->stuck[i] = cpTrue;
	}
}

static cpBool isOutside(cpVect p) {
	return p.x < 0 || p.y < 0 || p.x > SCHOOL_WIDTH || p.y > SCHOOL_HEIGHT;
}

schoolFigures schoolSwim(const schoolPreset *preset, schoolScene scene, unsigned seed) {
	enum { STEPS = 3600, SAMPLE = 15, FROM = 600 };
	basin b;
	cpFlockMetrics metrics = {0};
	double split = 0.0;
	int samples = 0, whole = 0;
	openBasin(&b, preset, scene, seed);
	for(int step = 1; step <= STEPS; step++) {
		for(int i = 0; i < b.moverCount; i++) patrol(&b.movers[i]);
		cpSpaceStep(b.space, STEP);
		watchSpeeds(&b, step * STEP);
		if(step < FROM || step % SAMPLE != 0) continue;
		cpFlockMeasure(b.flock, b.fish, preset->fish.cohesion.radius, &metrics);
		cpBool isWhole = metrics.largestGroup >= 0.9 * SCHOOL_FISH;
		split = isWhole ? 0.0 : split + SAMPLE * STEP;
		b.figures.splitTime = fmax(b.figures.splitTime, split);
		b.figures.polarization += (double)metrics.polarization;
		whole += isWhole;
		samples++;
	}
	b.figures.fishSeconds = SCHOOL_FISH * STEPS * STEP;
	b.figures.wholeShare = (double)whole / samples;
	b.figures.polarization /= samples;
	b.figures.meanSpeed = (double)metrics.meanSpeed;
	for(int i = 0; i < SCHOOL_FISH; i++) {
		b.figures.stuck += b.stuck[i] ? 1.0 / SCHOOL_FISH : 0.0;
		b.figures.escaped += scene == SCHOOL_WALLS && isOutside(cpBodyGetPosition(b.bodies[i]));
	}
	schoolFigures figures = b.figures;
	closeBasin(&b);
	return figures;
}
