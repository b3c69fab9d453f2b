/* SPDX-License-Identifier: MIT
 * The game's part: spaces, bodies, constraints, and its callbacks. */
#include "api_model.h"

#include <chipmunk/chipmunk_structs.h> /* to break a body as no public call can */
#include <math.h>
#include <string.h>

/* The space of a Chipmunk object that called back. */
static int placeOf(const cpSpace *space) {
	for(int s = 0; s < SPACES; s++) {
		if(space && api.spaces[s] == space) return s;
	}
	return -1;
}

/* Space, if any, whose step or query must be over before it may be freed: the fuzzer never frees one inside a moment. */
void apiAtMoment(apiMoment moment, int space) {
	if(api.armed[moment] <= 0 || api.depth >= DEPTH || !fuzzMore(&api.input) || space < 0) return;
	api.armed[moment]--;
	api.depth++;
	api.acted = cpTrue;
	apiAct();
	api.depth--;
}

/* ---------------------------------------------------------------- callbacks */

/* A game's own functions look before they touch: a broken body would end Chipmunk's step by an assertion. */
static cpBool isWhole(cpBody *body) {
	return fuzzIsFiniteBody(body) && fuzzIsFinite((double)cpBodyGetRotation(body).x) && cpBodyGetMass(body) > 0;
}

static void onVelocity(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	if(isWhole(body)) cpBodyUpdateVelocity(body, gravity, damping, dt);
	apiAtMoment(MOMENT_VELOCITY, placeOf(cpBodyGetSpace(body)));
}

static void onPosition(cpBody *body, cpFloat dt) {
	if(isWhole(body)) cpBodyUpdatePosition(body, dt);
	apiAtMoment(MOMENT_POSITION, placeOf(cpBodyGetSpace(body)));
}

static void onPreSolve(cpConstraint *constraint, cpSpace *space) {
	(void)constraint;
	apiAtMoment(MOMENT_PRE_SOLVE, placeOf(space));
}

static void onPostSolve(cpConstraint *constraint, cpSpace *space) {
	(void)constraint;
	apiAtMoment(MOMENT_POST_SOLVE, placeOf(space));
}

static cpBool onBegin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)data;
	apiAtMoment(MOMENT_BEGIN, placeOf(space));
	return cpTrue;
}

static cpBool onTouch(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)data;
	apiAtMoment(MOMENT_TOUCH, placeOf(space));
	return cpTrue;
}

static void onTouched(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)data;
	apiAtMoment(MOMENT_TOUCHED, placeOf(space));
}

static void onSeparate(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)data;
	apiAtMoment(MOMENT_SEPARATE, placeOf(space));
}

/* ---------------------------------------------------------------- spaces */

void apiNewSpace(void) {
	int place = 0;
	while(place < SPACES && api.spaces[place]) place++;
	if(place == SPACES) return;
	cpSpace *space = api.spaces[place] = cpSpaceNew();
	cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(space);
	handler->beginFunc = onBegin;
	handler->preSolveFunc = onTouch;
	handler->postSolveFunc = onTouched;
	handler->separateFunc = onSeparate;
}

static void freeShape(cpBody *body, cpShape *shape, void *data) {
	(void)body, (void)data;
	cpSpaceRemoveShape(cpShapeGetSpace(shape), shape);
	cpShapeFree(shape);
}

static void freeConstraint(cpBody *body, cpConstraint *constraint, void *data) {
	(void)body, (void)data;
	cpSpaceRemoveConstraint(cpConstraintGetSpace(constraint), constraint);
	cpConstraintFree(constraint);
}

/* Separate handlers run in it, and may not take out anything themselves. */
static void takeOut(apiBody *body) {
	if(body->home < 0) return;
	api.taking++;
	cpBodyEachConstraint(body->body, freeConstraint, NULL);
	cpBodyEachShape(body->body, freeShape, NULL);
	cpSpaceRemoveBody(api.spaces[body->home], body->body);
	body->home = -1;
	api.taking--;
}

/* Whether the game may change what is in the space of a body. */
static cpBool isFree(const apiBody *body) {
	return api.taking == 0 && (body->home < 0 || !apiLocked(body->home));
}

/* Flocks are freed or, detached and without bodies of their own, left to outlive it. */
static void dropFlocksOf(int space) {
	for(int f = 0; f < FLOCKS; f++) {
		apiFlock *flock = &api.flocks[f];
		if(!flock->flock || flock->space != space) continue;
		cpBool owns = cpFalse;
		for(int b = 0; b < BODIES; b++) owns |= api.bodies[b].body && api.bodies[b].spawner == f;
		if(owns || fuzzByte(&api.input) % 2) {
			apiDropFlock(f);
		} else {
			FUZZ_CHECK(cpFlockDetach(flock->flock) == CP_FLOCK_OK);
			flock->attached = cpFalse;
			flock->space = -1;
		}
	}
}

static void freeSpaceAt(int space) {
	memset(api.armed, 0, sizeof(api.armed));
	dropFlocksOf(space);
	for(int b = 0; b < BODIES; b++) {
		if(api.bodies[b].body && api.bodies[b].home == space) takeOut(&api.bodies[b]);
	}
	cpSpaceFree(api.spaces[space]);
	api.spaces[space] = NULL;
}

void apiFreeSpace(void) {
	int space = apiAnySpace();
	if(space >= 0 && api.depth == 0) freeSpaceAt(space);
}

void apiTuneSpace(void) {
	int space = apiAnySpace();
	if(space < 0) return;
	unsigned byte = fuzzByte(&api.input);
	switch(byte % 5) {
	case 0:
		cpSpaceSetSleepTimeThreshold(api.spaces[space], byte & 64 ? (cpFloat)INFINITY : (cpFloat)0.05);
		break;
	case 1:
		cpSpaceSetGravity(api.spaces[space], fuzzPoint(&api.input));
		break;
	case 2:
		cpSpaceSetDamping(api.spaces[space], byte & 64 ? 1 : (cpFloat)0.7);
		break;
	case 3:
		cpSpaceSetIterations(api.spaces[space], 1 + (int)(byte / 64));
		break;
	default:
		cpSpaceSetIdleSpeedThreshold(api.spaces[space], (cpFloat)(byte / 8));
	}
}

/* ---------------------------------------------------------------- bodies */

/* A shape for a body that comes into a space. Corners only where speeds and places are moderate. */
static void addShape(const apiBody *body, cpSpace *space, unsigned kind) {
	cpShape *shape;
	cpVect offset = cpv((cpFloat)(kind / 16 % 4), 0);
	if(cpBodyGetType(body->body) == CP_BODY_TYPE_DYNAMIC) {
		shape = cpCircleShapeNew(body->body, 1 + (cpFloat)(kind % 16), offset);
	} else if(kind & 1) {
		shape = cpSegmentShapeNew(body->body, cpv(-40, 0), cpv(60, 10), (cpFloat)(kind % 8));
	} else {
		shape = cpBoxShapeNew(body->body, 30, 1 + (cpFloat)(kind % 32), (cpFloat)(kind % 3));
	}
	if(kind % 11 == 0) cpShapeSetSensor(shape, cpTrue);
	if(kind % 3 == 0 && api.flocks[0].flock) cpShapeSetFilter(shape, cpFlockGetFilter(api.flocks[0].flock));
	cpSpaceAddShape(space, shape);
}

static void enter(apiBody *body, int space, unsigned kind) {
	cpSpaceAddBody(api.spaces[space], body->body);
	body->home = space;
	if(body->bare) return;
	addShape(body, api.spaces[space], kind);
	if(kind > 200) addShape(body, api.spaces[space], kind / 2);
}

static cpBody *makeBody(unsigned kind) {
	switch(kind % 8) {
	case 0:
		return cpBodyNewStatic();
	case 1:
		return cpBodyNewKinematic();
	default:
		return cpBodyNew(kind % 8 == 2 ? 10 : 1, 20);
	}
}

void apiNewBody(void) {
	int place = apiFreeBodyPlace();
	if(place < 0) return;
	unsigned kind = fuzzByte(&api.input);
	apiBody *body = &api.bodies[place];
	*body = (apiBody){makeBody(kind), -1, -1, -1, kind % 8 > 1 && (kind & 8), {-1, -1, -1}};
	cpBodySetPosition(body->body, fuzzPoint(&api.input));
	if(kind % 8 != 0) cpBodySetVelocity(body->body, fuzzPoint(&api.input));
	if(kind % 8 == 3) cpBodySetCenterOfGravity(body->body, cpv(2, 1));
	if(body->bare || (kind & 16)) {
		cpBodySetVelocityUpdateFunc(body->body, onVelocity);
		cpBodySetPositionUpdateFunc(body->body, onPosition);
	}
	int space = apiAnySpace();
	if(space >= 0 && !apiLocked(space) && (kind & 32)) enter(body, space, kind);
}

void apiEnterSpace(void) {
	int b = apiAnyBody(), space = apiAnySpace();
	if(b < 0 || space < 0 || apiLocked(space)) return;
	apiBody *body = &api.bodies[b];
	if(body->home >= 0 || body->waiting >= 0) return;
	enter(body, space, fuzzByte(&api.input));
}

/* A body that the flock made stays in the space: the flock frees only what it finds there. */
void apiLeaveSpace(void) {
	int b = apiAnyBody();
	if(b < 0 || !isFree(&api.bodies[b]) || api.bodies[b].spawner >= 0) return;
	takeOut(&api.bodies[b]);
}

/* As documented: it is taken out of every flock first. */
void apiFreeBody(void) {
	int b = apiAnyBody();
	if(b < 0 || !isFree(&api.bodies[b]) || api.bodies[b].spawner >= 0) return;
	apiBody *body = &api.bodies[b];
	for(int f = 0; f < FLOCKS; f++) {
		if(body->species[f] < 0) continue;
		FUZZ_CHECK(cpFlockRemoveBody(api.flocks[f].flock, body->body) == CP_FLOCK_OK);
		body->species[f] = -1;
	}
	takeOut(body);
	cpBodyFree(body->body);
	body->body = NULL;
}

static double pushSize(const apiBody *body) {
	static const double sizes[] = {1.0, 10.0, 1e3, 1e15, 1e27};
	double size = sizes[fuzzPick(&api.input, 5)];
	/* Chipmunk's own sums are to stay finite. */
	double most = body->bare ? (sizeof(cpFloat) == sizeof(float) ? 1e9 : 1e27) : 1e3;
	return size < most ? size : most;
}

void apiPushBody(void) {
	int b = apiAnyBody();
	if(b < 0 || apiIsBroken(&api.bodies[b])) return;
	apiBody *body = &api.bodies[b];
	if(cpBodyGetType(body->body) == CP_BODY_TYPE_STATIC) return;
	cpBool dynamic = cpBodyGetType(body->body) == CP_BODY_TYPE_DYNAMIC;
	unsigned what = fuzzByte(&api.input) % 6;
	cpVect by = fuzzPoint(&api.input);
	by = cpvmult(by, (cpFloat)pushSize(body));
	if(what == 0) cpBodySetVelocity(body->body, by);
	if(what == 1) cpBodySetPosition(body->body, by);
	if(what == 2 && dynamic) cpBodySetForce(body->body, by);
	if(what == 3) cpBodySetAngle(body->body, by.x / 100);
	if(what == 4) cpBodySetAngularVelocity(body->body, by.y / 100);
	if(what == 5 && dynamic) cpBodySetMass(body->body, by.x > 0 && by.x < 1e6 ? by.x : 1);
}

/* Past Chipmunk's checks; a second call mends it. Inside of a step it happens between the flock's looks. */
void apiBreakBody(void) {
	static const double bad[] = {NAN, INFINITY, -INFINITY};
	int b = apiAnyBody();
	if(b < 0 || !api.bodies[b].bare) return;
	cpBody *body = api.bodies[b].body;
	if(apiIsBroken(&api.bodies[b])) {
		body->p = body->v = cpvzero;
		body->a = 0;
		body->m = 1;
		body->transform = cpTransformIdentity;
		return;
	}
	if(cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC) return;
	unsigned what = fuzzByte(&api.input);
	cpFloat value = (cpFloat)bad[what / 8 % 3];
	if(what % 6 == 0) body->p.x = body->transform.tx = value;
	if(what % 6 == 1) body->p.y = body->transform.ty = value;
	if(what % 6 == 2) body->v.x = value;
	if(what % 6 == 3) body->v.y = value;
	if(what % 6 == 4) body->a = body->transform.a = body->transform.b = value;
	if(what % 6 == 5) body->m = what & 64 ? 0 : (cpFloat)NAN;
}

/* Without shapes: contacts of a body whose type changes are Chipmunk's business. */
void apiChangeType(void) {
	int b = apiAnyBody();
	if(b < 0 || !api.bodies[b].bare || apiIsBroken(&api.bodies[b])) return;
	apiBody *body = &api.bodies[b];
	if(!isFree(body)) return;
	cpBodyType type = (cpBodyType)fuzzPick(&api.input, 3);
	cpBodyActivate(body->body);
	cpBodySetType(body->body, type);
	if(type != CP_BODY_TYPE_DYNAMIC) return;
	cpBodySetMass(body->body, 1);
	cpBodySetMoment(body->body, 20);
}

/* Chipmunk's contact graph wants all that is linked or touching to be put to sleep together: bare bodies are alone. */
void apiSleepBody(void) {
	int b = apiAnyBody();
	if(b < 0 || api.bodies[b].home < 0 || cpBodyGetType(api.bodies[b].body) != CP_BODY_TYPE_DYNAMIC) return;
	cpSpace *space = api.spaces[api.bodies[b].home];
	if(cpSpaceIsLocked(space) || cpBodyIsSleeping(api.bodies[b].body)) {
		cpBodyActivate(api.bodies[b].body);
	} else if(api.bodies[b].bare && cpSpaceGetSleepTimeThreshold(space) < (cpFloat)INFINITY) {
		cpBodySleep(api.bodies[b].body);
	}
}

/* ---------------------------------------------------------------- constraints */

static cpBool mayBeLinked(const apiBody *body) {
	return body->home >= 0 && !body->bare && cpBodyGetType(body->body) == CP_BODY_TYPE_DYNAMIC;
}

void apiLink(void) {
	int a = apiAnyBody(), b = apiAnyBody();
	if(a < 0 || a == b || !mayBeLinked(&api.bodies[a]) || !mayBeLinked(&api.bodies[b])) return;
	int space = api.bodies[a].home;
	if(api.bodies[b].home != space || apiLocked(space)) return;
	cpConstraint *link = cpSlideJointNew(api.bodies[a].body, api.bodies[b].body, cpvzero, cpvzero, 0, 100);
	cpConstraintSetPreSolveFunc(link, onPreSolve);
	cpConstraintSetPostSolveFunc(link, onPostSolve);
	cpSpaceAddConstraint(api.spaces[space], link);
}

void apiUnlink(void) {
	int b = apiAnyBody();
	if(b < 0 || !isFree(&api.bodies[b])) return;
	cpBodyEachConstraint(api.bodies[b].body, freeConstraint, NULL);
}

/* ---------------------------------------------------------------- time and moments */

static cpBool isEmpty(int space) {
	for(int b = 0; b < BODIES; b++) {
		if(api.bodies[b].body && api.bodies[b].home == space) return cpFalse;
	}
	return cpTrue;
}

/* A step that is not finite ends in an assertion of Chipmunk where there are bodies. */
static double stepLength(int space) {
	static const double lengths[] = {1.0 / 60.0, 1.0 / 60.0, 1.0 / 60.0, 1.0 / 240.0, 0.0, -1.0 / 60.0, 0.25, 10.0,
		1e-3, -10.0, 1e6, NAN, INFINITY, -INFINITY, 1e-300, 1e300};
	int which = fuzzPick(&api.input, 16);
	if(which >= 11 && !isEmpty(space)) which = 0;
	if(sizeof(cpFloat) == sizeof(float) && fabs(lengths[which]) > 1.0) which = 0;
	return lengths[which];
}

void apiStep(void) {
	int space = apiAnySpace();
	if(space < 0 || apiLocked(space) || api.taking > 0) return;
	double length = stepLength(space);
	int count = api.depth == 0 ? 1 + fuzzPick(&api.input, 4) : 1;
	for(int i = 0; i < count; i++) {
		if(api.depth == 0) {
			api.acted = cpFalse;
			apiNoteUpdates();
		}
		cpSpaceStep(api.spaces[space], (cpFloat)length);
		if(!(fabs(length) > 1e-4 && fabs(length) < 1e9)) {
			/* Chipmunk scales impulses by the ratio to the step before. */
			cpSpaceStep(api.spaces[space], (cpFloat)(1.0 / 60.0));
			api.acted = cpTrue;
		}
		if(api.depth > 0) return;
		apiNoteArrivals();
		if(!api.acted && length > 0.0) apiCheckStep(space);
	}
}

static void onEachBody(cpBody *body, void *data) {
	(void)data;
	apiAtMoment(MOMENT_EACH_BODY, placeOf(cpBodyGetSpace(body)));
}

static void onShape(cpShape *shape, void *data) {
	(void)data;
	apiAtMoment(MOMENT_QUERY, placeOf(cpShapeGetSpace(shape)));
}

void apiQuery(void) {
	int space = apiAnySpace();
	if(space < 0) return;
	if(fuzzByte(&api.input) & 1) {
		cpSpaceEachBody(api.spaces[space], onEachBody, NULL);
	} else {
		cpSpaceBBQuery(api.spaces[space], cpBBNew(-500, -500, 500, 500), CP_SHAPE_FILTER_ALL, onShape, NULL);
	}
}

static void onPostStep(cpSpace *space, void *key, void *data) {
	(void)key, (void)data;
	apiAtMoment(MOMENT_POST_STEP, placeOf(space));
}

void apiPostStep(void) {
	static char keys[4];
	int space = apiAnySpace();
	/* Chipmunk warns on an unlocked space, but keeps the callback until the next query or step. */
	if(space >= 0 && apiLocked(space)) {
		cpSpaceAddPostStepCallback(api.spaces[space], onPostStep, &keys[fuzzPick(&api.input, 4)], NULL);
	}
}

void apiArm(void) {
	int moment = fuzzPick(&api.input, MOMENTS);
	api.armed[moment] = 1 + fuzzPick(&api.input, 4);
}

void apiFailMemory(void) {
	int f = apiAnyFlock();
	if(f < 0) return;
	api.flocks[f].heap->allowed = fuzzPick(&api.input, 12);
	api.flocks[f].heap->failing = fuzzPick(&api.input, 4);
}

/* ---------------------------------------------------------------- begin and end */

void apiOpen(const uint8_t *data, size_t size) {
	memset(&api, 0, sizeof(api));
	api.input = (fuzzInput){data, data + size};
	apiNewSpace();
	unsigned first = fuzzByte(&api.input);
	apiMakeFlock(0, 0, first);
	for(unsigned i = 0; i < first % 8; i++) apiAddBody();
}

void apiClose(void) {
	for(int f = 0; f < FLOCKS; f++) {
		if(api.flocks[f].flock) apiDropFlock(f);
	}
	for(int s = 0; s < SPACES; s++) {
		if(api.spaces[s]) freeSpaceAt(s);
	}
	for(int b = 0; b < BODIES; b++) {
		if(api.bodies[b].body) takeOut(&api.bodies[b]);
		cpBodyFree(api.bodies[b].body);
	}
	for(int h = 0; h < api.heapCount; h++) FUZZ_CHECK(api.heaps[h].bytes == 0);
}
