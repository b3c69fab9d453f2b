/* SPDX-License-Identifier: MIT
 * Eight numbers at a time, with the vector extensions of gcc and clang: the same bits on every instruction set. */
#ifndef CP_FLOCK_LANES_H
#define CP_FLOCK_LANES_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "cpFlockInternal.h"

/* Where the compiler computes in more digits than it stores, lanes and scalars would differ. */
#if(defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 9)) && __FLT_EVAL_METHOD__ == 0

	#define FLK_HAVE_LANES

typedef float flkFloats __attribute__((vector_size(32)));
typedef int32_t flkInts __attribute__((vector_size(32)));
typedef uint32_t flkWords __attribute__((vector_size(32)));
typedef double flkDoubles __attribute__((vector_size(64)));
typedef int64_t flkPairsOfInts __attribute__((vector_size(32)));

/* Eight numbers anywhere in an array. */
typedef double flkDoublesAt __attribute__((vector_size(64), aligned(8), may_alias));
typedef uint32_t flkWordsAt __attribute__((vector_size(32), aligned(4), may_alias));
	#define FLK_DOUBLES(at) (*(flkDoublesAt *)(void *)(at))
typedef float flkFloatsAt __attribute__((vector_size(32), aligned(4), may_alias));
	#define FLK_WORDS(at) (*(flkWordsAt *)(void *)(at))
	#define FLK_FLOATS(at) (*(flkFloatsAt *)(void *)(at))
	#define FLK_NARROW(value) __builtin_convertvector(value, flkFloats)
	#define FLK_WIDEN(value) __builtin_convertvector(value, flkDoubles)

	#define FLK_INLINE static inline __attribute__((always_inline))

	/* The same number in all lanes. */
	#define FLK_ALL(number) ((flkFloats){number, number, number, number, number, number, number, number})

	#define FLK_ALL_WORDS(number) ((flkWords){number, number, number, number, number, number, number, number})

	/* Lanes of `a`, 0 to 7, and of `b`, 8 to 15, by number. */
	#if defined(__clang__)
		#define FLK_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
	#else
		#define FLK_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (flkInts){__VA_ARGS__})
	#endif

	#define FLK_NUMBERS ((flkInts){0, 1, 2, 3, 4, 5, 6, 7})

	/* Keeps the lanes of `value` where `mask` is set, zero elsewhere. */
	#define FLK_MASKED(mask, value) ((flkFloats)((mask) & (flkInts)(value)))
	/* The lanes of `a` where `mask` is set, of `b` elsewhere. */
	#define FLK_SELECT(mask, a, b) ((flkFloats)(((mask) & (flkInts)(a)) | (~(mask) & (flkInts)(b))))
	#define FLK_ABS(value) ((flkFloats)((flkInts)(value)&0x7fffffff))

	/* Nearest image. Adding and subtracting 1.5 * 2^23 rounds to a whole number, half to even, on any instruction set. */
	#define FLK_ROUNDED(value) (((value) + 12582912.0f) - 12582912.0f)
	#define FLK_NEAREST(delta, extent, inverse) ((delta) -= FLK_ROUNDED((delta) * (inverse)) * (extent))

FLK_INLINE void flkRoots(flkFloats *value) {
	for(int l = 0; l < FLK_LANES; l++) (*value)[l] = sqrtf((*value)[l]);
}

#endif

#endif
