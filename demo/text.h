/* SPDX-License-Identifier: MIT
 * Small drawing helpers for the HUD. Units are HUD pixels, which are larger than screen pixels on large screens. */
#ifndef DEMO_TEXT_H
#define DEMO_TEXT_H

#include <SDL.h>

#include "font.h"

#define DEMO_TEXT_LINE (DEMO_FONT_HEIGHT + 4)

/// Width of a text, HUD pixels.
int demoTextWidth(const char *text);

void demoTextDraw(SDL_Renderer *renderer, int x, int y, SDL_Color color, const char *text);

/// A dark glass plate with round corners.
void demoTextPlate(SDL_Renderer *renderer, int x, int y, int width, int height);

#endif
