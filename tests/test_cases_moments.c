/* SPDX-License-Identifier: MIT
 * Things go at every moment that Chipmunk hands to the game: members, flocks, species' bodies, shapes, obstacles, inside
 * every kind of callback. What Chipmunk itself forbids in a locked space is put off to a post-step callback, as in any
 * game. In forked children: Chipmunk's assertions abort. */
#include "cases.h"
#include "pond.h"

#include <stdio.h>
#include <stdlib.h>

/* ---------------------------------------------------------------- moments */

typedef enum Moment {
	BETWEEN_STEPS,
	COLLISION_BEGIN,
	COLLISION_PRE_SOLVE,
	COLLISION_POST_SOLVE,
	COLLISION_SEPARATE,
	CONSTRAINT_PRE_SOLVE,
	CONSTRAINT_POST_SOLVE,
	VELOCITY_FUNC,
	POSITION_FUNC,
	BB_QUERY,
	EACH_BODY,
	EACH_ARBITER,
	POST_STEP,
	POST_STEP_OF_A_QUERY, /* one that waits outside of a step: whatever locks the space next runs it */
	MOMENTS
} Moment;

static const char *const momentNames[MOMENTS] = {"between steps", "begin", "preSolve", "postSolve", "separate",
	"constraint preSolve", "constraint postSolve", "velocity function", "position function", "BB query", "each body",
	"each arbiter", "post-step", "post-step of a query"};

struct Stage;
typedef void (*Act)(struct Stage *stage);

/* A pond with a school on the seam of a torus, rocks that it avoids, and two crates of the game: an actor with functions
 * of its own and a motor, and a partner that it touches from the second step to the fifth. */
typedef struct Stage {
	World *world;
	cpFlockSpecies species, hunters;
	cpBody *actor, *partner, *rock, *spawned;
	cpFlock *second;
	Moment moment;
	Act act;
	int steps, calls;
} Stage;

static Stage *stage; /* Chipmunk's body functions carry no data */

static void actOnce(Moment moment) {
	if(!stage || stage->moment != moment || stage->calls > 0 || stage->steps < 3) return;
	stage->calls++;
	stage->act(stage);
}

static cpBool onBegin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space, (void)data;
	actOnce(COLLISION_BEGIN);
	return cpTrue;
}

static cpBool onPreSolve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space, (void)data;
	actOnce(COLLISION_PRE_SOLVE);
	return cpTrue;
}

static void onPostSolve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space, (void)data;
	actOnce(COLLISION_POST_SOLVE);
}

static void onSeparate(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space, (void)data;
	actOnce(COLLISION_SEPARATE);
}

static void onConstraintPreSolve(cpConstraint *constraint, cpSpace *space) {
	(void)constraint, (void)space;
	actOnce(CONSTRAINT_PRE_SOLVE);
}

static void onConstraintPostSolve(cpConstraint *constraint, cpSpace *space) {
	(void)constraint, (void)space;
	actOnce(CONSTRAINT_POST_SOLVE);
}

static void onVelocity(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	actOnce(VELOCITY_FUNC);
	cpBodyUpdateVelocity(body, gravity, damping, dt);
}

static void onPosition(cpBody *body, cpFloat dt) {
	actOnce(POSITION_FUNC);
	cpBodyUpdatePosition(body, dt);
}

static void onShape(cpShape *shape, void *data) {
	(void)shape, (void)data;
	actOnce(BB_QUERY);
}

static void onBody(cpBody *body, void *data) {
	(void)body, (void)data;
	actOnce(EACH_BODY);
}

static void onArbiter(cpBody *body, cpArbiter *arbiter, void *data) {
	(void)body, (void)arbiter, (void)data;
	actOnce(EACH_ARBITER);
}

static void onPostStep(cpSpace *space, void *key, void *data) {
	(void)space, (void)key, (void)data;
	actOnce(POST_STEP);
	actOnce(POST_STEP_OF_A_QUERY);
}

static void addCrates(Stage *s) {
	cpSpace *space = s->world->space;
	s->actor = addCircle(s->world, CP_BODY_TYPE_DYNAMIC, cpv(-200, -200), 10, cpvzero);
	s->partner = addCircle(s->world, CP_BODY_TYPE_DYNAMIC, cpv(-180, -200), 10, cpvzero);
	cpBodySetVelocityUpdateFunc(s->actor, onVelocity);
	cpBodySetPositionUpdateFunc(s->actor, onPosition);
	cpConstraint *motor = cpSpaceAddConstraint(space, cpSimpleMotorNew(s->actor, s->partner, 0));
	cpConstraintSetMaxForce(motor, 0);
	cpConstraintSetPreSolveFunc(motor, onConstraintPreSolve);
	cpConstraintSetPostSolveFunc(motor, onConstraintPostSolve);
	cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(space);
	handler->beginFunc = onBegin;
	handler->preSolveFunc = onPreSolve;
	handler->postSolveFunc = onPostSolve;
	handler->separateFunc = onSeparate;
}

static void stageNew(Stage *s, Moment moment, Act act) {
	*s = (Stage){.moment = moment, .act = act};
	cpFlockSettings settings = caseSettings(), hunter = caseSettings();
	settings.evasion = cpFlockSettingsDefault().evasion;
	hunter.pursuit = cpFlockSettingsDefault().pursuit;
	s->world = caseWorld(&settings, CP_FLOCK_BOUNDS_PERIODIC);
	s->hunters = worldSpecies(s->world, &hunter);
	CHECK_OK(cpFlockSetRelation(s->world->flock, 0, s->hunters, CP_FLOCK_RELATION_EVADE));
	CHECK_OK(cpFlockSetRelation(s->world->flock, s->hunters, 0, CP_FLOCK_RELATION_PURSUE));
	CHECK_OK(cpFlockSetRecording(s->world->flock, cpTrue));
	caseDisc(s->world, 0, 12, cpv(790, 300), 30, cpv(90, 10));
	worldAdd(s->world, s->hunters, cpv(700, 300), cpv(90, 0));
	s->spawned = cpFlockSpawn(s->world->flock, 0, cpv(795, 320), cpv(90, 0));
	s->rock = addCircle(s->world, CP_BODY_TYPE_STATIC, cpv(60, 300), 15, cpvzero);
	addCircle(s->world, CP_BODY_TYPE_KINEMATIC, cpv(760, 340), 10, cpv(20, 0));
	s->second = cpFlockNew(s->world->space);
	cpFlockSpecies other = cpFlockAddSpecies(s->second, &settings);
	for(int i = 0; i < 4; i++) CHECK_OK(cpFlockAddBody(s->second, s->world->bodies[i], other));
	addCrates(s);
}

/* One step with the crates put apart or together, and whatever the moment needs from outside of it. */
static void stageStep(Stage *s) {
	cpSpace *space = s->world->space;
	cpBool touching = s->steps == 1 || s->steps == 3 || s->steps == 4;
	cpBodySetPosition(s->partner, cpv(touching ? -185 : -100, -200));
	cpBodySetPosition(s->actor, cpv(-200, -200));
	cpBodySetVelocity(s->actor, cpvzero);
	cpBodySetVelocity(s->partner, cpvzero);
	actOnce(BETWEEN_STEPS);
	if(s->moment == BB_QUERY) {
		cpSpaceBBQuery(space, cpBBNew(-1e3, -1e3, 2e3, 2e3), CP_SHAPE_FILTER_ALL, onShape, NULL);
	}
	if(s->moment == EACH_BODY) cpSpaceEachBody(space, onBody, NULL);
	if(s->moment == EACH_ARBITER) cpBodyEachArbiter(s->actor, onArbiter, NULL);
	if(s->moment == POST_STEP_OF_A_QUERY && s->steps == 3) cpSpaceAddPostStepCallback(space, onPostStep, s, NULL);
	worldStep(s->world, 1);
	s->steps++;
}

static void onPositionAsksForPostStep(cpBody *body, cpFloat dt) {
	cpBodyUpdatePosition(body, dt);
	if(stage->steps == 3) cpSpaceAddPostStepCallback(stage->world->space, onPostStep, stage, NULL);
}

/* The flocks' hooks come before those of the game in the space's list, or after them. */
static void hookLast(const Stage *s) {
	cpFlock *flocks[] = {s->world->flock, s->second};
	for(int i = 0; i < 2; i++) {
		CHECK_OK(cpFlockDetach(flocks[i]));
		CHECK_OK(cpFlockAttach(flocks[i]));
	}
}

static void play(Moment moment, Act act, cpBool last) {
	Stage here;
	stageNew(&here, moment, act);
	stage = &here;
	if(last) hookLast(&here);
	if(moment == POST_STEP) cpBodySetPositionUpdateFunc(here.partner, onPositionAsksForPostStep);
	for(int i = 0; i < 12; i++) stageStep(&here);
	CHECK(here.calls == 1);
	cpFlockFree(here.second);
	worldFree(here.world);
	stage = NULL;
}

static void playAll(Act act) {
	for(int moment = 0; moment < MOMENTS; moment++) {
		fprintf(stderr, "%s\n", momentNames[moment]); /* the last one is the one that failed */
		play((Moment)moment, act, cpFalse);
		play((Moment)moment, act, cpTrue);
	}
}

/* ---------------------------------------------------------------- acts */

static void dropBody(cpSpace *space, void *key, void *data) {
	(void)space;
	worldDrop(data, key);
}

/* At once where Chipmunk allows it. */
static void dropSoon(const Stage *s, cpBody *body) {
	if(cpSpaceIsLocked(s->world->space)) {
		cpSpaceAddPostStepCallback(s->world->space, dropBody, body, s->world);
	} else {
		worldDrop(s->world, body);
	}
}

/* Half of the school, the predator, and those of the second flock. */
static void leaveAndFree(Stage *s) {
	for(int i = 0; i < 13; i += 2) {
		cpBody *body = s->world->bodies[i];
		CHECK_OK(cpFlockRemoveBody(s->world->flock, body));
		if(i < 4) CHECK_OK(cpFlockRemoveBody(s->second, body));
		dropSoon(s, body);
	}
	CHECK(cpFlockGetBodyCount(s->world->flock, -1) == 7);
}

static void leaveAll(Stage *s) {
	for(int i = 0; i < 13; i++) CHECK_OK(cpFlockRemoveBody(s->world->flock, s->world->bodies[i]));
	CHECK_OK(cpFlockDespawn(s->world->flock, s->spawned));
	CHECK(cpFlockGetBodyCount(s->world->flock, -1) == 0);
}

static void moveToOtherSpecies(Stage *s) {
	for(int i = 0; i < 13; i++) {
		cpFlockSpecies species = cpFlockGetBodySpecies(s->world->flock, s->world->bodies[i]);
		CHECK_OK(cpFlockRemoveBody(s->world->flock, s->world->bodies[i]));
		CHECK_OK(cpFlockAddBody(s->world->flock, s->world->bodies[i], species == 0 ? s->hunters : 0));
	}
}

static void freeFlock(Stage *s) {
	cpFlockFree(s->world->flock);
	s->world->flock = NULL;
}

static void freeBothFlocks(Stage *s) {
	cpFlockFree(s->second);
	s->second = NULL;
	freeFlock(s);
}

static void freeAndMakeAnew(Stage *s) {
	cpFlockFree(s->second);
	s->second = cpFlockNew(s->world->space);
	cpFlockSettings settings = caseSettings();
	cpFlockSpecies species = cpFlockAddSpecies(s->second, &settings);
	for(int i = 0; i < 4; i++) CHECK_OK(cpFlockAddBody(s->second, s->world->bodies[i], species));
	CHECK(cpFlockSpawn(s->second, species, cpv(100, 100), cpv(10, 0)) != NULL);
}

static void detachAndAttach(Stage *s) {
	CHECK_OK(cpFlockDetach(s->world->flock));
	CHECK_OK(cpFlockDetach(s->second));
	CHECK_OK(cpFlockAttach(s->world->flock));
}

static void freeRockLater(cpSpace *space, void *key, void *data) {
	(void)space;
	Stage *s = data;
	worldDrop(s->world, key);
	addCircle(s->world, CP_BODY_TYPE_STATIC, cpv(40, 310), 15, cpvzero); /* maybe at the same address */
}

static void replaceRock(Stage *s) {
	cpSpace *space = s->world->space;
	if(cpSpaceIsLocked(space)) {
		cpSpaceAddPostStepCallback(space, freeRockLater, s->rock, s);
	} else {
		freeRockLater(space, s->rock, s);
	}
}

static void freeShapeLater(cpSpace *space, void *key, void *data) {
	(void)data;
	cpSpaceRemoveShape(space, key);
	cpShapeFree(key);
}

/* The shapes of members and of a rock, whose bodies stay. */
static void removeShapesOnly(Stage *s) {
	cpSpace *space = s->world->space;
	cpBody *bodies[] = {s->world->bodies[0], s->world->bodies[12], s->rock, s->spawned};
	for(int i = 0; i < 4; i++) {
		cpShape *shape = firstShape(bodies[i]);
		if(cpSpaceIsLocked(space)) {
			cpSpaceAddPostStepCallback(space, freeShapeLater, shape, NULL);
		} else {
			freeShapeLater(space, shape, NULL);
		}
	}
}

static void spawnAndDespawn(Stage *s) {
	cpFlock *flock = s->world->flock;
	CHECK_OK(cpFlockDespawn(flock, s->spawned));
	cpBody *kept = cpFlockSpawn(flock, 0, cpv(10, 310), cpv(50, 0)),
		   *gone = cpFlockSpawn(flock, 0, cpv(10, 310), cpvzero);
	CHECK(kept && gone);
	CHECK_OK(cpFlockDespawn(flock, gone));
	CHECK_STATUS(cpFlockDespawn(flock, gone), CP_FLOCK_ERROR_NOT_MEMBER);
	s->spawned = kept;
}

static void changeEverything(Stage *s) {
	cpFlock *flock = s->world->flock;
	cpFlockSettings settings = caseSettings();
	settings.alignment.radius = 200;
	CHECK_OK(cpFlockSetSettings(flock, 0, &settings));
	CHECK(cpFlockAddSpecies(flock, &settings) == 2);
	CHECK_OK(cpFlockSetRelation(flock, 2, 0, CP_FLOCK_RELATION_PURSUE));
	CHECK_OK(cpFlockSetRelation(flock, 0, 2, CP_FLOCK_RELATION_EVADE));
	CHECK_OK(cpFlockAddBody(flock, s->partner, 2));
	CHECK_OK(cpFlockSetBounds(flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(100, 100, 500, 400)));
	CHECK_OK(cpFlockSetKernel(flock, CP_FLOCK_KERNEL_REFERENCE));
	CHECK_OK(cpFlockSetSeed(flock, 7));
	CHECK_OK(cpFlockSetTarget(flock, 0, cpv(1, 2)));
	CHECK_OK(cpFlockSetRecording(flock, cpFalse));
	CHECK_OK(cpFlockSetRecording(flock, cpTrue));
	CHECK_OK(cpFlockClearTarget(flock, 0));
	cpFlockMetrics metrics;
	CHECK_OK(cpFlockMeasure(flock, 0, 60, &metrics));
	cpFlockSteering steering;
	(void)cpFlockGetSteering(flock, s->world->bodies[0], &steering);
}

/* Taking a state up in the middle of a step is allowed or refused, but does no harm. */
static void saveAndRestore(Stage *s) {
	unsigned char buffer[2000];
	size_t needed = 0;
	if(cpFlockSave(s->world->flock, buffer, sizeof(buffer), &needed) != CP_FLOCK_OK) return;
	CHECK_OK(cpFlockRestore(s->world->flock, buffer, needed));
}

static const Act acts[] = {leaveAndFree, leaveAll, moveToOtherSpecies, freeFlock, freeBothFlocks, freeAndMakeAnew,
	detachAndAttach, replaceRock, removeShapesOnly, spawnAndDespawn, changeEverything, saveAndRestore};

static void playAct(void *data) {
	playAll(*(const Act *)data);
}

static void playActs(int from, int to) {
	for(int i = from; i < to; i++) {
		Act act = acts[i];
		CHECK_CHILD(playAct, &act);
	}
}

static void case_52_lifetime_members_leave_at_any_moment(void **state) {
	(void)state;
	playActs(0, 3);
}

static void case_52_lifetime_flocks_go_at_any_moment(void **state) {
	(void)state;
	playActs(3, 7);
}

static void case_52_lifetime_obstacles_and_shapes_go_at_any_moment(void **state) {
	(void)state;
	playActs(7, 9);
}

static void case_52_lifetime_spawning_and_settings_at_any_moment(void **state) {
	(void)state;
	playActs(9, 12);
}

/* ---------------------------------------------------------------- an update at the wrong moment */

static void updateHere(Stage *s) {
	cpFlockStatus status = cpFlockUpdate(s->world->flock, STEP);
	CHECK(status == CP_FLOCK_OK || status == CP_FLOCK_ERROR_UPDATING);
}

static void updateAtMoments(void *data) {
	(void)data;
	for(int moment = 0; moment < MOMENTS; moment++) {
		Stage here;
		stageNew(&here, (Moment)moment, updateHere);
		stage = &here;
		CHECK_OK(cpFlockDetach(here.world->flock));
		if(moment == POST_STEP) cpBodySetPositionUpdateFunc(here.partner, onPositionAsksForPostStep);
		for(int i = 0; i < 12; i++) stageStep(&here);
		CHECK(here.calls == 1);
		cpFlockFree(here.second);
		worldFree(here.world);
	}
}

static void case_52_lifetime_an_explicit_update_at_any_moment(void **state) {
	(void)state;
	CHECK_CHILD(updateAtMoments, NULL);
}

/* ---------------------------------------------------------------- the space is emptied */

static void removeAndFreeShape(cpSpace *space, void *key, void *data) {
	(void)data;
	cpSpaceRemoveShape(space, key);
	cpShapeFree(key);
}

static void removeAndFreeConstraint(cpSpace *space, void *key, void *data) {
	(void)data;
	cpSpaceRemoveConstraint(space, key);
	cpConstraintFree(key);
}

static void removeAndFreeBody(cpSpace *space, void *key, void *data) {
	(void)data;
	cpSpaceRemoveBody(space, key);
	cpBodyFree(key);
}

static void shapeLater(cpShape *shape, void *space) {
	cpSpaceAddPostStepCallback(space, removeAndFreeShape, shape, NULL);
}

static void constraintLater(cpConstraint *constraint, void *space) {
	cpSpaceAddPostStepCallback(space, removeAndFreeConstraint, constraint, NULL);
}

static void bodyLater(cpBody *body, void *space) {
	cpSpaceAddPostStepCallback(space, removeAndFreeBody, body, NULL);
}

/* What Chipmunk's own demos do with a space before they free it. */
static void emptySpace(cpSpace *space) {
	cpSpaceEachShape(space, shapeLater, space);
	cpSpaceEachConstraint(space, constraintLater, space);
	cpSpaceEachBody(space, bodyLater, space);
}

typedef enum Ending { FLOCK_AFTER, FLOCK_LEFT_FIRST, STEP_ON, SPACE_FIRST, ENDINGS } Ending;

static void emptyAndEnd(Ending ending) {
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_PERIODIC);
	caseDisc(world, 0, 10, cpv(790, 300), 30, cpv(90, 0));
	if(ending != SPACE_FIRST) {
		for(int i = 0; i < 5; i++) cpFlockSpawn(world->flock, 0, cpv(100 + i, 100), cpv(10, 0));
	}
	addCircle(world, CP_BODY_TYPE_STATIC, cpv(60, 300), 15, cpvzero);
	caseFrames(world, 5);
	if(ending == FLOCK_LEFT_FIRST || ending == STEP_ON) {
		for(int i = 0; i < 10; i++) CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[i]));
	}
	if(ending == SPACE_FIRST) CHECK_OK(cpFlockDetach(world->flock));
	emptySpace(world->space);
	world->count = 0;
	CHECK(supportCountConstraints(world->space) == 0);
	if(ending == STEP_ON) {
		/* the game goes on in the emptied space, without the flock */
		for(int i = 0; i < 10; i++) cpSpaceStep(world->space, STEP);
	}
	if(ending == SPACE_FIRST) {
		cpSpaceFree(world->space);
		cpFlockFree(world->flock);
	} else {
		cpFlockFree(world->flock);
		cpSpaceFree(world->space);
	}
	free(world->bodies);
	free(world);
}

static void emptyAllWays(void *data) {
	(void)data;
	for(int ending = 0; ending < ENDINGS; ending++) emptyAndEnd((Ending)ending);
}

static void case_52_lifetime_the_space_is_emptied_by_a_helper(void **state) {
	(void)state;
	CHECK_CHILD(emptyAllWays, NULL);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_52_lifetime_members_leave_at_any_moment),
		cmocka_unit_test(case_52_lifetime_flocks_go_at_any_moment),
		cmocka_unit_test(case_52_lifetime_obstacles_and_shapes_go_at_any_moment),
		cmocka_unit_test(case_52_lifetime_spawning_and_settings_at_any_moment),
		cmocka_unit_test(case_52_lifetime_an_explicit_update_at_any_moment),
		cmocka_unit_test(case_52_lifetime_the_space_is_emptied_by_a_helper),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
