/* SPDX-License-Identifier: MIT */
#include "figures.h"

/// Figures that reach less far than this from their middle, screen pixels, are drawn as one triangle.
static const double farReach = 4.0;

/// What is drawn of the bodies of one species.
typedef struct speciesDrawing {
	const flockFigure *figure;
	const flockFacet *facets;
	int facetCount;
	cpFloat scale; ///< Pixels per unit of the figure.
	cpFloat reach; ///< Pixels.
} speciesDrawing;

typedef struct figureDrawer {
	demoBatch *batch;
	const demoViewport *viewport;
	const demoPalette *palette;
	cpFloat lag;
	speciesDrawing drawings[FLOCK_WORLD_SPECIES];
	cpVect period; ///< Distance between the images of a body on a periodic world, pixels; else zero.
} figureDrawer;

static SDL_Color FacetColor(
	const figureDrawer *drawer, const flockFigure *figure, const flockFacet *facet, cpVect direction) {
	if(figure->headingColor) return demoPaletteHeading(drawer->palette, direction, facet->lean);
	return demoPaletteLit(figure->color, direction, facet->lean);
}

static SDL_FPoint CornerPoint(cpVect corner, cpVect position, cpVect axis) {
	cpVect point = cpvadd(position, cpvrotate(corner, axis));
	return (SDL_FPoint){(float)point.x, (float)point.y};
}

/// @param position Screen position, already known to be near the screen: everything after this is cast to float.
static void AddFigure(const figureDrawer *drawer, const speciesDrawing *drawing, cpVect position, cpVect direction) {
	cpVect axis = cpvmult(direction, drawing->scale);
	for(int i = 0; i < drawing->facetCount; i++) {
		const flockFacet *facet = &drawing->facets[i];
		SDL_FPoint a = CornerPoint(facet->corners[0], position, axis);
		SDL_FPoint b = CornerPoint(facet->corners[1], position, axis);
		SDL_FPoint c = CornerPoint(facet->corners[2], position, axis);
		demoBatchTriangle(drawer->batch, a, b, c, FacetColor(drawer, drawing->figure, facet, direction));
	}
}

/// False for NaN, too.
static cpBool IsNear(const demoViewport *viewport, cpVect position, cpFloat reach) {
	cpFloat right = (cpFloat)viewport->width + reach, bottom = (cpFloat)viewport->height + reach;
	return position.x > -reach && position.x < right && position.y > -reach && position.y < bottom;
}

/// Where the next image of a body is: on the far side if the body is over an edge, otherwise nowhere (0).
static cpFloat ImageOffset(cpFloat distanceFromLow, cpFloat period, cpFloat reach) {
	if(distanceFromLow < reach) return period;
	return distanceFromLow > period - reach ? -period : (cpFloat)0.0;
}

static void AddImages(const figureDrawer *drawer, const speciesDrawing *drawing, cpVect position, cpVect direction) {
	if(!IsNear(drawer->viewport, position, drawing->reach)) return;
	AddFigure(drawer, drawing, position, direction);
	if(drawer->period.x <= 0.0) return;
	cpFloat x = ImageOffset(position.x - (cpFloat)drawer->viewport->left, drawer->period.x, drawing->reach);
	cpFloat y = ImageOffset(position.y - (cpFloat)drawer->viewport->top, drawer->period.y, drawing->reach);
	if(x != 0.0) AddFigure(drawer, drawing, cpvadd(position, cpv(x, 0.0)), direction);
	if(y != 0.0) AddFigure(drawer, drawing, cpvadd(position, cpv(0.0, y)), direction);
	if(x != 0.0 && y != 0.0) AddFigure(drawer, drawing, cpvadd(position, cpv(x, y)), direction);
}

static void AddBody(cpBody *body, cpFlockSpecies species, void *data) {
	const figureDrawer *drawer = data;
	if(species >= FLOCK_WORLD_SPECIES) return;
	cpVect position = cpBodyGetPosition(body);
	if(drawer->lag > 0.0) position = cpvadd(position, cpvmult(cpBodyGetVelocity(body), drawer->lag));
	position = demoViewportToScreen(drawer->viewport, position);
	AddImages(drawer, &drawer->drawings[species], position, cpBodyGetRotation(body));
}

static speciesDrawing ChooseDrawing(const flockFigure *figure, double scale, int density) {
	cpFloat least = figure->reach > 0.0 ? figure->leastReach * (cpFloat)density / figure->reach : (cpFloat)0.0;
	speciesDrawing drawing = {figure, figure->facets, figure->facetCount, cpfmax((cpFloat)scale, least), 0.0};
	drawing.reach = figure->reach * drawing.scale;
	if(figure->farFacet && drawing.reach < farReach * density) {
		drawing.facets = figure->farFacet;
		drawing.facetCount = 1;
	}
	return drawing;
}

void demoFiguresAdd(demoBatch *batch, const flockWorld *world, const demoViewport *viewport, const demoPalette *palette,
	double lag, int density) {
	figureDrawer drawer = {.batch = batch, .viewport = viewport, .palette = palette, .lag = (cpFloat)lag};
	cpBB bounds;
	if(cpFlockGetBounds(world->flock, &bounds) == CP_FLOCK_BOUNDS_PERIODIC) {
		drawer.period = cpvmult(cpv(bounds.r - bounds.l, bounds.t - bounds.b), (cpFloat)viewport->scale);
	}
	for(int i = 0; i < FLOCK_WORLD_SPECIES; i++) {
		drawer.drawings[i] = ChooseDrawing(&world->figures[i], viewport->scale, density);
	}
	cpFlockEachBody(world->flock, AddBody, &drawer);
}
