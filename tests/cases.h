/* SPDX-License-Identifier: MIT
 * The set-up that the numbered cases share (cases.md lists them): 800 x 600 px, fish of radius 4 and mass 1. */
#ifndef CASES_H
#define CASES_H

#include "support.h"

extern const cpBB caseScreen;
#define CASE_MAX_SPEED 120.0

/* Perception 60 px, separation within 20, weights 1.5 : 1 : 1, 0 to 120 px/s, 240 px/s^2, 80 px to look ahead. */
cpFlockSettings caseSettings(void);
/* The same with every rule off; of those, one may then be set. */
cpFlockSettings caseSettingsOff(void);

/* An attached flock of one species, 0, with edges of the screen if it has any. */
World *caseWorld(const cpFlockSettings *settings, cpFlockBounds bounds);
/* Bodies uniformly in a disc, all with one velocity and turned along it. */
void caseDisc(World *world, cpFlockSpecies species, int count, cpVect center, double radius, cpVect velocity);
/* Bodies anywhere in a box. */
void caseScatter(World *world, cpFlockSpecies species, int count, cpBB bb, double speed, uint64_t seed);

/* Steps of 1/60 s; after each every body is finite and no member faster than 120 px/s. */
void caseFrames(World *world, int frames);

/* |sum of v| / sum of |v| of the members. */
double caseOrder(const World *world);
/* The angle from one vector to another, -pi to pi. */
double caseTurn(cpVect from, cpVect to);
double caseMeanPairDistance(const World *world);

#endif
