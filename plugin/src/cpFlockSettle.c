/* SPDX-License-Identifier: MIT
 * Stage 10, settle: speed limits that collisions and the game's forces broke, and the turning of the bodies, after the
 * solver. */
#include "cpFlockWriting.h"

/* A body does not turn into its direction in less time, s: after a tiny step would come an ordinary one. */
#define FLK_LEAST_TURN_TIME 1e-3

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
static void flkSpeedUp(const cpFlock *flock, const flkMember *member, double speed, double *vx, double *vy) {
	const flkFrame *frame = &flock->frame;
	int k = frame->place[member - flock->members];
	cpBool moves = speed > 1e-9;
	flkPush push = {
		moves ? *vx / speed : frame->hx[k], moves ? *vy / speed : frame->hy[k], member->serial & 1 ? 1 : -1};
	cpBodyEachArbiter(member->body, flkTurnAlong, &push);
	*vx = push.x;
	*vy = push.y;
}

/* A speed that is beyond a limit by no more than this share of it is at the limit but for rounding: a member that is settled
 * twice stays as it is. */
#if CP_USE_DOUBLES
	#define FLK_SPEED_SLACK 1e-9
#else
	#define FLK_SPEED_SLACK 5e-7
#endif

/* Brings the velocity that the coming step moves the body with between the limits. Asking a body what it touches writes to
 * what it shares with the other, so that is put off where another thread may do the same. */
static void flkLimitSpeed(const flkWriting *writing, const cpFlockSettings *settings, const flkMember *member,
	cpVect *velocity, flkAccess access) {
	const cpFlock *flock = writing->flock;
	double vx = (double)velocity->x, vy = (double)velocity->y, min = (double)settings->minSpeed;
	double max = (double)settings->maxSpeed, speed = flkLength(vx, vy), wanted = speed;
	if(speed > max * (1.0 + FLK_SPEED_SLACK)) {
		wanted = max;
		flkSetLengthOfHuge(&vx, &vy, max);
	} else if(speed < min * (1.0 - FLK_SPEED_SLACK)) {
		if(access == FLK_BY_FIELDS && !writing->alone) {
			flock->gathered[(member - flock->members) / FLK_CHUNK_MEMBERS].slow = cpTrue;
			return;
		}
		wanted = min;
		flkSpeedUp(flock, member, speed, &vx, &vy);
		flkSetLength(&vx, &vy, min);
	}
	if(wanted == speed) return;
	*velocity = cpv((cpFloat)vx, (cpFloat)vy);
	flkBodySetVelocity(member->body, *velocity, access == FLK_BY_FIELDS);
}

/* Bodies whose turning is computed together. */
typedef struct flkTurning {
	int count;
	cpBody *body[FLK_BLOCK];
	double vx[FLK_BLOCK], vy[FLK_BLOCK], angle[FLK_BLOCK];
	double most[FLK_BLOCK]; /* rad/s; 0: the body keeps its angle */
	double spin[FLK_BLOCK];
} flkTurning;

/* tan(pi / 8), half of an eighth of the circle. */
#define FLK_TAN_PI_8 0.41421356237309503

/* atan2, at most 6e-12 rad off, and the same bits on every machine, which atan2() of the C library does not promise. The
 * ratio r of the smaller number to the larger is at most 1; above tan(pi / 8) the rest atan(r) - pi / 4, which is
 * atan((r - 1) / (r + 1)), is computed. The polynomial is the one in t^2 of this length with the least error for
 * |t| <= tan(pi / 8), found by exchanging its extremes (Remez 1934). */
static inline double flkArctangent(double y, double x) {
	double ax = fabs(x), ay = fabs(y), high = flkMax(ax, ay), low = flkMin(ax, ay);
	int beyond = low > FLK_TAN_PI_8 * high;
	double over = beyond ? low - high : low, under = beyond ? low + high : high;
	double t = over / (under > 0.0 ? under : 1.0), s = t * t;
	double angle = 0.046331854754460958;
	angle = angle * s - 0.084170322532771125;
	angle = angle * s + 0.11032733494940669;
	angle = angle * s - 0.14280886051629921;
	angle = angle * s + 0.19999856201425914;
	angle = angle * s - 0.33333331792255477;
	angle = t + t * (angle * s) + (beyond ? 0.125 * FLK_TWO_PI : 0.0);
	angle = ay > ax ? 0.25 * FLK_TWO_PI - angle : angle;
	angle = x < 0.0 ? 0.5 * FLK_TWO_PI - angle : angle;
	return y < 0.0 ? -angle : angle;
}

/* The same turn the short way round, but for numbers so large that they tell no direction any more. */
static inline double flkShortTurn(double turn) {
	return turn - FLK_TWO_PI * flkRoundSmall(turn * (1.0 / FLK_TWO_PI));
}

/* The spin that turns a body into its direction of motion within the next step of 1 / rate. */
static inline double flkSpin(double vx, double vy, double angle, double rate, double most) {
	return flkClamp(flkShortTurn(flkArctangent(vy, vx) - angle) * rate, -most, most) + 0.0; /* no -0 */
}

FLK_CLONES static void flkSpins(const double *restrict vx, const double *restrict vy, const double *restrict angle,
	const double *restrict most, double *restrict spin, double dt, int count) {
	const double rate = 1.0 / dt;
	for(int i = 0; i < count; i++) spin[i] = flkSpin(vx[i], vy[i], angle[i], rate, most[i]);
}

static inline void flkTurnBodies(flkTurning *turning, double dt, flkAccess access) {
	flkSpins(turning->vx, turning->vy, turning->angle, turning->most, turning->spin, dt, turning->count);
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
		flkLimitSpeed(writing, settings, member, velocity, access);
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
	double square = (double)velocity.x * (double)velocity.x + (double)velocity.y * (double)velocity.y;
	if(!(square <= settling->most && square >= settling->least)) {
		if(!flkSettleSpeed(writing, &species->settings, member, &velocity, access)) return;
		square = (double)velocity.x * (double)velocity.x + (double)velocity.y * (double)velocity.y;
	}
	if(!settling->turns) return;
	int i = turning->count++;
	cpBool rests = !(square > settling->slow) || (member->flags & FLK_RESTING);
	turning->body[i] = body;
	turning->vx[i] = (double)velocity.x;
	turning->vy[i] = (double)velocity.y;
	turning->angle[i] = (double)flkBodyAngle(body, access != FLK_BY_CALLS);
	turning->most[i] = rests ? 0.0 : settling->turn;
}

/* Nothing is to turn by more than half a turn in a step of dt. */
static void flkPrepareSettling(cpFlock *flock, double dt) {
	for(int s = 0; s < flock->speciesCount; s++) {
		const cpFlockSettings *settings = &flock->species[s].settings;
		double most = (double)settings->maxSpeed * (1.0 + FLK_SPEED_SLACK);
		double least = (double)settings->minSpeed * (1.0 - FLK_SPEED_SLACK);
		double slow = (double)settings->headingMinSpeed;
		double turn = flkMin((double)settings->maxTurnRate, 0.5 * FLK_TWO_PI / dt);
		flock->species[s].settling =
			(flkSettling){most * most, least * least, slow * slow, turn, settings->heading == CP_FLOCK_HEADING_SPIN};
	}
}

static inline void flkSettleChunk(const flkWriting *writing, int chunk, flkAccess access) {
	const cpFlock *flock = writing->flock;
	int begin = chunk * FLK_CHUNK_MEMBERS, end = flkChunkEnd(flock, chunk);
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
				FLK_FETCH(next, w);
			}
			if(!flkIsSteered(flock, i) || !flkIsReached(member, access)) continue;
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

#if defined(FLK_HAVE_PAIRS)

/* Usual members that are settled together. */
typedef struct flkMotions {
	double vx[FLK_BLOCK], vy[FLK_BLOCK], angle[FLK_BLOCK];
	double spin[FLK_BLOCK];
} flkMotions;

FLK_PAIR_INLINE void flkReadMotion(const cpBody *body, int i, flkMotions *motions) {
	flkPair velocity = FLK_BODY_PAIR(body, v);
	motions->vx[i] = velocity[0];
	motions->vy[i] = velocity[1];
	motions->angle[i] = (double)flkBodyAngle(body, cpTrue);
}

FLK_CLONES static void flkReadMotions(const flkMember *members, int count, int fetchEnd, flkMotions *motions) {
	int i = 0;
	for(; i < fetchEnd; i++) {
		const cpBody *next = members[i + FLK_FETCH_AHEAD].body;
		FLK_FETCH(next, v);
		FLK_FETCH(next, w);
		flkReadMotion(members[i].body, i, motions);
	}
	for(; i < count; i++) flkReadMotion(members[i].body, i, motions);
}

/* Whether any speed is beyond the limits, or not a number. */
FLK_CLONES static cpBool flkAnyBeyond(
	const double *restrict vx, const double *restrict vy, double least, double most, int count) {
	int64_t within = 1;
	for(int i = 0; i < count; i++) {
		double square = vx[i] * vx[i] + vy[i] * vy[i];
		within &= (square <= most) & (square >= least);
	}
	return within == 0;
}

/* Brings the odd speeds between the limits; a broken body keeps its spin. */
static void flkSettleSpeeds(
	const flkWriting *writing, const flkSpecies *species, const flkMember *members, int count, flkMotions *motions) {
	const flkSettling *settling = &species->settling;
	for(int i = 0; i < count; i++) {
		double square = motions->vx[i] * motions->vx[i] + motions->vy[i] * motions->vy[i];
		if(square <= settling->most && square >= settling->least) continue;
		cpVect velocity = flkBodyVelocity(members[i].body, cpTrue);
		flkSettleSpeed(writing, &species->settings, &members[i], &velocity, FLK_BY_FIELDS);
		motions->vx[i] = (double)velocity.x;
		motions->vy[i] = (double)velocity.y;
	}
}

/* The spins of all; returns whether any speed is beyond the limits, or not a number. */
FLK_CLONES static cpBool flkSpinAll(const flkSettling *settling, double dt, int count, const double *restrict vx,
	const double *restrict vy, const double *restrict angle, double *restrict spin) {
	const double least = settling->least, most = settling->most;
	const double slow = settling->slow, turn = settling->turn, rate = 1.0 / dt;
	int64_t within = 1;
	for(int i = 0; i < count; i++) {
		double square = vx[i] * vx[i] + vy[i] * vy[i], limit = square > slow ? turn : 0.0;
		spin[i] = flkSpin(vx[i], vy[i], angle[i], rate, limit);
		within &= (square <= most) & (square >= least);
	}
	return within == 0;
}

static cpBool flkSpinMotions(const flkSettling *settling, double dt, int count, flkMotions *motions) {
	return flkSpinAll(settling, dt, count, motions->vx, motions->vy, motions->angle, motions->spin);
}

static void flkSettleUsual(const flkWriting *writing, const flkSpecies *species, const flkMember *members, int count) {
	const flkSettling *settling = &species->settling;
	flkMotions motions;
	flkReadMotions(members, count, flkFetchEnd(count, writing->flock->gatheredMembers), &motions);
	if(!settling->turns) {
		cpBool beyond = flkAnyBeyond(motions.vx, motions.vy, settling->least, settling->most, count);
		if(beyond) flkSettleSpeeds(writing, species, members, count, &motions);
	} else if(!flkSpinMotions(settling, writing->dt, count, &motions)) {
		for(int i = 0; i < count; i++) flkBodySetSpin(members[i].body, (cpFloat)motions.spin[i], cpTrue);
	} else {
		flkSettleSpeeds(writing, species, members, count, &motions);
		flkSpinMotions(settling, writing->dt, count, &motions);
		for(int i = 0; i < count; i++) {
			if(flkIsFinite(motions.spin[i])) flkBodySetSpin(members[i].body, (cpFloat)motions.spin[i], cpTrue);
		}
	}
}

#endif

static void flkSettleFields(void *task, int chunk) {
	const flkWriting *writing = task;
	const cpFlock *flock = writing->flock;
	const flkGathered *gathered = &flock->gathered[chunk];
#if defined(FLK_HAVE_PAIRS)
	int begin = chunk * FLK_CHUNK_MEMBERS, end = flkChunkEnd(flock, chunk);
	for(; gathered->usual && begin < end; begin += FLK_BLOCK) {
		const flkSpecies *species = &flock->species[gathered->species];
		flkSettleUsual(writing, species, flock->members + begin, flkAtMost(FLK_BLOCK, end - begin));
	}
#endif
	if(!gathered->usual) flkSettleChunk(writing, chunk, FLK_BY_FIELDS);
}

/* Members that were put off. The others of their chunks are settled already, and stay as they are. */
static void flkSettleSlow(flkWriting *writing) {
	cpFlock *flock = writing->flock;
	writing->alone = cpTrue;
	for(int c = 0; c < flkChunks(flock->gatheredMembers); c++) {
		if(flock->gathered[c].slow) flkSettleChunk(writing, c, FLK_BY_FIELDS);
		flock->gathered[c].slow = cpFalse;
	}
}

static void flkSettleAll(cpFlock *flock, double dt, cpBool limit) {
	/* The spin acts for the coming step, whose length is not known: one as long as those before must not turn too far. */
	flock->turnTime = flkMax(flkMax(dt, FLK_LEAST_TURN_TIME), 0.75 * flock->turnTime);
	flkWriting writing = {flock, flock->turnTime, cpFalse, limit, !flock->parallelFor, 0.0, 0.0};
	flkLap(flock, NULL);
	flkPrepareSettling(flock, flock->turnTime);
	flock->updating = cpTrue;
	flkWriteAll(flock, flkSettleMembers, &writing, flkSettleFields);
	flkSettleSlow(&writing);
	flock->updating = cpFalse;
	flkLap(flock, &flock->profile.settle);
}

void flkSettle(cpFlock *flock, double dt) {
	flkSettleAll(flock, dt, cpTrue);
}

void flkSettleHeadings(cpFlock *flock, double dt) {
	flkSettleAll(flock, dt, cpFalse);
}
