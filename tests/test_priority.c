/* SPDX-License-Identifier: MIT
 * How the rules share maxForce: the budget of CP_FLOCK_COMBINE_PRIORITY and the sum of CP_FLOCK_COMBINE_SUM, both against
 * an evaluation of what was recorded. */
#include "pond.h"

#include <math.h>
#include <string.h>

enum { RULES = 8, PREY = 60, HUNTERS = 6 };

/* Prey that flocks, evades, seeks, wanders and avoids; hunters that pursue. Forces are not limited by anything but
 * maxForce. */
static World *chase(cpFlockCombine combine, double maxForce) {
	World *world = worldNewDetached();
	cpFlockSettings settings = cpFlockSettingsDefault();
	settings.combine = combine;
	settings.maxForce = (cpFloat)maxForce;
	settings.maxSpeed = CP_FLOCK_UNLIMITED;
	settings.seek = rule(50, 90, CP_FLOCK_DIRECTION);
	settings.wander = (cpFlockWander){40, 3, 0};
	settings.avoidance = (cpFlockAvoidance){150, CP_FLOCK_AVOIDANCE_SWEEP, 20, (cpFloat)0.5, 4};
	settings.evasion = rule(100, 120, CP_FLOCK_LINEAR);
	settings.containmentMargin = 60;
	cpFlockSpecies prey = worldSpecies(world, &settings);
	settings.pursuit = rule(300, 200, CP_FLOCK_DIRECTION);
	cpFlockSpecies hunter = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetRelation(world->flock, prey, hunter, CP_FLOCK_RELATION_EVADE));
	CHECK_OK(cpFlockSetRelation(world->flock, hunter, prey, CP_FLOCK_RELATION_PURSUE));
	CHECK_OK(cpFlockSetTarget(world->flock, prey, cpv(600, 400)));
	CHECK_OK(cpFlockSetTarget(world->flock, hunter, cpv(0, 0)));
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_CONTAINMENT, cpBBNew(0, 0, 300, 300)));
	uint64_t random = 3;
	for(int i = 0; i < PREY + HUNTERS; i++) {
		cpVect position = randomVect(&random, 0, 300);
		worldAdd(world, i < PREY ? prey : hunter, position, randomVect(&random, -80, 80));
	}
	for(int i = 0; i < 6; i++) addCircle(world, CP_BODY_TYPE_STATIC, randomVect(&random, 0, 300), 15, cpvzero);
	return world;
}

/* In the documented order. */
static void contributions(const cpFlockSteering *steering, cpVect *parts) {
	const cpVect all[RULES] = {steering->avoidance, steering->evasion, steering->separation, steering->alignment,
		steering->cohesion, steering->pursuit, steering->seek, steering->wander};
	memcpy(parts, all, sizeof(all));
}

static cpVect shorten(cpVect vector, double most) {
	double length = cpvlength(vector);
	return length > most ? cpvmult(vector, most / length) : vector;
}

/* Spends the budget rule by rule. Returns the rule that had to be cut, or RULES. */
static int spend(const cpVect *parts, double budget, cpVect *total) {
	int cut = RULES;
	*total = cpvzero;
	for(int i = 0; i < RULES; i++) {
		cpVect granted = shorten(parts[i], budget);
		if(cut == RULES && cpvlength(parts[i]) > budget) cut = i;
		*total = cpvadd(*total, granted);
		budget = fmax(budget - cpvlength(granted), 0);
	}
	return cut;
}

/* Along an axis on which an edge holds a body back, nothing else may steer over it. */
static cpVect heldInside(cpVect total, cpVect containment) {
	return cpv(total.x * containment.x < 0 ? 0 : total.x, total.y * containment.y < 0 ? 0 : total.y);
}

static void test_the_budget_is_spent_in_the_documented_order(void **state) {
	(void)state;
	static const double budgets[] = {0, 10, 60, 120, 200, 300, 450, 700, 1500, 1e30};
	int cuts[RULES + 1] = {0};
	for(size_t b = 0; b < sizeof(budgets) / sizeof(budgets[0]); b++) {
		World *world = chase(CP_FLOCK_COMBINE_PRIORITY, budgets[b]);
		worldRecord(world);
		for(int i = 0; i < PREY + HUNTERS; i++) {
			cpFlockSteering steering = steeringOf(world, world->bodies[i]);
			cpVect parts[RULES], expected;
			contributions(&steering, parts);
			cuts[spend(parts, budgets[b], &expected)]++;
			cpVect held = heldInside(expected, steering.containment);
			CHECK_VECT(steering.total, cpvadd(held, steering.containment), 1e-9 * (1 + cpvlength(expected)));
			CHECK(cpvlength(cpvsub(steering.total, steering.containment)) <=
				  budgets[b] * (1 + ROUNDING) + ROUNDING * (1 + cpvlength(steering.total)));
		}
		worldFree(world);
	}
	for(int i = 0; i <= RULES; i++) CHECK(cuts[i] > 0); /* every rule was the one that was cut */
}

static void test_the_sum_is_cut_as_a_whole(void **state) {
	(void)state;
	static const double budgets[] = {0, 60, 300, 1e30};
	int cut = 0;
	for(size_t b = 0; b < sizeof(budgets) / sizeof(budgets[0]); b++) {
		World *world = chase(CP_FLOCK_COMBINE_SUM, budgets[b]);
		worldRecord(world);
		for(int i = 0; i < PREY + HUNTERS; i++) {
			cpFlockSteering steering = steeringOf(world, world->bodies[i]);
			cpVect parts[RULES], sum = cpvzero;
			contributions(&steering, parts);
			for(int r = 0; r < RULES; r++) sum = cpvadd(sum, parts[r]);
			cut += cpvlength(sum) > budgets[b];
			cpVect held = heldInside(shorten(sum, budgets[b]), steering.containment);
			CHECK_VECT(steering.total, cpvadd(held, steering.containment), 1e-9 * (1 + cpvlength(sum)));
		}
		worldFree(world);
	}
	CHECK(cut > PREY);
}

/* With a budget that is never spent the two are one. */
static void test_enough_for_all_is_the_sum(void **state) {
	(void)state;
	World *sum = chase(CP_FLOCK_COMBINE_SUM, 1e12), *priority = chase(CP_FLOCK_COMBINE_PRIORITY, 1e12);
	worldRecord(sum);
	worldRecord(priority);
	for(int i = 0; i < PREY + HUNTERS; i++) {
		cpVect total = steeringOf(sum, sum->bodies[i]).total;
		CHECK_VECT(steeringOf(priority, priority->bodies[i]).total, total, 1e-9 * (1 + cpvlength(total)));
	}
	worldFree(sum);
	worldFree(priority);
}

static cpBool countContact(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space;
	++*(int *)data;
	return cpTrue;
}

/* A fish that swims at a wall behind which its school is: the pull is as strong as the avoidance. Returns the contacts of
 * 5 s and, of the first step, what was applied and what avoidance asked for. */
static int swimAtSchool(cpFlockCombine combine, cpVect *total, cpVect *avoidance) {
	World *world = worldNew();
	cpFlockSettings settings = pondSettings(CP_FLOCK_AVOIDANCE_SWEEP);
	settings.cohesion = rule(200, 1000, CP_FLOCK_DIRECTION);
	settings.combine = combine;
	settings.maxForce = WEIGHT;
	cpFlockSpecies fish = worldSpecies(world, &settings);
	settings = settingsOff();
	cpFlockSpecies school = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetRelation(world->flock, fish, school, CP_FLOCK_RELATION_FLOCK));
	worldAdd(world, fish, cpvzero, cpv(100, 0));
	for(int i = 0; i < 5; i++) worldAdd(world, school, cpv(100, 10 * i), cpvzero);
	addWall(world, cpv(60, -400), cpv(60, 400), 5);
	int contacts = 0;
	cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(world->space);
	handler->beginFunc = countContact;
	handler->userData = &contacts;
	CHECK_OK(cpFlockSetRecording(world->flock, cpTrue));
	worldStep(world, 1);
	*total = steeringOf(world, world->bodies[0]).total;
	*avoidance = steeringOf(world, world->bodies[0]).avoidance;
	worldStep(world, 300);
	worldFree(world);
	return contacts;
}

static void test_avoidance_overrides_cohesion_in_fact(void **state) {
	(void)state;
	cpVect total, avoidance;
	CHECK(swimAtSchool(CP_FLOCK_COMBINE_SUM, &total, &avoidance) > 0);
	CHECK(total.x > 0 && avoidance.x < 0); /* the pull wins */
	CHECK(swimAtSchool(CP_FLOCK_COMBINE_PRIORITY, &total, &avoidance) == 0);
	CHECK(total.x < 0 && cpvlength(total) <= WEIGHT * (1 + 1e-9));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_budget_is_spent_in_the_documented_order),
		cmocka_unit_test(test_the_sum_is_cut_as_a_whole),
		cmocka_unit_test(test_enough_for_all_is_the_sum),
		cmocka_unit_test(test_avoidance_overrides_cohesion_in_fact),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
