/* SPDX-License-Identifier: MIT
 * Compiled at configure time: can a kernel for mask registers be built, and asked for at run time? */
#include <immintrin.h>

int main(void) {
	__m256 sum = _mm256_setzero_ps();
	if(!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl")) return 0;
	sum = _mm256_mask_add_ps(sum, _mm256_cmp_ps_mask(sum, sum, _CMP_LT_OQ), sum, sum);
	return (int)_mm256_cvtss_f32(sum);
}
