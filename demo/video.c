/* SPDX-License-Identifier: MIT */
#include "video.h"

#include <stdio.h>
#include <string.h>

static bool IsKnownDriver(const char *name, size_t length) {
	for(int i = 0; i < SDL_GetNumVideoDrivers(); i++) {
		const char *known = SDL_GetVideoDriver(i);
		if(strlen(known) == length && SDL_strncasecmp(known, name, length) == 0) return true;
	}
	return false;
}

/// Whether a comma-separated list, as SDL takes it, names any driver that this SDL has.
static bool NamesKnownDriver(const char *list) {
	for(;;) {
		size_t length = strcspn(list, ",");
		if(IsKnownDriver(list, length)) return true;
		if(list[length] == '\0') return false;
		list += length + 1;
	}
}

static void PrintUnknownDriver(const char *wanted) {
	fprintf(stderr, "flock_demo: SDL has no video driver '%s' (SDL_VIDEODRIVER). It has:", wanted);
	for(int i = 0; i < SDL_GetNumVideoDrivers(); i++) fprintf(stderr, " %s", SDL_GetVideoDriver(i));
	fputc('\n', stderr);
}

static bool StartOffscreen(void) {
	SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "dummy", SDL_HINT_OVERRIDE);
	if(SDL_InitSubSystem(SDL_INIT_VIDEO) == 0) return true;
	fprintf(stderr, "flock_demo: no video driver works, not even drawing off screen: %s\n", SDL_GetError());
	return false;
}

static bool DriverIsInvisible(void) {
	const char *driver = SDL_GetCurrentVideoDriver();
	return driver && (strcmp(driver, "dummy") == 0 || strcmp(driver, "offscreen") == 0);
}

static bool StartVideo(bool headless) {
	const char *wanted = SDL_getenv("SDL_VIDEODRIVER");
	if(wanted && !*wanted) wanted = NULL;
	if(wanted && !NamesKnownDriver(wanted)) {
		PrintUnknownDriver(wanted);
		return false;
	}
	if(headless && !wanted) return StartOffscreen();
	if(SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
		fprintf(stderr, "flock_demo: no display (%s); drawing off screen instead\n", SDL_GetError());
		return StartOffscreen();
	}
	// Without a display, some builds of SDL choose such a driver by themselves.
	if(!wanted && DriverIsInvisible()) fputs("flock_demo: no display; drawing off screen instead\n", stderr);
	return true;
}

static SDL_Renderer *MakeRenderer(SDL_Window *window, bool offscreen) {
	SDL_Renderer *renderer = NULL;
	if(!offscreen) {
		renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC);
		if(!renderer) renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_ACCELERATED);
	}
	return renderer ? renderer : SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE);
}

static bool MakeWindow(demoVideo *video, const char *title, int width, int height) {
	Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
	if(video->offscreen) flags = SDL_WINDOW_HIDDEN;
	video->window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height, flags);
	if(!video->window) return false;
	video->renderer = MakeRenderer(video->window, video->offscreen);
	if(video->renderer) return true;
	SDL_DestroyWindow(video->window);
	video->window = NULL;
	return false;
}

static bool MakeWindowSomehow(demoVideo *video, const char *title, int width, int height) {
	if(MakeWindow(video, title, width, height)) return true;
	if(!video->offscreen) {
		fprintf(stderr, "flock_demo: no window (%s); drawing off screen instead\n", SDL_GetError());
		SDL_QuitSubSystem(SDL_INIT_VIDEO);
		video->offscreen = true;
		if(!StartOffscreen()) return false;
		if(MakeWindow(video, title, width, height)) return true;
	}
	fprintf(stderr, "flock_demo: nothing to draw on: %s\n", SDL_GetError());
	return false;
}

bool demoVideoOpen(demoVideo *video, const char *title, int width, int height, bool headless) {
	*video = (demoVideo){0};
	if(!StartVideo(headless)) return false;
	video->offscreen = headless || DriverIsInvisible();
	if(!MakeWindowSomehow(video, title, width, height)) {
		demoVideoClose(video);
		return false;
	}
	SDL_RendererInfo info = {0};
	SDL_GetRendererInfo(video->renderer, &info);
	video->paced = (info.flags & SDL_RENDERER_PRESENTVSYNC) != 0;
	return true;
}

void demoVideoClose(demoVideo *video) {
	if(video->renderer) SDL_DestroyRenderer(video->renderer);
	if(video->window) SDL_DestroyWindow(video->window);
	*video = (demoVideo){0};
	SDL_Quit();
}
