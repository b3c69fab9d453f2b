/* SPDX-License-Identifier: MIT
 * Numbered cases of the kind "behavior": alone, as a school, after a target, with and without prey, at the edge. */
#include "cases.h"

#include <math.h>
#include <stdlib.h>

static void rotateTo(cpBody *body) {
	cpBodySetAngle(body, cpvtoangle(cpBodyGetVelocity(body)));
}

/* ---------------------------------------------------------------- 2: alone */

static void case_02_behavior_one_fish_goes_straight_on(void **state) {
	(void)state;
	for(int count = 0; count < 3; count++) {
		for(int kernel = 0; kernel < 2; kernel++) {
			cpFlockSettings settings = caseSettings();
			World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
			CHECK_OK(cpFlockSetKernel(world->flock, (cpFlockKernel)kernel));
			if(count > 0) worldAdd(world, 0, cpv(700, 500), cpv(50, 0));
			if(count > 1) worldAdd(world, 0, cpv(700, 1000), cpv(50, 0));
			caseFrames(world, 600);
			for(int i = 0; i < count; i++) {
				cpVect velocity = cpBodyGetVelocity(world->bodies[i]);
				CHECK_NEAR(atan2(velocity.y, velocity.x), 0, 1e-6);
				CHECK_VECT(velocity, cpv(50, 0), 1e-9);
				CHECK_VECT(cpBodyGetPosition(world->bodies[i]), cpv(1200, 500 + 500 * i), 1e-6);
			}
			cpFlockStats stats;
			CHECK_OK(cpFlockGetStats(world->flock, &stats));
			CHECK(stats.updates == 600 && stats.steered == count);
			worldFree(world);
		}
	}
}

/* An empty flock that is updated by the game, and one that has a species but whose last member has left. */
static void case_02_behavior_an_empty_flock_is_updated(void **state) {
	(void)state;
	World *world = worldNewDetached();
	worldUpdate(world);
	cpFlockSettings settings = caseSettings();
	cpFlockSpecies species = worldSpecies(world, &settings);
	worldUpdate(world);
	cpBody *body = worldAdd(world, species, cpvzero, cpvzero);
	worldUpdate(world);
	CHECK_OK(cpFlockRemoveBody(world->flock, body));
	worldUpdate(world);
	cpFlockMetrics metrics;
	CHECK_OK(cpFlockMeasure(world->flock, species, 60, &metrics));
	CHECK(metrics.bodies == 0 && metrics.groups == 0 && metrics.polarization == 0);
	worldFree(world);
}

/* ---------------------------------------------------------------- 18: the push falls with distance */

static double pushAt(double d, cpFlockResponse response, cpFlockKernel kernel) {
	cpFlockSettings settings = caseSettingsOff();
	settings.separation = caseSettings().separation;
	settings.separation.response = response;
	settings.separationFades = cpTrue;
	settings.maxForce = CP_FLOCK_UNLIMITED;
	World *world = worldNewDetached();
	worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetKernel(world->flock, kernel));
	worldAdd(world, 0, cpv(400, 300), cpvzero);
	worldAdd(world, 0, cpv(400, 300 + d), cpvzero);
	worldRecord(world);
	cpVect a = steeringOf(world, world->bodies[0]).total, b = steeringOf(world, world->bodies[1]).total;
	CHECK(a.y <= 0 && b.y >= 0);
	CHECK_VECT(a, cpvneg(b), 1e-4 * cpvlength(a));
	CHECK_NEAR(a.x, 0, 1e-6 * cpvlength(a));
	worldFree(world);
	return -a.y;
}

static void case_18_behavior_the_push_falls_with_distance(void **state) {
	(void)state;
	for(int kernel = 0; kernel < 2; kernel++) {
		double last = INFINITY;
		for(int d = 1; d <= 25; d++) {
			double push = pushAt(d, CP_FLOCK_LINEAR, (cpFlockKernel)kernel);
			CHECK(push <= last * (1 + 1e-6));
			CHECK((push > 0) == (d < 20));
			last = push;
		}
		CHECK(pushAt(20 + 0.01, CP_FLOCK_LINEAR, (cpFlockKernel)kernel) == 0);
	}
}

/* The end of the push is less than a twentieth of its size at 1 px. */
static void case_18_behavior_the_push_ends_without_a_jump(void **state) {
	(void)state;
	for(int kernel = 0; kernel < 2; kernel++) {
		double before = pushAt(20 - 0.01, CP_FLOCK_LINEAR, (cpFlockKernel)kernel);
		double after = pushAt(20 + 0.01, CP_FLOCK_LINEAR, (cpFlockKernel)kernel);
		CHECK(before > 0 && fabs(before - after) < 0.05 * pushAt(1, CP_FLOCK_LINEAR, (cpFlockKernel)kernel));
	}
}

/* ---------------------------------------------------------------- 23: no lattice, no twitching */

static int compareDoubles(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

typedef struct Motion {
	double medianTurn, flips, meanSpeed;
} Motion;

enum { MOST_FISH = 100, MEASURED = 300 };

static Motion measureMotion(World *world) {
	static double turns[MOST_FISH * MEASURED];
	double before[MOST_FISH] = {0}, speeds = 0;
	int count = 0, flips = 0;
	for(int frame = 0; frame < MEASURED; frame++) {
		cpVect velocities[MOST_FISH];
		for(int i = 0; i < world->count; i++) velocities[i] = cpBodyGetVelocity(world->bodies[i]);
		caseFrames(world, 1);
		for(int i = 0; i < world->count; i++) {
			cpVect now = cpBodyGetVelocity(world->bodies[i]);
			double turn = caseTurn(velocities[i], now);
			flips += turn * before[i] < 0 && fabs(turn) > 0.02 && fabs(before[i]) > 0.02;
			before[i] = turn;
			turns[count++] = fabs(turn);
			speeds += cpvlength(now);
		}
	}
	qsort(turns, (size_t)count, sizeof(turns[0]), compareDoubles);
	return (Motion){turns[count / 2], (double)flips / count, speeds / count};
}

static World *meetInTheMiddle(const cpFlockSettings *settings) {
	World *world = caseWorld(settings, CP_FLOCK_BOUNDS_PERIODIC);
	uint64_t random = 23;
	for(int i = 0; i < MOST_FISH; i++) {
		cpVect position = randomPoint(&random, caseScreen), way = cpvsub(cpv(400, 300), position);
		rotateTo(worldAdd(world, 0, position, cpvmult(cpvnormalize(way), 80)));
	}
	caseFrames(world, 900);
	return world;
}

/* With the default settings, too, which may come to rest: a minimum speed keeps the flock going. */
static void case_23_behavior_the_default_settings_do_not_twitch(void **state) {
	(void)state;
	cpFlockSettings settings = cpFlockSettingsDefault();
	settings.minSpeed = 40;
	World *world = meetInTheMiddle(&settings);
	Motion motion = measureMotion(world);
	CHECK(motion.medianTurn < 0.05);
	CHECK(motion.flips < 0.05);
	CHECK(motion.meanSpeed > 0.3 * CASE_MAX_SPEED);
	worldFree(world);
}

/* The alignment wants full speed: one that only takes the mean velocity of the others brings fish that meet head on to a
 * halt. */
static void case_23_behavior_no_lattice_and_no_twitching(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	settings.alignment = rule(60, 1, CP_FLOCK_STEER);
	World *world = meetInTheMiddle(&settings);
	Motion motion = measureMotion(world);
	CHECK(motion.medianTurn < 0.05);
	CHECK(motion.flips < 0.05);
	CHECK(motion.meanSpeed > 0.3 * CASE_MAX_SPEED);
	worldFree(world);
}

/* With the preset that is made for it a school goes on swimming as well. */
static void case_23_behavior_a_preset_does_not_freeze(void **state) {
	(void)state;
	for(int preset = 0; preset < 2; preset++) {
		cpFlockSettings settings = preset ? cpFlockSettingsBird() : cpFlockSettingsSardine();
		World *world = worldNew();
		worldSpecies(world, &settings);
		CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, caseScreen));
		caseScatter(world, 0, MOST_FISH, caseScreen, 60, 23);
		worldStep(world, 600);
		double speeds = 0;
		for(int i = 0; i < world->count; i++) speeds += cpvlength(cpBodyGetVelocity(world->bodies[i]));
		CHECK(speeds / world->count > 0.3 * settings.maxSpeed);
		worldFree(world);
	}
}

static void case_23_behavior_a_pair_settles(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	worldAdd(world, 0, cpv(400, 300), cpvzero);
	worldAdd(world, 0, cpv(420, 300), cpvzero);
	caseFrames(world, 1200);
	double least = INFINITY, most = 0;
	for(int frame = 0; frame < 60; frame++) {
		caseFrames(world, 1);
		double d = cpvdist(cpBodyGetPosition(world->bodies[0]), cpBodyGetPosition(world->bodies[1]));
		least = fmin(least, d);
		most = fmax(most, d);
	}
	CHECK(most - least < 1);
	worldFree(world);
}

/* ---------------------------------------------------------------- 24: a straggler */

static void case_24_behavior_a_straggler_catches_up(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	/* ten in two rows; the straggler is 50 px behind the last of them */
	for(int i = 0; i < 10; i++) rotateTo(worldAdd(world, 0, cpv(200 + 22 * (i / 2), 300 + 22 * (i % 2)), cpv(60, 0)));
	cpBody *straggler = worldAdd(world, 0, cpv(150, 311), cpv(60, 0));
	rotateTo(straggler);
	caseFrames(world, 600);
	double nearest = INFINITY;
	for(int i = 0; i < 10; i++) {
		nearest = fmin(nearest, cpvdist(cpBodyGetPosition(world->bodies[i]), cpBodyGetPosition(straggler)));
	}
	CHECK(nearest < 30);
	CHECK(cpBodyGetVelocity(straggler).x > 30);
	worldFree(world);
}

/* ---------------------------------------------------------------- 25: cohesion and a target */

static void case_25_behavior_cohesion_does_not_drown_the_target(void **state) {
	(void)state;
	static const cpFlockCombine combines[] = {CP_FLOCK_COMBINE_SUM, CP_FLOCK_COMBINE_PRIORITY};
	for(int i = 0; i < 2; i++) {
		cpFlockSettings settings = caseSettings();
		settings.combine = combines[i];
		settings.seek = rule(60, 1, CP_FLOCK_STEER);
		World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
		CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(700, 300)));
		worldAdd(world, 0, cpv(100, 280), cpvzero);
		worldAdd(world, 0, cpv(100, 320), cpvzero);
		caseFrames(world, 900);
		for(int k = 0; k < 2; k++) CHECK(cpvdist(cpBodyGetPosition(world->bodies[k]), cpv(700, 300)) < 60);
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- 31 to 33: predators */

typedef struct Hunt {
	World *world;
	cpFlockSpecies hunters;
} Hunt;

static Hunt huntNew(cpFlockTarget target, cpFlockDrive drive) {
	cpFlockSettings prey = caseSettings(), hunter = caseSettingsOff();
	prey.evasion = cpFlockSettingsDefault().evasion;
	hunter.pursuit = rule(CP_FLOCK_UNLIMITED, 1, CP_FLOCK_STEER);
	hunter.target = target;
	hunter.drive = drive;
	hunter.chaseSpeed = CASE_MAX_SPEED;
	Hunt hunt = {caseWorld(&prey, CP_FLOCK_BOUNDS_NONE), 0};
	hunt.hunters = worldSpecies(hunt.world, &hunter);
	CHECK_OK(cpFlockSetRelation(hunt.world->flock, 0, hunt.hunters, CP_FLOCK_RELATION_EVADE));
	CHECK_OK(cpFlockSetRelation(hunt.world->flock, hunt.hunters, 0, CP_FLOCK_RELATION_PURSUE));
	CHECK_OK(cpFlockSetRelation(hunt.world->flock, hunt.hunters, hunt.hunters, CP_FLOCK_RELATION_NONE));
	return hunt;
}

/* No prey, then prey, then none again; whichever way, at rest or moving, it is not drawn to the origin. */
static void case_31_behavior_a_predator_without_prey_keeps_on(void **state) {
	(void)state;
	for(int target = 0; target < 3; target++) {
		for(int drive = 0; drive < 2; drive++) {
			Hunt hunt = huntNew((cpFlockTarget)target, (cpFlockDrive)drive);
			cpBody *still = worldAdd(hunt.world, hunt.hunters, cpv(700, 500), cpvzero);
			cpBody *moving = worldAdd(hunt.world, hunt.hunters, cpv(700, 400), cpv(50, 0));
			caseFrames(hunt.world, 600);
			CHECK_VECT(cpBodyGetPosition(still), cpv(700, 500), 0);
			CHECK_VECT(cpBodyGetPosition(moving), cpv(1200, 400), 1e-6);
			for(int i = 0; i < 5; i++) worldAdd(hunt.world, 0, cpv(900 + 30 * i, 700), cpvzero);
			caseFrames(hunt.world, 600);
			for(int i = 2; i < 7; i++) {
				CHECK_OK(cpFlockRemoveBody(hunt.world->flock, hunt.world->bodies[i]));
				worldDrop(hunt.world, hunt.world->bodies[i]);
				caseFrames(hunt.world, i < 6 ? 20 : 1);
			}
			cpVect velocity = cpBodyGetVelocity(still);
			caseFrames(hunt.world, 600);
			CHECK_VECT(cpBodyGetVelocity(still), velocity, 1e-9);
			worldFree(hunt.world);
		}
	}
}

static int sharpTurns(World *world, const cpBody *body, int frames) {
	int turns = 0;
	for(int frame = 0; frame < frames; frame++) {
		cpVect before = cpBodyGetVelocity(body);
		caseFrames(world, 1);
		turns += cpvdot(before, cpBodyGetVelocity(body)) < 0;
	}
	return turns;
}

static void case_32_behavior_a_predator_on_top_of_its_prey(void **state) {
	(void)state;
	for(int drive = 0; drive < 2; drive++) {
		for(int together = 0; together < 2; together++) { /* at rest, or swimming the same way */
			Hunt hunt = huntNew(CP_FLOCK_TARGET_NEAREST, (cpFlockDrive)drive);
			cpVect velocity = cpv(60 * together, 0);
			cpBody *hunter = worldAdd(hunt.world, hunt.hunters, cpv(400, 300), velocity);
			cpBody *prey = worldAdd(hunt.world, 0, cpv(400, 300), velocity);
			int turns = sharpTurns(hunt.world, hunter, 60);
			CHECK(cpvdist(cpBodyGetPosition(prey), cpvadd(cpv(400, 300), velocity)) > 1);
			turns += sharpTurns(hunt.world, hunter, 60);
			/* a chase that sets the velocity overshoots by its definition */
			if(drive == CP_FLOCK_DRIVE_STEER) CHECK(turns <= 5);
			worldFree(hunt.world);
		}
	}
}

/* How a predator behaves at a cursor that rests. */
typedef struct Rest {
	int sharpTurns; /* of the heading by more than 90 degrees, the last one counting while it stands still */
	int restless;   /* frames at 5 px/s or more */
	double turned;  /* most that the body was turned, rad */
	double far;     /* farthest from the cursor, px */
} Rest;

static Rest restAt(const cpFlockSettings *settings) {
	World *world = caseWorld(settings, CP_FLOCK_BOUNDS_NONE);
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(400, 300)));
	cpBody *hunter = worldAdd(world, 0, cpv(100, 300), cpvzero);
	worldStep(world, 300);
	Rest rest = {0, 0, 0, 0};
	cpVect heading = cpBodyGetVelocity(hunter);
	double angle = cpBodyGetAngle(hunter);
	for(int frame = 0; frame < 300; frame++) {
		worldStep(world, 1);
		cpVect velocity = cpBodyGetVelocity(hunter);
		rest.far = fmax(rest.far, cpvdist(cpBodyGetPosition(hunter), cpv(400, 300)));
		rest.turned = fmax(rest.turned, fabs(cpBodyGetAngle(hunter) - angle));
		rest.restless += cpvlength(velocity) >= 5;
		if(cpvlength(velocity) < 0.1) continue;
		rest.sharpTurns += cpvdot(heading, velocity) < 0;
		heading = velocity;
	}
	worldFree(world);
	return rest;
}

static void checkRest(const cpFlockSettings *settings) {
	Rest rest = restAt(settings);
	CHECK(rest.far < 80);
	CHECK(rest.sharpTurns <= 3);
	CHECK(rest.restless == 300 || (rest.restless == 0 && rest.turned < 1e-6));
}

/* The predators of the presets circle, one whose velocity is set rests. */
static void case_33_behavior_a_predator_at_the_resting_cursor(void **state) {
	(void)state;
	cpFlockSettings settings[] = {cpFlockSettingsShark(), cpFlockSettingsHawk(), caseSettingsOff()};
	settings[2].pursuit = cpFlockSettingsDefault().pursuit;
	settings[2].drive = CP_FLOCK_DRIVE_VELOCITY;
	for(int i = 0; i < 3; i++) {
		settings[i].target = CP_FLOCK_TARGET_POINT;
		settings[i].pursuit.radius = CP_FLOCK_UNLIMITED;
		checkRest(&settings[i]);
	}
}

/* With the default pursuit, and with one that steers, it neither flips over the cursor for ever. */
static void case_33_behavior_a_predator_that_steers_at_the_resting_cursor(void **state) {
	(void)state;
	for(int i = 0; i < 2; i++) {
		cpFlockSettings settings = caseSettingsOff();
		settings.pursuit = i ? rule(CP_FLOCK_UNLIMITED, 1, CP_FLOCK_STEER) : cpFlockSettingsDefault().pursuit;
		settings.target = CP_FLOCK_TARGET_POINT;
		checkRest(&settings);
	}
}

/* Who may not stop turns round, even if what it wants is exactly behind it, and passes by what is exactly ahead. */
static void case_33_behavior_a_target_straight_behind(void **state) {
	(void)state;
	for(int i = 0; i < 3; i++) {
		cpFlockSettings settings[] = {caseSettingsOff(), caseSettingsOff(), cpFlockSettingsShark()};
		settings[0].seek = rule(60, 1, CP_FLOCK_STEER);
		settings[1].pursuit = cpFlockSettingsDefault().pursuit;
		settings[2].pursuit.radius = CP_FLOCK_UNLIMITED;
		settings[2].wander.weight = 0;
		settings[i].minSpeed = 20;
		if(i > 0) settings[i].target = CP_FLOCK_TARGET_POINT;
		World *world = caseWorld(&settings[i], CP_FLOCK_BOUNDS_NONE);
		CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(100, 300)));
		cpBody *fish = worldAdd(world, 0, cpv(400, 300), cpv(50, 0));
		worldStep(world, 600);
		CHECK(cpvdist(cpBodyGetPosition(fish), cpv(100, 300)) < 100);
		worldFree(world);
	}
}

static void case_32_behavior_a_threat_straight_ahead(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	settings.evasion = cpFlockSettingsDefault().evasion;
	settings.minSpeed = 20;
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_NONE);
	cpFlockSettings rest = caseSettingsOff();
	cpFlockSpecies threat = worldSpecies(world, &rest);
	CHECK_OK(cpFlockSetRelation(world->flock, 0, threat, CP_FLOCK_RELATION_EVADE));
	cpBody *fish = worldAdd(world, 0, cpv(400, 300), cpv(50, 0));
	worldAdd(world, threat, cpv(500, 300), cpvzero);
	double nearest = INFINITY;
	for(int frame = 0; frame < 600; frame++) {
		caseFrames(world, 1);
		nearest = fmin(nearest, cpvdist(cpBodyGetPosition(fish), cpv(500, 300)));
	}
	CHECK(nearest > 30);
	worldFree(world);
}

/* Between two threats that are equally near there is a way out: sideways. */
static void case_32_behavior_between_two_threats(void **state) {
	(void)state;
	Hunt hunt = huntNew(CP_FLOCK_TARGET_NEAREST, CP_FLOCK_DRIVE_STEER);
	cpBody *prey = worldAdd(hunt.world, 0, cpv(400, 300), cpvzero);
	worldAdd(hunt.world, hunt.hunters, cpv(340, 300), cpvzero);
	worldAdd(hunt.world, hunt.hunters, cpv(460, 300), cpvzero);
	caseFrames(hunt.world, 120);
	CHECK(cpvdist(cpBodyGetPosition(prey), cpv(400, 300)) > 1);
	worldFree(hunt.world);
}

/* ---------------------------------------------------------------- 39: outside of the walls */

static cpBool isWithin(const cpBody *body, double more) {
	cpVect p = cpBodyGetPosition(body);
	return p.x >= caseScreen.l - more && p.x <= caseScreen.r + more && p.y >= caseScreen.b - more &&
		   p.y <= caseScreen.t + more;
}

static void case_39_behavior_fish_outside_of_the_walls_come_back(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_CONTAINMENT);
	worldAdd(world, 0, cpv(-50, 300), cpv(-20, 0));
	worldAdd(world, 0, cpv(850, 700), cpvzero);
	worldAdd(world, 0, cpv(0, 300), cpvzero);
	int reversals[3] = {0, 0, 0};
	for(int frame = 0; frame < 180; frame++) {
		cpVect before[3];
		for(int i = 0; i < 3; i++) before[i] = cpBodyGetVelocity(world->bodies[i]);
		caseFrames(world, 1);
		for(int i = 0; i < 3; i++) {
			reversals[i] += cpvdot(before[i], cpBodyGetVelocity(world->bodies[i])) < 0;
			if(frame >= 120) CHECK(isWithin(world->bodies[i], 0));
		}
	}
	for(int i = 0; i < 3; i++) CHECK(reversals[i] <= 1);
	worldFree(world);
}

/* Fifty beside the wall whose fellows pull them over it. */
static void case_39_behavior_a_school_pressed_on_the_wall(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_CONTAINMENT);
	for(int i = 0; i < 50; i++) worldAdd(world, 0, cpv((i % 5) - 1, 200 + 4 * (i / 5)), cpv(-30, 0));
	for(int frame = 0; frame < 180; frame++) {
		caseFrames(world, 1);
		if(frame < 120) continue;
		for(int i = 0; i < 50; i++) CHECK(isWithin(world->bodies[i], 4));
	}
	worldFree(world);
}

static void case_39_behavior_in_the_long_run_nobody_is_outside(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_CONTAINMENT);
	caseScatter(world, 0, 100, caseScreen, 80, 39);
	caseFrames(world, 120);
	for(int frame = 120; frame < LONG_RUN; frame++) {
		caseFrames(world, 1);
		for(int i = 0; i < 100; i++) CHECK(isWithin(world->bodies[i], 4));
	}
	worldFree(world);
}

/* A flock of the preset, whose members hold together harder than the edge pushes. */
static void case_39_behavior_birds_stay_inside(void **state) {
	(void)state;
	cpFlockSettings settings = cpFlockSettingsBird();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_CONTAINMENT);
	caseScatter(world, 0, 100, caseScreen, 80, 1);
	worldStep(world, 120);
	for(int frame = 120; frame < LONG_RUN; frame++) {
		worldStep(world, 1);
		for(int i = 0; i < 100; i++) CHECK(isWithin(world->bodies[i], 4));
	}
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_02_behavior_one_fish_goes_straight_on),
		cmocka_unit_test(case_02_behavior_an_empty_flock_is_updated),
		cmocka_unit_test(case_18_behavior_the_push_falls_with_distance),
		cmocka_unit_test(case_18_behavior_the_push_ends_without_a_jump),
		cmocka_unit_test(case_23_behavior_no_lattice_and_no_twitching),
		cmocka_unit_test(case_23_behavior_the_default_settings_do_not_twitch),
		cmocka_unit_test(case_23_behavior_a_preset_does_not_freeze),
		cmocka_unit_test(case_23_behavior_a_pair_settles),
		cmocka_unit_test(case_24_behavior_a_straggler_catches_up),
		cmocka_unit_test(case_25_behavior_cohesion_does_not_drown_the_target),
		cmocka_unit_test(case_31_behavior_a_predator_without_prey_keeps_on),
		cmocka_unit_test(case_32_behavior_a_predator_on_top_of_its_prey),
		cmocka_unit_test(case_32_behavior_a_threat_straight_ahead),
		cmocka_unit_test(case_32_behavior_between_two_threats),
		cmocka_unit_test(case_33_behavior_a_predator_at_the_resting_cursor),
		cmocka_unit_test(case_33_behavior_a_predator_that_steers_at_the_resting_cursor),
		cmocka_unit_test(case_33_behavior_a_target_straight_behind),
		cmocka_unit_test(case_39_behavior_fish_outside_of_the_walls_come_back),
		cmocka_unit_test(case_39_behavior_a_school_pressed_on_the_wall),
		cmocka_unit_test(case_39_behavior_in_the_long_run_nobody_is_outside),
		cmocka_unit_test(case_39_behavior_birds_stay_inside),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
