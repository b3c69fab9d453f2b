/* SPDX-License-Identifier: MIT
 * Figures of natural motion: 300 birds on a torus of 1280 x 720, alone and with a hawk. */
#ifndef FIGURES_H
#define FIGURES_H

#include <chipmunk_flock/chipmunk_flock.h>

typedef struct figuresPreset {
	const char *name;
	cpFlockSettings bird, hawk;
} figuresPreset;

/* "natural" (cpFlockSettingsBird, cpFlockSettingsHawk) or "faithful" (the Matter.js article); NULL: unknown. */
const figuresPreset *figuresFindPreset(figuresPreset *storage, const char *name);

/* 60 s from a uniform random start without a predator. */
typedef struct figuresFlight {
	double polarization; /* mean over the last 20 s */
	double crowded;      /* share of bird-seconds with another bird closer than a body radius, ten samples a second */
	double medianTurn;   /* of the heading, degrees per step, all bird-steps */
	double twitching;    /* share of bird-steps whose turn has the other sign than the one before, both over 1 degree */
	double wheeling;     /* least total turn of the largest group's mean heading in 10 s, degrees, last 40 s */
	double meanSpeed;    /* px/s, at the end */
	int largestGroup;    /* at the end, linked at the cohesion radius */
} figuresFlight;

figuresFlight figuresFly(const figuresPreset *preset, unsigned seed);

/* One flock in a disc of radius 200 px, crossed by one hawk that is taken away after the pass. */
typedef struct figuresPass {
	int touched;         /* birds that came closer to the hawk than its body radius */
	double closest;      /* px, of any bird to the hawk */
	int scattered;       /* birds in the largest group when the hawk is taken away */
	int rejoined;        /* birds in the largest group 10 s later */
	double polarization; /* 10 s later */
} figuresPass;

figuresPass figuresCross(const figuresPreset *preset, unsigned seed);

enum { FIGURES_BIRDS = 300, FIGURES_WIDTH = 1280, FIGURES_HEIGHT = 720 };

#endif
