/* SPDX-License-Identifier: MIT
 * What the rules make bodies do: signs, sizes, responses, odd places, predators and goals. */
#include "support.h"

#include <math.h>
#include <stdio.h>

/* ---------------------------------------------------------------- one update of a few bodies */

static World *pairWith(const cpFlockSettings *settings, cpVect offset) {
	World *world = worldNewDetached();
	cpFlockSpecies species = worldSpecies(world, settings);
	worldAdd(world, species, cpv(400, 300), cpvzero);
	worldAdd(world, species, cpvadd(cpv(400, 300), offset), cpvzero);
	return world;
}

static double pushAt(double d) {
	cpFlockSettings settings = settingsOff();
	settings.separation = cpFlockSettingsDefault().separation;
	settings.separationFades = cpTrue;
	World *world = pairWith(&settings, cpv(0, d));
	worldRecord(world);
	cpFlockSteering a = steeringOf(world, world->bodies[0]), b = steeringOf(world, world->bodies[1]);
	worldFree(world);
	CHECK_VECT(a.separation, cpvneg(b.separation), 1e-4 * cpvlength(a.separation));
	CHECK(a.separation.x == 0 && a.separation.y <= 0);
	return -a.separation.y;
}

static void test_the_push_falls_with_distance_and_ends_gently(void **state) {
	(void)state;
	double radius = cpFlockSettingsDefault().separation.radius, last = INFINITY, first = pushAt(1);
	for(double d = 1; d < radius; d++) {
		double push = pushAt(d);
		CHECK(push > 0 && push <= last * (1 + 1e-6));
		CHECK_NEAR(push, 3000 * (1 / d - d / (radius * radius)), 1e-4 * push);
		last = push;
	}
	CHECK(pushAt(radius + 0.01) == 0);
	CHECK(fabs(pushAt(radius - 0.01) - pushAt(radius + 0.01)) < 1e-4 * first);
}

static void case_17_behavior_separation_may_reach_farther_than_the_other_rules(void **state) {
	(void)state;
	cpFlockSettings settings = settingsOff();
	settings.separation = rule(60, 100, CP_FLOCK_DIRECTION);
	settings.alignment = rule(30, 1, CP_FLOCK_DIRECTION);
	settings.cohesion = rule(30, 1, CP_FLOCK_DIRECTION);
	World *world = pairWith(&settings, cpv(45, 0));
	worldRecord(world);
	CHECK_VECT(steeringOf(world, world->bodies[0]).total, cpv(-100, 0), 1e-3);
	CHECK_VECT(steeringOf(world, world->bodies[1]).total, cpv(100, 0), 1e-3);
	CHECK(steeringOf(world, world->bodies[0]).neighbors == 0);
	worldFree(world);
}

static void case_19_behavior_alignment_turns_a_pair_into_its_mean_direction(void **state) {
	(void)state;
	cpFlockSettings settings = settingsOff();
	settings.alignment = rule(1000, 2, CP_FLOCK_LINEAR);
	World *world = worldNew();
	cpFlockSpecies species = worldSpecies(world, &settings);
	worldAdd(world, species, cpv(0, 0), cpv(100, 0));
	worldAdd(world, species, cpv(30, 0), cpv(0, 100));
	worldStep(world, 300);
	for(int i = 0; i < 2; i++) {
		cpVect velocity = cpBodyGetVelocity(world->bodies[i]);
		CHECK_NEAR(atan2(velocity.y, velocity.x), PI / 4, 5 * PI / 180);
		CHECK_NEAR(cpvlength(velocity), 50 * sqrt(2), 1);
	}
	worldFree(world);
}

static void case_19_behavior_cohesion_pulls_to_the_mean_of_the_others(void **state) {
	(void)state;
	for(int kernel = 0; kernel < 2; kernel++) {
		cpFlockSettings settings = settingsOff();
		settings.cohesion = rule(100, 2, CP_FLOCK_LINEAR);
		World *world = pairWith(&settings, cpv(30, 0));
		worldAdd(world, 0, cpv(400, 340), cpvzero);
		CHECK_OK(cpFlockSetKernel(world->flock, (cpFlockKernel)kernel));
		worldRecord(world);
		CHECK_VECT(steeringOf(world, world->bodies[0]).cohesion, cpv(30, 40), kernel ? 1e-9 : 1e-3);
		worldFree(world);
	}
}

static void test_the_three_responses(void **state) {
	(void)state;
	cpFlockSettings settings = settingsOff();
	settings.maxForce = CP_FLOCK_UNLIMITED;
	settings.separation = rule(60, -50, CP_FLOCK_DIRECTION); /* negative: reversed */
	settings.alignment = rule(60, 2, CP_FLOCK_STEER);
	settings.cohesion = rule(60, 3, CP_FLOCK_LINEAR);
	settings.steerRate = 5;
	settings.maxSpeed = 100;
	settings.maxSteer = 300;
	World *world = pairWith(&settings, cpv(0, 20));
	cpBodySetVelocity(world->bodies[0], cpv(60, 0));
	cpBodySetVelocity(world->bodies[1], cpv(0, 10));
	worldRecord(world);
	cpFlockSteering a = steeringOf(world, world->bodies[0]);
	CHECK_VECT(a.separation, cpv(0, 50), 1e-3);
	/* 5 * ((0, 100) - (60, 0)) = (-300, 500), limited to 300, twice */
	CHECK_VECT(a.alignment, cpvmult(cpvnormalize(cpv(-300, 500)), 600), 1e-2);
	CHECK_VECT(a.cohesion, cpv(0, 60), 1e-3);
	CHECK(a.neighbors == 1);
	worldFree(world);
}

static void case_26_behavior_a_field_of_view_is_relative_to_the_heading(void **state) {
	(void)state;
	static const double headings[] = {0, 90, 180, 270, 179.9, -179.9};
	static const struct {
		double bearing;
		int seen;
	} bearings[] = {{0, 1}, {90, 1}, {-90, 1}, {134, 1}, {-134, 1}, {136, 0}, {-136, 0}, {180, 0}};
	cpFlockSettings settings = settingsOff();
	settings.cohesion = rule(60, 1, CP_FLOCK_LINEAR);
	settings.fieldOfView = 1.5 * PI;
	for(int variant = 0; variant < 4; variant++) { /* both kernels, moving and at rest */
		for(size_t h = 0; h < sizeof(headings) / sizeof(headings[0]); h++) {
			for(size_t b = 0; b < sizeof(bearings) / sizeof(bearings[0]); b++) {
				double angle = headings[h] * PI / 180, to = angle + bearings[b].bearing * PI / 180;
				World *world = pairWith(&settings, cpvmult(cpvforangle(to), 30));
				CHECK_OK(cpFlockSetKernel(world->flock, (cpFlockKernel)(variant % 2)));
				cpBodySetAngle(world->bodies[0], variant < 2 ? angle + 1 : angle);
				if(variant < 2) cpBodySetVelocity(world->bodies[0], cpvmult(cpvforangle(angle), 50));
				worldRecord(world);
				CHECK((cpvlength(steeringOf(world, world->bodies[0]).cohesion) > 0) == bearings[b].seen);
				worldFree(world);
			}
		}
	}
}

/* ---------------------------------------------------------------- alone */

static void test_a_body_alone_goes_straight_on(void **state) {
	(void)state;
	for(int count = 0; count < 3; count++) {
		World *world = worldNew();
		cpFlockSettings settings = cpFlockSettingsDefault();
		cpFlockSpecies species = worldSpecies(world, &settings);
		if(count > 0) worldAdd(world, species, cpv(700, 500), cpv(50, 0));
		if(count > 1) worldAdd(world, species, cpv(700, 1000), cpv(50, 0));
		worldStep(world, 600);
		for(int i = 0; i < count; i++) {
			CHECK_VECT(cpBodyGetVelocity(world->bodies[i]), cpv(50, 0), 1e-9);
			CHECK_VECT(cpBodyGetPosition(world->bodies[i]), cpv(1200, 500 + 500 * i), 1e-6);
		}
		worldFree(world);
	}
}

/* Below any distance a rule does nothing; above all it sees everybody. */
static void checkRadii(const double *radii, int count) {
	for(int r = 0; r < count; r++) {
		for(int kernel = 0; kernel < 2; kernel++) {
			World *world = worldNew();
			cpFlockSettings settings = settingsOff();
			settings.separation = rule(radii[r], 100, CP_FLOCK_LINEAR);
			settings.alignment = rule(radii[r], 1, CP_FLOCK_LINEAR);
			settings.cohesion = rule(radii[r], 1, CP_FLOCK_LINEAR);
			cpFlockSpecies species = cpFlockAddSpecies(world->flock, &settings);
			if(species < 0) { /* a radius too large may be refused, never a small one */
				CHECK_STATUS(species, isfinite((cpFloat)radii[r]) ? CP_FLOCK_ERROR_RANGE : CP_FLOCK_ERROR_NOT_FINITE);
				CHECK(radii[r] > 1e30);
				worldFree(world);
				continue;
			}
			CHECK_OK(cpFlockSetKernel(world->flock, (cpFlockKernel)kernel));
			for(int i = 0; i < 20; i++) worldAdd(world, species, cpv(5 * i, i % 3), cpv(i, -i));
			worldStep(world, 1);
			for(int i = 0; i < 20; i++) {
				cpBool straight = cpveql(cpBodyGetVelocity(world->bodies[i]), cpv(i, -i));
				if(straight != (radii[r] < 1)) printf("radius %g, kernel %d, body %d\n", radii[r], kernel, i);
				CHECK(straight == (radii[r] < 1));
			}
			worldStep(world, 10);
			worldFree(world);
		}
	}
}

static void test_radius_zero_and_tiny_radii(void **state) {
	(void)state;
	static const double radii[] = {0, 1e-20, 1e-300, 5e-324};
	checkRadii(radii, 4);
}

static void test_huge_radii(void **state) {
	(void)state;
	static const double radii[] = {1e15, 1e25, CP_FLOCK_UNLIMITED, 1e308};
	checkRadii(radii, 4);
}

static void test_negative_weights_reverse_the_rules(void **state) {
	(void)state;
	for(int which = 0; which < 3; which++) {
		cpFlockSettings settings = cpFlockSettingsDefault();
		cpFlockRule *rules[] = {&settings.separation, &settings.alignment, &settings.cohesion};
		rules[which]->weight = -rules[which]->weight;
		World *world = worldNew();
		cpFlockSpecies species = worldSpecies(world, &settings);
		uint64_t random = 2;
		for(int i = 0; i < 30; i++) worldAdd(world, species, randomVect(&random, -20, 20), cpvzero);
		cpFlockMetrics before, after;
		CHECK_OK(cpFlockMeasure(world->flock, species, 60, &before));
		for(int step = 0; step < 300; step++) {
			worldStep(world, 1);
			for(int i = 0; i < 30; i++) CHECK(cpvlength(cpBodyGetVelocity(world->bodies[i])) <= 120 * (1 + 1e-6));
		}
		CHECK_OK(cpFlockMeasure(world->flock, species, 60, &after));
		if(which == 2) CHECK(after.groups > before.groups);
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- the very same point */

static void part(int count, cpVect spread, cpVect velocity) {
	uint64_t first = 0;
	for(int run = 0; run < 2; run++) {
		World *world = worldNew();
		cpFlockSettings settings = cpFlockSettingsDefault();
		cpFlockSpecies species = worldSpecies(world, &settings);
		for(int i = 0; i < count; i++) worldAdd(world, species, cpvadd(cpv(400, 300), cpvmult(spread, i)), velocity);
		worldStep(world, 60);
		for(int i = 0; i < count; i++) {
			CHECK(cpvlength(cpBodyGetVelocity(world->bodies[i])) <= 120 * (1 + 1e-6));
			for(int k = 0; k < i; k++) {
				CHECK(cpvdist(cpBodyGetPosition(world->bodies[i]), cpBodyGetPosition(world->bodies[k])) > 1);
			}
		}
		if(run == 0) first = worldHash(world);
		CHECK(worldHash(world) == first);
		worldFree(world);
	}
}

static void test_bodies_at_the_very_same_point_part(void **state) {
	(void)state;
	part(3, cpvzero, cpvzero);
	part(2, cpvzero, cpv(60, 0));
	part(2, cpv(1e-200, 0), cpvzero);
	part(30, cpvzero, cpvzero);
}

/* ---------------------------------------------------------------- predators */

typedef struct Hunt {
	World *world;
	cpFlockSpecies prey, hunters;
} Hunt;

static Hunt huntWith(cpFlockTarget target, cpFlockDrive drive) {
	Hunt hunt = {worldNew(), 0, 0};
	cpFlockSettings prey = cpFlockSettingsDefault(), hunter = settingsOff();
	hunter.pursuit = cpFlockSettingsDefault().pursuit;
	hunter.target = target;
	hunter.drive = drive;
	hunter.heading = CP_FLOCK_HEADING_SPIN;
	hunt.prey = worldSpecies(hunt.world, &prey);
	hunt.hunters = worldSpecies(hunt.world, &hunter);
	CHECK_OK(cpFlockSetRelation(hunt.world->flock, hunt.prey, hunt.hunters, CP_FLOCK_RELATION_EVADE));
	CHECK_OK(cpFlockSetRelation(hunt.world->flock, hunt.hunters, hunt.prey, CP_FLOCK_RELATION_PURSUE));
	CHECK_OK(cpFlockSetRelation(hunt.world->flock, hunt.hunters, hunt.hunters, CP_FLOCK_RELATION_NONE));
	return hunt;
}

static void test_a_predator_without_prey_keeps_on(void **state) {
	(void)state;
	for(int target = 0; target < 3; target++) {
		for(int drive = 0; drive < 2; drive++) {
			Hunt hunt = huntWith((cpFlockTarget)target, (cpFlockDrive)drive);
			cpBody *hawk = worldAdd(hunt.world, hunt.hunters, cpv(500, 400), cpv(30, 0));
			worldStep(hunt.world, 600);
			CHECK_VECT(cpBodyGetPosition(hawk), cpv(800, 400), 1e-6);
			/* prey comes, and goes while it is hunted */
			for(int i = 0; i < 5; i++) worldAdd(hunt.world, hunt.prey, cpv(900 + 20 * i, 500), cpvzero);
			worldStep(hunt.world, 60);
			CHECK((cpBodyGetVelocity(hawk).y > 0) == (target != CP_FLOCK_TARGET_POINT));
			for(int i = 1; i < 6; i++) {
				worldStep(hunt.world, 20);
				CHECK_OK(cpFlockRemoveBody(hunt.world->flock, hunt.world->bodies[i]));
				worldDrop(hunt.world, hunt.world->bodies[i]);
			}
			worldStep(hunt.world, 1);
			cpVect velocity = cpBodyGetVelocity(hawk);
			worldStep(hunt.world, 600);
			CHECK_VECT(cpBodyGetVelocity(hawk), velocity, 1e-9);
			worldFree(hunt.world);
		}
	}
}

static void case_31_behavior_the_next_nearest_is_taken_at_once(void **state) {
	(void)state;
	Hunt hunt = huntWith(CP_FLOCK_TARGET_NEAREST, CP_FLOCK_DRIVE_VELOCITY);
	cpFlockSettings still = settingsOff();
	CHECK_OK(cpFlockSetSettings(hunt.world->flock, hunt.prey, &still));
	cpBody *hawk = worldAdd(hunt.world, hunt.hunters, cpvzero, cpvzero);
	cpBody *near = worldAdd(hunt.world, hunt.prey, cpv(100, 0), cpvzero);
	worldAdd(hunt.world, hunt.prey, cpv(-200, 0), cpvzero);
	worldStep(hunt.world, 1);
	CHECK_VECT(cpBodyGetVelocity(hawk), cpv(120, 0), 1e-9);
	CHECK_OK(cpFlockRemoveBody(hunt.world->flock, near));
	worldStep(hunt.world, 1);
	CHECK_VECT(cpBodyGetVelocity(hawk), cpv(-120, 0), 1e-9);
	worldFree(hunt.world);
}

static void test_of_equally_near_prey_the_first_to_join_is_chased(void **state) {
	(void)state;
	for(int order = 0; order < 2; order++) {
		Hunt hunt = huntWith(CP_FLOCK_TARGET_NEAREST, CP_FLOCK_DRIVE_VELOCITY);
		cpFlockSettings still = settingsOff();
		CHECK_OK(cpFlockSetSettings(hunt.world->flock, hunt.prey, &still));
		double side = order ? 1 : -1;
		worldAdd(hunt.world, hunt.prey, cpv(100 * side, 0), cpvzero);
		worldAdd(hunt.world, hunt.prey, cpv(-100 * side, 0), cpvzero);
		cpBody *hawk = worldAdd(hunt.world, hunt.hunters, cpvzero, cpvzero);
		worldStep(hunt.world, 1);
		CHECK_VECT(cpBodyGetVelocity(hawk), cpv(120 * side, 0), 1e-9);
		worldFree(hunt.world);
	}
}

static int sharpTurns(World *world, const cpBody *body, int steps) {
	int turns = 0;
	for(int step = 0; step < steps; step++) {
		cpVect before = cpBodyGetVelocity(body);
		worldStep(world, 1);
		if(cpvdot(before, cpBodyGetVelocity(body)) < 0) turns++;
	}
	return turns;
}

static void test_a_predator_on_top_of_its_prey(void **state) {
	(void)state;
	for(int drive = 0; drive < 2; drive++) {
		Hunt hunt = huntWith(CP_FLOCK_TARGET_NEAREST, (cpFlockDrive)drive);
		worldAdd(hunt.world, hunt.hunters, cpv(400, 300), cpvzero);
		cpBody *prey = worldAdd(hunt.world, hunt.prey, cpv(400, 300), cpvzero);
		int turns = sharpTurns(hunt.world, hunt.world->bodies[0], 120);
		/* a chase by velocity overshoots by its definition */
		if(drive == CP_FLOCK_DRIVE_STEER) CHECK(turns <= 5);
		CHECK(cpvdist(cpBodyGetPosition(prey), cpv(400, 300)) > 1);
		worldFree(hunt.world);
	}
}

static void test_a_predator_at_the_resting_cursor(void **state) {
	(void)state;
	for(int drive = 0; drive < 2; drive++) {
		Hunt hunt = huntWith(CP_FLOCK_TARGET_POINT, (cpFlockDrive)drive);
		cpFlockSettings hunter;
		CHECK_OK(cpFlockGetSettings(hunt.world->flock, hunt.hunters, &hunter));
		hunter.pursuit.response = CP_FLOCK_STEER;
		hunter.pursuit.weight = 1;
		CHECK_OK(cpFlockSetSettings(hunt.world->flock, hunt.hunters, &hunter));
		CHECK_OK(cpFlockSetTarget(hunt.world->flock, hunt.hunters, cpv(400, 300)));
		cpBody *hawk = worldAdd(hunt.world, hunt.hunters, cpv(100, 300), cpvzero);
		worldStep(hunt.world, 300);
		for(int step = 0; step < 300; step++) {
			worldStep(hunt.world, 1);
			CHECK(cpvdist(cpBodyGetPosition(hawk), cpv(400, 300)) < 80);
		}
		CHECK_OK(cpFlockClearTarget(hunt.world->flock, hunt.hunters));
		cpVect velocity = cpBodyGetVelocity(hawk);
		worldStep(hunt.world, 10);
		CHECK_VECT(cpBodyGetVelocity(hawk), velocity, 1e-9);
		worldFree(hunt.world);
	}
}

static void test_prey_flees_harder_the_nearer_the_threat(void **state) {
	(void)state;
	double last = 0;
	for(double d = 149; d > 1; d -= 12) {
		World *world = worldNewDetached();
		cpFlockSettings settings = cpFlockSettingsDefault();
		cpFlockSpecies prey = worldSpecies(world, &settings), threat = worldSpecies(world, &settings);
		CHECK_OK(cpFlockSetRelation(world->flock, prey, threat, CP_FLOCK_RELATION_EVADE));
		worldAdd(world, prey, cpv(0, 0), cpvzero);
		worldAdd(world, threat, cpv(0, d), cpvzero);
		worldRecord(world);
		cpVect flight = steeringOf(world, world->bodies[0]).evasion;
		CHECK_VECT(flight, cpv(0, -600 * (1 - d / 150)), 1e-2);
		CHECK(-flight.y > last);
		CHECK_VECT(steeringOf(world, world->bodies[1]).total, cpvzero, 0); /* directed: it does not mind */
		last = -flight.y;
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- goals */

static void test_a_seeking_body_arrives_and_stays(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = settingsOff();
	settings.seek = rule(100, 2, CP_FLOCK_STEER);
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *body = worldAdd(world, species, cpv(100, 300), cpv(0, 60));
	worldStep(world, 60);
	CHECK_VECT(cpBodyGetVelocity(body), cpv(0, 60), 1e-9); /* no target yet */
	CHECK_OK(cpFlockSetTarget(world->flock, species, cpv(700, 300)));
	worldStep(world, 900);
	CHECK(cpvdist(cpBodyGetPosition(body), cpv(700, 300)) < 10 && cpvlength(cpBodyGetVelocity(body)) < 5);
	worldFree(world);
}

/* Both reach it although they pull at each other. */
static void test_cohesion_does_not_drown_the_target(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault();
	settings.seek = rule(60, 1, CP_FLOCK_STEER);
	cpFlockSpecies species = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetTarget(world->flock, species, cpv(700, 300)));
	worldAdd(world, species, cpv(100, 280), cpvzero);
	worldAdd(world, species, cpv(100, 320), cpvzero);
	worldStep(world, 900);
	for(int i = 0; i < 2; i++) CHECK(cpvdist(cpBodyGetPosition(world->bodies[i]), cpv(700, 300)) < 60);
	worldFree(world);
}

static void test_wandering_is_smooth_sideways_and_repeatable(void **state) {
	(void)state;
	for(int scale = 0; scale <= 200; scale += 200) {
		uint64_t hashes[3];
		for(int run = 0; run < 3; run++) {
			World *world = worldNewDetached();
			cpFlockSettings settings = settingsOff();
			settings.wander.weight = 50;
			settings.wander.scale = scale;
			cpFlockSpecies species = worldSpecies(world, &settings);
			CHECK_OK(cpFlockSetSeed(world->flock, run == 2 ? 99 : 5));
			for(int i = 0; i < 20; i++) worldAdd(world, species, cpv(37 * i, 0), cpv(60, 10));
			double last[20], turned = 0;
			for(int step = 0; step < 300; step++) {
				worldRecord(world);
				for(int i = 0; i < 20; i++) {
					cpVect push = steeringOf(world, world->bodies[i]).wander,
						   velocity = cpBodyGetVelocity(world->bodies[i]);
					double side = cpvcross(cpvnormalize(velocity), push);
					CHECK_NEAR(cpvdot(cpvnormalize(velocity), push), 0, 1e-8);
					CHECK(fabs(side) <= 50 * (1 + 1e-9));
					if(step > 0) CHECK(fabs(side - last[i]) < 50.0 / 8);
					last[i] = side;
					turned += fabs(side);
				}
				cpSpaceStep(world->space, STEP);
			}
			CHECK(turned > 20 * 300 * 5);
			hashes[run] = worldHash(world);
			worldFree(world);
		}
		CHECK(hashes[0] == hashes[1] && hashes[0] != hashes[2]);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_push_falls_with_distance_and_ends_gently),
		cmocka_unit_test(case_17_behavior_separation_may_reach_farther_than_the_other_rules),
		cmocka_unit_test(case_19_behavior_alignment_turns_a_pair_into_its_mean_direction),
		cmocka_unit_test(case_19_behavior_cohesion_pulls_to_the_mean_of_the_others),
		cmocka_unit_test(test_the_three_responses),
		cmocka_unit_test(case_26_behavior_a_field_of_view_is_relative_to_the_heading),
		cmocka_unit_test(test_a_body_alone_goes_straight_on),
		cmocka_unit_test(test_radius_zero_and_tiny_radii),
		cmocka_unit_test(test_huge_radii),
		cmocka_unit_test(test_negative_weights_reverse_the_rules),
		cmocka_unit_test(test_bodies_at_the_very_same_point_part),
		cmocka_unit_test(test_a_predator_without_prey_keeps_on),
		cmocka_unit_test(case_31_behavior_the_next_nearest_is_taken_at_once),
		cmocka_unit_test(test_of_equally_near_prey_the_first_to_join_is_chased),
		cmocka_unit_test(test_a_predator_on_top_of_its_prey),
		cmocka_unit_test(test_a_predator_at_the_resting_cursor),
		cmocka_unit_test(test_prey_flees_harder_the_nearer_the_threat),
		cmocka_unit_test(test_a_seeking_body_arrives_and_stays),
		cmocka_unit_test(test_cohesion_does_not_drown_the_target),
		cmocka_unit_test(test_wandering_is_smooth_sideways_and_repeatable),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
