/* SPDX-License-Identifier: MIT
 * Numbered cases of the kind "torus": crossing the seam together, jumps, and what the game finds at the seam. */
#include "cases.h"

#include <math.h>

static cpBool inScreen(const cpBody *body) {
	cpVect p = cpBodyGetPosition(body);
	return p.x >= caseScreen.l && p.x < caseScreen.r && p.y >= caseScreen.b && p.y < caseScreen.t;
}

/* ---------------------------------------------------------------- 5: crossing together */

static void crossTogether(cpVect center, cpVect velocity) {
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_PERIODIC);
	caseDisc(world, 0, 20, center, 40, velocity);
	for(int frame = 0; frame < 900; frame++) {
		caseFrames(world, 1);
		for(int i = 0; i < 20; i++) CHECK(inScreen(world->bodies[i]));
		if(frame < 120) continue;
		CHECK(caseOrder(world) >= 0.95);
		for(int i = 0; i < 20; i++) {
			cpVect now = cpBodyGetVelocity(world->bodies[i]);
			CHECK(now.x * velocity.x > 0 && now.y * velocity.y > 0);
		}
	}
	worldFree(world);
}

static void case_05_torus_flock_crosses_the_seam_together(void **state) {
	(void)state;
	crossTogether(cpv(770, 570), cpv(80, 60));
	crossTogether(cpv(30, 30), cpv(-80, -60));
	crossTogether(cpv(30, 570), cpv(-80, 60));
}

/* ---------------------------------------------------------------- 9: jumps */

static void case_09_torus_a_jump_of_any_length(void **state) {
	(void)state;
	static const cpVect velocities[] = {{3000, -2500}, {-3000, 2500}, {5e5, 5e5}, {1e12, -1e12}, {1e-300, -1e-300}};
	for(int i = 0; i < 5; i++) {
		cpFlockSettings settings = caseSettingsOff();
		settings.maxSpeed = CP_FLOCK_UNLIMITED;
		World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_PERIODIC);
		cpBody *body = worldAdd(world, 0, cpv(100, 100), velocities[i]);
		cpSpaceStep(world->space, 0.5);
		CHECK(supportIsFinite(body) && inScreen(body));
		CHECK_VECT(cpBodyGetVelocity(body), velocities[i], 0);
		if(i == 0) CHECK_VECT(cpBodyGetPosition(body), cpv(0, 50), 1e-9);
		if(i == 1) CHECK_VECT(cpBodyGetPosition(body), cpv(200, 150), 1e-9);
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- 47: the game's queries at the seam */

typedef struct Touch {
	int begun, separated;
} Touch;

static cpBool beginTouch(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space;
	((Touch *)data)->begun++;
	return cpTrue;
}

static void endTouch(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space;
	((Touch *)data)->separated++;
}

typedef struct Seam {
	World *world;
	cpBody *fish, *far, *touched, *shark;
	cpFlock *second;
	Touch touch;
} Seam;

static cpBody *crateAt(World *world, cpVect position) {
	cpBody *crate = worldAddBare(world, -1, position, cpvzero);
	cpShape *shape = cpSpaceAddShape(world->space, cpBoxShapeNew(crate, 10, 10, 0));
	cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, 2, CP_ALL_CATEGORIES));
	cpBodySetMoment(crate, 1000);
	return crate;
}

/* A second flock looks at the fish, too: its shark goes for it at once. */
static void addShark(Seam *seam) {
	cpFlockSettings prey = caseSettingsOff(), hunter = caseSettingsOff();
	hunter.drive = CP_FLOCK_DRIVE_VELOCITY;
	hunter.pursuit = rule(200, 1, CP_FLOCK_DIRECTION);
	hunter.avoidance.weight = prey.avoidance.weight = 0;
	cpFlockOptions options = cpFlockOptionsDefault();
	options.detached = cpTrue;
	CHECK_OK(cpFlockCreate(seam->world->space, &options, &seam->second));
	cpFlockSpecies preys = cpFlockAddSpecies(seam->second, &prey), hunters = cpFlockAddSpecies(seam->second, &hunter);
	CHECK_OK(cpFlockSetRelation(seam->second, hunters, preys, CP_FLOCK_RELATION_PURSUE));
	seam->shark = worldAddBare(seam->world, -1, cpv(60, 200), cpvzero);
	CHECK_OK(cpFlockAddBody(seam->second, seam->fish, preys));
	CHECK_OK(cpFlockAddBody(seam->second, seam->shark, hunters));
}

static void seamNew(Seam *seam, cpBool detached) {
	*seam = (Seam){.world = detached ? worldNewDetached() : worldNew()};
	cpFlockSettings settings = caseSettingsOff();
	settings.avoidance.weight = 0; /* the crates are to be touched */
	worldSpecies(seam->world, &settings);
	CHECK_OK(cpFlockSetBounds(seam->world->flock, CP_FLOCK_BOUNDS_PERIODIC, caseScreen));
	cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(seam->world->space);
	handler->beginFunc = beginTouch;
	handler->separateFunc = endTouch;
	handler->userData = &seam->touch;
	seam->fish = worldAdd(seam->world, 0, cpv(799.5, 300), cpv(120, 0));
	seam->far = crateAt(seam->world, cpv(5, 340));
	seam->touched = crateAt(seam->world, cpv(795, 306));
	addShark(seam);
}

static void seamFree(Seam *seam) {
	cpFlockFree(seam->second);
	worldFree(seam->world);
}

/* The query passes through the crates, which are of category 2. */
static cpBool hits(const Seam *seam, cpVect from, cpVect to) {
	cpSegmentQueryInfo info;
	cpShapeFilter fish = cpShapeFilterNew(CP_NO_GROUP, CP_ALL_CATEGORIES, ~(cpBitmask)2);
	cpShape *shape = cpSpaceSegmentQueryFirst(seam->world->space, from, to, 0, fish, &info);
	return shape && cpShapeGetBody(shape) == seam->fish;
}

/* Whatever the game asks agrees with where the fish says that it is. */
static void checkQueries(const Seam *seam) {
	cpVect position = cpBodyGetPosition(seam->fish);
	CHECK(hits(seam, cpv(position.x - 10, position.y), cpv(position.x + 10, position.y)));
	CHECK(hits(seam, cpv(0, 300), cpv(20, 300)) == (position.x < 24));
	CHECK(hits(seam, cpv(780, 300), cpv(800, 300)) == (position.x > 776));
	CHECK(cpSpacePointQueryNearest(seam->world->space, position, 0, CP_SHAPE_FILTER_ALL, NULL) != NULL);
}

static void case_47_torus_queries_and_contacts_at_the_seam(void **state) {
	(void)state;
	Seam seam;
	seamNew(&seam, cpFalse);
	checkQueries(&seam);
	CHECK(hits(&seam, cpv(780, 300), cpv(800, 300)));
	worldStep(seam.world, 1);
	CHECK_VECT(cpBodyGetPosition(seam.fish), cpv(1.5, 300), 1e-9);
	checkQueries(&seam);
	CHECK(hits(&seam, cpv(0, 300), cpv(20, 300)) && !hits(&seam, cpv(780, 300), cpv(800, 300)));
	/* another flock finds it there in the same frame */
	CHECK_OK(cpFlockUpdate(seam.second, STEP));
	CHECK_VECT(cpBodyGetVelocity(seam.shark), cpvmult(cpvnormalize(cpv(-58.5, 100)), CASE_MAX_SPEED), 1e-6);
	cpBodySetVelocity(seam.shark, cpvzero);
	worldStep(seam.world, 10);
	CHECK(seam.touch.begun == 1 && seam.touch.separated == 1);
	CHECK(cpvlength(cpBodyGetVelocity(seam.touched)) < 1);
	CHECK_VECT(cpBodyGetVelocity(seam.far), cpvzero, 0);
	checkQueries(&seam);
	seamFree(&seam);
}

static void case_47_torus_queries_after_an_explicit_update(void **state) {
	(void)state;
	Seam seam;
	seamNew(&seam, cpTrue);
	for(int frame = 0; frame < 10; frame++) {
		worldUpdate(seam.world);
		CHECK(inScreen(seam.fish));
		checkQueries(&seam);
		worldStep(seam.world, 1);
		checkQueries(&seam);
	}
	CHECK(seam.touch.begun == 1 && seam.touch.separated == 1);
	seamFree(&seam);
}

/* ---------------------------------------------------------------- 47: what hangs on a body at the seam */

static int solved;

static void countSolve(cpConstraint *constraint, cpSpace *space) {
	(void)constraint, (void)space;
	solved++;
}

/* A fish with two shapes, one of them far out, all of which are found where the body is. */
static void case_47_torus_every_shape_goes_with_the_body(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettingsOff();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_PERIODIC);
	cpBody *fish = worldAdd(world, 0, cpv(799.5, 300), cpv(120, 0));
	cpShape *tail = cpSpaceAddShape(world->space, cpCircleShapeNew(fish, 2, cpv(-20, 0)));
	worldStep(world, 1);
	cpVect place = cpvadd(cpBodyGetPosition(fish), cpv(-20, 0));
	CHECK(cpSpacePointQueryNearest(world->space, place, 1, CP_SHAPE_FILTER_ALL, NULL) == tail);
	CHECK(!cpSpacePointQueryNearest(world->space, cpv(781.5, 300), 5, CP_SHAPE_FILTER_ALL, NULL));
	worldFree(world);
}

/* Two fish on a string, of which only one wraps: the string is stretched over the world, and nothing blows up. */
static void case_47_torus_a_joint_over_the_seam_stays_finite(void **state) {
	(void)state;
	cpFlockSettings settings = caseSettings();
	World *world = caseWorld(&settings, CP_FLOCK_BOUNDS_PERIODIC);
	cpBody *a = worldAdd(world, 0, cpv(799.5, 300), cpv(60, 0)), *b = worldAdd(world, 0, cpv(780, 300), cpv(60, 0));
	cpConstraint *string = cpSpaceAddConstraint(world->space, cpSlideJointNew(a, b, cpvzero, cpvzero, 0, 25));
	cpConstraintSetPreSolveFunc(string, countSolve);
	cpConstraintSetMaxForce(string, 500);
	solved = 0;
	caseFrames(world, 300);
	CHECK(solved == 300);
	for(int i = 0; i < 2; i++) CHECK(inScreen(world->bodies[i]));
	worldFree(world);
}

/* ---------------------------------------------------------------- 20: no side is preferred, with obstacles */

typedef cpVect (*Turn)(cpVect);

static cpVect mirrored(cpVect v) {
	return cpv(-v.x, v.y);
}

static cpVect rotated(cpVect v) {
	return cpv(-v.y, v.x);
}

static cpVect same(cpVect v) {
	return v;
}

enum { MIRROR_FISH = 200, MIRROR_ROCKS = 6 };

/* The scene turned round the middle of a torus; no rock lies on the seam. */
static World *turnedScene(Turn turn, double halfWidth, double halfHeight, cpFlockKernel kernel) {
	World *world = worldNewDetached();
	cpFlockSettings settings = caseSettings();
	settings.maxForce = CP_FLOCK_UNLIMITED;
	worldSpecies(world, &settings);
	cpBB box = cpBBNew(-halfWidth, -halfHeight, halfWidth, halfHeight);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, box));
	CHECK_OK(cpFlockSetKernel(world->flock, kernel));
	uint64_t random = 20;
	for(int i = 0; i < MIRROR_FISH; i++) {
		cpVect position = randomPoint(&random, box), velocity = randomVect(&random, -80, 80);
		worldAdd(world, 0, turn(position), turn(velocity));
	}
	for(int i = 0; i < MIRROR_ROCKS; i++) {
		cpVect at = cpv((i % 3 - 1) * 0.6 * halfWidth + 7, (i / 3 - 0.5) * halfHeight + 3 * i);
		cpBody *rock = worldAddBare(world, -1, turn(at), cpvzero);
		cpBodySetType(rock, CP_BODY_TYPE_STATIC);
		cpSpaceAddShape(world->space, cpCircleShapeNew(rock, 30, cpvzero));
	}
	worldRecord(world);
	return world;
}

static void compareTurned(Turn turn, double halfWidth, double halfHeight, cpFlockKernel kernel, double tolerance) {
	World *plain = turnedScene(same, halfWidth, halfHeight, kernel);
	World *turned = turnedScene(turn, halfWidth, halfHeight, kernel);
	int blocked = 0;
	for(int i = 0; i < MIRROR_FISH; i++) {
		cpFlockSteering a = steeringOf(plain, plain->bodies[i]), b = steeringOf(turned, turned->bodies[i]);
		double size = cpvlength(a.separation) + cpvlength(a.alignment) + cpvlength(a.cohesion) + cpvlength(a.avoidance);
		CHECK_VECT(b.total, turn(a.total), tolerance * size);
		CHECK(a.blocked == b.blocked);
		blocked += a.blocked;
	}
	CHECK(blocked > MIRROR_FISH / 20);
	worldFree(plain);
	worldFree(turned);
}

static void case_20_torus_a_mirrored_and_a_rotated_world_steer_alike(void **state) {
	(void)state;
	compareTurned(mirrored, 400, 300, CP_FLOCK_KERNEL_REFERENCE, 1e-9);
	compareTurned(rotated, 300, 300, CP_FLOCK_KERNEL_REFERENCE, 1e-9);
	compareTurned(mirrored, 400, 300, CP_FLOCK_KERNEL_FAST, 1e-4);
	compareTurned(rotated, 300, 300, CP_FLOCK_KERNEL_FAST, 1e-4);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_05_torus_flock_crosses_the_seam_together),
		cmocka_unit_test(case_09_torus_a_jump_of_any_length),
		cmocka_unit_test(case_20_torus_a_mirrored_and_a_rotated_world_steer_alike),
		cmocka_unit_test(case_47_torus_queries_and_contacts_at_the_seam),
		cmocka_unit_test(case_47_torus_queries_after_an_explicit_update),
		cmocka_unit_test(case_47_torus_every_shape_goes_with_the_body),
		cmocka_unit_test(case_47_torus_a_joint_over_the_seam_stays_finite),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
