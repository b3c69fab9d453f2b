/* SPDX-License-Identifier: MIT */
#include "common.h"

#include "../random.h"

cpBody *flockSpawnAnywhere(flockWorld *world, cpFlockSpecies species, cpFloat speed) {
	cpVect position = cpv(RandomBetween(&world->random, world->bounds.l, world->bounds.r),
		RandomBetween(&world->random, world->bounds.b, world->bounds.t));
	cpFloat heading = RandomBetween(&world->random, -CP_PI, CP_PI);
	return cpFlockSpawn(world->flock, species, position, cpvmult(cpvforangle(heading), speed));
}

typedef struct surplus {
	cpFlock *flock;
	cpFlockSpecies species;
	int count;
} surplus;

static void DespawnSurplus(cpBody *body, cpFlockSpecies species, void *data) {
	surplus *left = data;
	if(species != left->species || left->count <= 0) return;
	cpFlockDespawn(left->flock, body);
	left->count--;
}

cpBool flockKeepCount(flockWorld *world, cpFlockSpecies species, int count, flockSpawnFunc spawn) {
	int present = cpFlockGetBodyCount(world->flock, species);
	for(; present < count; present++) {
		if(!spawn(world, species)) return cpFalse;
	}
	surplus left = {world->flock, species, present - count};
	if(left.count > 0) cpFlockEachBody(world->flock, DespawnSurplus, &left);
	return cpTrue;
}

void flockScaleSettings(cpFlockSettings *settings, cpFloat factor) {
	cpFlockRule *const rules[] = {
		&settings->separation, &settings->alignment, &settings->cohesion, &settings->evasion, &settings->pursuit};
	for(int i = 0; i < 5; i++) {
		if(rules[i]->radius < CP_FLOCK_UNLIMITED) rules[i]->radius *= factor;
	}
	settings->separation.weight *= factor * factor;
	settings->evasion.weight *= factor;
	settings->pursuit.weight *= factor;
	settings->wander.weight *= factor;
	settings->wander.scale *= factor;
	settings->maxForce *= factor;
	settings->minSpeed *= factor;
	settings->maxSpeed *= factor;
}

cpBool flockMakeTorus(flockWorld *world, cpFloat width, cpFloat height, int bodies, int crowd) {
	cpFloat scale = bodies > crowd ? cpfsqrt((cpFloat)bodies / (cpFloat)crowd) : (cpFloat)1.0;
	world->bounds = cpBBNew(0.0, 0.0, width * scale, height * scale);
	// Nothing collides here.
	cpSpaceSetIterations(world->space, 1);
	// Bodies of one small size in great numbers are what a hash is better at than Chipmunk's tree.
	if(bodies > crowd) cpSpaceUseSpatialHash(world->space, 20.0, 3 * bodies);
	return cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, world->bounds) == CP_FLOCK_OK;
}

cpBool flockAddHunt(flockWorld *world, flockHunt *hunt, const cpFlockSettings *prey, const cpFlockSettings *predator) {
	hunt->prey = cpFlockAddSpecies(world->flock, prey);
	hunt->predator = cpFlockAddSpecies(world->flock, predator);
	if(hunt->prey < 0 || hunt->predator < 0) return cpFalse;
	world->measured = hunt->prey;
	world->linkRadius = prey->cohesion.radius;
	return cpFlockSetRelation(world->flock, hunt->prey, hunt->predator, CP_FLOCK_RELATION_EVADE) == CP_FLOCK_OK &&
		   cpFlockSetRelation(world->flock, hunt->predator, hunt->prey, CP_FLOCK_RELATION_PURSUE) == CP_FLOCK_OK;
}

void flockSetHunt(
	flockWorld *world, const flockHunt *hunt, const cpFlockSettings *prey, const cpFlockSettings *predator) {
	cpFlockSetSettings(world->flock, hunt->prey, prey);
	cpFlockSetSettings(world->flock, hunt->predator, predator);
	world->linkRadius = prey->cohesion.radius;
}
