/* SPDX-License-Identifier: MIT
 * Stage 8, combine: contributions -> one acceleration per body, under the limits of its species. Loops over a block
 * without branches, so that the compiler makes vector instructions of them. */
#include <string.h>

#include "cpFlockInternal.h"

/* In a longer step, after a pause for example, steering changes the velocity only as much as in a step of this length,
 * s: with forces that are right for the beginning of the step the bodies would overshoot. */
#define FLK_LONGEST_STEP 0.1

/* No rule asks for more, whatever the weights: squares of sums stay finite, px/s^2. */
#define FLK_MOST_WISH 1e150

/* However short the step, no velocity over its time is infinite, 1/s. */
#define FLK_MOST_RATE 1e290

/* Constants of a species in this step. */
typedef struct flkLimits {
	double maxForce, minSpeed, maxSpeed;
	double tangent;  /* of the largest turn in this step; < 0: no limit */
	double drag;     /* share of the velocity that is lost in this step, per s */
	double share;    /* of the step that steering acts for */
	double dt, rate; /* s, 1/s */
	cpBool before;   /* speed limits act before integration */
	cpBool now;      /* outside of a step the velocity is still to move the body: it is cut first */
} flkLimits;

static flkLimits flkMakeLimits(const cpFlockSettings *settings, double dt, cpBool inStep) {
	flkLimits limits = {(double)settings->maxForce, (double)settings->minSpeed, (double)settings->maxSpeed, -1.0, 0.0,
		1.0, dt, flkMin(1.0 / dt, FLK_MOST_RATE), settings->speedLimit == CP_FLOCK_SPEED_LIMIT_BEFORE, !inStep};
	double turn = (double)settings->maxTurnRate * dt;
	if(turn < 0.24 * FLK_TWO_PI) limits.tangent = tan(turn);
	if(settings->damping != 1) limits.drag = (1.0 - pow((double)settings->damping, dt)) * limits.rate;
	if(dt > FLK_LONGEST_STEP) limits.share = FLK_LONGEST_STEP / dt;
	return limits;
}

/* ---------------------------------------------------------------- one acceleration */

/* sum = first + second + third */
FLK_CLONES static void flkAddThree(const double *restrict first, const double *restrict second,
	const double *restrict third, double *restrict sum, int count) {
	for(int b = 0; b < count; b++) sum[b] = first[b] + second[b] + third[b];
}

FLK_CLONES static void flkAddWish(const double *restrict wish, double *restrict sum, int count) {
	for(int b = 0; b < count; b++) sum[b] += wish[b];
}

FLK_CLONES static void flkAddCutWish(const double *restrict wish, double *restrict sum, int count) {
	for(int b = 0; b < count; b++) sum[b] += flkClamp(wish[b], -FLK_MOST_WISH, FLK_MOST_WISH);
}

/* Adds a wish as far as the budget goes and takes it off the budget. */
FLK_CLONES static void flkGrant(const double *restrict wishX, const double *restrict wishY, double *restrict budget,
	double *restrict x, double *restrict y, int count) {
	for(int b = 0; b < count; b++) {
		double wantedX = flkClamp(wishX[b], -FLK_MOST_WISH, FLK_MOST_WISH);
		double wantedY = flkClamp(wishY[b], -FLK_MOST_WISH, FLK_MOST_WISH), wish = flkLength(wantedX, wantedY);
		double share = wish > budget[b] ? budget[b] / wish : 1.0;
		budget[b] = flkMax(budget[b] - wish, 0.0);
		x[b] += wantedX * share;
		y[b] += wantedY * share;
	}
}

/* False: some force is too large, or not a number, and all of them mean nothing now. */
FLK_CLONES static cpBool flkLimitForce(double *restrict x, double *restrict y, double limit, int count) {
	int64_t fine = 1;
	for(int b = 0; b < count; b++) {
		fine &= x[b] * x[b] + y[b] * y[b] < FLK_MOST_WISH * FLK_MOST_WISH;
		flkLimit(&x[b], &y[b], limit);
	}
	return fine != 0;
}

static void flkClearVectors(flkVectors *vectors, int count) {
	memset(vectors->x, 0, (size_t)count * sizeof(double));
	memset(vectors->y, 0, (size_t)count * sizeof(double));
}

/* What rules ask for, in the order in which it is added up. Returns how many there are. */
static int flkListWishes(const flkDesires *desires, const flkVectors **wishes) {
	static const flkRule rules[] = {
		FLK_AVOIDANCE, FLK_SEPARATION, FLK_ALIGNMENT, FLK_COHESION, FLK_EVASION, FLK_PURSUIT, FLK_SEEK, FLK_WANDER};
	int number = 0;
	for(size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		if(desires->asked[rules[i]]) wishes[number++] = &desires->wish[rules[i]];
	}
	return number;
}

/* Adds up what all rules ask for; nearly all species have the three of a flock. */
static void flkSumForce(const flkDesires *desires, flkVectors *total, int count) {
	const flkVectors *wishes[FLK_RULES];
	int number = flkListWishes(desires, wishes), i = 0;
	if(number >= 3) {
		flkAddThree(wishes[0]->x, wishes[1]->x, wishes[2]->x, total->x, count);
		flkAddThree(wishes[0]->y, wishes[1]->y, wishes[2]->y, total->y, count);
		i = 3;
	} else {
		flkClearVectors(total, count);
	}
	for(; i < number; i++) {
		flkAddWish(wishes[i]->x, total->x, count);
		flkAddWish(wishes[i]->y, total->y, count);
	}
}

/* The same with wishes cut to what keeps sums finite. */
static void flkSumCutForce(const flkDesires *desires, flkVectors *total, int count) {
	const flkVectors *wishes[FLK_RULES];
	int number = flkListWishes(desires, wishes);
	flkClearVectors(total, count);
	for(int i = 0; i < number; i++) {
		flkAddCutWish(wishes[i]->x, total->x, count);
		flkAddCutWish(wishes[i]->y, total->y, count);
	}
}

/* Adds up what rules ask for as long as there is force left, the most urgent first. */
static void flkGrantForce(const flkDesires *desires, double maxForce, flkVectors *total, int count) {
	static const flkRule rules[] = {
		FLK_AVOIDANCE, FLK_EVASION, FLK_SEPARATION, FLK_ALIGNMENT, FLK_COHESION, FLK_PURSUIT, FLK_SEEK, FLK_WANDER};
	double budget[FLK_BLOCK];
	flkClearVectors(total, count);
	for(int b = 0; b < count; b++) budget[b] = maxForce;
	for(size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		const flkVectors *wish = &desires->wish[rules[i]];
		if(desires->asked[rules[i]]) flkGrant(wish->x, wish->y, budget, total->x, total->y, count);
	}
}

static void flkShareForce(
	const flkDesires *desires, cpFlockCombine combine, double maxForce, flkVectors *total, int count) {
	if(combine == CP_FLOCK_COMBINE_PRIORITY) {
		flkGrantForce(desires, maxForce, total, count);
	} else {
		flkSumForce(desires, total, count);
		if(flkLimitForce(total->x, total->y, maxForce, count)) return;
		flkSumCutForce(desires, total, count);
	}
	flkLimitForce(total->x, total->y, maxForce, count);
}

/* Takes out what other rules steer against the guard of avoidance; avoidance itself knows what it does. */
static void flkHoldOff(const flkDesires *desires, flkVectors *total, int count) {
	const flkVectors *avoidance = &desires->wish[FLK_AVOIDANCE];
	for(int b = 0; b < count; b++) {
		const flkLook *look = &desires->look[b];
		if(!desires->looked[b] || !look->guarded) continue;
		double x = total->x[b] - avoidance->x[b], y = total->y[b] - avoidance->y[b];
		double against = flkMin(x * look->guardX + y * look->guardY, 0.0);
		total->x[b] -= look->guardX * against;
		total->y[b] -= look->guardY * against;
	}
}

/* Takes out what other rules steer over an edge that holds the body back. */
FLK_CLONES static void flkHoldInside(const double *restrict containment, double *restrict total, int count) {
	for(int b = 0; b < count; b++) total[b] = total[b] * containment[b] < 0.0 ? 0.0 : total[b];
}

/* Nothing limits what brings a body back into the world. */
static void flkAddContainment(const flkDesires *desires, double share, flkVectors *total, int count) {
	const flkVectors *containment = &desires->wish[FLK_CONTAINMENT];
	if(desires->asked[FLK_CONTAINMENT]) {
		flkHoldInside(containment->x, total->x, count);
		flkHoldInside(containment->y, total->y, count);
		flkAddCutWish(containment->x, total->x, count);
		flkAddCutWish(containment->y, total->y, count);
	}
	for(int b = 0; b < count && share != 1.0; b++) {
		total->x[b] *= share;
		total->y[b] *= share;
	}
}

/* ---------------------------------------------------------------- limits of the motion */

/* Whether an acceleration is exactly against the way of a body. */
static inline int64_t flkIsOpposed(double x, double y, double hx, double hy) {
	return (x * hx + y * hy < 0.0) & (fabs(y * hx - x * hy) <= 1e-9 * (fabs(x) + fabs(y)));
}

FLK_CLONES static cpBool flkAnyOpposed(const double *restrict x, const double *restrict y, const double *restrict hx,
	const double *restrict hy, int count) {
	int64_t any = 0;
	for(int b = 0; b < count; b++) any |= flkIsOpposed(x[b], y[b], hx[b], hy[b]);
	return any != 0;
}

/* A body with a minimum speed that is steered exactly against its way could neither stop nor turn: it is pushed a little
 * to a side, its own for good. */
static void flkBreakTies(const flkFrame *frame, int begin, flkVectors *total, int count) {
	const double *hx = frame->hx + begin, *hy = frame->hy + begin;
	if(!flkAnyOpposed(total->x, total->y, hx, hy, count)) return;
	for(int b = 0; b < count; b++) {
		if(!flkIsOpposed(total->x[b], total->y[b], hx[b], hy[b])) continue;
		double against = -(total->x[b] * hx[b] + total->y[b] * hy[b]);
		double side = flkMemberAt(frame, begin + b)->serial & 1 ? 1e-3 * against : -1e-3 * against;
		total->x[b] -= side * hy[b];
		total->y[b] += side * hx[b];
	}
}

/* Brings a velocity between the speed limits; a body at rest starts along its heading. Not zero: it changed. */
static inline int flkClampVelocity(const flkLimits *limits, double hx, double hy, double *vx, double *vy) {
	double speed = flkLength(*vx, *vy);
	int over = speed > limits->maxSpeed, under = speed < limits->minSpeed, rests = !(speed > FLK_REST);
	double wanted = over ? limits->maxSpeed : limits->minSpeed;
	double scale = over | under ? wanted / speed : 1.0;
	double x = *vx * scale, y = *vy * scale;
	*vx = under & rests ? hx * limits->minSpeed : x;
	*vy = under & rests ? hy * limits->minSpeed : y;
	return over | under;
}

/* Limits the angle between the heading and the next velocity. What is too much across is cut, and a reversal becomes
 * a stop, from which a body may start in any direction. */
static inline int flkLimitTurn(
	const flkLimits *limits, double hx, double hy, double speed, double *nextX, double *nextY) {
	if(!(speed > 1e-6 * limits->maxSpeed)) return 0;
	double along = flkMax(*nextX * hx + *nextY * hy, 0.0), across = *nextY * hx - *nextX * hy;
	double most = limits->tangent * along;
	if(fabs(across) <= most && along > 0.0) return 0;
	double turned = flkClamp(across, -most, most);
	*nextX = along * hx - turned * hy;
	*nextY = along * hy + turned * hx;
	return 1;
}

/* The motion of a block: pointers to its part of the frame. */
typedef struct flkMotion {
	const double *vx, *vy, *hx, *hy;
	double *setX, *setY;
	flkMark *mark;
	int count;
} flkMotion;

static cpBool flkSetsFirst(const flkLimits *limits, const flkDesires *desires) {
	return desires->chases || limits->before || limits->now;
}

/* Velocities that are set before the force acts: a chase, or speed limits that act first. */
static void flkSetFirst(const flkLimits *limits, const flkDesires *desires, const flkMotion *motion) {
	for(int b = 0; b < motion->count; b++) {
		double vx = motion->vx[b], vy = motion->vy[b];
		int set = desires->chases && desires->chase[b];
		if(set) {
			vx = desires->chaseVelocity.x[b];
			vy = desires->chaseVelocity.y[b];
		}
		if(limits->before || (limits->now && flkLength(vx, vy) > limits->maxSpeed * (1.0 + 1e-9))) {
			set |= flkClampVelocity(limits, motion->hx[b], motion->hy[b], &vx, &vy);
		}
		motion->mark[b].set = (uint8_t)set;
		motion->setX[b] = vx;
		motion->setY[b] = vy;
	}
}

/* Total acceleration -> the one that keeps the next velocity within the limits. */
static inline void flkKeepLimits(const flkLimits *limits, int turns, int clamps, double vx, double vy, double hx,
	double hy, double speed, double *ax, double *ay) {
	double x = *ax - vx * limits->drag, y = *ay - vy * limits->drag;
	double nextX = vx + x * limits->dt, nextY = vy + y * limits->dt;
	int limited = turns ? flkLimitTurn(limits, hx, hy, speed, &nextX, &nextY) : 0;
	if(clamps) limited |= flkClampVelocity(limits, hx, hy, &nextX, &nextY);
	*ax = limited ? (nextX - vx) * limits->rate : x;
	*ay = limited ? (nextY - vy) * limits->rate : y;
}

/* Whether an acceleration is too large, or not a number. */
static inline int64_t flkIsHuge(double x, double y) {
	return !(fabs(x) < 0.5 * FLK_HUGE) | !(fabs(y) < 0.5 * FLK_HUGE);
}

/* What nearly every species needs, the same as flkKeepLimits() without a limit of turning. All is computed for all bodies,
 * so that no branch is left. */
static inline void flkKeepSpeed(
	const flkLimits *limits, double vx, double vy, double hx, double hy, double *ax, double *ay) {
	double x = *ax - vx * limits->drag, y = *ay - vy * limits->drag;
	double nextX = vx + x * limits->dt, nextY = vy + y * limits->dt, speed = flkLength(nextX, nextY);
	double moves = speed > FLK_REST ? 1.0 : 0.0, wanted = flkClamp(speed, limits->minSpeed, limits->maxSpeed);
	double scale = wanted / (speed > FLK_REST ? speed : 1.0), start = (1.0 - moves) * limits->minSpeed;
	double cutX = (nextX * scale * moves + hx * start - vx) * limits->rate;
	double cutY = (nextY * scale * moves + hy * start - vy) * limits->rate;
	*ax = wanted == speed ? x : cutX;
	*ay = wanted == speed ? y : cutY;
}

FLK_CLONES static void flkLimitSpeeds(const flkLimits *limits, const double *restrict vx, const double *restrict vy,
	const double *restrict hx, const double *restrict hy, double *restrict ax, double *restrict ay, int count) {
	const flkLimits same = *limits;
	for(int b = 0; b < count; b++) flkKeepSpeed(&same, vx[b], vy[b], hx[b], hy[b], &ax[b], &ay[b]);
}

/* The same for bodies that nothing else limits, whose accelerations go where they belong. False: one of them is to be told
 * from the others, because it is steered against its way, or its acceleration is too large or not a number. */
FLK_CLONES static cpBool flkLimitUsual(
	const flkLimits *limits, const flkMotion *motion, const flkVectors *total, flkAcceleration *restrict results) {
	const flkLimits same = *limits;
	const double *restrict vx = motion->vx, *restrict vy = motion->vy;
	const double *restrict hx = motion->hx, *restrict hy = motion->hy;
	const int64_t stops = same.minSpeed > 0.0 ? 0 : 1; /* then it needs no other way */
	int64_t odd = 0;
	for(int b = 0; b < motion->count; b++) {
		double x = total->x[b], y = total->y[b];
		odd |= flkIsOpposed(x, y, hx[b], hy[b]) > stops;
		flkKeepSpeed(&same, vx[b], vy[b], hx[b], hy[b], &x, &y);
		odd |= flkIsHuge(x, y);
		results[b].x = x;
		results[b].y = y;
	}
	return odd == 0;
}

static void flkLimitMotion(
	const flkLimits *limits, const flkDesires *desires, const flkMotion *motion, flkVectors *total) {
	cpBool first = flkSetsFirst(limits, desires), turns = limits->tangent >= 0.0;
	const double *vx = first ? motion->setX : motion->vx, *vy = first ? motion->setY : motion->vy;
	if(first) flkSetFirst(limits, desires, motion);
	if(!turns && !limits->before) {
		flkLimitSpeeds(limits, vx, vy, motion->hx, motion->hy, total->x, total->y, motion->count);
		return;
	}
	for(int b = 0; b < motion->count; b++) {
		/* Speed and turn are those of the body as it was. */
		double speed = flkLength(motion->vx[b], motion->vy[b]);
		if(desires->chases && desires->chase[b]) {
			speed = flkLength(desires->chaseVelocity.x[b], desires->chaseVelocity.y[b]);
		}
		flkKeepLimits(limits, turns, !limits->before, vx[b], vy[b], motion->hx[b], motion->hy[b], speed, &total->x[b],
			&total->y[b]);
	}
}

/* Cuts what is too large; what is not a number is nothing. */
static void flkCutHuge(flkVectors *total, int count) {
	for(int b = 0; b < count; b++) {
		if(!flkIsHuge(total->x[b], total->y[b])) continue;
		flkLimit(&total->x[b], &total->y[b], FLK_HUGE);
		if(flkIsFinite(total->x[b]) && flkIsFinite(total->y[b])) continue;
		total->x[b] = total->y[b] = 0.0;
	}
}

static void flkLimitOdd(const flkLimits *limits, const flkDesires *desires, const flkFrame *frame,
	const flkMotion *motion, int begin, flkVectors *total, flkAcceleration *results) {
	if(limits->minSpeed > 0.0) flkBreakTies(frame, begin, total, motion->count);
	flkLimitMotion(limits, desires, motion, total);
	flkCutHuge(total, motion->count);
	for(int b = 0; b < motion->count; b++) results[b] = (flkAcceleration){total->x[b], total->y[b]};
}

cpBool flkMayMark(const flkStep *step) {
	if(!step->inStep || step->obstacles->count > 0) return cpTrue;
	for(int s = 0; s < step->speciesCount; s++) {
		const cpFlockSettings *settings = &step->species[s].settings;
		if(settings->speedLimit == CP_FLOCK_SPEED_LIMIT_BEFORE || settings->drive == CP_FLOCK_DRIVE_VELOCITY) {
			return cpTrue;
		}
	}
	return cpFalse;
}

void flkCombine(const flkStep *step, flkBlock block, const flkDesires *desires, flkFrame *results) {
	const cpFlockSettings *settings = &block.species->settings;
	flkLimits limits = flkMakeLimits(settings, step->dt, step->inStep);
	int begin = block.begin, count = block.end - block.begin;
	flkMotion motion = {results->vx + begin, results->vy + begin, results->hx + begin, results->hy + begin,
		results->setX + begin, results->setY + begin, results->mark + begin, count};
	if(results->marked) memset(motion.mark, 0, (size_t)count * sizeof(flkMark));
	flkVectors total;
	flkShareForce(desires, settings->combine, limits.maxForce, &total, count);
	if(desires->asked[FLK_AVOIDANCE]) flkHoldOff(desires, &total, count);
	flkAddContainment(desires, limits.share, &total, count);
	cpBool usual = limits.tangent < 0.0 && !flkSetsFirst(&limits, desires);
	if(!usual || !flkLimitUsual(&limits, &motion, &total, results->acceleration + begin)) {
		flkLimitOdd(&limits, desires, results, &motion, begin, &total, results->acceleration + begin);
	}
	for(int b = 0; b < count && desires->asked[FLK_AVOIDANCE]; b++) {
		if(desires->looked[b]) motion.mark[b].side = (int8_t)desires->look[b].side;
	}
}
