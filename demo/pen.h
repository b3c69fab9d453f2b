/* SPDX-License-Identifier: MIT
 * Draws whatever a scene shows to explain itself, through Chipmunk's own drawing interface. */
#ifndef DEMO_PEN_H
#define DEMO_PEN_H

#include "batch.h"
#include "viewport.h"

typedef struct demoPen {
	demoLayers *layers; ///< Opaque colors go to that layer, all others to the translucent one.
	const demoViewport *viewport;
	double lineWidth; ///< Pixels.
} demoPen;

/// Chipmunk's drawing functions for a pen.
cpSpaceDebugDrawOptions demoPenOptions(demoPen *pen);

#endif
