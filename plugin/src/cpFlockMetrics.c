/* SPDX-License-Identifier: MIT
 * Order parameters of a species, measured on the bodies as they are now. */
#include <string.h>

#include "cpFlockInternal.h"

/* One species in one grid of its own, independent of the update's frame. */
typedef struct flkSurvey {
	flkMemory *memory;
	const flkWorld *world;
	int count;
	double *x, *y, *vx, *vy; /* in joining order */
	int32_t *group;          /* root of the group, by union-find; then its number of members is in size[] */
	int32_t *size;
	int32_t *start, *order; /* buckets: order[start[b], start[b + 1]) */
	int columns, rows;
	double originX, originY, cellX, cellY;
	size_t bytes;
	void *block;
} flkSurvey;

static int flkRoot(int32_t *group, int i) {
	while(group[i] != i) i = group[i] = group[group[i]];
	return i;
}

/* The lower index becomes the root, so that a group is named by its first body. */
static void flkUnite(int32_t *group, int a, int b) {
	a = flkRoot(group, a);
	b = flkRoot(group, b);
	if(a < b) {
		group[b] = a;
	} else {
		group[a] = b;
	}
}

static cpBool flkSurveyReserve(flkSurvey *survey, int count) {
	size_t n = (size_t)count + 1;
	survey->bytes = n * (4 * sizeof(double) + 4 * sizeof(int32_t)) + 2 * n * sizeof(int32_t);
	char *block = survey->block = flkResize(survey->memory, NULL, 0, survey->bytes);
	if(!block) return cpFalse;
	survey->x = (double *)(void *)block;
	survey->y = survey->x + n;
	survey->vx = survey->y + n;
	survey->vy = survey->vx + n;
	survey->group = (int32_t *)(void *)(survey->vy + n);
	survey->size = survey->group + n;
	survey->order = survey->size + n;
	survey->start = survey->order + n; /* up to 2 n cells and the end */
	return cpTrue;
}

static void flkSurveyGather(flkSurvey *survey, const cpFlock *flock, cpFlockSpecies species) {
	survey->count = 0;
	for(int i = 0; i < flock->memberCount; i++) {
		const flkMember *member = &flock->members[i];
		if(!member->body || member->species != species || cpBodyGetSpace(member->body) != flock->space) continue;
		cpVect position = cpBodyGetPosition(member->body), velocity = cpBodyGetVelocity(member->body);
		double x = (double)position.x, y = (double)position.y, vx = (double)velocity.x, vy = (double)velocity.y;
		/* Beyond this no square is finite. */
		if(!(fabs(x) < 1e100 && fabs(y) < 1e100 && fabs(vx) < 1e100 && fabs(vy) < 1e100)) continue;
		int n = survey->count++;
		cpBool periodic = survey->world->bounds == CP_FLOCK_BOUNDS_PERIODIC;
		survey->x[n] = periodic ? flkWrap(x, survey->world->box.minX, survey->world->width) : x;
		survey->y[n] = periodic ? flkWrap(y, survey->world->box.minY, survey->world->height) : y;
		survey->vx[n] = vx;
		survey->vy[n] = vy;
	}
}

static void flkSurveyBox(const flkSurvey *survey, flkBox *box) {
	if(survey->world->bounds == CP_FLOCK_BOUNDS_PERIODIC) {
		*box = survey->world->box;
		return;
	}
	*box = (flkBox){INFINITY, INFINITY, -INFINITY, -INFINITY};
	for(int i = 0; i < survey->count; i++) {
		box->minX = flkMin(box->minX, survey->x[i]);
		box->maxX = flkMax(box->maxX, survey->x[i]);
		box->minY = flkMin(box->minY, survey->y[i]);
		box->maxY = flkMax(box->maxY, survey->y[i]);
	}
}

static int flkSurveyCell(double value, double origin, double cell, int cells) {
	int index = (int)flkClamp(flkFloor((value - origin) / cell), 0.0, (double)(cells - 1));
	return index;
}

static int flkSurveyBucket(const flkSurvey *survey, int i) {
	return flkSurveyCell(survey->y[i], survey->originY, survey->cellY, survey->rows) * survey->columns +
		   flkSurveyCell(survey->x[i], survey->originX, survey->cellX, survey->columns);
}

/* Cells of at least the link radius, and no more cells than bodies. */
static void flkSurveyBuckets(flkSurvey *survey, double radius) {
	flkBox box;
	flkSurveyBox(survey, &box);
	double width = flkMax(box.maxX - box.minX, 1e-9), height = flkMax(box.maxY - box.minY, 1e-9);
	double most = flkMax(flkFloor(sqrt((double)survey->count)), 1.0);
	survey->columns = (int)flkClamp(flkFloor(width / radius), 1.0, most);
	survey->rows = (int)flkClamp(flkFloor(height / radius), 1.0, most);
	survey->originX = box.minX;
	survey->originY = box.minY;
	survey->cellX = width / survey->columns;
	survey->cellY = height / survey->rows;
	int cells = survey->columns * survey->rows;
	memset(survey->start, 0, ((size_t)cells + 1) * sizeof(*survey->start));
	for(int i = 0; i < survey->count; i++) survey->start[flkSurveyBucket(survey, i)]++;
	for(int c = 0, sum = 0; c <= cells; c++) survey->start[c] = sum += survey->start[c];
	for(int i = survey->count - 1; i >= 0; i--) survey->order[--survey->start[flkSurveyBucket(survey, i)]] = i;
}

static double flkSurveyDistance(const flkSurvey *survey, int i, int j) {
	double dx = survey->x[j] - survey->x[i], dy = survey->y[j] - survey->y[i];
	if(survey->world->bounds == CP_FLOCK_BOUNDS_PERIODIC) {
		dx = flkNearestImage(dx, survey->world->width);
		dy = flkNearestImage(dy, survey->world->height);
	}
	return flkLength(dx, dy);
}

/* Links body i with the bodies of one cell; returns the distance of the nearest so far. */
static double flkLinkCell(flkSurvey *survey, int i, int cell, double radius, double nearest) {
	for(int at = survey->start[cell]; at < survey->start[cell + 1]; at++) {
		int j = survey->order[at];
		if(j == i) continue;
		double distance = flkSurveyDistance(survey, i, j);
		if(distance > radius) continue;
		nearest = flkMin(nearest, distance);
		flkUnite(survey->group, i, j);
	}
	return nearest;
}

/* The cells round a cell on one axis, each once. */
static int flkAround(int at, int cells, cpBool periodic, int around[3]) {
	int count = 0;
	for(int d = -1; d <= 1; d++) {
		int cell = at + d;
		if(periodic) {
			cell = (cell + cells) % cells;
		} else if(cell < 0 || cell >= cells) {
			continue;
		}
		cpBool known = cpFalse;
		for(int k = 0; k < count; k++) known |= around[k] == cell;
		if(!known) around[count++] = cell;
	}
	return count;
}

static double flkLinkBody(flkSurvey *survey, int i, double radius) {
	cpBool periodic = survey->world->bounds == CP_FLOCK_BOUNDS_PERIODIC;
	int columns[3], rows[3];
	int column = flkSurveyCell(survey->x[i], survey->originX, survey->cellX, survey->columns);
	int row = flkSurveyCell(survey->y[i], survey->originY, survey->cellY, survey->rows);
	int columnCount = flkAround(column, survey->columns, periodic, columns);
	int rowCount = flkAround(row, survey->rows, periodic, rows);
	double nearest = INFINITY;
	for(int r = 0; r < rowCount; r++) {
		for(int c = 0; c < columnCount; c++) {
			nearest = flkLinkCell(survey, i, rows[r] * survey->columns + columns[c], radius, nearest);
		}
	}
	return nearest;
}

static void flkMeasureDistances(flkSurvey *survey, double radius, cpFlockMetrics *metrics) {
	double sum = 0.0, smallest = INFINITY;
	int paired = 0;
	for(int i = 0; i < survey->count; i++) survey->group[i] = i;
	for(int i = 0; i < survey->count; i++) {
		double nearest = flkLinkBody(survey, i, radius);
		if(nearest > radius) continue;
		sum += nearest;
		smallest = flkMin(smallest, nearest);
		paired++;
	}
	metrics->meanNearest = paired > 0 ? (cpFloat)(sum / paired) : 0;
	metrics->minNearest = paired > 0 ? (cpFloat)smallest : 0;
}

static void flkMeasureSpeeds(const flkSurvey *survey, cpFlockMetrics *metrics) {
	double slowest = INFINITY, fastest = 0.0, sum = 0.0, ux = 0.0, uy = 0.0;
	for(int i = 0; i < survey->count; i++) {
		double speed = flkLength(survey->vx[i], survey->vy[i]);
		slowest = flkMin(slowest, speed);
		fastest = flkMax(fastest, speed);
		sum += speed;
		if(speed > FLK_REST) {
			ux += survey->vx[i] / speed;
			uy += survey->vy[i] / speed;
		}
	}
	metrics->bodies = survey->count;
	if(survey->count == 0) return;
	metrics->minSpeed = (cpFloat)slowest;
	metrics->maxSpeed = (cpFloat)fastest;
	metrics->meanSpeed = (cpFloat)(sum / survey->count);
	metrics->polarization = (cpFloat)(flkLength(ux, uy) / survey->count);
}

/* The root of the largest group. */
static int flkCountGroups(flkSurvey *survey, cpFlockMetrics *metrics) {
	int largest = 0;
	memset(survey->size, 0, (size_t)survey->count * sizeof(*survey->size));
	for(int i = 0; i < survey->count; i++) survey->size[flkRoot(survey->group, i)]++;
	for(int i = 0; i < survey->count; i++) {
		if(survey->size[i] > 0) metrics->groups++;
		if(survey->size[i] > survey->size[largest]) largest = i;
	}
	metrics->largestGroup = survey->size[largest];
	return largest;
}

/* Offset of body i from a point, the short way. */
static void flkSurveyOffset(const flkSurvey *survey, int i, double x, double y, double *dx, double *dy) {
	*dx = survey->x[i] - x;
	*dy = survey->y[i] - y;
	if(survey->world->bounds == CP_FLOCK_BOUNDS_PERIODIC) {
		*dx = flkNearestImage(*dx, survey->world->width);
		*dy = flkNearestImage(*dy, survey->world->height);
	}
}

/* On a torus the mean of offsets depends on the point they are taken from: it is moved to their mean until it stays. */
static void flkGroupCenter(flkSurvey *survey, int root, double *x, double *y) {
	*x = survey->x[root];
	*y = survey->y[root];
	for(int turn = 0; turn < 8; turn++) {
		double sumX = 0.0, sumY = 0.0, dx, dy;
		for(int i = 0; i < survey->count; i++) {
			if(flkRoot(survey->group, i) != root) continue;
			flkSurveyOffset(survey, i, *x, *y, &dx, &dy);
			sumX += dx;
			sumY += dy;
		}
		*x += sumX / survey->size[root];
		*y += sumY / survey->size[root];
	}
	if(survey->world->bounds == CP_FLOCK_BOUNDS_PERIODIC) {
		*x = flkWrap(*x, survey->world->box.minX, survey->world->width);
		*y = flkWrap(*y, survey->world->box.minY, survey->world->height);
	}
}

static void flkMeasureLargest(flkSurvey *survey, int root, cpFlockMetrics *metrics) {
	double x, y, ux = 0.0, uy = 0.0, turning = 0.0;
	flkGroupCenter(survey, root, &x, &y);
	for(int i = 0; i < survey->count; i++) {
		double speed = flkLength(survey->vx[i], survey->vy[i]), dx, dy;
		if(flkRoot(survey->group, i) != root || !(speed > FLK_REST)) continue;
		flkSurveyOffset(survey, i, x, y, &dx, &dy);
		double distance = flkLength(dx, dy);
		ux += survey->vx[i] / speed;
		uy += survey->vy[i] / speed;
		if(distance > FLK_REST) turning += (dx * survey->vy[i] - dy * survey->vx[i]) / (distance * speed);
	}
	double size = survey->size[root];
	metrics->largestHeading = cpv((cpFloat)(ux / size), (cpFloat)(uy / size));
	metrics->largestCenter = cpv((cpFloat)x, (cpFloat)y);
	metrics->rotation = (cpFloat)(fabs(turning) / size);
}

cpFlockStatus cpFlockMeasure(cpFlock *flock, cpFlockSpecies species, cpFloat linkRadius, cpFlockMetrics *metrics) {
	static const char name[] = "cpFlockMeasure";
	if(!flock || !metrics) return flkFail(flock, CP_FLOCK_ERROR_NULL, name, "metrics");
	const flkSpecies *data = flkGetSpecies(flock, species);
	if(!data) return flkFail(flock, CP_FLOCK_ERROR_SPECIES, name, "species");
	if(!flkIsFinite((double)linkRadius)) return flkFail(flock, CP_FLOCK_ERROR_NOT_FINITE, name, "linkRadius");
	if(!(linkRadius > 0)) return flkFail(flock, CP_FLOCK_ERROR_RANGE, name, "linkRadius");
	if(flock->updating) return flkFail(flock, CP_FLOCK_ERROR_UPDATING, name, "flock");
	flkSurvey survey = {0};
	survey.memory = &flock->memory;
	survey.world = &flock->world;
	if(!flkSurveyReserve(&survey, data->members)) return flkFail(flock, CP_FLOCK_ERROR_MEMORY, name, "survey");
	cpFlockMetrics found = {0};
	flkSurveyGather(&survey, flock, species);
	flkMeasureSpeeds(&survey, &found);
	if(survey.count > 0) {
		flkSurveyBuckets(&survey, (double)linkRadius);
		flkMeasureDistances(&survey, (double)linkRadius, &found);
		flkMeasureLargest(&survey, flkCountGroups(&survey, &found), &found);
	}
	flkResize(&flock->memory, survey.block, survey.bytes, 0);
	*metrics = found;
	return CP_FLOCK_OK;
}
