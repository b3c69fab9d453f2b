/* SPDX-License-Identifier: MIT
 * Random numbers that are the same on every machine. Algorithm: SplitMix64, Steele, Lea and Flood 2014. */
#ifndef DEMO_RANDOM_H
#define DEMO_RANDOM_H

#include <stdint.h>

#include <chipmunk/chipmunk.h>

static inline uint64_t RandomBits(uint64_t *state) {
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/// Uniform in [low, high).
static inline cpFloat RandomBetween(uint64_t *state, cpFloat low, cpFloat high) {
	double unit = (double)(RandomBits(state) >> 11) * (1.0 / 9007199254740992.0);
	return low + (high - low) * (cpFloat)unit;
}

#endif
