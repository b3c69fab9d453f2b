/* SPDX-License-Identifier: MIT */
#include "viewport.h"

demoViewport demoViewportFit(cpBB world, int width, int height) {
	demoViewport viewport = {world, width, height, 0.0, 0.0, 0.0};
	double worldWidth = (double)(world.r - world.l), worldHeight = (double)(world.t - world.b);
	if(width <= 0 || height <= 0 || !(worldWidth > 0.0 && worldHeight > 0.0)) return viewport;
	double scaleX = width / worldWidth, scaleY = height / worldHeight;
	viewport.scale = scaleX < scaleY ? scaleX : scaleY;
	viewport.left = 0.5 * (width - worldWidth * viewport.scale);
	viewport.top = 0.5 * (height - worldHeight * viewport.scale);
	return viewport;
}

bool demoViewportToWorld(const demoViewport *viewport, double x, double y, cpVect *point) {
	if(viewport->scale <= 0.0) return false;
	double worldX = (x - viewport->left) / viewport->scale + (double)viewport->world.l;
	double worldY = (y - viewport->top) / viewport->scale + (double)viewport->world.b;
	cpVect candidate = cpv((cpFloat)worldX, (cpFloat)worldY);
	bool inside = candidate.x >= viewport->world.l && candidate.x < viewport->world.r &&
				  candidate.y >= viewport->world.b && candidate.y < viewport->world.t;
	if(inside) *point = candidate;
	return inside;
}
