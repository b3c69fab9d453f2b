/* SPDX-License-Identifier: MIT
 * Colors by direction of motion, lit from one side. */
#ifndef DEMO_PALETTE_H
#define DEMO_PALETTE_H

#include <SDL.h>

#include "scene.h"

#define DEMO_PALETTE_HEADINGS 256

/// Colors of a full turn for facets that lean left, lie flat and lean right.
typedef struct demoPalette {
	SDL_Color colors[3][DEMO_PALETTE_HEADINGS];
} demoPalette;

/// Direction to the light, screen coordinates: from the upper left. Unit length.
extern const cpVect demoPaletteLight;

void demoPaletteInit(demoPalette *palette);

/// The color of a facet of a body that looks along a direction.
/// @param direction Unit vector.
/// @param lean As in flockFacet.
SDL_Color demoPaletteHeading(const demoPalette *palette, cpVect direction, int lean);

/// A plain color in the light that falls on such a facet.
SDL_Color demoPaletteLit(flockColor color, cpVect direction, int lean);

#endif
