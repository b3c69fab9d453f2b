/* SPDX-License-Identifier: MIT
 * What Chipmunk's public calls cannot tell cheaply, read from its public-but-private structs: whether the set of shapes
 * in a space has changed. Used only where a scratch space proves at run time that the fields are where the header of
 * this build says; everything works without it, only slower. */
#include "cpFlockInternal.h"

#if defined(CP_FLOCK_DIRECT_ACCESS)

	#include <chipmunk/chipmunk_structs.h>

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

cpBool flkDirectWorks(void) {
	cpSpace *space = cpSpaceNew();
	if(!space) return cpFalse;
	cpBool works = flkFieldsAreReadBack(space) && flkCountsFollow(space);
	cpSpaceFree(space);
	return works;
}

flkShapeSet flkDirectShapeSet(const cpSpace *space) {
	return (flkShapeSet){(uint64_t)space->shapeIDCounter, cpSpatialIndexCount(space->staticShapes),
		cpSpatialIndexCount(space->dynamicShapes)};
}

#else

cpBool flkDirectWorks(void) {
	return cpFalse;
}

flkShapeSet flkDirectShapeSet(const cpSpace *space) {
	(void)space;
	return (flkShapeSet){0, 0, 0};
}

#endif
