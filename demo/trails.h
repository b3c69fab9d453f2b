/* SPDX-License-Identifier: MIT
 * Where the members of a flock have been in the last half second. */
#ifndef DEMO_TRAILS_H
#define DEMO_TRAILS_H

#include <stdbool.h>

#include "batch.h"
#include "palette.h"
#include "scene.h"
#include "viewport.h"

#define DEMO_TRAIL_POINTS 16

/// The trail of one member.
typedef struct demoTrail {
	const cpBody *body;
	int count; ///< How many points are known.
	cpVect points[DEMO_TRAIL_POINTS];
} demoTrail;

typedef struct demoTrails {
	bool on;
	demoTrail *trails; ///< In the order in which the flock visits its members.
	int count, capacity;
	int newest; ///< Index of the newest of all points; older ones come before it, all round.
	int steps;  ///< Steps since it was taken.
} demoTrails;

/// Switches trails on or off; they begin anew.
void demoTrailsSwitch(demoTrails *trails, bool on);

void demoTrailsFree(demoTrails *trails);

/// Remembers where the members are. To be called after each physics step.
void demoTrailsRecord(demoTrails *trails, const flockWorld *world);

/// Adds the trails to a batch. Colors fade into the sky, so that no blending is needed.
void demoTrailsAdd(const demoTrails *trails, demoBatch *batch, const flockWorld *world, const demoViewport *viewport,
	const demoPalette *palette);

#endif
