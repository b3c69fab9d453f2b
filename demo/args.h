/* SPDX-License-Identifier: MIT
 * The command line. Plain C without SDL, Chipmunk or exit(), so that it can be tested and fuzzed. */
#ifndef DEMO_ARGS_H
#define DEMO_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// Most bodies that may be asked for.
#define DEMO_ARGS_BODIES 200000

/// Room for every message of demoArgsParse().
#define DEMO_ARGS_MESSAGE 256

typedef enum demoAction { DEMO_ACTION_RUN, DEMO_ACTION_HELP, DEMO_ACTION_VERSION, DEMO_ACTION_LIST } demoAction;

typedef enum demoHudChoice {
	DEMO_HUD_AUTO, ///< Shown, but not in the pictures of a headless run.
	DEMO_HUD_ON,
	DEMO_HUD_OFF
} demoHudChoice;

/// What the command line asked for. Texts belong to argv.
typedef struct demoArgs {
	int action;                  ///< A demoAction.
	int headless, stats, trails; ///< 0 or 1.
	int faithful;                ///< 0 or 1, -1: the scene's own.
	int hud;                     ///< A demoHudChoice.
	int bodies, predators;       ///< -1: the scene's own.
	int frames;                  ///< 0: not given.
	int width, height;           ///< 0: the scene's own.
	uint64_t seed;
	const char *scene, *screenshot, *positions, *keys; ///< NULL: not given.
} demoArgs;

/// The arguments when the command line is empty.
demoArgs demoArgsDefault(void);

/// Reads a command line as main() gets it. Accepts "--option value" and "--option=value".
/// @param message Receives a sentence that names what is wrong; at least DEMO_ARGS_MESSAGE bytes.
/// @return false if something is wrong; args is then of no use.
bool demoArgsParse(demoArgs *args, int argc, char *const argv[], char *message);

/// Prints the text of --help.
void demoArgsPrintHelp(FILE *file);

#endif
