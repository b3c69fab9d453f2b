/* SPDX-License-Identifier: MIT
 * What several scenes need. */
#ifndef DEMO_SCENES_COMMON_H
#define DEMO_SCENES_COMMON_H

#include "../scene.h"

/// Makes a member at a random place of the world, on its way in a random direction.
/// @param speed px/s.
/// @return NULL if memory is short.
cpBody *flockSpawnAnywhere(flockWorld *world, cpFlockSpecies species, cpFloat speed);

/// Makes one more member of a species.
typedef cpBody *(*flockSpawnFunc)(flockWorld *world, cpFlockSpecies species);

/// Makes members of a species, or takes the first ones out, until there are so many.
/// @return cpFalse if memory is short.
cpBool flockKeepCount(flockWorld *world, cpFlockSpecies species, int count, flockSpawnFunc spawn);

/// Settings for a world in which everything is larger by a factor, or smaller: lengths, speeds and accelerations. For
/// settings whose rules are LINEAR.
void flockScaleSettings(cpFlockSettings *settings, cpFloat factor);

/// Makes the world a torus without obstacles, in which so many bodies have room: larger if they are more than a crowd.
/// @return cpFalse if memory is short.
cpBool flockMakeTorus(flockWorld *world, cpFloat width, cpFloat height, int bodies, int crowd);

/// The two species that every scene has.
typedef struct flockHunt {
	cpFlockSpecies prey, predator;
} flockHunt;

/// Adds prey that flees and predators that chase it. The prey is what is measured.
/// @return cpFalse if memory is short.
cpBool flockAddHunt(flockWorld *world, flockHunt *hunt, const cpFlockSettings *prey, const cpFlockSettings *predator);

/// Gives both species other settings.
void flockSetHunt(
	flockWorld *world, const flockHunt *hunt, const cpFlockSettings *prey, const cpFlockSettings *predator);

#endif
