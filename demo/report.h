/* SPDX-License-Identifier: MIT
 * What the demo writes about a run: figures as JSON and positions as text. */
#ifndef DEMO_REPORT_H
#define DEMO_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "scene.h"
#include "viewport.h"

typedef struct demoReport {
	const flockWorld *world;
	uint64_t seed;
	int frames;
	long steps;
	double stepMedian, drawMedian, frameMedian; ///< ms.
	const char *renderer;
	const char *picture; ///< Full path of the saved picture, "" if there is none.
} demoReport;

/// Prints one JSON object on one line.
void demoReportPrint(FILE *file, const demoReport *report);

/// Writes a line "x y angle species" per member of the flock: screen pixels, radians, number of the species.
/// @return false if the file cannot be written; errno tells why.
bool demoReportWritePositions(const char *path, const flockWorld *world, const demoViewport *viewport);

#endif
