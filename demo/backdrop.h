/* SPDX-License-Identifier: MIT
 * The sky: a gradient over the world, darker bars beside it. */
#ifndef DEMO_BACKDROP_H
#define DEMO_BACKDROP_H

#include <SDL.h>

#include "scene.h"
#include "viewport.h"

/// Paints a texture of the viewport's size.
/// @param format A format of 32 bits per pixel.
/// @return NULL if it cannot be made.
SDL_Texture *demoBackdropNew(
	SDL_Renderer *renderer, Uint32 format, const demoViewport *viewport, const flockScene *scene);

/// The color of the sky at a height of the viewport, pixels: red, green and blue from 0 to 255.
void demoBackdropColor(const flockScene *scene, const demoViewport *viewport, double y, double rgb[3]);

#endif
