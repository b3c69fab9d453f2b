/* SPDX-License-Identifier: MIT
 * What eight bodies do with a candidate that is at the point of none of them, once more for mask registers: a sum with a mask
 * is one instruction instead of two. A lane that is left out keeps its sum, to which the other way adds +0: the same bits,
 * because no sum is -0. */
#ifndef CP_FLOCK_MASKS_H
#define CP_FLOCK_MASKS_H

#include "cpFlockMeet.h"

#if defined(FLK_HAVE_LANES)

	#if defined(__AVX512VL__)

		#include <immintrin.h>

/* Adds to a sum where the mask is set. */
FLK_INLINE void flkAddMasked(flkFloats *sum, __mmask8 mask, flkFloats value) {
	*sum = (flkFloats)_mm256_mask_add_ps((__m256)*sum, mask, (__m256)*sum, (__m256)value);
}

FLK_INLINE void flkCountMasked(flkInts *count, __mmask8 mask) {
	*count = (flkInts)_mm256_mask_sub_epi32((__m256i)*count, mask, (__m256i)*count, _mm256_set1_epi32(-1));
}

FLK_INLINE __mmask8 flkNearer(flkFloats square, flkFloats radius) {
	return _mm256_cmp_ps_mask((__m256)square, (__m256)radius, _CMP_LT_OQ);
}

/* The lanes that see the candidate, see flkMeet(). */
FLK_INLINE __mmask8 flkSeen(
	const flkRadii *radii, const flkGroup *group, flkFloats dx, flkFloats dy, flkFloats square) {
	flkFloats dot = dx * group->hx + dy * group->hy;
	return _mm256_cmp_ps_mask((__m256)(dot * FLK_ABS(dot)), (__m256)(square * radii->cosine), _CMP_GE_OQ);
}

FLK_INLINE void flkMeetOther(const flkRadii *radii, const flkGroup *group, const flkFloats *offsetX,
	const flkFloats *offsetY, float vx, float vy, flkGroupSums *sums, int full, int split, int view) {
	flkFloats dx = *offsetX, dy = *offsetY, square = dx * dx + dy * dy;
	__mmask8 seen = view ? flkSeen(radii, group, dx, dy, square) : (__mmask8)0xff;
	__mmask8 close = flkNearer(square, radii->separation) & seen, aligned = flkNearer(square, radii->alignment) & seen;
	__mmask8 cohered = split ? flkNearer(square, radii->cohesion) & seen : aligned;
	flkFloats push = 1.0f / square;
	push = (flkFloats)_mm256_maskz_sub_ps(close, (__m256)push, _mm256_set1_ps(radii->fade));
	sums->separationX -= dx * push;
	sums->separationY -= dy * push;
	if(!full) return;
	flkCountMasked(&sums->aligned, aligned);
	flkAddMasked(&sums->velocityX, aligned, FLK_ALL(vx));
	flkAddMasked(&sums->velocityY, aligned, FLK_ALL(vy));
	if(split) flkCountMasked(&sums->cohered, cohered);
	flkAddMasked(&sums->deltaX, cohered, dx);
	flkAddMasked(&sums->deltaY, cohered, dy);
}

	#else

FLK_INLINE void flkMeetOther(const flkRadii *radii, const flkGroup *group, const flkFloats *dx, const flkFloats *dy,
	float vx, float vy, flkGroupSums *sums, int full, int split, int view) {
	flkMeet(radii, group, dx, dy, vx, vy, sums, full, split, view, 1);
}

	#endif

#endif

#endif
