/* SPDX-License-Identifier: MIT */
#ifndef CHIPMUNK_FLOCK_H
#define CHIPMUNK_FLOCK_H

/// @file
/// @brief The one header to include: everything of chipmunk_flock.

#include "chipmunk_flock/cpFlockTypes.h"
#include "chipmunk_flock/cpFlockSettings.h"
#include "chipmunk_flock/cpFlock.h"
#include "chipmunk_flock/cpFlockMetrics.h"

#endif
