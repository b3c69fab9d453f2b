/* SPDX-License-Identifier: MIT
 * Pictures of what is on the screen. */
#ifndef DEMO_PICTURE_H
#define DEMO_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include <SDL.h>

/// Room for a path.
#define DEMO_PICTURE_PATH 4096

/// Saves what has been drawn but not been presented yet as a BMP file.
/// @return false if that fails; SDL_GetError() tells why.
bool demoPictureSave(SDL_Renderer *renderer, const char *path);

/// The path of a file from the root on; the path as it is if the current directory is unknown.
void demoPictureFullPath(const char *path, char full[DEMO_PICTURE_PATH]);

/// A name in the current directory that no file has yet, numbered.
void demoPictureFreeName(const char *scene, char name[DEMO_PICTURE_PATH]);

#endif
