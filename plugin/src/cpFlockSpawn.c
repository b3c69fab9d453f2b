/* SPDX-License-Identifier: MIT
 * Bodies that the flock makes and owns. */
#include "cpFlockInternal.h"

cpShapeFilter cpFlockGetFilter(const cpFlock *flock) {
	return cpShapeFilterNew(flock ? flock->group : CP_NO_GROUP, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES);
}

cpFlockStatus cpFlockSetGroup(cpFlock *flock, cpGroup group) {
	if(!flock) return CP_FLOCK_ERROR_NULL;
	flock->group = group;
	return CP_FLOCK_OK;
}

static void flkFreeShape(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	(void)data;
	cpSpace *space = cpShapeGetSpace(shape);
	if(space) cpSpaceRemoveShape(space, shape);
	cpShapeFree(shape);
}

static void flkFreeConstraint(cpBody *body, cpConstraint *constraint, void *data) {
	(void)body;
	(void)data;
	cpSpace *space = cpConstraintGetSpace(constraint);
	if(space) cpSpaceRemoveConstraint(space, constraint);
	cpConstraintFree(constraint);
}

static void flkFreeBody(cpBody *body) {
	cpBodyEachConstraint(body, flkFreeConstraint, NULL);
	cpBodyEachShape(body, flkFreeShape, NULL);
	cpSpace *space = cpBodyGetSpace(body);
	if(space) cpSpaceRemoveBody(space, body);
	cpBodyFree(body);
}

void flkRunDeferredBodies(cpFlock *flock) {
	for(int i = 0; i < flock->deferredCount; i++) {
		/* Off the list first: callbacks that run in it may put more on it, or ask for this body. */
		flkDeferred waiting = flock->deferred[i];
		flock->deferred[i] = (flkDeferred){NULL, NULL};
		if(waiting.shape) {
			cpSpaceAddBody(flock->space, waiting.body);
			cpSpaceAddShape(flock->space, waiting.shape);
		} else if(waiting.body) {
			flkFreeBody(waiting.body);
		}
	}
	flock->deferredCount = 0;
}

static cpBool flkReserveDeferred(cpFlock *flock) {
	void *deferred = flock->deferred;
	cpBool room = flkReserve(
		&flock->memory, &deferred, &flock->deferredCapacity, flock->deferredCount + 1, sizeof(*flock->deferred));
	flock->deferred = deferred;
	return room;
}

void flkForgetWaiting(cpFlock *flock, const cpBody *body) {
	for(int i = 0; i < flock->deferredCount; i++) {
		if(flock->deferred[i].body != body) continue;
		cpShapeFree(flock->deferred[i].shape);
		flock->deferred[i] = flock->deferred[--flock->deferredCount];
		return;
	}
}

static cpBool flkMakeBody(
	cpFlock *flock, const cpFlockSettings *settings, cpVect position, cpVect velocity, flkDeferred *made) {
	cpFloat radius = settings->bodyRadius, mass = settings->bodyMass;
	cpBody *body = cpBodyNew(mass, cpMomentForCircle(mass, 0, radius, cpvzero));
	if(!body) return cpFalse;
	cpShape *shape = cpCircleShapeNew(body, radius, cpvzero);
	if(!shape) {
		cpBodyFree(body);
		return cpFalse;
	}
	cpBodySetPosition(body, position);
	cpBodySetVelocity(body, velocity);
	if(velocity.x != 0 || velocity.y != 0) cpBodySetAngle(body, cpfatan2(velocity.y, velocity.x));
	cpShapeFilter filter = settings->filter;
	if(filter.group == CP_NO_GROUP) filter.group = flock->group;
	cpShapeSetFilter(shape, filter);
	*made = (flkDeferred){body, shape};
	return cpTrue;
}

static cpBool flkIsFiniteVector(cpVect vector) {
	return flkIsFinite((double)vector.x) && flkIsFinite((double)vector.y);
}

static cpFlockStatus flkCheckSpawn(const flkSpecies *species, cpVect position, cpVect velocity, const char **what) {
	*what = "species";
	if(!species) return CP_FLOCK_ERROR_SPECIES;
	*what = "position";
	if(!flkIsFiniteVector(position)) return CP_FLOCK_ERROR_NOT_FINITE;
	*what = "velocity";
	if(!flkIsFiniteVector(velocity)) return CP_FLOCK_ERROR_NOT_FINITE;
	return CP_FLOCK_OK;
}

cpBody *cpFlockSpawn(cpFlock *flock, cpFlockSpecies species, cpVect position, cpVect velocity) {
	if(!flock) return NULL;
	flkSpecies *data = flkGetSpecies(flock, species);
	const char *what;
	cpFlockStatus status = flkCheckSpawn(data, position, velocity, &what);
	if(flock->updating) status = CP_FLOCK_ERROR_UPDATING;
	flkDeferred made = {NULL, NULL};
	if(status == CP_FLOCK_OK) {
		what = "body";
		if(!flkReserveDeferred(flock) || !flkMakeBody(flock, &data->settings, position, velocity, &made)) {
			status = CP_FLOCK_ERROR_MEMORY;
		}
	}
	if(status == CP_FLOCK_OK && flkAddMember(flock, made.body, species, FLK_SPAWNED) != CP_FLOCK_OK) {
		cpShapeFree(made.shape);
		cpBodyFree(made.body);
		status = CP_FLOCK_ERROR_MEMORY;
	}
	if(status != CP_FLOCK_OK) {
		flkFail(flock, status, "cpFlockSpawn", what);
		return NULL;
	}
	flock->deferred[flock->deferredCount++] = made;
	flkDefer(flock);
	return made.body;
}

cpFlockStatus cpFlockDespawn(cpFlock *flock, cpBody *body) {
	static const char name[] = "cpFlockDespawn";
	if(!flock || !body) return flkFail(flock, CP_FLOCK_ERROR_NULL, name, "body");
	int index = flkMapFind(&flock->map, body);
	if(index < 0 || !(flock->members[index].flags & FLK_SPAWNED)) {
		return flkFail(flock, CP_FLOCK_ERROR_NOT_MEMBER, name, "body");
	}
	if(!flkReserveDeferred(flock)) return flkFail(flock, CP_FLOCK_ERROR_MEMORY, name, "deferred");
	flkForgetWaiting(flock, body);
	flkRemoveMemberAt(flock, index);
	flock->deferred[flock->deferredCount++] = (flkDeferred){body, NULL};
	flkDefer(flock);
	return CP_FLOCK_OK;
}

/* Marks the spawned members that the space still knows. Bodies that the game removed from the space and freed by
 * itself, as helpers that empty a whole space do, must not be read. */
static void flkMarkAlive(cpBody *body, void *data) {
	cpFlock *flock = data;
	int index = flkMapFind(&flock->map, body);
	if(index >= 0) flock->members[index].flags |= FLK_ALIVE;
}

void flkFreeSpawned(cpFlock *flock) {
	cpBool any = cpFalse;
	for(int i = 0; i < flock->memberCount; i++) {
		any |= flock->members[i].body && (flock->members[i].flags & FLK_SPAWNED);
	}
	if(!any) return;
	cpSpaceEachBody(flock->space, flkMarkAlive, flock);
	for(int i = 0; i < flock->memberCount; i++) {
		flkMember *member = &flock->members[i];
		if(member->body && (member->flags & FLK_SPAWNED) && (member->flags & FLK_ALIVE)) flkFreeBody(member->body);
	}
}
