/* SPDX-License-Identifier: MIT
 * Very many species, and very many bodies of one. */
#include "support.h"

#include <math.h>

static void checkAllFinite(const World *world) {
	for(int i = 0; i < world->count; i++) CHECK(supportIsFinite(world->bodies[i]));
}

/* Each species flocks with itself, flees the next one and hunts the one before. */
static void test_a_thousand_species(void **state) {
	(void)state;
	enum { SPECIES = 1000, EACH = 3 };
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault();
	uint64_t random = 3;
	for(int s = 0; s < SPECIES; s++) CHECK(worldSpecies(world, &settings) == s);
	for(int s = 0; s < SPECIES; s++) {
		CHECK_OK(cpFlockSetRelation(world->flock, s, (s + 1) % SPECIES, CP_FLOCK_RELATION_EVADE));
		CHECK_OK(cpFlockSetRelation(world->flock, s, (s + SPECIES - 1) % SPECIES, CP_FLOCK_RELATION_PURSUE));
		for(int i = 0; i < EACH; i++) {
			cpVect position = randomVect(&random, 0, 1500);
			worldAddBare(world, s, position, randomVect(&random, -60, 60));
		}
	}
	worldStep(world, 10);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.steered == SPECIES * EACH && cpFlockGetSpeciesCount(world->flock) == SPECIES);
	for(int s = 0; s < SPECIES; s++) CHECK(cpFlockGetBodyCount(world->flock, s) == EACH);
	checkAllFinite(world);
	worldFree(world);
}

static void test_a_hundred_thousand_bodies(void **state) {
	(void)state;
	enum { BODIES = 100000 };
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = worldSpecies(world, &settings);
	uint64_t random = 4;
	for(int i = 0; i < BODIES; i++) {
		cpVect position = randomVect(&random, -5000, 5000);
		worldAddBare(world, species, position, randomVect(&random, -60, 60));
	}
	worldStep(world, 2);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.steered == BODIES && stats.lost == 0 && stats.memory < (size_t)BODIES * 600);
	checkAllFinite(world);
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_thousand_species),
		cmocka_unit_test(test_a_hundred_thousand_bodies),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
