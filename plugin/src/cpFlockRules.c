/* SPDX-License-Identifier: MIT
 * Stage 4, rules: raw sums -> what separation, alignment, cohesion and evasion ask for. */
#include "cpFlockInternal.h"

static void flkSteer(const cpFlockSettings *settings, double weight, double vx, double vy, double *x, double *y) {
	flkSetLength(x, y, (double)settings->maxSpeed);
	*x = (*x - vx) * (double)settings->steerRate;
	*y = (*y - vy) * (double)settings->steerRate;
	flkLimit(x, y, (double)settings->maxSteer);
	*x *= weight;
	*y *= weight;
}

void flkRespond(const cpFlockSettings *settings, const cpFlockRule *rule, double vx, double vy, double *x, double *y) {
	double weight = (double)rule->weight;
	if(*x == 0.0 && *y == 0.0) return;
	switch(rule->response) {
	case CP_FLOCK_DIRECTION:
		flkSetLength(x, y, weight);
		break;
	case CP_FLOCK_STEER:
		flkSteer(settings, weight, vx, vy, x, y);
		break;
	case CP_FLOCK_LINEAR:
		*x *= weight;
		*y *= weight;
		break;
	}
}

/* A direction that belongs to a body for good. Half circle by the rational parametrisation of the circle, which
 * needs no trigonometry, the other half by a sign. */
static void flkOwnDirection(uint64_t seed, uint32_t serial, double *x, double *y) {
	uint64_t hash = flkHash(seed, serial);
	double t = flkSigned(hash), sign = hash & 1 ? 1.0 : -1.0;
	*x = sign * (1.0 - t * t) / (1.0 + t * t);
	*y = sign * 2.0 * t / (1.0 + t * t);
}

/* Bodies at the same point have no direction away from each other: each takes its own. The strength is that of a
 * neighbor at the distance of a body radius. */
static void flkPart(const flkStep *step, flkBlock block, int b, const flkSums *sums, double *x, double *y) {
	const cpFlockSettings *settings = &block.species->settings;
	if(!(sums->coincident[b] > 0.0) || settings->coincidence != CP_FLOCK_COINCIDENCE_PART) return;
	if(settings->separation.radius == 0) return;
	double ownX, ownY, strength = sums->coincident[b] / (double)settings->bodyRadius;
	flkOwnDirection(step->seed, step->frame->serial[block.begin + b], &ownX, &ownY);
	*x += ownX * strength;
	*y += ownY * strength;
}

static void flkSeparation(const flkStep *step, flkBlock block, const flkSums *sums, flkVectors *out) {
	const cpFlockSettings *settings = &block.species->settings;
	const flkFrame *frame = step->frame;
	for(int b = 0; b < block.end - block.begin; b++) {
		int k = block.begin + b;
		double x = sums->separationX[b], y = sums->separationY[b];
		flkPart(step, block, b, sums, &x, &y);
		flkRespond(settings, &settings->separation, frame->vx[k], frame->vy[k], &x, &y);
		out->x[b] = x;
		out->y[b] = y;
	}
}

static void flkAlignment(const flkStep *step, flkBlock block, const flkSums *sums, flkVectors *out) {
	const cpFlockSettings *settings = &block.species->settings;
	const flkFrame *frame = step->frame;
	double own = settings->alignment.response == CP_FLOCK_LINEAR ? 1.0 : 0.0;
	for(int b = 0; b < block.end - block.begin; b++) {
		int k = block.begin + b;
		double x = 0.0, y = 0.0;
		if(sums->alignCount[b] > 0.0) {
			x = sums->velocityX[b] / sums->alignCount[b] - own * frame->vx[k];
			y = sums->velocityY[b] / sums->alignCount[b] - own * frame->vy[k];
			flkRespond(settings, &settings->alignment, frame->vx[k], frame->vy[k], &x, &y);
		}
		out->x[b] = x;
		out->y[b] = y;
	}
}

static void flkCohesion(const flkStep *step, flkBlock block, const flkSums *sums, flkVectors *out) {
	const cpFlockSettings *settings = &block.species->settings;
	const flkFrame *frame = step->frame;
	for(int b = 0; b < block.end - block.begin; b++) {
		int k = block.begin + b;
		double x = 0.0, y = 0.0;
		if(sums->cohesionCount[b] > 0.0) {
			x = sums->deltaX[b] / sums->cohesionCount[b];
			y = sums->deltaY[b] / sums->cohesionCount[b];
			flkRespond(settings, &settings->cohesion, frame->vx[k], frame->vy[k], &x, &y);
		}
		out->x[b] = x;
		out->y[b] = y;
	}
}

static void flkEvasion(const flkStep *step, flkBlock block, const flkSums *sums, flkVectors *out) {
	const cpFlockSettings *settings = &block.species->settings;
	const flkFrame *frame = step->frame;
	cpBool part = settings->coincidence == CP_FLOCK_COINCIDENCE_PART;
	for(int b = 0; b < block.end - block.begin; b++) {
		int k = block.begin + b;
		double x = sums->evasionX[b], y = sums->evasionY[b];
		if(part && sums->coincidentThreats[b] > 0.0) {
			double ownX, ownY;
			flkOwnDirection(step->seed, frame->serial[k], &ownX, &ownY);
			x += ownX * sums->coincidentThreats[b];
			y += ownY * sums->coincidentThreats[b];
		}
		flkRespond(settings, &settings->evasion, frame->vx[k], frame->vy[k], &x, &y);
		out->x[b] = x;
		out->y[b] = y;
	}
}

void flkRules(const flkStep *step, flkBlock block, const flkSums *sums, flkDesires *desires) {
	flkSeparation(step, block, sums, &desires->separation);
	flkAlignment(step, block, sums, &desires->alignment);
	flkCohesion(step, block, sums, &desires->cohesion);
	flkEvasion(step, block, sums, &desires->evasion);
}
