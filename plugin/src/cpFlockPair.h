/* SPDX-License-Identifier: MIT
 * The two numbers of a vector at a time, for the loops that read and write bodies: a body's vectors lie in memory as pairs. */
#ifndef CP_FLOCK_PAIR_H
#define CP_FLOCK_PAIR_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cpFlockBody.h"

#if defined(CP_FLOCK_DIRECT_ACCESS) && (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 9)) &&                 \
	__FLT_EVAL_METHOD__ == 0

	#define FLK_HAVE_PAIRS

typedef double flkPair __attribute__((vector_size(16)));
typedef int64_t flkPairMask __attribute__((vector_size(16)));
typedef int32_t flkPairOfInts __attribute__((vector_size(8)));
typedef float flkPairOfFloats __attribute__((vector_size(8)));

/* Two pairs. */
typedef double flkQuad __attribute__((vector_size(32)));
typedef int64_t flkQuadMask __attribute__((vector_size(32)));
typedef float flkQuadOfFloats __attribute__((vector_size(16)));

	#define FLK_PAIR(number) ((flkPair){number, number})
	#define FLK_PAIR_ABS(pair) ((flkPair)((flkPairMask)(pair)&INT64_MAX))

	#define FLK_PAIR_INLINE static inline __attribute__((always_inline))

/* Two numbers at an address, and back. */
FLK_PAIR_INLINE flkPair flkPairAt(const double *at) {
	flkPair pair;
	memcpy(&pair, at, sizeof(pair));
	return pair;
}

FLK_PAIR_INLINE void flkPutPair(double *at, flkPair pair) {
	memcpy(at, &pair, sizeof(pair));
}

/* Whether a comparison holds for both. */
FLK_PAIR_INLINE cpBool flkBoth(flkPairMask mask) {
	#if defined(__SSE2__)
	return __builtin_ia32_movmskpd((flkPair)mask) == 3;
	#else
	return (mask[0] & mask[1]) != 0;
	#endif
}

/* The vector of a body that begins at this offset, whatever cpFloat is. */
FLK_PAIR_INLINE flkPair flkBodyPair(const cpBody *body, size_t offset) {
	const char *at = (const char *)body + offset;
	#if CP_USE_DOUBLES
	flkPair pair;
	memcpy(&pair, at, sizeof(pair));
	return pair;
	#else
	flkPairOfFloats floats;
	memcpy(&floats, at, sizeof(floats));
	return __builtin_convertvector(floats, flkPair);
	#endif
}

	#define FLK_BODY_PAIR(body, field) flkBodyPair(body, offsetof(cpBody, field))

	#define FLK_QUAD_ABS(quad) ((flkQuad)((flkQuadMask)(quad)&INT64_MAX))

/* Position and velocity of a body whose position is its center of gravity. Not returned: how vectors so long are is a matter
 * of the instruction set. */
FLK_PAIR_INLINE void flkBodyMotion(const cpBody *body, flkQuad *motion) {
	const char *at = (const char *)body + offsetof(cpBody, p);
	#if CP_USE_DOUBLES
	memcpy(motion, at, sizeof(*motion));
	#else
	flkQuadOfFloats floats;
	memcpy(&floats, at, sizeof(floats));
	*motion = __builtin_convertvector(floats, flkQuad);
	#endif
}

/* Sets the force on a body if it is finite as cpFloat has it. */
FLK_PAIR_INLINE void flkPutForce(cpBody *body, flkPair force) {
	#if CP_USE_DOUBLES
	if(flkBoth(force - force == FLK_PAIR(0.0))) memcpy(&body->f, &force, sizeof(force));
	#else
	flkPairOfFloats floats = __builtin_convertvector(force, flkPairOfFloats);
	force = __builtin_convertvector(floats, flkPair);
	if(flkBoth(force - force == FLK_PAIR(0.0))) memcpy(&body->f, &floats, sizeof(floats));
	#endif
}

#endif

#endif
