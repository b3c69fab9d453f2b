/* SPDX-License-Identifier: MIT
 * A small world with a member that looks for obstacles, shared by the tests of avoidance. */
#ifndef POND_H
#define POND_H

#include "support.h"

/* What a member of pondSettings() looks with. */
enum { WEIGHT = 500, AHEAD = 30, RADIUS = 4, CLEARANCE = 6, WIDE = RADIUS + CLEARANCE };
#define AHEAD_TIME 0.8

/* Obstacle avoidance and nothing else. */
cpFlockSettings pondSettings(cpFlockAvoidanceMode mode);
/* A detached world with one member, bodies[0]. */
World *pondNew(cpFlockAvoidanceMode mode, cpVect position, cpVect velocity);
/* The steering of bodies[0] in one explicit update; checks that it is finite. */
cpFlockSteering pondLook(World *world);
/* How far a member of pondSettings() looks. */
double pondFar(cpVect velocity);

/* A body of the game, no member. Static bodies do not move. */
cpBody *addObstacle(World *world, cpBodyType type, cpVect position, double angle, cpVect velocity);
cpBody *addCircle(World *world, cpBodyType type, cpVect position, double radius, cpVect velocity);
cpShape *addWall(World *world, cpVect from, cpVect to, double radius);
cpShape *firstShape(cpBody *body);

cpVect directionOf(cpVect vector);

#endif
