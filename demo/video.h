/* SPDX-License-Identifier: MIT
 * A window with a renderer, or something to draw on where there is no display. */
#ifndef DEMO_VIDEO_H
#define DEMO_VIDEO_H

#include <stdbool.h>

#include <SDL.h>

typedef struct demoVideo {
	SDL_Window *window;
	SDL_Renderer *renderer;
	bool offscreen; ///< Nobody can see the window.
	bool paced;     ///< Presenting a frame waits for the display.
} demoVideo;

/// Starts SDL and opens a window of a size, or draws off screen if asked to or if there is no display.
/// @return false if nothing works; the reason has been printed to stderr.
bool demoVideoOpen(demoVideo *video, const char *title, int width, int height, bool headless);

/// Closes everything and ends SDL.
void demoVideoClose(demoVideo *video);

#endif
