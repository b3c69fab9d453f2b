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

static void Add(demoBatch *batch, SDL_FPoint position, SDL_Color color, SDL_FPoint texture) {
	batch->vertices[batch->count++] = (SDL_Vertex){position, color, texture};
}

static bool HasRoom(demoBatch *batch, int vertices) {
	return batch->count + vertices <= batch->capacity || Grow(batch);
}

void demoBatchTriangle(demoBatch *batch, SDL_FPoint a, SDL_FPoint b, SDL_FPoint c, SDL_Color color) {
	const SDL_FPoint unused = {0.0f, 0.0f};
	if(!HasRoom(batch, 3)) return;
	Add(batch, a, color, unused);
	Add(batch, b, color, unused);
	Add(batch, c, color, unused);
}

void demoBatchShaded(demoBatch *batch, const SDL_FPoint corners[3], const SDL_Color colors[3]) {
	const SDL_FPoint unused = {0.0f, 0.0f};
	if(!HasRoom(batch, 3)) return;
	for(int i = 0; i < 3; i++) Add(batch, corners[i], colors[i], unused);
}

void demoBatchSquare(demoBatch *batch, SDL_FPoint center, float halfWidth, SDL_Color color) {
	static const float corners[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
	if(!HasRoom(batch, 6)) return;
	for(int i = 0; i < 6; i++) {
		float u = corners[i][0], v = corners[i][1];
		SDL_FPoint position = {center.x + halfWidth * (2.0f * u - 1.0f), center.y + halfWidth * (2.0f * v - 1.0f)};
		Add(batch, position, color, (SDL_FPoint){u, v});
	}
}

void demoBatchFlush(demoBatch *batch, SDL_Renderer *renderer, SDL_Texture *texture, SDL_BlendMode blend) {
	if(batch->count == 0) return;
	SDL_SetRenderDrawBlendMode(renderer, blend);
	SDL_RenderGeometry(renderer, texture, batch->vertices, batch->count, NULL, 0);
	batch->count = 0;
}

void demoBatchFree(demoBatch *batch) {
	SDL_free(batch->vertices);
	*batch = (demoBatch){NULL, 0, 0};
}
