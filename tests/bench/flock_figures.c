/* SPDX-License-Identifier: MIT
 * Prints the figures of natural motion as JSON, one object per line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"

enum { MAX_SEEDS = 10000 };

typedef struct options {
	const char *preset; /* NULL: both */
	long seeds, first;
	cpBool each;
} options;

static void printUsage(FILE *out) {
	fputs("usage: flock_figures [--preset natural|faithful] [--seeds N] [--first N] [--each]\n\n"
		  "Flies 300 birds on a torus of 1280 x 720 for 60 s from a uniform start, and one flock that a hawk\n"
		  "crosses, for each seed, and prints a summary as one JSON object per line.\n\n"
		  "  --preset NAME  natural or faithful; without it both\n"
		  "  --seeds N      number of seeds, 1 to 10000 (default 100)\n"
		  "  --first N      first seed, 1 to 1000000 (default 1)\n"
		  "  --each         print every seed too\n"
		  "  --help         print this text\n",
		out);
}

static int fail(const char *what, const char *value) {
	fprintf(stderr, "flock_figures: %s: %s\n", what, value);
	return 2;
}

static cpBool parseNumber(const char *text, long min, long max, long *value) {
	char *end;
	errno = 0;
	*value = strtol(text, &end, 10);
	return errno == 0 && end != text && *end == '\0' && *value >= min && *value <= max;
}

/* 0: go on; 1: help was printed; 2: bad argument. */
static int parseOptions(int argc, char **argv, options *o) {
	figuresPreset storage;
	for(int i = 1; i < argc; i++) {
		const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
		if(strcmp(name, "--help") == 0) {
			printUsage(stdout);
			return 1;
		}
		if(strcmp(name, "--each") == 0) {
			o->each = cpTrue;
			continue;
		}
		cpBool known = strcmp(name, "--preset") == 0 || strcmp(name, "--seeds") == 0 || strcmp(name, "--first") == 0;
		if(!known) return fail("unknown argument", name);
		if(!value) return fail("missing value after", name);
		i++;
		if(strcmp(name, "--preset") == 0) {
			if(!figuresFindPreset(&storage, value)) return fail("unknown preset", value);
			o->preset = value;
		} else if(strcmp(name, "--seeds") == 0) {
			if(!parseNumber(value, 1, MAX_SEEDS, &o->seeds)) return fail("--seeds takes 1 to 10000, not", value);
		} else if(!parseNumber(value, 1, 1000000, &o->first)) {
			return fail("--first takes 1 to 1000000, not", value);
		}
	}
	return 0;
}

static int compareDoubles(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

static double median(double *values, long count) {
	qsort(values, (size_t)count, sizeof(*values), compareDoubles);
	return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

static void progress(const char *what, long done, long all) {
	fprintf(stderr, "\r%s: %ld of %ld seeds%s", what, done, all, done == all ? "\n" : "");
	fflush(stderr);
}

static void runFlights(const figuresPreset *preset, const options *o) {
	double *polarization = calloc((size_t)o->seeds, sizeof(double)), *crowded = calloc((size_t)o->seeds, sizeof(double));
	double *turn = calloc((size_t)o->seeds, sizeof(double)), *twitching = calloc((size_t)o->seeds, sizeof(double));
	double *wheeling = calloc((size_t)o->seeds, sizeof(double));
	long polarized = 0;
	double worstCrowded = 0.0, worstTwitching = 0.0, worstTurn = 0.0;
	for(long i = 0; i < o->seeds; i++) {
		figuresFlight f = figuresFly(preset, (unsigned)(o->first + i));
		polarization[i] = f.polarization;
		crowded[i] = f.crowded;
		turn[i] = f.medianTurn;
		twitching[i] = f.twitching;
		wheeling[i] = f.wheeling;
		polarized += f.polarization >= 0.9;
		if(f.crowded > worstCrowded) worstCrowded = f.crowded;
		if(f.twitching > worstTwitching) worstTwitching = f.twitching;
		if(f.medianTurn > worstTurn) worstTurn = f.medianTurn;
		if(o->each) {
			printf("{\"figure\":\"flight\",\"preset\":\"%s\",\"seed\":%ld,\"polarization\":%.4f,\"crowded\":%.5f,"
				   "\"median_turn_deg\":%.2f,\"twitching\":%.5f,\"wheeling_deg_per_10s\":%.1f,\"mean_speed\":%.1f,"
				   "\"largest_group\":%d}\n",
				preset->name, o->first + i, f.polarization, f.crowded, f.medianTurn, f.twitching, f.wheeling,
				f.meanSpeed, f.largestGroup);
			fflush(stdout);
		}
		progress("flight", i + 1, o->seeds);
	}
	printf("{\"figure\":\"flight_summary\",\"preset\":\"%s\",\"seeds\":%ld,\"polarized_0.9\":%ld,"
		   "\"median_polarization\":%.4f,\"median_crowded\":%.5f,\"worst_crowded\":%.5f,\"median_turn_deg\":%.2f,"
		   "\"worst_turn_deg\":%.2f,\"median_twitching\":%.5f,\"worst_twitching\":%.5f,"
		   "\"median_wheeling_deg_per_10s\":%.1f}\n",
		preset->name, o->seeds, polarized, median(polarization, o->seeds), median(crowded, o->seeds), worstCrowded,
		median(turn, o->seeds), worstTurn, median(twitching, o->seeds), worstTwitching, median(wheeling, o->seeds));
	fflush(stdout);
	free(polarization);
	free(crowded);
	free(turn);
	free(twitching);
	free(wheeling);
}

static void runPasses(const figuresPreset *preset, const options *o) {
	long whole = 0, touched = 0, clean = 0;
	double *rejoined = calloc((size_t)o->seeds, sizeof(double)), closest = 1e30;
	for(long i = 0; i < o->seeds; i++) {
		figuresPass p = figuresCross(preset, (unsigned)(o->first + i));
		rejoined[i] = (double)p.rejoined / FIGURES_BIRDS;
		whole += rejoined[i] >= 0.9;
		touched += p.touched;
		clean += p.touched == 0;
		if(p.closest < closest) closest = p.closest;
		if(o->each) {
			printf("{\"figure\":\"hawk\",\"preset\":\"%s\",\"seed\":%ld,\"touched\":%d,\"closest\":%.1f,"
				   "\"largest_at_removal\":%d,\"largest_10s_later\":%d,\"polarization_10s_later\":%.3f}\n",
				preset->name, o->first + i, p.touched, p.closest, p.scattered, p.rejoined, p.polarization);
			fflush(stdout);
		}
		progress("hawk", i + 1, o->seeds);
	}
	printf("{\"figure\":\"hawk_summary\",\"preset\":\"%s\",\"seeds\":%ld,\"rejoined_90_percent\":%ld,"
		   "\"median_largest_share\":%.3f,\"birds_touched\":%ld,\"seeds_without_touch\":%ld,\"closest\":%.1f}\n",
		preset->name, o->seeds, whole, median(rejoined, o->seeds), touched, clean, closest);
	fflush(stdout);
	free(rejoined);
}

int main(int argc, char **argv) {
	static const char *const names[] = {"natural", "faithful"};
	options o = {NULL, 100, 1, cpFalse};
	int stop = parseOptions(argc, argv, &o);
	if(stop) return stop == 1 ? 0 : stop;
	for(int i = 0; i < 2; i++) {
		figuresPreset storage;
		if(o.preset && strcmp(o.preset, names[i]) != 0) continue;
		const figuresPreset *preset = figuresFindPreset(&storage, names[i]);
		runFlights(preset, &o);
		runPasses(preset, &o);
	}
	return 0;
}
