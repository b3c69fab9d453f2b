/* SPDX-License-Identifier: MIT
 * The sixty triangles of the p5.js snippet "Boid: three rules" on its canvas. Its positions wrap at the edges, but its
 * boids do not see over them. */
#include "scenes.h"

#include <stdlib.h>

#include "../knobs.h"
#include "common.h"

static const cpFloat canvasWidth = 640.0, canvasHeight = 420.0;

/// Up to here the canvas keeps its size; beyond, it grows.
static const int crowd = 600;

/// Our birds are made for a sky twice as wide.
static const cpFloat birdScale = 0.75;

static const flockFacet boidFacet = {{{8.0, 0.0}, {-5.0, -4.0}, {-5.0, 4.0}}, 0};
static const flockFacet predatorFacet = {{{16.0, 0.0}, {-10.0, -8.0}, {-10.0, 8.0}}, 0};

static flockFigure TriangleFigure(const flockFacet *facet, cpFloat reach, flockColor color) {
	return (flockFigure){
		.facets = facet, .facetCount = 1, .reach = reach, .leastReach = (cpFloat)0.3 * reach, .color = color};
}

static cpFlockSettings BoidSettings(const flockWorld *world) {
	cpFlockSettings settings = world->faithful ? cpFlockSettingsP5Boid() : cpFlockSettingsBird();
	if(!world->faithful) flockScaleSettings(&settings, birdScale);
	flockKnobsApply(&world->knobs, &settings);
	return settings;
}

/// The snippet has no predator.
static cpFlockSettings PredatorSettings(void) {
	cpFlockSettings settings = cpFlockSettingsHawk();
	flockScaleSettings(&settings, birdScale);
	return settings;
}

static cpBody *SpawnBoid(flockWorld *world, cpFlockSpecies species) {
	return flockSpawnAnywhere(world, species, 120.0); // 2 px/frame
}

static cpBody *SpawnPredator(flockWorld *world, cpFlockSpecies species) {
	return flockSpawnAnywhere(world, species, 90.0);
}

static cpBool Populate(flockWorld *world, const flockSceneOptions *options) {
	flockHunt *hunt = calloc(1, sizeof(*hunt));
	cpFlockSettings boid = BoidSettings(world), predator = PredatorSettings();
	world->own = hunt;
	if(!hunt || !flockMakeTorus(world, canvasWidth, canvasHeight, options->bodies, crowd) ||
		!flockAddHunt(world, hunt, &boid, &predator)) {
		return cpFalse;
	}
	world->figures[hunt->prey] = TriangleFigure(&boidFacet, 8.1, (flockColor){100, 205, 245});
	world->figures[hunt->predator] = TriangleFigure(&predatorFacet, 16.2, (flockColor){245, 150, 100});
	return flockKeepCount(world, hunt->prey, options->bodies, SpawnBoid) &&
		   flockKeepCount(world, hunt->predator, options->predators, SpawnPredator);
}

static void Destroy(flockWorld *world) {
	free(world->own);
}

static void SettingsChanged(flockWorld *world) {
	cpFlockSettings boid = BoidSettings(world), predator = PredatorSettings();
	flockSetHunt(world, world->own, &boid, &predator);
}

static void SetPredators(flockWorld *world, int count) {
	const flockHunt *hunt = world->own;
	flockKeepCount(world, hunt->predator, count, SpawnPredator);
}

const flockScene flockSceneP5 = {
	.name = "p5",
	.title = "Boids of a p5.js snippet",
	.description = "sixty triangles steer by three rules, as the snippet writes them",
	.bodies = 60,
	.predators = 0,
	.faithful = cpTrue,
	.width = 640,
	.height = 420,
	.timeStep = (cpFloat)(1.0 / 60.0),
	.skyTop = {18, 25, 40},
	.skyBottom = {18, 25, 40},
	.populate = Populate,
	.destroy = Destroy,
	.settingsChanged = SettingsChanged,
	.setPredators = SetPredators,
};
