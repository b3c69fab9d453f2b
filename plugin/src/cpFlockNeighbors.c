/* SPDX-License-Identifier: MIT
 * Stage 3, neighbors: for a block of bodies, one kernel pass over every species that theirs looks at. */
#include <string.h>

#include "cpFlockInternal.h"

static double flkActiveRadius(const cpFlockRule *rule) {
	return rule->weight != 0 ? (double)rule->radius : 0.0;
}

double flkReach(const cpFlockSettings *settings, cpFlockRelation relation) {
	double separation = flkActiveRadius(&settings->separation);
	switch(relation) {
	case CP_FLOCK_RELATION_FLOCK:
		return flkMax(separation,
			flkMax(flkActiveRadius(&settings->alignment), flkActiveRadius(&settings->cohesion)));
	case CP_FLOCK_RELATION_SEPARATE: return separation;
	case CP_FLOCK_RELATION_EVADE: return flkActiveRadius(&settings->evasion);
	default: return 0.0;
	}
}

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
	cpBool counts = settings->coincidence == CP_FLOCK_COINCIDENCE_COUNT;
	if(counts && sensed->relation != CP_FLOCK_RELATION_EVADE) pass.minDistance = -1.0;
	double view = (double)settings->fieldOfView;
	pass.cosHalfView = view < FLK_TWO_PI * (1.0 - 1e-9) ? cos(0.5 * view) : -1.0;
	return pass;
}

void flkNeighbors(const flkStep *step, flkBlock block, flkSums *sums) {
	memset(sums, 0, sizeof(*sums));
	for(int i = 0; i < block.species->sensedCount; i++) {
		const flkSensed *sensed = &block.species->sensed[i];
		flkPass pass = flkMakePass(step, block, sensed, sums);
		if(!(pass.reach > 0.0) || pass.sensed->grid.count == 0) continue;
		if(step->kernel == CP_FLOCK_KERNEL_REFERENCE) {
			flkKernelReference(&pass);
		} else {
			flkKernelFast(&pass);
		}
	}
}
