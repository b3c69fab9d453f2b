/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <math.h>

static void PrintText(FILE *file, const char *name, const char *text) {
	fprintf(file, "\"%s\": \"", name);
	for(const char *c = text; *c; c++) {
		if((unsigned char)*c < 0x20) {
			fprintf(file, "\\u%04x", (unsigned)*c);
		} else {
			if(*c == '"' || *c == '\\') fputc('\\', file);
			fputc(*c, file);
		}
	}
	fputs("\", ", file);
}

static void PrintNumber(FILE *file, const char *name, double value) {
	// JSON knows no NaN and no infinity.
	if(isfinite(value)) {
		fprintf(file, "\"%s\": %.6g, ", name, value);
	} else {
		fprintf(file, "\"%s\": null, ", name);
	}
}

static void PrintMetrics(FILE *file, const cpFlockMetrics *metrics) {
	fprintf(file, "\"bodies\": %d, ", metrics->bodies);
	PrintNumber(file, "polarization", (double)metrics->polarization);
	PrintNumber(file, "rotation", (double)metrics->rotation);
	PrintNumber(file, "speed_min", (double)metrics->minSpeed);
	PrintNumber(file, "speed_mean", (double)metrics->meanSpeed);
	PrintNumber(file, "speed_max", (double)metrics->maxSpeed);
	PrintNumber(file, "nearest_min", (double)metrics->minNearest);
	PrintNumber(file, "nearest_mean", (double)metrics->meanNearest);
	fprintf(file, "\"groups\": %d, \"largest_group\": %d, ", metrics->groups, metrics->largestGroup);
}

void demoReportPrint(FILE *file, const demoReport *report) {
	const flockWorld *world = report->world;
	cpFlockMetrics metrics = flockWorldMeasure(world);
	cpFlockStats stats = {0};
	cpFlockGetStats(world->flock, &stats);
	fputc('{', file);
	PrintText(file, "scene", world->scene->name);
	PrintText(file, "mode", world->faithful ? "faithful" : "natural");
	fprintf(file, "\"seed\": %llu, \"frames\": %d, \"steps\": %ld, ", (unsigned long long)report->seed, report->frames,
		report->steps);
	fprintf(file, "\"members\": %d, \"quarantined\": %d, ", cpFlockGetBodyCount(world->flock, -1), stats.quarantined);
	PrintMetrics(file, &metrics);
	fprintf(file, "\"contacts\": %ld, ", world->contacts);
	PrintNumber(file, "step_ms_median", report->stepMedian);
	PrintNumber(file, "draw_ms_median", report->drawMedian);
	PrintNumber(file, "frame_ms_median", report->frameMedian);
	PrintText(file, "renderer", report->renderer);
	PrintText(file, "picture", report->picture);
	fprintf(file, "\"version\": \"%s\"}\n", cpFlockVersionString());
}

typedef struct positionsOutput {
	FILE *file;
	const demoViewport *viewport;
} positionsOutput;

static void WritePosition(cpBody *body, cpFlockSpecies species, void *data) {
	const positionsOutput *output = data;
	cpVect point = demoViewportToScreen(output->viewport, cpBodyGetPosition(body));
	fprintf(
		output->file, "%.3f %.3f %.5f %d\n", (double)point.x, (double)point.y, (double)cpBodyGetAngle(body), species);
}

bool demoReportWritePositions(const char *path, const flockWorld *world, const demoViewport *viewport) {
	FILE *file = fopen(path, "w");
	if(!file) return false;
	positionsOutput output = {file, viewport};
	cpFlockEachBody(world->flock, WritePosition, &output);
	bool written = !ferror(file);
	return fclose(file) == 0 && written;
}
