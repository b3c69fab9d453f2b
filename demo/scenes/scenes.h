/* SPDX-License-Identifier: MIT
 * The table of all scenes. */
#ifndef DEMO_SCENES_H
#define DEMO_SCENES_H

#include "../scene.h"

/// Number of scenes.
int flockSceneCount(void);

/// A scene by its place in the table, 0 to flockSceneCount() - 1.
const flockScene *flockSceneAt(int index);

/// The place of a scene in the table by its name, or -1.
int flockSceneFind(const char *name);

extern const flockScene flockSceneBirds, flockSceneFish, flockSceneP5, flockSceneWebGpu;

#endif
