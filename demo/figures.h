/* SPDX-License-Identifier: MIT
 * The members of a flock as triangles. */
#ifndef DEMO_FIGURES_H
#define DEMO_FIGURES_H

#include "batch.h"
#include "palette.h"
#include "scene.h"
#include "viewport.h"

/// The color in which a body of a species is drawn where it lies flat.
SDL_Color demoFiguresColor(const demoPalette *palette, const flockFigure *figure, cpBody *body);

/// Adds the figures of all members to the layers. Members off screen or at no finite place are left out; on a periodic
/// world, those on an edge are seen on both sides.
/// @param lag Time since the last physics step, s: members are drawn where they will be by then.
/// @param density Pixels of the viewport per screen pixel.
void demoFiguresAdd(demoLayers *layers, const flockWorld *world, const demoViewport *viewport,
	const demoPalette *palette, double lag, int density);

#endif
