/* SPDX-License-Identifier: MIT
 * Triangles collected over a frame and drawn by one call. */
#ifndef DEMO_BATCH_H
#define DEMO_BATCH_H

#include <SDL.h>

typedef struct demoBatch {
	SDL_Vertex *vertices;
	int count, capacity;
} demoBatch;

/// The layers of a picture, each drawn over the one before.
typedef struct demoLayers {
	demoBatch shadows;     ///< Translucent.
	demoBatch opaque;      ///< What covers,
	demoBatch glows;       ///< light with soft edges, textured,
	demoBatch translucent; ///< and what shines through.
} demoLayers;

/// Adds a triangle, pixels. Left out if memory is short.
void demoBatchTriangle(demoBatch *batch, SDL_FPoint a, SDL_FPoint b, SDL_FPoint c, SDL_Color color);

/// Adds a triangle whose color changes from corner to corner.
void demoBatchShaded(demoBatch *batch, const SDL_FPoint corners[3], const SDL_Color colors[3]);

/// Adds a square that shows all of the texture.
void demoBatchSquare(demoBatch *batch, SDL_FPoint center, float halfWidth, SDL_Color color);

/// Draws everything that was added and empties the batch; its memory is kept for the next frame.
/// @param texture NULL for plain colors.
void demoBatchFlush(demoBatch *batch, SDL_Renderer *renderer, SDL_Texture *texture, SDL_BlendMode blend);

void demoBatchFree(demoBatch *batch);

#endif
