/* SPDX-License-Identifier: MIT
 * Draws Chipmunk shapes, and whatever else a scene shows, through Chipmunk's own drawing interface. */
#ifndef DEMO_PEN_H
#define DEMO_PEN_H

#include "batch.h"
#include "scene.h"
#include "viewport.h"

typedef struct demoPen {
	demoBatch *opaque;      ///< Receives what covers,
	demoBatch *translucent; ///< and what shines through.
	const demoViewport *viewport;
	double lineWidth;     ///< Pixels.
	const cpFlock *flock; ///< Shapes of its members are left out.
	cpBool hidden;        ///< The shape whose turn it is is one of those.
} demoPen;

/// Chipmunk's drawing functions for a pen.
cpSpaceDebugDrawOptions demoPenOptions(demoPen *pen);

/// Draws all shapes of the world's space but those of the flock.
void demoPenDrawSolids(demoPen *pen, const flockWorld *world);

#endif
