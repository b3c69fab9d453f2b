/* SPDX-License-Identifier: MIT
 * Stage 3, neighbors: for a block of bodies, one kernel pass over every species that theirs looks at. */
#include <string.h>

#include "cpFlockInternal.h"

static flkPass flkMakePass(const flkStep *step, flkBlock block, const flkSensed *sensed, flkSums *sums) {
	const cpFlockSettings *settings = &block.species->settings;
	flkPass pass = {0};
	pass.step = step;
	pass.sensed = &step->species[sensed->species];
	pass.block = block;
	pass.sums = sums;
	pass.relation = sensed->relation;
	pass.overSeam = settings->seesOverSeam;
	pass.self = pass.sensed == block.species;
	pass.reach = flkReach(settings, sensed->relation);
	pass.separationRadius = flkActiveRadius(&settings->separation);
	pass.alignmentRadius = flkActiveRadius(&settings->alignment);
	pass.cohesionRadius = flkActiveRadius(&settings->cohesion);
	pass.evasionRadius = flkActiveRadius(&settings->evasion);
	pass.prediction = (double)settings->evasionPrediction;
	pass.minDistance = (double)settings->minDistance;
	pass.fade = settings->separationFades;
	double view = (double)settings->fieldOfView;
	pass.cosHalfView = view < FLK_TWO_PI * (1.0 - 1e-9) ? cos(0.5 * view) : -1.0;
	return pass;
}

static void flkRunPass(flkPass *pass) {
	if(!(pass->reach > 0.0)) return;
	if(pass->step->kernel == CP_FLOCK_KERNEL_REFERENCE) {
		flkKernelReference(pass);
	} else {
		flkKernelFast(pass);
	}
	pass->first = cpFalse;
}

/* Bodies at the same point that count as neighbors but do not separate: the two things are two passes. */
static void flkRunCountingPasses(flkPass *pass, const cpFlockSettings *settings) {
	pass->relation = CP_FLOCK_RELATION_SEPARATE;
	pass->reach = flkReach(settings, CP_FLOCK_RELATION_SEPARATE);
	flkRunPass(pass);
	pass->relation = CP_FLOCK_RELATION_FLOCK;
	pass->reach = flkMax(pass->alignmentRadius, pass->cohesionRadius);
	pass->separationRadius = 0.0;
	pass->minDistance = -1.0;
	flkRunPass(pass);
}

/* Array by array: the C library's way with large blocks is slower than with such as stay in the first-level cache. */
static void flkClear(double *const *arrays, size_t number, int begin, int count) {
	for(size_t i = 0; i < number; i++) memset(arrays[i] + begin, 0, (size_t)count * sizeof(double));
}

void flkClearSums(flkSums *sums, int begin, int count) {
	double *const arrays[] = {sums->alignCount, sums->cohesionCount, sums->separationX, sums->separationY,
		sums->velocityX, sums->velocityY, sums->deltaX, sums->deltaY, sums->coincident};
	if(count > 0) flkClear(arrays, sizeof(arrays) / sizeof(arrays[0]), begin, count);
}

static void flkClearThreats(flkSums *sums, int count) {
	double *const arrays[] = {sums->evasionX, sums->evasionY, sums->threats, sums->coincidentThreats};
	flkClear(arrays, sizeof(arrays) / sizeof(arrays[0]), 0, count);
}

void flkNeighbors(const flkStep *step, flkBlock block, flkSums *sums) {
	const cpFlockSettings *settings = &block.species->settings;
	cpBool first = cpTrue;
	if(flkHasRelation(block.species, CP_FLOCK_RELATION_EVADE)) flkClearThreats(sums, block.end - block.begin);
	for(int i = 0; i < block.species->sensedCount; i++) {
		const flkSensed *sensed = &block.species->sensed[i];
		if(step->species[sensed->species].grid.count == 0) continue;
		flkPass pass = flkMakePass(step, block, sensed, sums);
		pass.first = first;
		if(settings->coincidence == CP_FLOCK_COINCIDENCE_COUNT && sensed->relation == CP_FLOCK_RELATION_FLOCK) {
			flkRunCountingPasses(&pass, settings);
		} else {
			flkRunPass(&pass);
		}
		first = pass.first;
	}
	if(first) flkClearSums(sums, 0, block.end - block.begin);
}
