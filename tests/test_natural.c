/* SPDX-License-Identifier: MIT
 * The natural preset flies naturally: the figures that flock_figures prints, on a few seeds. */
#include "bench/figures.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

static figuresPreset natural(void) {
	figuresPreset storage;
	const figuresPreset *preset = figuresFindPreset(&storage, "natural");
	CHECK(preset);
	return *preset;
}

static int compareDoubles(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void test_birds_flock_without_crowding_twitching_or_freezing(void **state) {
	(void)state;
	figuresPreset preset = natural();
	double wheeling[SEEDS];
	int polarized = 0;
	for(int i = 0; i < SEEDS; i++) {
		figuresFlight flight = figuresFly(&preset, (unsigned)i + 1);
		printf("seed %d: polarization %.3f, crowded %.5f, median turn %.2f degrees, twitching %.4f, wheeling %.0f "
			   "degrees\n",
			i + 1, flight.polarization, flight.crowded, flight.medianTurn, flight.twitching, flight.wheeling);
		polarized += flight.polarization >= 0.9;
		CHECK(flight.crowded < 0.01);
		CHECK(flight.medianTurn <= 3);
		CHECK(flight.twitching < 0.05);
		wheeling[i] = flight.wheeling;
	}
	qsort(wheeling, SEEDS, sizeof(wheeling[0]), compareDoubles);
	CHECK(polarized >= SEEDS - SEEDS / 3);
	/* 30 is asked of the median of a hundred seeds; that of a few may be lower. */
	CHECK(wheeling[SEEDS / 2] >= 15);
}

static void test_a_flock_opens_round_a_hawk_and_closes_again(void **state) {
	(void)state;
	figuresPreset preset = natural();
	for(int i = 0; i < SEEDS; i++) {
		figuresPass pass = figuresCross(&preset, (unsigned)i + 1);
		printf("seed %d: %d touched, closest %.1f px, %d together 10 s later\n", i + 1, pass.touched, pass.closest,
			pass.rejoined);
		CHECK(pass.touched == 0);
		CHECK(pass.rejoined >= FIGURES_BIRDS * 9 / 10);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_birds_flock_without_crowding_twitching_or_freezing),
		cmocka_unit_test(test_a_flock_opens_round_a_hawk_and_closes_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
