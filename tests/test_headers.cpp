/* SPDX-License-Identifier: MIT
 * The public header in a C++ program of another project: nothing but the header and the library. */
#include <chipmunk_flock/chipmunk_flock.h>

int main() {
	cpSpace *space = cpSpaceNew();
	cpFlock *flock = cpFlockNew(space);
	cpFlockSettings settings = cpFlockSettingsDefault();
	settings.separation.radius = CP_FLOCK_UNLIMITED;
	cpFlockSpecies species = cpFlockAddSpecies(flock, &settings);
	cpBody *body = cpFlockSpawn(flock, species, cpv(1, 2), cpv(3, 4));
	cpSpaceStep(space, (cpFloat)1 / 60);
	int ok = body != nullptr && cpBodyGetPosition(body).x > 1 && cpFlockGetBodyCount(flock, species) == 1;
	cpFlockFree(flock);
	cpSpaceFree(space);
	return ok ? 0 : 1;
}
