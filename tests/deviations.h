/* SPDX-License-Identifier: MIT
 * How far the flock is from recorded data: the largest deviation of each kind, printed as a table. */
#ifndef DEVIATIONS_H
#define DEVIATIONS_H

#include "support.h"

#define DEVIATIONS_MOST 8

/* The row of one file. */
typedef struct Deviations {
	const char *name;
	int records, bodies; /* bodies: summed up over the records */
	double of[DEVIATIONS_MOST];
} Deviations;

/* What the columns of a table are. */
typedef struct DeviationTable {
	const char *title;
	int count; /* of columns */
	const char *columns[DEVIATIONS_MOST];
	double tolerance[DEVIATIONS_MOST];
} DeviationTable;

/* The same tolerance for all columns. */
DeviationTable deviationTable(const char *title, const char *const *columns, int count, double tolerance);

Deviations deviationsNew(const char *name);
/* Keeps the largest; NaN counts as the largest. */
void deviationsNote(Deviations *deviations, int column, double deviation);
double distanceOf(cpVect a, cpVect b);
/* |a - b| relative to |b|, or to 1 where that is smaller. */
double relativeDistance(cpVect a, cpVect b);

/* Prints the table, then fails the test if a value is above its column's tolerance. */
void deviationsReport(const DeviationTable *table, const Deviations *rows, int count);

#endif
