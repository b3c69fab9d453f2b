/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include <math.h>

const cpBB caseScreen = {0, 0, 800, 600};

cpFlockSettings caseSettings(void) {
	cpFlockSettings settings = caseSettingsOff();
	/* one unit of separation is 2000 px^2/s^2, of alignment 2 1/s, of cohesion 1.5 1/s^2: with those a school forms */
	settings.separation = rule(20, 1.5 * 2000, CP_FLOCK_LINEAR);
	settings.alignment = rule(60, 1 * 2, CP_FLOCK_LINEAR);
	settings.cohesion = rule(60, 1 * 1.5, CP_FLOCK_LINEAR);
	return settings;
}

cpFlockSettings caseSettingsOff(void) {
	cpFlockSettings settings = settingsOff();
	settings.heading = CP_FLOCK_HEADING_SPIN;
	settings.avoidance = (cpFlockAvoidance){240, CP_FLOCK_AVOIDANCE_SWEEP, 80, 0, 4};
	settings.containmentWeight = cpFlockSettingsDefault().containmentWeight;
	settings.maxForce = 240;
	settings.minSpeed = 0;
	settings.maxSpeed = CASE_MAX_SPEED;
	settings.bodyRadius = 4;
	settings.bodyMass = 1;
	return settings;
}

World *caseWorld(const cpFlockSettings *settings, cpFlockBounds bounds) {
	World *world = worldNew();
	worldSpecies(world, settings);
	CHECK_OK(cpFlockSetBounds(world->flock, bounds, caseScreen));
	return world;
}

void caseDisc(World *world, cpFlockSpecies species, int count, cpVect center, double radius, cpVect velocity) {
	uint64_t random = 12;
	while(count > 0) {
		cpVect offset = randomVect(&random, -radius, radius);
		if(cpvlength(offset) >= radius) continue;
		cpBody *body = worldAdd(world, species, cpvadd(center, offset), velocity);
		cpBodySetAngle(body, cpvtoangle(velocity));
		count--;
	}
}

void caseScatter(World *world, cpFlockSpecies species, int count, cpBB bb, double speed, uint64_t seed) {
	for(int i = 0; i < count; i++) {
		cpVect position = randomPoint(&seed, bb);
		worldAdd(world, species, position, randomVect(&seed, -speed, speed));
	}
}

void caseFrames(World *world, int frames) {
	for(int frame = 0; frame < frames; frame++) {
		worldStep(world, 1);
		for(int i = 0; i < world->count; i++) {
			const cpBody *body = world->bodies[i];
			if(!body || !cpFlockContainsBody(world->flock, body)) continue;
			CHECK(cpvlength(cpBodyGetVelocity(body)) <= CASE_MAX_SPEED * (1 + 1e-6));
		}
	}
}

double caseOrder(const World *world) {
	cpVect sum = cpvzero;
	double speeds = 0;
	for(int i = 0; i < world->count; i++) {
		const cpBody *body = world->bodies[i];
		if(!body || !cpFlockContainsBody(world->flock, body)) continue;
		sum = cpvadd(sum, cpBodyGetVelocity(body));
		speeds += cpvlength(cpBodyGetVelocity(body));
	}
	return speeds > 0 ? cpvlength(sum) / speeds : 0;
}

double caseTurn(cpVect from, cpVect to) {
	return atan2(cpvcross(from, to), cpvdot(from, to));
}

double caseMeanPairDistance(const World *world) {
	double sum = 0;
	int pairs = 0;
	for(int i = 0; i < world->count; i++) {
		for(int k = 0; k < i; k++, pairs++) {
			sum += cpvdist(cpBodyGetPosition(world->bodies[i]), cpBodyGetPosition(world->bodies[k]));
		}
	}
	return sum / pairs;
}
