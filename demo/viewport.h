/* SPDX-License-Identifier: MIT
 * Where the world is on the screen: scaled evenly and centered, with bars on two sides if the shapes differ. */
#ifndef DEMO_VIEWPORT_H
#define DEMO_VIEWPORT_H

#include <stdbool.h>

#include <chipmunk/chipmunk.h>

typedef struct demoViewport {
	cpBB world;
	int width, height; ///< Of the screen, pixels.
	double scale;      ///< Pixels per world unit; 0 if nothing can be shown.
	double left, top;  ///< Screen position of the world's corner (world.l, world.b), pixels.
} demoViewport;

/// Fits a world into a screen. A screen or world without area gives scale 0.
demoViewport demoViewportFit(cpBB world, int width, int height);

/// World to screen. The world's y grows downwards as the screen's does.
static inline cpVect demoViewportToScreen(const demoViewport *viewport, cpVect point) {
	return cpv((cpFloat)(((double)point.x - (double)viewport->world.l) * viewport->scale + viewport->left),
		(cpFloat)(((double)point.y - (double)viewport->world.b) * viewport->scale + viewport->top));
}

/// Whether a screen position is near enough to be drawn to: pixels that every driver can still count. False for NaN.
static inline bool demoViewportReaches(cpVect position) {
	const cpFloat farthest = 30000.0;
	return position.x > -farthest && position.x < farthest && position.y > -farthest && position.y < farthest;
}

/// Screen to world.
/// @return false if the screen position is outside the world (in a bar or off screen); point is then unchanged.
bool demoViewportToWorld(const demoViewport *viewport, double x, double y, cpVect *point);

#endif
