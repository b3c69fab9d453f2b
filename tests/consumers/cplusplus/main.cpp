// SPDX-License-Identifier: MIT
// A C++ game: handles freed by destructors, members counted with a lambda.
#include <chipmunk_flock/chipmunk_flock.h>

#include <cstdio>
#include <memory>

int main() {
	std::unique_ptr<cpSpace, decltype(&cpSpaceFree)> space(cpSpaceNew(), cpSpaceFree);
	std::unique_ptr<cpFlock, decltype(&cpFlockFree)> flock(cpFlockNew(space.get()), cpFlockFree);
	const cpFlockSettings fish = cpFlockSettingsSardine();
	const cpFlockSpecies sardine = cpFlockAddSpecies(flock.get(), &fish);
	for(int i = 0; i < 20; i++) cpFlockSpawn(flock.get(), sardine, cpv(20 * i, 0), cpv(60, i));
	for(int step = 0; step < 60; step++) cpSpaceStep(space.get(), 1.0 / 60);
	int moving = 0;
	cpFlockEachBody(
		flock.get(),
		[](cpBody *body, cpFlockSpecies, void *data) {
			*static_cast<int *>(data) += cpvlength(cpBodyGetVelocity(body)) > 20;
		},
		&moving);
	std::printf("%d of 20 sardines swim\n", moving);
	return moving == 20 ? 0 : 1;
}
