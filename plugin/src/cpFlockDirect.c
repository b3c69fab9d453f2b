/* SPDX-License-Identifier: MIT
 * Whether Chipmunk's public-but-private structs may be used: the motion of bodies, and whether the set of shapes in a
 * space has changed. Used only where scratch objects prove at run time that the fields are where the header of
 * this build says; everything works without it, only slower. */
#include "cpFlockBody.h"
#include "cpFlockInternal.h"

#if defined(CP_FLOCK_DIRECT_ACCESS)

static cpBool flkFieldsAreReadBack(cpSpace *space) {
	int marker = 0;
	cpSpaceSetIterations(space, 7);
	cpSpaceSetGravity(space, cpv(3, -5));
	cpSpaceSetDamping(space, (cpFloat)0.875);
	cpSpaceSetIdleSpeedThreshold(space, (cpFloat)1.25);
	cpSpaceSetSleepTimeThreshold(space, (cpFloat)2.5);
	cpSpaceSetCollisionSlop(space, (cpFloat)0.375);
	cpSpaceSetCollisionPersistence(space, 9);
	cpSpaceSetUserData(space, &marker);
	return space->iterations == 7 && space->gravity.x == 3 && space->gravity.y == -5 &&
		   space->damping == (cpFloat)0.875 && space->idleSpeedThreshold == (cpFloat)1.25 &&
		   space->sleepTimeThreshold == (cpFloat)2.5 && space->collisionSlop == (cpFloat)0.375 &&
		   space->collisionPersistence == 9 && space->userData == &marker &&
		   space->staticBody == cpSpaceGetStaticBody(space) && space->staticBody == &space->_staticBody;
}

static cpBool flkCountsFollow(cpSpace *space) {
	cpBody *body = cpSpaceAddBody(space, cpBodyNew(1, 1));
	cpShape *fixed = cpCircleShapeNew(cpSpaceGetStaticBody(space), 1, cpv(50, 0)),
			*moving = cpCircleShapeNew(body, 1, cpvzero);
	flkShapeSet none = flkDirectShapeSet(space);
	cpSpaceAddShape(space, fixed);
	flkShapeSet one = flkDirectShapeSet(space);
	cpSpaceAddShape(space, moving);
	flkShapeSet two = flkDirectShapeSet(space);
	cpSpaceRemoveShape(space, fixed);
	flkShapeSet less = flkDirectShapeSet(space);
	cpSpaceRemoveShape(space, moving);
	cpSpaceRemoveBody(space, body);
	cpShapeFree(fixed);
	cpShapeFree(moving);
	cpBodyFree(body);
	return none.fixed == 0 && none.moving == 0 && one.fixed == 1 && one.moving == 0 && two.fixed == 1 &&
		   two.moving == 1 && one.added == none.added + 1 && two.added == none.added + 2 && less.fixed == 0 &&
		   less.moving == 1 && less.added == two.added;
}

static cpBool flkSame(cpVect a, cpVect b) {
	return a.x == b.x && a.y == b.y;
}

/* Everything that the public functions tell of the body, the fields say too. */
static cpBool flkBodyAgrees(cpBody *body) {
	return flkBodySpace(body, cpTrue) == cpBodyGetSpace(body) &&
		   flkSame(flkBodyPosition(body, cpTrue), cpBodyGetPosition(body)) &&
		   flkSame(flkBodyVelocity(body, cpTrue), cpBodyGetVelocity(body)) &&
		   flkBodyAngle(body, cpTrue) == cpBodyGetAngle(body) &&
		   flkSame(flkBodyForce(body, cpTrue), cpBodyGetForce(body)) &&
		   flkBodySpin(body, cpTrue) == cpBodyGetAngularVelocity(body) &&
		   flkBodyMass(body, cpTrue) == cpBodyGetMass(body) &&
		   flkBodyIsDynamic(body, cpTrue) == (cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC) &&
		   flkBodySleeps(body, cpTrue) == cpBodyIsSleeping(body);
}

/* No two numbers are equal, so that no field can be taken for another. */
static void flkSetOff(cpBody *body) {
	cpBodySetCenterOfGravity(body, cpv(3, -7));
	cpBodySetAngle(body, (cpFloat)0.625);
	cpBodySetPosition(body, cpv(11, -13));
	cpBodySetVelocity(body, cpv(17, -19));
	cpBodySetForce(body, cpv(23, -29));
	cpBodySetAngularVelocity(body, (cpFloat)1.375);
	cpBodySetTorque(body, (cpFloat)2.625);
}

static cpBool flkWritingWorks(cpBody *body) {
	flkBodySetForce(body, cpv(31, -37), cpTrue);
	flkBodySetVelocity(body, cpv(41, -43), cpTrue);
	flkBodySetSpin(body, (cpFloat)3.375, cpTrue);
	return flkSame(cpBodyGetForce(body), cpv(31, -37)) && flkSame(cpBodyGetVelocity(body), cpv(41, -43)) &&
		   cpBodyGetAngularVelocity(body) == (cpFloat)3.375 && cpBodyGetTorque(body) == (cpFloat)2.625 &&
		   flkBodyAgrees(body);
}

/* Mass and inverse mass lie side by side; they are read as a pair. */
static cpBool flkInverseFollows(cpBody *body) {
	cpBodySetMass(body, 8);
	return body->m == 8 && body->m_inv == (cpFloat)0.125 && &body->m + 1 == &body->m_inv && flkBodyAgrees(body);
}

/* Whether this body alone is awake. */
static cpBool flkIsAlone(const cpSpace *space, const cpBody *body) {
	flkAwake awake = flkDirectAwake(space);
	return awake.count == 1 && awake.bodies[0] == body;
}

static cpBool flkBodiesAreReadBack(cpSpace *space) {
	cpBody *body = cpBodyNew(5, 47);
	flkSetOff(body);
	cpBool works = flkBodyAgrees(body) && flkWritingWorks(body) && flkInverseFollows(body);
	cpSpaceAddBody(space, body);
	works = works && flkBodyAgrees(body) && flkIsAlone(space, body);
	cpBodySleep(body);
	works = works && cpBodyIsSleeping(body) && flkBodyAgrees(body) && flkDirectAwake(space).count == 0;
	cpBodyActivate(body);
	works = works && flkBodyAgrees(body) && flkIsAlone(space, body) && !flkBodyIsCentered(body);
	cpBodySetCenterOfGravity(body, cpvzero);
	cpBodySetPosition(body, cpv(47, -53));
	works = works && flkBodyAgrees(body) && flkBodyIsCentered(body) && flkSame(body->p, cpv(47, -53));
	cpBodySetType(body, CP_BODY_TYPE_KINEMATIC);
	works = works && flkBodyAgrees(body) && body->m_inv == 0 && flkIsAlone(space, body);
	cpBodySetType(body, CP_BODY_TYPE_STATIC);
	works = works && flkBodyAgrees(body) && flkDirectAwake(space).count == 0;
	cpSpaceRemoveBody(space, body);
	cpBodyFree(body);
	return works;
}

cpBool flkDirectWorks(void) {
	cpSpace *space = cpSpaceNew();
	if(!space) return cpFalse;
	cpBool works = flkFieldsAreReadBack(space) && flkCountsFollow(space) && flkBodiesAreReadBack(space);
	cpSpaceFree(space);
	return works;
}

flkShapeSet flkDirectShapeSet(const cpSpace *space) {
	return (flkShapeSet){(uint64_t)space->shapeIDCounter, cpSpatialIndexCount(space->staticShapes),
		cpSpatialIndexCount(space->dynamicShapes)};
}

flkAwake flkDirectAwake(const cpSpace *space) {
	return (flkAwake){space->dynamicBodies->arr, space->dynamicBodies->num};
}

#else

cpBool flkDirectWorks(void) {
	return cpFalse;
}

flkShapeSet flkDirectShapeSet(const cpSpace *space) {
	(void)space;
	return (flkShapeSet){0, 0, 0};
}

flkAwake flkDirectAwake(const cpSpace *space) {
	(void)space;
	return (flkAwake){NULL, 0};
}

#endif
