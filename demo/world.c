/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include <stdlib.h>

static void FreeShape(cpSpace *space, void *shape, void *data) {
	(void)data;
	cpSpaceRemoveShape(space, shape);
	cpShapeFree(shape);
}

static void FreeConstraint(cpSpace *space, void *constraint, void *data) {
	(void)data;
	cpSpaceRemoveConstraint(space, constraint);
	cpConstraintFree(constraint);
}

static void FreeBody(cpSpace *space, void *body, void *data) {
	(void)data;
	cpSpaceRemoveBody(space, body);
	cpBodyFree(body);
}

// A space must not be changed while it is being walked through, so each part is freed in a post-step callback.

static void ScheduleShape(cpShape *shape, void *space) {
	cpSpaceAddPostStepCallback(space, FreeShape, shape, NULL);
}

static void ScheduleConstraint(cpConstraint *constraint, void *space) {
	cpSpaceAddPostStepCallback(space, FreeConstraint, constraint, NULL);
}

static void ScheduleBody(cpBody *body, void *space) {
	cpSpaceAddPostStepCallback(space, FreeBody, body, NULL);
}

static void FreeSpace(cpSpace *space) {
	cpSpaceEachShape(space, ScheduleShape, space);
	cpSpaceEachConstraint(space, ScheduleConstraint, space);
	cpSpaceEachBody(space, ScheduleBody, space);
	cpSpaceFree(space);
}

static flockSceneOptions CompleteOptions(const flockScene *scene, const flockSceneOptions *options) {
	flockSceneOptions complete = *options;
	if(complete.bodies < 0) complete.bodies = scene->bodies;
	if(complete.predators < 0) complete.predators = scene->predators;
	if(complete.faithful < 0) complete.faithful = scene->faithful ? 1 : 0;
	return complete;
}

flockWorld *flockWorldNew(const flockScene *scene, const flockSceneOptions *options) {
	flockWorld *world = calloc(1, sizeof(*world));
	if(!world) return NULL;
	flockSceneOptions complete = CompleteOptions(scene, options);
	world->scene = scene;
	world->random = complete.seed;
	world->faithful = complete.faithful ? cpTrue : cpFalse;
	world->knobs = complete.knobs;
	world->space = cpSpaceNew();
	cpFlockOptions flockOptions = cpFlockOptionsDefault();
	flockOptions.seed = complete.seed;
	if(cpFlockCreate(world->space, &flockOptions, &world->flock) == CP_FLOCK_OK && scene->populate(world, &complete)) {
		return world;
	}
	flockWorldFree(world);
	return NULL;
}

void flockWorldFree(flockWorld *world) {
	if(!world) return;
	if(world->scene->destroy) world->scene->destroy(world);
	cpFlockFree(world->flock);
	FreeSpace(world->space);
	free(world);
}

void flockWorldStep(flockWorld *world) {
	if(world->scene->beforeStep) world->scene->beforeStep(world);
	cpSpaceStep(world->space, world->scene->timeStep);
	world->time += world->scene->timeStep;
}

void flockWorldSetFaithful(flockWorld *world, cpBool faithful) {
	if(!world->scene->settingsChanged) return;
	world->faithful = faithful;
	world->scene->settingsChanged(world);
}

void flockWorldSetKnobs(flockWorld *world, flockKnobs knobs) {
	if(!world->scene->settingsChanged) return;
	world->knobs = knobs;
	world->scene->settingsChanged(world);
}

void flockWorldSetPredators(flockWorld *world, int count) {
	if(world->scene->setPredators) world->scene->setPredators(world, count);
}

void flockWorldSetPointer(flockWorld *world, flockPointer pointer) {
	world->pointer = pointer;
	if(world->scene->pointerChanged) world->scene->pointerChanged(world);
}

cpBool flockWorldKey(flockWorld *world, char key) {
	for(const flockSceneKey *own = world->scene->keys; own && own->key; own++) {
		if(own->key != key) continue;
		if(world->scene->key) world->scene->key(world, key);
		return cpTrue;
	}
	return cpFalse;
}

cpFlockMetrics flockWorldMeasure(const flockWorld *world) {
	cpFlockMetrics metrics = {0};
	cpFlockMeasure(world->flock, world->measured, world->linkRadius, &metrics);
	return metrics;
}
