/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_SILENT_OPTIONS_H
#define FUZZ_SILENT_OPTIONS_H

#include <stdio.h>

/* Where the parser prints to. */
extern FILE *silentSink;

#endif
