/* SPDX-License-Identifier: MIT */
#include "deviations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

DeviationTable deviationTable(const char *title, const char *const *columns, int count, double tolerance) {
	DeviationTable table;
	memset(&table, 0, sizeof(table));
	CHECK(count <= DEVIATIONS_MOST);
	table.title = title;
	table.count = count;
	for(int i = 0; i < count; i++) {
		table.columns[i] = columns[i];
		table.tolerance[i] = tolerance;
	}
	return table;
}

Deviations deviationsNew(const char *name) {
	Deviations deviations;
	memset(&deviations, 0, sizeof(deviations));
	deviations.name = name;
	return deviations;
}

void deviationsNote(Deviations *deviations, int column, double deviation) {
	if(!(deviation <= deviations->of[column])) deviations->of[column] = deviation;
}

double distanceOf(cpVect a, cpVect b) {
	return hypot(a.x - b.x, a.y - b.y);
}

double relativeDistance(cpVect a, cpVect b) {
	return distanceOf(a, b) / fmax(1, hypot(b.x, b.y));
}

static void printHead(const DeviationTable *table) {
	printf("\n%s\n%-28s %7s %6s", table->title, "file", "records", "bodies");
	for(int i = 0; i < table->count; i++) printf(" %10s", table->columns[i]);
	printf("\n%-28s %7s %6s", "tolerance", "", "");
	for(int i = 0; i < table->count; i++) printf(" %10.0e", table->tolerance[i]);
	printf("\n");
}

void deviationsReport(const DeviationTable *table, const Deviations *rows, int count) {
	printHead(table);
	for(int r = 0; r < count; r++) {
		printf("%-28s %7d %6d", rows[r].name, rows[r].records, rows[r].bodies);
		for(int i = 0; i < table->count; i++) printf(" %10.1e", rows[r].of[i]);
		printf("\n");
	}
	fflush(stdout);
	for(int r = 0; r < count; r++) {
		CHECK(rows[r].records > 0);
		for(int i = 0; i < table->count; i++) {
			if(!(rows[r].of[i] <= table->tolerance[i])) fprintf(stderr, "%s: %s\n", rows[r].name, table->columns[i]);
			CHECK_NEAR(rows[r].of[i], 0, table->tolerance[i]);
		}
	}
}
