/* SPDX-License-Identifier: MIT
 * Stage 5, pursuit: whom a predator goes after, and how. Double precision: ties are decided by the order of joining. */
#include <string.h>

#include "cpFlockInternal.h"

/* A body that can stop slows down before a point: at a distance d it moves at most with d times this share of the rate at
 * which it can change its speed. A quarter is critical damping. */
#define FLK_ARRIVAL 0.25

/* What a predator has found so far, relative to itself. */
typedef struct flkPrey {
	cpBool found;
	double square; /* of the distance, px^2 */
	int index;     /* into the frame; nearest only */
	double x, y;   /* nearest: offset; centroid: sum of offsets */
	double count;
} flkPrey;

static void flkOffset(const flkStep *step, const flkRun *run, cpBool anyImage, int k, int j, double *dx, double *dy) {
	*dx = step->frame->x[j] + run->shiftX - step->frame->x[k];
	*dy = step->frame->y[j] + run->shiftY - step->frame->y[k];
	if(anyImage) {
		*dx = flkNearestImage(*dx, step->world->width);
		*dy = flkNearestImage(*dy, step->world->height);
	}
}

static void flkTakeNearest(const flkStep *step, int j, double dx, double dy, flkPrey *prey) {
	double square = dx * dx + dy * dy;
	cpBool nearer = !prey->found || square < prey->square;
	if(prey->found && square == prey->square)
		nearer = flkMemberAt(step->frame, j)->serial < flkMemberAt(step->frame, prey->index)->serial;
	if(nearer) *prey = (flkPrey){cpTrue, square, j, dx, dy, 1.0};
}

static void flkTakeCentroid(double dx, double dy, double radius, flkPrey *prey) {
	if(!(dx * dx + dy * dy < radius * radius)) return;
	prey->found = cpTrue;
	prey->x += dx;
	prey->y += dy;
	prey->count += 1.0;
}

static cpBool flkScan(
	const flkStep *step, const flkSpecies *species, const flkGrid *grid, int k, double reach, flkPrey *prey) {
	cpBool centroid = species->settings.target == CP_FLOCK_TARGET_CENTROID;
	double x = step->frame->x[k], y = step->frame->y[k];
	flkQuery query;
	flkRun run = {0, 0, 0.0, 0.0};
	flkGridQuery(grid, (flkBox){x, y, x, y}, reach, species->settings.seesOverSeam, &query);
	cpBool covers = flkGridCovers(&query);
	while(flkGridNext(&query, &run)) {
		for(int j = run.begin; j < run.end; j++) {
			double dx, dy;
			if(j == k) continue;
			flkOffset(step, &run, query.anyImageX || query.anyImageY, k, j, &dx, &dy);
			if(centroid) {
				flkTakeCentroid(dx, dy, (double)species->settings.pursuit.radius, prey);
			} else {
				flkTakeNearest(step, j, dx, dy, prey);
			}
		}
	}
	return covers;
}

/* Looks in boxes that double in size until the nearest found cannot be beaten from outside the box. */
static void flkFindNearest(
	const flkStep *step, const flkSpecies *species, const flkSpecies *pursued, int k, flkPrey *prey) {
	double radius = (double)species->settings.pursuit.radius;
	for(double reach = flkMin(pursued->cell, radius);; reach *= 2.0) {
		cpBool covers = flkScan(step, species, &pursued->grid, k, reach, prey);
		if(covers || reach >= radius || (prey->found && prey->square <= reach * reach)) return;
	}
}

static flkPrey flkFindPrey(const flkStep *step, const flkSpecies *species, int k) {
	flkPrey prey = {cpFalse, 0.0, 0, 0.0, 0.0, 0.0};
	double radius = (double)species->settings.pursuit.radius;
	cpBool centroid = species->settings.target == CP_FLOCK_TARGET_CENTROID;
	for(int i = 0; i < species->sensedCount; i++) {
		if(species->sensed[i].relation != CP_FLOCK_RELATION_PURSUE) continue;
		const flkSpecies *pursued = &step->species[species->sensed[i].species];
		if(pursued->grid.count == 0) continue;
		if(centroid) {
			flkScan(step, species, &pursued->grid, k, radius, &prey);
		} else {
			flkFindNearest(step, species, pursued, k, &prey);
		}
	}
	if(!centroid && prey.found && !(prey.square < radius * radius)) prey.found = cpFalse;
	return prey;
}

/* Where the prey will be when the predator could be there. */
static void flkPredict(const flkStep *step, const flkSpecies *species, flkPrey *prey) {
	double time = flkMin((double)species->settings.prediction, sqrt(prey->square) / (double)species->settings.maxSpeed);
	prey->x += step->frame->vx[prey->index] * time;
	prey->y += step->frame->vy[prey->index] * time;
}

/* The offset from body k to its target. False: there is none. */
static cpBool flkAim(const flkStep *step, const flkSpecies *species, int k, double *x, double *y) {
	const cpFlockSettings *settings = &species->settings;
	if(settings->target == CP_FLOCK_TARGET_POINT) {
		if(!species->hasTarget) return cpFalse;
		flkTargetOffset(step, species, k, x, y);
		double radius = (double)settings->pursuit.radius;
		return *x * *x + *y * *y < radius * radius;
	}
	flkPrey prey = flkFindPrey(step, species, k);
	if(!prey.found) return cpFalse;
	if(settings->target == CP_FLOCK_TARGET_NEAREST && settings->prediction > 0) flkPredict(step, species, &prey);
	*x = prey.x / prey.count;
	*y = prey.y / prey.count;
	return cpTrue;
}

static cpBool flkPursues(const flkSpecies *species) {
	if(species->settings.pursuit.radius == 0) return cpFalse;
	if(species->settings.drive == CP_FLOCK_DRIVE_STEER && species->settings.pursuit.weight == 0) return cpFalse;
	if(species->settings.target == CP_FLOCK_TARGET_POINT) return species->hasTarget;
	return flkHasRelation(species, CP_FLOCK_RELATION_PURSUE);
}

/* To a point that rests: no faster than the weight can stop the body there. */
static void flkArrive(const cpFlockSettings *settings, double vx, double vy, double *x, double *y) {
	double distance = flkLength(*x, *y), rate = (double)settings->steerRate, weight = (double)settings->pursuit.weight;
	double speed = flkMin((double)settings->maxSpeed, FLK_ARRIVAL * rate * distance);
	cpFlockSettings slowed = *settings;
	if(settings->pursuit.response == CP_FLOCK_DIRECTION && weight > 0.0) {
		flkSetLength(x, y, flkMin(speed, sqrt(weight * distance)));
		*x = rate * (*x - vx);
		*y = rate * (*y - vy);
		flkLimit(x, y, weight);
		return;
	}
	if(settings->pursuit.response == CP_FLOCK_STEER) slowed.maxSpeed = (cpFloat)speed;
	flkRespond(&slowed, &slowed.pursuit, vx, vy, x, y);
}

void flkPursuit(const flkStep *step, flkBlock block, flkDesires *desires) {
	const flkSpecies *species = block.species;
	const cpFlockSettings *settings = &species->settings;
	size_t count = (size_t)(block.end - block.begin);
	if(!flkPursues(species)) return;
	flkVectors *out = flkAsk(desires, FLK_PURSUIT);
	memset(out->x, 0, count * sizeof(double));
	memset(out->y, 0, count * sizeof(double));
	memset(desires->chase, 0, count);
	desires->chases = settings->drive == CP_FLOCK_DRIVE_VELOCITY;
	for(int k = block.begin; k < block.end; k++) {
		double x, y;
		int b = k - block.begin;
		if(!flkIsDynamic(flkMemberAt(step->frame, k)) || !flkAim(step, species, k, &x, &y)) continue;
		if(settings->drive == CP_FLOCK_DRIVE_VELOCITY) {
			flkSetLength(&x, &y, (double)settings->chaseSpeed);
			desires->chase[b] = 1;
			desires->chaseVelocity.x[b] = x;
			desires->chaseVelocity.y[b] = y;
		} else {
			double vx = step->frame->vx[k], vy = step->frame->vy[k];
			if(settings->target == CP_FLOCK_TARGET_POINT && settings->minSpeed <= 0) {
				flkArrive(settings, vx, vy, &x, &y);
			} else {
				flkRespond(settings, &settings->pursuit, vx, vy, &x, &y);
			}
			out->x[b] = x;
			out->y[b] = y;
		}
	}
}
