/* SPDX-License-Identifier: MIT
 * The lines of README.md in the game that they talk about: a space, and bodies[n] that the game already has. The
 * lines are to leave a flock called `flock`. */
#include "support.h"

enum { BODIES = 50 };

static cpFlock *joinFlock(cpSpace *space, cpBody *bodies[], int n) {
#include "readme_snippet.inc"
	return flock;
}

static void test_the_lines_of_the_readme_make_a_flock(void **state) {
	(void)state;
	cpSpace *space = cpSpaceNew();
	cpBody *bodies[BODIES];
	cpVect before[BODIES];
	uint64_t random = 1;
	for(int i = 0; i < BODIES; i++) {
		bodies[i] = cpSpaceAddBody(space, cpBodyNew(1, cpMomentForCircle(1, 0, 5, cpvzero)));
		cpBodySetPosition(bodies[i], randomVect(&random, 0, 200));
		before[i] = randomVect(&random, -60, 60);
		cpBodySetVelocity(bodies[i], before[i]);
	}
	cpFlock *flock = joinFlock(space, bodies, BODIES);
	CHECK(flock && cpFlockIsAttached(flock));
	CHECK(cpFlockGetBodyCount(flock, -1) == BODIES);
	CHECK_OK(cpFlockGetLastStatus(flock));

	cpFlockMetrics first, last;
	CHECK_OK(cpFlockMeasure(flock, 0, 60, &first));
	for(int step = 0; step < 600; step++) cpSpaceStep(space, STEP);
	CHECK_OK(cpFlockMeasure(flock, 0, 60, &last));
	CHECK(last.bodies == BODIES && last.polarization > first.polarization && last.polarization > 0.5);
	for(int i = 0; i < BODIES; i++) CHECK(supportIsFinite(bodies[i]));

	cpFlockFree(flock);
	for(int i = 0; i < BODIES; i++) supportFreeBody(bodies[i]);
	cpSpaceFree(space);
}

int main(void) {
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_lines_of_the_readme_make_a_flock)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
