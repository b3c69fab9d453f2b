/* SPDX-License-Identifier: MIT
 * A game that uses the library as installed, or as part of its own build. */
#include <stdio.h>
#include <string.h>

#include <chipmunk_flock/chipmunk_flock.h>

int main(void) {
	char version[32];
	snprintf(
		version, sizeof(version), "%d.%d.%d", CP_FLOCK_VERSION_MAJOR, CP_FLOCK_VERSION_MINOR, CP_FLOCK_VERSION_PATCH);
	if(strcmp(version, cpFlockVersionString()) != 0) {
		fprintf(stderr, "header %s, library %s\n", version, cpFlockVersionString());
		return 1;
	}
	cpSpace *space = cpSpaceNew();
	cpFlock *flock = cpFlockNew(space);
	cpFlockSettings birds = cpFlockSettingsBird();
	cpFlockSpecies bird = cpFlockAddSpecies(flock, &birds);
	for(int i = 0; i < 20; i++) cpFlockSpawn(flock, bird, cpv((cpFloat)(20 * i), 0), cpvforangle((cpFloat)i));
	for(int step = 0; step < 60; step++) cpSpaceStep(space, (cpFloat)1 / 60);
	cpFlockMetrics metrics;
	cpBool measured = cpFlockMeasure(flock, bird, 90, &metrics) == CP_FLOCK_OK;
	cpFlockFree(flock);
	cpSpaceFree(space);
	printf("chipmunk_flock %s, %d birds\n", version, metrics.bodies);
	return measured && metrics.bodies == 20 && metrics.minSpeed > 80 ? 0 : 1;
}
