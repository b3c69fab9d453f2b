/* SPDX-License-Identifier: MIT
 * A fixed number of latest measurements and their median. */
#ifndef DEMO_SAMPLES_H
#define DEMO_SAMPLES_H

#define DEMO_SAMPLES 4096

typedef struct demoSamples {
	float values[DEMO_SAMPLES];
	int count; ///< How many values are valid.
	int next;  ///< Where the next one goes.
} demoSamples;

void demoSamplesAdd(demoSamples *samples, double value);

/// The median of the latest values, 0 if there are none.
double demoSamplesMedian(const demoSamples *samples);

#endif
