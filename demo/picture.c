/* SPDX-License-Identifier: MIT */
#ifndef _WIN32
	#define _POSIX_C_SOURCE 200809L // getcwd
#endif

#include "picture.h"

#include <stdio.h>
#include <string.h>

#ifdef _WIN32
	#include <direct.h>
	#define getcwd _getcwd
typedef int directorySize;
#else
	#include <unistd.h>
typedef size_t directorySize;
#endif

bool demoPictureSave(SDL_Renderer *renderer, const char *path) {
	int width, height;
	if(SDL_GetRendererOutputSize(renderer, &width, &height) != 0) return false;
	SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 24, SDL_PIXELFORMAT_BGR24);
	if(!surface) return false;
	bool saved = SDL_RenderReadPixels(renderer, NULL, surface->format->format, surface->pixels, surface->pitch) == 0 &&
				 SDL_SaveBMP(surface, path) == 0;
	SDL_FreeSurface(surface);
	return saved;
}

static bool IsAbsolute(const char *path) {
	bool drive = path[0] != '\0' && path[1] == ':';
	return path[0] == '/' || path[0] == '\\' || drive;
}

void demoPictureFullPath(const char *path, char full[DEMO_PICTURE_PATH]) {
	char directory[DEMO_PICTURE_PATH];
	bool known = !IsAbsolute(path) && getcwd(directory, (directorySize)sizeof(directory)) != NULL &&
				 strlen(directory) + strlen(path) + 2 <= DEMO_PICTURE_PATH;
	full[0] = '\0';
	if(known) {
		strcat(full, directory);
		if(directory[strlen(directory) - 1] != '/') strcat(full, "/");
	}
	strncat(full, path, DEMO_PICTURE_PATH - 1 - strlen(full));
}

static bool Exists(const char *name) {
	FILE *file = fopen(name, "rb");
	if(!file) return false;
	fclose(file);
	return true;
}

void demoPictureFreeName(const char *scene, char name[DEMO_PICTURE_PATH]) {
	for(int i = 1; i < 10000; i++) {
		snprintf(name, DEMO_PICTURE_PATH, "flock_demo-%s-%04d.bmp", scene, i);
		if(!Exists(name)) return;
	}
}
