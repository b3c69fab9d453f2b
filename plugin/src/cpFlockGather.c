/* SPDX-License-Identifier: MIT
 * Stage 1, gather: members -> frame. The only stage that reads bodies before the forces are written. */
#include <string.h>

#include "cpFlockBody.h"
#include "cpFlockInternal.h"

/* Closes the holes that removed members left; the order of joining is kept. */
static void flkSweep(cpFlock *flock) {
	if(flock->bodyCount == flock->memberCount) return;
	int kept = 0;
	for(int i = 0; i < flock->memberCount; i++) {
		if(!flock->members[i].body) continue;
		if(kept != i) {
			flock->members[kept] = flock->members[i];
			flkMapSet(&flock->map, flock->members[kept].body, kept);
		}
		kept++;
	}
	flock->memberCount = kept;
}

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
		{&frame->fastY, sizeof(float)}, {&frame->tag, sizeof(flkTag)}, {&frame->acceleration, sizeof(flkAcceleration)},
		{&frame->setX, sizeof(double)}, {&frame->setY, sizeof(double)}, {&frame->set, 1}, {&frame->newSide, 1},
		{&frame->raw, sizeof(flkRaw)}, {&frame->column, sizeof(int32_t)}, {&frame->row, sizeof(int32_t)},
		{&frame->order, sizeof(int32_t)}, {&frame->orderScratch, sizeof(int32_t)}, {&frame->key, sizeof(uint64_t)},
		{&frame->keyScratch, sizeof(uint64_t)}};
	for(size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); i++) {
		size_t at = flkCarve(&offset, n * arrays[i].size);
		if(!base) continue;
		void *array = base + at;
		memcpy(arrays[i].array, &array, sizeof(array));
	}
	return offset;
}

static cpBool flkFrameReserve(flkMemory *memory, flkFrame *frame, int count) {
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

/* Numbers between these need no further look. In a periodic world they are inside it; elsewhere their squares stay
 * finite. */
typedef struct flkPlain {
	flkBox box;
	double speed;
} flkPlain;

static flkPlain flkMakePlain(const flkWorld *world) {
	flkPlain plain = {{-1e30, -1e30, 1e30, 1e30}, FLK_HUGE};
	if(world->bounds == CP_FLOCK_BOUNDS_PERIODIC) plain.box = world->box;
	return plain;
}

/* Where the body is in the world of the neighbors. Huge values are cut so that their squares stay finite; a body
 * there is beyond the grid anyway. */
static void flkCanonicalPosition(const flkWorld *world, double *x, double *y) {
	*x = flkClamp(*x, -1e30, 1e30);
	*y = flkClamp(*y, -1e30, 1e30);
	if(world->bounds == CP_FLOCK_BOUNDS_PERIODIC) {
		*x = flkWrap(*x, world->box.minX, world->width);
		*y = flkWrap(*y, world->box.minY, world->height);
	}
}

typedef struct flkGathering {
	cpFlock *flock;
	flkPlain plain;
	flkGathered *gathered; /* by chunk */
} flkGathering;

/* The less usual bodies. False: the body is left alone in this step. */
static cpBool flkGatherOdd(const cpFlock *flock, flkMember *member, flkRaw *raw, flkGathered *gathered) {
	if(!(raw->x * 0.0 + raw->y * 0.0 + raw->vx * 0.0 + raw->vy * 0.0 == 0.0)) {
		gathered->quarantined++;
		if(!(member->flags & FLK_QUARANTINED)) gathered->newlyQuarantined = cpTrue;
		member->flags |= FLK_QUARANTINED;
		return cpFalse;
	}
	double x = raw->x, y = raw->y;
	flkCanonicalPosition(&flock->world, &raw->x, &raw->y);
	if(flock->world.bounds == CP_FLOCK_BOUNDS_PERIODIC && (raw->x != x || raw->y != y)) {
		gathered->wrapNeeded = cpTrue;
		member->flags |= FLK_OUTSIDE;
	}
	raw->vx = flkClamp(raw->vx, -FLK_HUGE, FLK_HUGE);
	raw->vy = flkClamp(raw->vy, -FLK_HUGE, FLK_HUGE);
	return cpTrue;
}

/* NaN is not plain. */
static cpBool flkIsPlain(const flkPlain *plain, const flkRaw *raw) {
	const flkBox *box = &plain->box;
	return raw->x >= box->minX && raw->x < box->maxX && raw->y >= box->minY && raw->y < box->maxY &&
		   fabs(raw->vx) < plain->speed && fabs(raw->vy) < plain->speed;
}

/* Puts one member into the frame's raw arrays. False: it is left alone in this step. */
static inline cpBool flkGatherMember(const flkGathering *gathering, int i, flkGathered *gathered, cpBool direct) {
	const cpFlock *flock = gathering->flock;
	flkMember *member = &flock->members[i];
	flkRaw *raw = &flock->frame.raw[i];
	cpBody *body = member->body;
	if(flkBodySpace(body, direct) != flock->space) {
		gathered->outside++;
		return cpFalse;
	}
	cpVect position = flkBodyPosition(body, direct), velocity = flkBodyVelocity(body, direct);
	raw->x = (double)position.x;
	raw->y = (double)position.y;
	raw->vx = (double)velocity.x;
	raw->vy = (double)velocity.y;
	cpBool sane = flkIsFinite((double)flkBodyRotation(body, direct).x) && flkBodyMass(body, direct) > 0;
	if(!sane) raw->x = NAN;
	if(!flkIsPlain(&gathering->plain, raw) && !flkGatherOdd(flock, member, raw, gathered)) return cpFalse;
	cpBool steered = flkBodyIsDynamic(body, direct);
	member->flags = (member->flags & ~(uint32_t)(FLK_QUARANTINED | FLK_STEERED)) | (steered ? FLK_STEERED : 0);
	raw->tag = (flkTag){i, member->serial, member->species, (uint8_t)steered, member->side};
	return cpTrue;
}

/* The cell of a gathered body, or that it has none. */
static inline void flkGatherCell(const cpFlock *flock, int i) {
	const flkRaw *raw = &flock->frame.raw[i];
	const flkGrid *grid = &flock->species[raw->tag.species].grid;
	int32_t *column = &flock->frame.column[i], *row = &flock->frame.row[i];
	*column = flkGridColumn(grid, raw->x);
	*row = flkGridRow(grid, raw->y);
	if(*row == FLK_CELL_LOST) *column = FLK_CELL_LOST;
}

static inline void flkGatherChunk(const flkGathering *gathering, int chunk, cpBool direct) {
	const cpFlock *flock = gathering->flock;
	flkGathered gathered = {0};
	int begin = chunk * FLK_CHUNK_MEMBERS, end = flkAtMost(begin + FLK_CHUNK_MEMBERS, flock->memberCount);
	for(int i = begin; i < end; i++) {
		if(flkGatherMember(gathering, i, &gathered, direct)) {
			flkGatherCell(flock, i);
		} else {
			flock->frame.column[i] = FLK_CELL_ABSENT;
			flock->members[i].frameIndex = -1;
		}
	}
	gathering->gathered[chunk] = gathered;
}

static void flkGatherTask(void *task, int chunk) {
	const flkGathering *gathering = task;
	if(gathering->flock->direct) {
		flkGatherChunk(gathering, chunk, cpTrue);
	} else {
		flkGatherChunk(gathering, chunk, cpFalse);
	}
}

static void flkCountGathered(cpFlock *flock, const flkGathered *gathered, int chunks) {
	cpBool newlyQuarantined = cpFalse;
	flock->wrapNeeded = cpFalse;
	flock->stats.outside = flock->stats.quarantined = flock->stats.lost = 0;
	for(int c = 0; c < chunks; c++) {
		flock->stats.outside += gathered[c].outside;
		flock->stats.quarantined += gathered[c].quarantined;
		flock->wrapNeeded |= gathered[c].wrapNeeded;
		newlyQuarantined |= gathered[c].newlyQuarantined;
	}
	if(!newlyQuarantined) return;
	flkFail(flock, CP_FLOCK_ERROR_NOT_FINITE, "update", "a member is left alone until it is finite again");
}

cpBool flkGather(cpFlock *flock) {
	flkSweep(flock);
	int chunks = (flock->memberCount + FLK_CHUNK_MEMBERS - 1) / FLK_CHUNK_MEMBERS;
	if(!flkFrameReserve(&flock->memory, &flock->frame, flock->memberCount)) return cpFalse;
	void *gathered = flock->gathered;
	if(!flkReserve(&flock->memory, &gathered, &flock->gatheredCapacity, chunks, sizeof(flkGathered))) return cpFalse;
	flock->gathered = gathered;
	flkGathering gathering = {flock, flkMakePlain(&flock->world), gathered};
	flkRunTasks(flock, flkGatherTask, &gathering, chunks);
	flkCountGathered(flock, gathered, chunks);
	return cpTrue;
}

/* ---------------------------------------------------------------- headings, once the bodies are sorted */

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
		reach = flkMax(reach, flkMax(FLK_CELLS_PER_WIDTH / species->grid.inverseX, 1.0 / species->grid.inverseY));
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
			box.minX = flkMin(box.minX, frame->x[k]);
			box.maxX = flkMax(box.maxX, frame->x[k]);
			box.minY = flkMin(box.minY, frame->y[k]);
			box.maxY = flkMax(box.maxY, frame->y[k]);
		}
	}
	return flkMax(box.maxX - box.minX, box.maxY - box.minY);
}

/* Units per px, or 0. A reach beyond all distances tells nothing of these: it would make the units too coarse. */
static double flkFixedUnits(const cpFlock *flock) {
	double reach = flkLargestReach(flock);
	cpBool few = flock->world.bounds != CP_FLOCK_BOUNDS_PERIODIC;
	for(int s = 0; s < flock->speciesCount; s++) few = few && flock->species[s].grid.rows <= 2;
	if(flock->world.bounds == CP_FLOCK_BOUNDS_PERIODIC) {
		reach = flkMin(reach, flkMax(flock->world.width, flock->world.height));
	} else if(few) {
		reach = flkClamp(flkExtent(flock), FLK_MIN_CELL, reach);
	}
	return reach <= FLK_FIXED_MOST ? 4294967296.0 / (FLK_FIXED_REACHES * reach) : 0.0;
}

void flkGatherForKernel(cpFlock *flock) {
	flkFrame *frame = &flock->frame;
	int resting = flkDirections(frame->vx, frame->vy, frame->hx, frame->hy, frame->fastX, frame->fastY, frame->count);
	for(int k = 0; resting > 0 && k < frame->count; k++) {
		if(frame->hx[k] != 0.0 || frame->hy[k] != 0.0) continue;
		cpVect rotation = cpBodyGetRotation(flock->members[frame->tag[k].member].body);
		frame->hx[k] = (double)rotation.x;
		frame->hy[k] = (double)rotation.y;
	}
	frame->fixed = flkFixedUnits(flock);
	flkFixAll(frame->x, frame->fixedX, frame->fixed, frame->count);
	flkFixAll(frame->y, frame->fixedY, frame->fixed, frame->count);
}
