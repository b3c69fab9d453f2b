/* SPDX-License-Identifier: MIT */
#include "naive.h"

#include <stdlib.h>

#include "clock.h"

enum { SAMPLED_ABOVE = 20000, SAMPLE = 500 };

static const char *const names[] = {"pairs", "bb_query_tree", "point_query_tree", "bb_query_hash", "point_query_hash"};

const char *naiveName(naiveWay way) {
	return names[way];
}

long naiveStride(naiveWay way, long bodies) {
	return way == NAIVE_PAIRS && bodies > SAMPLED_ABOVE ? bodies / SAMPLE : 1;
}

cpBool naiveWorks(naiveWay way, const stage *st) {
	return way == NAIVE_PAIRS || st->shapes;
}

/* ---------------------------------------------------------------- sums */

typedef struct sums {
	const cpBody *self;
	cpVect at;              /* where neighbors are seen from: for those across the seam, an image of the body */
	double separate, flock; /* squares of the radii */
	double awayX, awayY;    /* sum((p_i - p_j) / d^2) */
	double velocityX, velocityY, deltaX, deltaY;
	int count;
} sums;

static void addNeighbor(sums *s, cpBody *body, double dx, double dy) {
	double square = dx * dx + dy * dy;
	if(!(square < s->flock)) return;
	cpVect velocity = cpBodyGetVelocity(body);
	s->count++;
	s->velocityX += (double)velocity.x;
	s->velocityY += (double)velocity.y;
	s->deltaX += dx;
	s->deltaY += dy;
	if(!(square < s->separate) || !(square > 0.0)) return;
	s->awayX -= dx / square;
	s->awayY -= dy / square;
}

static sums beginSums(const stage *st, const cpBody *self) {
	double separate = (double)st->settings.separation.radius, flock = (double)st->settings.cohesion.radius;
	sums s = {self, cpBodyGetPosition(self), separate * separate, flock * flock, 0, 0, 0, 0, 0, 0, 0};
	return s;
}

static naiveSteering endSums(const sums *s) {
	naiveSteering steering = {cpv((cpFloat)s->awayX, (cpFloat)s->awayY), cpvzero, cpvzero};
	if(s->count == 0) return steering;
	cpVect own = cpBodyGetVelocity(s->self);
	steering.alignment = cpv((cpFloat)(s->velocityX / s->count) - own.x, (cpFloat)(s->velocityY / s->count) - own.y);
	steering.cohesion = cpv((cpFloat)(s->deltaX / s->count), (cpFloat)(s->deltaY / s->count));
	return steering;
}

/* ---------------------------------------------------------------- pairs */

static naiveSteering steerByPairs(const stage *st, const cpBody *self) {
	sums s = beginSums(st, self);
	const double side = st->side, half = 0.5 * side;
	for(long j = 0; j < st->bodyCount; j++) {
		cpBody *body = st->bodies[j];
		if(body == self) continue;
		cpVect other = cpBodyGetPosition(body);
		double dx = (double)other.x - (double)s.at.x, dy = (double)other.y - (double)s.at.y;
		if(dx > half) dx -= side;
		if(dx < -half) dx += side;
		if(dy > half) dy -= side;
		if(dy < -half) dy += side;
		addNeighbor(&s, body, dx, dy);
	}
	return endSums(&s);
}

/* ---------------------------------------------------------------- queries */

static void addFound(sums *s, cpBody *body) {
	if(body == s->self) return;
	cpVect other = cpBodyGetPosition(body);
	addNeighbor(s, body, (double)other.x - (double)s->at.x, (double)other.y - (double)s->at.y);
}

static void foundInBox(cpShape *shape, void *data) {
	addFound(data, cpShapeGetBody(shape));
}

static void foundNearPoint(cpShape *shape, cpVect point, cpFloat distance, cpVect gradient, void *data) {
	(void)point;
	(void)distance;
	(void)gradient;
	addFound(data, cpShapeGetBody(shape));
}

static void query(cpSpace *space, cpBool box, cpFloat radius, sums *s) {
	if(box) {
		cpSpaceBBQuery(space, cpBBNewForCircle(s->at, radius), CP_SHAPE_FILTER_ALL, foundInBox, s);
	} else {
		cpSpacePointQuery(space, s->at, radius, CP_SHAPE_FILTER_ALL, foundNearPoint, s);
	}
}

/* The images of a coordinate within reach of what is inside the world: itself, and one if it is near the seam. */
static int imagesOf(cpFloat coordinate, double side, double reach, cpFloat *images) {
	images[0] = coordinate;
	if((double)coordinate < reach) {
		images[1] = coordinate + (cpFloat)side;
		return 2;
	}
	if((double)coordinate >= side - reach) {
		images[1] = coordinate - (cpFloat)side;
		return 2;
	}
	return 1;
}

static naiveSteering steerByQuery(const stage *st, cpSpace *space, const cpBody *self, cpBool box) {
	sums s = beginSums(st, self);
	cpFloat radius = st->settings.cohesion.radius, x[2], y[2];
	int columns = imagesOf(s.at.x, st->side, (double)radius, x), rows = imagesOf(s.at.y, st->side, (double)radius, y);
	for(int row = 0; row < rows; row++) {
		for(int column = 0; column < columns; column++) {
			s.at = cpv(x[column], y[row]);
			query(space, box, radius, &s);
		}
	}
	return endSums(&s);
}

/* ---------------------------------------------------------------- the same bodies in a spatial hash */

typedef struct mirror {
	cpSpace *space;
	cpBody **bodies;
	cpShape **shapes;
	long count;
} mirror;

static void copyBody(mirror *m, const stage *st, cpBody *body) {
	cpBody *copy = cpSpaceAddBody(m->space, cpBodyNew(1, 1));
	cpBodySetPosition(copy, cpBodyGetPosition(body));
	cpBodySetVelocity(copy, cpBodyGetVelocity(body));
	m->shapes[m->count] = cpSpaceAddShape(m->space, cpCircleShapeNew(copy, st->settings.bodyRadius, cpvzero));
	m->bodies[m->count++] = copy;
}

/* A space cannot go back to the tree, so that the hash has one of its own. */
static cpBool openMirror(mirror *m, const stage *st) {
	m->count = 0;
	m->space = cpSpaceNew();
	m->bodies = calloc((size_t)st->bodyCount, sizeof(*m->bodies));
	m->shapes = calloc((size_t)st->bodyCount, sizeof(*m->shapes));
	if(!m->space || !m->bodies || !m->shapes) return cpFalse;
	cpSpaceUseSpatialHash(m->space, 20, (int)(3 * st->bodyCount));
	for(long i = 0; i < st->bodyCount; i++) copyBody(m, st, st->bodies[i]);
	return cpTrue;
}

static void closeMirror(mirror *m) {
	for(long i = m->count; i > 0; i--) { /* in the order in which Chipmunk finds each body at once */
		long body = i % m->count;
		cpSpaceRemoveShape(m->space, m->shapes[body]);
		cpSpaceRemoveBody(m->space, m->bodies[body]);
		cpShapeFree(m->shapes[body]);
		cpBodyFree(m->bodies[body]);
	}
	if(m->space) cpSpaceFree(m->space);
	free(m->bodies);
	free(m->shapes);
}

/* ---------------------------------------------------------------- running */

static double runPairs(const stage *st, naiveSteering *steering, clockid_t clock) {
	long stride = naiveStride(NAIVE_PAIRS, st->bodyCount), done = 0;
	double begin = clockRead(&clock);
	for(long i = 0; i < st->bodyCount; i += stride, done++) steering[i] = steerByPairs(st, st->bodies[i]);
	return (clockRead(&clock) - begin) * (double)st->bodyCount / (double)done;
}

static double runQueries(
	const stage *st, cpSpace *space, cpBody *const *bodies, cpBool box, naiveSteering *steering, clockid_t clock) {
	double begin = clockRead(&clock);
	for(long i = 0; i < st->bodyCount; i++) steering[i] = steerByQuery(st, space, bodies[i], box);
	return clockRead(&clock) - begin;
}

double naiveRun(naiveWay way, const stage *st, naiveSteering *steering, clockid_t clock) {
	cpBool box = way == NAIVE_BOX_TREE || way == NAIVE_BOX_HASH;
	double time = -1.0;
	mirror m;
	if(way == NAIVE_PAIRS) return runPairs(st, steering, clock);
	if(way == NAIVE_BOX_TREE || way == NAIVE_POINT_TREE) {
		return runQueries(st, st->space, st->bodies, box, steering, clock);
	}
	if(openMirror(&m, st)) time = runQueries(st, m.space, m.bodies, box, steering, clock);
	closeMirror(&m);
	return time;
}
