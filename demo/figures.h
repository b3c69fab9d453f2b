/* SPDX-License-Identifier: MIT
 * The members of a flock as triangles. */
#ifndef DEMO_FIGURES_H
#define DEMO_FIGURES_H

#include "batch.h"
#include "palette.h"
#include "scene.h"
#include "viewport.h"

/// Adds the figures of all members to a batch. Members off screen or at no finite place are left out; on a periodic
/// world, those on an edge are seen on both sides.
/// @param lag Time since the last physics step, s: members are drawn where they will be by then.
/// @param density Pixels of the viewport per screen pixel.
void demoFiguresAdd(demoBatch *batch, const flockWorld *world, const demoViewport *viewport, const demoPalette *palette,
	double lag, int density);

#endif
