/* SPDX-License-Identifier: MIT */
#include "solid.h"

#include <math.h>

#include "support.h"

/* ---------------------------------------------------------------- making */

static Solid polygon(uint64_t *random, cpVect about, double radius) {
	Solid solid = {3 + (int)randomIn(random, 0, 4.999), {{0, 0}}, radius};
	double wide = randomIn(random, 8, 60), high = randomIn(random, 8, 60), turn = randomIn(random, 0, 2 * PI);
	for(int i = 0; i < solid.count; i++) {
		double angle = turn + 2 * PI * (i + randomIn(random, 0, 0.7)) / solid.count;
		solid.corners[i] = cpvadd(about, cpv(cos(angle) * wide, sin(angle) * high));
	}
	return solid;
}

static Solid segment(uint64_t *random, cpVect about, double radius) {
	cpVect half = randomVect(random, -70, 70);
	return (Solid){2, {cpvsub(about, half), cpvadd(about, half)}, radius};
}

static Solid box(uint64_t *random, cpVect about) {
	double w = randomIn(random, 5, 60), h = randomIn(random, 5, 60);
	Solid solid = {4, {{-w, -h}, {w, -h}, {w, h}, {-w, h}}, 0};
	for(int i = 0; i < 4; i++) solid.corners[i] = cpvadd(about, solid.corners[i]);
	return solid;
}

Solid solidRandom(uint64_t *random, int kind, cpVect about) {
	switch(kind) {
	case SOLID_THIN_SEGMENT:
		return segment(random, about, 0);
	case SOLID_SEGMENT:
		return segment(random, about, randomIn(random, 1, 15));
	case SOLID_POLYGON:
		return polygon(random, about, 0);
	case SOLID_ROUNDED_POLYGON:
		return polygon(random, about, randomIn(random, 1, 15));
	case SOLID_BOX:
		return box(random, about);
	default:
		return (Solid){1, {about}, randomIn(random, 5, 50)};
	}
}

cpShape *solidShape(cpBody *body, const Solid *local) {
	if(local->count == 1) return cpCircleShapeNew(body, local->radius, local->corners[0]);
	if(local->count == 2) return cpSegmentShapeNew(body, local->corners[0], local->corners[1], local->radius);
	return cpPolyShapeNew(body, local->count, local->corners, cpTransformIdentity, local->radius);
}

Solid solidPlace(const cpBody *body, const Solid *local) {
	Solid placed = *local;
	for(int i = 0; i < placed.count; i++) placed.corners[i] = cpBodyLocalToWorld(body, local->corners[i]);
	return placed;
}

/* ---------------------------------------------------------------- distance */

/* The place of the core's rim nearest to a point, and for a polygon whether the point is inside, and the way out. */
typedef struct Nearest {
	cpVect place, out;
	double distance;
	cpBool inside;
} Nearest;

static Nearest nearestOf(const Solid *solid, cpVect point) {
	Nearest nearest = {cpvzero, cpvzero, INFINITY, solid->count > 2};
	for(int i = 0; i < solid->count; i++) {
		cpVect from = solid->corners[i], edge = cpvsub(solid->corners[(i + 1) % solid->count], from);
		double square = cpvlengthsq(edge), along = square > 0 ? cpvdot(cpvsub(point, from), edge) / square : 0;
		cpVect place = cpvadd(from, cpvmult(edge, fmax(0, fmin(1, along))));
		if(cpvcross(edge, cpvsub(point, from)) < 0) nearest.inside = cpFalse;
		double distance = hypot(point.x - place.x, point.y - place.y);
		if(distance >= nearest.distance) continue;
		nearest.distance = distance;
		nearest.place = place;
		nearest.out = cpvnormalize(cpvneg(cpvperp(edge)));
	}
	return nearest;
}

double solidDistance(const Solid *solid, cpVect point) {
	Nearest nearest = nearestOf(solid, point);
	return (nearest.inside ? -nearest.distance : nearest.distance) - solid->radius;
}

cpVect solidNormal(const Solid *solid, cpVect point) {
	Nearest nearest = nearestOf(solid, point);
	if(nearest.inside || nearest.distance < 1e-9) return nearest.out;
	return cpvmult(cpvsub(point, nearest.place), 1 / nearest.distance);
}

/* ---------------------------------------------------------------- meeting */

static double gapAt(const Solid *solid, cpVect from, cpVect way, double wide, double at) {
	return solidDistance(solid, cpvadd(from, cpvmult(way, at))) - wide;
}

/* The distance from a convex solid is a convex function along a straight way, so that thirds find its least. */
static double closestOf(const Solid *solid, cpVect from, cpVect way, double wide) {
	double low = 0, high = 1;
	for(int i = 0; i < 120; i++) {
		double a = low + (high - low) / 3, b = high - (high - low) / 3;
		if(gapAt(solid, from, way, wide, a) < gapAt(solid, from, way, wide, b)) {
			high = b;
		} else {
			low = a;
		}
	}
	return 0.5 * (low + high);
}

Meeting solidMeet(const Solid *solid, cpVect from, cpVect way, double wide) {
	double first = gapAt(solid, from, way, wide, 0);
	if(first <= 0) return (Meeting){0, -first};
	double closest = closestOf(solid, from, way, wide), least = gapAt(solid, from, way, wide, closest);
	if(least > 0) return (Meeting){2, least};
	double before = 0, after = closest;
	for(int i = 0; i < 60; i++) {
		double middle = 0.5 * (before + after);
		if(gapAt(solid, from, way, wide, middle) > 0) {
			before = middle;
		} else {
			after = middle;
		}
	}
	return (Meeting){after, fmin(first, -least)};
}
