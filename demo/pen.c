/* SPDX-License-Identifier: MIT */
#include "pen.h"

#include <math.h>

static const cpSpaceDebugColor outlineColor = {0.66f, 0.73f, 0.80f, 1.0f};

static cpBool ToScreen(const demoPen *pen, cpVect point, SDL_FPoint *screen) {
	cpVect position = demoViewportToScreen(pen->viewport, point);
	if(!demoViewportReaches(position)) return cpFalse;
	*screen = (SDL_FPoint){(float)position.x, (float)position.y};
	return cpTrue;
}

static Uint8 ToByte(float value) {
	return (Uint8)(value <= 0.0f ? 0.0f : value >= 1.0f ? 255.0f : 255.0f * value + 0.5f);
}

static SDL_Color ToColor(cpSpaceDebugColor color) {
	return (SDL_Color){ToByte(color.r), ToByte(color.g), ToByte(color.b), ToByte(color.a)};
}

static demoBatch *BatchFor(const demoPen *pen, SDL_Color color) {
	return color.a == 255 ? &pen->layers->opaque : &pen->layers->translucent;
}

static SDL_FPoint OnCircle(SDL_FPoint center, float radius, int index, int count) {
	float angle = 2.0f * (float)CP_PI * (float)index / (float)count;
	return (SDL_FPoint){center.x + radius * cosf(angle), center.y + radius * sinf(angle)};
}

static int SegmentsFor(float radius) {
	return 12 + (int)(radius < 200.0f ? 0.25f * radius : 50.0f);
}

static void FillDisc(const demoPen *pen, SDL_FPoint center, float radius, SDL_Color color) {
	int count = SegmentsFor(radius);
	for(int i = 0; i < count; i++) {
		SDL_FPoint a = OnCircle(center, radius, i, count), b = OnCircle(center, radius, i + 1, count);
		demoBatchTriangle(BatchFor(pen, color), center, a, b, color);
	}
}

static void FillQuad(const demoPen *pen, const SDL_FPoint corners[4], SDL_Color color) {
	demoBatchTriangle(BatchFor(pen, color), corners[0], corners[1], corners[2], color);
	demoBatchTriangle(BatchFor(pen, color), corners[0], corners[2], corners[3], color);
}

static void DrawRing(const demoPen *pen, SDL_FPoint center, float radius, SDL_Color color) {
	int count = SegmentsFor(radius);
	float half = 0.5f * (float)pen->lineWidth, inner = radius > half ? radius - half : 0.0f;
	for(int i = 0; i < count; i++) {
		const SDL_FPoint corners[4] = {OnCircle(center, inner, i, count), OnCircle(center, radius + half, i, count),
			OnCircle(center, radius + half, i + 1, count), OnCircle(center, inner, i + 1, count)};
		FillQuad(pen, corners, color);
	}
}

/// Drawn in pieces: the software renderer looks at every pixel of the box round a triangle.
static void DrawBar(const demoPen *pen, SDL_FPoint a, SDL_FPoint b, float halfWidth, SDL_Color color) {
	const float longestPiece = 12.0f, mostPieces = 500.0f;
	float x = b.x - a.x, y = b.y - a.y, length = sqrtf(x * x + y * y);
	if(!(length > 0.0f)) return;
	int pieces = (int)fminf(length / longestPiece, mostPieces) + 1;
	float sideX = -y * halfWidth / length, sideY = x * halfWidth / length;
	for(int i = 0; i < pieces; i++) {
		float from = (float)i / (float)pieces, to = (float)(i + 1) / (float)pieces;
		float fromX = a.x + x * from, fromY = a.y + y * from, toX = a.x + x * to, toY = a.y + y * to;
		const SDL_FPoint corners[4] = {{fromX + sideX, fromY + sideY}, {toX + sideX, toY + sideY},
			{toX - sideX, toY - sideY}, {fromX - sideX, fromY - sideY}};
		FillQuad(pen, corners, color);
	}
}

static float ToPixels(const demoPen *pen, cpFloat length) {
	cpFloat pixels = length * (cpFloat)pen->viewport->scale;
	return demoViewportReaches(cpv(pixels, 0.0)) ? (float)pixels : 0.0f;
}

static void DrawCircle(
	cpVect position, cpFloat angle, cpFloat radius, cpSpaceDebugColor outline, cpSpaceDebugColor fill, void *data) {
	const demoPen *pen = data;
	SDL_FPoint center;
	(void)angle;
	if(!ToScreen(pen, position, &center)) return;
	if(fill.a > 0.0f) FillDisc(pen, center, ToPixels(pen, radius), ToColor(fill));
	DrawRing(pen, center, ToPixels(pen, radius), ToColor(outline));
}

static void DrawSegment(cpVect a, cpVect b, cpSpaceDebugColor color, void *data) {
	const demoPen *pen = data;
	SDL_FPoint from, to;
	if(!ToScreen(pen, a, &from) || !ToScreen(pen, b, &to)) return;
	DrawBar(pen, from, to, 0.5f * (float)pen->lineWidth, ToColor(color));
}

static void FillCapsule(const demoPen *pen, SDL_FPoint from, SDL_FPoint to, float half, SDL_Color color) {
	DrawBar(pen, from, to, half, color);
	FillDisc(pen, from, half, color);
	FillDisc(pen, to, half, color);
}

static void DrawFatSegment(
	cpVect a, cpVect b, cpFloat radius, cpSpaceDebugColor outline, cpSpaceDebugColor fill, void *data) {
	const demoPen *pen = data;
	SDL_FPoint from, to;
	if(!ToScreen(pen, a, &from) || !ToScreen(pen, b, &to)) return;
	float half = ToPixels(pen, radius), line = 0.5f * (float)pen->lineWidth;
	FillCapsule(pen, from, to, half + line, ToColor(outline));
	if(half > line) FillCapsule(pen, from, to, half - line, ToColor(fill));
}

/// Draws the edges of a polygon as capsules.
static void FillEdges(const demoPen *pen, int count, const cpVect *corners, float half, SDL_Color color) {
	for(int i = 0; i < count; i++) {
		SDL_FPoint from, to;
		if(!ToScreen(pen, corners[i], &from) || !ToScreen(pen, corners[(i + 1) % count], &to)) return;
		FillCapsule(pen, from, to, half, color);
	}
}

static void FillPolygon(const demoPen *pen, int count, const cpVect *corners, SDL_Color color) {
	SDL_FPoint first, last, next;
	if(!ToScreen(pen, corners[0], &first) || !ToScreen(pen, corners[1], &last)) return;
	for(int i = 2; i < count; i++) {
		if(!ToScreen(pen, corners[i], &next)) return;
		demoBatchTriangle(BatchFor(pen, color), first, last, next, color);
		last = next;
	}
}

static void DrawPolygon(
	int count, const cpVect *corners, cpFloat radius, cpSpaceDebugColor outline, cpSpaceDebugColor fill, void *data) {
	const demoPen *pen = data;
	if(count < 3) return;
	float half = ToPixels(pen, radius), line = 0.5f * (float)pen->lineWidth;
	FillEdges(pen, count, corners, half + line, ToColor(outline));
	FillPolygon(pen, count, corners, ToColor(fill));
	if(half > line) FillEdges(pen, count, corners, half - line, ToColor(fill));
}

static void DrawDot(cpFloat size, cpVect position, cpSpaceDebugColor color, void *data) {
	const demoPen *pen = data;
	SDL_FPoint center;
	if(!ToScreen(pen, position, &center)) return;
	FillDisc(pen, center, 0.5f * ToPixels(pen, size), ToColor(color));
}

static cpSpaceDebugColor ColorForShape(cpShape *shape, void *data) {
	(void)shape;
	(void)data;
	return outlineColor;
}

cpSpaceDebugDrawOptions demoPenOptions(demoPen *pen) {
	return (cpSpaceDebugDrawOptions){
		.drawCircle = DrawCircle,
		.drawSegment = DrawSegment,
		.drawFatSegment = DrawFatSegment,
		.drawPolygon = DrawPolygon,
		.drawDot = DrawDot,
		.flags = CP_SPACE_DEBUG_DRAW_SHAPES,
		.shapeOutlineColor = outlineColor,
		.colorForShape = ColorForShape,
		.data = pen,
	};
}
