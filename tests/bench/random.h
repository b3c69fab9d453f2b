/* SPDX-License-Identifier: MIT
 * Random layouts that do not depend on the C library's rand(). */
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <stdint.h>

static inline uint64_t randomSeed(unsigned seed) {
	return UINT64_C(0x9e3779b97f4a7c15) * (seed + 1u) | 1u;
}

/* xorshift64* (Vigna 2016): a number in [0, 1). */
static inline double randomUnit(uint64_t *state) {
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return (double)((*state * UINT64_C(2685821657736338717)) >> 11) / 9007199254740992.0;
}

#endif
