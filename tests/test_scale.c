/* SPDX-License-Identifier: MIT
 * Very many species, very many bodies of one, and very many at once. */
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

enum { CROWD = 20000 };

static World *joined;

static void joinAll(cpConstraint *constraint, cpSpace *space) {
	(void)constraint, (void)space;
	for(int i = 0; i < CROWD; i++) CHECK_OK(cpFlockAddBody(joined->flock, joined->bodies[i], 0));
	cpConstraint *once = cpConstraintGetUserData(constraint);
	cpConstraintSetPreSolveFunc(once, NULL);
}

/* Between the forces and the limits of one and the same step: they are members from the next step on. */
static void test_a_crowd_that_joins_in_the_middle_of_a_step(void **state) {
	(void)state;
	World *world = joined = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species = worldSpecies(world, &settings);
	uint64_t random = 5;
	for(int i = 0; i < CROWD; i++) {
		cpVect position = randomVect(&random, -3000, 3000);
		worldAddBare(world, species, position, randomVect(&random, -60, 60));
		CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[i]));
	}
	cpBody *first = worldAddBare(world, species, cpvzero, cpv(10, 0));
	/* Added after the flock's own constraint, so that it is called after it. */
	cpBody *ends[2] = {cpBodyNew(1, 1), cpBodyNew(1, 1)};
	cpConstraint *motor = cpSimpleMotorNew(ends[0], ends[1], 0);
	cpConstraintSetUserData(motor, motor);
	cpConstraintSetPreSolveFunc(motor, joinAll);
	cpSpaceAddConstraint(world->space, motor);
	worldStep(world, 1);
	cpFlockStats stats;
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.steered == 1 && stats.members == CROWD + 1);
	worldStep(world, 1);
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.steered == CROWD + 1 && supportIsFinite(first));
	checkAllFinite(world);
	cpSpaceRemoveConstraint(world->space, motor);
	cpConstraintFree(motor);
	cpBodyFree(ends[0]);
	cpBodyFree(ends[1]);
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_thousand_species),
		cmocka_unit_test(test_a_hundred_thousand_bodies),
		cmocka_unit_test(test_a_crowd_that_joins_in_the_middle_of_a_step),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
