/* SPDX-License-Identifier: MIT
 * The edges of the world: the torus' seam for the game, and moving bodies over it. */
#include "cpFlockInternal.h"

void flkSetWorld(flkWorld *world, cpFlockBounds bounds, cpBB bb) {
	world->bounds = bounds;
	world->box = (flkBox){(double)bb.l, (double)bb.b, (double)bb.r, (double)bb.t};
	world->width = world->box.maxX - world->box.minX;
	world->height = world->box.maxY - world->box.minY;
}

cpFlockStatus cpFlockSetBounds(cpFlock *flock, cpFlockBounds bounds, cpBB bb) {
	if(!flock) return CP_FLOCK_ERROR_NULL;
	if(flock->updating) return flkFail(flock, CP_FLOCK_ERROR_UPDATING, "cpFlockSetBounds", "flock");
	if((int)bounds < 0 || bounds > CP_FLOCK_BOUNDS_CONTAINMENT) {
		return flkFail(flock, CP_FLOCK_ERROR_RANGE, "cpFlockSetBounds", "bounds");
	}
	if(bounds == CP_FLOCK_BOUNDS_NONE) {
		bb = cpBBNew(0, 0, 0, 0);
	} else {
		if(!flkIsFinite((double)bb.l) || !flkIsFinite((double)bb.b) || !flkIsFinite((double)bb.r) ||
			!flkIsFinite((double)bb.t)) {
			return flkFail(flock, CP_FLOCK_ERROR_NOT_FINITE, "cpFlockSetBounds", "bb");
		}
		/* The extents are squared and divided by: they must be neither lost to rounding nor overflow. */
		double width = (double)bb.r - (double)bb.l, height = (double)bb.t - (double)bb.b;
		if(!(width > 1e-9 && height > 1e-9 && width <= 1e30 && height <= 1e30)) {
			return flkFail(flock, CP_FLOCK_ERROR_RANGE, "cpFlockSetBounds", "bb");
		}
	}
	flkSetWorld(&flock->world, bounds, bb);
	flock->bb = bb;
	return CP_FLOCK_OK;
}

cpFlockBounds cpFlockGetBounds(const cpFlock *flock, cpBB *bb) {
	if(bb) *bb = flock ? flock->bb : cpBBNew(0, 0, 0, 0);
	return flock ? flock->world.bounds : CP_FLOCK_BOUNDS_NONE;
}

cpVect cpFlockDelta(const cpFlock *flock, cpVect from, cpVect to) {
	double x = (double)to.x - (double)from.x, y = (double)to.y - (double)from.y;
	if(flock && flock->world.bounds == CP_FLOCK_BOUNDS_PERIODIC) {
		x = flkNearestImage(x, flock->world.width);
		y = flkNearestImage(y, flock->world.height);
	}
	return cpv((cpFloat)x, (cpFloat)y);
}

/* The cpFloat next to a wrapped double must be inside the world as well. */
static cpFloat flkWrapCoordinate(cpFloat value, double min, double extent, cpFloat low, cpFloat high) {
	if(value >= low && value < high) return value;
	cpFloat wrapped = (cpFloat)flkWrap((double)value, min, extent);
	return wrapped >= low && wrapped < high ? wrapped : low;
}

static cpVect flkWrapPosition(const cpFlock *flock, cpVect position) {
	const flkWorld *world = &flock->world;
	return cpv(flkWrapCoordinate(position.x, world->box.minX, world->width, flock->bb.l, flock->bb.r),
		flkWrapCoordinate(position.y, world->box.minY, world->height, flock->bb.b, flock->bb.t));
}

/* A sleeper that wakes has the speed at which it fell asleep, which nobody has limited. */
static void flkSlowDown(const cpFlockSettings *settings, cpBody *body) {
	cpVect velocity = cpBodyGetVelocity(body);
	double vx = (double)velocity.x, vy = (double)velocity.y, most = (double)settings->maxSpeed;
	if(settings->speedLimit != CP_FLOCK_SPEED_LIMIT_AFTER || !(flkLength(vx, vy) > most)) return;
	flkSetLengthOfHuge(&vx, &vy, most);
	cpBodySetVelocity(body, cpv((cpFloat)vx, (cpFloat)vy));
}

static void flkWrapBody(cpFlock *flock, const flkMember *member) {
	cpBody *body = member->body;
	if(cpBodyGetSpace(body) != flock->space || cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC) return;
	cpVect position = cpBodyGetPosition(body);
	if(!flkIsFinite((double)position.x) || !flkIsFinite((double)position.y)) return;
	cpVect wrapped = flkWrapPosition(flock, position);
	if((wrapped.x == position.x && wrapped.y == position.y) || !flkIsWritable(body)) return;
	cpBodySetPosition(body, wrapped);
	cpSpaceReindexShapesForBody(flock->space, body);
}

/* Moving a sleeper wakes all that sleep with it. */
static void flkSlowDownWoken(const cpFlock *flock) {
	for(int i = 0; i < flock->memberCount; i++) {
		const flkMember *member = &flock->members[i];
		if(!member->body || !(member->flags & FLK_ASLEEP) || cpBodyIsSleeping(member->body)) continue;
		if(cpBodyGetSpace(member->body) != flock->space || !flkIsWritable(member->body)) continue;
		flkSlowDown(&flock->species[member->species].settings, member->body);
	}
}

/* Whether any of members [begin, end) slept. */
static cpBool flkWrapMembers(cpFlock *flock, int begin, int end) {
	cpBool woken = cpFalse;
	for(int i = begin; i < end; i++) {
		flkMember *member = &flock->members[i];
		if(!(member->flags & FLK_OUTSIDE)) continue;
		member->flags &= ~(uint32_t)FLK_OUTSIDE;
		if(!member->body) continue;
		flkWrapBody(flock, member);
		woken |= (member->flags & FLK_ASLEEP) != 0;
	}
	return woken;
}

void flkWrapBodies(cpFlock *flock) {
	int count = flkAtMost(flock->gatheredMembers, flock->memberCount);
	cpBool woken = cpFalse;
	flock->wrapNeeded = cpFalse;
	if(flock->world.bounds != CP_FLOCK_BOUNDS_PERIODIC) return;
	for(int c = 0; c < flkChunks(count); c++) {
		int begin = c * FLK_CHUNK_MEMBERS, end = flkAtMost(begin + FLK_CHUNK_MEMBERS, count);
		if(flock->gathered[c].wrapNeeded) woken |= flkWrapMembers(flock, begin, end);
	}
	if(woken) flkSlowDownWoken(flock);
}
