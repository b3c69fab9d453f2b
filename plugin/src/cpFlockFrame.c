/* SPDX-License-Identifier: MIT
 * The frame: memory of the stages, and its bodies in the order that the grid found, with what the kernel wants to know of
 * them. */
#include <string.h>

#include "cpFlockInternal.h"

/* Takes `size` bytes, rounded up so that the next array is aligned too. */
static size_t flkCarve(size_t *offset, size_t size) {
	size_t at = *offset;
	*offset += (size + 15) & ~(size_t)15;
	return at;
}

/* Lays the arrays for `capacity` bodies out in one block; with base NULL it only measures. */
static size_t flkFrameLayout(flkFrame *frame, char *base, int capacity) {
	size_t n = (size_t)capacity + FLK_PADDING, offset = 0;
	struct {
		void *array; /* a pointer to one of the pointers below */
		size_t size;
	} const arrays[] = {{&frame->x, sizeof(double)}, {&frame->y, sizeof(double)}, {&frame->vx, sizeof(double)},
		{&frame->vy, sizeof(double)}, {&frame->hx, sizeof(double)}, {&frame->hy, sizeof(double)},
		{&frame->fixedX, sizeof(uint32_t)}, {&frame->fixedY, sizeof(uint32_t)}, {&frame->fastX, sizeof(float)},
		{&frame->fastY, sizeof(float)}, {&frame->place, sizeof(int32_t)},
		{&frame->acceleration, sizeof(flkAcceleration)}, {&frame->setX, sizeof(double)}, {&frame->setY, sizeof(double)},
		{&frame->mark, sizeof(flkMark)}, {&frame->ahead, sizeof(int64_t)}, {&frame->raw, sizeof(flkRaw)},
		{&frame->cell, sizeof(flkCell)}, {&frame->order, sizeof(int32_t)}, {&frame->orderScratch, sizeof(int32_t)},
		{&frame->key, sizeof(uint64_t)}, {&frame->keyScratch, sizeof(uint64_t)}};
	for(size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); i++) {
		size_t at = flkCarve(&offset, n * arrays[i].size);
		if(!base) continue;
		void *array = base + at;
		memcpy(arrays[i].array, &array, sizeof(array));
	}
	return offset;
}

cpBool flkFrameReserve(flkMemory *memory, flkFrame *frame, int count) {
	if(frame->block && count <= frame->capacity) return cpTrue;
	int capacity = count + count / 4 + 16;
	size_t size = flkFrameLayout(frame, NULL, capacity);
	void *block = flkResize(memory, NULL, 0, size);
	if(!block) return cpFalse;
	if(frame->block) flkResize(memory, frame->block, frame->blockSize, 0);
	frame->block = block;
	frame->blockSize = size;
	frame->capacity = capacity;
	flkFrameLayout(frame, block, capacity);
	return cpTrue;
}

/* ---------------------------------------------------------------- units of the fast kernel */

/* Positions of the fast kernel span this many of the largest reach before they wrap round. A group of bodies, what it looks
 * at, and a cell more are within half of it. */
#define FLK_FIXED_REACHES 64.0

/* From this reach on, px, the units would be coarser than a hundredth of a px. */
#define FLK_FIXED_MOST 1e6

static double flkLargestReach(const cpFlock *flock) {
	double reach = 0.0;
	for(int s = 0; s < flock->speciesCount; s++) {
		const flkSpecies *species = &flock->species[s];
		for(int i = 0; i < species->sensedCount; i++) {
			reach = flkMax(reach, flkReach(&species->settings, species->sensed[i].relation));
		}
	}
	return reach;
}

/* Greatest distance along an axis of bodies in grids. */
static double flkExtent(const cpFlock *flock) {
	const flkFrame *frame = &flock->frame;
	flkBox box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
	for(int s = 0; s < flock->speciesCount; s++) {
		const flkGrid *grid = &flock->species[s].grid;
		for(int k = grid->first; k < grid->first + grid->count; k++) {
			const flkRaw *raw = &frame->raw[frame->order[k]];
			box.minX = flkMin(box.minX, raw->x);
			box.maxX = flkMax(box.maxX, raw->x);
			box.minY = flkMin(box.minY, raw->y);
			box.maxY = flkMax(box.maxY, raw->y);
		}
	}
	return flkMax(box.maxX - box.minX, box.maxY - box.minY);
}

/* Units per px, or 0. A reach beyond all distances tells nothing of these: it would make the units too coarse. */
static double flkFixedUnits(const cpFlock *flock) {
	double reach = flkMax(flkLargestReach(flock), FLK_MIN_CELL);
	cpBool few = flock->world.bounds != CP_FLOCK_BOUNDS_PERIODIC;
	for(int s = 0; s < flock->speciesCount; s++) few = few && flock->species[s].grid.rows <= 2;
	if(flock->world.bounds == CP_FLOCK_BOUNDS_PERIODIC) {
		reach = flkMin(reach, flkMax(flock->world.width, flock->world.height));
	} else if(few) {
		reach = flkClamp(flkExtent(flock), FLK_MIN_CELL, reach);
	}
	return reach <= FLK_FIXED_MOST ? 4294967296.0 / (FLK_FIXED_REACHES * reach) : 0.0;
}

/* ---------------------------------------------------------------- arranging */

/* Puts a body where it is in the final order. */
static inline void flkPlaceBody(const flkFrame *frame, int k) {
	int i = frame->order[k];
	const flkRaw *raw = &frame->raw[i];
	frame->x[k] = raw->x;
	frame->y[k] = raw->y;
	frame->vx[k] = raw->vx;
	frame->vy[k] = raw->vy;
	frame->place[i] = k;
}

static void flkPlaceBodies(const flkFrame *frame, int begin, int end) {
	int k = begin, last = flkAtMost(end, flkFetchEnd(frame->count, frame->count));
	for(; k < last; k++) {
		int next = frame->order[k + FLK_FETCH_AHEAD];
		FLK_FETCH_AT(&frame->raw[next]);
		FLK_FETCH_AT(&frame->place[next]);
		flkPlaceBody(frame, k);
	}
	for(; k < end; k++) flkPlaceBody(frame, k);
}

/* Zero where a body rests; returns how many do. */
FLK_CLONES static int flkDirections(const double *restrict vx, const double *restrict vy, double *restrict hx,
	double *restrict hy, float *restrict fastX, float *restrict fastY, int count) {
	int64_t resting = 0;
	for(int k = 0; k < count; k++) {
		double square = vx[k] * vx[k] + vy[k] * vy[k];
		double inverse = square > FLK_REST * FLK_REST ? 1.0 / sqrt(square) : 0.0;
		resting += square > FLK_REST * FLK_REST ? 0 : 1;
		hx[k] = vx[k] * inverse;
		hy[k] = vy[k] * inverse;
		fastX[k] = (float)vx[k];
		fastY[k] = (float)vy[k];
	}
	return (int)resting;
}

FLK_CLONES static void flkFixAll(const double *restrict values, uint32_t *restrict fixed, double units, int count) {
	for(int k = 0; k < count; k++) fixed[k] = flkFixed(values[k], units);
}

static void flkArrangeTask(void *task, int chunk) {
	const cpFlock *flock = task;
	const flkFrame *frame = &flock->frame;
	int k = chunk * FLK_CHUNK_MEMBERS, end = flkAtMost(k + FLK_CHUNK_MEMBERS, frame->count), count = end - k;
	flkPlaceBodies(frame, k, end);
	int resting = flkDirections(
		frame->vx + k, frame->vy + k, frame->hx + k, frame->hy + k, frame->fastX + k, frame->fastY + k, count);
	flkFixAll(frame->x + k, frame->fixedX + k, frame->fixed, count);
	flkFixAll(frame->y + k, frame->fixedY + k, frame->fixed, count);
	for(; resting > 0 && k < end; k++) {
		if(frame->hx[k] != 0.0 || frame->hy[k] != 0.0) continue;
		cpVect rotation = cpBodyGetRotation(flkMemberAt(frame, k)->body);
		frame->hx[k] = (double)rotation.x;
		frame->hy[k] = (double)rotation.y;
	}
}

/* What the fast kernel reads beyond the last body counts for nothing, but it is computed with. */
static void flkClearPadding(const flkFrame *frame) {
	size_t end = (size_t)frame->count;
	double *const numbers[] = {frame->vx, frame->vy, frame->hx, frame->hy};
	uint32_t *const words[] = {frame->fixedX, frame->fixedY};
	for(size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		memset(numbers[i] + end, 0, FLK_PADDING * sizeof(double));
	}
	for(size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		memset(words[i] + end, 0, FLK_PADDING * sizeof(uint32_t));
	}
}

void flkArrange(cpFlock *flock) {
	flock->frame.fixed = flkFixedUnits(flock);
	flkRunTasks(flock, flkArrangeTask, flock, flkChunks(flock->frame.count));
	flkClearPadding(&flock->frame);
}
