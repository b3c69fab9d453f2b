/* SPDX-License-Identifier: MIT
 * The game that the pages talk about: a space, bodies that the game already has, a player; and, unless the page is
 * about making it, a flock with a species of birds that the bodies belong to and a species of hawks. */
#ifndef HARNESS_H
#define HARNESS_H

#undef NDEBUG
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <chipmunk_flock/chipmunk_flock.h>

enum { GAME_BODIES = 60 };

typedef struct Game {
	cpSpace *space;
	cpBody *bodies[GAME_BODIES];
	cpBody *player;
	cpFlock *flock;
	cpFlockSpecies bird, hawk;
} Game;

/* The names that a block may use. A block that declares one itself hides ours. */
#define GAME_NAMES(game)                                                                                               \
	cpSpace *space = (game)->space;                                                                                    \
	cpBody **bodies = (game)->bodies;                                                                                  \
	cpBody *player = (game)->player;                                                                                   \
	cpFlock *flock = (game)->flock;                                                                                    \
	cpFlockSpecies bird = (game)->bird, hawk = (game)->hawk;                                                           \
	const int n = GAME_BODIES;                                                                                         \
	const cpFloat dt = (cpFloat)1 / 60

/* Runs a block in a game of its own. */
void gameRun(const char *where, void (*block)(Game *game), int withFlock);

/* At the end of a block: nothing was refused (or something was, if that is what the page shows); one second of steps; every
 * body is finite. `flock` is the game's or the one that the block made, in whatever space. */
void gameFinish(Game *game, cpFlock *flock, int refused);

/* The exit status; fails where no block was run to its end. */
int gameResult(void);

#endif
