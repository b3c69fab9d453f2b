/* SPDX-License-Identifier: MIT
 * The obstacles of a step: what avoidance knows of the shapes near the flock, and where it looks for them. */
#ifndef CP_FLOCK_OBSTACLES_H
#define CP_FLOCK_OBSTACLES_H

#include <stdint.h>

#include "chipmunk_flock/chipmunk_flock.h"

#include "cpFlockGrid.h"

/* Names a state of the set of shapes in a space: as long as it is equal, no shape was added or removed. */
typedef struct flkShapeSet {
	uint64_t added; /* shapes ever added */
	int fixed, moving;
} flkShapeSet;

/* A shape near the flock as it is in this step. */
typedef struct flkObstacle {
	const cpShape *shape; /* valid during the update only */
	cpShapeFilter filter;
	flkBox box;
	double x, y, radius; /* bounding circle of the box */
	double bodyX, bodyY; /* center of gravity of its body */
	double vx, vy, spin; /* of the body */
	double speed;        /* greatest of any point of the shape */
} flkObstacle;

/* An obstacle, or its image over the seam, in the list of a cell. */
typedef struct flkEntry {
	int32_t obstacle;
	int32_t image;
} flkEntry;

/* Coarse cells over the avoiding bodies; an obstacle is listed in every cell that it may be seen from. */
typedef struct flkObstacles {
	flkObstacle *items;
	int count, capacity;
	double reach, time; /* px, s */
	cpGroup group;      /* the flock's */
	int images;
	double shiftX[9], shiftY[9]; /* of the images */
	double originX, originY, inverseX, inverseY;
	int columns, rows;
	/* All shapes of bodies that are no members, known since the set of shapes was this one */
	cpShape **known;
	int knownCount, knownCapacity;
	cpBool knownValid;
	flkShapeSet knownSet;
	int32_t *start; /* columns * rows + 1 */
	flkEntry *entries;
	int startCapacity, entryCapacity;
} flkObstacles;

/* The obstacles that may be seen from a point; *begin == *end where there are none. */
static inline void flkObstaclesAt(
	const flkObstacles *obstacles, double x, double y, const flkEntry **begin, const flkEntry **end) {
	double column = (x - obstacles->originX) * obstacles->inverseX,
		   row = (y - obstacles->originY) * obstacles->inverseY;
	*begin = *end = NULL;
	/* Bodies on the upper edges belong to the last cells, rounding included; bodies beyond the grid see nothing. */
	if(!(column >= 0.0 && column < obstacles->columns + 1.0 && row >= 0.0 && row < obstacles->rows + 1.0)) return;
	int c = (int)column - ((int)column == obstacles->columns), r = (int)row - ((int)row == obstacles->rows);
	const int32_t *start = &obstacles->start[r * obstacles->columns + c];
	if(start[0] == start[1]) return; /* there may be no entries at all */
	*begin = obstacles->entries + start[0];
	*end = obstacles->entries + start[1];
}

/* How far a body looks at a speed relative to the obstacle, px. */
double flkLookAhead(const cpFlockSettings *settings, double speed);
/* Radius of the circle that looks ahead, px. */
double flkSweepRadius(const cpFlockSettings *settings);
/* Radius of the sweep that must be free as well before the body may turn back to where the obstacle was. */
double flkGuardRadius(const cpFlockSettings *settings);

#endif
