/* SPDX-License-Identifier: MIT
 * Numbered cases of the kind "determinism": the same flight in every run, process and thread, and in a hasty space. */
#include "cases.h"
#include "pond.h"

#include <chipmunk/cpHastySpace.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- 22: the same run twice */

enum { FISH = 200, PREDATORS = 2, MOVERS = 5 };

/* A school, two predators and five movers on a torus. */
static World *scene(uint64_t seed) {
	cpFlockSettings fish = caseSettings(), hunter = caseSettings();
	fish.evasion = cpFlockSettingsDefault().evasion;
	hunter.pursuit = cpFlockSettingsDefault().pursuit;
	fish.wander.weight = 30;
	World *world = caseWorld(&fish, CP_FLOCK_BOUNDS_PERIODIC);
	cpFlockSpecies hunters = worldSpecies(world, &hunter);
	CHECK_OK(cpFlockSetRelation(world->flock, 0, hunters, CP_FLOCK_RELATION_EVADE));
	CHECK_OK(cpFlockSetRelation(world->flock, hunters, 0, CP_FLOCK_RELATION_PURSUE));
	CHECK_OK(cpFlockSetSeed(world->flock, seed));
	caseScatter(world, 0, FISH, caseScreen, 80, seed);
	caseScatter(world, hunters, PREDATORS, caseScreen, 80, seed + 1);
	for(int i = 0; i < MOVERS; i++) {
		addCircle(world, CP_BODY_TYPE_KINEMATIC, cpv(150 * i + 60, 100 * i + 60), 20, cpvmult(cpvforangle(i), 30));
	}
	return world;
}

static uint64_t fly(uint64_t seed) {
	World *world = scene(seed);
	worldStep(world, FRAMES);
	uint64_t hash = worldHash(world);
	worldFree(world);
	return hash;
}

/* Other addresses: a thousand blocks of every size, half of them freed again. */
static void litterHeap(void **blocks, int count) {
	uint64_t random = 22;
	for(int i = 0; i < count; i++) {
		size_t size = (size_t)randomIn(&random, 1, 4000);
		blocks[i] = malloc(size);
		CHECK(blocks[i]);
		memset(blocks[i], 0xA5, size);
	}
	for(int i = 0; i < count; i += 2) {
		free(blocks[i]);
		blocks[i] = NULL;
	}
}

static void case_22_determinism_twice_in_one_process(void **state) {
	(void)state;
	static void *blocks[1000];
	uint64_t first = fly(1);
	litterHeap(blocks, 1000);
	CHECK(fly(1) == first);
	for(int i = 0; i < 1000; i++) free(blocks[i]);
	CHECK(fly(2) != first);
}

static const char *program;

/* The last line that a command prints. */
static void runCommand(const char *command, char *line, int size) {
	FILE *pipe = popen(command, "r");
	CHECK(pipe);
	line[0] = '\0';
	while(fgets(line, size, pipe)) {}
	CHECK(pclose(pipe) == 0);
}

static void case_22_determinism_in_other_processes(void **state) {
	(void)state;
	/* the first has no random addresses, where there is such a program */
	static const char *const before[] = {"setarch $(uname -m) -R ", "", "MALLOC_PERTURB_=85 "};
	char expected[40], line[200], command[2000];
	snprintf(expected, sizeof(expected), "%016llx\n", (unsigned long long)fly(1));
	cpBool can = system("setarch $(uname -m) -R true 2>/dev/null") == 0;
	for(int i = can ? 0 : 1; i < 3; i++) {
		snprintf(command, sizeof(command), "%s'%s' flight 2>/dev/null", before[i], program);
		runCommand(command, line, sizeof(line));
		CHECK(strcmp(line, expected) == 0);
	}
}

/* The order of joining decides, not that of the addresses. */
static void case_22_determinism_the_order_of_addresses_is_irrelevant(void **state) {
	(void)state;
	uint64_t hashes[2];
	for(int backward = 0; backward < 2; backward++) {
		enum { COUNT = 60 };
		cpBody *bodies[COUNT];
		for(int i = 0; i < COUNT; i++) bodies[backward ? COUNT - 1 - i : i] = cpBodyNew(1, 8);
		cpFlockSettings settings = caseSettings();
		World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
		uint64_t random = 5;
		for(int i = 0; i < COUNT; i++) {
			cpBodySetPosition(bodies[i], i < 20 ? cpv(50, 50) : randomVect(&random, 0, 100));
			cpSpaceAddBody(world->space, bodies[i]);
			CHECK_OK(cpFlockAddBody(world->flock, bodies[i], 0));
		}
		for(int step = 0; step < 60; step++) cpSpaceStep(world->space, STEP);
		World list = {NULL, NULL, bodies, COUNT, COUNT};
		hashes[backward] = worldHash(&list);
		for(int i = 0; i < COUNT; i++) {
			CHECK_OK(cpFlockRemoveBody(world->flock, bodies[i]));
			supportFreeBody(bodies[i]);
		}
		worldFree(world);
	}
	CHECK(hashes[0] == hashes[1]);
}

/* ---------------------------------------------------------------- 63: hasty space and threads */

static uint64_t flyIn(cpSpace *space, cpBool hasty, int frames) {
	World world = {space, cpFlockNew(space), NULL, 0, 0};
	CHECK(world.flock);
	cpFlockSettings settings = caseSettings();
	cpFlockSpecies species = worldSpecies(&world, &settings);
	CHECK_OK(cpFlockSetBounds(world.flock, CP_FLOCK_BOUNDS_PERIODIC, caseScreen));
	caseScatter(&world, species, FISH, caseScreen, 80, 63);
	for(int i = 0; i < MOVERS; i++) {
		addCircle(&world, CP_BODY_TYPE_KINEMATIC, cpv(150 * i + 60, 100 * i + 60), 20, cpvmult(cpvforangle(i), 30));
	}
	for(int frame = 0; frame < frames; frame++) {
		if(hasty) {
			cpHastySpaceStep(space, STEP);
		} else {
			cpSpaceStep(space, STEP);
		}
		for(int i = 0; i < world.count; i++) CHECK(supportIsFinite(world.bodies[i]));
	}
	uint64_t hash = worldHash(&world);
	cpFlockFree(world.flock);
	for(int i = 0; i < world.count; i++) supportFreeBody(world.bodies[i]);
	free(world.bodies);
	return hash;
}

static void case_63_determinism_a_hasty_space_of_four_threads(void **state) {
	(void)state;
	cpSpace *space = cpSpaceNew();
	/* until the first contact the solver's order cannot matter, either */
	uint64_t plain = flyIn(space, cpFalse, 10);
	cpSpaceFree(space);
	static const int frames[] = {10, HASTY_FRAMES};
	for(int i = 0; i < 2; i++) {
		space = cpHastySpaceNew();
		cpHastySpaceSetThreads(space, 4);
		uint64_t hash = flyIn(space, cpTrue, frames[i]);
		cpHastySpaceFree(space);
		if(i == 0) CHECK(hash == plain);
	}
}

typedef struct Flight {
	uint64_t seed, hash;
} Flight;

static void *flyOnThread(void *data) {
	Flight *flight = data;
	World *world = scene(flight->seed);
	worldStep(world, 100);
	flight->hash = worldHash(world);
	worldFree(world);
	return NULL;
}

static void case_63_determinism_two_spaces_on_two_threads(void **state) {
	(void)state;
	Flight flights[2] = {{1, 0}, {2, 0}}, alone[2] = {{1, 0}, {2, 0}};
	pthread_t threads[2];
	for(int i = 0; i < 2; i++) CHECK(pthread_create(&threads[i], NULL, flyOnThread, &flights[i]) == 0);
	for(int i = 0; i < 2; i++) CHECK(pthread_join(threads[i], NULL) == 0);
	for(int i = 0; i < 2; i++) {
		flyOnThread(&alone[i]);
		CHECK(flights[i].hash == alone[i].hash);
	}
}

/* Flocks come and go on all threads at once: no counter or buffer is shared. */
static void *comeAndGo(void *data) {
	Flight *flight = data;
	for(int round = 0; round < 30; round++) {
		World *world = scene(flight->seed);
		worldStep(world, 2);
		if(round == 0) flight->hash = worldHash(world);
		CHECK(worldHash(world) == flight->hash);
		worldFree(world);
	}
	return NULL;
}

static void case_63_determinism_flocks_come_and_go_on_threads(void **state) {
	(void)state;
	Flight flights[4];
	pthread_t threads[4];
	for(int i = 0; i < 4; i++) {
		flights[i] = (Flight){7, 0};
		CHECK(pthread_create(&threads[i], NULL, comeAndGo, &flights[i]) == 0);
	}
	for(int i = 0; i < 4; i++) CHECK(pthread_join(threads[i], NULL) == 0);
	for(int i = 1; i < 4; i++) CHECK(flights[i].hash == flights[0].hash);
}

int main(int argc, char **argv) {
	if(argc == 2 && strcmp(argv[1], "flight") == 0) {
		printf("%016llx\n", (unsigned long long)fly(1));
		return 0;
	}
	program = argv[0];
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_22_determinism_twice_in_one_process),
		cmocka_unit_test(case_22_determinism_in_other_processes),
		cmocka_unit_test(case_22_determinism_the_order_of_addresses_is_irrelevant),
		cmocka_unit_test(case_63_determinism_a_hasty_space_of_four_threads),
		cmocka_unit_test(case_63_determinism_two_spaces_on_two_threads),
		cmocka_unit_test(case_63_determinism_flocks_come_and_go_on_threads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
