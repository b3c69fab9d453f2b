/* SPDX-License-Identifier: MIT
 * Different spaces and their flocks on different threads at the same time; the same flight in every run and process. */
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, STEPS = 200 };

/* Birds, hawks, wandering and a torus; `litter` shifts every address. */
static uint64_t flight(uint64_t seed, int litter) {
	void *litters[64];
	for(int i = 0; i < 64; i++) litters[i] = litter ? malloc((size_t)(16 + (i * litter * 37) % 5000)) : NULL;
	World *world = worldNew();
	cpFlockSettings birds = cpFlockSettingsDefault(), hawks = cpFlockSettingsDefault();
	birds.wander.weight = 60;
	birds.wander.scale = 150;
	cpFlockSpecies bird = worldSpecies(world, &birds), hawk = worldSpecies(world, &hawks);
	CHECK_OK(cpFlockSetRelation(world->flock, bird, hawk, CP_FLOCK_RELATION_EVADE));
	CHECK_OK(cpFlockSetRelation(world->flock, hawk, bird, CP_FLOCK_RELATION_PURSUE));
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, 800, 600)));
	for(int i = 0; i < 150; i++) {
		cpVect position = randomPoint(&seed, cpBBNew(0, 0, 800, 600));
		cpVect velocity = randomVect(&seed, -80, 80);
		cpBool heap = i < 20; /* at one point and at rest, so that they are still there when they are first steered */
		worldAdd(world, i < 3 ? hawk : bird, heap ? cpv(400, 300) : position, heap ? cpvzero : velocity);
		free(litters[i % 64]);
		litters[i % 64] = NULL;
	}
	worldStep(world, STEPS);
	uint64_t hash = worldHash(world);
	worldFree(world);
	return hash;
}

static void test_every_run_is_the_same_bit_for_bit(void **state) {
	(void)state;
	uint64_t first = flight(1, 0);
	CHECK(flight(1, 0) == first);
	CHECK(flight(1, 1) == first);
	CHECK(flight(1, 7) == first);
	CHECK(flight(2, 0) != first);
}

typedef struct Flight {
	uint64_t seed, hash;
} Flight;

static void *flyOnThread(void *data) {
	Flight *flown = data;
	flown->hash = flight(flown->seed, 0);
	return NULL;
}

static void test_flocks_on_different_threads_are_independent(void **state) {
	(void)state;
	Flight flights[THREADS];
	pthread_t threads[THREADS];
	for(int i = 0; i < THREADS; i++) {
		flights[i].seed = (uint64_t)i + 1;
		CHECK(pthread_create(&threads[i], NULL, flyOnThread, &flights[i]) == 0);
	}
	for(int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
	for(int i = 0; i < THREADS; i++) CHECK(flight(flights[i].seed, 0) == flights[i].hash);
}

/* Other processes, with other addresses and other bytes in fresh memory. */
static const char *program;

static void test_every_process_is_the_same_bit_for_bit(void **state) {
	(void)state;
	static const char *const environments[] = {"", "MALLOC_PERTURB_=85 ", "MALLOC_PERTURB_=170 MALLOC_ARENA_MAX=1 "};
	char expected[40], line[200];
	snprintf(expected, sizeof(expected), "%016llx\n", (unsigned long long)flight(1, 0));
	for(int i = 0; i < 3; i++) {
		char command[2000];
		snprintf(command, sizeof(command), "%s'%s' flight 2>/dev/null", environments[i], program);
		FILE *pipe = popen(command, "r");
		CHECK(pipe);
		while(fgets(line, sizeof(line), pipe)) { /* the last one; Chipmunk greets on the standard output, too */
		}
		CHECK(pclose(pipe) == 0);
		CHECK(strcmp(line, expected) == 0);
	}
}

int main(int argc, char **argv) {
	if(argc == 2 && strcmp(argv[1], "flight") == 0) {
		printf("%016llx\n", (unsigned long long)flight(1, 0));
		return 0;
	}
	program = argv[0];
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_run_is_the_same_bit_for_bit),
		cmocka_unit_test(test_flocks_on_different_threads_are_independent),
		cmocka_unit_test(test_every_process_is_the_same_bit_for_bit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
