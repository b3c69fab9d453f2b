/* SPDX-License-Identifier: MIT
 * Whether the plugin and the naive ways steer alike. */
#ifndef BENCH_CHECK_H
#define BENCH_CHECK_H

#include "stage.h"

/* Compares everything with pairs in double precision and prints one JSON object per way. 0: alike, 1: not, or no memory. */
int checkRun(stage *st, const benchCase *c);

#endif
