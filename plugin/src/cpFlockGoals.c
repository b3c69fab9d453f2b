/* SPDX-License-Identifier: MIT
 * Stage 6, goals: seek a point, wander, stay inside the world. */
#include "cpFlockInternal.h"

void flkTargetOffset(const flkStep *step, const flkSpecies *species, int k, double *x, double *y) {
	*x = (double)species->target.x - step->frame->x[k];
	*y = (double)species->target.y - step->frame->y[k];
	if(step->world->bounds == CP_FLOCK_BOUNDS_PERIODIC && species->settings.seesOverSeam) {
		*x = flkNearestImage(*x, step->world->width);
		*y = flkNearestImage(*y, step->world->height);
	}
}

/* Arrival: inside the radius the pull, or the speed that is wanted, falls linearly to zero. */
static void flkSeekOne(const cpFlockSettings *settings, double vx, double vy, double *x, double *y) {
	double distance = flkLength(*x, *y), radius = (double)settings->seek.radius;
	double share = distance < radius ? distance / radius : 1.0;
	cpFlockSettings slowed = *settings;
	switch(settings->seek.response) {
	case CP_FLOCK_DIRECTION:
		flkSetLength(x, y, (double)settings->seek.weight * share);
		return;
	case CP_FLOCK_STEER:
		slowed.maxSpeed = (cpFloat)((double)settings->maxSpeed * share);
		break;
	case CP_FLOCK_LINEAR:
		break;
	}
	flkRespond(&slowed, &slowed.seek, vx, vy, x, y);
}

static void flkSeek(const flkStep *step, flkBlock block, flkDesires *desires) {
	const flkSpecies *species = block.species;
	if(!species->hasTarget || species->settings.seek.weight == 0) return;
	flkVectors *out = flkAsk(desires, FLK_SEEK);
	for(int k = block.begin; k < block.end; k++) {
		double x, y;
		flkTargetOffset(step, species, k, &x, &y);
		flkSeekOne(&species->settings, step->frame->vx[k], step->frame->vy[k], &x, &y);
		out->x[k - block.begin] = x;
		out->y[k - block.begin] = y;
	}
}

/* ---------------------------------------------------------------- wander */

/* Smooth interpolation between lattice values: 3 t^2 - 2 t^3. */
static double flkEase(double t) {
	return t * t * (3.0 - 2.0 * t);
}

static double flkMixed(double a, double b, double share) {
	return a + (b - a) * share;
}

/* The axis of a value-noise lattice: spacing, and the number of values after which a periodic world repeats. */
typedef struct flkLattice {
	double origin, inverse;
	int64_t period; /* 0: does not repeat */
} flkLattice;

static flkLattice flkMakeLattice(double scale, cpBool periodic, double origin, double extent) {
	flkLattice lattice = {0.0, flkMin(1.0 / scale, 1e300), 0}; /* finite: 0 times it must be 0 */
	if(periodic) {
		double values = flkClamp(rint(extent / scale), 1.0, 1e9);
		lattice.origin = origin;
		lattice.inverse = values / extent;
		lattice.period = (int64_t)values;
	}
	return lattice;
}

static void flkLatticeAt(const flkLattice *lattice, double value, int64_t *low, int64_t *high, double *share) {
	double at = flkClamp((value - lattice->origin) * lattice->inverse, -1e15, 1e15), cell = flkFloor(at);
	*low = (int64_t)cell;
	*high = *low + 1;
	*share = flkEase(at - cell);
	if(lattice->period > 0) {
		*low %= lattice->period;
		*high %= lattice->period;
	}
}

static double flkLatticeValue(uint64_t seed, int64_t x, int64_t y) {
	return flkSigned(flkHash(flkHash(seed, (uint64_t)x), (uint64_t)y));
}

static double flkPlaneNoise(uint64_t seed, const flkLattice *lx, const flkLattice *ly, double x, double y) {
	int64_t x0, x1, y0, y1;
	double sx, sy;
	flkLatticeAt(lx, x, &x0, &x1, &sx);
	flkLatticeAt(ly, y, &y0, &y1, &sy);
	double low = flkMixed(flkLatticeValue(seed, x0, y0), flkLatticeValue(seed, x1, y0), sx);
	double high = flkMixed(flkLatticeValue(seed, x0, y1), flkLatticeValue(seed, x1, y1), sx);
	return flkMixed(low, high, sy);
}

/* The noise of this moment: two fields, one for the beginning and one for the end of the period, and the share. */
typedef struct flkMoment {
	uint64_t before, after;
	double share;
	flkLattice x, y;
} flkMoment;

static flkMoment flkMakeMoment(const flkStep *step, const flkSpecies *species) {
	const cpFlockWander *wander = &species->settings.wander;
	const flkWorld *world = step->world;
	/* Beyond 2^53 periods there is nothing between two values any more. */
	double at = flkMin(step->time / (double)wander->period, 9007199254740992.0), whole = flkFloor(at);
	uint64_t seed = flkHash(step->seed, (uint64_t)(species - step->species));
	flkMoment moment = {0};
	moment.before = flkHash(seed, (uint64_t)(int64_t)whole);
	moment.after = flkHash(seed, (uint64_t)(int64_t)whole + 1);
	moment.share = flkEase(at - whole);
	if(wander->scale > 0) {
		cpBool periodic = world->bounds == CP_FLOCK_BOUNDS_PERIODIC;
		moment.x = flkMakeLattice((double)wander->scale, periodic, world->box.minX, world->width);
		moment.y = flkMakeLattice((double)wander->scale, periodic, world->box.minY, world->height);
	}
	return moment;
}

static double flkNoise(const flkStep *step, const flkMoment *moment, cpBool shared, int k) {
	double before, after;
	if(shared) {
		before = flkPlaneNoise(moment->before, &moment->x, &moment->y, step->frame->x[k], step->frame->y[k]);
		after = flkPlaneNoise(moment->after, &moment->x, &moment->y, step->frame->x[k], step->frame->y[k]);
	} else {
		before = flkSigned(flkHash(moment->before, flkMemberAt(step->frame, k)->serial));
		after = flkSigned(flkHash(moment->after, flkMemberAt(step->frame, k)->serial));
	}
	return flkMixed(before, after, moment->share);
}

static void flkWanderBlock(const flkStep *step, flkBlock block, flkDesires *desires) {
	const cpFlockWander *wander = &block.species->settings.wander;
	if(wander->weight == 0) return;
	flkVectors *out = flkAsk(desires, FLK_WANDER);
	flkMoment moment = flkMakeMoment(step, block.species);
	for(int k = block.begin; k < block.end; k++) {
		double push = (double)wander->weight * flkNoise(step, &moment, wander->scale > 0, k);
		out->x[k - block.begin] = -push * step->frame->hy[k];
		out->y[k - block.begin] = push * step->frame->hx[k];
	}
}

/* ---------------------------------------------------------------- containment */

/* Acceleration along an axis, positive away from the lower edge. `distance` to the edge, `speed` toward it. */
static double flkEdge(double distance, double speed, double margin, double weight, double dt) {
	if(distance >= margin) return 0.0;
	/* Outside the pull goes on growing, to three times the weight. */
	double push = weight * (margin > 0.0 ? flkMin(1.0 - distance / margin, 3.0) : 1.0);
	/* What stops the body at the edge: v^2 / (2 s), after the way that it goes in the coming step. At the edge itself the
	 * speed is to be lost within about two steps. */
	if(speed > 0.0) {
		double way = flkMax(distance - speed * dt, speed * dt);
		push = flkMax(push, speed * speed / (2.0 * way));
	}
	return push;
}

/* A body that flies straight at the edge must turn, not only brake: it may have a minimum speed. What holds it back
 * pushes it sideways as well, to the side that it is turned to already, or to a side of its own. */
static void flkTurnBack(const flkFrame *frame, int k, double *x, double *y) {
	double hx = frame->hx[k], hy = frame->hy[k], against = -(*x * hx + *y * hy), across = *y * hx - *x * hy;
	if(!(against > 0.0)) return;
	double side = across > 0.0 || (across == 0.0 && (flkMemberAt(frame, k)->serial & 1)) ? against : -against;
	*x -= side * hy;
	*y += side * hx;
}

static void flkContainment(const flkStep *step, flkBlock block, flkDesires *desires) {
	const flkBox *box = &step->world->box;
	const flkFrame *frame = step->frame;
	const cpFlockSettings *settings = &block.species->settings;
	double dt = step->dt, margin = (double)settings->containmentMargin, weight = (double)settings->containmentWeight;
	if(step->world->bounds != CP_FLOCK_BOUNDS_CONTAINMENT || !(weight > 0.0)) return;
	flkVectors *out = flkAsk(desires, FLK_CONTAINMENT);
	for(int k = block.begin; k < block.end; k++) {
		double x = flkEdge(frame->x[k] - box->minX, -frame->vx[k], margin, weight, dt) -
				   flkEdge(box->maxX - frame->x[k], frame->vx[k], margin, weight, dt);
		double y = flkEdge(frame->y[k] - box->minY, -frame->vy[k], margin, weight, dt) -
				   flkEdge(box->maxY - frame->y[k], frame->vy[k], margin, weight, dt);
		flkTurnBack(frame, k, &x, &y);
		out->x[k - block.begin] = x;
		out->y[k - block.begin] = y;
	}
}

void flkGoals(const flkStep *step, flkBlock block, flkDesires *desires) {
	flkSeek(step, block, desires);
	flkWanderBlock(step, block, desires);
	flkContainment(step, block, desires);
}
