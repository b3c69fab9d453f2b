/* SPDX-License-Identifier: MIT
 * Stage 7, combine: contributions -> one acceleration per body, under the limits of its species. */
#include "cpFlockInternal.h"

/* Constants of a species in this step. */
typedef struct flkLimits {
	double maxForce, minSpeed, maxSpeed, maxTurnRate;
	double drag; /* share of the velocity that is lost in this step */
	double dt;
	cpBool before; /* speed limits act before integration */
} flkLimits;

static flkLimits flkMakeLimits(const cpFlockSettings *settings, double dt) {
	flkLimits limits = {(double)settings->maxForce, (double)settings->minSpeed, (double)settings->maxSpeed,
		(double)settings->maxTurnRate, 0.0, dt, settings->speedLimit == CP_FLOCK_SPEED_LIMIT_BEFORE};
	if(settings->damping != 1) limits.drag = 1.0 - pow((double)settings->damping, dt);
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

/* Limits the turning of the velocity: the part of the acceleration across the heading is at most speed * rate. */
static void flkLimitTurn(const flkLimits *limits, double hx, double hy, double speed, double *ax, double *ay) {
	double most = flkMax(speed, limits->minSpeed) * limits->maxTurnRate;
	if(most <= 0.0 || most >= FLK_HUGE) return;
	double along = *ax * hx + *ay * hy, across = *ay * hx - *ax * hy;
	/* Braking must not let the body turn on the spot either: it keeps going forward. */
	double turned = flkClamp(across, -most, most);
	*ax = along * hx - turned * hy;
	*ay = along * hy + turned * hx;
}

static void flkSumDesires(const flkDesires *desires, int b, double *x, double *y) {
	*x = desires->separation.x[b] + desires->alignment.x[b] + desires->cohesion.x[b] + desires->evasion.x[b] +
		 desires->pursuit.x[b] + desires->seek.x[b] + desires->wander.x[b];
	*y = desires->separation.y[b] + desires->alignment.y[b] + desires->cohesion.y[b] + desires->evasion.y[b] +
		 desires->pursuit.y[b] + desires->seek.y[b] + desires->wander.y[b];
}

static void flkCombineOne(const flkLimits *limits, const flkDesires *desires, int b, int k, flkFrame *frame) {
	double ax, ay, vx = frame->vx[k], vy = frame->vy[k], hx = frame->hx[k], hy = frame->hy[k];
	cpBool set = desires->chase[b] != 0;
	if(set) {
		vx = desires->chaseVelocity.x[b];
		vy = desires->chaseVelocity.y[b];
	}
	flkSumDesires(desires, b, &ax, &ay);
	flkLimit(&ax, &ay, limits->maxForce);
	ax += desires->containment.x[b];
	ay += desires->containment.y[b];
	flkLimitTurn(limits, hx, hy, flkLength(vx, vy), &ax, &ay);
	if(limits->before || flkLength(vx, vy) > limits->maxSpeed * (1.0 + 1e-9)) {
		set |= flkClampVelocity(limits, hx, hy, &vx, &vy);
	}
	ax -= vx * limits->drag / limits->dt;
	ay -= vy * limits->drag / limits->dt;
	if(!limits->before) {
		double nextX = vx + ax * limits->dt, nextY = vy + ay * limits->dt;
		if(flkClampVelocity(limits, hx, hy, &nextX, &nextY)) {
			ax = (nextX - vx) / limits->dt;
			ay = (nextY - vy) / limits->dt;
		}
	}
	flkLimit(&ax, &ay, FLK_HUGE);
	frame->ax[k] = ax;
	frame->ay[k] = ay;
	frame->set[k] = (uint8_t)set;
	frame->setX[k] = vx;
	frame->setY[k] = vy;
}

void flkCombine(const flkStep *step, flkBlock block, const flkDesires *desires, flkFrame *results) {
	flkLimits limits = flkMakeLimits(&block.species->settings, step->dt);
	for(int k = block.begin; k < block.end; k++) flkCombineOne(&limits, desires, k - block.begin, k, results);
}
