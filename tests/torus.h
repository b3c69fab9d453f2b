/* SPDX-License-Identifier: MIT
 * A torus with one of everything on it, and its neighbors by brute force. */
#ifndef TORUS_H
#define TORUS_H

#include "support.h"

/* 640 x 420 px, the origin inside, no whole number of the radii. */
extern const cpBB torusBox;

/* The point of the torus, by modulo: in [min, max). */
cpVect torusWrap(cpVect point);
/* The shortest way between two points, found among the images in five worlds either way. */
cpVect torusWay(cpVect from, cpVect to);

/* ---------------------------------------------------------------- one of everything */

/* Birds that flock, evade, wander each for itself, seek and sweep; hawks after the nearest with prediction, which keep off
 * the nearest surface; sharks after the center of all, with the thin ray; hounds whose velocity is set; kites after a point. */
typedef enum TorusSpecies { BIRDS, HAWKS, SHARKS, HOUNDS, KITES, TORUS_SPECIES } TorusSpecies;

typedef struct Torus {
	World *world; /* its bodies: the members, then the obstacles */
	int members;
} Torus;

/* The whole scene moved by a vector, everything wrapped: members, obstacles, target. */
Torus torusNew(cpFlockKernel kernel, cpVect shift, cpBool detached);
void torusFree(Torus *torus);

/* ---------------------------------------------------------------- brute force */

/* Raw vectors as the public header defines them. Sizes: what was added up for each, rounding is relative to that. Noises:
 * what an error of 1 px in every position would do. */
typedef struct TorusSums {
	cpVect separation, alignment, cohesion, evasion, nearest, centroid;
	double separationSize, cohesionSize, evasionSize, separationNoise, evasionNoise;
	int neighbors;
} TorusSums;

/* What body i of a world sees of its bodies [0, count) inside one radius for all rules, threats foreseen `prediction` s. */
TorusSums torusSums(const World *world, int i, int count, double radius, double prediction);

/* 90 bodies that look at their own species with one radius for all rules, LINEAR with weight 1, so that the steering of
 * the update that was made is the raw vectors. Detached. */
World *torusCrowd(cpFlockKernel kernel, double radius, cpFlockTarget target, cpFlockRelation relation);

#endif
