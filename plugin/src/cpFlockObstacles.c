/* SPDX-License-Identifier: MIT
 * Obstacles: the shapes near the flock, gathered once per step and sorted into coarse cells, so that a body with nothing
 * near costs one look at an empty cell. The only file that asks the space. */
#include <string.h>

#include "cpFlockInternal.h"

/* The coarse grid has at most so many cells along an axis, and so many entries per obstacle before it gets coarser. */
#define FLK_COARSE_MOST 64
#define FLK_ENTRIES_PER_OBSTACLE 64
#define FLK_ENTRIES_MORE 4096

static cpBool flkAvoids(const flkSpecies *species) {
	return species->count > 0 && species->settings.avoidance.weight > 0;
}

double flkLookAhead(const cpFlockSettings *settings, double speed) {
	const cpFlockAvoidance *avoidance = &settings->avoidance;
	double ahead = (double)avoidance->lookAhead;
	if(avoidance->mode != CP_FLOCK_AVOIDANCE_SWEEP) return ahead;
	return ahead + speed * (double)avoidance->lookAheadTime;
}

double flkSweepRadius(const cpFlockSettings *settings) {
	const cpFlockAvoidance *avoidance = &settings->avoidance;
	if(avoidance->mode == CP_FLOCK_AVOIDANCE_FIELD) return (double)avoidance->lookAhead;
	return (double)settings->bodyRadius + (double)avoidance->clearance;
}

double flkGuardRadius(const cpFlockSettings *settings) {
	return 1.25 * flkSweepRadius(settings) + 1.0;
}

/* What avoiding species need of the obstacles: where, how far, how long, and of which filters. */
typedef struct flkNeed {
	flkBox box;
	double reach, time;
	cpShapeFilter filter; /* what any of them may collide with */
	cpBool any;
} flkNeed;

static double flkFastest(const flkFrame *frame, const flkSpecies *species) {
	double square = 0.0;
	for(int k = species->first; k < species->first + species->count; k++) {
		square = flkMax(square, frame->vx[k] * frame->vx[k] + frame->vy[k] * frame->vy[k]);
	}
	return sqrt(square);
}

static void flkAddNeed(flkNeed *need, const flkFrame *frame, const flkSpecies *species) {
	const cpFlockSettings *settings = &species->settings;
	double wide = (double)settings->bodyRadius + (double)settings->avoidance.clearance;
	double speed = flkMin(flkFastest(frame, species), FLK_LOOK_SPEED);
	need->reach = flkMax(need->reach, flkMin(flkLookAhead(settings, speed) + wide, FLK_LOOK_MOST));
	need->time = flkMax(need->time, (double)settings->avoidance.lookAheadTime);
	need->filter.categories |= settings->filter.categories;
	need->filter.mask |= settings->filter.mask;
	/* A species with a group of its own does not pass through the flock's. */
	if(settings->filter.group != CP_NO_GROUP && settings->filter.group != need->filter.group) {
		need->filter.group = CP_NO_GROUP;
	}
	/* Bodies beyond the grid are beyond the obstacles too. */
	for(int k = species->first; k < species->first + species->grid.count; k++) {
		need->box.minX = flkMin(need->box.minX, frame->x[k]);
		need->box.maxX = flkMax(need->box.maxX, frame->x[k]);
		need->box.minY = flkMin(need->box.minY, frame->y[k]);
		need->box.maxY = flkMax(need->box.maxY, frame->y[k]);
	}
	need->any |= species->grid.count > 0;
}

/* ---------------------------------------------------------------- gathering */

typedef struct flkCollector {
	cpFlock *flock;
	cpBool failed;
} flkCollector;

static cpBool flkIsFiniteBox(cpBB bb) {
	return flkIsFinite((double)bb.l) && flkIsFinite((double)bb.b) && flkIsFinite((double)bb.r) &&
		   flkIsFinite((double)bb.t);
}

/* Far beyond all members, so that what is computed with it stays finite. */
static double flkWithin(double value) {
	return flkClamp(value, -1e31, 1e31);
}

static void flkDescribe(flkObstacle *obstacle, cpShape *shape, cpBody *body) {
	cpBB bb = cpShapeGetBB(shape);
	cpVect velocity = cpBodyGetVelocity(body), center = cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body));
	obstacle->shape = shape;
	obstacle->filter = cpShapeGetFilter(shape);
	obstacle->box =
		(flkBox){flkWithin((double)bb.l), flkWithin((double)bb.b), flkWithin((double)bb.r), flkWithin((double)bb.t)};
	obstacle->x = 0.5 * (obstacle->box.minX + obstacle->box.maxX);
	obstacle->y = 0.5 * (obstacle->box.minY + obstacle->box.maxY);
	obstacle->radius = flkLength(obstacle->box.maxX - obstacle->x, obstacle->box.maxY - obstacle->y);
	obstacle->bodyX = (double)center.x;
	obstacle->bodyY = (double)center.y;
	obstacle->vx = flkClamp((double)velocity.x, -FLK_LOOK_SPEED, FLK_LOOK_SPEED);
	obstacle->vy = flkClamp((double)velocity.y, -FLK_LOOK_SPEED, FLK_LOOK_SPEED);
	obstacle->spin = flkClamp((double)cpBodyGetAngularVelocity(body), -1e3, 1e3);
	double arm = flkLength(obstacle->x - obstacle->bodyX, obstacle->y - obstacle->bodyY) + obstacle->radius;
	obstacle->speed = flkLength(obstacle->vx, obstacle->vy) + fabs(obstacle->spin) * arm;
}

static void flkCollect(cpShape *shape, void *data) {
	flkCollector *collector = data;
	cpFlock *flock = collector->flock;
	flkObstacles *obstacles = &flock->obstacles;
	cpBody *body = cpShapeGetBody(shape);
	if(collector->failed || cpShapeGetSensor(shape) || !flkIsFiniteBox(cpShapeGetBB(shape))) return;
	if(flkMapFind(&flock->map, body) >= 0) return;
	void *grown = obstacles->items;
	collector->failed =
		!flkReserve(&flock->memory, &grown, &obstacles->capacity, obstacles->count + 1, sizeof(*obstacles->items));
	obstacles->items = grown;
	if(!collector->failed) flkDescribe(&obstacles->items[obstacles->count++], shape, body);
}

/* ---------------------------------------------------------------- known shapes */

static void flkCollectKnown(cpShape *shape, void *data) {
	flkCollector *collector = data;
	cpFlock *flock = collector->flock;
	flkObstacles *obstacles = &flock->obstacles;
	if(collector->failed || flkMapFind(&flock->map, cpShapeGetBody(shape)) >= 0) return;
	void *grown = obstacles->known;
	collector->failed =
		!flkReserve(&flock->memory, &grown, &obstacles->knownCapacity, obstacles->knownCount + 1, sizeof(cpShape *));
	obstacles->known = grown;
	if(!collector->failed) obstacles->known[obstacles->knownCount++] = shape;
}

/* A query walks over every shape of the flock itself, which is most of the work where there are few obstacles. As long
 * as no shape comes or goes and nobody joins or leaves, the other shapes are known from the step before. */
static cpBool flkKnowShapes(cpFlock *flock) {
	flkObstacles *obstacles = &flock->obstacles;
	flkShapeSet set = flkDirectShapeSet(flock->space);
	cpBool same = set.added == obstacles->knownSet.added && set.fixed == obstacles->knownSet.fixed &&
				  set.moving == obstacles->knownSet.moving;
	if(obstacles->knownValid && same) return cpTrue;
	flkCollector collector = {flock, cpFalse};
	obstacles->knownCount = 0;
	cpSpaceEachShape(flock->space, flkCollectKnown, &collector);
	obstacles->knownSet = set;
	obstacles->knownValid = !collector.failed;
	return obstacles->knownValid;
}

static void flkCollectFromKnown(flkCollector *collector, cpBB box, cpShapeFilter wanted) {
	const flkObstacles *obstacles = &collector->flock->obstacles;
	for(int i = 0; i < obstacles->knownCount; i++) {
		cpShape *shape = obstacles->known[i];
		cpShapeFilter filter = cpShapeGetFilter(shape);
		if((filter.categories & wanted.mask) == 0 || (wanted.categories & filter.mask) == 0) continue;
		if(wanted.group != CP_NO_GROUP && filter.group == wanted.group) continue;
		if(cpBBIntersects(box, cpShapeGetBB(shape))) flkCollect(shape, collector);
	}
}

/* Many more shapes than members are better left to the space's own index. */
static cpBool flkFewShapes(const cpFlock *flock) {
	return flock->obstacles.knownCount <= 4 * flock->bodyCount + 256;
}

static cpBool flkCollectAll(cpFlock *flock, cpBB box, cpShapeFilter wanted) {
	flkCollector collector = {flock, cpFalse};
	if(flock->direct && flkKnowShapes(flock) && flkFewShapes(flock)) {
		flkCollectFromKnown(&collector, box, wanted);
	} else {
		cpSpaceBBQuery(flock->space, box, wanted, flkCollect, &collector);
	}
	return !collector.failed;
}

/* The box in which shapes are looked for. A moving one may come from farther than the flock looks. */
static cpBB flkSearchBox(const flkWorld *world, const flkNeed *need) {
	double more = need->reach + FLK_LOOK_OBSTACLE_SPEED * need->time;
	/* On a torus an obstacle may be one world away. */
	if(world->bounds == CP_FLOCK_BOUNDS_PERIODIC) more += flkMax(world->width, world->height);
	return cpBBNew((cpFloat)(need->box.minX - more), (cpFloat)(need->box.minY - more), (cpFloat)(need->box.maxX + more),
		(cpFloat)(need->box.maxY + more));
}

/* ---------------------------------------------------------------- cells */

/* Calls for every cell that an image of the obstacle may be seen from. */
typedef struct flkCover {
	int columnBegin, columnEnd, rowBegin, rowEnd; /* inclusive; empty: begin > end */
} flkCover;

static int flkCoarse(double value, double origin, double inverse, int cells) {
	return (int)flkClamp(flkFloor((value - origin) * inverse), -1.0, (double)cells);
}

static flkCover flkCoverOf(const flkObstacles *obstacles, const flkObstacle *obstacle, double shiftX, double shiftY) {
	double reach = obstacles->reach + obstacle->speed * obstacles->time;
	flkCover cover = {
		flkCoarse(obstacle->box.minX + shiftX - reach, obstacles->originX, obstacles->inverseX, obstacles->columns),
		flkCoarse(obstacle->box.maxX + shiftX + reach, obstacles->originX, obstacles->inverseX, obstacles->columns),
		flkCoarse(obstacle->box.minY + shiftY - reach, obstacles->originY, obstacles->inverseY, obstacles->rows),
		flkCoarse(obstacle->box.maxY + shiftY + reach, obstacles->originY, obstacles->inverseY, obstacles->rows)};
	if(cover.columnBegin < 0) cover.columnBegin = 0;
	if(cover.rowBegin < 0) cover.rowBegin = 0;
	if(cover.columnEnd >= obstacles->columns) cover.columnEnd = obstacles->columns - 1;
	if(cover.rowEnd >= obstacles->rows) cover.rowEnd = obstacles->rows - 1;
	return cover;
}

static double flkCountEntries(const flkObstacles *obstacles) {
	double entries = 0.0;
	for(int i = 0; i < obstacles->count; i++) {
		for(int image = 0; image < obstacles->images; image++) {
			flkCover c =
				flkCoverOf(obstacles, &obstacles->items[i], obstacles->shiftX[image], obstacles->shiftY[image]);
			double columns = c.columnEnd - c.columnBegin + 1, rows = c.rowEnd - c.rowBegin + 1;
			if(columns > 0.0 && rows > 0.0) entries += columns * rows;
		}
	}
	return entries;
}

static void flkCoarseLayout(flkObstacles *obstacles, const flkBox *box, int most) {
	double width = box->maxX - box->minX, height = box->maxY - box->minY;
	double cell = flkMax(0.5 * obstacles->reach, flkMax(width, height) / most);
	obstacles->originX = box->minX;
	obstacles->originY = box->minY;
	obstacles->columns = (int)flkClamp(ceil(width / cell), 1.0, (double)most);
	obstacles->rows = (int)flkClamp(ceil(height / cell), 1.0, (double)most);
	obstacles->inverseX = width > 0.0 ? obstacles->columns / width : 0.0;
	obstacles->inverseY = height > 0.0 ? obstacles->rows / height : 0.0;
}

/* Visits all entries: first to count them per cell, then to place them. */
static void flkVisitEntries(flkObstacles *obstacles, cpBool place) {
	for(int i = obstacles->count - 1; i >= 0; i--) {
		for(int image = obstacles->images - 1; image >= 0; image--) {
			flkCover c =
				flkCoverOf(obstacles, &obstacles->items[i], obstacles->shiftX[image], obstacles->shiftY[image]);
			for(int row = c.rowBegin; row <= c.rowEnd; row++) {
				for(int column = c.columnBegin; column <= c.columnEnd; column++) {
					int32_t *start = &obstacles->start[row * obstacles->columns + column];
					if(place) {
						obstacles->entries[--*start] = (flkEntry){i, image};
					} else {
						++*start;
					}
				}
			}
		}
	}
}

static cpBool flkFillCells(flkMemory *memory, flkObstacles *obstacles, int entries) {
	int cells = obstacles->columns * obstacles->rows;
	void *start = obstacles->start, *list = obstacles->entries;
	cpBool room = flkReserve(memory, &start, &obstacles->startCapacity, cells + 1, sizeof(*obstacles->start)) &&
				  flkReserve(memory, &list, &obstacles->entryCapacity, entries, sizeof(*obstacles->entries));
	obstacles->start = start;
	obstacles->entries = list;
	if(!room) return cpFalse;
	memset(obstacles->start, 0, ((size_t)cells + 1) * sizeof(*obstacles->start));
	flkVisitEntries(obstacles, cpFalse);
	for(int c = 0, sum = 0; c <= cells; c++) obstacles->start[c] = sum += obstacles->start[c];
	flkVisitEntries(obstacles, cpTrue);
	return cpTrue;
}

/* The images of an obstacle on a torus: itself, and shifted by the world's extents. */
static void flkChooseImages(flkObstacles *obstacles, const flkWorld *world) {
	obstacles->images = 1;
	obstacles->shiftX[0] = obstacles->shiftY[0] = 0.0;
	if(world->bounds != CP_FLOCK_BOUNDS_PERIODIC) return;
	for(int y = -1; y <= 1; y++) {
		for(int x = -1; x <= 1; x++) {
			if(x == 0 && y == 0) continue;
			obstacles->shiftX[obstacles->images] = x * world->width;
			obstacles->shiftY[obstacles->images++] = y * world->height;
		}
	}
}

static cpBool flkSortObstacles(cpFlock *flock, const flkNeed *need) {
	flkObstacles *obstacles = &flock->obstacles;
	obstacles->reach = need->reach;
	obstacles->time = need->time;
	flkChooseImages(obstacles, &flock->world);
	double entries, most = FLK_ENTRIES_PER_OBSTACLE * (double)obstacles->count + FLK_ENTRIES_MORE;
	int cells = FLK_COARSE_MOST;
	do {
		flkCoarseLayout(obstacles, &need->box, cells);
		entries = flkCountEntries(obstacles);
		cells /= 2;
	} while(entries > most && cells >= 1);
	if(entries > (double)(INT32_MAX / 2)) return cpFalse;
	return flkFillCells(&flock->memory, obstacles, (int)entries);
}

static void flkIgnore(cpShape *shape, void *data) {
	(void)shape;
	(void)data;
}

/* A query of an unlocked space runs the game's waiting post-step callbacks when it returns. They must come now, not in
 * the middle of the update. */
void flkFlushPostSteps(cpFlock *flock) {
	if(cpSpaceIsLocked(flock->space)) return;
	for(int s = 0; s < flock->speciesCount; s++) {
		if(flock->species[s].settings.avoidance.weight == 0) continue;
		cpSpaceBBQuery(flock->space, cpBBNew(0, 0, 0, 0), CP_SHAPE_FILTER_NONE, flkIgnore, NULL);
		return;
	}
}

cpBool flkGatherObstacles(cpFlock *flock) {
	flkNeed need = {
		{INFINITY, INFINITY, -INFINITY, -INFINITY}, 0.0, 0.0, cpShapeFilterNew(flock->group, 0, 0), cpFalse};
	flock->obstacles.count = 0;
	flock->obstacles.group = flock->group;
	for(int s = 0; s < flock->speciesCount; s++) {
		if(flkAvoids(&flock->species[s])) flkAddNeed(&need, &flock->frame, &flock->species[s]);
	}
	if(need.any) {
		cpBB box = flkSearchBox(&flock->world, &need);
		if(!flkCollectAll(flock, box, need.filter)) return cpFalse;
	}
	flock->stats.obstacles = flock->obstacles.count;
	return flock->obstacles.count == 0 || flkSortObstacles(flock, &need);
}
