/* SPDX-License-Identifier: MIT
 * Which of eight lanes take part: whole lanes of ones and zeros, or where this is compiled for them the mask registers of
 * AVX-512VL, with which a sum over some lanes is one instruction instead of two. A lane that is left out keeps its sum, to
 * which the other way adds +0: the same bits, because no sum is -0. */
#ifndef CP_FLOCK_MASKS_H
#define CP_FLOCK_MASKS_H

#include "cpFlockLanes.h"

#if defined(FLK_HAVE_LANES)

	#if defined(__AVX512VL__)

		#include <immintrin.h>

typedef __mmask8 flkMask;

FLK_INLINE flkMask flkLess(flkFloats a, flkFloats b) {
	return _mm256_cmp_ps_mask((__m256)a, (__m256)b, _CMP_LT_OQ);
}

FLK_INLINE flkMask flkAtLeastAs(flkFloats a, flkFloats b) {
	return _mm256_cmp_ps_mask((__m256)a, (__m256)b, _CMP_GE_OQ);
}

FLK_INLINE flkMask flkBothMasks(flkMask a, flkMask b) {
	return (flkMask)(a & b);
}

FLK_INLINE flkFloats flkWhere(flkMask mask, flkFloats value) {
	return (flkFloats)_mm256_maskz_mov_ps(mask, (__m256)value);
}

FLK_INLINE void flkAddWhere(flkFloats *sum, flkMask mask, flkFloats value) {
	*sum = (flkFloats)_mm256_mask_add_ps((__m256)*sum, mask, (__m256)*sum, (__m256)value);
}

FLK_INLINE void flkCountWhere(flkInts *count, flkMask mask) {
	*count = (flkInts)_mm256_mask_sub_epi32((__m256i)*count, mask, (__m256i)*count, _mm256_set1_epi32(-1));
}

	#else

typedef flkInts flkMask;

		/* Macros, because functions with vectors wider than the registers of the oldest instruction set have no common ABI. */
		#define flkLess(a, b) ((a) < (b))
		#define flkAtLeastAs(a, b) ((a) >= (b))
		#define flkBothMasks(a, b) ((a) & (b))
		#define flkWhere(mask, value) FLK_MASKED(mask, value)
		#define flkAddWhere(sum, mask, value) (*(sum) += FLK_MASKED(mask, value))
		#define flkCountWhere(count, mask) (*(count) -= (mask))

	#endif

#endif

#endif
