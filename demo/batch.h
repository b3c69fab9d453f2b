/* SPDX-License-Identifier: MIT
 * Triangles collected over a frame and drawn by one call. */
#ifndef DEMO_BATCH_H
#define DEMO_BATCH_H

#include <SDL.h>

typedef struct demoBatch {
	SDL_Vertex *vertices;
	int count, capacity;
} demoBatch;

/// Adds a triangle, pixels. Left out if memory is short.
void demoBatchTriangle(demoBatch *batch, SDL_FPoint a, SDL_FPoint b, SDL_FPoint c, SDL_Color color);

/// Draws everything that was added and empties the batch; its memory is kept for the next frame.
void demoBatchFlush(demoBatch *batch, SDL_Renderer *renderer, SDL_BlendMode blend);

void demoBatchFree(demoBatch *batch);

#endif
