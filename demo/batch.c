/* SPDX-License-Identifier: MIT */
#include "batch.h"

#include <stdbool.h>

static bool Grow(demoBatch *batch) {
	int capacity = batch->capacity ? 2 * batch->capacity : 6144;
	SDL_Vertex *vertices = SDL_realloc(batch->vertices, (size_t)capacity * sizeof(*vertices));
	if(!vertices) return false;
	batch->vertices = vertices;
	batch->capacity = capacity;
	return true;
}

void demoBatchTriangle(demoBatch *batch, SDL_FPoint a, SDL_FPoint b, SDL_FPoint c, SDL_Color color) {
	if(batch->count + 3 > batch->capacity && !Grow(batch)) return;
	SDL_Vertex *vertex = batch->vertices + batch->count;
	const SDL_FPoint unused = {0.0f, 0.0f};
	vertex[0] = (SDL_Vertex){a, color, unused};
	vertex[1] = (SDL_Vertex){b, color, unused};
	vertex[2] = (SDL_Vertex){c, color, unused};
	batch->count += 3;
}

void demoBatchFlush(demoBatch *batch, SDL_Renderer *renderer, SDL_BlendMode blend) {
	if(batch->count == 0) return;
	SDL_SetRenderDrawBlendMode(renderer, blend);
	SDL_RenderGeometry(renderer, NULL, batch->vertices, batch->count, NULL, 0);
	batch->count = 0;
}

void demoBatchFree(demoBatch *batch) {
	SDL_free(batch->vertices);
	*batch = (demoBatch){NULL, 0, 0};
}
