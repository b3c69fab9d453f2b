/* SPDX-License-Identifier: MIT
 * Obstacles at the limits: huge and far away, of no size, over the seam of a periodic world, without memory. */
#include "pond.h"
#include "solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- huge and far */

static void test_a_wall_as_long_as_the_world(void **state) {
	(void)state;
	static const double lengths[] = {1e3, 1e5, 1e7};
	/* In single precision Chipmunk's distance to a longer wall is off by a quarter px. */
	for(int i = 0; i < (IN_DOUBLES ? 3 : 1); i++) {
		cpVect velocity = cpv(60, 60);
		World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, velocity);
		addWall(world, cpv(-lengths[i], 50), cpv(2 * lengths[i], 50), 0);
		cpFlockSteering steering = pondLook(world);
		CHECK(steering.blocked);
		CHECK_VECT(steering.lookPoint, cpv(50 - WIDE, 50 - WIDE), 1e-3);
		CHECK_VECT(steering.lookNormal, cpv(0, -1), 1e-6);
		cpBodySetVelocity(world->bodies[0], cpv(60, -60));
		CHECK(!pondLook(world).blocked);
		worldFree(world);
	}
}

static void test_far_from_the_origin(void **state) {
	(void)state;
	cpVect far = cpv(1e9 + 7, -1e9 - 7);
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, far, cpv(100, 0));
	worldAdd(world, 0, cpvzero, cpv(100, 0)); /* and near */
	addCircle(world, CP_BODY_TYPE_STATIC, cpvadd(far, cpv(70, 0)), 20, cpvzero);
	cpFlockSteering steering = pondLook(world);
	CHECK(steering.blocked);
	CHECK_VECT(steering.lookPoint, cpvadd(far, cpv(70 - 20 - WIDE, 0)), 1e-3);
	CHECK(!steeringOf(world, world->bodies[1]).blocked);
	worldFree(world);
}

typedef struct Monster {
	cpVect at;
	double size;
	int kind; /* 0 circle, 1 segment, 2 box */
	double spin;
	cpVect velocity;
} Monster;

static cpFlockAvoidanceMode monsterMode;

static cpShape *monsterShape(cpBody *body, const Monster *monster) {
	double s = monster->size;
	if(monster->kind == 0) return cpCircleShapeNew(body, s, cpvzero);
	if(monster->kind == 1) return cpSegmentShapeNew(body, cpv(-s, 0), cpv(s, 0), 1);
	return cpBoxShapeNew2(body, cpBBNew(-s, -s, s, -s + 1), 0);
}

static void meetMonster(void *data) {
	const Monster *monster = data;
	World *world = pondNew(monsterMode, cpvzero, cpv(80, 0));
	worldAdd(world, 0, cpv(1e300, 0), cpv(80, 0));
	cpBody *body = addObstacle(world, CP_BODY_TYPE_KINEMATIC, monster->at, 0, monster->velocity);
	cpBodySetAngularVelocity(body, monster->spin);
	cpSpaceAddShape(world->space, monsterShape(body, monster));
	/* what is near is avoided all the same */
	addCircle(world, CP_BODY_TYPE_STATIC, cpv(30, 0), 12, cpvzero);
	cpFlockSteering steering = pondLook(world);
	CHECK(steering.blocked && cpvlength(steering.avoidance) > 0);
	cpSpaceStep(world->space, STEP);
	worldUpdate(world);
	for(int i = 0; i < 2; i++) CHECK(supportIsFinite(world->bodies[i]));
	worldFree(world);
}

static void test_monsters_do_no_harm(void **state) {
	(void)state;
	NEEDS_DOUBLES(); /* 1e300 px long */
	static Monster monsters[] = {{{0, 1e9}, 10, 0, 0, {0, 0}}, {{0, 1e9}, 1e9 - 100, 0, 0, {0, -1e9}},
		{{1e300, 1e300}, 10, 0, 0, {0, 0}}, {{0, 200}, 1e300, 1, 0, {0, 0}}, {{0, 200}, 1e154, 1, 0, {0, 0}},
		{{0, 200}, 1e155, 1, 1e300, {0, 0}}, {{1e300, 200}, 1e300, 1, 1, {0, 0}}, {{0, 200}, 1e300, 2, 1, {0, 0}},
		{{0, 1e300}, 1e299, 0, 1e9, {1e300, 1e300}}, {{0, 200}, INFINITY, 1, 0, {0, 0}},
		{{0, 200}, 1e200, 0, 0, {0, 0}}};
	for(size_t i = 0; i < 3 * sizeof(monsters) / sizeof(monsters[0]); i++) {
		monsterMode = (cpFlockAvoidanceMode)(i % 3);
		CHECK_CHILD(meetMonster, &monsters[i / 3]);
	}
}

/* ---------------------------------------------------------------- of no size */

/* ---------------------------------------------------------------- whatever the cells */

enum { SHOAL = 1500, ROCKS = 6 };

/* A shoal among moving rocks, whose members sense each other within `reach`, with next to no effect. */
static World *shoal(cpFlockAvoidanceMode mode, cpFlockBounds bounds, double reach) {
	World *world = worldNewDetached();
	uint64_t random = 5;
	cpFlockSettings settings = pondSettings(mode);
	settings.separation = rule(reach, 1e-9, CP_FLOCK_LINEAR);
	cpFlockSpecies fish = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetBounds(world->flock, bounds, cpBBNew(0, 0, 900, 900)));
	for(int i = 0; i < SHOAL; i++) {
		worldAddBare(world, fish, randomVect(&random, 0, 900), randomVect(&random, -120, 120));
	}
	for(int i = 0; i < ROCKS; i++) {
		cpBody *rock =
			addCircle(world, CP_BODY_TYPE_KINEMATIC, randomVect(&random, 0, 900), 20, randomVect(&random, -60, 60));
		cpBodySetAngularVelocity(rock, i % 4 == 0 ? 2 : 0);
	}
	return world;
}

/* Which bodies have an obstacle ahead is found in the cells that the flock's neighbors are found in: from one that is as wide
 * as the world to more rows than are walked. What the bodies do is the same. */
static void checkShoals(cpFlockAvoidanceMode mode, cpFlockBounds bounds) {
	static const double reaches[] = {60, 5000, 20, 0.9, 1e-3};
	static cpFlockSteering first[SHOAL];
	for(int r = 0; r < 5; r++) {
		World *world = shoal(mode, bounds, reaches[r]);
		int blocked = 0;
		worldRecord(world);
		for(int i = 0; i < SHOAL; i++) {
			cpFlockSteering steering = steeringOf(world, world->bodies[i]);
			if(r == 0) first[i] = steering;
			CHECK(steering.blocked == first[i].blocked && steering.lookSide == first[i].lookSide);
			CHECK_VECT(steering.avoidance, first[i].avoidance, 0);
			blocked += steering.blocked;
		}
		CHECK(blocked > 10);
		worldFree(world);
	}
}

static void test_obstacles_are_seen_whatever_the_cells(void **state) {
	(void)state;
	for(int bounds = CP_FLOCK_BOUNDS_NONE; bounds <= CP_FLOCK_BOUNDS_PERIODIC; bounds++) {
		checkShoals(CP_FLOCK_AVOIDANCE_SWEEP, (cpFlockBounds)bounds);
		checkShoals(CP_FLOCK_AVOIDANCE_CENTER, (cpFlockBounds)bounds);
		checkShoals(CP_FLOCK_AVOIDANCE_FIELD, (cpFlockBounds)bounds);
	}
}

static void test_no_look_ahead_and_no_size(void **state) {
	(void)state;
	for(int mode = 0; mode < 3; mode++) {
		for(int moving = 0; moving < 2; moving++) {
			for(int place = 0; place < 3; place++) {
				World *world = worldNewDetached();
				cpFlockSettings settings = pondSettings((cpFlockAvoidanceMode)mode);
				settings.avoidance.lookAhead = settings.avoidance.lookAheadTime = settings.avoidance.clearance = 0;
				worldAdd(world, worldSpecies(world, &settings), cpvzero, cpv(80 * moving, 0));
				addCircle(world, CP_BODY_TYPE_STATIC, cpv(place * RADIUS, 0), 0, cpvzero);
				addWall(world, cpv(place * RADIUS, 0), cpv(place * RADIUS, 0), 0);
				cpFlockSteering steering = pondLook(world);
				if(place == 2) CHECK_VECT(steering.avoidance, cpvzero, 0);
				cpSpaceStep(world->space, STEP);
				pondLook(world);
				worldFree(world);
			}
		}
	}
}

static void test_without_weight_no_shape_is_looked_at(void **state) {
	(void)state;
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(80, 0));
	cpFlockStats stats;
	addCircle(world, CP_BODY_TYPE_STATIC, cpv(30, 0), 12, cpvzero);
	pondLook(world);
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.obstacles == 1);
	cpFlockSettings settings = pondSettings(CP_FLOCK_AVOIDANCE_SWEEP);
	settings.avoidance.weight = 0;
	CHECK_OK(cpFlockSetSettings(world->flock, 0, &settings));
	CHECK(!pondLook(world).blocked);
	CHECK_OK(cpFlockGetStats(world->flock, &stats));
	CHECK(stats.obstacles == 0);
	worldFree(world);
}

/* ---------------------------------------------------------------- the seam */

enum { WORLD_WIDTH = 400, WORLD_HEIGHT = 300 };

/* The nearest of the nine images counts. */
static void test_obstacles_are_seen_over_the_seam(void **state) {
	(void)state;
	uint64_t random = 21;
	int over = 0;
	for(int i = 0; i < 400; i++) {
		cpVect position = randomVect(&random, -60, 60);
		if(position.x < 0) position.x += WORLD_WIDTH;
		if(position.y < 0) position.y += WORLD_HEIGHT;
		cpVect velocity = randomVect(&random, -80, 80);
		World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, position, velocity);
		CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, WORLD_WIDTH, WORLD_HEIGHT)));
		/* near the seam, some reaching over it */
		cpVect at = cpv(randomIn(&random, -20, 20), randomIn(&random, -20, 20));
		if(at.x < 0 || i % 5 == 0) at.x += WORLD_WIDTH - 1;
		if(at.y < 0 || i % 7 == 0) at.y += WORLD_HEIGHT - 1;
		addCircle(world, (cpBodyType)(i % 3), at, 15, cpvzero);
		Meeting nearest = {2, INFINITY}, direct = {2, INFINITY};
		double margin = INFINITY;
		cpVect way = cpvmult(directionOf(velocity), pondFar(velocity));
		for(int image = 0; image < 9; image++) {
			cpVect shift = cpv((image % 3 - 1) * WORLD_WIDTH, (image / 3 - 1) * WORLD_HEIGHT);
			Solid solid = {1, {cpvadd(at, shift)}, 15};
			Meeting meeting = solidMeet(&solid, position, way, WIDE);
			if(meeting.at < nearest.at) nearest = meeting;
			if(image == 4) direct = meeting;
			margin = fmin(margin, meeting.margin);
		}
		if(margin > 1e-6) {
			cpFlockSteering steering = pondLook(world);
			CHECK((steering.blocked != 0) == (nearest.at <= 1));
			if(nearest.at > 0) {
				CHECK_VECT(steering.lookPoint, cpvadd(position, cpvmult(way, fmin(nearest.at, 1))), 1e-6);
			}
			over += nearest.at <= 1 && direct.at > 1;
			if(nearest.at > 1 || direct.at <= 1) {
				worldFree(world);
				continue;
			}
			/* as without a seam, and not seen at all without the torus */
			CHECK(cpvlength(steering.avoidance) > 0);
			CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_NONE, cpBBNew(0, 0, 0, 0)));
			CHECK(!pondLook(world).blocked);
		}
		worldFree(world);
	}
	CHECK(over > 20);
}

/* The other two modes over the seam: the push is the one of an endless world. */
static void test_pushes_over_the_seam_are_those_of_an_endless_world(void **state) {
	(void)state;
	for(int mode = 0; mode < 3; mode++) {
		cpVect steering[2];
		for(int torus = 0; torus < 2; torus++) {
			World *world = pondNew((cpFlockAvoidanceMode)mode, cpv(WORLD_WIDTH - 9, 150), cpv(80, 5));
			cpVect at = cpv(torus ? 21 : WORLD_WIDTH + 21, 152);
			if(torus) {
				CHECK_OK(
					cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, WORLD_WIDTH, WORLD_HEIGHT)));
			}
			addCircle(world, CP_BODY_TYPE_KINEMATIC, at, 12, cpv(-10, 0));
			steering[torus] = pondLook(world).avoidance;
			CHECK(cpvlength(steering[torus]) > 0);
			worldFree(world);
		}
		CHECK_VECT(steering[1], steering[0], 1e-9);
	}
}

/* ---------------------------------------------------------------- attached and explicit */

static World *mixed(cpBool detached, cpFlockAvoidanceMode mode) {
	World *world = detached ? worldNewDetached() : worldNew();
	cpFlockSettings settings = pondSettings(mode);
	cpFlockSpecies species = worldSpecies(world, &settings);
	uint64_t random = 31;
	for(int i = 0; i < 40; i++) {
		cpVect position = randomVect(&random, -120, 120);
		worldAdd(world, species, position, randomVect(&random, -80, 80));
	}
	for(int i = 0; i < 12; i++) {
		cpVect position = randomVect(&random, -120, 120), velocity = randomVect(&random, -60, 60);
		/* the members pass through them, so that no contact changes a velocity */
		cpShapeFilter ghost = cpShapeFilterNew(CP_NO_GROUP, 2, 1);
		cpShapeSetFilter(firstShape(addCircle(world, (cpBodyType)(i % 3), position, 15, velocity)), ghost);
	}
	for(int i = 0; i < 40; i++) {
		cpShapeSetFilter(firstShape(world->bodies[i]), cpShapeFilterNew(CP_NO_GROUP, 4, 4));
	}
	CHECK_OK(cpFlockSetRecording(world->flock, cpTrue));
	return world;
}

/* A step moves first: the explicit update is called where the bodies will be. */
static void test_attached_and_explicit_agree(void **state) {
	(void)state;
	for(int mode = 0; mode < 3; mode++) {
		World *attached = mixed(cpFalse, (cpFlockAvoidanceMode)mode);
		World *explicit = mixed(cpTrue, (cpFlockAvoidanceMode)mode);
		for(int i = 0; i < explicit->count; i++) {
			cpBody *body = explicit->bodies[i];
			if(cpBodyGetType(body) == CP_BODY_TYPE_STATIC) continue;
			cpVect moved = cpvmult(cpBodyGetVelocity(body), STEP);
			cpBodySetPosition(body, cpvadd(cpBodyGetPosition(body), moved));
			cpSpaceReindexShapesForBody(explicit->space, body);
		}
		cpSpaceStep(attached->space, STEP);
		worldUpdate(explicit);
		int blocked = 0;
		for(int i = 0; i < 40; i++) {
			cpFlockSteering a = steeringOf(attached, attached->bodies[i]);
			cpFlockSteering b = steeringOf(explicit, explicit->bodies[i]);
			CHECK_VECT(a.avoidance, b.avoidance, 1e-9);
			CHECK(a.blocked == b.blocked && a.lookSide == b.lookSide);
			CHECK_VECT(a.lookPoint, b.lookPoint, 1e-9);
			blocked += a.blocked;
		}
		CHECK(blocked > 5);
		worldFree(attached);
		worldFree(explicit);
	}
}

/* ---------------------------------------------------------------- memory */

/* An allocator that fails after so many calls, and keeps what was freed to see whether it is used. */
typedef struct Heap {
	int allowed;
	int blocks;
	int freedCount;
	struct {
		unsigned char *memory;
		size_t size;
	} freed[200];
} Heap;

static void *heapRealloc(void *memory, size_t size, void *data) {
	Heap *heap = data;
	size_t *block = memory ? (size_t *)memory - 2 : NULL;
	if(size > 0 && heap->allowed-- <= 0) return NULL;
	size_t *moved = NULL;
	if(size > 0) {
		moved = malloc(size + 2 * sizeof(size_t));
		CHECK(moved);
		moved[0] = size;
		heap->blocks++;
		if(block) memcpy(moved + 2, memory, size < block[0] ? size : block[0]);
	}
	if(block) {
		heap->blocks--;
		CHECK(heap->freedCount < 200);
		heap->freed[heap->freedCount].memory = memory;
		heap->freed[heap->freedCount++].size = block[0];
		memset(memory, 0xEE, block[0]);
	}
	return moved ? moved + 2 : NULL;
}

static void heapClear(Heap *heap) {
	CHECK(heap->blocks == 0);
	for(int i = 0; i < heap->freedCount; i++) {
		for(size_t k = 0; k < heap->freed[i].size; k++) CHECK(heap->freed[i].memory[k] == 0xEE);
		free((size_t *)(void *)heap->freed[i].memory - 2);
	}
}

static World *worldOnHeap(Heap *heap) {
	World *world = worldNewDetached();
	cpFlockFree(world->flock);
	cpFlockOptions options = cpFlockOptionsDefault();
	options.detached = cpTrue;
	options.realloc = heapRealloc;
	options.reallocData = heap;
	CHECK_OK(cpFlockCreate(world->space, &options, &world->flock));
	return world;
}

/* The memory runs out after so many calls in the first update among obstacles. Returns whether it did. */
static cpBool runOut(int allowed) {
	Heap heap = {INT32_MAX, 0, 0, {{NULL, 0}}};
	World *world = worldOnHeap(&heap);
	cpFlockSettings settings = pondSettings(CP_FLOCK_AVOIDANCE_SWEEP);
	cpFlockSpecies species = worldSpecies(world, &settings);
	for(int i = 0; i < 10; i++) worldAdd(world, species, cpv(0, 40 * i), cpv(80, 0));
	for(int i = 0; i < 100; i++) addCircle(world, (cpBodyType)(i % 3), cpv(40, 4 * i), 3, cpvzero);
	CHECK_OK(cpFlockSetRecording(world->flock, cpTrue));
	heap.allowed = allowed;
	cpFlockStatus status = cpFlockUpdate(world->flock, STEP);
	if(status != CP_FLOCK_OK) {
		cpFlockStats stats;
		cpFlockSteering steering;
		CHECK_STATUS(status, CP_FLOCK_ERROR_MEMORY);
		CHECK_OK(cpFlockGetStats(world->flock, &stats));
		CHECK(stats.updates == 0 && stats.refused == 1);
		for(int i = 0; i < 10; i++) CHECK_VECT(cpBodyGetForce(world->bodies[i]), cpvzero, 0);
		CHECK_STATUS(cpFlockGetSteering(world->flock, world->bodies[0], &steering), CP_FLOCK_ERROR_UNAVAILABLE);
	}
	heap.allowed = INT32_MAX; /* memory again */
	worldUpdate(world);
	for(int i = 0; i < 10; i++) CHECK(steeringOf(world, world->bodies[i]).blocked);
	worldFree(world);
	heapClear(&heap);
	return status != CP_FLOCK_OK;
}

static void test_memory_may_run_out_among_obstacles(void **state) {
	(void)state;
	int allowed = 0;
	while(allowed < 100 && runOut(allowed)) allowed++;
	CHECK(allowed > 4 && allowed < 100);
}

static void freeFlock(cpSpace *space, void *key, void *data) {
	(void)space, (void)key;
	World *world = data;
	cpFlockFree(world->flock);
	world->flock = NULL;
}

/* The callback waits for the query that the update makes. */
static void freeInsideUpdate(void *data) {
	(void)data;
	Heap heap = {INT32_MAX, 0, 0, {{NULL, 0}}};
	World *world = worldOnHeap(&heap);
	cpFlockSettings settings = pondSettings(CP_FLOCK_AVOIDANCE_SWEEP);
	worldAdd(world, worldSpecies(world, &settings), cpvzero, cpv(80, 0));
	addCircle(world, CP_BODY_TYPE_STATIC, cpv(40, 0), 10, cpvzero);
	worldUpdate(world);
	cpBodySetForce(world->bodies[0], cpvzero);
	cpSpaceAddPostStepCallback(world->space, freeFlock, world, world);
	(void)cpFlockUpdate(world->flock, STEP);
	CHECK_VECT(cpBodyGetForce(world->bodies[0]), cpvzero, 0);
	if(world->flock) { /* put off */
		cpSpaceStep(world->space, STEP);
		CHECK(!world->flock);
	}
	worldFree(world);
	heapClear(&heap);
}

static void test_the_flock_freed_by_a_callback_that_waits_for_its_update(void **state) {
	(void)state;
	CHECK_CHILD(freeInsideUpdate, NULL);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_wall_as_long_as_the_world),
		cmocka_unit_test(test_far_from_the_origin),
		cmocka_unit_test(test_monsters_do_no_harm),
		cmocka_unit_test(test_obstacles_are_seen_whatever_the_cells),
		cmocka_unit_test(test_no_look_ahead_and_no_size),
		cmocka_unit_test(test_without_weight_no_shape_is_looked_at),
		cmocka_unit_test(test_obstacles_are_seen_over_the_seam),
		cmocka_unit_test(test_pushes_over_the_seam_are_those_of_an_endless_world),
		cmocka_unit_test(test_attached_and_explicit_agree),
		cmocka_unit_test(test_memory_may_run_out_among_obstacles),
		cmocka_unit_test(test_the_flock_freed_by_a_callback_that_waits_for_its_update),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
