/* SPDX-License-Identifier: MIT */
#include "glow.h"

#include <math.h>

enum { SIZE = 64 };

static Uint32 Pixel(int x, int y) {
	double u = (x + 0.5) * 2.0 / SIZE - 1.0, v = (y + 0.5) * 2.0 / SIZE - 1.0, distance = sqrt(u * u + v * v);
	if(distance >= 1.0) return 0x00ffffff;
	double alpha = 1.0 - distance * distance * (3.0 - 2.0 * distance);
	return (Uint32)(255.0 * alpha + 0.5) << 24 | 0x00ffffff;
}

SDL_Texture *demoGlowNew(SDL_Renderer *renderer) {
	Uint32 pixels[SIZE * SIZE];
	SDL_Texture *texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, SIZE, SIZE);
	if(!texture) return NULL;
	for(int i = 0; i < SIZE * SIZE; i++) pixels[i] = Pixel(i % SIZE, i / SIZE);
	SDL_UpdateTexture(texture, NULL, pixels, SIZE * (int)sizeof(pixels[0]));
	SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
	SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear);
	return texture;
}
