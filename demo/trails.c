/* SPDX-License-Identifier: MIT */
#include "trails.h"

#include <math.h>
#include <stdlib.h>

#include "backdrop.h"
#include "figures.h"

/// Physics steps from one point to the next.
static const int stepsPerPoint = 2;

/// Larger flocks leave no trails: there would be more trail than sky.
static const int mostMembers = 3000;

/// Share of the body's color at the young end.
static const double strength = 0.42;

/// Half width at the young end, world units.
static const cpFloat halfWidth = 1.75;

void demoTrailsSwitch(demoTrails *trails, bool on) {
	trails->on = on;
	trails->count = 0;
}

void demoTrailsFree(demoTrails *trails) {
	free(trails->trails);
	*trails = (demoTrails){0};
}

static bool Reserve(demoTrails *trails, int members) {
	if(members <= trails->capacity) return true;
	demoTrail *grown = realloc(trails->trails, (size_t)members * sizeof(*grown));
	if(!grown) return false;
	trails->trails = grown;
	trails->capacity = members;
	return true;
}

typedef struct trailRecorder {
	demoTrails *trails;
	int index, known;
} trailRecorder;

static void RecordBody(cpBody *body, cpFlockSpecies species, void *data) {
	trailRecorder *recorder = data;
	demoTrail *trail = &recorder->trails->trails[recorder->index];
	(void)species;
	// Members that leave let others move up.
	if(recorder->index >= recorder->known || trail->body != body) trail->count = 0;
	trail->body = body;
	trail->points[recorder->trails->newest] = cpBodyGetPosition(body);
	if(trail->count < DEMO_TRAIL_POINTS) trail->count++;
	recorder->index++;
}

void demoTrailsRecord(demoTrails *trails, const flockWorld *world) {
	if(!trails->on || ++trails->steps < stepsPerPoint) return;
	trails->steps = 0;
	int members = cpFlockGetBodyCount(world->flock, -1);
	trailRecorder recorder = {trails, 0, trails->count};
	trails->count = 0;
	if(members > mostMembers || !Reserve(trails, members)) return;
	trails->newest = (trails->newest + 1) % DEMO_TRAIL_POINTS;
	cpFlockEachBody(world->flock, RecordBody, &recorder);
	trails->count = recorder.index;
}

typedef struct trailDrawer {
	const demoTrails *trails;
	demoBatch *batch;
	const flockWorld *world;
	const demoViewport *viewport;
	const demoPalette *palette;
	cpFloat longest; ///< Longest stretch between two points; a longer one leads over the edge of the world. Pixels.
	int index;
} trailDrawer;

static Uint8 Mix(double sky, double body, double share) {
	return (Uint8)(sky + share * (body - sky) + 0.5);
}

static SDL_Color FadedColor(const trailDrawer *drawer, SDL_Color body, cpVect point, double age) {
	double sky[3];
	demoBackdropColor(drawer->world->scene, drawer->viewport, (double)point.y, sky);
	double share = strength * (1.0 - age);
	return (SDL_Color){Mix(sky[0], body.r, share), Mix(sky[1], body.g, share), Mix(sky[2], body.b, share), 255};
}

static SDL_FPoint Beside(cpVect point, cpVect side) {
	return (SDL_FPoint){(float)(point.x + side.x), (float)(point.y + side.y)};
}

/// Adds one stretch from a younger to an older point.
static void AddStretch(
	const trailDrawer *drawer, cpVect young, cpVect old, cpFloat youngWidth, cpFloat oldWidth, SDL_Color color) {
	cpVect along = cpvsub(young, old);
	cpFloat length = cpvlength(along);
	if(!(length > 0.0 && length < drawer->longest)) return;
	cpVect side = cpvmult(cpvperp(along), (cpFloat)1.0 / length);
	cpVect youngSide = cpvmult(side, youngWidth), oldSide = cpvmult(side, oldWidth);
	SDL_FPoint a = Beside(young, youngSide), b = Beside(young, cpvneg(youngSide));
	SDL_FPoint c = Beside(old, cpvneg(oldSide)), d = Beside(old, oldSide);
	demoBatchTriangle(drawer->batch, a, b, c, color);
	demoBatchTriangle(drawer->batch, a, c, d, color);
}

/// False for NaN, too.
static cpBool IsOnScreen(const demoViewport *viewport, cpVect point) {
	return point.x >= 0.0 && point.x <= (cpFloat)viewport->width && point.y >= 0.0 &&
		   point.y <= (cpFloat)viewport->height;
}

static void AddTrail(const trailDrawer *drawer, const demoTrail *trail, SDL_Color color) {
	cpVect young = demoViewportToScreen(drawer->viewport, cpBodyGetPosition(trail->body));
	cpFloat width = halfWidth * (cpFloat)drawer->viewport->scale;
	for(int i = 0; i < trail->count; i++) {
		int index = (drawer->trails->newest - i + DEMO_TRAIL_POINTS) % DEMO_TRAIL_POINTS;
		cpVect old = demoViewportToScreen(drawer->viewport, trail->points[index]);
		cpFloat youngShare = (cpFloat)(DEMO_TRAIL_POINTS - i) / DEMO_TRAIL_POINTS;
		cpFloat oldShare = (cpFloat)(DEMO_TRAIL_POINTS - i - 1) / DEMO_TRAIL_POINTS;
		if(IsOnScreen(drawer->viewport, young) && IsOnScreen(drawer->viewport, old)) {
			SDL_Color faded = FadedColor(drawer, color, old, 1.0 - (double)oldShare);
			AddStretch(drawer, young, old, width * youngShare, width * oldShare, faded);
		}
		young = old;
	}
}

static void AddTrailOf(cpBody *body, cpFlockSpecies species, void *data) {
	trailDrawer *drawer = data;
	if(drawer->index >= drawer->trails->count || species >= FLOCK_WORLD_SPECIES) return;
	const demoTrail *trail = &drawer->trails->trails[drawer->index++];
	if(trail->body != body) return;
	SDL_Color color = demoFiguresColor(drawer->palette, &drawer->world->figures[species], body);
	AddTrail(drawer, trail, color);
}

void demoTrailsAdd(const demoTrails *trails, demoBatch *batch, const flockWorld *world, const demoViewport *viewport,
	const demoPalette *palette) {
	cpFloat size = cpfmin(world->bounds.r - world->bounds.l, world->bounds.t - world->bounds.b);
	trailDrawer drawer = {trails, batch, world, viewport, palette, (cpFloat)(0.5 * viewport->scale) * size, 0};
	if(trails->on && trails->count > 0) cpFlockEachBody(world->flock, AddTrailOf, &drawer);
}
