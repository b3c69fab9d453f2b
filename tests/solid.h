/* SPDX-License-Identifier: MIT
 * Convex solids and where a moving circle first meets one, by searching along its way: a yardstick for obstacle avoidance
 * that knows no formula for any kind of shape. */
#ifndef SOLID_H
#define SOLID_H

#include <stdint.h>

#include <chipmunk/chipmunk.h>

/* A convex core (one corner: a point, two: a segment, more: a polygon, counterclockwise) and all that is within `radius`
 * of it. */
typedef struct Solid {
	int count;
	cpVect corners[8];
	double radius;
} Solid;

enum { SOLID_CIRCLE, SOLID_THIN_SEGMENT, SOLID_SEGMENT, SOLID_POLYGON, SOLID_ROUNDED_POLYGON, SOLID_BOX, SOLID_KINDS };

/* A solid of some kind about a point, some 10 to 100 px large. */
Solid solidRandom(uint64_t *random, int kind, cpVect about);
/* The shape of a body with this solid in the body's coordinates. It is not added to the space. */
cpShape *solidShape(cpBody *body, const Solid *local);
/* A solid in the coordinates of a body -> of the world. */
Solid solidPlace(const cpBody *body, const Solid *local);

/* From a point to the surface; negative inside. */
double solidDistance(const Solid *solid, cpVect point);
/* Unit vector out of the solid, from the place of its surface that is nearest to a point. */
cpVect solidNormal(const Solid *solid, cpVect point);

typedef struct Meeting {
	double at;     /* share of the way, 0 to 1; 2: they do not meet */
	double margin; /* by how much they meet or miss each other, px: what is less than rounding may be either */
} Meeting;

/* A circle of radius `wide` moves from a point along a way. */
Meeting solidMeet(const Solid *solid, cpVect from, cpVect way, double wide);

#endif
