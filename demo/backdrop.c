/* SPDX-License-Identifier: MIT */
#include "backdrop.h"

#include <math.h>
#include <stdbool.h>

static const double barBrightness = 0.6;

/// Ordered dither, which breaks up the bands that a slow gradient shows in 8 bits. Source: Bayer 1973.
static double Dither(int x, int y) {
	static const unsigned char order[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
	return order[y & 3][x & 3] / 16.0;
}

static Uint8 ToByte(double value) {
	return (Uint8)(value <= 0.0 ? 0.0 : value >= 255.0 ? 255.0 : value);
}

static Uint32 Pixel(const SDL_PixelFormat *format, const double rgb[3], double shade, double dither) {
	return SDL_MapRGB(
		format, ToByte(rgb[0] * shade + dither), ToByte(rgb[1] * shade + dither), ToByte(rgb[2] * shade + dither));
}

/// Position of a row of pixels in the world: 0 at its upper, 1 at its lower edge.
static double WorldHeight(const demoViewport *viewport, double y) {
	double height = viewport->height - 2.0 * viewport->top;
	return height > 0.0 ? (y - viewport->top) / height : 0.0;
}

void demoBackdropColor(const flockScene *scene, const demoViewport *viewport, double y, double rgb[3]) {
	double height = fmin(fmax(WorldHeight(viewport, y), 0.0), 1.0);
	double t = height * height * (3.0 - 2.0 * height);
	rgb[0] = scene->skyTop.r + t * (scene->skyBottom.r - scene->skyTop.r);
	rgb[1] = scene->skyTop.g + t * (scene->skyBottom.g - scene->skyTop.g);
	rgb[2] = scene->skyTop.b + t * (scene->skyBottom.b - scene->skyTop.b);
}

/// Brightness along a row, asked at every so many pixels and interpolated: shades are smooth and cost time.
typedef struct shadeRow {
	const flockScene *scene;
	double width;      ///< Of the world, pixels.
	double height;     ///< The row's place in the world, 0 to 1.
	double begin, end; ///< Brightness at either end of the present stretch.
} shadeRow;

enum { SHADE_STRETCH = 32 };

static double ShadeAt(const shadeRow *row, int x) {
	return (double)row->scene->shade((cpFloat)(x / row->width), (cpFloat)row->height);
}

/// To be called for every pixel in turn.
/// @param x From the left edge of the world, pixels.
static double NextShade(shadeRow *row, int x) {
	if(!row->scene->shade) return 1.0;
	if(x % SHADE_STRETCH == 0) {
		row->begin = x == 0 ? ShadeAt(row, 0) : row->end;
		row->end = ShadeAt(row, x + SHADE_STRETCH);
	}
	return row->begin + (row->end - row->begin) * (x % SHADE_STRETCH) / SHADE_STRETCH;
}

static void PaintRow(SDL_Surface *surface, int y, const demoViewport *viewport, const flockScene *scene) {
	Uint32 *row = (Uint32 *)(void *)((Uint8 *)surface->pixels + y * surface->pitch);
	double height = WorldHeight(viewport, y + 0.5);
	bool inBar = !(height >= 0.0 && height <= 1.0);
	double sky[3];
	demoBackdropColor(scene, viewport, y + 0.5, sky);
	int left = (int)ceil(viewport->left), right = viewport->width - left;
	shadeRow shades = {scene, right - left, height, 1.0, 1.0};
	for(int x = 0; x < surface->w; x++) {
		bool outside = inBar || x < left || x >= right;
		double shade = outside ? barBrightness : NextShade(&shades, x - left);
		row[x] = Pixel(surface->format, sky, shade, Dither(x, y));
	}
}

/// Unlike SDL_CreateTextureFromSurface() this keeps the format.
static SDL_Texture *TextureOf(SDL_Renderer *renderer, const SDL_Surface *surface) {
	SDL_Texture *texture =
		SDL_CreateTexture(renderer, surface->format->format, SDL_TEXTUREACCESS_TARGET, surface->w, surface->h);
	if(!texture) return NULL;
	SDL_UpdateTexture(texture, NULL, surface->pixels, surface->pitch);
	SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_NONE);
	return texture;
}

SDL_Texture *demoBackdropNew(
	SDL_Renderer *renderer, Uint32 format, const demoViewport *viewport, const flockScene *scene) {
	SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, viewport->width, viewport->height, 32, format);
	if(!surface) return NULL;
	for(int y = 0; y < surface->h; y++) PaintRow(surface, y, viewport, scene);
	SDL_Texture *texture = TextureOf(renderer, surface);
	SDL_FreeSurface(surface);
	return texture;
}
