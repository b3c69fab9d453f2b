/* SPDX-License-Identifier: MIT
 * Chipmunk writes to a contact while it tells of it, and two bodies share one: members are asked what they touch by the thread
 * that steps the space alone. */
#include "own_threads.h"

#include <pthread.h>

static pthread_t stepping;
static int asked, askedElsewhere;

/* Instead of Chipmunk's, which the library finds after this one. Nobody touches anything here. */
void cpBodyEachArbiter(cpBody *body, cpBodyArbiterIteratorFunc func, void *data) {
	(void)body, (void)func, (void)data;
	__atomic_fetch_add(&asked, 1, __ATOMIC_RELAXED);
	if(!pthread_equal(pthread_self(), stepping)) __atomic_fetch_add(&askedElsewhere, 1, __ATOMIC_RELAXED);
}

/* The game stops a body in the middle of the step, as the solver does in a collision. */
static void stop(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	cpBodyUpdateVelocity(body, gravity, damping, dt);
	cpBodySetVelocity(body, cpvzero);
}

static void test_members_too_slow_are_asked_by_one_thread(void **state) {
	(void)state;
	enum { BIRDS = 2500, SLOW = 200, STEPS = 10 };
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault();
	uint64_t random = 3;
	settings.minSpeed = 50;
	cpFlockSpecies species = worldSpecies(world, &settings);
	for(int i = 0; i < BIRDS; i++) {
		cpVect velocity = randomVect(&random, 40, 60);
		worldAdd(world, species, randomVect(&random, -500, 500), velocity);
	}
	CHECK_OK(cpFlockSetParallelFor(world->flock, runEachOnItsOwn, NULL));
	stepping = pthread_self();
	worldStep(world, STEPS); /* the setters of the first steps are one thread's in any case */
	for(int i = 0; i < BIRDS; i += BIRDS / SLOW) cpBodySetVelocityUpdateFunc(world->bodies[i], stop);
	asked = askedElsewhere = 0;
	worldStep(world, STEPS);
	CHECK(asked >= SLOW * STEPS);
	CHECK(askedElsewhere == 0);
	for(int i = 0; i < BIRDS; i++) {
		double speed = (double)cpvlength(cpBodyGetVelocity(world->bodies[i]));
		CHECK(speed >= 50 * (1 - 1e-6) && speed <= (double)settings.maxSpeed * (1 + 1e-6));
	}
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_members_too_slow_are_asked_by_one_thread)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
