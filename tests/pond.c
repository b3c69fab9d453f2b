/* SPDX-License-Identifier: MIT */
#include "pond.h"

#include <math.h>

cpFlockSettings pondSettings(cpFlockAvoidanceMode mode) {
	cpFlockSettings settings = settingsOff();
	settings.avoidance = (cpFlockAvoidance){WEIGHT, mode, AHEAD, (cpFloat)AHEAD_TIME, CLEARANCE};
	settings.bodyRadius = RADIUS;
	return settings;
}

World *pondNew(cpFlockAvoidanceMode mode, cpVect position, cpVect velocity) {
	World *world = worldNewDetached();
	cpFlockSettings settings = pondSettings(mode);
	worldAdd(world, worldSpecies(world, &settings), position, velocity);
	return world;
}

cpFlockSteering pondLook(World *world) {
	worldRecord(world);
	cpFlockSteering steering = steeringOf(world, world->bodies[0]);
	CHECK(isfinite(steering.avoidance.x) && isfinite(steering.avoidance.y));
	CHECK(isfinite(steering.lookPoint.x) && isfinite(steering.lookPoint.y));
	CHECK(isfinite(steering.lookNormal.x) && isfinite(steering.lookNormal.y));
	return steering;
}

double pondFar(cpVect velocity) {
	return AHEAD + AHEAD_TIME * cpvlength(velocity);
}

cpBody *addObstacle(World *world, cpBodyType type, cpVect position, double angle, cpVect velocity) {
	cpBody *body = worldAddBare(world, -1, position, cpvzero);
	cpBodySetAngle(body, angle);
	cpBodySetType(body, type);
	if(type != CP_BODY_TYPE_STATIC) cpBodySetVelocity(body, velocity);
	return body;
}

cpBody *addCircle(World *world, cpBodyType type, cpVect position, double radius, cpVect velocity) {
	cpBody *body = addObstacle(world, type, position, 0, velocity);
	cpSpaceAddShape(world->space, cpCircleShapeNew(body, radius, cpvzero));
	return body;
}

cpShape *addWall(World *world, cpVect from, cpVect to, double radius) {
	cpBody *body = addObstacle(world, CP_BODY_TYPE_STATIC, cpvzero, 0, cpvzero);
	return cpSpaceAddShape(world->space, cpSegmentShapeNew(body, from, to, radius));
}

static void noteShape(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	*(cpShape **)data = shape;
}

cpShape *firstShape(cpBody *body) {
	cpShape *shape = NULL;
	cpBodyEachShape(body, noteShape, &shape);
	return shape;
}

cpVect directionOf(cpVect vector) {
	return cpvmult(vector, 1 / cpvlength(vector));
}
