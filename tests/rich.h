/* SPDX-License-Identifier: MIT
 * A scene with a little of everything, for tests that compare two ways of computing the same flight bit by bit. */
#ifndef RICH_H
#define RICH_H

#include "support.h"

/* The species of the scene, in this order; bystanders are bodies of the game that belong to none. */
enum {
	RICH_BIRD,    /* spin; speed limits that are hit */
	RICH_HAWK,    /* pursues birds */
	RICH_FISH,    /* looks for obstacles, flees the hawks, collides */
	RICH_DRIFTER, /* turns by its angle; the game's own velocity function, the center of gravity off the middle */
	RICH_LONER,   /* keeps its angle; collides */
	RICH_RESTER,  /* no rules, no shape: falls asleep where the space lets it, and is woken by nobody's touch */
	RICH_SPECIES
};

/* About 75 bodies per `scale`, the wider the more. `options` may be NULL; `bounds` on a box round all of them. */
World *richNew(const cpFlockOptions *options, int scale, cpFlockBounds bounds);
/* What the game does before a step: forces at points of bodies, torques, all but resters. */
void richDrive(World *world, int step);
/* Drives and steps by 1/60 s. */
void richStep(World *world, int step);

/* The first body whose motion or sleep differs in any bit, -1: none. */
int richDiffers(const World *a, const World *b);
/* Everything that richDiffers() compares, of all bodies. */
uint64_t richHash(const World *world);
int richCountAsleep(const World *world);

#endif
