/* SPDX-License-Identifier: MIT
 * Stage 9, apply: accelerations -> forces and velocities, before the solver. A call that would change nothing is not made:
 * it would wake a sleeping body. */
#include "cpFlockWriting.h"

/* Setters reach other bodies and lists of the space: one thread. */
void flkWriteAll(
	cpFlock *flock, void (*write)(const flkWriting *, int, flkAccess), flkWriting *writing, cpFlockTaskFunc fields) {
	int chunks = flkChunks(flock->gatheredMembers);
	if(flock->frame.count == 0) return;
	cpBool direct = flkWritesDirectly(flock);
	if(direct) flkRunTasks(flock, fields, writing, chunks);
	for(int c = 0; c < chunks; c++) {
		if(!direct || flock->gathered[c].setters) write(writing, c, direct ? FLK_BY_SETTERS : FLK_BY_CALLS);
	}
}

/* A space puts bodies to sleep that are slower than its idle speed for long enough; with an idle speed of 0 Chipmunk takes
 * what gravity adds in a step. */
static void flkReadSleeping(flkWriting *writing, double dt) {
	cpSpace *space = writing->flock->space;
	double sleep = (double)cpSpaceGetSleepTimeThreshold(space), idle = (double)cpSpaceGetIdleSpeedThreshold(space);
	cpVect gravity = cpSpaceGetGravity(space);
	writing->sleep = sleep;
	writing->idle = 0.0;
	if(!flkIsFinite(sleep)) return;
	writing->idle = idle > 0.0 ? idle : flkLength((double)gravity.x, (double)gravity.y) * dt;
}

/* Any force keeps a body awake, however small. One that would not lift a resting body above the idle speed within the time
 * in which it falls asleep is not worth that: a school at rest is to sleep. */
static cpBool flkMayRest(const flkWriting *writing, const flkMember *member, const flkAcceleration *acceleration) {
	cpVect velocity = cpBodyGetVelocity(member->body);
	cpBool slow = (member->flags & FLK_ASLEEP) || flkLength((double)velocity.x, (double)velocity.y) < writing->idle;
	return slow && flkLength(acceleration->x, acceleration->y) * writing->sleep < writing->idle;
}

/* The force is written with the game's own added, because cpBodyApplyForceAtWorldPoint() at the position turns a body whose
 * center of gravity is elsewhere. */
static inline void flkAddForce(cpBody *body, double mass, const flkAcceleration *acceleration, flkAccess access) {
	/* A setter would wake the body for nothing. */
	if(access != FLK_BY_FIELDS && acceleration->x == 0.0 && acceleration->y == 0.0) return;
	cpVect force = flkBodyForce(body, access != FLK_BY_CALLS);
	force.x = (cpFloat)((double)force.x + mass * acceleration->x);
	force.y = (cpFloat)((double)force.y + mass * acceleration->y);
	if(force.x * 0 + force.y * 0 != 0) return;
	flkBodySetForce(body, force, access == FLK_BY_FIELDS);
}

static inline void flkSetVelocity(cpBody *body, double vx, double vy, flkAccess access) {
	cpVect velocity = cpv((cpFloat)vx, (cpFloat)vy), now = flkBodyVelocity(body, access != FLK_BY_CALLS);
	if(velocity.x == now.x && velocity.y == now.y) return;
	flkBodySetVelocity(body, velocity, access == FLK_BY_FIELDS);
}

/* The angle of the motion before integration, from the clamped velocity, judged by the speed before the clamp. */
static void flkSetAngle(const flkFrame *frame, int k, flkMark mark, const cpFlockSettings *settings, cpBody *body) {
	if(settings->heading != CP_FLOCK_HEADING_ANGLE) return;
	if(!(flkLength(frame->vx[k], frame->vy[k]) > (double)settings->headingMinSpeed)) return;
	double vx = mark.set ? frame->setX[k] : frame->vx[k], vy = mark.set ? frame->setY[k] : frame->vy[k];
	cpFloat angle = (cpFloat)atan2(vy, vx);
	if(angle != cpBodyGetAngle(body)) cpBodySetAngle(body, angle);
}

static void flkRememberSide(flkMember *member, int8_t side, double dt) {
	if(side != 0) {
		member->side = side;
		member->sideAge = 0.0f;
	} else if(member->side != 0) {
		member->sideAge += (float)dt;
		if(member->sideAge > (float)FLK_SIDE_MEMORY) {
			member->side = 0;
			member->sideAge = 0.0f;
		}
	}
}

/* What is to be done besides the force. */
static inline flkMark flkMarkOf(const flkFrame *frame, int k) {
	return frame->marked ? frame->mark[k] : (flkMark){0, 0};
}

static inline void flkApplyOne(
	const flkWriting *writing, const flkMember *member, int k, flkMark mark, flkAccess access) {
	const cpFlock *flock = writing->flock;
	const flkFrame *frame = &flock->frame;
	if(access == FLK_BY_CALLS && !flkIsWritable(member->body)) return;
	if(mark.set) flkSetVelocity(member->body, frame->setX[k], frame->setY[k], access);
	flkAddForce(member->body, member->mass, &frame->acceleration[k], access);
	if(writing->angles) flkSetAngle(frame, k, mark, &flock->species[member->species].settings, member->body);
}

static inline void flkApplyChunk(const flkWriting *writing, int chunk, flkAccess access) {
	const cpFlock *flock = writing->flock;
	int begin = chunk * FLK_CHUNK_MEMBERS, end = flkChunkEnd(flock, chunk), steered = 0;
	cpBool sides = cpFalse;
	flkMember *members = flock->members;
	const int32_t *place = flock->frame.place;
	const flkAcceleration *acceleration = flock->frame.acceleration;
	for(int i = begin; i < end; i++) {
		flkMember *member = &members[i];
		int k = place[i];
		sides |= member->side != 0; /* of those that are not steered in this step, too */
		if(!flkIsSteered(flock, i) || !flkIsReached(member, access)) continue;
		flkMark mark = flkMarkOf(&flock->frame, k);
		if(access == FLK_BY_CALLS && writing->idle > 0.0 && !mark.set &&
			flkMayRest(writing, member, &acceleration[k])) {
			member->flags |= FLK_RESTING;
		} else {
			flkApplyOne(writing, member, k, mark, access);
			cpBool written = mark.set || acceleration[k].x != 0.0 || acceleration[k].y != 0.0;
			if(access == FLK_BY_SETTERS && written) member->flags |= FLK_WOKEN;
		}
		flkRememberSide(member, mark.side, writing->dt);
		sides |= member->side != 0;
		steered++;
	}
	flock->gathered[chunk].steered += steered;
	flock->gathered[chunk].sides |= sides;
}

static void flkApplyMembers(const flkWriting *writing, int chunk, flkAccess access) {
	if(access == FLK_BY_SETTERS) {
		flkApplyChunk(writing, chunk, FLK_BY_SETTERS);
	} else {
		flkApplyChunk(writing, chunk, FLK_BY_CALLS);
	}
}

#if defined(FLK_HAVE_PAIRS)

FLK_PAIR_INLINE void flkPushUsual(const flkMember *member, const flkAcceleration *acceleration) {
	flkPair steering = flkPairAt(&acceleration->x) * FLK_PAIR(member->mass);
	flkPutForce(member->body, FLK_BODY_PAIR(member->body, f) + steering);
}

/* Usual members that have nothing but an acceleration. */
FLK_CLONES static void flkPushAll(
	const flkMember *members, const int32_t *place, const flkAcceleration *acceleration, int count, int fetchEnd) {
	int i = 0;
	for(; i < fetchEnd; i++) {
		FLK_FETCH(members[i + FLK_FETCH_AHEAD].body, f);
		flkPushUsual(&members[i], &acceleration[place[i]]);
	}
	for(; i < count; i++) flkPushUsual(&members[i], &acceleration[place[i]]);
}

#endif

static void flkApplyFields(void *task, int chunk) {
	const flkWriting *writing = task;
#if defined(FLK_HAVE_PAIRS)
	const cpFlock *flock = writing->flock;
	flkGathered *gathered = &flock->gathered[chunk];
	if(gathered->usual && !writing->angles && !flock->frame.marked && !flock->sides) {
		int begin = chunk * FLK_CHUNK_MEMBERS, count = flkChunkEnd(flock, chunk) - begin;
		int fetchEnd = flkFetchEnd(count, flock->gatheredMembers);
		flkPushAll(flock->members + begin, flock->frame.place + begin, flock->frame.acceleration, count, fetchEnd);
		gathered->steered += count;
		return;
	}
#endif
	flkApplyChunk(writing, chunk, FLK_BY_FIELDS);
}

static cpBool flkAnyTurnsByAngle(const cpFlock *flock) {
	for(int s = 0; s < flock->speciesCount; s++) {
		if(flock->species[s].settings.heading == CP_FLOCK_HEADING_ANGLE) return cpTrue;
	}
	return cpFalse;
}

void flkApply(cpFlock *flock, double dt) {
	flkWriting writing = {flock, dt, flkAnyTurnsByAngle(flock), cpFalse, cpTrue, 0.0, 0.0};
	flkReadSleeping(&writing, dt);
	flkWriteAll(flock, flkApplyMembers, &writing, flkApplyFields);
	flock->stats.steered = 0;
	if(flock->frame.count > 0) flock->sides = cpFalse; /* else nobody was asked */
	for(int c = 0; c < flkChunks(flock->gatheredMembers); c++) {
		flock->stats.steered += flock->gathered[c].steered;
		flock->sides |= flock->gathered[c].sides;
	}
}
