/* SPDX-License-Identifier: MIT
 * The Matter.js fish preset against what the article's own code did on matter-js (reference/README.md).
 *
 * The value to meet is `avoidance`: the article's function on the nearest hit of a ray with the exact shape. Fish and
 * obstacles are bodies with shapes and the article's filters; obstacles are static, or kinematic at the velocity that was
 * recorded. One step of Matter.js lies between the positions of one cpSpaceStep() and those of the next. */
#include "deviations.h"
#include "golden.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SPEED 60.0 /* px/s in one px/step */
#define FORCE 1e6  /* px/s^2 in one px/ms^2 */

static const char *const files[] = {
	"001a_10fish", "001b_head_on_circle", "001c_moving_box", "001d_two_in_line", "001e_school_and_two_movers"};
enum { FILES = sizeof(files) / sizeof(files[0]) };

enum { COHESION, AVOIDANCE, ANGLE, VELOCITY, POSITION, COLUMNS };
static const char *const columns[] = {"cohesion", "avoidance", "angle", "velocity", "position"};

static const cJSON *memberOf(const cJSON *object, const char *name) {
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
	CHECK(item);
	return item;
}

/* ---------------------------------------------------------------- a school in a space */

typedef struct School {
	World *world; /* its bodies: the fish, then the obstacles */
	cpFlockSpecies species;
	int fish, obstacles;
	double mass, moment, cohesion, avoidance; /* weights: Matter force */
} School;

static void addFish(School *school) {
	World *world = school->world;
	cpBody *body = worldAddBare(world, school->species, cpvzero, cpvzero);
	cpBodySetMass(body, school->mass);
	cpBodySetMoment(body, school->moment);
	cpShape *shape = cpSpaceAddShape(world->space, cpCircleShapeNew(body, 6, cpvzero));
	cpShapeSetFilter(shape, cpFlockSettingsMatterFish().filter);
	school->fish++;
}

static void addObstacle(School *school, const cJSON *obstacle) {
	World *world = school->world;
	cpBody *body = worldAddBare(world, -1, goldenVect(obstacle, "pos", 0), cpvzero);
	cpBodySetType(body, cJSON_IsTrue(memberOf(obstacle, "static")) ? CP_BODY_TYPE_STATIC : CP_BODY_TYPE_KINEMATIC);
	cpBodySetAngle(body, goldenNumber(obstacle, "angle"));
	const cJSON *form = memberOf(obstacle, "shape");
	cpShape *shape = goldenHas(form, "circle")
						 ? cpCircleShapeNew(body, goldenNumber(form, "circle"), cpvzero)
						 : cpBoxShapeNew(body, goldenAt(form, "box", 0), goldenAt(form, "box", 1), 0);
	cpShapeSetFilter(cpSpaceAddShape(world->space, shape), cpShapeFilterNew(CP_NO_GROUP, 1, CP_ALL_CATEGORIES));
	school->obstacles++;
}

static School schoolNew(const Golden *golden, int fish, const cJSON *obstacles, cpFlockKernel kernel, cpBool detached) {
	School school;
	memset(&school, 0, sizeof(school));
	school.world = detached ? worldNewDetached() : worldNew();
	cpFlockSettings settings = cpFlockSettingsMatterFish();
	school.species = worldSpecies(school.world, &settings);
	CHECK_OK(cpFlockSetKernel(school.world->flock, kernel));
	CHECK_OK(cpFlockSetRecording(school.world->flock, cpTrue));
	const cJSON *body = memberOf(golden->root, "fish_body"), *parameters = memberOf(golden->root, "params");
	school.mass = goldenNumber(body, "mass");
	school.moment = goldenNumber(body, "inertia");
	school.cohesion = goldenNumber(parameters, "w_cohesion");
	school.avoidance = goldenNumber(parameters, "w_avoidance");
	for(int i = 0; i < fish; i++) addFish(&school);
	const cJSON *obstacle = NULL;
	cJSON_ArrayForEach(obstacle, obstacles) addObstacle(&school, obstacle);
	return school;
}

static School schoolOf(const Golden *golden, cpFlockKernel kernel, cpBool detached) {
	return schoolNew(
		golden, (int)goldenNumber(golden->root, "n_fish"), memberOf(golden->root, "obstacles"), kernel, detached);
}

/* Puts a body to where it is `ahead` steps after the record's position. */
static void place(World *world, cpBody *body, cpVect position, cpVect velocity, double angle, double ahead) {
	cpBodySetPosition(body, cpvadd(position, cpvmult(velocity, ahead)));
	cpBodySetVelocity(body, cpvmult(velocity, SPEED));
	cpBodySetAngle(body, angle);
	cpBodySetAngularVelocity(body, 0);
	cpBodySetForce(body, cpvzero);
	cpSpaceReindexShapesForBody(world->space, body);
}

static void schoolSet(School *school, const cJSON *record, double ahead) {
	for(int i = 0; i < school->fish; i++) {
		place(school->world, school->world->bodies[i], goldenVect(record, "pos", i), goldenVect(record, "vel", i),
			goldenHas(record, "angle") ? goldenAt(record, "angle", i) : 0, ahead);
	}
	for(int i = 0; i < school->obstacles && goldenHas(record, "obstacle_pos"); i++) {
		place(school->world, school->world->bodies[school->fish + i], goldenVect(record, "obstacle_pos", i),
			goldenVect(record, "obstacle_vel", i), goldenAt(record, "obstacle_angle", i), ahead);
	}
}

/* ---------------------------------------------------------------- comparing */

static double deviationOf(const School *school, cpVect mine, cpVect theirs, double weight) {
	double unit = FORCE / school->mass;
	return distanceOf(mine, cpvmult(theirs, unit)) / (weight * unit);
}

static void compareVectors(const School *school, const cJSON *record, Deviations *deviations) {
	for(int i = 0; i < school->fish; i++) {
		cpFlockSteering steering = steeringOf(school->world, school->world->bodies[i]);
		deviationsNote(deviations, COHESION,
			deviationOf(school, steering.cohesion, goldenVect(record, "cohesion", i), school->cohesion));
		cpVect avoidance = goldenHas(record, "avoidance") ? goldenVect(record, "avoidance", i) : cpvzero;
		deviationsNote(deviations, AVOIDANCE, deviationOf(school, steering.avoidance, avoidance, school->avoidance));
		if(goldenHas(record, "hit_index")) CHECK(steering.blocked == (goldenAt(record, "hit_index", i) >= 0));
	}
}

/* The angle that this step set is recorded with the next step, where there is a record of it. */
static void compareAngles(const School *school, const cJSON *record, Deviations *deviations) {
	const cJSON *next = record->next;
	if(!next || goldenNumber(next, "step") != goldenNumber(record, "step") + 1) return;
	for(int i = 0; i < school->fish; i++) {
		double angle = cpBodyGetAngle(school->world->bodies[i]);
		deviationsNote(deviations, ANGLE, fabs(remainder(angle - goldenAt(next, "angle", i), 2 * PI)));
	}
}

static void compareNext(const School *school, const cJSON *record, Deviations *deviations) {
	for(int i = 0; i < school->fish; i++) {
		cpVect velocity = cpvmult(cpBodyGetVelocity(school->world->bodies[i]), 1 / SPEED);
		cpVect position = cpvadd(goldenVect(record, "pos", i), velocity);
		deviationsNote(deviations, VELOCITY, relativeDistance(velocity, goldenVect(record, "vel_next", i)));
		deviationsNote(deviations, POSITION, relativeDistance(position, goldenVect(record, "pos_next", i)));
	}
}

/* The first step in which a fish touched an obstacle, so that the solver has a say in its next state. */
static double contactStep(const Golden *golden) {
	const cJSON *step = memberOf(golden->root, "first_contact_step");
	return cJSON_IsNumber(step) ? step->valuedouble : INFINITY;
}

/* ---------------------------------------------------------------- one step per record */

static Deviations replay(const char *name, cpFlockKernel kernel, cpBool detached) {
	Golden golden = goldenLoad(name);
	School school = schoolOf(&golden, kernel, detached);
	Deviations deviations = deviationsNew(name);
	const cJSON *record = NULL;
	/* After an explicit update cpSpaceStep() moves on first: the contact comes one record earlier. */
	double contact = contactStep(&golden) - (detached ? 1 : 0);
	cJSON_ArrayForEach(record, memberOf(golden.root, "records")) {
		schoolSet(&school, record, detached ? 0 : -1);
		if(detached) worldUpdate(school.world);
		if(detached) compareVectors(&school, record, &deviations);
		cpSpaceStep(school.world->space, STEP);
		if(!detached) compareVectors(&school, record, &deviations);
		if(goldenNumber(record, "step") < contact) {
			compareAngles(&school, record, &deviations);
			compareNext(&school, record, &deviations);
		}
		deviations.records++;
		deviations.bodies += school.fish;
	}
	worldFree(school.world);
	goldenFree(&golden);
	return deviations;
}

static void replayAll(const DeviationTable *table, cpFlockKernel kernel, cpBool detached) {
	Deviations rows[FILES];
	for(int i = 0; i < FILES; i++) rows[i] = replay(files[i], kernel, detached);
	deviationsReport(table, rows, FILES);
}

static void test_every_record_by_explicit_update_with_the_reference_kernel(void **state) {
	(void)state;
	DeviationTable table = deviationTable("reference kernel, cpFlockUpdate()", columns, COLUMNS, 1e-9);
	replayAll(&table, CP_FLOCK_KERNEL_REFERENCE, cpTrue);
}

static void test_every_record_inside_the_step_with_the_reference_kernel(void **state) {
	(void)state;
	DeviationTable table = deviationTable("reference kernel, attached", columns, COLUMNS, 1e-9);
	replayAll(&table, CP_FLOCK_KERNEL_REFERENCE, cpFalse);
}

static void test_every_record_by_explicit_update_with_the_fast_kernel(void **state) {
	(void)state;
	DeviationTable table = deviationTable("fast kernel, cpFlockUpdate()", columns, COLUMNS, 1e-5);
	replayAll(&table, CP_FLOCK_KERNEL_FAST, cpTrue);
}

/* ---------------------------------------------------------------- single states of the look-ahead */

/* A limit is a tie that rounding decides: the recorded hit or none at all. */
static double lookAheadOf(const Golden *golden, const cJSON *item) {
	School school = schoolNew(golden, 1, memberOf(item, "obstacles"), CP_FLOCK_KERNEL_REFERENCE, cpTrue);
	schoolSet(&school, item, 0);
	worldUpdate(school.world);
	cpFlockSteering steering = steeringOf(school.world, school.world->bodies[0]);
	CHECK_VECT(steering.cohesion, cpvzero, 0);
	double deviation = deviationOf(&school, steering.avoidance, goldenVect(item, "avoidance", 0), school.avoidance);
	cpBool none = steering.avoidance.x == 0 && steering.avoidance.y == 0;
	if(goldenHas(item, "limit") && none) deviation = 0;
	worldFree(school.world);
	return deviation;
}

static void test_single_states_of_the_look_ahead(void **state) {
	(void)state;
	Golden golden = goldenLoad("001f_look_ahead_cases");
	const cJSON *item = NULL;
	double worst = 0;
	int count = 0;
	printf("\n001f_look_ahead_cases: deviation of the avoidance, tolerance 1e-9\n");
	cJSON_ArrayForEach(item, memberOf(golden.root, "cases")) {
		double deviation = lookAheadOf(&golden, item);
		printf(
			"%8.1e %s%s\n", deviation, goldenHas(item, "limit") ? "(limit) " : "", memberOf(item, "case")->valuestring);
		if(!(deviation <= worst)) worst = deviation;
		count++;
	}
	goldenFree(&golden);
	CHECK(count == 15);
	CHECK_NEAR(worst, 0, 1e-9);
}

/* ---------------------------------------------------------------- trajectories */

/* Largest errors up to a step, px and px/step. */
typedef struct Flight {
	double fish, velocity, obstacles;
} Flight;

static void keepLarger(double *largest, double value) {
	if(!(value <= *largest)) *largest = value;
}

static void compareFlight(const School *school, const cJSON *record, Flight *flight) {
	for(int i = 0; i < school->fish; i++) {
		const cpBody *body = school->world->bodies[i];
		cpVect velocity = cpvmult(cpBodyGetVelocity(body), 1 / SPEED);
		keepLarger(&flight->fish, distanceOf(cpBodyGetPosition(body), goldenVect(record, "pos", i)));
		keepLarger(&flight->velocity, distanceOf(velocity, goldenVect(record, "vel_next", i)));
	}
	for(int i = 0; i < school->obstacles; i++) {
		const cpBody *body = school->world->bodies[school->fish + i];
		keepLarger(&flight->obstacles, distanceOf(cpBodyGetPosition(body), goldenVect(record, "obstacle_pos", i)));
	}
}

/* Flies on from the first record, attached, on the step before. */
static Flight fly(const char *name, int last) {
	Golden golden = goldenLoad(name);
	School school = schoolOf(&golden, CP_FLOCK_KERNEL_REFERENCE, cpFalse);
	const cJSON *record = memberOf(golden.root, "records")->child;
	schoolSet(&school, record, -1);
	Flight flight = {0, 0, 0};
	CHECK(last < contactStep(&golden));
	for(int step = -1; record && goldenNumber(record, "step") <= last; record = record->next) {
		for(; step < (int)goldenNumber(record, "step"); step++) cpSpaceStep(school.world->space, STEP);
		compareFlight(&school, record, &flight);
	}
	worldFree(school.world);
	goldenFree(&golden);
	return flight;
}

/* How far each file can be flown. Nothing of this article needs the frozen state to be read differently, so that the fish
 * themselves set the limit: without separation and with a cohesion of constant size the school collapses to about a pixel
 * and then doubles any rounding every few steps (matter-js against itself, one fish moved by 1e-12 px: 6e-11 px at step 80,
 * 7e-5 at 120, 5 px at 180). 001c ends before the contact of step 51. */
static void test_attached_schools_swim_the_recorded_trajectories(void **state) {
	(void)state;
	NEEDS_DOUBLES(); /* golden trajectories hold in doubles */
	static const struct {
		const char *name;
		int last;
		double tolerance;
	} flights[] = {{"001a_10fish", 60, 1e-9}, {"001a_10fish", 120, 1e-2}, {"001b_head_on_circle", 60, 1e-9},
		{"001c_moving_box", 50, 1e-9}, {"001d_two_in_line", 30, 1e-9}, {"001e_school_and_two_movers", 60, 1e-8},
		{"001e_school_and_two_movers", 90, 1e-4}};
	enum { FLIGHTS = sizeof(flights) / sizeof(flights[0]) };
	Flight results[FLIGHTS];
	printf("\n%-28s %5s %9s %9s %9s %9s\n", "trajectory, attached", "steps", "position", "velocity", "obstacles",
		"tolerance");
	for(int i = 0; i < FLIGHTS; i++) {
		results[i] = fly(flights[i].name, flights[i].last);
		printf("%-28s %5d %9.1e %9.1e %9.1e %9.0e\n", flights[i].name, flights[i].last, results[i].fish,
			results[i].velocity, results[i].obstacles, flights[i].tolerance);
	}
	fflush(stdout);
	for(int i = 0; i < FLIGHTS; i++) {
		CHECK_NEAR(results[i].fish, 0, flights[i].tolerance);
		CHECK_NEAR(results[i].velocity, 0, flights[i].tolerance);
		CHECK_NEAR(results[i].obstacles, 0, 1e-9);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_record_by_explicit_update_with_the_reference_kernel),
		cmocka_unit_test(test_every_record_inside_the_step_with_the_reference_kernel),
		cmocka_unit_test(test_every_record_by_explicit_update_with_the_fast_kernel),
		cmocka_unit_test(test_single_states_of_the_look_ahead),
		cmocka_unit_test(test_attached_schools_swim_the_recorded_trajectories),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
