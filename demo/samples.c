/* SPDX-License-Identifier: MIT */
#include "samples.h"

#include <stdlib.h>
#include <string.h>

void demoSamplesAdd(demoSamples *samples, double value) {
	samples->values[samples->next] = (float)value;
	samples->next = (samples->next + 1) % DEMO_SAMPLES;
	if(samples->count < DEMO_SAMPLES) samples->count++;
}

static int CompareFloats(const void *a, const void *b) {
	float x = *(const float *)a, y = *(const float *)b;
	return (x > y) - (x < y);
}

double demoSamplesMedian(const demoSamples *samples) {
	float sorted[DEMO_SAMPLES];
	int count = samples->count;
	if(count == 0) return 0.0;
	memcpy(sorted, samples->values, (size_t)count * sizeof(sorted[0]));
	qsort(sorted, (size_t)count, sizeof(sorted[0]), CompareFloats);
	return 0.5 * ((double)sorted[(count - 1) / 2] + (double)sorted[count / 2]);
}
