/* SPDX-License-Identifier: MIT
 * Stage 4, rules: raw sums -> what separation, alignment, cohesion and evasion ask for. */
#include <string.h>

#include "cpFlockInternal.h"

static inline void flkSteer(
	const cpFlockSettings *settings, double weight, double vx, double vy, double *x, double *y) {
	flkSetLength(x, y, (double)settings->maxSpeed);
	*x = (*x - vx) * (double)settings->steerRate;
	*y = (*y - vy) * (double)settings->steerRate;
	flkLimit(x, y, (double)settings->maxSteer);
	*x *= weight;
	*y *= weight;
}

/* One raw vector becomes an acceleration. `response` is a constant in the loops below. */
static inline void flkRespondOne(const cpFlockSettings *settings, double weight, cpFlockResponse response, double vx,
	double vy, double *x, double *y) {
	if(response == CP_FLOCK_DIRECTION) {
		flkSetLength(x, y, weight);
	} else if(response == CP_FLOCK_LINEAR) {
		*x *= weight;
		*y *= weight;
	} else {
		/* Nothing is asked for where the raw vector is zero; a wish to stand still would be something else. */
		double asked = *x * *x + *y * *y > 0.0 ? 1.0 : 0.0;
		flkSteer(settings, weight, vx, vy, x, y);
		*x *= asked;
		*y *= asked;
	}
}

void flkRespond(const cpFlockSettings *settings, const cpFlockRule *rule, double vx, double vy, double *x, double *y) {
	flkRespondOne(settings, (double)rule->weight, rule->response, vx, vy, x, y);
}

/* The same for a block: x and y hold raw vectors and receive accelerations. */
FLK_CLONES static void flkRespondBlock(const cpFlockSettings *settings, const cpFlockRule *rule,
	const double *restrict vx, const double *restrict vy, double *restrict x, double *restrict y, int count) {
	double weight = (double)rule->weight;
	switch(rule->response) {
	case CP_FLOCK_DIRECTION:
		for(int b = 0; b < count; b++) {
			flkRespondOne(settings, weight, CP_FLOCK_DIRECTION, vx[b], vy[b], &x[b], &y[b]);
		}
		break;
	case CP_FLOCK_STEER:
		for(int b = 0; b < count; b++) {
			flkRespondOne(settings, weight, CP_FLOCK_STEER, vx[b], vy[b], &x[b], &y[b]);
		}
		break;
	case CP_FLOCK_LINEAR:
		for(int b = 0; b < count; b++) {
			flkRespondOne(settings, weight, CP_FLOCK_LINEAR, vx[b], vy[b], &x[b], &y[b]);
		}
		break;
	}
}

static void flkRespondAll(const flkStep *step, flkBlock block, const cpFlockRule *rule, flkVectors *vectors) {
	const flkFrame *frame = step->frame;
	flkRespondBlock(&block.species->settings, rule, frame->vx + block.begin, frame->vy + block.begin, vectors->x,
		vectors->y, block.end - block.begin);
}

/* ---------------------------------------------------------------- raw vectors */

/* A direction that belongs to a body for good. Half circle by the rational parametrisation of the circle, which
 * needs no trigonometry, the other half by a sign. */
static void flkOwnDirection(uint64_t seed, uint32_t serial, double *x, double *y) {
	uint64_t hash = flkHash(seed, serial);
	double t = flkSigned(hash), sign = hash & 1 ? 1.0 : -1.0;
	*x = sign * (1.0 - t * t) / (1.0 + t * t);
	*y = sign * 2.0 * t / (1.0 + t * t);
}

FLK_CLONES static cpBool flkAnyPositive(const double *restrict values, int count) {
	int64_t any = 0;
	for(int b = 0; b < count; b++) any |= values[b] > 0.0;
	return any != 0;
}

/* Bodies at the same point have no direction away from each other: each takes its own. `strength` is that of one of
 * the others. */
static void flkPart(
	const flkStep *step, flkBlock block, const double *coincident, double strength, flkVectors *vectors) {
	if(block.species->settings.coincidence != CP_FLOCK_COINCIDENCE_PART) return;
	if(!flkAnyPositive(coincident, block.end - block.begin)) return;
	for(int b = 0; b < block.end - block.begin; b++) {
		if(!(coincident[b] > 0.0)) continue;
		double ownX, ownY;
		flkOwnDirection(step->seed, flkMemberAt(step->frame, block.begin + b)->serial, &ownX, &ownY);
		vectors->x[b] += ownX * coincident[b] * strength;
		vectors->y[b] += ownY * coincident[b] * strength;
	}
}

/* out = sum / count - own * velocity, zero where nothing was counted; sums are zero there. */
FLK_CLONES static void flkMean(const double *restrict sumX, const double *restrict sumY, const double *restrict counted,
	const double *restrict vx, const double *restrict vy, double own, flkVectors *restrict out, int count) {
	for(int b = 0; b < count; b++) {
		double any = counted[b] > 0.0 ? 1.0 : 0.0, share = 1.0 / (counted[b] > 0.0 ? counted[b] : 1.0);
		out->x[b] = sumX[b] * share - own * any * vx[b];
		out->y[b] = sumY[b] * share - own * any * vy[b];
	}
}

static void flkSeparation(const flkStep *step, flkBlock block, const flkSums *sums, flkDesires *desires) {
	const cpFlockSettings *settings = &block.species->settings;
	if(!(flkActiveRadius(&settings->separation) > 0.0)) return;
	flkVectors *out = flkAsk(desires, FLK_SEPARATION);
	size_t bytes = (size_t)(block.end - block.begin) * sizeof(double);
	memcpy(out->x, sums->separationX, bytes);
	memcpy(out->y, sums->separationY, bytes);
	/* As a neighbor at the distance of a body radius. */
	flkPart(step, block, sums->coincident, 1.0 / (double)settings->bodyRadius, out);
	flkRespondAll(step, block, &settings->separation, out);
}

static void flkAlignment(const flkStep *step, flkBlock block, const flkSums *sums, flkDesires *desires) {
	const cpFlockSettings *settings = &block.species->settings;
	if(!(flkActiveRadius(&settings->alignment) > 0.0)) return;
	const flkFrame *frame = step->frame;
	flkVectors *out = flkAsk(desires, FLK_ALIGNMENT);
	double own = settings->alignment.response == CP_FLOCK_LINEAR ? 1.0 : 0.0;
	int count = block.end - block.begin;
	flkMean(sums->velocityX, sums->velocityY, sums->alignCount, frame->vx + block.begin, frame->vy + block.begin, own,
		out, count);
	flkRespondAll(step, block, &settings->alignment, out);
}

static void flkCohesion(const flkStep *step, flkBlock block, const flkSums *sums, flkDesires *desires) {
	const cpFlockSettings *settings = &block.species->settings;
	if(!(flkActiveRadius(&settings->cohesion) > 0.0)) return;
	const flkFrame *frame = step->frame;
	flkVectors *out = flkAsk(desires, FLK_COHESION);
	int count = block.end - block.begin;
	flkMean(sums->deltaX, sums->deltaY, sums->cohesionCount, frame->vx + block.begin, frame->vy + block.begin, 0.0, out,
		count);
	flkRespondAll(step, block, &settings->cohesion, out);
}

/* Threats that cancel out leave no way away from all of them: any is better than none. */
static void flkDodge(const flkStep *step, flkBlock block, const flkSums *sums, flkVectors *out) {
	int count = block.end - block.begin;
	if(block.species->settings.coincidence != CP_FLOCK_COINCIDENCE_PART) return;
	if(!flkAnyPositive(sums->threats, count)) return;
	for(int b = 0; b < count; b++) {
		if(!(sums->threats[b] > 0.0) || out->x[b] != 0.0 || out->y[b] != 0.0) continue;
		flkOwnDirection(step->seed, flkMemberAt(step->frame, block.begin + b)->serial, &out->x[b], &out->y[b]);
	}
}

static void flkEvasion(const flkStep *step, flkBlock block, const flkSums *sums, flkDesires *desires) {
	const cpFlockSettings *settings = &block.species->settings;
	if(!(flkActiveRadius(&settings->evasion) > 0.0) || !flkHasRelation(block.species, CP_FLOCK_RELATION_EVADE)) return;
	flkVectors *out = flkAsk(desires, FLK_EVASION);
	size_t bytes = (size_t)(block.end - block.begin) * sizeof(double);
	memcpy(out->x, sums->evasionX, bytes);
	memcpy(out->y, sums->evasionY, bytes);
	flkPart(step, block, sums->coincidentThreats, 1.0, out);
	flkDodge(step, block, sums, out);
	flkRespondAll(step, block, &settings->evasion, out);
}

void flkRules(const flkStep *step, flkBlock block, const flkSums *sums, flkDesires *desires) {
	flkSeparation(step, block, sums, desires);
	flkAlignment(step, block, sums, desires);
	flkCohesion(step, block, sums, desires);
	flkEvasion(step, block, sums, desires);
}
