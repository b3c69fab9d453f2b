/* SPDX-License-Identifier: MIT
 * Draws a world into a window or picture. */
#ifndef DEMO_VIEW_H
#define DEMO_VIEW_H

#include <stdbool.h>

#include "batch.h"
#include "palette.h"
#include "scene.h"
#include "trails.h"
#include "viewport.h"

typedef struct demoView {
	SDL_Renderer *renderer;
	bool isSoftware;
	bool rough;              ///< No smooth edges, to save time.
	bool crisp;              ///< None either: too many bodies, or nothing that has edges.
	Uint32 format;           ///< Of canvas and backdrop, 32 bits per pixel.
	demoViewport screen;     ///< Where the world is on the screen,
	demoViewport canvasPort; ///< and on the canvas.
	int density;             ///< Canvas pixels per screen pixel: 2 smooths all edges, 1 draws straight to the screen.
	SDL_Texture *canvas;     ///< NULL at density 1.
	SDL_Texture *backdrop;
	const flockScene *backdropScene;
	SDL_Texture *glow;
	demoLayers layers;
	demoPalette palette;
} demoView;

void demoViewInit(demoView *view, SDL_Window *window, SDL_Renderer *renderer);

void demoViewFree(demoView *view);

/// Forgets all textures: their contents or the device are lost, or they show what is no longer there.
void demoViewForgetTextures(demoView *view);

/// Adapts to the size of screen and world. Cheap if nothing has changed. Static bodies are painted once: after a change
/// of the world, or of anything static in it, call demoViewForgetTextures().
void demoViewFit(demoView *view, const flockWorld *world);

/// Draws a world that the view was fitted to.
/// @param lag Time since the last physics step, s.
void demoViewDraw(demoView *view, const flockWorld *world, const demoTrails *trails, double lag);

/// Gives up smooth edges for good, to save time.
/// @return false if that had been done already or there are none.
bool demoViewRoughen(demoView *view);

#endif
