/* SPDX-License-Identifier: MIT
 * Compiled, linked and run at configure time with the flags of the plugin: are target_clones to be had? The caller is
 * in another file, as in the plugin: some compilers only manage in one. */
#include "clones.h"

__attribute__((target_clones("avx512f", "avx2", "default"))) void add(wide *sum, const float *values, int count) {
	for(int i = 0; i < count; i++) *sum += values[i] - (wide){0};
}
