/* SPDX-License-Identifier: MIT */
typedef float wide __attribute__((vector_size(32)));

void add(wide *sum, const float *values, int count);
