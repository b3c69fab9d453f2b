/* SPDX-License-Identifier: MIT
 * Between obstacles and avoidance: which bodies have anything to look at closely. Few have; each obstacle finds them in the
 * cells round it, many at a time, so that avoidance need not ask for every body what is near. */
#include <string.h>

#include "cpFlockInternal.h"

/* Over more rows of small cells an obstacle is not followed: every body may have it ahead. */
#define FLK_WATCH_ROWS 256

/* What is the same for all bodies of a species that an image of an obstacle is compared with. */
typedef struct flkWatch {
	double x, y, vx, vy; /* of the obstacle */
	double bound;        /* it is met nearer than this, px */
	double ahead, time;  /* how far a body looks: px at rest, and s */
} flkWatch;

/* The closest approach in the time that is looked ahead, of a body that goes on as it does, is within the bound. */
FLK_CLONES static void flkWatchWays(const flkWatch *watch, const double *restrict x, const double *restrict y,
	const double *restrict vx, const double *restrict vy, int64_t *restrict ahead, int count) {
	const double wx = watch->x, wy = watch->y, wvx = watch->vx, wvy = watch->vy;
	const double square = watch->bound * watch->bound, distance = watch->ahead, time = watch->time;
	for(int k = 0; k < count; k++) {
		double dx = wx - x[k], dy = wy - y[k];
		double rx = flkClamp(vx[k], -FLK_LOOK_SPEED, FLK_LOOK_SPEED) - wvx;
		double ry = flkClamp(vy[k], -FLK_LOOK_SPEED, FLK_LOOK_SPEED) - wvy;
		double speed = flkMax(flkLength(rx, ry), FLK_REST);
		double closest = flkMax((dx * rx + dy * ry) / (speed * speed), 0.0);
		closest = flkMin(closest, time + distance / speed);
		double offX = dx - rx * closest, offY = dy - ry * closest;
		ahead[k] |= offX * offX + offY * offY <= square;
	}
}

/* Nearer than the bound and the way that the body goes in the time. */
FLK_CLONES static void flkWatchCircle(const flkWatch *watch, const double *restrict x, const double *restrict y,
	const double *restrict vx, const double *restrict vy, int64_t *restrict ahead, int count) {
	const double wx = watch->x, wy = watch->y, bound = watch->bound, time = watch->time;
	for(int k = 0; k < count; k++) {
		double dx = wx - x[k], dy = wy - y[k];
		double rx = flkClamp(vx[k], -FLK_LOOK_SPEED, FLK_LOOK_SPEED);
		double ry = flkClamp(vy[k], -FLK_LOOK_SPEED, FLK_LOOK_SPEED), far = bound + flkLength(rx, ry) * time;
		ahead[k] |= dx * dx + dy * dy <= far * far;
	}
}

static void flkWatchRun(const flkFrame *frame, const flkWatch *watch, cpBool ways, int begin, int end) {
	const double *x = frame->x + begin, *y = frame->y + begin, *vx = frame->vx + begin, *vy = frame->vy + begin;
	if(ways) {
		flkWatchWays(watch, x, y, vx, vy, frame->ahead + begin, end - begin);
	} else {
		flkWatchCircle(watch, x, y, vx, vy, frame->ahead + begin, end - begin);
	}
}

/* The surface of what spins has another velocity at every point: there and for the other modes the distance must do. */
static cpBool flkMakeWatch(const flkSpecies *species, const flkObstacle *obstacle, flkWatch *watch) {
	const cpFlockSettings *settings = &species->settings;
	double ahead = (double)settings->avoidance.lookAhead, time = (double)settings->avoidance.lookAheadTime;
	cpBool sweeps = settings->avoidance.mode == CP_FLOCK_AVOIDANCE_SWEEP;
	*watch = (flkWatch){0.0, 0.0, obstacle->vx, obstacle->vy, obstacle->radius + flkGuardRadius(settings), ahead, time};
	if(sweeps && obstacle->spin == 0.0) return cpTrue;
	watch->bound += ahead + (sweeps ? obstacle->speed * time : 0.0);
	watch->time = sweeps ? time : 0.0;
	return cpFalse;
}

/* All bodies that an obstacle may be ahead of are within reach of its box, or of an image of it. */
static void flkWatchObstacle(
	const flkFrame *frame, const flkObstacles *obstacles, const flkObstacle *obstacle, const flkSpecies *species) {
	double reach = obstacles->reach + obstacle->speed * obstacles->time;
	int images = species->settings.seesOverSeam ? obstacles->images : 1;
	flkWatch watch;
	cpBool ways = flkMakeWatch(species, obstacle, &watch);
	for(int image = 0; image < images; image++) {
		double shiftX = obstacles->shiftX[image], shiftY = obstacles->shiftY[image];
		flkBox box = {obstacle->box.minX + shiftX, obstacle->box.minY + shiftY, obstacle->box.maxX + shiftX,
			obstacle->box.maxY + shiftY};
		flkQuery query;
		flkRun run;
		watch.x = obstacle->x + shiftX;
		watch.y = obstacle->y + shiftY;
		flkGridQuery(&species->grid, box, reach, cpFalse, &query);
		int rows = query.everything ? species->grid.count : query.rowEnd - query.row;
		if(rows > FLK_WATCH_ROWS) {
			for(int k = species->first; k < species->first + species->count; k++) frame->ahead[k] = 1;
			return;
		}
		while(flkGridNext(&query, &run)) flkWatchRun(frame, &watch, ways, run.begin, run.end);
	}
}

void flkWatchObstacles(cpFlock *flock) {
	const flkFrame *frame = &flock->frame;
	const flkObstacles *obstacles = &flock->obstacles;
	if(obstacles->count == 0) return;
	memset(frame->ahead, 0, (size_t)frame->count * sizeof(*frame->ahead));
	for(int s = 0; s < flock->speciesCount; s++) {
		const flkSpecies *species = &flock->species[s];
		if(species->grid.count == 0 || !(species->settings.avoidance.weight > 0)) continue;
		for(int i = 0; i < obstacles->count; i++) flkWatchObstacle(frame, obstacles, &obstacles->items[i], species);
	}
}
