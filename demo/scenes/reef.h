/* SPDX-License-Identifier: MIT
 * What stands, drifts and lies about in the fish's basin. */
#ifndef DEMO_SCENES_REEF_H
#define DEMO_SCENES_REEF_H

#include "../scene.h"

/// Collision type of all its shapes.
#define FLOCK_REEF_COLLISION_TYPE 1

/// Category of all its shapes; they collide with everything.
#define FLOCK_REEF_CATEGORY 1

typedef struct flockReef flockReef;

/// Makes rocks, walls, moving bodies and a crate, and adds them to a space, which owns bodies and shapes from then on.
/// @param tiles The reef is repeated so often along either axis.
/// @return NULL if memory is short.
flockReef *flockReefNew(cpSpace *space, int tiles);

/// Frees the reef but not what the space owns. NULL is allowed.
void flockReefFree(flockReef *reef);

/// The basin inside the walls.
cpBB flockReefBounds(const flockReef *reef);

/// Whether a circle touches nothing of the reef.
cpBool flockReefIsFree(const flockReef *reef, cpVect position, cpFloat radius);

/// Gives the moving bodies the velocities that take them where they are to be after a step.
/// @param time At the end of the step, s.
/// @param dt Length of the step, s.
void flockReefMove(flockReef *reef, cpFloat time, cpFloat dt);

/// Takes hold of a crate under the pointer, pulls it along and lets it go.
void flockReefDrag(flockReef *reef, flockPointer pointer);

/// Draws what the shapes alone do not show.
void flockReefDraw(const flockReef *reef, const cpSpaceDebugDrawOptions *pen);

#endif
