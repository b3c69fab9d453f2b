/* SPDX-License-Identifier: MIT
 * Presets: our own birds and hawk, and species of published programs with their arithmetic and units carried over. */
#include "cpFlockInternal.h"

cpFlockSettings cpFlockSettingsBird(void) {
	cpFlockSettings bird = cpFlockSettingsDefault();
	bird.separationFades = cpFalse;
	bird.separation = (cpFlockRule){36, 5500, CP_FLOCK_LINEAR};
	bird.alignment = (cpFlockRule){90, (cpFloat)3.5, CP_FLOCK_LINEAR};
	bird.cohesion = (cpFlockRule){90, (cpFloat)0.8, CP_FLOCK_LINEAR};
	bird.evasion = (cpFlockRule){115, 2500, CP_FLOCK_LINEAR};
	bird.evasionPrediction = 1;
	bird.wander = (cpFlockWander){40, 3, 800};
	bird.maxForce = 600;
	bird.minSpeed = 90;
	bird.maxSpeed = 170;
	bird.maxTurnRate = 5;
	return bird;
}

cpFlockSettings cpFlockSettingsHawk(void) {
	cpFlockSettings hawk = cpFlockSettingsDefault();
	hawk.separationFades = cpFalse;
	hawk.separation = (cpFlockRule){60, 6000, CP_FLOCK_LINEAR};
	hawk.alignment.weight = 0;
	hawk.cohesion.weight = 0;
	hawk.pursuit = (cpFlockRule){400, 300, CP_FLOCK_DIRECTION};
	hawk.prediction = (cpFloat)0.5;
	hawk.wander = (cpFlockWander){80, 2, 0};
	hawk.maxForce = 300;
	hawk.minSpeed = 90;
	hawk.maxSpeed = 165;
	hawk.maxTurnRate = (cpFloat)2.2;
	hawk.bodyRadius = 10;
	hawk.bodyMass = 4;
	return hawk;
}

cpFlockSettings cpFlockSettingsSardine(void) {
	cpFlockSettings sardine = cpFlockSettingsDefault();
	sardine.separationFades = cpFalse;
	sardine.separation = (cpFlockRule){30, 4000, CP_FLOCK_LINEAR};
	sardine.alignment = (cpFlockRule){90, 2, CP_FLOCK_LINEAR};
	sardine.cohesion = (cpFlockRule){220, (cpFloat)1.2, CP_FLOCK_LINEAR};
	sardine.evasion = (cpFlockRule){100, 1500, CP_FLOCK_LINEAR};
	sardine.evasionPrediction = 1;
	sardine.wander = (cpFlockWander){12, 3, 500};
	sardine.avoidance = (cpFlockAvoidance){900, CP_FLOCK_AVOIDANCE_SWEEP, 20, (cpFloat)1.4, 7};
	sardine.combine = CP_FLOCK_COMBINE_PRIORITY;
	sardine.maxForce = 900;
	sardine.minSpeed = 30;
	sardine.maxSpeed = 110;
	sardine.maxTurnRate = 12;
	sardine.bodyRadius = 4;
	return sardine;
}

cpFlockSettings cpFlockSettingsShark(void) {
	cpFlockSettings shark = cpFlockSettingsHawk();
	shark.avoidance = (cpFlockAvoidance){500, CP_FLOCK_AVOIDANCE_SWEEP, 30, 1, 8};
	shark.combine = CP_FLOCK_COMBINE_PRIORITY;
	shark.maxForce = 500;
	shark.minSpeed = 40;
	shark.maxSpeed = 100;
	shark.maxTurnRate = 4;
	shark.bodyRadius = 12;
	return shark;
}

/* ---------------------------------------------------------------- Matter.js */

/* A step of Matter.js is 1000 / 60 ms; velocities are px per step, and a force changes them by F / m * (1000 / 60)^2
 * px/step per step. So v_C = 60 v_M in px/s, and a_C = 1e6 F_M / m in px/s^2. */
#define FLK_MATTER_SPEED 60.0
#define FLK_MATTER_FORCE 1e6

/* Matter's circles are polygons: 10 sides at radius 5 and 6, 16 at radius 15; density 0.001. */
#define FLK_MATTER_BIRD_MASS 0.07346939
#define FLK_MATTER_PREDATOR_MASS 0.688846648
#define FLK_MATTER_FISH_MASS 0.10579758

/* frictionAir takes its share of the velocity in every step. */
static cpFloat flkMatterDamping(double frictionAir) {
	return (cpFloat)pow(1.0 - frictionAir, 60.0);
}

static cpFlockRule flkMatterRule(double radius, double force, double mass) {
	return (cpFlockRule){(cpFloat)radius, (cpFloat)(FLK_MATTER_FORCE * force / mass), CP_FLOCK_DIRECTION};
}

/* What Matter does to any body that a before-update handler steers: no limits but the handler's own. */
static cpFlockSettings flkMatterBody(double mass, double radius, double frictionAir) {
	cpFlockSettings body = cpFlockSettingsDefault();
	body.separationFades = cpFalse;
	body.separation.weight = body.alignment.weight = body.cohesion.weight = body.evasion.weight = 0;
	body.pursuit.weight = 0;
	body.coincidence = CP_FLOCK_COINCIDENCE_IGNORE;
	body.containmentWeight = 0;
	body.maxForce = CP_FLOCK_UNLIMITED;
	body.maxSpeed = CP_FLOCK_UNLIMITED;
	body.speedLimit = CP_FLOCK_SPEED_LIMIT_BEFORE;
	body.heading = CP_FLOCK_HEADING_NONE;
	body.damping = flkMatterDamping(frictionAir);
	body.bodyMass = (cpFloat)mass;
	body.bodyRadius = (cpFloat)radius;
	return body;
}

cpFlockSettings cpFlockSettingsMatterBird(void) {
	double mass = FLK_MATTER_BIRD_MASS;
	cpFlockSettings bird = flkMatterBody(mass, 5.0, 0.02);
	bird.separation = flkMatterRule(60.0, 0.0015, mass);
	bird.alignment = flkMatterRule(60.0, 0.001, mass);
	bird.cohesion = flkMatterRule(60.0, 0.0008, mass);
	bird.evasion = flkMatterRule(150.0, 0.006, mass);
	bird.maxSpeed = (cpFloat)(4.0 * FLK_MATTER_SPEED);
	bird.heading = CP_FLOCK_HEADING_ANGLE;
	bird.headingMinSpeed = (cpFloat)(0.1 * FLK_MATTER_SPEED);
	return bird;
}

cpFlockSettings cpFlockSettingsMatterPredator(void) {
	cpFlockSettings predator = flkMatterBody(FLK_MATTER_PREDATOR_MASS, 15.0, 0.01);
	predator.drive = CP_FLOCK_DRIVE_VELOCITY;
	predator.chaseSpeed = (cpFloat)(2.5 * FLK_MATTER_SPEED);
	return predator;
}

cpFlockSettings cpFlockSettingsMatterFish(void) {
	double mass = FLK_MATTER_FISH_MASS;
	cpFlockSettings fish = flkMatterBody(mass, 6.0, 0.05);
	fish.cohesion = flkMatterRule(100.0, 0.0003, mass);
	fish.coincidence = CP_FLOCK_COINCIDENCE_COUNT;
	fish.avoidance.mode = CP_FLOCK_AVOIDANCE_CENTER;
	fish.avoidance.weight = (cpFloat)(FLK_MATTER_FORCE * 0.002 / mass);
	fish.avoidance.lookAhead = 60;
	fish.filter = cpShapeFilterNew(CP_NO_GROUP, 2, 1);
	fish.heading = CP_FLOCK_HEADING_ANGLE;
	fish.headingMinSpeed = (cpFloat)(0.1 * FLK_MATTER_SPEED);
	return fish;
}

/* ---------------------------------------------------------------- p5.js */

cpFlockSettings cpFlockSettingsP5Boid(void) {
	const double speed = 60.0, acceleration = 3600.0; /* frames/s and its square */
	cpFlockSettings boid = cpFlockSettingsDefault();
	boid.separationFades = cpFalse;
	boid.separation = (cpFlockRule){24, (cpFloat)1.5, CP_FLOCK_STEER};
	boid.alignment = (cpFlockRule){60, 1, CP_FLOCK_STEER};
	boid.cohesion = (cpFlockRule){60, 1, CP_FLOCK_STEER};
	boid.seesOverSeam = cpFalse;
	boid.coincidence = CP_FLOCK_COINCIDENCE_IGNORE;
	boid.steerRate = (cpFloat)speed;
	boid.maxSteer = (cpFloat)(0.08 * acceleration);
	boid.maxForce = (cpFloat)(0.08 * 2.5 * acceleration);
	boid.maxSpeed = (cpFloat)(2.3 * speed);
	boid.headingMinSpeed = 0;
	return boid;
}

/* ---------------------------------------------------------------- WebGPU */

cpFlockSettings cpFlockSettingsWebGpuBoid(cpFloat worldSize) {
	const double size = (double)worldSize, frames = 60.0;
	cpFlockSettings boid = cpFlockSettingsDefault();
	boid.separationFades = cpFalse;
	/* The raw sum of separation is in 1 / px: once S for it, once S for the velocity in worlds per second. */
	boid.separation = (cpFlockRule){(cpFloat)(0.025 * size), (cpFloat)(0.0008 * frames * size * size), CP_FLOCK_LINEAR};
	boid.alignment = (cpFlockRule){(cpFloat)(0.12 * size), (cpFloat)(0.0004 * frames), CP_FLOCK_LINEAR};
	boid.cohesion = (cpFlockRule){(cpFloat)(0.12 * size), (cpFloat)(0.0002 * frames), CP_FLOCK_LINEAR};
	boid.minDistance = (cpFloat)(0.0001 * size);
	boid.coincidence = CP_FLOCK_COINCIDENCE_IGNORE;
	boid.maxForce = CP_FLOCK_UNLIMITED;
	boid.minSpeed = (cpFloat)(0.12 * 0.5 * size);
	boid.maxSpeed = (cpFloat)(0.12 * 1.5 * size);
	boid.headingMinSpeed = 0;
	boid.bodyRadius = (cpFloat)(0.005 * size);
	return boid;
}

/* The shader's hash of two numbers, as a number in [0, 1]. */
static double flkWebGpuHash(uint32_t x, uint32_t y) {
	uint32_t hash = x * UINT32_C(374761393) + y * UINT32_C(668265263);
	hash = (hash ^ (hash >> 13)) * UINT32_C(1274126177);
	return (double)(hash ^ (hash >> 16)) / 4294967295.0;
}

void cpFlockWebGpuStart(uint32_t agent, cpFloat worldSize, cpVect *position, cpVect *velocity) {
	double size = (double)worldSize;
	if(position) {
		*position = cpv((cpFloat)(flkWebGpuHash(agent, 0) * size), (cpFloat)(flkWebGpuHash(agent, 1) * size));
	}
	if(velocity) {
		double angle = flkWebGpuHash(agent, 2) * 6.283185, speed = (0.12 + flkWebGpuHash(agent, 3) * 0.08) * size;
		*velocity = cpv((cpFloat)(cos(angle) * speed), (cpFloat)(sin(angle) * speed));
	}
}
