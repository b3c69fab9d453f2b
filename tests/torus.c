/* SPDX-License-Identifier: MIT */
#include "torus.h"

#include <math.h>
#include <string.h>

const cpBB torusBox = {-130, 70, 510, 490};

static double modulo(double value, double min, double max) {
	double rest = fmod(value - min, max - min);
	if(rest < 0) rest += max - min;
	double result = min + rest;
	return result < max ? result : min;
}

cpVect torusWrap(cpVect point) {
	return cpv(modulo(point.x, torusBox.l, torusBox.r), modulo(point.y, torusBox.b, torusBox.t));
}

cpVect torusWay(cpVect from, cpVect to) {
	cpVect best = cpvsub(to, from);
	for(int x = -5; x <= 5; x++) {
		for(int y = -5; y <= 5; y++) {
			cpVect image = cpv(to.x + x * (torusBox.r - torusBox.l), to.y + y * (torusBox.t - torusBox.b));
			cpVect way = cpvsub(image, from);
			if(cpvlengthsq(way) < cpvlengthsq(best)) best = way;
		}
	}
	return best;
}

/* ---------------------------------------------------------------- one of everything */

static cpFlockSettings settingsOf(TorusSpecies species) {
	cpFlockSettings settings = settingsOff();
	settings.maxForce = CP_FLOCK_UNLIMITED;
	settings.pursuit = rule(CP_FLOCK_UNLIMITED, 200, CP_FLOCK_DIRECTION);
	switch(species) {
	case BIRDS:
		settings.separation = rule(24, 3000, CP_FLOCK_LINEAR);
		settings.alignment = rule(60, 2, CP_FLOCK_LINEAR);
		settings.cohesion = rule(70, 1.5, CP_FLOCK_LINEAR);
		settings.fieldOfView = 5;
		settings.evasion = rule(150, 600, CP_FLOCK_LINEAR);
		settings.evasionPrediction = 1;
		settings.seek = rule(100, 50, CP_FLOCK_STEER);
		settings.wander.weight = 40;
		settings.avoidance.weight = 600;
		break;
	case HAWKS:
		settings.prediction = (cpFloat)0.5;
		settings.avoidance = (cpFlockAvoidance){400, CP_FLOCK_AVOIDANCE_FIELD, 60, 1, 4};
		break;
	case SHARKS:
		settings.target = CP_FLOCK_TARGET_CENTROID;
		settings.pursuit.radius = 250;
		settings.avoidance = (cpFlockAvoidance){400, CP_FLOCK_AVOIDANCE_CENTER, 80, 1, 4};
		break;
	case HOUNDS:
		settings.drive = CP_FLOCK_DRIVE_VELOCITY;
		break;
	case KITES:
		settings.target = CP_FLOCK_TARGET_POINT;
		break;
	default:
		break;
	}
	return settings;
}

static void addSpecies(World *world, cpVect shift) {
	for(int s = 0; s < TORUS_SPECIES; s++) {
		cpFlockSettings settings = settingsOf((TorusSpecies)s);
		CHECK(worldSpecies(world, &settings) == s);
		CHECK_OK(cpFlockSetTarget(world->flock, s, torusWrap(cpvadd(cpv(480, 100), shift))));
		cpBool hunts = s == HAWKS || s == SHARKS || s == HOUNDS;
		if(hunts) CHECK_OK(cpFlockSetRelation(world->flock, s, BIRDS, CP_FLOCK_RELATION_PURSUE));
	}
	CHECK_OK(cpFlockSetRelation(world->flock, BIRDS, HAWKS, CP_FLOCK_RELATION_EVADE));
}

static cpBody *addObstacle(World *world, cpVect position, cpBodyType type) {
	cpBody *body = worldAddBare(world, -1, torusWrap(position), cpvzero);
	cpBodySetType(body, type);
	return body;
}

/* Over the left seam, over a corner, over the lower seam, and one that passes in the middle. */
static void addObstacles(World *world, cpVect shift) {
	cpBody *pillar = addObstacle(world, cpvadd(cpv(-128, 300), shift), CP_BODY_TYPE_STATIC);
	cpSpaceAddShape(world->space, cpCircleShapeNew(pillar, 30, cpvzero));
	cpBody *raft = addObstacle(world, cpvadd(cpv(508, 488), shift), CP_BODY_TYPE_KINEMATIC);
	cpBodySetAngle(raft, (cpFloat)0.3);
	cpBodySetVelocity(raft, cpv(40, -20));
	cpBodySetAngularVelocity(raft, (cpFloat)0.5);
	cpSpaceAddShape(world->space, cpBoxShapeNew(raft, 80, 40, 0));
	cpBody *log = addObstacle(world, cpvadd(cpv(200, 71), shift), CP_BODY_TYPE_STATIC);
	cpSpaceAddShape(world->space, cpSegmentShapeNew(log, cpv(-40, -10), cpv(40, 15), 4));
	cpBody *ball = addObstacle(world, cpvadd(cpv(350, 250), shift), CP_BODY_TYPE_KINEMATIC);
	cpBodySetVelocity(ball, cpv(-90, 30));
	cpSpaceAddShape(world->space, cpCircleShapeNew(ball, 15, cpvzero));
}

Torus torusNew(cpFlockKernel kernel, cpVect shift, cpBool detached) {
	static const int counts[TORUS_SPECIES] = {120, 5, 5, 4, 3};
	Torus torus = {detached ? worldNewDetached() : worldNew(), 0};
	World *world = torus.world;
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, torusBox));
	CHECK_OK(cpFlockSetKernel(world->flock, kernel));
	CHECK_OK(cpFlockSetRecording(world->flock, cpTrue));
	addSpecies(world, shift);
	uint64_t random = 2024;
	for(int s = 0; s < TORUS_SPECIES; s++) {
		for(int i = 0; i < counts[s]; i++) {
			cpVect position = torusWrap(cpvadd(randomPoint(&random, torusBox), shift));
			worldAddBare(world, s, position, randomVect(&random, -70, 70));
		}
	}
	torus.members = world->count;
	addObstacles(world, shift);
	return torus;
}

void torusFree(Torus *torus) {
	worldFree(torus->world);
	torus->world = NULL;
}

/* ---------------------------------------------------------------- brute force */

/* Away from where a threat will be at its closest approach, weighted by how near it is now. */
static void addThreat(TorusSums *sums, cpVect way, cpVect relative, double radius, double prediction) {
	double square = cpvlengthsq(relative), time = square > 0 ? -cpvdot(way, relative) / square : 0;
	cpVect then = cpvadd(way, cpvmult(relative, fmin(fmax(time, 0), prediction)));
	double weight = 1 - cpvlength(way) / radius;
	sums->evasion = cpvadd(sums->evasion, cpvmult(then, -weight / cpvlength(then)));
	sums->evasionSize += weight;
	sums->evasionNoise += 1 / cpvlength(then);
}

static void addNeighbor(TorusSums *sums, cpVect way, cpVect velocity) {
	double d = cpvlength(way);
	sums->separation = cpvadd(sums->separation, cpvmult(way, -1 / (d * d)));
	sums->cohesion = cpvadd(sums->cohesion, way);
	sums->alignment = cpvadd(sums->alignment, velocity);
	sums->separationSize += 1 / d;
	sums->separationNoise += 1 / (d * d);
	sums->cohesionSize += d;
	sums->neighbors++;
}

TorusSums torusSums(const World *world, int i, int count, double radius, double prediction) {
	const cpBody *body = world->bodies[i];
	TorusSums sums;
	memset(&sums, 0, sizeof(sums));
	double shortest = INFINITY;
	for(int j = 0; j < count; j++) {
		if(j == i) continue;
		const cpBody *other = world->bodies[j];
		cpVect way = torusWay(cpBodyGetPosition(body), cpBodyGetPosition(other));
		double d = cpvlength(way);
		if(d < shortest) sums.nearest = way;
		shortest = fmin(shortest, d);
		if(!(d < radius)) continue;
		addNeighbor(&sums, way, cpBodyGetVelocity(other));
		addThreat(&sums, way, cpvsub(cpBodyGetVelocity(other), cpBodyGetVelocity(body)), radius, prediction);
	}
	if(sums.neighbors == 0) return sums;
	sums.cohesion = cpvmult(sums.cohesion, 1.0 / sums.neighbors);
	sums.centroid = sums.cohesion;
	sums.cohesionSize /= sums.neighbors;
	sums.alignment = cpvsub(cpvmult(sums.alignment, 1.0 / sums.neighbors), cpBodyGetVelocity(body));
	return sums;
}

World *torusCrowd(cpFlockKernel kernel, double radius, cpFlockTarget target, cpFlockRelation relation) {
	World *world = worldNewDetached();
	cpFlockSettings settings = settingsOff();
	settings.separation = settings.alignment = settings.cohesion = rule(radius, 1, CP_FLOCK_LINEAR);
	settings.evasion = settings.pursuit = settings.separation;
	settings.evasionPrediction = (cpFloat)0.5;
	settings.maxSpeed = CP_FLOCK_UNLIMITED;
	settings.target = target;
	settings.maxForce = CP_FLOCK_UNLIMITED;
	cpFlockSpecies species = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetRelation(world->flock, species, species, relation));
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, torusBox));
	CHECK_OK(cpFlockSetKernel(world->flock, kernel));
	uint64_t random = 31;
	for(int i = 0; i < 90; i++) {
		cpVect position = randomPoint(&random, torusBox);
		worldAddBare(world, species, position, randomVect(&random, -90, 90));
	}
	worldRecord(world);
	return world;
}
