/* SPDX-License-Identifier: MIT
 * The option parser of tests/bench, with what it prints thrown away: a fuzzer would print millions of lines. */
#include <stdio.h>

#include "silent_options.h"

FILE *silentSink;

#undef stdout
#undef stderr
#define stdout silentSink
#define stderr silentSink
#include "../bench/options.c"
