/* SPDX-License-Identifier: MIT
 * What the programs of figures have in common: arguments, progress, order statistics. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <chipmunk/chipmunk.h>

typedef struct benchOptions {
	const char *preset; /* NULL: all */
	const char *figure; /* NULL: all */
	long seeds, first;
	cpBool each;
} benchOptions;

/* What may be asked for. Lists end with NULL. */
typedef struct benchChoices {
	const char *program, *purpose;
	const char *const *presets, *const *figures;
} benchChoices;

/* -1: go on; else the exit code (0 after --help, 2 after a bad argument, which is named on the standard error). */
int benchParse(const benchChoices *choices, int argc, char **argv, benchOptions *options);

/* Whether a preset or figure was asked for. */
cpBool benchWanted(const char *asked, const char *name);

/* A line on the standard error that counts the seeds. */
void benchProgress(const char *what, long done, long all);

double benchMedian(double *values, long count);

#endif
