/* SPDX-License-Identifier: MIT
 * Figures of schooling among obstacles: 300 fish in 1280 x 720 px for 60 s. */
#ifndef SCHOOL_H
#define SCHOOL_H

#include <chipmunk_flock/chipmunk_flock.h>

typedef struct schoolPreset {
	const char *name;
	cpFlockSettings fish, shark;
} schoolPreset;

/* "natural" (cpFlockSettingsSardine, cpFlockSettingsShark) or "faithful" (the Matter.js article); NULL: unknown. */
const schoolPreset *schoolFindPreset(schoolPreset *storage, const char *name);

typedef enum schoolScene {
	SCHOOL_ROCKS,  /* a: twelve static rocks, circles and polygons, on a torus */
	SCHOOL_MOVERS, /* b: eight kinematic bodies on patrol, up to the fish's own speed, on a torus */
	SCHOOL_WALLS,  /* c: a closed basin with inner walls, corners and a dead end */
	SCHOOL_SHARK,  /* d: b and a shark */
	SCHOOL_SCENES
} schoolScene;

const char *schoolSceneName(schoolScene scene);

typedef struct schoolFigures {
	int contacts;       /* fish-obstacle contacts begun */
	double fishSeconds; /* 300 fish for 60 s */
	int escaped;        /* fish that were outside of the basin at the end (walls only) */
	double stuck;       /* share of fish that were slower than 5 % of the maximum speed for over 2 s */
	double
		splitTime; /* longest time in which the largest group held less than 90 % of the fish, after the first 10 s, s */
	double wholeShare;   /* share of the time after 10 s in which it held 90 % or more */
	double polarization; /* mean after 10 s */
	double meanSpeed;    /* at the end, px/s */
} schoolFigures;

schoolFigures schoolSwim(const schoolPreset *preset, schoolScene scene, unsigned seed);

enum { SCHOOL_FISH = 300, SCHOOL_WIDTH = 1280, SCHOOL_HEIGHT = 720 };

#endif
