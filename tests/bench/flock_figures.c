/* SPDX-License-Identifier: MIT
 * Prints the figures of natural motion of birds as JSON, one object per line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figures.h"
#include "greeting.h"
#include "options.h"

static void printFlight(const char *preset, long seed, const figuresFlight *f) {
	printf("{\"figure\":\"flight\",\"preset\":\"%s\",\"seed\":%ld,\"polarization\":%.4f,\"crowded\":%.5f,"
		   "\"median_turn_deg\":%.2f,\"twitching\":%.5f,\"wheeling_deg_per_10s\":%.1f,\"mean_speed\":%.1f,"
		   "\"largest_group\":%d}\n",
		preset, seed, f->polarization, f->crowded, f->medianTurn, f->twitching, f->wheeling, f->meanSpeed,
		f->largestGroup);
}

/* The columns of the flights' figures, each to be put in order. */
typedef struct flightColumns {
	double *polarization, *crowded, *turn, *twitching, *wheeling;
} flightColumns;

static double greatest(const double *values, long count) {
	double most = 0.0;
	for(long i = 0; i < count; i++) most = fmax(most, values[i]);
	return most;
}

static void printFlights(const char *preset, flightColumns *c, long count) {
	long polarized = 0;
	for(long i = 0; i < count; i++) polarized += c->polarization[i] >= 0.9;
	printf("{\"figure\":\"flight_summary\",\"preset\":\"%s\",\"seeds\":%ld,\"polarized_0.9\":%ld,"
		   "\"median_polarization\":%.4f,\"median_crowded\":%.5f,\"worst_crowded\":%.5f,\"median_turn_deg\":%.2f,"
		   "\"worst_turn_deg\":%.2f,\"median_twitching\":%.5f,\"worst_twitching\":%.5f,"
		   "\"median_wheeling_deg_per_10s\":%.1f}\n",
		preset, count, polarized, benchMedian(c->polarization, count), benchMedian(c->crowded, count),
		greatest(c->crowded, count), benchMedian(c->turn, count), greatest(c->turn, count),
		benchMedian(c->twitching, count), greatest(c->twitching, count), benchMedian(c->wheeling, count));
	fflush(stdout);
}

static void runFlights(const figuresPreset *preset, const benchOptions *o) {
	size_t n = (size_t)o->seeds;
	double *block = calloc(5 * n, sizeof(double));
	if(!block) return;
	flightColumns columns = {block, block + n, block + 2 * n, block + 3 * n, block + 4 * n};
	for(long i = 0; i < o->seeds; i++) {
		figuresFlight f = figuresFly(preset, (unsigned)(o->first + i));
		columns.polarization[i] = f.polarization;
		columns.crowded[i] = f.crowded;
		columns.turn[i] = f.medianTurn;
		columns.twitching[i] = f.twitching;
		columns.wheeling[i] = f.wheeling;
		if(o->each) printFlight(preset->name, o->first + i, &f);
		benchProgress("flight", i + 1, o->seeds);
	}
	printFlights(preset->name, &columns, o->seeds);
	free(block);
}

static void runPasses(const figuresPreset *preset, const benchOptions *o) {
	long whole = 0, touched = 0, clean = 0;
	double *rejoined = calloc((size_t)o->seeds, sizeof(double)), closest = INFINITY;
	if(!rejoined) return;
	for(long i = 0; i < o->seeds; i++) {
		figuresPass p = figuresCross(preset, (unsigned)(o->first + i));
		rejoined[i] = (double)p.rejoined / FIGURES_BIRDS;
		whole += rejoined[i] >= 0.9;
		touched += p.touched;
		clean += p.touched == 0;
		closest = fmin(closest, p.closest);
		if(o->each) {
			printf("{\"figure\":\"hawk\",\"preset\":\"%s\",\"seed\":%ld,\"touched\":%d,\"closest\":%.1f,"
				   "\"largest_at_removal\":%d,\"largest_10s_later\":%d,\"polarization_10s_later\":%.3f}\n",
				preset->name, o->first + i, p.touched, p.closest, p.scattered, p.rejoined, p.polarization);
		}
		benchProgress("hawk", i + 1, o->seeds);
	}
	printf("{\"figure\":\"hawk_summary\",\"preset\":\"%s\",\"seeds\":%ld,\"rejoined_90_percent\":%ld,"
		   "\"median_largest_share\":%.3f,\"birds_touched\":%ld,\"seeds_without_touch\":%ld,\"closest\":%.1f}\n",
		preset->name, o->seeds, whole, benchMedian(rejoined, o->seeds), touched, clean, closest);
	fflush(stdout);
	free(rejoined);
}

int main(int argc, char **argv) {
	static const char *const presets[] = {"natural", "faithful", NULL}, *const figures[] = {"flight", "hawk", NULL};
	const benchChoices choices = {"flock_figures",
		"Flies 300 birds on a torus of 1280 x 720 for 60 s from a uniform start (flight), and one flock that a hawk\n"
		"crosses (hawk), for each seed.\n",
		presets, figures};
	benchOptions options;
	int stop = benchParse(&choices, argc, argv, &options);
	if(stop >= 0) return stop;
	demoGreetingSilence();
	for(int i = 0; presets[i]; i++) {
		figuresPreset storage;
		if(!benchWanted(options.preset, presets[i])) continue;
		const figuresPreset *preset = figuresFindPreset(&storage, presets[i]);
		if(benchWanted(options.figure, "flight")) runFlights(preset, &options);
		if(benchWanted(options.figure, "hawk")) runPasses(preset, &options);
	}
	return 0;
}
