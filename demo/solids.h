/* SPDX-License-Identifier: MIT
 * Draws the solid shapes of a world: filled, lit from one side, with soft outlines and shadows. */
#ifndef DEMO_SOLIDS_H
#define DEMO_SOLIDS_H

#include "batch.h"
#include "scene.h"
#include "viewport.h"

/// Adds the shapes of the world's space that have a look.
/// @param fixed cpTrue: only those of static bodies, cpFalse: only those of all others.
/// @param density Pixels of the viewport per screen pixel.
void demoSolidsAdd(
	demoLayers *layers, const flockWorld *world, cpBool fixed, const demoViewport *viewport, int density);

#endif
