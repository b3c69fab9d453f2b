/* SPDX-License-Identifier: MIT
 * Reaching bodies directly and through Chipmunk's public functions only is the same flight, bit by bit, whatever the game
 * does to its bodies and to its space meanwhile. */
#include "rich.h"

#include <math.h>
#include <stdio.h>

enum { STEPS = 300, SCALE = 2 };

/* One world that may be reached directly, one that may not. */
typedef struct Pair {
	World *worlds[2];
} Pair;

/* What the game does to a world before a step. */
typedef void (*Deed)(World *world, int step);

static cpFlockOptions optionsOf(int w) {
	cpFlockOptions options = cpFlockOptionsDefault();
	options.publicCallsOnly = w == 1;
	return options;
}

static Pair pairNew(cpFlockBounds bounds) {
	Pair pair;
	for(int w = 0; w < 2; w++) {
		cpFlockOptions options = optionsOf(w);
		pair.worlds[w] = richNew(&options, SCALE, bounds);
	}
	return pair;
}

static void pairFree(Pair *pair) {
	for(int w = 0; w < 2; w++) worldFree(pair->worlds[w]);
}

static void checkSame(const Pair *pair, int step) {
	int i = richDiffers(pair->worlds[0], pair->worlds[1]);
	if(i >= 0) {
		cpFlockSpecies species = cpFlockGetBodySpecies(pair->worlds[0]->flock, pair->worlds[0]->bodies[i]);
		printf("step %d: body %d of species %d differs\n", step, i, species);
	}
	CHECK(i < 0);
}

/* Flies both; returns the most bodies that were asleep at a time. */
static int fly(Pair *pair, Deed deed, int from, int to) {
	int most = 0;
	for(int step = from; step < to; step++) {
		for(int w = 0; w < 2; w++) {
			if(deed) deed(pair->worlds[w], step);
			richStep(pair->worlds[w], step);
		}
		checkSame(pair, step);
		int asleep = richCountAsleep(pair->worlds[0]);
		most = asleep > most ? asleep : most;
	}
	return most;
}

static void flyAll(cpFlockBounds bounds, Deed deed) {
	Pair pair = pairNew(bounds);
	fly(&pair, deed, 0, STEPS);
	pairFree(&pair);
}

/* Every seventh body of a species. */
static void eachSeventh(World *world, cpFlockSpecies species, void (*func)(cpBody *body)) {
	int met = 0;
	for(int i = 0; i < world->count; i++) {
		if(cpFlockGetBodySpecies(world->flock, world->bodies[i]) == species && met++ % 7 == 0) func(world->bodies[i]);
	}
}

/* ---------------------------------------------------------------- awake */

static void test_a_rich_scene(void **state) {
	(void)state;
	flyAll(CP_FLOCK_BOUNDS_PERIODIC, NULL);
	flyAll(CP_FLOCK_BOUNDS_CONTAINMENT, NULL);
}

static void makeKinematic(cpBody *body) {
	cpBodySetType(body, CP_BODY_TYPE_KINEMATIC);
	cpBodySetVelocity(body, cpv(10, 5));
}

static void makeStatic(cpBody *body) {
	cpBodySetType(body, CP_BODY_TYPE_STATIC);
}

/* Shapes without a mass leave a body that becomes dynamic without one: some steps in quarantine. */
static void makeDynamic(cpBody *body) {
	cpBodySetType(body, CP_BODY_TYPE_DYNAMIC);
}

static void makeHeavy(cpBody *body) {
	cpBodySetMass(body, 3);
	cpBodySetMoment(body, 30);
}

static void changeTypes(World *world, int step) {
	if(step == 20) eachSeventh(world, RICH_BIRD, makeKinematic);
	if(step == 60) eachSeventh(world, RICH_FISH, makeStatic);
	if(step == 100 || step == 140) {
		eachSeventh(world, step == 100 ? RICH_BIRD : RICH_FISH, makeDynamic);
		eachSeventh(world, step == 100 ? RICH_BIRD : RICH_FISH, makeHeavy);
	}
}

static void test_the_type_of_bodies_is_switched(void **state) {
	(void)state;
	flyAll(CP_FLOCK_BOUNDS_PERIODIC, changeTypes);
}

static void changeMass(World *world, int step) {
	if(step % 50 != 10) return;
	eachSeventh(world, step % 100 == 10 ? RICH_BIRD : RICH_LONER, makeHeavy);
}

static void centerGravity(cpBody *body) {
	cpBodySetCenterOfGravity(body, cpvzero);
}

static void offsetGravity(cpBody *body) {
	cpBodySetCenterOfGravity(body, cpv(-2, 3));
}

static void changeBalance(World *world, int step) {
	changeMass(world, step);
	if(step == 30) eachSeventh(world, RICH_DRIFTER, centerGravity);
	if(step == 80) eachSeventh(world, RICH_BIRD, offsetGravity);
	if(step == 130) eachSeventh(world, RICH_BIRD, centerGravity);
}

static void test_mass_and_center_of_gravity_are_changed(void **state) {
	(void)state;
	flyAll(CP_FLOCK_BOUNDS_PERIODIC, changeBalance);
}

/* ---------------------------------------------------------------- asleep */

static void letSleep(World *world) {
	cpSpaceSetSleepTimeThreshold(world->space, (cpFloat)0.25);
	cpSpaceSetIdleSpeedThreshold(world->space, 2);
}

static void sleepAtOnce(World *world, int step) {
	if(step == 0) letSleep(world);
}

static void test_sleeping_is_enabled(void **state) {
	(void)state;
	Pair pair = pairNew(CP_FLOCK_BOUNDS_PERIODIC);
	CHECK(fly(&pair, sleepAtOnce, 0, STEPS) > 0);
	pairFree(&pair);
}

static void push(cpBody *body) {
	cpBodyApplyImpulseAtWorldPoint(body, cpv(30, -20), cpBodyGetPosition(body));
}

/* Once nothing may fall asleep, Chipmunk threads the contacts of a sleeper with one that is awake anew in every step, and
 * cpBodyActivate() walks in circles: what can be touched must not sleep on. */
static void letNobodySleep(World *world) {
	cpSpaceSetSleepTimeThreshold(world->space, (cpFloat)INFINITY);
	for(int i = 0; i < world->count; i++) {
		if(cpFlockGetBodySpecies(world->flock, world->bodies[i]) != RICH_RESTER) cpBodyActivate(world->bodies[i]);
	}
}

/* On, off with sleepers, pushes at some of them, on again. */
static void switchSleeping(World *world, int step) {
	if(step == 40 || step == 200) letSleep(world);
	if(step == 120 || step == 260) letNobodySleep(world);
	if(step == 150 || step == 280) eachSeventh(world, RICH_RESTER, push);
}

static void test_sleeping_is_switched_on_and_off(void **state) {
	(void)state;
	Pair pair = pairNew(CP_FLOCK_BOUNDS_PERIODIC);
	CHECK(fly(&pair, switchSleeping, 0, 40) == 0);
	CHECK(fly(&pair, switchSleeping, 40, 120) > 0);
	CHECK(fly(&pair, switchSleeping, 120, 130) > 0); /* switching off wakes nobody */
	CHECK(fly(&pair, switchSleeping, 130, 200) > 0);
	CHECK(fly(&pair, switchSleeping, 200, STEPS) > 0);
	pairFree(&pair);
}

/* The target begins to pull at sleepers while nothing may fall asleep any more. */
static void pullSleepers(World *world, int step) {
	switchSleeping(world, step);
	if(step != 125 && step != 190) return;
	cpFlockSettings settings;
	CHECK_OK(cpFlockGetSettings(world->flock, RICH_RESTER, &settings));
	settings.seek = rule(50, step == 125 ? 80 : 0, CP_FLOCK_DIRECTION);
	settings.maxTurnRate = 1;
	CHECK_OK(cpFlockSetSettings(world->flock, RICH_RESTER, &settings));
	CHECK_OK(cpFlockSetTarget(world->flock, RICH_RESTER, cpv(10, 20)));
}

static void test_sleepers_are_steered(void **state) {
	(void)state;
	Pair pair = pairNew(CP_FLOCK_BOUNDS_PERIODIC);
	CHECK(fly(&pair, pullSleepers, 0, 125) > 0);
	CHECK(fly(&pair, pullSleepers, 125, 150) == 0);
	fly(&pair, pullSleepers, 150, STEPS);
	pairFree(&pair);
}

/* ---------------------------------------------------------------- who wakes and who does not */

/* A member at rest and, far from it, a bystander, both asleep. */
static World *sleepers(int w) {
	cpFlockOptions options = optionsOf(w);
	World *world = worldNewDetached();
	cpFlockFree(world->flock);
	CHECK_OK(cpFlockCreate(world->space, &options, &world->flock));
	letSleep(world);
	cpFlockSettings settings = settingsOff();
	settings.heading = CP_FLOCK_HEADING_SPIN;
	settings.minSpeed = 0;
	worldAdd(world, worldSpecies(world, &settings), cpvzero, cpvzero);
	cpBody *bystander = worldAddBare(world, -1, cpv(100, 0), cpvzero);
	cpSpaceAddShape(world->space, cpCircleShapeNew(bystander, 4, cpvzero));
	worldStep(world, 60);
	for(int i = 0; i < 2; i++) CHECK(cpBodyIsSleeping(world->bodies[i]));
	return world;
}

static void test_a_pushed_sleeper_wakes_and_a_bystander_sleeps_on(void **state) {
	(void)state;
	for(int w = 0; w < 4; w++) { /* each way, with sleeping still enabled and switched off meanwhile */
		World *world = sleepers(w % 2);
		if(w >= 2) cpSpaceSetSleepTimeThreshold(world->space, (cpFloat)INFINITY);
		cpBodyApplyImpulseAtWorldPoint(world->bodies[0], cpv(0, 60), cpvzero);
		CHECK(!cpBodyIsSleeping(world->bodies[0]));
		worldStep(world, 100);
		CHECK(!cpBodyIsSleeping(world->bodies[0]));
		CHECK(cpBodyGetPosition(world->bodies[0]).y > 90);
		CHECK_NEAR(cpBodyGetAngle(world->bodies[0]), PI / 2, 1e-3); /* it is turned, too */
		CHECK(cpBodyIsSleeping(world->bodies[1]));
		CHECK_VECT(cpBodyGetPosition(world->bodies[1]), cpv(100, 0), 0);
		worldFree(world);
	}
}

static void test_a_steered_sleeper_wakes(void **state) {
	(void)state;
	for(int w = 0; w < 4; w++) {
		World *world = sleepers(w % 2);
		if(w >= 2) cpSpaceSetSleepTimeThreshold(world->space, (cpFloat)INFINITY);
		cpFlockSettings settings = settingsOff();
		settings.seek = rule(10, 100, CP_FLOCK_DIRECTION);
		CHECK_OK(cpFlockSetSettings(world->flock, 0, &settings));
		CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(0, -200)));
		worldStep(world, 60);
		CHECK(!cpBodyIsSleeping(world->bodies[0]));
		CHECK(cpBodyGetPosition(world->bodies[0]).y < -20);
		CHECK(cpBodyIsSleeping(world->bodies[1]));
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- what the game has set */

static void checkForces(int w, cpVect center) {
	World *world = worldNewDetached();
	cpFlockOptions options = optionsOf(w);
	options.detached = cpTrue;
	cpFlockFree(world->flock);
	CHECK_OK(cpFlockCreate(world->space, &options, &world->flock));
	cpFlockSettings settings = settingsOff();
	settings.seek = rule(10, 100, CP_FLOCK_DIRECTION);
	cpBody *body = worldAdd(world, worldSpecies(world, &settings), cpvzero, cpvzero);
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(0, 200)));
	cpBodySetMass(body, 3);
	cpBodySetCenterOfGravity(body, center);
	cpBodySetForce(body, cpv(7, -5));
	cpBodySetTorque(body, 13);
	worldUpdate(world);
	CHECK_VECT(cpBodyGetForce(body), cpv(7, 295), 1e-12);
	CHECK_NEAR(cpBodyGetTorque(body), 13, 0);
	worldFree(world);
}

static void test_forces_and_torques_of_the_game_are_kept(void **state) {
	(void)state;
	for(int w = 0; w < 2; w++) {
		checkForces(w, cpvzero);
		checkForces(w, cpv(2, -1));
	}
}

/* ---------------------------------------------------------------- many of one species */

/* More than two chunks of members that are all alike, as long as nothing happens to one of them. */
enum { CROWD = 2300, CROWD_STEPS = 40 };

typedef struct Crowd {
	cpSpace *space;
	cpFlock *flock;
	cpBody *bodies[CROWD], *ball, *victim;
} Crowd;

/* Called by Chipmunk in the middle of a step, after the flock has steered and before it settles. */
static void removeVictim(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	Crowd *crowd = cpBodyGetUserData(body);
	if(crowd->victim) CHECK_OK(cpFlockRemoveBody(crowd->flock, crowd->victim));
	crowd->victim = NULL;
	cpBodyUpdateVelocity(body, gravity, damping, dt);
}

/* A ball that birds bounce off, and a bird in every place of a lattice. */
static void crowdFill(Crowd *crowd, int w) {
	cpFlockOptions options = optionsOf(w);
	cpFlockSettings settings = cpFlockSettingsDefault();
	uint64_t random = 7;
	settings.minSpeed = 40;
	crowd->space = cpSpaceNew();
	CHECK_OK(cpFlockCreate(crowd->space, &options, &crowd->flock));
	CHECK_OK(cpFlockSetBounds(crowd->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(-700, -700, 700, 700)));
	cpFlockSpecies bird = cpFlockAddSpecies(crowd->flock, &settings);
	for(int i = 0; i < CROWD; i++) {
		cpVect at = cpvadd(cpv(-690 + 28 * (i % 49), -690 + 28 * (i / 49)), randomVect(&random, -5, 5));
		crowd->bodies[i] = cpFlockSpawn(crowd->flock, bird, at, randomVect(&random, -90, 90));
		CHECK(crowd->bodies[i]);
	}
	crowd->ball = cpSpaceAddBody(crowd->space, cpBodyNew(50, 1e4));
	cpSpaceAddShape(crowd->space, cpCircleShapeNew(crowd->ball, 60, cpvzero));
	cpBodySetUserData(crowd->ball, crowd);
	cpBodySetVelocityUpdateFunc(crowd->ball, removeVictim);
	crowd->victim = NULL;
}

static void keepShape(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	*(cpShape **)data = shape;
}

static void freeRound(cpSpace *space, cpBody *body) {
	cpShape *shape = NULL;
	cpBodyEachShape(body, keepShape, &shape);
	cpSpaceRemoveShape(space, shape);
	cpSpaceRemoveBody(space, body);
	cpShapeFree(shape);
	cpBodyFree(body);
}

/* Birds that left the flock are the game's. */
static void crowdFree(Crowd *crowd) {
	cpFlockFree(crowd->flock);
	freeRound(crowd->space, crowd->bodies[1500]);
	freeRound(crowd->space, crowd->bodies[20]);
	freeRound(crowd->space, crowd->ball);
	cpSpaceFree(crowd->space);
}

/* Chipmunk puts the last body of its list where one was taken out, and adds at the end. */
static void takeOut(Crowd *crowd, int from, int to, cpBool in) {
	for(int i = from; i < to; i++) {
		cpBody *bird = crowd->bodies[i];
		if(cpSpaceContainsBody(crowd->space, bird)) cpSpaceRemoveBody(crowd->space, bird);
		if(in) cpSpaceAddBody(crowd->space, bird);
	}
}

/* A bird's center of gravity is at its position again, but not before it moves. */
static void balance(Crowd *crowd, cpBody *bird) {
	centerGravity(bird);
	CHECK_OK(cpFlockDetach(crowd->flock));
	CHECK_OK(cpFlockUpdate(crowd->flock, 1.0 / 60));
	CHECK_OK(cpFlockAttach(crowd->flock));
}

/* What happens to single birds; between these steps all are alike. */
static void crowdDeed(Crowd *crowd, int step) {
	cpBody **birds = crowd->bodies;
	for(int i = step; i < CROWD; i += 31) {
		cpBodyApplyForceAtWorldPoint(birds[i], cpv(40, -25), cpBodyGetPosition(birds[i]));
	}
	for(int i = 11; i < CROWD && step % 9 == 3; i += 97) cpBodySetVelocity(birds[i], cpv(step % 2 ? 900 : 3, 2));
	if(step == 6) makeHeavy(birds[1200]);
	if(step == 8) makeKinematic(birds[40]);
	if(step == 14) {
		makeDynamic(birds[40]);
		makeHeavy(birds[40]);
	}
	if(step == 11) takeOut(crowd, 100, 130, cpTrue);
	if(step == 12 || step == 19) takeOut(crowd, 1300, 1310, step == 19);
	if(step == 16) offsetGravity(birds[2100]);
	if(step == 26) balance(crowd, birds[2100]);
	if(step == 27) takeOut(crowd, 0, CROWD, cpTrue);
	if(step == 22) crowd->victim = birds[1500];
	if(step == 30) CHECK_OK(cpFlockRemoveBody(crowd->flock, birds[20]));
}

static void checkAlike(const Crowd *a, const Crowd *b, int step) {
	for(int i = 0; i < CROWD; i++) {
		cpVect p = cpBodyGetPosition(a->bodies[i]), q = cpBodyGetPosition(b->bodies[i]);
		cpVect v = cpBodyGetVelocity(a->bodies[i]), u = cpBodyGetVelocity(b->bodies[i]);
		cpFloat turn = cpBodyGetAngle(a->bodies[i]), other = cpBodyGetAngle(b->bodies[i]);
		cpBool alike = p.x == q.x && p.y == q.y && v.x == u.x && v.y == u.y && turn == other &&
					   cpBodyGetAngularVelocity(a->bodies[i]) == cpBodyGetAngularVelocity(b->bodies[i]);
		if(!alike) printf("step %d: bird %d differs\n", step, i);
		CHECK(alike);
	}
}

static void test_many_of_one_species(void **state) {
	(void)state;
	static Crowd crowds[2];
	for(int w = 0; w < 2; w++) crowdFill(&crowds[w], w);
	for(int step = 0; step < CROWD_STEPS; step++) {
		for(int w = 0; w < 2; w++) {
			crowdDeed(&crowds[w], step);
			cpSpaceStep(crowds[w].space, 1.0 / 60);
		}
		checkAlike(&crowds[0], &crowds[1], step);
	}
	CHECK(!cpFlockContainsBody(crowds[0].flock, crowds[0].bodies[1500]));
	for(int w = 0; w < 2; w++) {
		CHECK(cpFlockGetBodyCount(crowds[w].flock, -1) == CROWD - 2);
		crowdFree(&crowds[w]);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_rich_scene),
		cmocka_unit_test(test_many_of_one_species),
		cmocka_unit_test(test_the_type_of_bodies_is_switched),
		cmocka_unit_test(test_mass_and_center_of_gravity_are_changed),
		cmocka_unit_test(test_sleeping_is_enabled),
		cmocka_unit_test(test_sleeping_is_switched_on_and_off),
		cmocka_unit_test(test_sleepers_are_steered),
		cmocka_unit_test(test_a_pushed_sleeper_wakes_and_a_bystander_sleeps_on),
		cmocka_unit_test(test_a_steered_sleeper_wakes),
		cmocka_unit_test(test_forces_and_torques_of_the_game_are_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
