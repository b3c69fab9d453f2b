/* SPDX-License-Identifier: MIT
 * What a scene is, and a world made of one. Needs Chipmunk and the flock only, no SDL, so that tests and benchmarks
 * can run every scene without a window. */
#ifndef DEMO_SCENE_H
#define DEMO_SCENE_H

#include <stdint.h>

#include <chipmunk_flock/chipmunk_flock.h>

/// Most species that a scene may have.
#define FLOCK_WORLD_SPECIES 8

/// What of a species' settings can be changed while it moves.
typedef enum flockKnob {
	FLOCK_KNOB_SEPARATION, ///< Weights,
	FLOCK_KNOB_ALIGNMENT,
	FLOCK_KNOB_COHESION,
	FLOCK_KNOB_VIEW_RADIUS, ///< radius of alignment and cohesion,
	FLOCK_KNOB_NEAR_RADIUS, ///< radius of separation,
	FLOCK_KNOB_SPEED,       ///< limits of the speed.
	FLOCK_KNOBS
} flockKnob;

/// How far each knob is turned: 0 leaves the setting as it is, see flockKnobsFactor().
typedef struct flockKnobs {
	int levels[FLOCK_KNOBS];
} flockKnobs;

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
	cpBool headingColor;        ///< Colored by direction of motion; otherwise by #paint or #color.
	/// The color of a body that looks along a unit vector and moves at a speed, px/s; NULL: #color.
	flockColor (*paint)(cpVect direction, cpFloat speed);
	flockColor color;
	cpFloat sway; ///< The tail swings so far to either side, world units. 0: the figure is stiff.
	/// Radius of a glow, world units, that is drawn instead of the facets unless it is only some pixels wide. 0: none.
	cpFloat glow;
} flockFigure;

/// How a solid shape looks. A scene gives it to a shape as its user data; a shape without a look is not drawn.
typedef struct flockSolidLook {
	flockColor fill, rim;
} flockSolidLook;

/// How a world is to be made. Negative counts: the scene's own.
typedef struct flockSceneOptions {
	int bodies;
	int predators;
	uint64_t seed;
	int faithful; ///< 1: the arithmetic of the scene's source as written, 0: our own settings, -1: the scene's own choice.
	flockKnobs knobs;
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
	cpBool faithful;         ///< Starts with the settings of its source.
	int width, height;       ///< The size of window that suits it, pixels.
	cpFloat timeStep;        ///< Length of one physics step, s.
	flockColor skyTop, skyBottom;
	/// Brightness of the background, 1 for that of the sky, at a place from (0, 0) upper left to (1, 1) lower right.
	/// NULL: 1 everywhere.
	cpFloat (*shade)(cpFloat x, cpFloat y);
	cpBool soft;               ///< Nothing in it has edges that need smoothing.
	const flockSceneKey *keys; ///< Ended by an entry with key 0; may be NULL.

	/// Required. Makes the inhabitants; counts in the options are never negative here. cpFalse: no memory.
	cpBool (*populate)(flockWorld *world, const flockSceneOptions *options);
	/// Frees #flockWorld.own. Called before flock and space are freed, also when #populate failed.
	void (*destroy)(flockWorld *world);
	/// Called before each physics step.
	void (*beforeStep)(flockWorld *world);
	/// Gives the species the settings that #flockWorld.faithful and #flockWorld.knobs ask for.
	void (*settingsChanged)(flockWorld *world);
	/// Adds and removes predators until there are so many.
	void (*setPredators)(flockWorld *world, int count);
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
	cpBool hasSolids; ///< The space has shapes with a look.
	cpBool faithful;
	flockKnobs knobs;
	flockPointer pointer;
	uint64_t random; ///< State of the scene's random numbers, see random.h.
	cpFloat time;    ///< Simulated since the world was made, s.
	long contacts;   ///< How often a member has begun to touch a solid shape; for scenes that count it.
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

/// Turns the knobs.
void flockWorldSetKnobs(flockWorld *world, flockKnobs knobs);

/// Changes the number of predators if the scene can.
void flockWorldSetPredators(flockWorld *world, int count);

/// Gives a key to the scene.
/// @return cpFalse if it is none of the scene's keys.
cpBool flockWorldKey(flockWorld *world, char key);

/// Measures the world's main species. All zero if it cannot be measured.
cpFlockMetrics flockWorldMeasure(const flockWorld *world);

#endif
