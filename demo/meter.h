/* SPDX-License-Identifier: MIT
 * Frame rate and mean times over the last half second, calm enough to be read. */
#ifndef DEMO_METER_H
#define DEMO_METER_H

#include <stdbool.h>

typedef struct demoMeter {
	double begin; ///< Of the running period, s; 0 before the first.
	int frames, steps;
	double stepTime, drawTime;                  ///< Sums of the running period, ms.
	double framesPerSecond, meanStep, meanDraw; ///< Of the last complete period.
} demoMeter;

void demoMeterAddStep(demoMeter *meter, double milliseconds);

/// Counts a frame.
/// @param now s, any origin.
/// @return true when a period is complete and the figures are new.
bool demoMeterAddFrame(demoMeter *meter, double now, double drawMilliseconds);

#endif
