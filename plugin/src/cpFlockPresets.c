/* SPDX-License-Identifier: MIT
 * Presets: our own birds and hawk, and species of published programs with their arithmetic and units carried over. */
#include "cpFlockInternal.h"

cpFlockSettings cpFlockSettingsBird(void) {
	cpFlockSettings bird = cpFlockSettingsDefault();
	bird.separation = (cpFlockRule){36, 5500, CP_FLOCK_LINEAR};
	bird.alignment = (cpFlockRule){90, (cpFloat)3.5, CP_FLOCK_LINEAR};
	bird.cohesion = (cpFlockRule){90, (cpFloat)0.8, CP_FLOCK_LINEAR};
	bird.evasion = (cpFlockRule){115, 2500, CP_FLOCK_LINEAR};
	bird.evasionPrediction = 1;
	bird.wander = (cpFlockWander){50, 3, 1000};
	bird.maxForce = 600;
	bird.minSpeed = 90;
	bird.maxSpeed = 170;
	bird.maxTurnRate = 5;
	return bird;
}

cpFlockSettings cpFlockSettingsHawk(void) {
	cpFlockSettings hawk = cpFlockSettingsDefault();
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

/* ---------------------------------------------------------------- Matter.js */

/* A step of Matter.js is 1000 / 60 ms; velocities are px per step, and a force changes them by F / m * (1000 / 60)^2
 * px/step per step. So v_C = 60 v_M in px/s, and a_C = 1e6 F_M / m in px/s^2. */
#define FLK_MATTER_SPEED 60.0
#define FLK_MATTER_FORCE 1e6

/* Matter's circles are polygons: 10 sides at radius 5, 16 at radius 15; density 0.001. */
#define FLK_MATTER_BIRD_MASS 0.07346939
#define FLK_MATTER_PREDATOR_MASS 0.688846648

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
