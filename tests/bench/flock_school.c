/* SPDX-License-Identifier: MIT
 * Prints the figures of schooling among obstacles as JSON, one object per line. */
#include <math.h>
#include <stdio.h>

#include "greeting.h"
#include "options.h"
#include "school.h"

/* `whole` is the number of seeds in which the school was whole again within 10 s after every split. */
static void printFigures(
	const char *preset, schoolScene scene, const char *which, long count, long whole, const schoolFigures *f) {
	printf("{\"figure\":\"%s\",\"preset\":\"%s\",\"%s\":%ld,\"contacts_per_1000_fish_s\":%.4f,\"escaped\":%d,"
		   "\"stuck_share\":%.5f,\"whole_again_in_10s\":%ld,\"longest_split_s\":%.2f,\"whole_share\":%.4f,"
		   "\"polarization\":%.3f,"
		   "\"mean_speed\":%.1f}\n",
		schoolSceneName(scene), preset, which, count, 1000.0 * f->contacts / f->fishSeconds, f->escaped, f->stuck,
		whole, f->splitTime, f->wholeShare, f->polarization, f->meanSpeed);
	fflush(stdout);
}

static void addFigures(schoolFigures *sum, const schoolFigures *f, double share) {
	sum->contacts += f->contacts;
	sum->fishSeconds += f->fishSeconds;
	sum->escaped += f->escaped;
	sum->stuck += f->stuck * share;
	sum->splitTime = fmax(sum->splitTime, f->splitTime);
	sum->wholeShare += f->wholeShare * share;
	sum->polarization += f->polarization * share;
	sum->meanSpeed += f->meanSpeed * share;
}

static void runScene(const schoolPreset *preset, schoolScene scene, const benchOptions *o) {
	schoolFigures sum = {0};
	long whole = 0;
	for(long i = 0; i < o->seeds; i++) {
		schoolFigures f = schoolSwim(preset, scene, (unsigned)(o->first + i));
		whole += f.splitTime <= 10.0;
		addFigures(&sum, &f, 1.0 / (double)o->seeds);
		if(o->each) printFigures(preset->name, scene, "seed", o->first + i, f.splitTime <= 10.0, &f);
		benchProgress(schoolSceneName(scene), i + 1, o->seeds);
	}
	printFigures(preset->name, scene, "seeds", o->seeds, whole, &sum);
}

int main(int argc, char **argv) {
	static const char *const presets[] = {"natural", "faithful", NULL};
	const char *figures[SCHOOL_SCENES + 1] = {NULL};
	for(int i = 0; i < SCHOOL_SCENES; i++) figures[i] = schoolSceneName((schoolScene)i);
	const benchChoices choices = {"flock_school",
		"Lets one school of 300 fish swim for 60 s in 1280 x 720 among static rocks, moving bodies, walls with a dead\n"
		"end, or moving bodies and a shark, for each seed. Sums of contacts, the longest split and means of the "
		"rest.\n",
		presets, figures};
	benchOptions options;
	int stop = benchParse(&choices, argc, argv, &options);
	if(stop >= 0) return stop;
	demoGreetingSilence();
	for(int i = 0; presets[i]; i++) {
		schoolPreset storage;
		if(!benchWanted(options.preset, presets[i])) continue;
		const schoolPreset *preset = schoolFindPreset(&storage, presets[i]);
		for(int s = 0; s < SCHOOL_SCENES; s++) {
			if(benchWanted(options.figure, schoolSceneName((schoolScene)s))) runScene(preset, (schoolScene)s, &options);
		}
	}
	return 0;
}
