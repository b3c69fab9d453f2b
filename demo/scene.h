/* SPDX-License-Identifier: MIT
 * What a scene is, and a world made of one. Needs Chipmunk and the flock only, no SDL, so that tests and benchmarks
 * can run every scene without a window. */
#ifndef DEMO_SCENE_H
#define DEMO_SCENE_H

#include <stdint.h>

#include <chipmunk_flock/chipmunk_flock.h>

/// Most species that a scene may have.
#define FLOCK_WORLD_SPECIES 8

typedef struct flockColor {
	unsigned char r, g, b;
} flockColor;

/// One triangle of a figure, world units, as if the body looked along +x.
typedef struct flockFacet {
	cpVect corners[3];
	/// Direction in which the facet leans away from the middle of the figure: +1 its right, -1 its left, 0 flat. The
	/// view lights facets by it.
	int lean;
} flockFacet;

/// How the bodies of one species look.
typedef struct flockFigure {
	const flockFacet *facets;
	int facetCount;
	const flockFacet *farFacet; ///< All that is drawn of it when it is only some pixels long; may be NULL.
	cpFloat reach;              ///< Distance of the farthest corner from the body's position.
	cpFloat leastReach;         ///< Far away the figure grows so that it reaches at least this far, pixels.
	cpBool headingColor;        ///< Colored by direction of motion; otherwise by #color.
	flockColor color;
} flockFigure;

/// How a world is to be made. Negative counts: the scene's own.
typedef struct flockSceneOptions {
	int bodies;
	int predators;
	uint64_t seed;
	cpBool faithful; ///< The arithmetic of the scene's source as written, not our own settings.
} flockSceneOptions;

typedef struct flockWorld flockWorld;

/// A key that only this scene knows.
typedef struct flockSceneKey {
	char key;
	const char *help;
} flockSceneKey;

/// One entry of the scene table. Functions may be NULL unless marked as required.
typedef struct flockScene {
	const char *name;        ///< For the command line: one word.
	const char *title;       ///< For people.
	const char *description; ///< One line.
	int bodies;              ///< Default number of bodies of the main species.
	int predators;           ///< Default number of predators.
	cpFloat timeStep;        ///< Length of one physics step, s.
	flockColor skyTop, skyBottom;
	const flockSceneKey *keys; ///< Ended by an entry with key 0; may be NULL.

	/// Required. Makes the inhabitants; counts in the options are never negative here. cpFalse: no memory.
	cpBool (*populate)(flockWorld *world, const flockSceneOptions *options);
	/// Frees #flockWorld.own. Called before flock and space are freed, also when #populate failed.
	void (*destroy)(flockWorld *world);
	/// Called before each physics step.
	void (*beforeStep)(flockWorld *world);
	/// Switches between the settings of the scene's source and ours, in flight.
	void (*setFaithful)(flockWorld *world, cpBool faithful);
	/// One of #keys was pressed.
	void (*key)(flockWorld *world, char key);
	/// The pointer moved, left the world, or its button changed: see #flockWorld.pointer.
	void (*pointerChanged)(flockWorld *world);
	/// Draws whatever explains the scene, in world coordinates, with Chipmunk's own drawing interface.
	void (*overlay)(const flockWorld *world, const cpSpaceDebugDrawOptions *pen);
} flockScene;

/// The mouse in world coordinates.
typedef struct flockPointer {
	cpBool known; ///< cpFalse while it has not been seen or is outside the world; #position is meaningless then.
	cpBool pressed;
	cpVect position;
} flockPointer;

/// A running scene.
struct flockWorld {
	const flockScene *scene;
	cpSpace *space;
	cpFlock *flock;
	cpBB bounds;      ///< The part of the world to show.
	cpBool hasSolids; ///< The space has shapes other than those of the flock's members.
	cpBool faithful;
	flockPointer pointer;
	uint64_t random; ///< State of the scene's random numbers, see random.h.
	flockFigure figures[FLOCK_WORLD_SPECIES];
	cpFlockSpecies measured; ///< The species whose figures are of interest,
	cpFloat linkRadius;      ///< and the distance that makes a group of it.
	void *own;               ///< The scene's own data.
};

/// Makes a world of a scene.
/// @return NULL if memory is short.
flockWorld *flockWorldNew(const flockScene *scene, const flockSceneOptions *options);

/// Frees a world with everything in its space. NULL is allowed.
void flockWorldFree(flockWorld *world);

/// Makes one physics step of the scene's length.
void flockWorldStep(flockWorld *world);

/// Switches between the faithful and the natural settings if the scene has both.
void flockWorldSetFaithful(flockWorld *world, cpBool faithful);

/// Tells the scene where the pointer is.
void flockWorldSetPointer(flockWorld *world, flockPointer pointer);

/// Gives a key to the scene.
/// @return cpFalse if it is none of the scene's keys.
cpBool flockWorldKey(flockWorld *world, char key);

/// Measures the world's main species. All zero if it cannot be measured.
cpFlockMetrics flockWorldMeasure(const flockWorld *world);

#endif
