/* SPDX-License-Identifier: MIT
 * The agents of the WebGPU shader "Boids Flocking Simulation" on their torus, from the state that its hash gives them:
 * soft lights colored by direction. */
#include "scenes.h"

#include <stdlib.h>

#include "../knobs.h"
#include "common.h"

/// The shader's world has size 1; this is ours.
static const cpFloat worldSize = 720.0;

/// Up to here the torus keeps its size; beyond, it grows.
static const int crowd = 256;

/// The shader's lights have this radius in a world of size 1.
static const cpFloat glowRadius = 0.025;

static const cpFloat predatorScale = 0.75;

static const flockFacet farAgent = {{{11.0, 0.0}, {-8.0, -7.0}, {-8.0, 7.0}}, 0};

static unsigned char ToByte(cpFloat share) {
	return (unsigned char)(255.0 * cpfclamp01(share) + 0.5);
}

static flockColor DirectionColor(cpVect direction, cpFloat speed) {
	(void)speed;
	return (flockColor){ToByte(direction.x * 0.5 + 0.5), ToByte(direction.y * 0.5 + 0.5), 255};
}

static flockFigure GlowFigure(cpFloat radius) {
	return (flockFigure){
		.facets = &farAgent, .facetCount = 1, .farFacet = &farAgent, .reach = 11.0, .leastReach = 3.0, .glow = radius};
}

static cpFlockSettings AgentSettings(const flockWorld *world) {
	cpFlockSettings settings = world->faithful ? cpFlockSettingsWebGpuBoid(worldSize) : cpFlockSettingsBird();
	flockKnobsApply(&world->knobs, &settings);
	return settings;
}

/// The shader has no predator.
static cpFlockSettings PredatorSettings(void) {
	cpFlockSettings settings = cpFlockSettingsHawk();
	flockScaleSettings(&settings, predatorScale);
	return settings;
}

static cpBody *SpawnAgent(flockWorld *world, cpFlockSpecies species) {
	uint32_t agent = (uint32_t)cpFlockGetBodyCount(world->flock, species);
	cpFloat size = world->bounds.r - world->bounds.l;
	cpVect position, velocity;
	cpFlockWebGpuStart(agent, size, &position, &velocity);
	return cpFlockSpawn(world->flock, species, position, cpvmult(velocity, worldSize / size));
}

static cpBody *SpawnPredator(flockWorld *world, cpFlockSpecies species) {
	return flockSpawnAnywhere(world, species, 90.0);
}

static cpBool Populate(flockWorld *world, const flockSceneOptions *options) {
	flockHunt *hunt = calloc(1, sizeof(*hunt));
	cpFlockSettings agent = AgentSettings(world), predator = PredatorSettings();
	world->own = hunt;
	if(!hunt || !flockMakeTorus(world, worldSize, worldSize, options->bodies, crowd) ||
		!flockAddHunt(world, hunt, &agent, &predator)) {
		return cpFalse;
	}
	world->figures[hunt->prey] = GlowFigure(glowRadius * worldSize);
	world->figures[hunt->prey].paint = DirectionColor;
	world->figures[hunt->predator] = GlowFigure((cpFloat)2.0 * glowRadius * worldSize);
	world->figures[hunt->predator].color = (flockColor){255, 96, 64};
	return flockKeepCount(world, hunt->prey, options->bodies, SpawnAgent) &&
		   flockKeepCount(world, hunt->predator, options->predators, SpawnPredator);
}

static void Destroy(flockWorld *world) {
	free(world->own);
}

static void SettingsChanged(flockWorld *world) {
	cpFlockSettings agent = AgentSettings(world), predator = PredatorSettings();
	flockSetHunt(world, world->own, &agent, &predator);
}

static void SetPredators(flockWorld *world, int count) {
	const flockHunt *hunt = world->own;
	flockKeepCount(world, hunt->predator, count, SpawnPredator);
}

const flockScene flockSceneWebGpu = {
	.name = "webgpu",
	.title = "Agents of a WebGPU shader",
	.description = "lights on a torus, colored by direction, as the shader moves them",
	.bodies = 64,
	.predators = 0,
	.faithful = cpTrue,
	.width = 720,
	.height = 720,
	.timeStep = (cpFloat)(1.0 / 60.0),
	.skyTop = {10, 15, 20},
	.skyBottom = {10, 15, 20},
	.soft = cpTrue,
	.populate = Populate,
	.destroy = Destroy,
	.settingsChanged = SettingsChanged,
	.setPredators = SetPredators,
};
