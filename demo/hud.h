/* SPDX-License-Identifier: MIT
 * Text over the picture: figures, help, messages. */
#ifndef DEMO_HUD_H
#define DEMO_HUD_H

#include <stdbool.h>

#include <SDL.h>

#include "scene.h"

#define DEMO_HUD_MESSAGE 200

/// Everything that the HUD shows.
typedef struct demoHud {
	bool visible, helpVisible, knobsVisible;
	flockKnob knob; ///< The one that is chosen.
	const flockWorld *world;
	cpFlockMetrics metrics;
	double framesPerSecond;
	double stepTime, drawTime; ///< ms, mean of the last moments.
	double speed;              ///< Simulated time per real time.
	bool paused;
	char message[DEMO_HUD_MESSAGE]; ///< "" for none.
} demoHud;

/// Takes the HUD's font into use, one renderer at a time, and frees the textures that drawing text has made so far.
/// Call it before the first text, before the renderer goes and when its device was lost.
void demoHudReset(void);

void demoHudDraw(const demoHud *hud, SDL_Renderer *renderer);

#endif
