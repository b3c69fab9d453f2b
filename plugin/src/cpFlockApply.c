/* SPDX-License-Identifier: MIT
 * Stage 9, apply: accelerations -> forces and velocities before the solver; speed limits and turning after it. The
 * only stage that writes bodies. A call that would change nothing is not made: it would wake a sleeping body. */
#include "cpFlockBody.h"
#include "cpFlockInternal.h"

/* However short the step, no spin is infinite, rad/s. */
#define FLK_MOST_SPIN 1e30

/* A body does not turn into its direction in less time, s: after a tiny step would come an ordinary one. */
#define FLK_LEAST_TURN_TIME 1e-3

/* A stage over all members: what its tasks share. */
typedef struct flkWriting {
	cpFlock *flock;
	double dt;
	cpBool angles; /* apply: some species turns by its angle */
	cpBool limit;  /* settle: speed limits, not only headings */
	double idle;   /* apply: bodies below this speed may fall asleep, px/s; 0: nothing does */
	double sleep;  /* apply: time that it takes, s */
} flkWriting;

/* How members are read and written. Writing fields instead of calling setters leaves out the waking, so nothing may fall
 * asleep in the space. A body that has, and the first time any body is written to, goes through the setter all the same: it
 * wakes the body and sets its idle time back, for the case that sleeping is switched on again. */
typedef enum flkAccess {
	FLK_BY_CALLS,  /* all members, through public functions */
	FLK_BY_FIELDS, /* those whose fields may be written */
	FLK_BY_SETTERS /* the others: fields are read, setters called */
} flkAccess;

/* Whether a member is one of those that are written in this way. */
static inline cpBool flkIsReached(const flkMember *member, flkAccess access) {
	if(access == FLK_BY_CALLS) return cpTrue;
	return (access == FLK_BY_FIELDS) == ((member->flags & (FLK_ASLEEP | FLK_WOKEN)) == FLK_WOKEN);
}

/* Setters reach other bodies and lists of the space: one thread. */
static void flkWriteAll(
	cpFlock *flock, void (*write)(const flkWriting *, int, flkAccess), flkWriting *writing, cpFlockTaskFunc fields) {
	int chunks = flkChunks(flock->gatheredMembers);
	if(flock->frame.count == 0) return;
	cpBool direct = flkWritesDirectly(flock);
	if(direct) flkRunTasks(flock, fields, writing, chunks);
	for(int c = 0; c < chunks; c++) {
		if(!direct || flock->gathered[c].setters > 0) write(writing, c, direct ? FLK_BY_SETTERS : FLK_BY_CALLS);
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

static inline cpBool flkIsSteered(const flkMember *member) {
	return member->frameIndex >= 0 && (member->flags & FLK_STEERED);
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
static void flkSetAngle(const flkFrame *frame, int k, const cpFlockSettings *settings, cpBody *body) {
	if(settings->heading != CP_FLOCK_HEADING_ANGLE) return;
	if(!(flkLength(frame->vx[k], frame->vy[k]) > (double)settings->headingMinSpeed)) return;
	double vx = frame->set[k] ? frame->setX[k] : frame->vx[k], vy = frame->set[k] ? frame->setY[k] : frame->vy[k];
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

static inline void flkApplyOne(const flkWriting *writing, const flkMember *member, int k, flkAccess access) {
	const cpFlock *flock = writing->flock;
	const flkFrame *frame = &flock->frame;
	if(access == FLK_BY_CALLS && !flkIsWritable(member->body)) return;
	if(frame->set[k]) flkSetVelocity(member->body, frame->setX[k], frame->setY[k], access);
	flkAddForce(member->body, member->mass, &frame->acceleration[k], access);
	if(writing->angles) flkSetAngle(frame, k, &flock->species[member->species].settings, member->body);
}

static inline void flkApplyChunk(const flkWriting *writing, int chunk, flkAccess access) {
	const cpFlock *flock = writing->flock;
	int begin = chunk * FLK_CHUNK_MEMBERS, end = flkAtMost(begin + FLK_CHUNK_MEMBERS, flock->gatheredMembers),
		steered = 0;
	flkMember *members = flock->members;
	const flkAcceleration *acceleration = flock->frame.acceleration;
	const int8_t *newSide = flock->frame.newSide;
	const uint8_t *set = flock->frame.set;
	for(int i = begin; i < end; i++) {
		flkMember *member = &members[i];
		int k = member->frameIndex;
		if(!flkIsSteered(member) || !flkIsReached(member, access)) continue;
		if(access == FLK_BY_CALLS && writing->idle > 0.0 && !set[k] && flkMayRest(writing, member, &acceleration[k])) {
			member->flags |= FLK_RESTING;
		} else {
			flkApplyOne(writing, member, k, access);
			cpBool written = set[k] || acceleration[k].x != 0.0 || acceleration[k].y != 0.0;
			if(access == FLK_BY_SETTERS && written) member->flags |= FLK_WOKEN;
		}
		flkRememberSide(member, newSide[k], writing->dt);
		steered++;
	}
	flock->gathered[chunk].steered += steered;
}

static void flkApplyMembers(const flkWriting *writing, int chunk, flkAccess access) {
	if(access == FLK_BY_SETTERS) {
		flkApplyChunk(writing, chunk, FLK_BY_SETTERS);
	} else {
		flkApplyChunk(writing, chunk, FLK_BY_CALLS);
	}
}

static void flkApplyFields(void *task, int chunk) {
	flkApplyChunk(task, chunk, FLK_BY_FIELDS);
}

static cpBool flkAnyTurnsByAngle(const cpFlock *flock) {
	for(int s = 0; s < flock->speciesCount; s++) {
		if(flock->species[s].settings.heading == CP_FLOCK_HEADING_ANGLE) return cpTrue;
	}
	return cpFalse;
}

void flkApply(cpFlock *flock, double dt) {
	flkWriting writing = {flock, dt, flkAnyTurnsByAngle(flock), cpFalse, 0.0, 0.0};
	flkReadSleeping(&writing, dt);
	flkWriteAll(flock, flkApplyMembers, &writing, flkApplyFields);
	flock->stats.steered = 0;
	for(int c = 0; c < flkChunks(flock->gatheredMembers); c++) flock->stats.steered += flock->gathered[c].steered;
}

/* ---------------------------------------------------------------- after the solver */

/* A direction to speed up in. */
typedef struct flkPush {
	double x, y;
	int side; /* to turn to where the way is blocked straight ahead */
} flkPush;

/* Takes out of the direction what leads into a body that is touched. */
static void flkTurnAlong(cpBody *body, cpArbiter *arbiter, void *data) {
	flkPush *push = data;
	(void)body;
	/* Chipmunk turns the arbiter so that the normal points away from the body that is asked. */
	cpVect normal = cpArbiterGetNormal(arbiter);
	double nx = (double)normal.x, ny = (double)normal.y, into = push->x * nx + push->y * ny;
	if(!(into > 0.0)) return;
	push->x -= nx * into;
	push->y -= ny * into;
	if(push->x * push->x + push->y * push->y > 1e-6) return;
	push->x = -ny * push->side;
	push->y = nx * push->side;
}

/* Speeds a body up to its minimum, but never into what it has just run into: the solver stopped it for a reason. */
static void flkSpeedUp(const flkFrame *frame, int k, cpBody *body, double speed, double *vx, double *vy) {
	cpBool moves = speed > 1e-9;
	flkPush push = {
		moves ? *vx / speed : frame->hx[k], moves ? *vy / speed : frame->hy[k], frame->tag[k].serial & 1 ? 1 : -1};
	cpBodyEachArbiter(body, flkTurnAlong, &push);
	*vx = push.x;
	*vy = push.y;
}

/* Brings the velocity that the coming step moves the body with between the limits. */
static void flkLimitSpeed(const cpFlockSettings *settings, const flkFrame *frame, int k, cpBody *body, double speed,
	cpVect *velocity, flkAccess access) {
	double vx = (double)velocity->x, vy = (double)velocity->y, min = (double)settings->minSpeed;
	double max = (double)settings->maxSpeed, wanted = speed;
	if(speed > max * (1.0 + 1e-9)) {
		wanted = max;
		flkSetLengthOfHuge(&vx, &vy, max);
	} else if(speed < min * (1.0 - 1e-9)) {
		wanted = min;
		flkSpeedUp(frame, k, body, speed, &vx, &vy);
		flkSetLength(&vx, &vy, min);
	}
	if(wanted == speed) return;
	*velocity = cpv((cpFloat)vx, (cpFloat)vy);
	flkBodySetVelocity(body, *velocity, access == FLK_BY_FIELDS);
}

/* Bodies whose turning is computed together. */
typedef struct flkTurning {
	int count;
	cpBody *body[FLK_BLOCK];
	double cosine[FLK_BLOCK], sine[FLK_BLOCK]; /* of the turn, times the speed */
	double most[FLK_BLOCK];                    /* rad/s; 0: the body keeps its angle */
	double spin[FLK_BLOCK];
} flkTurning;

/* atan2 by a polynomial in the smaller ratio: at most 2e-8 rad off (Abramowitz and Stegun 1964, 4.4.49), and the same
 * bits on every machine, which atan2() of the C library does not promise. */
static inline double flkArctangent(double y, double x) {
	double ax = fabs(x), ay = fabs(y), high = flkMax(ax, ay), low = flkMin(ax, ay);
	double r = low / (high > 0.0 ? high : 1.0), s = r * r;
	double angle = 0.0028662257;
	angle = angle * s - 0.0161657367;
	angle = angle * s + 0.0429096138;
	angle = angle * s - 0.0752896400;
	angle = angle * s + 0.1065626393;
	angle = angle * s - 0.1420889944;
	angle = angle * s + 0.1999355085;
	angle = angle * s - 0.3333314528;
	angle = r * (angle * s + 1.0);
	angle = ay > ax ? 0.25 * FLK_TWO_PI - angle : angle;
	angle = x < 0.0 ? 0.5 * FLK_TWO_PI - angle : angle;
	return y < 0.0 ? -angle : angle;
}

/* The spin that turns a body into its direction of motion within the next step, the short way round. */
FLK_CLONES static void flkSpins(const double *restrict cosine, const double *restrict sine, const double *restrict most,
	double *restrict spin, double dt, int count) {
	for(int i = 0; i < count; i++) {
		double wanted = flkArctangent(sine[i], cosine[i]) / dt;
		spin[i] = flkClamp(wanted, -most[i], most[i]);
	}
}

static inline void flkTurnBodies(flkTurning *turning, double dt, flkAccess access) {
	flkSpins(turning->cosine, turning->sine, turning->most, turning->spin, dt, turning->count);
	for(int i = 0; i < turning->count; i++) {
		cpFloat spin = (cpFloat)turning->spin[i];
		if(spin == flkBodySpin(turning->body[i], access != FLK_BY_CALLS)) continue;
		flkBodySetSpin(turning->body[i], spin, access == FLK_BY_FIELDS);
	}
}

/* The less usual speeds. False: the body is broken, or is not to be touched. */
static cpBool flkSettleSpeed(const flkWriting *writing, const cpFlockSettings *settings, const flkMember *member,
	cpVect *velocity, flkAccess access) {
	double vx = (double)velocity->x, vy = (double)velocity->y;
	if(vx * 0.0 + vy * 0.0 != 0.0) return cpFalse;
	if(writing->limit && settings->speedLimit == CP_FLOCK_SPEED_LIMIT_AFTER) {
		const flkFrame *frame = &writing->flock->frame;
		flkLimitSpeed(settings, frame, member->frameIndex, member->body, flkLength(vx, vy), velocity, access);
	}
	return cpTrue;
}

/* What gather found of space and type holds still: the space was locked. */
static inline void flkSettleOne(const flkWriting *writing, const flkSpecies *species, const flkMember *member,
	flkTurning *turning, flkAccess access) {
	const flkSettling *settling = &species->settling;
	cpBody *body = member->body;
	if(access == FLK_BY_CALLS && !flkIsWritable(body)) return;
	cpVect velocity = flkBodyVelocity(body, access != FLK_BY_CALLS);
	cpVect rotation = flkBodyRotation(body, access != FLK_BY_CALLS);
	double square = (double)velocity.x * (double)velocity.x + (double)velocity.y * (double)velocity.y;
	if(!(square <= settling->most && square >= settling->least)) {
		if(!flkSettleSpeed(writing, &species->settings, member, &velocity, access)) return;
		square = (double)velocity.x * (double)velocity.x + (double)velocity.y * (double)velocity.y;
	}
	if(!settling->turns) return;
	double rx = (double)rotation.x, ry = (double)rotation.y, vx = (double)velocity.x, vy = (double)velocity.y;
	int i = turning->count++;
	cpBool rests = !(square > settling->slow) || (member->flags & FLK_RESTING);
	turning->body[i] = body;
	turning->cosine[i] = rx * vx + ry * vy;
	turning->sine[i] = rx * vy - ry * vx;
	turning->most[i] = rests ? 0.0 : settling->turn;
}

static void flkPrepareSettling(cpFlock *flock) {
	for(int s = 0; s < flock->speciesCount; s++) {
		const cpFlockSettings *settings = &flock->species[s].settings;
		double most = (double)settings->maxSpeed, least = (double)settings->minSpeed;
		double slow = (double)settings->headingMinSpeed, turn = flkMin((double)settings->maxTurnRate, FLK_MOST_SPIN);
		flock->species[s].settling =
			(flkSettling){most * most, least * least, slow * slow, turn, settings->heading == CP_FLOCK_HEADING_SPIN};
	}
}

static inline void flkSettleChunk(const flkWriting *writing, int chunk, flkAccess access) {
	const cpFlock *flock = writing->flock;
	int begin = chunk * FLK_CHUNK_MEMBERS, end = flkAtMost(begin + FLK_CHUNK_MEMBERS, flock->gatheredMembers);
	const flkMember *members = flock->members;
	const flkSpecies *species = flock->species;
	for(; begin < end; begin += FLK_BLOCK) {
		flkTurning turning;
		turning.count = 0;
		int last = flkAtMost(begin + FLK_BLOCK, end);
		for(int i = begin; i < last; i++) {
			const flkMember *member = &members[i];
			if(access == FLK_BY_FIELDS && i + FLK_FETCH_AHEAD < last && members[i + FLK_FETCH_AHEAD].body) {
				const cpBody *next = members[i + FLK_FETCH_AHEAD].body;
				FLK_FETCH(next, v);
				FLK_FETCH(next, transform.b);
			}
			if(!flkIsSteered(member) || !flkIsReached(member, access)) continue;
			/* The game may have woken a sleeper meanwhile. */
			if((member->flags & FLK_ASLEEP) && flkBodySleeps(member->body, access != FLK_BY_CALLS)) continue;
			flkSettleOne(writing, &species[member->species], member, &turning, access);
		}
		flkTurnBodies(&turning, writing->dt, access);
	}
}

static void flkSettleMembers(const flkWriting *writing, int chunk, flkAccess access) {
	if(access == FLK_BY_SETTERS) {
		flkSettleChunk(writing, chunk, FLK_BY_SETTERS);
	} else {
		flkSettleChunk(writing, chunk, FLK_BY_CALLS);
	}
}

static void flkSettleFields(void *task, int chunk) {
	flkSettleChunk(task, chunk, FLK_BY_FIELDS);
}

static void flkSettleAll(cpFlock *flock, double dt, cpBool limit) {
	/* The spin acts for the coming step, whose length is not known: one as long as those before must not turn too far. */
	flock->turnTime = flkMax(flkMax(dt, FLK_LEAST_TURN_TIME), 0.75 * flock->turnTime);
	flkWriting writing = {flock, flock->turnTime, cpFalse, limit, 0.0, 0.0};
	flkLap(flock, NULL);
	flkPrepareSettling(flock);
	flock->updating = cpTrue;
	flkWriteAll(flock, flkSettleMembers, &writing, flkSettleFields);
	flock->updating = cpFalse;
	flkLap(flock, &flock->profile.settle);
}

void flkSettle(cpFlock *flock, double dt) {
	flkSettleAll(flock, dt, cpTrue);
}

void flkSettleHeadings(cpFlock *flock, double dt) {
	flkSettleAll(flock, dt, cpFalse);
}
