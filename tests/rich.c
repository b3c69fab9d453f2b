/* SPDX-License-Identifier: MIT */
#include "rich.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- species */

static void addSpecies(World *world) {
	cpFlockSettings bird = cpFlockSettingsBird(), hawk = cpFlockSettingsHawk(), fish = cpFlockSettingsSardine();
	cpFlockSettings drifter = cpFlockSettingsDefault(), loner = cpFlockSettingsDefault(), rester = settingsOff();
	bird.minSpeed = 110; /* close together, so that both limits are hit */
	bird.maxSpeed = 130;
	drifter.heading = CP_FLOCK_HEADING_ANGLE;
	drifter.speedLimit = CP_FLOCK_SPEED_LIMIT_BEFORE;
	drifter.fieldOfView = 4;
	loner.heading = CP_FLOCK_HEADING_NONE;
	loner.wander = (cpFlockWander){60, 2, 0};
	loner.damping = (cpFloat)0.7;
	rester.heading = CP_FLOCK_HEADING_SPIN;
	const cpFlockSettings *const all[RICH_SPECIES] = {&bird, &hawk, &fish, &drifter, &loner, &rester};
	for(int s = 0; s < RICH_SPECIES; s++) CHECK(worldSpecies(world, all[s]) == s);
	CHECK_OK(cpFlockSetRelation(world->flock, RICH_BIRD, RICH_HAWK, CP_FLOCK_RELATION_EVADE));
	CHECK_OK(cpFlockSetRelation(world->flock, RICH_FISH, RICH_HAWK, CP_FLOCK_RELATION_EVADE));
	CHECK_OK(cpFlockSetRelation(world->flock, RICH_HAWK, RICH_BIRD, CP_FLOCK_RELATION_PURSUE));
	CHECK_OK(cpFlockSetRelation(world->flock, RICH_LONER, RICH_DRIFTER, CP_FLOCK_RELATION_SEPARATE));
}

/* ---------------------------------------------------------------- bodies */

static void dampedVelocity(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	cpBodyUpdateVelocity(body, gravity, damping * (cpFloat)0.99, dt);
}

/* A circle that hits others; the one of worldAdd() passes through its flockmates. */
static cpBody *addSolid(World *world, cpFlockSpecies species, cpVect position, cpVect velocity) {
	cpBody *body = worldAddBare(world, species, position, velocity);
	cpShape *shape = cpSpaceAddShape(world->space, cpCircleShapeNew(body, 4, cpvzero));
	cpShapeSetFriction(shape, (cpFloat)0.6);
	cpShapeSetElasticity(shape, (cpFloat)0.5);
	return body;
}

static cpBody *addDrifter(World *world, cpVect position, cpVect velocity) {
	cpBody *body = worldAdd(world, RICH_DRIFTER, position, velocity);
	cpBodySetCenterOfGravity(body, cpv(1, -2));
	cpBodySetVelocityUpdateFunc(body, dampedVelocity);
	return body;
}

static cpBody *addMember(World *world, cpFlockSpecies species, cpVect position, cpVect velocity) {
	switch(species) {
	case RICH_FISH:
	case RICH_LONER:
		return addSolid(world, species, position, velocity);
	case RICH_DRIFTER:
		return addDrifter(world, position, velocity);
	case RICH_RESTER:
		return worldAddBare(world, species, position, cpvzero); /* touched by nobody, see rich.h */
	default:
		return worldAdd(world, species, position, velocity);
	}
}

static void addRock(World *world, cpVect position, double radius) {
	cpBody *rock = worldAddBare(world, -1, position, cpvzero);
	cpSpaceAddShape(world->space, cpCircleShapeNew(rock, radius, cpvzero));
	cpBodySetType(rock, CP_BODY_TYPE_STATIC);
}

/* Species take turns, so that none is one piece in the order of joining. */
static void addAll(World *world, int scale, cpBB bb, uint64_t random) {
	static const int numbers[RICH_SPECIES] = {30, 1, 18, 10, 8, 6};
	for(int round = 0; round < scale; round++) {
		for(int s = 0; s < RICH_SPECIES; s++) {
			for(int i = 0; i < numbers[s]; i++) {
				cpVect position = randomPoint(&random, bb);
				cpBody *body = addMember(world, s, position, randomVect(&random, -100, 100));
				cpBodySetAngle(body, randomIn(&random, -3, 3));
				if(i % 5 == 1) cpBodySetMass(body, (cpFloat)2.5);
			}
		}
		addRock(world, randomPoint(&random, bb), 15);
		addSolid(world, -1, randomPoint(&random, bb), cpvzero);
	}
}

World *richNew(const cpFlockOptions *options, int scale, cpFlockBounds bounds) {
	World *world = calloc(1, sizeof(*world));
	CHECK(world);
	world->space = cpSpaceNew();
	CHECK_OK(cpFlockCreate(world->space, options, &world->flock));
	double half = 160 * sqrt((double)scale);
	cpBB bb = cpBBNew(-half, -half, half, half);
	addSpecies(world);
	CHECK_OK(cpFlockSetBounds(world->flock, bounds, bb));
	addAll(world, scale, bb, 11);
	return world;
}

/* ---------------------------------------------------------------- flying */

void richDrive(World *world, int step) {
	for(int i = step % 7; i < world->count; i += 7) {
		cpBody *body = world->bodies[i];
		if(cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC) continue;
		cpFlockSpecies species = cpFlockGetBodySpecies(world->flock, body);
		if(species < 0 || species == RICH_RESTER) continue;
		cpVect point = cpvadd(cpBodyGetPosition(body), cpv(3, 1));
		cpBodyApplyForceAtWorldPoint(body, cpv(40 - i % 80, 25), point);
		if(i % 3 == 0) cpBodySetTorque(body, 30);
	}
}

void richStep(World *world, int step) {
	richDrive(world, step);
	worldStep(world, 1);
}

/* ---------------------------------------------------------------- comparing */

enum { FIGURES = 7 };

static void figuresOf(cpBody *body, double figures[FIGURES]) {
	cpVect p = cpBodyGetPosition(body), v = cpBodyGetVelocity(body);
	double all[FIGURES] = {
		p.x, p.y, v.x, v.y, cpBodyGetAngle(body), cpBodyGetAngularVelocity(body), cpBodyIsSleeping(body)};
	memcpy(figures, all, sizeof(all));
}

int richDiffers(const World *a, const World *b) {
	CHECK(a->count == b->count);
	for(int i = 0; i < a->count; i++) {
		double one[FIGURES], other[FIGURES];
		figuresOf(a->bodies[i], one);
		figuresOf(b->bodies[i], other);
		if(memcmp(one, other, sizeof(one)) != 0) return i;
	}
	return -1;
}

uint64_t richHash(const World *world) {
	uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
	for(int i = 0; i < world->count; i++) {
		double figures[FIGURES];
		unsigned char bytes[sizeof(figures)];
		figuresOf(world->bodies[i], figures);
		memcpy(bytes, figures, sizeof(bytes));
		for(size_t k = 0; k < sizeof(bytes); k++) hash = (hash ^ bytes[k]) * UINT64_C(0x100000001b3);
	}
	return hash;
}

int richCountAsleep(const World *world) {
	int asleep = 0;
	for(int i = 0; i < world->count; i++) asleep += cpBodyIsSleeping(world->bodies[i]);
	return asleep;
}
