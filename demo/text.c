/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <string.h>

#include <SDL2_gfxPrimitives.h>

static const Sint16 cornerRadius = 5;
static const SDL_Color plateColor = {12, 16, 25, 205};

int demoTextWidth(const char *text) {
	return (int)strlen(text) * DEMO_FONT_WIDTH;
}

void demoTextDraw(SDL_Renderer *renderer, int x, int y, SDL_Color color, const char *text) {
	for(; *text; text++, x += DEMO_FONT_WIDTH) {
		// The font is ASCII; a file name may hold anything.
		unsigned char character = (unsigned char)*text < DEMO_FONT_CHARACTERS ? (unsigned char)*text : '?';
		if(character == ' ') continue;
		characterRGBA(renderer, (Sint16)x, (Sint16)y, (char)character, color.r, color.g, color.b, color.a);
	}
}

void demoTextPlate(SDL_Renderer *renderer, int x, int y, int width, int height) {
	SDL_Color color = plateColor;
	roundedBoxRGBA(renderer, (Sint16)x, (Sint16)y, (Sint16)(x + width - 1), (Sint16)(y + height - 1), cornerRadius,
		color.r, color.g, color.b, color.a);
}
