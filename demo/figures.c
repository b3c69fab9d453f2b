/* SPDX-License-Identifier: MIT */
#include "figures.h"

#include <math.h>

/// Figures that reach less far than this from their middle, screen pixels, are drawn as one triangle.
static const double farReach = 4.0;

/// Glows smaller than this, screen pixels, are drawn as facets: a square of texture takes more time than they are worth.
static const double farGlow = 8.0;

/// Beats of a tail, rad/s, and how far each member is ahead of the one before: the golden angle, so that no two
/// neighbors beat alike.
static const double beatRate = 13.0, beatShift = 2.399963;

/// What is drawn of the bodies of one species.
typedef struct speciesDrawing {
	const flockFigure *figure;
	const flockFacet *facets;
	int facetCount;
	cpFloat scale; ///< Pixels per unit of the figure.
	cpFloat reach; ///< Pixels.
	cpFloat sway;  ///< Units of the figure.
	float glow;    ///< Pixels, 0 for none.
} speciesDrawing;

typedef struct figureDrawer {
	demoLayers *layers;
	const demoViewport *viewport;
	const demoPalette *palette;
	cpFloat lag;
	double time; ///< s.
	int members; ///< Drawn so far.
	speciesDrawing drawings[FLOCK_WORLD_SPECIES];
	cpVect period; ///< Distance between the images of a body on a periodic world, pixels; else zero.
} figureDrawer;

/// How one body is drawn.
typedef struct pose {
	cpVect direction;
	flockColor color; ///< Unless it goes by heading.
	cpFloat bend;     ///< Sideways shift of its tail, units of the figure.
} pose;

static flockColor PlainColor(const flockFigure *figure, cpBody *body, cpVect direction) {
	return figure->paint ? figure->paint(direction, cpvlength(cpBodyGetVelocity(body))) : figure->color;
}

SDL_Color demoFiguresColor(const demoPalette *palette, const flockFigure *figure, cpBody *body) {
	cpVect direction = cpBodyGetRotation(body);
	if(figure->headingColor) return demoPaletteHeading(palette, direction, 0);
	return demoPaletteLit(PlainColor(figure, body, direction), direction, 0);
}

static SDL_Color FacetColor(const figureDrawer *drawer, const flockFigure *figure, const pose *look, int lean) {
	if(figure->headingColor) return demoPaletteHeading(drawer->palette, look->direction, lean);
	return demoPaletteLit(look->color, look->direction, lean);
}

/// A bent figure is bent behind its middle only, the more the farther back.
static SDL_FPoint CornerPoint(
	cpVect corner, cpVect position, cpVect axis, const speciesDrawing *drawing, const pose *look) {
	if(corner.x < 0.0) {
		cpFloat back = corner.x / drawing->figure->reach;
		corner.y += look->bend * back * back;
	}
	cpVect point = cpvadd(position, cpvrotate(corner, axis));
	return (SDL_FPoint){(float)point.x, (float)point.y};
}

/// @param position Screen position, already known to be near the screen: everything after this is cast to float.
static void AddFigure(const figureDrawer *drawer, const speciesDrawing *drawing, cpVect position, const pose *look) {
	if(drawing->glow > 0.0f) {
		SDL_Color color = {look->color.r, look->color.g, look->color.b, 255};
		demoBatchSquare(
			&drawer->layers->glows, (SDL_FPoint){(float)position.x, (float)position.y}, drawing->glow, color);
		return;
	}
	cpVect axis = cpvmult(look->direction, drawing->scale);
	for(int i = 0; i < drawing->facetCount; i++) {
		const flockFacet *facet = &drawing->facets[i];
		SDL_FPoint a = CornerPoint(facet->corners[0], position, axis, drawing, look);
		SDL_FPoint b = CornerPoint(facet->corners[1], position, axis, drawing, look);
		SDL_FPoint c = CornerPoint(facet->corners[2], position, axis, drawing, look);
		demoBatchTriangle(&drawer->layers->opaque, a, b, c, FacetColor(drawer, drawing->figure, look, facet->lean));
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

static void AddImages(const figureDrawer *drawer, const speciesDrawing *drawing, cpVect position, const pose *look) {
	AddFigure(drawer, drawing, position, look);
	if(drawer->period.x <= 0.0) return;
	cpFloat x = ImageOffset(position.x - (cpFloat)drawer->viewport->left, drawer->period.x, drawing->reach);
	cpFloat y = ImageOffset(position.y - (cpFloat)drawer->viewport->top, drawer->period.y, drawing->reach);
	if(x != 0.0) AddFigure(drawer, drawing, cpvadd(position, cpv(x, 0.0)), look);
	if(y != 0.0) AddFigure(drawer, drawing, cpvadd(position, cpv(0.0, y)), look);
	if(x != 0.0 && y != 0.0) AddFigure(drawer, drawing, cpvadd(position, cpv(x, y)), look);
}

static void AddBody(cpBody *body, cpFlockSpecies species, void *data) {
	figureDrawer *drawer = data;
	drawer->members++;
	if(species >= FLOCK_WORLD_SPECIES) return;
	const speciesDrawing *drawing = &drawer->drawings[species];
	cpVect position = cpBodyGetPosition(body);
	if(drawer->lag > 0.0) position = cpvadd(position, cpvmult(cpBodyGetVelocity(body), drawer->lag));
	position = demoViewportToScreen(drawer->viewport, position);
	if(!IsNear(drawer->viewport, position, drawing->reach)) return;
	pose look = {.direction = cpBodyGetRotation(body)};
	if(!drawing->figure->headingColor) look.color = PlainColor(drawing->figure, body, look.direction);
	if(drawing->sway > 0.0) {
		look.bend = drawing->sway * (cpFloat)sin(drawer->time * beatRate + drawer->members * beatShift);
	}
	AddImages(drawer, drawing, position, &look);
}

static speciesDrawing ChooseDrawing(const flockFigure *figure, double scale, int density) {
	cpFloat least = figure->reach > 0.0 ? figure->leastReach * (cpFloat)density / figure->reach : (cpFloat)0.0;
	speciesDrawing drawing = {
		.figure = figure, .facets = figure->facets, .facetCount = figure->facetCount, .sway = figure->sway};
	drawing.scale = cpfmax((cpFloat)scale, least);
	drawing.reach = figure->reach * drawing.scale;
	if(figure->farFacet && drawing.reach < farReach * density) {
		drawing.facets = figure->farFacet;
		drawing.facetCount = 1;
		drawing.sway = 0.0;
	}
	double glow = (double)figure->glow * scale;
	if(glow >= farGlow * density) drawing.glow = (float)glow;
	drawing.reach = cpfmax(drawing.reach, (cpFloat)drawing.glow);
	return drawing;
}

void demoFiguresAdd(demoLayers *layers, const flockWorld *world, const demoViewport *viewport,
	const demoPalette *palette, double lag, int density) {
	figureDrawer drawer = {.layers = layers, .viewport = viewport, .palette = palette, .lag = (cpFloat)lag};
	cpBB bounds;
	drawer.time = (double)world->time + lag;
	if(cpFlockGetBounds(world->flock, &bounds) == CP_FLOCK_BOUNDS_PERIODIC) {
		drawer.period = cpvmult(cpv(bounds.r - bounds.l, bounds.t - bounds.b), (cpFloat)viewport->scale);
	}
	for(int i = 0; i < FLOCK_WORLD_SPECIES; i++) {
		drawer.drawings[i] = ChooseDrawing(&world->figures[i], viewport->scale, density);
	}
	cpFlockEachBody(world->flock, AddBody, &drawer);
}
