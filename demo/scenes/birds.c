/* SPDX-License-Identifier: MIT
 * A flock of birds over a periodic sky, hunted by hawks; the cursor is one more hawk. */
#include "scenes.h"

#include <stdlib.h>

#include "../knobs.h"
#include "../random.h"
#include "common.h"

static const cpFloat skyWidth = 1280.0, skyHeight = 720.0;

/// Up to here the sky keeps its size; beyond, it grows with the flock so that birds still have room to fly.
static const int crowd = 1000;

typedef struct birdsScene {
	flockHunt hunt; ///< Birds and hawks.
	cpFlockSpecies cursor;
	cpBody *watched;      ///< The bird whose senses are shown, NULL if there are no birds.
	cpBody *cursorBody;   ///< NULL while there is no hawk at the cursor.
	cpBool cursorIsHawk;  ///< Whether the cursor is to be a hawk at all.
	cpBool sensesVisible; ///< Whether radii are drawn.
} birdsScene;

static const flockFacet birdFacets[] = {
	{{{8.5, 0.0}, {-5.5, -4.25}, {-2.75, 0.0}}, -1},
	{{{8.5, 0.0}, {-2.75, 0.0}, {-5.5, 4.25}}, 1},
};

static const flockFacet farBird = {{{8.5, 0.0}, {-5.5, -4.25}, {-5.5, 4.25}}, 0};

static const flockFacet hawkFacets[] = {
	{{{-7.0, 0.0}, {-17.0, -5.0}, {-14.5, 0.0}}, -1},
	{{{-7.0, 0.0}, {-14.5, 0.0}, {-17.0, 5.0}}, 1},
	{{{7.5, -1.0}, {-9.0, -20.0}, {-3.5, -1.5}}, -1},
	{{{7.5, 1.0}, {-3.5, 1.5}, {-9.0, 20.0}}, 1},
	{{{14.0, 0.0}, {3.0, -3.5}, {-11.0, 0.0}}, -1},
	{{{14.0, 0.0}, {-11.0, 0.0}, {3.0, 3.5}}, 1},
};

static flockFigure BirdFigure(void) {
	return (flockFigure){
		.facets = birdFacets,
		.facetCount = sizeof(birdFacets) / sizeof(birdFacets[0]),
		.farFacet = &farBird,
		.reach = 9.0,
		.leastReach = 2.5,
		.headingColor = cpTrue,
	};
}

static flockFigure HawkFigure(flockColor color) {
	return (flockFigure){
		.facets = hawkFacets,
		.facetCount = sizeof(hawkFacets) / sizeof(hawkFacets[0]),
		.reach = 23.0,
		.leastReach = 12.0,
		.color = color,
	};
}

static cpFlockSettings BirdSettings(const flockWorld *world) {
	cpFlockSettings settings = world->faithful ? cpFlockSettingsMatterBird() : cpFlockSettingsBird();
	flockKnobsApply(&world->knobs, &settings);
	return settings;
}

static cpFlockSettings HawkSettings(cpBool faithful) {
	return faithful ? cpFlockSettingsMatterPredator() : cpFlockSettingsHawk();
}

static cpFlockSettings CursorSettings(cpBool faithful) {
	cpFlockSettings settings = HawkSettings(faithful);
	settings.target = CP_FLOCK_TARGET_POINT;
	return settings;
}

static cpBool AddSpecies(flockWorld *world, birdsScene *birds) {
	cpFlockSettings bird = BirdSettings(world);
	cpFlockSettings hawk = HawkSettings(world->faithful);
	cpFlockSettings cursor = CursorSettings(world->faithful);
	if(!flockAddHunt(world, &birds->hunt, &bird, &hawk)) return cpFalse;
	birds->cursor = cpFlockAddSpecies(world->flock, &cursor);
	if(birds->cursor < 0) return cpFalse;
	world->figures[birds->hunt.prey] = BirdFigure();
	world->figures[birds->hunt.predator] = HawkFigure((flockColor){233, 158, 92});
	world->figures[birds->cursor] = HawkFigure((flockColor){226, 112, 96});
	return cpFlockSetRelation(world->flock, birds->hunt.prey, birds->cursor, CP_FLOCK_RELATION_EVADE) == CP_FLOCK_OK;
}

static cpBody *SpawnHawk(flockWorld *world, cpFlockSpecies species) {
	return flockSpawnAnywhere(world, species, 120.0);
}

static cpBool SpawnAll(flockWorld *world, birdsScene *birds, const flockSceneOptions *options) {
	for(int i = 0; i < options->bodies; i++) {
		cpBody *bird = flockSpawnAnywhere(world, birds->hunt.prey, RandomBetween(&world->random, 60.0, 120.0));
		if(!bird) return cpFalse;
		if(!birds->watched) birds->watched = bird;
	}
	return flockKeepCount(world, birds->hunt.predator, options->predators, SpawnHawk);
}

static cpBool Populate(flockWorld *world, const flockSceneOptions *options) {
	birdsScene *birds = calloc(1, sizeof(*birds));
	if(!birds) return cpFalse;
	birds->cursorIsHawk = cpTrue;
	world->own = birds;
	return flockMakeTorus(world, skyWidth, skyHeight, options->bodies, crowd) && AddSpecies(world, birds) &&
		   SpawnAll(world, birds, options);
}

static void Destroy(flockWorld *world) {
	free(world->own);
}

static void SettingsChanged(flockWorld *world) {
	const birdsScene *birds = world->own;
	cpFlockSettings bird = BirdSettings(world);
	cpFlockSettings hawk = HawkSettings(world->faithful);
	cpFlockSettings cursor = CursorSettings(world->faithful);
	flockSetHunt(world, &birds->hunt, &bird, &hawk);
	cpFlockSetSettings(world->flock, birds->cursor, &cursor);
}

static void SetPredators(flockWorld *world, int count) {
	const birdsScene *birds = world->own;
	flockKeepCount(world, birds->hunt.predator, count, SpawnHawk);
}

static void UpdateCursor(flockWorld *world) {
	birdsScene *birds = world->own;
	cpBool wanted = birds->cursorIsHawk && world->pointer.known;
	if(wanted) {
		cpFlockSetTarget(world->flock, birds->cursor, world->pointer.position);
		if(!birds->cursorBody) {
			birds->cursorBody = cpFlockSpawn(world->flock, birds->cursor, world->pointer.position, cpvzero);
		}
	} else if(birds->cursorBody) {
		cpFlockClearTarget(world->flock, birds->cursor);
		cpFlockDespawn(world->flock, birds->cursorBody);
		birds->cursorBody = NULL;
	}
}

static void Key(flockWorld *world, char key) {
	birdsScene *birds = world->own;
	if(key == 'c') {
		birds->cursorIsHawk = !birds->cursorIsHawk;
		UpdateCursor(world);
	} else {
		birds->sensesVisible = !birds->sensesVisible;
	}
}

typedef struct sensesOverlay {
	const flockWorld *world;
	const birdsScene *birds;
	const cpSpaceDebugDrawOptions *pen;
	cpFloat evasionRadius;
} sensesOverlay;

static void DrawRadius(const cpSpaceDebugDrawOptions *pen, cpVect position, cpFloat radius, cpSpaceDebugColor color) {
	cpSpaceDebugColor fill = color;
	fill.a *= 0.18f;
	pen->drawCircle(position, 0.0, radius, color, fill, pen->data);
}

static void DrawSensesOf(cpBody *body, cpFlockSpecies species, void *data) {
	const sensesOverlay *overlay = data;
	const cpSpaceDebugColor warning = {0.94f, 0.58f, 0.36f, 0.5f}, mate = {0.75f, 0.95f, 0.85f, 0.6f};
	cpVect position = cpBodyGetPosition(body);
	if(species != overlay->birds->hunt.prey) {
		DrawRadius(overlay->pen, position, overlay->evasionRadius, warning);
		return;
	}
	cpVect watched = cpBodyGetPosition(overlay->birds->watched);
	cpVect delta = cpFlockDelta(overlay->world->flock, watched, position);
	if(cpvlength(delta) >= overlay->world->linkRadius) return;
	overlay->pen->drawSegment(watched, cpvadd(watched, delta), mate, overlay->pen->data);
}

static void Overlay(const flockWorld *world, const cpSpaceDebugDrawOptions *pen) {
	const birdsScene *birds = world->own;
	if(!birds->sensesVisible) return;
	cpFlockSettings settings;
	if(cpFlockGetSettings(world->flock, birds->hunt.prey, &settings) != CP_FLOCK_OK) return;
	sensesOverlay overlay = {world, birds, pen, settings.evasion.radius};
	if(birds->watched) {
		const cpSpaceDebugColor near = {1.0f, 0.85f, 0.55f, 0.6f}, far = {0.6f, 0.85f, 1.0f, 0.5f};
		cpVect position = cpBodyGetPosition(birds->watched);
		DrawRadius(pen, position, settings.cohesion.radius, far);
		DrawRadius(pen, position, settings.separation.radius, near);
	}
	cpFlockEachBody(world->flock, DrawSensesOf, &overlay);
}

static const flockSceneKey keys[] = {
	{'c', "the cursor is a hawk, or not"},
	{'v', "what a bird senses and fears"},
	{0, NULL},
};

const flockScene flockSceneBirds = {
	.name = "birds",
	.title = "Birds and hawks",
	.description = "birds flock over an endless sky and scatter before hawks; the cursor is a hawk, too",
	.bodies = 300,
	.predators = 2,
	.width = 1280,
	.height = 720,
	.timeStep = (cpFloat)(1.0 / 60.0),
	.skyTop = {24, 31, 46},
	.skyBottom = {52, 66, 84},
	.keys = keys,
	.populate = Populate,
	.destroy = Destroy,
	.settingsChanged = SettingsChanged,
	.setPredators = SetPredators,
	.key = Key,
	.pointerChanged = UpdateCursor,
	.overlay = Overlay,
};
