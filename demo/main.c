/* SPDX-License-Identifier: MIT
 * flock_demo: shows flocks steered by chipmunk_flock. */
#include <stdio.h>
#include <stdlib.h>

#include <SDL.h>

#include "app.h"
#include "args.h"
#include "greeting.h"
#include "scenes/scenes.h"

enum { EXIT_WRONG_OPTION = 2 };

static void PrintVersion(void) {
	SDL_version sdl;
	SDL_GetVersion(&sdl);
	printf("flock_demo %s (Chipmunk %s, SDL %d.%d.%d)\n", cpFlockVersionString(), cpVersionString, sdl.major, sdl.minor,
		sdl.patch);
}

static void PrintScenes(FILE *file) {
	for(int i = 0; i < flockSceneCount(); i++) {
		fprintf(file, "%-10s %s\n", flockSceneAt(i)->name, flockSceneAt(i)->description);
	}
}

static int RunScene(const demoArgs *args) {
	int index = args->scene ? flockSceneFind(args->scene) : 0;
	if(index < 0) {
		fprintf(stderr, "flock_demo: there is no scene '%s'; the scenes are:\n", args->scene);
		PrintScenes(stderr);
		return EXIT_WRONG_OPTION;
	}
	demoGreetingSilence();
	demoApp *app = demoAppNew(args, index);
	if(!app) return EXIT_FAILURE;
	bool succeeded = demoAppRun(app);
	demoAppFree(app);
	return succeeded ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int RunAction(const demoArgs *args) {
	switch(args->action) {
	case DEMO_ACTION_HELP:
		demoArgsPrintHelp(stdout);
		return EXIT_SUCCESS;
	case DEMO_ACTION_VERSION:
		PrintVersion();
		return EXIT_SUCCESS;
	case DEMO_ACTION_LIST:
		PrintScenes(stdout);
		return EXIT_SUCCESS;
	default:
		return RunScene(args);
	}
}

int main(int argc, char *argv[]) {
	demoArgs args;
	char message[DEMO_ARGS_MESSAGE];
	if(!demoArgsParse(&args, argc, argv, message)) {
		fprintf(stderr, "flock_demo: %s\nTry 'flock_demo --help'.\n", message);
		return EXIT_WRONG_OPTION;
	}
	int status = RunAction(&args);
	if(fflush(stdout) == 0 && !ferror(stdout)) return status;
	perror("flock_demo: cannot write to the standard output");
	return EXIT_FAILURE;
}
