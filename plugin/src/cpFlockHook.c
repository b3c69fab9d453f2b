/* SPDX-License-Identifier: MIT
 * The place of the flock in cpSpaceStep().
 *
 * Chipmunk has no pre-step callback, but a constraint has one of its own: preSolve is called once per step with the
 * space's positions and index fresh and the velocities not yet integrated, postSolve once after the solver. The flock
 * adds a motor without force between two bodies of its own, which are never added to the space. */
#include "cpFlockInternal.h"

static void flkPreSolve(cpConstraint *constraint, cpSpace *space) {
	cpFlock *flock = cpConstraintGetUserData(constraint);
	if(!flock || !flock->attached || flock->freed) return;
	double dt = (double)cpSpaceGetCurrentTimeStep(space);
	flock->settling = cpFalse;
	if(!(dt > 0.0 && flkIsFinite(dt))) {
		flock->stats.refused++;
		return;
	}
	flock->settling = flkUpdate(flock, dt, cpTrue) == CP_FLOCK_OK;
	if(flock->wrapNeeded) flkDefer(flock);
}

static void flkPostSolve(cpConstraint *constraint, cpSpace *space) {
	cpFlock *flock = cpConstraintGetUserData(constraint);
	if(!flock || !flock->attached || flock->freed || !flock->settling) return;
	flock->settling = cpFalse;
	flkSettle(flock, (double)cpSpaceGetCurrentTimeStep(space));
}

cpBool flkHookMake(cpFlock *flock) {
	flkHook *hook = &flock->hook;
	hook->bodyA = cpBodyNew(1, 1);
	hook->bodyB = cpBodyNew(1, 1);
	return hook->bodyA && hook->bodyB;
}

static void flkNoteConstraint(cpBody *body, cpConstraint *constraint, void *data) {
	(void)body;
	*(cpConstraint **)data = constraint;
}

/* The motor if it is in the space. A game that frees every constraint of its space frees the motor too; the bodies
 * are the flock's own and tell. */
static cpConstraint *flkFindMotor(const cpFlock *flock) {
	cpConstraint *motor = NULL;
	if(flock->hook.bodyA) cpBodyEachConstraint(flock->hook.bodyA, flkNoteConstraint, &motor);
	return motor;
}

cpBool flkHookInSpace(const cpFlock *flock) {
	return flkFindMotor(flock) != NULL;
}

static void flkAddMotor(cpFlock *flock) {
	cpConstraint *motor = cpSimpleMotorNew(flock->hook.bodyA, flock->hook.bodyB, 0);
	if(!motor) return;
	cpConstraintSetMaxForce(motor, 0);
	cpConstraintSetUserData(motor, flock);
	cpConstraintSetPreSolveFunc(motor, flkPreSolve);
	cpConstraintSetPostSolveFunc(motor, flkPostSolve);
	cpSpaceAddConstraint(flock->space, motor);
}

static void flkRemoveMotor(cpConstraint *motor, cpSpace *space) {
	cpSpaceRemoveConstraint(space, motor);
	cpConstraintFree(motor);
}

void flkHookSync(cpFlock *flock) {
	cpConstraint *motor = flkFindMotor(flock);
	if(flock->attached && !flock->freed) {
		if(!motor) flkAddMotor(flock);
	} else if(motor) {
		flkRemoveMotor(motor, flock->space);
	}
}

void flkHookFree(cpFlock *flock) {
	cpConstraint *motor = flkFindMotor(flock);
	if(motor) flkRemoveMotor(motor, flock->space);
	if(flock->hook.bodyA) cpBodyFree(flock->hook.bodyA);
	if(flock->hook.bodyB) cpBodyFree(flock->hook.bodyB);
	flock->hook.bodyA = flock->hook.bodyB = NULL;
}

static void flkRunDeferred(cpFlock *flock) {
	flock->deferring = cpTrue;
	do {
		flock->deferAgain = cpFalse;
		flkHookSync(flock);
		if(flock->wrapNeeded) flkWrapBodies(flock);
		flkRunDeferredBodies(flock);
	} while(flock->deferAgain);
	flock->deferring = cpFalse;
	/* A callback that is still to come, and an update that is running, must find the flock. */
	if(flock->freed && !flock->postStepPending && !flock->busy && flock->visiting == 0) flkDestroy(flock);
}

static void flkPostStep(cpSpace *space, void *key, void *data) {
	cpFlock *flock = data;
	(void)space;
	(void)key;
	flock->postStepPending = cpFalse;
	if(flock->deferring) {
		flock->deferAgain = cpTrue;
	} else {
		flkRunDeferred(flock);
	}
}

void flkDefer(cpFlock *flock) {
	if(flock->deferring) {
		flock->deferAgain = cpTrue;
	} else if(!cpSpaceIsLocked(flock->space)) {
		flkRunDeferred(flock);
	} else if(!flock->postStepPending) {
		/* One callback per key: the flock's own address meets no key of the game. */
		flock->postStepPending = cpTrue;
		cpSpaceAddPostStepCallback(flock->space, flkPostStep, flock, flock);
	}
}

cpFlockStatus cpFlockAttach(cpFlock *flock) {
	if(!flock) return CP_FLOCK_ERROR_NULL;
	flock->attached = cpTrue;
	flkDefer(flock);
	return CP_FLOCK_OK;
}

cpFlockStatus cpFlockDetach(cpFlock *flock) {
	if(!flock) return CP_FLOCK_ERROR_NULL;
	if(!flock->attached && !flkHookInSpace(flock)) return CP_FLOCK_OK; /* the space may be gone */
	flock->attached = cpFalse;
	flkDefer(flock);
	return CP_FLOCK_OK;
}

cpBool cpFlockIsAttached(const cpFlock *flock) {
	return flock ? flock->attached : cpFalse;
}
