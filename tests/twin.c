/* SPDX-License-Identifier: MIT */
#include "twin.h"

#include <math.h>
#include <stdio.h>

/* ---------------------------------------------------------------- seeing */

typedef struct View {
	const World *world;
	cpFlockBounds bounds;
	cpBB bb;
	cpFlockSettings settings;
	cpVect position, velocity, heading;
} View;

static double shorter(double difference, double extent) {
	return difference - extent * round(difference / extent);
}

static cpVect offsetTo(const View *view, cpVect position) {
	cpVect offset = cpvsub(position, view->position);
	if(view->bounds == CP_FLOCK_BOUNDS_PERIODIC) {
		offset.x = shorter(offset.x, view->bb.r - view->bb.l);
		offset.y = shorter(offset.y, view->bb.t - view->bb.b);
	}
	return offset;
}

static View viewOf(const World *world, int i) {
	const cpBody *body = world->bodies[i];
	View view;
	view.world = world;
	view.bounds = cpFlockGetBounds(world->flock, &view.bb);
	CHECK_OK(cpFlockGetSettings(world->flock, cpFlockGetBodySpecies(world->flock, body), &view.settings));
	view.position = cpBodyGetPosition(body);
	view.velocity = cpBodyGetVelocity(body);
	view.heading = cpvlength(view.velocity) > 0 ? cpvnormalize(view.velocity) : cpvforangle(cpBodyGetAngle(body));
	return view;
}

/* d < limit, and whether that is a close call. */
static cpBool below(double d, double limit, cpBool *close) {
	if(fabs(d - limit) <= 2e-5 * limit) *close = cpTrue;
	return d < limit;
}

static cpBool inView(const View *view, cpVect offset, double d, cpBool *close) {
	if(view->settings.fieldOfView >= 2 * PI) return cpTrue;
	double angle = acos(fmax(-1, fmin(1, cpvdot(offset, view->heading) / d)));
	return below(angle, view->settings.fieldOfView / 2, close);
}

/* ---------------------------------------------------------------- sums */

typedef struct Sum {
	cpVect vector;
	double size;  /* of all terms together */
	double noise; /* what an error of 1 px in every position would do to it */
	int count;
} Sum;

static void add(Sum *sum, cpVect term, double noise) {
	sum->vector = cpvadd(sum->vector, term);
	sum->size += cpvlength(term);
	sum->noise += noise;
	sum->count++;
}

typedef struct Sums {
	Sum separation, alignment, cohesion, evasion;
	int coincident, coincidentThreats, neighbors;
} Sums;

static void addFlockmate(const View *view, const cpBody *other, cpFlockRelation relation, Sums *sums, cpBool *close) {
	const cpFlockSettings *s = &view->settings;
	cpVect offset = offsetTo(view, cpBodyGetPosition(other));
	double d = cpvlength(offset);
	if(d <= s->minDistance) {
		sums->coincident++;
		if(s->coincidence != CP_FLOCK_COINCIDENCE_COUNT) return;
	} else if(!inView(view, offset, d, close)) {
		return;
	}
	if(s->separation.weight != 0 && d > s->minDistance && below(d, s->separation.radius, close)) {
		add(&sums->separation, cpvmult(offset, -1 / (d * d)), 1 / (d * d));
	}
	if(relation != CP_FLOCK_RELATION_FLOCK) return;
	cpBool aligned = s->alignment.weight != 0 && below(d, s->alignment.radius, close);
	cpBool cohesive = s->cohesion.weight != 0 && below(d, s->cohesion.radius, close);
	if(aligned) add(&sums->alignment, cpBodyGetVelocity(other), 0);
	if(cohesive) add(&sums->cohesion, offset, 1);
	if(aligned || cohesive) sums->neighbors++;
}

static void addThreat(const View *view, const cpBody *other, Sums *sums, cpBool *close) {
	const cpFlockRule *evasion = &view->settings.evasion;
	cpVect offset = offsetTo(view, cpBodyGetPosition(other));
	double d = cpvlength(offset);
	if(evasion->weight == 0 || !below(d, evasion->radius, close)) return;
	if(d <= view->settings.minDistance) {
		sums->coincidentThreats++;
		return;
	}
	add(&sums->evasion, cpvmult(offset, -(1 - d / evasion->radius) / d), 1 / d);
}

static void addAll(const View *view, int i, Sums *sums, cpBool *close) {
	cpFlock *flock = view->world->flock;
	cpFlockSpecies own = cpFlockGetBodySpecies(flock, view->world->bodies[i]);
	for(int j = 0; j < view->world->count; j++) {
		const cpBody *other = view->world->bodies[j];
		if(j == i) continue;
		switch(cpFlockGetRelation(flock, own, cpFlockGetBodySpecies(flock, other))) {
		case CP_FLOCK_RELATION_FLOCK:
			addFlockmate(view, other, CP_FLOCK_RELATION_FLOCK, sums, close);
			break;
		case CP_FLOCK_RELATION_SEPARATE:
			addFlockmate(view, other, CP_FLOCK_RELATION_SEPARATE, sums, close);
			break;
		case CP_FLOCK_RELATION_EVADE:
			addThreat(view, other, sums, close);
			break;
		default:
			break;
		}
	}
}

/* ---------------------------------------------------------------- responses */

static cpVect limited(cpVect vector, double limit) {
	double length = cpvlength(vector);
	return length > limit ? cpvmult(vector, limit / length) : vector;
}

/* `uncertain`: the absolute error of raw for a relative error of 1 in everything that went into it. */
static Measured respond(const View *view, const cpFlockRule *rule, cpVect raw, double uncertain) {
	const cpFlockSettings *s = &view->settings;
	double length = cpvlength(raw), weight = fabs(rule->weight);
	Measured result = {cpvzero, 0};
	if(length == 0) return result;
	switch(rule->response) {
	case CP_FLOCK_DIRECTION:
		result.value = cpvmult(raw, rule->weight / length);
		result.scale = weight * uncertain / length;
		break;
	case CP_FLOCK_STEER: {
		cpVect wish = cpvmult(cpvsub(cpvmult(raw, s->maxSpeed / length), view->velocity), s->steerRate);
		result.value = cpvmult(limited(wish, s->maxSteer), rule->weight);
		result.scale = weight * s->steerRate * s->maxSpeed * uncertain / length;
		break;
	}
	case CP_FLOCK_LINEAR:
		result.value = cpvmult(raw, rule->weight);
		result.scale = weight * uncertain;
		break;
	}
	return result;
}

/* ---------------------------------------------------------------- pursuit */

static Measured pursue(const View *view, int i, cpBool *close) {
	const cpFlockSettings *s = &view->settings;
	cpFlock *flock = view->world->flock;
	cpFlockSpecies own = cpFlockGetBodySpecies(flock, view->world->bodies[i]);
	cpVect nearest = cpvzero, sum = cpvzero;
	double best = INFINITY;
	int count = 0;
	for(int j = 0; j < view->world->count; j++) {
		const cpBody *other = view->world->bodies[j];
		cpFlockSpecies species = cpFlockGetBodySpecies(flock, other);
		if(j == i || cpFlockGetRelation(flock, own, species) != CP_FLOCK_RELATION_PURSUE) continue;
		cpVect offset = offsetTo(view, cpBodyGetPosition(other));
		double d = cpvlength(offset);
		if(!below(d, s->pursuit.radius, close)) continue;
		if(d < best) {
			best = d;
			nearest = offset;
		}
		sum = cpvadd(sum, offset);
		count++;
	}
	Measured nothing = {cpvzero, 0};
	if(!count || s->drive != CP_FLOCK_DRIVE_STEER) return nothing;
	cpVect raw = s->target == CP_FLOCK_TARGET_CENTROID ? cpvmult(sum, 1.0 / count) : nearest;
	return respond(view, &s->pursuit, raw, s->pursuit.radius < 1e4 ? s->pursuit.radius : cpvlength(raw));
}

/* ---------------------------------------------------------------- the whole */

static Measured alignmentOf(const View *view, const Sum *sum) {
	Measured nothing = {cpvzero, 0};
	if(sum->count == 0) return nothing;
	cpVect raw = cpvmult(sum->vector, 1.0 / sum->count);
	double uncertain = sum->size / sum->count;
	if(view->settings.alignment.response == CP_FLOCK_LINEAR) {
		raw = cpvsub(raw, view->velocity);
		uncertain += cpvlength(view->velocity);
	}
	return respond(view, &view->settings.alignment, raw, uncertain);
}

Twin twinOf(const World *world, int i) {
	View view = viewOf(world, i);
	const cpFlockSettings *s = &view.settings;
	Sums sums = {{{0, 0}, 0, 0, 0}, {{0, 0}, 0, 0, 0}, {{0, 0}, 0, 0, 0}, {{0, 0}, 0, 0, 0}, 0, 0, 0};
	Twin twin;
	twin.close = cpFalse;
	addAll(&view, i, &sums, &twin.close);
	/* Single precision knows positions to 2^-20 of the reach, since a group of bodies is at most 16 times that wide: a
	 * tenth of the tolerance. It matters to bodies that are close together. */
	double px = 0.1 * fmax(s->separation.radius, fmax(s->alignment.radius, s->cohesion.radius));
	if(px > 1e4) px = 1e4;
	twin.separation =
		respond(&view, &s->separation, sums.separation.vector, sums.separation.size + px * sums.separation.noise);
	twin.alignment = alignmentOf(&view, &sums.alignment);
	int count = sums.cohesion.count ? sums.cohesion.count : 1;
	twin.cohesion = respond(&view, &s->cohesion, cpvmult(sums.cohesion.vector, 1.0 / count),
		(sums.cohesion.size + px * sums.cohesion.noise) / count);
	twin.evasion = respond(&view, &s->evasion, sums.evasion.vector, sums.evasion.size + px * sums.evasion.noise);
	twin.pursuit = pursue(&view, i, &twin.close);
	twin.parting = s->coincidence == CP_FLOCK_COINCIDENCE_PART ? cpv(sums.coincident / s->bodyRadius, 0) : cpvzero;
	twin.neighbors = sums.neighbors;
	return twin;
}

static void compare(int i, const char *name, cpVect value, const Measured *expected, double tolerance) {
	/* A sum that cancels to nothing has no direction. */
	double allowed = tolerance * expected->scale + 1e-300;
	double off = cpvdist(value, expected->value);
	if(off <= allowed) return;
	printf("body %d: %s (%.9g, %.9g), expected (%.9g, %.9g), off by %g, allowed %g\n", i, name, value.x, value.y,
		expected->value.x, expected->value.y, off, allowed);
	CHECK_VECT(value, expected->value, allowed);
}

int twinCompare(World *world, cpFlockKernel kernel, double tolerance) {
	CHECK_OK(cpFlockSetKernel(world->flock, kernel));
	CHECK_OK(cpFlockSetRecording(world->flock, cpTrue));
	Twin *twins = test_malloc((size_t)world->count * sizeof(*twins));
	for(int i = 0; i < world->count; i++) twins[i] = twinOf(world, i);
	worldUpdate(world);
	int close = 0;
	for(int i = 0; i < world->count; i++) {
		const Twin *twin = &twins[i];
		if(twin->close && kernel != CP_FLOCK_KERNEL_REFERENCE) {
			close++;
			continue;
		}
		cpFlockSteering steering = steeringOf(world, world->bodies[i]);
		if(cpvlength(twin->parting) == 0) {
			compare(i, "separation", steering.separation, &twin->separation, tolerance);
		} else {
			CHECK(cpvlength(steering.separation) > 0);
		}
		compare(i, "alignment", steering.alignment, &twin->alignment, tolerance);
		compare(i, "cohesion", steering.cohesion, &twin->cohesion, tolerance);
		compare(i, "evasion", steering.evasion, &twin->evasion, tolerance);
		compare(i, "pursuit", steering.pursuit, &twin->pursuit, tolerance);
		CHECK(steering.neighbors == twin->neighbors);
	}
	test_free(twins);
	return close;
}
