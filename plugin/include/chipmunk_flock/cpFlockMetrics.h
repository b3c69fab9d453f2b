/* SPDX-License-Identifier: MIT
 * chipmunk_flock: figures that describe how a flock moves. */
#ifndef CP_FLOCK_METRICS_H
#define CP_FLOCK_METRICS_H

#include "chipmunk_flock/cpFlockTypes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// @brief Order parameters of a species: polarization, rotation, speeds, distances and groups.

/// How the bodies of a species move. Nearest-image distances are used on a periodic world. All values are 0 where
/// there is nothing to measure.
typedef struct cpFlockMetrics {
	int bodies; ///< Finite bodies of the species that are in the space.
	/// Length of the mean unit velocity, 0 (no common direction) to 1 (all fly alike). Bodies at rest count as zero.
	/// Source: Vicsek et al. 1995.
	cpFloat polarization;
	/// Length of the mean of unit(p - center) x unit(v) in the largest group, 0 to 1 (all circle its center one way):
	/// milling. Source: Couzin et al. 2002.
	cpFloat rotation;
	cpFloat minSpeed;   ///< Lowest speed, px/s.
	cpFloat meanSpeed;  ///< Mean speed, px/s.
	cpFloat maxSpeed;   ///< Highest speed, px/s.
	cpFloat minNearest; ///< Smallest distance between two bodies, px.
	cpFloat
		meanNearest; ///< Mean distance of a body to its nearest, px; bodies farther than linkRadius from all others do not count.
	int groups;       ///< Number of groups: bodies linked, directly or through others, at linkRadius.
	int largestGroup; ///< Bodies in the largest group. Of equal ones, the one whose first body joined first.
	/// Mean unit velocity of the largest group; not a unit vector, its length is that group's polarization.
	cpVect largestHeading;
	/// Center of the largest group, px: the mean position, over the seam where the world is periodic.
	cpVect largestCenter;
} cpFlockMetrics;

/// Measures one species now. Costs about as much as one update of it and may allocate; not meant for every step.
/// @param flock The flock.
/// @param species The species to measure.
/// @param linkRadius Distance up to which two bodies belong to one group, px, > 0.
/// @param metrics Receives the figures; unchanged unless the call succeeds.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, _SPECIES, _NOT_FINITE, _RANGE, _MEMORY, or _UPDATING.
CP_FLOCK_API cpFlockStatus cpFlockMeasure(
	cpFlock *flock, cpFlockSpecies species, cpFloat linkRadius, cpFlockMetrics *metrics);

#ifdef __cplusplus
}
#endif

#endif
