/* SPDX-License-Identifier: MIT
 * Stage 9, apply: accelerations -> forces and velocities before the solver; speed limits and turning after it. The
 * only stage that writes bodies. A call that would change nothing is not made: it would wake a sleeping body. */
#include "cpFlockInternal.h"

#define FLK_CPFLOAT_MAX (sizeof(cpFloat) == sizeof(float) ? (double)FLT_MAX : DBL_MAX)

/* cpBodySetForce() is used with the game's own force added, because cpBodyApplyForceAtWorldPoint() at the position
 * turns a body whose center of gravity is elsewhere. */
static void flkAddForce(cpBody *body, double ax, double ay) {
	if(ax == 0.0 && ay == 0.0) return;
	double mass = (double)cpBodyGetMass(body);
	cpVect force = cpBodyGetForce(body);
	double x = (double)force.x + mass * ax, y = (double)force.y + mass * ay;
	if(!(fabs(x) < FLK_CPFLOAT_MAX && fabs(y) < FLK_CPFLOAT_MAX)) return;
	cpBodySetForce(body, cpv((cpFloat)x, (cpFloat)y));
}

static void flkSetVelocity(cpBody *body, double vx, double vy) {
	cpVect velocity = cpv((cpFloat)vx, (cpFloat)vy), now = cpBodyGetVelocity(body);
	if(velocity.x != now.x || velocity.y != now.y) cpBodySetVelocity(body, velocity);
}

/* The angle of the motion before integration, from the clamped velocity, judged by the speed before the clamp. */
static void flkSetAngle(const flkFrame *frame, int k, const cpFlockSettings *settings, cpBody *body) {
	if(!(flkLength(frame->vx[k], frame->vy[k]) > (double)settings->headingMinSpeed)) return;
	cpFloat angle = (cpFloat)atan2(frame->setY[k], frame->setX[k]);
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

void flkApply(cpFlock *flock, double dt) {
	const flkFrame *frame = &flock->frame;
	flock->stats.steered = 0;
	for(int i = 0; i < flock->memberCount; i++) {
		flkMember *member = &flock->members[i];
		int k = member->frameIndex;
		if(!member->body || k < 0 || k >= frame->count || !frame->steered[k]) continue;
		const cpFlockSettings *settings = &flock->species[member->species].settings;
		if(frame->set[k]) flkSetVelocity(member->body, frame->setX[k], frame->setY[k]);
		flkAddForce(member->body, frame->ax[k], frame->ay[k]);
		if(settings->heading == CP_FLOCK_HEADING_ANGLE) flkSetAngle(frame, k, settings, member->body);
		flkRememberSide(member, frame->newSide[k], dt);
		flock->stats.steered++;
	}
}

/* ---------------------------------------------------------------- after the solver */

/* atan2 by a polynomial in the smaller ratio: at most 2e-8 rad off (Abramowitz and Stegun 1964, 4.4.49), and the same
 * bits on every machine, which atan2() of the C library does not promise. */
static double flkArctangent(double y, double x) {
	double ax = fabs(x), ay = fabs(y), high = flkMax(ax, ay), low = flkMin(ax, ay);
	if(high == 0.0) return 0.0;
	double r = low / high, s = r * r;
	double angle = 0.0028662257;
	angle = angle * s - 0.0161657367;
	angle = angle * s + 0.0429096138;
	angle = angle * s - 0.0752896400;
	angle = angle * s + 0.1065626393;
	angle = angle * s - 0.1420889944;
	angle = angle * s + 0.1999355085;
	angle = angle * s - 0.3333314528;
	angle = r * (angle * s + 1.0);
	if(ay > ax) angle = 0.25 * FLK_TWO_PI - angle;
	if(x < 0.0) angle = 0.5 * FLK_TWO_PI - angle;
	return y < 0.0 ? -angle : angle;
}

/* The spin that turns the body into its direction of motion within the next step, the short way round. */
static void flkTurn(const cpFlockSettings *settings, cpBody *body, cpVect velocity, double speed, double dt) {
	double spin = 0.0;
	if(speed > (double)settings->headingMinSpeed) {
		cpVect rotation = cpBodyGetRotation(body);
		double sine = (double)rotation.x * (double)velocity.y - (double)rotation.y * (double)velocity.x;
		double cosine = (double)rotation.x * (double)velocity.x + (double)rotation.y * (double)velocity.y;
		spin =
			flkClamp(flkArctangent(sine, cosine) / dt, -(double)settings->maxTurnRate, (double)settings->maxTurnRate);
	}
	if((cpFloat)spin != cpBodyGetAngularVelocity(body)) cpBodySetAngularVelocity(body, (cpFloat)spin);
}

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
		moves ? *vx / speed : frame->hx[k], moves ? *vy / speed : frame->hy[k], frame->serial[k] & 1 ? 1 : -1};
	cpBodyEachArbiter(body, flkTurnAlong, &push);
	*vx = push.x;
	*vy = push.y;
}

/* The velocity that the coming step moves the body with, brought between the limits. */
static void flkLimitSpeed(
	const cpFlockSettings *settings, const flkFrame *frame, int k, cpBody *body, cpVect *velocity, double *speed) {
	double vx = (double)velocity->x, vy = (double)velocity->y, min = (double)settings->minSpeed;
	double max = (double)settings->maxSpeed, wanted = *speed;
	if(*speed > max * (1.0 + 1e-9)) {
		wanted = max;
		/* Two factors, since the square of a huge velocity overflows. */
		double largest = flkMax(fabs(vx), fabs(vy));
		vx /= largest;
		vy /= largest;
	} else if(*speed < min * (1.0 - 1e-9)) {
		wanted = min;
		flkSpeedUp(frame, k, body, *speed, &vx, &vy);
	}
	if(wanted == *speed) return;
	flkSetLength(&vx, &vy, wanted);
	*velocity = cpv((cpFloat)vx, (cpFloat)vy);
	*speed = wanted;
	cpBodySetVelocity(body, *velocity);
}

static void flkSettleOne(
	const flkFrame *frame, const cpFlockSettings *settings, int k, cpBody *body, double dt, cpBool limit) {
	cpVect velocity = cpBodyGetVelocity(body);
	double speed = flkLength((double)velocity.x, (double)velocity.y);
	if(!flkIsFinite(speed * 0.0) || !flkIsWritable(body)) return;
	if(limit && settings->speedLimit == CP_FLOCK_SPEED_LIMIT_AFTER) {
		flkLimitSpeed(settings, frame, k, body, &velocity, &speed);
	}
	if(settings->heading == CP_FLOCK_HEADING_SPIN) flkTurn(settings, body, velocity, speed, dt);
}

static void flkSettleAll(cpFlock *flock, double dt, cpBool limit) {
	const flkFrame *frame = &flock->frame;
	flkLap(flock, NULL);
	for(int i = 0; i < flock->memberCount; i++) {
		const flkMember *member = &flock->members[i];
		int k = member->frameIndex;
		if(!member->body || k < 0 || k >= frame->count || !frame->steered[k]) continue;
		if(cpBodyGetSpace(member->body) != flock->space || cpBodyIsSleeping(member->body)) continue;
		if(cpBodyGetType(member->body) != CP_BODY_TYPE_DYNAMIC) continue;
		flkSettleOne(frame, &flock->species[member->species].settings, k, member->body, dt, limit);
	}
	flkLap(flock, &flock->profile.settle);
}

void flkSettle(cpFlock *flock, double dt) {
	flkSettleAll(flock, dt, cpTrue);
}

void flkSettleHeadings(cpFlock *flock, double dt) {
	flkSettleAll(flock, dt, cpFalse);
}
