/* SPDX-License-Identifier: MIT
 * Limits of force, speed and turning, drag, and how bodies turn. */
#include "support.h"

#include <math.h>
#include <stdio.h>

static World *one(const cpFlockSettings *settings, cpVect velocity, double angle) {
	World *world = worldNew();
	cpBody *body = worldAdd(world, worldSpecies(world, settings), cpvzero, velocity);
	cpBodySetAngle(body, angle);
	return world;
}

static double turnOf(cpVect from, cpVect to) {
	return atan2(cpvcross(from, to), cpvdot(from, to));
}

/* ---------------------------------------------------------------- force */

static void test_the_sum_of_the_rules_is_limited(void **state) {
	(void)state;
	World *world = worldNewDetached();
	cpFlockSettings settings = settingsOff();
	settings.separation = rule(60, 1000, CP_FLOCK_DIRECTION);
	settings.cohesion = rule(60, 400, CP_FLOCK_DIRECTION);
	settings.maxForce = 100;
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *a = worldAdd(world, species, cpvzero, cpvzero);
	worldAdd(world, species, cpv(0, 20), cpvzero);
	cpBodySetMass(a, 5);
	worldRecord(world);
	cpFlockSteering steering = steeringOf(world, a);
	CHECK_VECT(steering.separation, cpv(0, -1000), 1e-2); /* before the limit */
	CHECK_VECT(steering.cohesion, cpv(0, 400), 1e-2);
	CHECK_VECT(steering.total, cpv(0, -100), 1e-9);
	CHECK_VECT(cpBodyGetForce(a), cpv(0, -500), 1e-6); /* a force for its mass */
	worldFree(world);
}

static void test_bodies_of_any_mass_steer_alike(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = settingsOff();
	settings.cohesion = rule(60, 1, CP_FLOCK_LINEAR);
	cpFlockSpecies species = worldSpecies(world, &settings);
	cpBody *light = worldAddBare(world, species, cpv(0, 0), cpvzero);
	cpBody *heavy = worldAddBare(world, species, cpv(40, 0), cpvzero);
	cpBodySetMass(light, 1e-3);
	cpBodySetMass(heavy, 1e6);
	worldStep(world, 20);
	CHECK_VECT(cpBodyGetVelocity(light), cpvneg(cpBodyGetVelocity(heavy)), 1e-3);
	CHECK(cpBodyGetVelocity(light).x > 0);
	cpBodySetMass(light, 3); /* the mass is read when it is needed */
	worldStep(world, 20);
	CHECK_VECT(cpBodyGetVelocity(light), cpvneg(cpBodyGetVelocity(heavy)), 1e-3);
	worldFree(world);
}

/* ---------------------------------------------------------------- speed */

static void test_speeds_hold_after_integration(void **state) {
	(void)state;
	cpFlockSettings settings = settingsOff();
	settings.seek = rule(0, 1e6, CP_FLOCK_DIRECTION);
	settings.maxForce = CP_FLOCK_UNLIMITED;
	settings.minSpeed = 30;
	settings.maxSpeed = 80;
	World *world = one(&settings, cpv(10, 5), 0);
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(400, 100)));
	cpVect last = cpBodyGetPosition(world->bodies[0]);
	for(int step = 0; step < 200; step++) {
		cpBodySetForce(world->bodies[0], cpv(5000, 0)); /* the game's own force, too */
		worldStep(world, 1);
		double speed = cpvlength(cpBodyGetVelocity(world->bodies[0]));
		CHECK(speed <= 80 * (1 + 1e-6) && speed >= 30 * (1 - 1e-6));
		cpVect position = cpBodyGetPosition(world->bodies[0]);
		if(step > 0) CHECK(cpvdist(position, last) <= 80 * STEP * (1 + 1e-6) + ROUNDING * cpvlength(position));
		last = position;
	}
	worldFree(world);
}

static void case_03_numeric_a_body_at_rest_starts_along_its_angle(void **state) {
	(void)state;
	for(int limit = 0; limit < 2; limit++) {
		cpFlockSettings settings = settingsOff();
		settings.minSpeed = 20;
		settings.speedLimit = (cpFlockSpeedLimit)limit;
		World *world = one(&settings, cpvzero, 2.0);
		worldStep(world, 2);
		CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpvmult(cpvforangle(2.0), 20), 1e-6);
		worldFree(world);
	}
}

/* The order of the article: the clamp acts first, so that the force of the step comes on top. */
static void test_a_clamp_before_integration_lets_a_body_fly_faster(void **state) {
	(void)state;
	cpFlockSettings settings = settingsOff();
	settings.seek = rule(0, 6000, CP_FLOCK_DIRECTION);
	settings.maxForce = CP_FLOCK_UNLIMITED;
	settings.maxSpeed = 80;
	settings.speedLimit = CP_FLOCK_SPEED_LIMIT_BEFORE;
	World *world = one(&settings, cpv(80, 0), 0);
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(1e6, 0)));
	for(int step = 0; step < 10; step++) {
		worldStep(world, 1);
		CHECK_VECT(cpBodyGetVelocity(world->bodies[0]), cpv(180, 0), 1e-9);
	}
	worldFree(world);
}

/* A heavy crate at 900 px/s hits a body off its center. */
static World *hit(cpFlockSettings settings, cpVect velocity) {
	World *world = one(&settings, velocity, 0);
	cpBody *crate = worldAddBare(world, -1, cpv(-20, 2), cpv(900, 0));
	cpBodySetMass(crate, 50);
	cpBodySetMoment(crate, 2500);
	cpShape *shape = cpSpaceAddShape(world->space, cpCircleShapeNew(crate, 10, cpvzero));
	cpShapeSetFriction(shape, 1);
	cpShapeSetElasticity(shape, 1);
	return world;
}

static void test_speed_and_spin_after_a_collision(void **state) {
	(void)state;
	for(double minSpeed = 0; minSpeed <= 20; minSpeed += 20) {
		cpFlockSettings settings = cpFlockSettingsDefault();
		settings.minSpeed = minSpeed;
		World *world = hit(settings, cpvzero);
		cpBody *body = world->bodies[0];
		for(int step = 0; step < 10; step++) {
			/* the velocity that the next step moves the body with; what overlaps Chipmunk parts beyond that */
			worldStep(world, 1);
			cpVect velocity = cpBodyGetVelocity(body);
			CHECK(cpvlength(velocity) <= 120 * (1 + 1e-6));
			CHECK(cpvlength(velocity) >= minSpeed * (1 - 1e-6));
		}
		CHECK(cpvlength(cpBodyGetVelocity(body)) > 10); /* it was hit */
		cpVect velocity = cpBodyGetVelocity(body);
		CHECK_NEAR(turnOf(cpBodyGetRotation(body), velocity), 0, 0.05);
		worldFree(world);
	}
}

static void test_an_explicit_update_holds_the_speeds_too(void **state) {
	(void)state;
	World *world = worldNewDetached();
	cpFlockSettings settings = settingsOff();
	settings.seek = rule(0, 1e5, CP_FLOCK_DIRECTION);
	settings.maxForce = CP_FLOCK_UNLIMITED;
	settings.maxSpeed = 80;
	cpFlockSpecies species = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetTarget(world->flock, species, cpv(1000, 500)));
	cpBody *body = worldAdd(world, species, cpvzero, cpvzero);
	for(int step = 0; step < 20; step++) {
		worldUpdate(world);
		worldStep(world, 1);
		CHECK(cpvlength(cpBodyGetVelocity(body)) <= 80 * (1 + 1e-6));
	}
	CHECK(cpvlength(cpBodyGetVelocity(body)) > 79);
	worldFree(world);
}

static double slowed(double spaceDamping, int rate) {
	cpFlockSettings settings = settingsOff();
	settings.damping = 0.5;
	World *world = one(&settings, cpv(100, 0), 0);
	cpSpaceSetDamping(world->space, spaceDamping);
	for(int step = 0; step < 2 * rate; step++) cpSpaceStep(world->space, (cpFloat)1 / rate);
	cpVect velocity = cpBodyGetVelocity(world->bodies[0]);
	worldFree(world);
	CHECK(velocity.y == 0);
	return velocity.x;
}

static void test_drag_is_a_share_per_second_at_any_step(void **state) {
	(void)state;
	static const int rates[] = {30, 60, 240};
	for(int r = 0; r < 3; r++) {
		CHECK_NEAR(slowed(1, rates[r]), 100 * 0.5 * 0.5, 1e-9);
		CHECK_NEAR(slowed(0.9, rates[r]), 100 * 0.45 * 0.45, 0.5); /* the two multiply */
	}
}

static cpVect fly(double first, double second, int goal) {
	cpFlockSettings settings = settingsOff();
	settings.seek = rule(0, goal ? 100 : 0, CP_FLOCK_DIRECTION);
	settings.alignment = rule(1000, 2, CP_FLOCK_LINEAR);
	World *world = one(&settings, cpv(0, 60), 0);
	if(goal) {
		cpBodySetPosition(world->bodies[0], cpv(100, 300));
		CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(700, 300)));
	} else {
		worldAdd(world, 0, cpv(30, 0), cpv(60, 0));
	}
	cpVect start = cpBodyGetPosition(world->bodies[0]);
	for(double time = 0, step = first; time < 2 - 1e-9; time += step, step = first + second - step) {
		cpSpaceStep(world->space, step);
	}
	cpVect way = cpvsub(cpBodyGetPosition(world->bodies[0]), start);
	worldFree(world);
	return way;
}

static void test_the_flight_does_not_depend_on_the_frame_rate(void **state) {
	(void)state;
	for(int goal = 0; goal < 2; goal++) {
		cpVect fine = fly(1.0 / 240, 1.0 / 240, goal);
		CHECK_VECT(fly(1.0 / 30, 1.0 / 30, goal), fine, 0.02 * cpvlength(fine));
		CHECK_VECT(fly(1.0 / 60, 1.0 / 60, goal), fine, 0.02 * cpvlength(fine));
		CHECK_VECT(fly(1.0 / 30, 1.0 / 240, goal), fine, 0.02 * cpvlength(fine));
	}
}

/* ---------------------------------------------------------------- turning */

static void test_the_turn_rate_limits_the_velocity(void **state) {
	(void)state;
	static const cpVect targets[] = {{0, 1000}, {-1000, 1000}, {-1000, 0}, {-1000, -1}, {-200, 0}};
	for(size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
		for(double minSpeed = 0; minSpeed <= 40; minSpeed += 40) {
			cpFlockSettings settings = settingsOff();
			settings.seek = rule(0, 400, CP_FLOCK_DIRECTION);
			settings.maxTurnRate = 1.5;
			settings.minSpeed = minSpeed;
			World *world = one(&settings, cpv(100, 0), 0);
			CHECK_OK(cpFlockSetTarget(world->flock, 0, targets[i]));
			for(int step = 0; step < 600; step++) {
				cpVect before = cpBodyGetVelocity(world->bodies[0]);
				worldStep(world, 1);
				cpVect after = cpBodyGetVelocity(world->bodies[0]);
				if(cpvlength(before) < 0.5 || cpvlength(after) < 0.5) continue; /* at rest it has no direction */
				double turn = fabs(turnOf(before, after));
				if(turn > 1.5 * STEP * 1.01 + 1e-6) {
					printf("target %zu, minimum speed %g, step %d: turned %g rad at %g px/s\n", i, minSpeed, step, turn,
						cpvlength(before));
				}
				CHECK(turn <= 1.5 * STEP * 1.01 + 1e-6);
			}
			worldFree(world);
		}
	}
}

static void test_the_body_turns_into_its_direction_of_motion(void **state) {
	(void)state;
	cpFlockSettings settings = settingsOff();
	settings.heading = CP_FLOCK_HEADING_SPIN;
	World *world = one(&settings, cpv(0, 50), 0.3);
	worldStep(world, 3);
	CHECK_NEAR(remainder(cpBodyGetAngle(world->bodies[0]) - PI / 2, 2 * PI), 0, 1e-6);
	worldStep(world, 10);
	CHECK_NEAR(cpBodyGetAngularVelocity(world->bodies[0]), 0, 1e-6);
	worldFree(world);

	for(double direction = -3.1; direction < 3.2; direction += 0.62) { /* from any direction into any other */
		world = one(&settings, cpvmult(cpvforangle(direction), 50), 0);
		worldStep(world, 3);
		CHECK_NEAR(remainder(cpBodyGetAngle(world->bodies[0]) - direction, 2 * PI), 0, 1e-6);
		worldFree(world);
	}

	settings.maxTurnRate = 2;
	world = one(&settings, cpv(0, 50), 0);
	for(int step = 0; step < 60; step++) {
		double before = cpBodyGetAngle(world->bodies[0]);
		worldStep(world, 1);
		CHECK(fabs(cpBodyGetAngle(world->bodies[0]) - before) <= 2 * STEP * (1 + 10 * ROUNDING));
	}
	CHECK_NEAR(cpBodyGetAngle(world->bodies[0]), PI / 2, 1e-6);
	worldFree(world);
}

/* The short way round across +-pi, for a body that has turned many times, too. */
static void case_04_numeric_the_short_way_round(void **state) {
	(void)state;
	static const double angles[] = {3.0, 3.0 + 2000 * PI, 3.0 - 2000 * PI};
	for(int i = 0; i < 3; i++) {
		for(int limited = 0; limited < 2; limited++) {
			cpFlockSettings settings = settingsOff();
			settings.heading = CP_FLOCK_HEADING_SPIN;
			if(limited) settings.maxTurnRate = 1;
			World *world = one(&settings, cpvmult(cpvforangle(-3.0), 80), angles[i]);
			double total = 0;
			for(int step = 0; step < 120; step++) {
				double before = cpBodyGetAngle(world->bodies[0]);
				worldStep(world, 1);
				double turn = cpBodyGetAngle(world->bodies[0]) - before;
				CHECK(fabs(turn) < PI);
				CHECK(cpBodyGetRotation(world->bodies[0]).x < -0.9); /* it never looks along +x */
				total += fabs(turn);
			}
			CHECK(total < 0.3);
			CHECK_NEAR(remainder(cpBodyGetAngle(world->bodies[0]) + 3.0, 2 * PI), 0, 0.02);
			worldFree(world);
		}
	}
}

static void case_04_numeric_a_body_that_looks_along_its_way_does_not_turn(void **state) {
	(void)state;
	static const double angles[] = {0, 3.0, -3.0, PI, -PI, PI / 2, 0.6, 0.9, -2.2, -1.2, 0.9 + 200 * PI};
	for(size_t i = 0; i < sizeof(angles) / sizeof(angles[0]); i++) {
		cpFlockSettings settings = settingsOff();
		settings.heading = CP_FLOCK_HEADING_SPIN;
		World *world = one(&settings, cpvmult(cpvforangle(angles[i]), 80), angles[i]);
		worldStep(world, 120);
		CHECK_NEAR(cpBodyGetAngle(world->bodies[0]), angles[i], 1e-9);
		worldFree(world);
	}
}

/* Beyond 2^53 an angle is not even right to a radian. */
static void test_an_angle_that_tells_no_direction_turns_at_most_by_half_a_turn(void **state) {
	(void)state;
	static const double angles[] = {1e16, -1e17, 1e30, 1e300, -1.7e308};
	for(size_t i = 0; i < sizeof(angles) / sizeof(angles[0]); i++) {
		cpFlockSettings settings = settingsOff();
		if(!isfinite((cpFloat)angles[i])) continue; /* in single precision */
		settings.heading = CP_FLOCK_HEADING_SPIN;
		settings.maxTurnRate = CP_FLOCK_UNLIMITED;
		World *world = one(&settings, cpv(80, 10), angles[i]);
		worldStep(world, 3);
		CHECK(fabs(cpBodyGetAngularVelocity(world->bodies[0])) <= PI * 60.0001);
		worldFree(world);
	}
}

static void case_03_numeric_a_body_at_rest_keeps_its_angle(void **state) {
	(void)state;
	for(int heading = 0; heading < 3; heading++) {
		cpFlockSettings settings = cpFlockSettingsDefault();
		settings.heading = (cpFlockHeading)heading;
		World *world = one(&settings, cpvzero, 2.0);
		worldStep(world, 120);
		CHECK_NEAR(cpBodyGetAngle(world->bodies[0]), 2.0, 1e-9);
		CHECK_NEAR(cpBodyGetAngularVelocity(world->bodies[0]), 0, 1e-12);
		worldFree(world);
	}
}

static void test_a_slow_body_keeps_its_angle(void **state) {
	(void)state;
	for(int heading = 1; heading < 3; heading++) {
		cpFlockSettings settings = settingsOff();
		settings.heading = (cpFlockHeading)heading;
		settings.headingMinSpeed = 5;
		World *world = one(&settings, cpv(0, 4.9), 2.0);
		worldStep(world, 60);
		CHECK_NEAR(cpBodyGetAngle(world->bodies[0]), 2.0, 1e-9);
		cpBodySetVelocity(world->bodies[0], cpv(0, 5.1));
		worldStep(world, 3);
		CHECK_NEAR(cpBodyGetAngle(world->bodies[0]), PI / 2, 1e-6);
		worldFree(world);
	}
}

static void case_03_numeric_a_body_that_slows_down_keeps_its_last_angle(void **state) {
	(void)state;
	for(int heading = 1; heading < 3; heading++) {
		cpFlockSettings settings = cpFlockSettingsDefault();
		settings.heading = (cpFlockHeading)heading;
		settings.headingMinSpeed = 0;
		cpVect direction = cpvforangle(-1.2);
		World *world = one(&settings, cpvmult(direction, 10), -1.2);
		for(int step = 0; step <= 60; step++) {
			cpBodySetVelocity(world->bodies[0], cpvmult(direction, step < 60 ? 10 * pow(10, -13.0 * step / 59) : 0));
			worldStep(world, 1);
		}
		worldStep(world, 60);
		CHECK_NEAR(cpBodyGetAngle(world->bodies[0]), -1.2, 1e-6);
		worldFree(world);
	}
}

static void test_an_angle_set_before_integration_is_one_step_late(void **state) {
	(void)state;
	cpFlockSettings settings = settingsOff();
	settings.heading = CP_FLOCK_HEADING_ANGLE;
	settings.headingMinSpeed = 6;
	settings.seek = rule(0, 3000, CP_FLOCK_DIRECTION);
	settings.maxForce = settings.maxSpeed = CP_FLOCK_UNLIMITED;
	World *world = one(&settings, cpv(50, 0), 1);
	cpBodySetAngularVelocity(world->bodies[0], 0.5);
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(0, 1e6)));
	for(int step = 0; step < 5; step++) {
		cpVect before = cpBodyGetVelocity(world->bodies[0]);
		worldStep(world, 1);
		CHECK_NEAR(cpBodyGetAngle(world->bodies[0]), atan2(before.y, before.x), 1e-9);
		CHECK_NEAR(cpBodyGetAngularVelocity(world->bodies[0]), 0.5, 0); /* the game's */
	}
	worldFree(world);
}

static void test_without_a_heading_angle_and_spin_are_the_games(void **state) {
	(void)state;
	cpFlockSettings settings = cpFlockSettingsDefault();
	settings.heading = CP_FLOCK_HEADING_NONE;
	World *world = one(&settings, cpv(0, 50), 0.3);
	cpBodySetAngularVelocity(world->bodies[0], 0.5);
	worldStep(world, 60);
	CHECK_NEAR(cpBodyGetAngle(world->bodies[0]), 0.8, 1e-9);
	CHECK_NEAR(cpBodyGetAngularVelocity(world->bodies[0]), 0.5, 1e-12);
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_sum_of_the_rules_is_limited),
		cmocka_unit_test(test_bodies_of_any_mass_steer_alike),
		cmocka_unit_test(test_speeds_hold_after_integration),
		cmocka_unit_test(case_03_numeric_a_body_at_rest_starts_along_its_angle),
		cmocka_unit_test(test_a_clamp_before_integration_lets_a_body_fly_faster),
		cmocka_unit_test(test_speed_and_spin_after_a_collision),
		cmocka_unit_test(test_an_explicit_update_holds_the_speeds_too),
		cmocka_unit_test(test_drag_is_a_share_per_second_at_any_step),
		cmocka_unit_test(test_the_flight_does_not_depend_on_the_frame_rate),
		cmocka_unit_test(test_the_turn_rate_limits_the_velocity),
		cmocka_unit_test(test_the_body_turns_into_its_direction_of_motion),
		cmocka_unit_test(case_04_numeric_the_short_way_round),
		cmocka_unit_test(case_04_numeric_a_body_that_looks_along_its_way_does_not_turn),
		cmocka_unit_test(test_an_angle_that_tells_no_direction_turns_at_most_by_half_a_turn),
		cmocka_unit_test(case_03_numeric_a_body_at_rest_keeps_its_angle),
		cmocka_unit_test(test_a_slow_body_keeps_its_angle),
		cmocka_unit_test(case_03_numeric_a_body_that_slows_down_keeps_its_last_angle),
		cmocka_unit_test(test_an_angle_set_before_integration_is_one_step_late),
		cmocka_unit_test(test_without_a_heading_angle_and_spin_are_the_games),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
