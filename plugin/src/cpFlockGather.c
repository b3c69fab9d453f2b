/* SPDX-License-Identifier: MIT
 * Stage 1, gather: members -> frame. The only stage that reads bodies before the forces are written. */
#include <string.h>

#include "cpFlockInternal.h"

/* Closes the holes that removed members left; the order of joining is kept. */
static void flkSweep(cpFlock *flock) {
	if(flock->bodyCount == flock->memberCount || flock->visiting > 0) return;
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
	double **const doubles[] = {&frame->x, &frame->y, &frame->vx, &frame->vy, &frame->hx, &frame->hy, &frame->ax,
		&frame->ay, &frame->setX, &frame->setY, &frame->raw.x, &frame->raw.y, &frame->raw.vx, &frame->raw.vy,
		&frame->raw.hx, &frame->raw.hy};
	int32_t **const ints[] = {
		&frame->member, &frame->raw.member, &frame->raw.species, &frame->order, &frame->orderScratch};
	uint64_t **const keys[] = {&frame->key, &frame->keyScratch};
	uint8_t **const bytes[] = {&frame->steered, &frame->set, &frame->raw.steered};
	int8_t **const sides[] = {&frame->side, &frame->newSide, &frame->raw.side};
	for(size_t i = 0; i < sizeof(doubles) / sizeof(doubles[0]); i++) {
		size_t at = flkCarve(&offset, n * sizeof(double));
		if(base) *doubles[i] = (double *)(void *)(base + at);
	}
	for(size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		size_t at = flkCarve(&offset, n * sizeof(uint64_t));
		if(base) *keys[i] = (uint64_t *)(void *)(base + at);
	}
	for(size_t i = 0; i < sizeof(ints) / sizeof(ints[0]); i++) {
		size_t at = flkCarve(&offset, n * sizeof(int32_t));
		if(base) *ints[i] = (int32_t *)(void *)(base + at);
	}
	size_t serial = flkCarve(&offset, n * sizeof(uint32_t));
	if(base) frame->serial = (uint32_t *)(void *)(base + serial);
	for(size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++) {
		size_t at = flkCarve(&offset, n);
		if(base) *bytes[i] = (uint8_t *)(base + at);
	}
	for(size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++) {
		size_t at = flkCarve(&offset, n);
		if(base) *sides[i] = (int8_t *)(base + at);
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

/* Where the body is in the world of the neighbors. Huge values are cut so that their squares stay finite; a body
 * there is beyond the grid anyway. */
static void flkCanonicalPosition(const flkWorld *world, cpVect position, double *x, double *y) {
	*x = flkClamp((double)position.x, -1e30, 1e30);
	*y = flkClamp((double)position.y, -1e30, 1e30);
	if(world->bounds == CP_FLOCK_BOUNDS_PERIODIC) {
		*x = flkWrap(*x, world->box.minX, world->width);
		*y = flkWrap(*y, world->box.minY, world->height);
	}
}

static void flkHeading(double vx, double vy, cpVect rotation, double *hx, double *hy) {
	double speed = flkLength(vx, vy);
	if(speed > 1e-9) {
		*hx = vx / speed;
		*hy = vy / speed;
	} else {
		*hx = (double)rotation.x;
		*hy = (double)rotation.y;
	}
}

static cpBool flkIsSane(cpVect position, cpVect velocity, cpVect rotation, cpFloat mass) {
	double sum = (double)position.x * 0.0 + (double)position.y * 0.0 + (double)velocity.x * 0.0 +
				 (double)velocity.y * 0.0 + (double)rotation.x * 0.0 + (double)rotation.y * 0.0;
	return sum == 0.0 && mass > 0;
}

static void flkQuarantine(cpFlock *flock, flkMember *member) {
	flock->stats.quarantined++;
	if(member->flags & FLK_QUARANTINED) return;
	member->flags |= FLK_QUARANTINED;
	flkFail(flock, CP_FLOCK_ERROR_NOT_FINITE, "update", "a member is left alone until it is finite again");
}

/* Puts one member into the frame's raw arrays at index n. False: it is left alone in this step. */
static cpBool flkGatherMember(cpFlock *flock, int index, int n) {
	flkMember *member = &flock->members[index];
	flkRaw *raw = &flock->frame.raw;
	cpBody *body = member->body;
	member->frameIndex = -1;
	if(!body) return cpFalse;
	if(cpBodyGetSpace(body) != flock->space) {
		flock->stats.outside++;
		return cpFalse;
	}
	cpVect position = cpBodyGetPosition(body), velocity = cpBodyGetVelocity(body), rotation = cpBodyGetRotation(body);
	if(!flkIsSane(position, velocity, rotation, cpBodyGetMass(body))) {
		flkQuarantine(flock, member);
		return cpFalse;
	}
	member->flags &= ~(uint32_t)FLK_QUARANTINED;
	flkCanonicalPosition(&flock->world, position, &raw->x[n], &raw->y[n]);
	flock->wrapNeeded |= flock->world.bounds == CP_FLOCK_BOUNDS_PERIODIC &&
						 (raw->x[n] != (double)position.x || raw->y[n] != (double)position.y);
	raw->vx[n] = flkClamp((double)velocity.x, -FLK_HUGE, FLK_HUGE);
	raw->vy[n] = flkClamp((double)velocity.y, -FLK_HUGE, FLK_HUGE);
	flkHeading(raw->vx[n], raw->vy[n], rotation, &raw->hx[n], &raw->hy[n]);
	raw->member[n] = index;
	raw->species[n] = member->species;
	raw->side[n] = member->side;
	raw->steered[n] = cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC;
	return cpTrue;
}

cpBool flkGather(cpFlock *flock) {
	flkSweep(flock);
	flkFrame *frame = &flock->frame;
	if(!flkFrameReserve(&flock->memory, frame, flock->memberCount)) return cpFalse;
	flock->wrapNeeded = cpFalse;
	flock->stats.outside = flock->stats.quarantined = flock->stats.lost = 0;
	int n = 0;
	for(int i = 0; i < flock->memberCount; i++) n += flkGatherMember(flock, i, n) ? 1 : 0;
	frame->count = n;
	return cpTrue;
}
