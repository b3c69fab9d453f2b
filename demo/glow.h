/* SPDX-License-Identifier: MIT
 * The picture of a soft round light. */
#ifndef DEMO_GLOW_H
#define DEMO_GLOW_H

#include <SDL.h>

/// A white disc that fades to nothing: 1 - smoothstep(distance from the middle). To be destroyed by the caller.
/// @return NULL if that fails.
SDL_Texture *demoGlowNew(SDL_Renderer *renderer);

#endif
