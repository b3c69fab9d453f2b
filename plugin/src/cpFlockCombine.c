/* SPDX-License-Identifier: MIT
 * Stage 8, combine: contributions -> one acceleration per body, under the limits of its species. */
#include "cpFlockInternal.h"

/* In a longer step, after a pause for example, steering changes the velocity only as much as in a step of this length,
 * s: with forces that are right for the beginning of the step the bodies would overshoot. */
#define FLK_LONGEST_STEP 0.1

/* Constants of a species in this step. */
typedef struct flkLimits {
	double maxForce, minSpeed, maxSpeed;
	double tangent; /* of the largest turn in this step; < 0: no limit */
	double drag;    /* share of the velocity that is lost in this step */
	double share;   /* of the step that steering acts for */
	double dt;
	cpBool before; /* speed limits act before integration */
	cpBool now;    /* outside of a step the velocity is still to move the body: it is cut first */
	cpBool priority;
} flkLimits;

static flkLimits flkMakeLimits(const cpFlockSettings *settings, double dt, cpBool inStep) {
	flkLimits limits = {(double)settings->maxForce, (double)settings->minSpeed, (double)settings->maxSpeed, -1.0, 0.0,
		1.0, dt, settings->speedLimit == CP_FLOCK_SPEED_LIMIT_BEFORE, !inStep,
		settings->combine == CP_FLOCK_COMBINE_PRIORITY};
	double turn = (double)settings->maxTurnRate * dt;
	if(turn < 0.24 * FLK_TWO_PI) limits.tangent = tan(turn);
	if(settings->damping != 1) limits.drag = 1.0 - pow((double)settings->damping, dt);
	if(dt > FLK_LONGEST_STEP) limits.share = FLK_LONGEST_STEP / dt;
	return limits;
}

/* Brings a velocity between the speed limits; a body at rest starts along its heading. True: it changed. */
static cpBool flkClampVelocity(const flkLimits *limits, double hx, double hy, double *vx, double *vy) {
	double speed = flkLength(*vx, *vy);
	if(speed > limits->maxSpeed) {
		flkSetLength(vx, vy, limits->maxSpeed);
		return cpTrue;
	}
	if(speed >= limits->minSpeed) return cpFalse;
	if(speed > 1e-9) {
		flkSetLength(vx, vy, limits->minSpeed);
	} else {
		*vx = hx * limits->minSpeed;
		*vy = hy * limits->minSpeed;
	}
	return cpTrue;
}

/* Limits the angle between the heading and the next velocity. What is too much across is cut, and a reversal becomes
 * a stop, from which a body may start in any direction. */
static cpBool flkLimitTurn(const flkLimits *limits, double hx, double hy, double speed, double *nextX, double *nextY) {
	if(limits->tangent < 0.0 || !(speed > 1e-6 * limits->maxSpeed)) return cpFalse;
	double along = flkMax(*nextX * hx + *nextY * hy, 0.0), across = *nextY * hx - *nextX * hy;
	double most = limits->tangent * along;
	if(fabs(across) <= most && along > 0.0) return cpFalse;
	double turned = flkClamp(across, -most, most);
	*nextX = along * hx - turned * hy;
	*nextY = along * hy + turned * hx;
	return cpTrue;
}

static void flkSumDesires(const flkDesires *desires, int b, double *x, double *y) {
	*x = desires->avoidance.x[b] + desires->separation.x[b] + desires->alignment.x[b] + desires->cohesion.x[b] +
		 desires->evasion.x[b] + desires->pursuit.x[b] + desires->seek.x[b] + desires->wander.x[b];
	*y = desires->avoidance.y[b] + desires->separation.y[b] + desires->alignment.y[b] + desires->cohesion.y[b] +
		 desires->evasion.y[b] + desires->pursuit.y[b] + desires->seek.y[b] + desires->wander.y[b];
}

/* Adds a wish as far as the budget goes and takes it off the budget. */
static void flkGrant(double wishX, double wishY, double *budget, double *x, double *y) {
	double wish = flkLength(wishX, wishY);
	double share = wish > *budget ? *budget / wish : 1.0;
	*budget = flkMax(*budget - wish, 0.0);
	*x += wishX * share;
	*y += wishY * share;
}

static void flkShareByPriority(const flkDesires *desires, int b, double budget, double *x, double *y) {
	*x = *y = 0.0;
	flkGrant(desires->avoidance.x[b], desires->avoidance.y[b], &budget, x, y);
	flkGrant(desires->evasion.x[b], desires->evasion.y[b], &budget, x, y);
	flkGrant(desires->separation.x[b], desires->separation.y[b], &budget, x, y);
	flkGrant(desires->alignment.x[b], desires->alignment.y[b], &budget, x, y);
	flkGrant(desires->cohesion.x[b], desires->cohesion.y[b], &budget, x, y);
	flkGrant(desires->pursuit.x[b], desires->pursuit.y[b], &budget, x, y);
	flkGrant(desires->seek.x[b], desires->seek.y[b], &budget, x, y);
	flkGrant(desires->wander.x[b], desires->wander.y[b], &budget, x, y);
}

/* Takes out what other rules steer against the guard of avoidance; avoidance itself knows what it does. */
static void flkHoldOff(const flkDesires *desires, int b, double *ax, double *ay) {
	const flkLook *look = &desires->look[b];
	double x = *ax - desires->avoidance.x[b], y = *ay - desires->avoidance.y[b];
	double against = flkMin(x * look->guardX + y * look->guardY, 0.0);
	*ax -= look->guardX * against;
	*ay -= look->guardY * against;
}

static void flkCombineOne(const flkLimits *limits, const flkDesires *desires, int b, int k, flkFrame *frame) {
	double ax, ay, vx = frame->vx[k], vy = frame->vy[k], hx = frame->hx[k], hy = frame->hy[k];
	cpBool set = desires->chase[b] != 0;
	if(set) {
		vx = desires->chaseVelocity.x[b];
		vy = desires->chaseVelocity.y[b];
	}
	if(limits->priority) {
		flkShareByPriority(desires, b, limits->maxForce, &ax, &ay);
	} else {
		flkSumDesires(desires, b, &ax, &ay);
	}
	flkLimit(&ax, &ay, limits->maxForce);
	if(desires->looked[b] && desires->look[b].guarded) flkHoldOff(desires, b, &ax, &ay);
	ax = (ax + desires->containment.x[b]) * limits->share;
	ay = (ay + desires->containment.y[b]) * limits->share;
	double speed = flkLength(vx, vy);
	if(limits->before || (limits->now && speed > limits->maxSpeed * (1.0 + 1e-9))) {
		set |= flkClampVelocity(limits, hx, hy, &vx, &vy);
	}
	ax -= vx * limits->drag / limits->dt;
	ay -= vy * limits->drag / limits->dt;
	double nextX = vx + ax * limits->dt, nextY = vy + ay * limits->dt;
	cpBool limited = flkLimitTurn(limits, hx, hy, speed, &nextX, &nextY);
	if(!limits->before) limited |= flkClampVelocity(limits, hx, hy, &nextX, &nextY);
	if(limited) {
		ax = (nextX - vx) / limits->dt;
		ay = (nextY - vy) / limits->dt;
	}
	flkLimit(&ax, &ay, FLK_HUGE);
	frame->ax[k] = ax;
	frame->ay[k] = ay;
	frame->set[k] = (uint8_t)set;
	frame->setX[k] = vx;
	frame->setY[k] = vy;
	frame->newSide[k] = desires->looked[b] ? (int8_t)desires->look[b].side : 0;
}

void flkCombine(const flkStep *step, flkBlock block, const flkDesires *desires, flkFrame *results) {
	flkLimits limits = flkMakeLimits(&block.species->settings, step->dt, step->inStep);
	for(int k = block.begin; k < block.end; k++) flkCombineOne(&limits, desires, k - block.begin, k, results);
}
