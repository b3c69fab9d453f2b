/* SPDX-License-Identifier: MIT
 * Schools of sardines among rocks, driftwood and buoys in a basin with walls; a shark hunts them, and a crate can be
 * dragged through them. */
#include "scenes.h"

#include <stdlib.h>

#include "../knobs.h"
#include "../random.h"
#include "common.h"
#include "reef.h"

/// The basin has one tile of reef for so many fish.
static const int fishPerTile = 700;

/// Fish start in schools of so many, at about this distance from one another.
static const int schoolSize = 100;
static const cpFloat spacing = 15.0;

enum { FISH_CATEGORY = 2, SHARK_CATEGORY = 4 };

typedef struct fishScene {
	flockHunt hunt;
	flockReef *reef;
	cpVect schoolCenter, schoolVelocity; ///< Of the school that is being made.
	cpBool looksVisible;                 ///< Whether what the fish see ahead is drawn.
} fishScene;

static const flockFacet fishFacets[] = {
	{{{10.0, 0.0}, {4.0, -2.7}, {-7.0, 0.0}}, -1},
	{{{10.0, 0.0}, {-7.0, 0.0}, {4.0, 2.7}}, 1},
	{{{4.0, -2.7}, {-2.0, -2.1}, {-7.0, 0.0}}, -1},
	{{{4.0, 2.7}, {-7.0, 0.0}, {-2.0, 2.1}}, 1},
	{{{-6.0, 0.0}, {-11.0, -3.3}, {-9.6, 0.0}}, -1},
	{{{-6.0, 0.0}, {-9.6, 0.0}, {-11.0, 3.3}}, 1},
};

static const flockFacet farFish = {{{10.0, 0.0}, {-10.0, -3.6}, {-10.0, 3.6}}, 0};

static const flockFacet sharkFacets[] = {
	{{{7.0, -5.0}, {-7.0, -15.0}, {-2.0, -5.0}}, -1},
	{{{7.0, 5.0}, {-2.0, 5.0}, {-7.0, 15.0}}, 1},
	{{{-16.0, -2.5}, {-22.0, -6.0}, {-20.0, -1.5}}, -1},
	{{{-16.0, 2.5}, {-20.0, 1.5}, {-22.0, 6.0}}, 1},
	{{{-27.0, 0.0}, {-38.0, -9.5}, {-32.5, 0.0}}, -1},
	{{{-27.0, 0.0}, {-32.5, 0.0}, {-36.0, 7.0}}, 1},
	{{{32.0, 0.0}, {22.0, -5.4}, {0.0, 0.0}}, -1},
	{{{32.0, 0.0}, {0.0, 0.0}, {22.0, 5.4}}, 1},
	{{{22.0, -5.4}, {6.0, -7.0}, {0.0, 0.0}}, -1},
	{{{22.0, 5.4}, {0.0, 0.0}, {6.0, 7.0}}, 1},
	{{{6.0, -7.0}, {-12.0, -4.6}, {0.0, 0.0}}, -1},
	{{{6.0, 7.0}, {0.0, 0.0}, {-12.0, 4.6}}, 1},
	{{{-12.0, -4.6}, {-31.0, 0.0}, {0.0, 0.0}}, -1},
	{{{-12.0, 4.6}, {0.0, 0.0}, {-31.0, 0.0}}, 1},
};

static unsigned char Between(unsigned char a, unsigned char b, cpFloat share) {
	return (unsigned char)(a + (b - a) * share + 0.5);
}

/// Silver that gleams where the flank faces the light, and more so in flight.
static flockColor FishColor(cpVect direction, cpFloat speed) {
	const flockColor calm = {128, 178, 190}, gleam = {236, 240, 226};
	const cpFloat slow = 30.0, fast = 110.0;
	cpFloat haste = cpfclamp01((speed - slow) / (fast - slow));
	cpFloat flank = (cpFloat)0.5 + (cpFloat)0.5 * cpvdot(direction, cpv(0.866, -0.5));
	cpFloat share = cpfclamp01((cpFloat)0.6 * haste + (cpFloat)0.45 * flank);
	return (flockColor){
		Between(calm.r, gleam.r, share), Between(calm.g, gleam.g, share), Between(calm.b, gleam.b, share)};
}

static flockFigure FishFigure(void) {
	return (flockFigure){
		.facets = fishFacets,
		.facetCount = sizeof(fishFacets) / sizeof(fishFacets[0]),
		.farFacet = &farFish,
		.reach = 11.5,
		.leastReach = 3.0,
		.paint = FishColor,
		.sway = 2.4,
	};
}

static flockFigure SharkFigure(void) {
	return (flockFigure){
		.facets = sharkFacets,
		.facetCount = sizeof(sharkFacets) / sizeof(sharkFacets[0]),
		.reach = 39.0,
		.leastReach = 14.0,
		.color = {98, 122, 140},
		.sway = 5.0,
	};
}

static cpFlockSettings FishSettings(const flockWorld *world) {
	cpFlockSettings settings = world->faithful ? cpFlockSettingsMatterFish() : cpFlockSettingsSardine();
	settings.filter = cpShapeFilterNew(CP_NO_GROUP, FISH_CATEGORY, FLOCK_REEF_CATEGORY);
	flockKnobsApply(&world->knobs, &settings);
	return settings;
}

/// The source has no shark.
static cpFlockSettings SharkSettings(void) {
	cpFlockSettings settings = cpFlockSettingsShark();
	settings.filter = cpShapeFilterNew(CP_NO_GROUP, SHARK_CATEGORY, FLOCK_REEF_CATEGORY);
	return settings;
}

static cpVect AnyPlace(flockWorld *world, cpFloat clearance) {
	const fishScene *own = world->own;
	cpBB box = world->bounds;
	cpVect place = cpvzero;
	for(int tries = 0; tries < 100; tries++) {
		place = cpv(RandomBetween(&world->random, box.l + clearance, box.r - clearance),
			RandomBetween(&world->random, box.b + clearance, box.t - clearance));
		if(flockReefIsFree(own->reef, place, clearance)) break;
	}
	return place;
}

static cpVect AnyVelocity(flockWorld *world, cpFloat speed) {
	return cpvmult(cpvforangle(RandomBetween(&world->random, -CP_PI, CP_PI)), speed);
}

/// Somewhere in the present school; a full school gives way to the next one.
static cpBody *SpawnFish(flockWorld *world, cpFlockSpecies species) {
	fishScene *own = world->own;
	const cpFloat size = spacing * cpfsqrt((cpFloat)schoolSize / (cpFloat)CP_PI);
	if(cpFlockGetBodyCount(world->flock, species) % schoolSize == 0) {
		own->schoolCenter = AnyPlace(world, 60.0);
		own->schoolVelocity = AnyVelocity(world, 60.0);
	}
	cpVect place = own->schoolCenter;
	for(int tries = 0; tries < 50; tries++) {
		cpFloat distance = size * cpfsqrt(RandomBetween(&world->random, 0.0, 1.0));
		cpVect offset = cpvmult(cpvforangle(RandomBetween(&world->random, -CP_PI, CP_PI)), distance);
		place = cpvadd(own->schoolCenter, offset);
		if(cpBBContainsVect(world->bounds, place) && flockReefIsFree(own->reef, place, 12.0)) break;
	}
	return cpFlockSpawn(world->flock, species, place, own->schoolVelocity);
}

static cpBody *SpawnShark(flockWorld *world, cpFlockSpecies species) {
	return cpFlockSpawn(world->flock, species, AnyPlace(world, 40.0), AnyVelocity(world, 60.0));
}

static cpBool CountContact(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	flockWorld *world = data;
	CP_ARBITER_GET_BODIES(arbiter, solid, other);
	(void)space;
	(void)solid;
	if(cpFlockContainsBody(world->flock, other)) world->contacts++;
	return cpTrue;
}

static int TilesFor(int fish) {
	int tiles = 1;
	while(tiles * tiles * fishPerTile < fish) tiles++;
	return tiles;
}

static cpBool Populate(flockWorld *world, const flockSceneOptions *options) {
	fishScene *own = calloc(1, sizeof(*own));
	if(!own) return cpFalse;
	world->own = own;
	own->reef = flockReefNew(world->space, TilesFor(options->bodies));
	cpFlockSettings fish = FishSettings(world), shark = SharkSettings();
	if(!own->reef || !flockAddHunt(world, &own->hunt, &fish, &shark)) return cpFalse;
	world->bounds = flockReefBounds(own->reef);
	world->hasSolids = cpTrue;
	world->figures[own->hunt.prey] = FishFigure();
	world->figures[own->hunt.predator] = SharkFigure();
	// Members have Chipmunk's ordinary type.
	cpCollisionHandler *handler = cpSpaceAddCollisionHandler(world->space, FLOCK_REEF_COLLISION_TYPE, 0);
	handler->beginFunc = CountContact;
	handler->userData = world;
	return cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_CONTAINMENT, world->bounds) == CP_FLOCK_OK &&
		   flockKeepCount(world, own->hunt.prey, options->bodies, SpawnFish) &&
		   flockKeepCount(world, own->hunt.predator, options->predators, SpawnShark);
}

static void Destroy(flockWorld *world) {
	fishScene *own = world->own;
	if(own) flockReefFree(own->reef);
	free(own);
}

static void BeforeStep(flockWorld *world) {
	const fishScene *own = world->own;
	cpFloat dt = world->scene->timeStep;
	flockReefMove(own->reef, world->time + dt, dt);
}

static void SettingsChanged(flockWorld *world) {
	const fishScene *own = world->own;
	cpFlockSettings fish = FishSettings(world), shark = SharkSettings();
	flockSetHunt(world, &own->hunt, &fish, &shark);
}

static void SetPredators(flockWorld *world, int count) {
	const fishScene *own = world->own;
	flockKeepCount(world, own->hunt.predator, count, SpawnShark);
}

static void PointerChanged(flockWorld *world) {
	const fishScene *own = world->own;
	flockReefDrag(own->reef, world->pointer);
}

/// Recording costs memory and time, so it is on only while it is looked at.
static void Key(flockWorld *world, char key) {
	fishScene *own = world->own;
	(void)key;
	own->looksVisible = !own->looksVisible;
	cpFlockSetRecording(world->flock, own->looksVisible);
}

/* ---------------------------------------------------------------- overlay */

typedef struct looksOverlay {
	const flockWorld *world;
	const cpSpaceDebugDrawOptions *pen;
} looksOverlay;

/// How wide the ray of a species is.
static cpFloat RayRadius(const flockWorld *world, cpFlockSpecies species) {
	cpFlockSettings settings;
	if(cpFlockGetSettings(world->flock, species, &settings) != CP_FLOCK_OK) return 0.0;
	if(settings.avoidance.mode != CP_FLOCK_AVOIDANCE_SWEEP) return 0.0;
	return settings.bodyRadius + settings.avoidance.clearance;
}

static void DrawHit(
	const cpSpaceDebugDrawOptions *pen, cpVect position, const cpFlockSteering *steering, cpFloat radius) {
	const cpSpaceDebugColor ray = {1.0f, 0.82f, 0.50f, 0.6f}, touch = {1.0f, 0.45f, 0.36f, 0.95f};
	const cpSpaceDebugColor left = {0.82f, 0.64f, 1.0f, 0.95f}, right = {0.62f, 1.0f, 0.56f, 0.95f};
	const cpSpaceDebugColor none = {0.0f, 0.0f, 0.0f, 0.0f};
	const cpFloat normalLength = 16.0, wayLength = 26.0;
	cpVect touched = cpvsub(steering->lookPoint, cpvmult(steering->lookNormal, radius));
	pen->drawSegment(position, steering->lookPoint, ray, pen->data);
	if(radius > 0.0) pen->drawCircle(steering->lookPoint, 0.0, radius, ray, none, pen->data);
	pen->drawDot(5.0, touched, touch, pen->data);
	pen->drawSegment(touched, cpvadd(touched, cpvmult(steering->lookNormal, normalLength)), touch, pen->data);
	if(steering->lookSide == 0) return;
	cpVect end = cpvadd(position, cpvmult(steering->lookWay, wayLength));
	// The world's y grows downwards here: 1 is clockwise on the screen.
	cpSpaceDebugColor side = steering->lookSide > 0 ? right : left;
	pen->drawFatSegment(position, end, 0.6, side, side, pen->data);
}

static void DrawLook(cpBody *body, cpFlockSpecies species, void *data) {
	const cpSpaceDebugColor clear = {0.75f, 0.95f, 1.0f, 0.16f};
	const looksOverlay *overlay = data;
	cpFlockSteering steering;
	if(cpFlockGetSteering(overlay->world->flock, body, &steering) != CP_FLOCK_OK) return;
	cpVect position = cpBodyGetPosition(body);
	if(steering.blocked) {
		DrawHit(overlay->pen, position, &steering, RayRadius(overlay->world, species));
	} else {
		overlay->pen->drawSegment(position, steering.lookPoint, clear, overlay->pen->data);
	}
}

static void Overlay(const flockWorld *world, const cpSpaceDebugDrawOptions *pen) {
	const fishScene *own = world->own;
	looksOverlay overlay = {world, pen};
	flockReefDraw(own->reef, pen);
	if(own->looksVisible) cpFlockEachBody(world->flock, DrawLook, &overlay);
}

/* ---------------------------------------------------------------- scene */

/// Light that falls in from the upper left in broad shafts and fades with the depth.
static cpFloat Shade(cpFloat x, cpFloat y) {
	static const struct {
		cpFloat place, width, strength;
	} shafts[] = {{0.16, 0.07, 0.16}, {0.34, 0.035, 0.10}, {0.52, 0.09, 0.14}, {0.83, 0.05, 0.10}};
	cpFloat depth = (cpFloat)1.0 - y, light = 0.0;
	for(size_t i = 0; i < sizeof(shafts) / sizeof(shafts[0]); i++) {
		// They widen as they go down.
		cpFloat across = (x - (cpFloat)0.30 * y - shafts[i].place) / (shafts[i].width * ((cpFloat)1.0 + y));
		light += shafts[i].strength * cpfexp(-across * across) * depth;
	}
	cpFloat edge = (x - (cpFloat)0.5) * (x - (cpFloat)0.5);
	return (cpFloat)1.0 + light - (cpFloat)0.35 * edge;
}

static const flockSceneKey keys[] = {
	{'v', "look-ahead: rays, hits, turns"},
	{0, NULL},
};

const flockScene flockSceneFish = {
	.name = "fish",
	.title = "Fish and a shark",
	.description = "sardines school among rocks and moving bodies; drag the crate",
	.bodies = 300,
	.predators = 1,
	.width = 1280,
	.height = 720,
	.timeStep = (cpFloat)(1.0 / 60.0),
	.skyTop = {30, 100, 118},
	.skyBottom = {10, 38, 62},
	.shade = Shade,
	.keys = keys,
	.populate = Populate,
	.destroy = Destroy,
	.beforeStep = BeforeStep,
	.settingsChanged = SettingsChanged,
	.setPredators = SetPredators,
	.key = Key,
	.pointerChanged = PointerChanged,
	.overlay = Overlay,
};
