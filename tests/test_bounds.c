/* SPDX-License-Identifier: MIT
 * The edges of the world: the torus and its seam, the space's index after a wrap, containment. */
#include "support.h"

#include <math.h>
#include <string.h>

static const cpBB screen = {0, 0, 800, 600};

static World *torus(const cpFlockSettings *settings, cpFlockSpecies *species) {
	World *world = worldNew();
	*species = worldSpecies(world, settings);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, screen));
	return world;
}

static cpBool inside(const cpBody *body) {
	cpVect p = cpBodyGetPosition(body);
	return p.x >= screen.l && p.x < screen.r && p.y >= screen.b && p.y < screen.t;
}

/* ---------------------------------------------------------------- setting them */

static void test_edges_are_checked_and_read_back(void **state) {
	(void)state;
	World *world = worldNew();
	cpBB bb = {1, 1, 1, 1};
	CHECK(cpFlockGetBounds(world->flock, &bb) == CP_FLOCK_BOUNDS_NONE);
	CHECK(bb.l == 0 && bb.r == 0 && bb.b == 0 && bb.t == 0);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(-10, -20, 30, 40)));

	const cpFloat most = (cpFloat)(IN_DOUBLES ? 1e308 : 3e38); /* the extent is more than a cpFloat holds */
	const struct {
		cpBB bb;
		cpFlockStatus status;
	} bad[] = {{{0, 0, 0, 10}, CP_FLOCK_ERROR_RANGE}, {{0, 10, 10, 10}, CP_FLOCK_ERROR_RANGE},
		{{10, 0, 0, 10}, CP_FLOCK_ERROR_RANGE}, {{(cpFloat)NAN, 0, 10, 10}, CP_FLOCK_ERROR_NOT_FINITE},
		{{0, 0, (cpFloat)INFINITY, 10}, CP_FLOCK_ERROR_NOT_FINITE},
		{{0, -(cpFloat)INFINITY, 10, 10}, CP_FLOCK_ERROR_NOT_FINITE}, {{-most, 0, most, 10}, CP_FLOCK_ERROR_RANGE}};
	for(size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		for(int kind = CP_FLOCK_BOUNDS_PERIODIC; kind <= CP_FLOCK_BOUNDS_CONTAINMENT; kind++) {
			CHECK_STATUS(cpFlockSetBounds(world->flock, (cpFlockBounds)kind, bad[i].bb), bad[i].status);
		}
	}
	CHECK_STATUS(cpFlockSetBounds(world->flock, (cpFlockBounds)3, screen), CP_FLOCK_ERROR_RANGE);
	CHECK_STATUS(cpFlockSetBounds(world->flock, (cpFlockBounds)-1, screen), CP_FLOCK_ERROR_RANGE);
	CHECK_STATUS(cpFlockSetBounds(NULL, CP_FLOCK_BOUNDS_NONE, screen), CP_FLOCK_ERROR_NULL);
	CHECK(cpFlockGetBounds(world->flock, &bb) == CP_FLOCK_BOUNDS_PERIODIC);
	CHECK(bb.l == -10 && bb.b == -20 && bb.r == 30 && bb.t == 40);
	CHECK(cpFlockGetBounds(world->flock, NULL) == CP_FLOCK_BOUNDS_PERIODIC);
	/* the box of no edges is not looked at */
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_NONE, bad[3].bb));
	worldFree(world);
}

static void case_06_torus_the_way_from_point_to_point_is_the_short_one(void **state) {
	(void)state;
	World *world = worldNew();
	CHECK_VECT(cpFlockDelta(world->flock, cpv(405, 20), cpv(50, 530)), cpv(-355, 510), 0);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, screen));
	CHECK_VECT(cpFlockDelta(world->flock, cpv(405, 20), cpv(50, 530)), cpv(-355, -90), 1e-12);
	CHECK_VECT(cpFlockDelta(world->flock, cpv(797, 597), cpv(3, 3)), cpv(6, 6), 1e-12);
	CHECK_VECT(cpFlockDelta(world->flock, cpv(3, 3), cpv(797, 597)), cpv(-6, -6), 1e-12);
	CHECK_VECT(cpFlockDelta(world->flock, cpv(-797, 0), cpv(1603, 0)), cpvzero, 1e-12);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_CONTAINMENT, screen));
	CHECK_VECT(cpFlockDelta(world->flock, cpv(797, 597), cpv(3, 3)), cpv(-794, -594), 0);
	CHECK_VECT(cpFlockDelta(NULL, cpv(1, 2), cpv(3, 5)), cpv(2, 3), 0);
	worldFree(world);
}

/* ---------------------------------------------------------------- wrapping */

static void test_members_are_always_inside_the_torus(void **state) {
	(void)state;
	static const struct {
		cpVect position, velocity;
	} starts[] = {{{799.5, 300}, {120, 0}}, {{0.5, 300}, {-120, 0}}, {{400, 599.5}, {0, 120}}, {{400, 0.5}, {0, -120}},
		{{800, 600}, {0, 0}}, {{-1e-17, 300}, {0, 0}}, {{300, 600 - 1e-13}, {0, 1e-14}}, {{-12345, 6789}, {50, 50}},
		{{1e12, -1e12}, {1, 1}}};
	cpFlockSettings settings = settingsOff();
	cpFlockSpecies species;
	World *world = torus(&settings, &species);
	int count = sizeof(starts) / sizeof(starts[0]);
	for(int i = 0; i < count; i++) worldAdd(world, species, starts[i].position, starts[i].velocity);
	for(int step = 0; step < 100; step++) {
		worldStep(world, 1);
		for(int i = 0; i < count; i++) {
			CHECK(inside(world->bodies[i]));
			CHECK_VECT(cpBodyGetVelocity(world->bodies[i]), starts[i].velocity, 0);
		}
	}
	CHECK_VECT(cpBodyGetPosition(world->bodies[0]), cpv(199.5, 300), 1e-6);
	CHECK_VECT(cpBodyGetPosition(world->bodies[3]), cpv(400, 400.5), 1e-6);
	worldFree(world);
}

static void test_a_jump_longer_than_the_world(void **state) {
	(void)state;
	cpFlockSettings settings = settingsOff();
	settings.maxSpeed = 5000;
	cpFlockSpecies species;
	World *world = torus(&settings, &species);
	cpBody *body = worldAdd(world, species, cpv(100, 100), cpv(3000, -2500));
	cpSpaceStep(world->space, 0.5);
	CHECK_VECT(cpBodyGetPosition(body), cpv(0, 50), 1e-6);
	CHECK_VECT(cpBodyGetVelocity(body), cpv(3000, -2500), 0);
	worldFree(world);
}

static void test_an_explicit_update_wraps_too(void **state) {
	(void)state;
	World *world = worldNewDetached();
	cpFlockSettings settings = settingsOff();
	cpFlockSpecies species = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, screen));
	cpBody *body = worldAdd(world, species, cpv(799.5, 300), cpv(120, 0));
	worldStep(world, 1);
	CHECK(!inside(body));
	worldUpdate(world);
	CHECK_VECT(cpBodyGetPosition(body), cpv(1.5, 300), 1e-9);
	CHECK(cpSpacePointQueryNearest(world->space, cpv(1.5, 300), 1, CP_SHAPE_FILTER_ALL, NULL) != NULL);
	worldFree(world);
}

/* ---------------------------------------------------------------- the space's index */

typedef struct Contact {
	int begun, separated;
} Contact;

static cpBool beginContact(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space;
	((Contact *)data)->begun++;
	return cpTrue;
}

static void endContact(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)arbiter, (void)space;
	((Contact *)data)->separated++;
}

static cpBody *crateAt(World *world, cpVect position) {
	cpBody *crate = worldAddBare(world, -1, position, cpvzero);
	cpBodySetMass(crate, 50);
	cpBodySetMoment(crate, 1000);
	cpSpaceAddShape(world->space, cpBoxShapeNew(crate, 10, 10, 0));
	return crate;
}

static cpBool hits(const World *world, cpVect from, cpVect to, const cpBody *body) {
	cpSegmentQueryInfo info;
	cpShape *shape = cpSpaceSegmentQueryFirst(world->space, from, to, 0, CP_SHAPE_FILTER_ALL, &info);
	return shape && cpShapeGetBody(shape) == body;
}

static void test_a_wrapped_body_is_found_at_its_new_place(void **state) {
	(void)state;
	cpFlockSettings settings = settingsOff();
	cpFlockSpecies species;
	World *world = torus(&settings, &species);
	Contact contact = {0, 0};
	cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(world->space);
	handler->beginFunc = beginContact;
	handler->separateFunc = endContact;
	handler->userData = &contact;
	cpBody *fish = worldAdd(world, species, cpv(799.5, 300), cpv(120, 0));
	cpBody *far = crateAt(world, cpv(5, 340)), *near = crateAt(world, cpv(795, 308)); /* near overlaps the fish */
	CHECK(hits(world, cpv(780, 300), cpv(810, 300), fish));

	worldStep(world, 1);
	CHECK(inside(fish) && cpBodyGetPosition(fish).x < 3);
	CHECK(hits(world, cpv(0, 300), cpv(20, 300), fish));
	CHECK(!hits(world, cpv(780, 300), cpv(810, 300), fish));
	CHECK(cpSpacePointQueryNearest(world->space, cpBodyGetPosition(fish), 0, CP_SHAPE_FILTER_ALL, NULL) != NULL);
	CHECK(contact.begun == 1);
	worldStep(world, 10);
	CHECK(contact.begun == 1 && contact.separated == 1);
	CHECK(cpvlength(cpBodyGetVelocity(near)) < 1);
	CHECK_VECT(cpBodyGetVelocity(far), cpvzero, 0);
	worldFree(world);
}

static void test_another_flock_sees_a_wrapped_body_at_its_new_place(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = settingsOff(), hunter = settingsOff();
	hunter.drive = CP_FLOCK_DRIVE_VELOCITY;
	hunter.pursuit = rule(200, 1, CP_FLOCK_DIRECTION);
	cpFlockSpecies species = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, screen));
	cpBody *fish = worldAdd(world, species, cpv(799.5, 300), cpv(120, 0));

	cpFlock *second = cpFlockNew(world->space);
	cpFlockSpecies prey = cpFlockAddSpecies(second, &settings), hunters = cpFlockAddSpecies(second, &hunter);
	CHECK_OK(cpFlockSetRelation(second, hunters, prey, CP_FLOCK_RELATION_PURSUE));
	CHECK_OK(cpFlockAddBody(second, fish, prey));
	cpBody *shark = worldAdd(world, -1, cpv(60, 300), cpvzero);
	CHECK_OK(cpFlockAddBody(second, shark, hunters));
	worldStep(world, 2);
	CHECK_VECT(cpBodyGetVelocity(shark), cpv(-120, 0), 1e-3);
	cpFlockFree(second);
	worldFree(world);
}

/* ---------------------------------------------------------------- seeing over the seam */

static void pairOver(
	cpVect a, cpVect b, double radius, cpFlockKernel kernel, cpVect *separation, cpVect *cohesion, cpVect *alignment) {
	World *world = worldNewDetached();
	cpFlockSettings settings = settingsOff();
	settings.separation = rule(radius, 100, CP_FLOCK_DIRECTION);
	settings.alignment = rule(radius, 100, CP_FLOCK_DIRECTION);
	settings.cohesion = rule(radius, 100, CP_FLOCK_DIRECTION);
	cpFlockSpecies species = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, screen));
	CHECK_OK(cpFlockSetKernel(world->flock, kernel));
	worldAdd(world, species, a, cpv(0, 50));
	worldAdd(world, species, b, cpv(-50, 0));
	worldRecord(world);
	for(int i = 0; i < 2; i++) {
		cpFlockSteering steering = steeringOf(world, world->bodies[i]);
		CHECK(steering.neighbors == 1);
		separation[i] = steering.separation;
		cohesion[i] = steering.cohesion;
		alignment[i] = steering.alignment;
	}
	worldFree(world);
}

static void case_06_torus_neighbors_over_seam_and_corner(void **state) {
	(void)state;
	static const struct {
		cpVect a, b, delta;
		double radius;
	} pairs[] = {{{795, 300}, {5, 300}, {10, 0}, 60}, {{797, 597}, {3, 3}, {6, 6}, 60},
		{{3, 3}, {797, 597}, {-6, -6}, 60}, {{400, 599}, {400, 1}, {0, 2}, 60},
		{{405, 20}, {50, 530}, {-355, -90}, 400}};
	for(int kernel = 0; kernel < 2; kernel++) {
		double tolerance = kernel == CP_FLOCK_KERNEL_FAST ? 1e-3 : 1e-7;
		for(size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
			cpVect separation[2], cohesion[2], alignment[2], way = cpvmult(cpvnormalize(pairs[i].delta), 100);
			pairOver(pairs[i].a, pairs[i].b, pairs[i].radius, (cpFlockKernel)kernel, separation, cohesion, alignment);
			CHECK_VECT(separation[0], cpvneg(way), tolerance);
			CHECK_VECT(separation[1], way, tolerance);
			CHECK_VECT(cohesion[0], way, tolerance);
			CHECK_VECT(cohesion[1], cpvneg(way), tolerance);
			CHECK_VECT(alignment[0], cpv(-100, 0), tolerance);
			CHECK_VECT(alignment[1], cpv(0, 100), tolerance);
		}
	}
}

static void test_a_flock_crosses_the_seams_together(void **state) {
	(void)state;
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species;
	World *world = torus(&settings, &species);
	uint64_t random = 12;
	while(world->count < 20) {
		cpVect offset = randomVect(&random, -40, 40);
		if(cpvlength(offset) < 40) worldAdd(world, species, cpvadd(cpv(770, 570), offset), cpv(80, 60));
	}
	for(int step = 0; step < 900; step++) {
		worldStep(world, 1);
		if(step < 120) continue;
		cpVect sum = cpvzero;
		double speeds = 0;
		for(int i = 0; i < 20; i++) {
			cpVect velocity = cpBodyGetVelocity(world->bodies[i]);
			CHECK(velocity.x > 0 && velocity.y > 0 && inside(world->bodies[i]));
			sum = cpvadd(sum, velocity);
			speeds += cpvlength(velocity);
		}
		CHECK(cpvlength(sum) >= 0.95 * speeds);
	}
	worldFree(world);
}

static void test_targets_are_sought_and_prey_chased_the_short_way(void **state) {
	(void)state;
	cpFlockSettings seeker = settingsOff(), hunter = settingsOff(), prey = settingsOff();
	seeker.seek = rule(0, 100, CP_FLOCK_DIRECTION);
	hunter.pursuit = rule(100, 100, CP_FLOCK_DIRECTION);
	prey.evasion = rule(100, 100, CP_FLOCK_DIRECTION);
	World *world = worldNewDetached();
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_PERIODIC, screen));
	cpFlockSpecies a = worldSpecies(world, &seeker), b = worldSpecies(world, &hunter), c = worldSpecies(world, &prey);
	CHECK_OK(cpFlockSetTarget(world->flock, a, cpv(10, 300)));
	CHECK_OK(cpFlockSetRelation(world->flock, b, c, CP_FLOCK_RELATION_PURSUE));
	CHECK_OK(cpFlockSetRelation(world->flock, c, b, CP_FLOCK_RELATION_EVADE));
	worldAdd(world, a, cpv(790, 300), cpvzero);
	worldAdd(world, b, cpv(300, 590), cpvzero);
	worldAdd(world, c, cpv(300, 20), cpvzero);
	worldRecord(world);
	CHECK_VECT(steeringOf(world, world->bodies[0]).seek, cpv(100, 0), 1e-6);
	CHECK_VECT(steeringOf(world, world->bodies[1]).pursuit, cpv(0, 100), 1e-6);
	CHECK_VECT(steeringOf(world, world->bodies[2]).evasion, cpv(0, 100), 1e-3);
	worldFree(world);
}

/* ---------------------------------------------------------------- containment */

static World *contained(const cpFlockSettings *settings, cpFlockSpecies *species) {
	World *world = worldNew();
	*species = worldSpecies(world, settings);
	CHECK_OK(cpFlockSetBounds(world->flock, CP_FLOCK_BOUNDS_CONTAINMENT, screen));
	return world;
}

static void test_members_outside_come_back(void **state) {
	(void)state;
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species;
	World *world = contained(&settings, &species);
	worldAdd(world, species, cpv(-50, 300), cpv(-20, 0));
	worldAdd(world, species, cpv(850, 700), cpvzero);
	worldAdd(world, species, cpv(0, 300), cpvzero);
	worldStep(world, 120);
	for(int step = 0; step < 60; step++) {
		worldStep(world, 1);
		for(int i = 0; i < 3; i++) CHECK(inside(world->bodies[i]));
	}
	worldFree(world);
}

static void test_members_stay_inside(void **state) {
	(void)state;
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFlockSpecies species;
	World *world = contained(&settings, &species);
	uint64_t random = 4;
	for(int i = 0; i < 100; i++) {
		cpVect position = randomPoint(&random, cpBBNew(5, 5, 795, 595));
		worldAdd(world, species, position, randomVect(&random, -80, 80));
	}
	worldStep(world, 120);
	cpBB loose = cpBBNew(screen.l - 4, screen.b - 4, screen.r + 4, screen.t + 4);
	for(int step = 0; step < 3000; step++) {
		worldStep(world, 1);
		for(int i = 0; i < 100; i++) CHECK(cpBBContainsVect(loose, cpBodyGetPosition(world->bodies[i])));
	}
	worldFree(world);
}

/* Head on into the wall: it turns back once and does not tremble there. */
static void turnBack(double minSpeed, double weight) {
	cpFlockSettings settings = settingsOff();
	settings.containmentWeight = weight;
	settings.minSpeed = minSpeed;
	cpFlockSpecies species;
	World *world = contained(&settings, &species);
	cpBody *body = worldAdd(world, species, cpv(700, 300), cpv(120, 0));
	int flips = 0;
	for(int step = 0; step < 600 && cpBodyGetPosition(body).x > 690; step++) {
		double before = cpBodyGetVelocity(body).x;
		worldStep(world, 1);
		if(before * cpBodyGetVelocity(body).x < 0) flips++;
		CHECK(inside(body));
	}
	CHECK(flips == 1 && cpBodyGetVelocity(body).x < 0);
	worldFree(world);
}

static void test_a_member_turns_back_before_the_edge(void **state) {
	(void)state;
	turnBack(0, 360);
	turnBack(0, 60); /* raised, since that alone would not stop it */
}

/* It cannot stop to turn back: it has to turn aside. */
static void test_a_member_with_a_minimum_speed_turns_back_before_the_edge(void **state) {
	(void)state;
	turnBack(60, 360);
}

static void test_a_species_may_ignore_the_edge(void **state) {
	(void)state;
	cpFlockSettings settings = settingsOff();
	cpFlockSpecies species;
	World *world = contained(&settings, &species);
	cpBody *body = worldAdd(world, species, cpv(790, 300), cpv(100, 0));
	worldStep(world, 60);
	CHECK_VECT(cpBodyGetPosition(body), cpv(890, 300), 1e-6);
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_edges_are_checked_and_read_back),
		cmocka_unit_test(case_06_torus_the_way_from_point_to_point_is_the_short_one),
		cmocka_unit_test(test_members_are_always_inside_the_torus),
		cmocka_unit_test(test_a_jump_longer_than_the_world),
		cmocka_unit_test(test_an_explicit_update_wraps_too),
		cmocka_unit_test(test_a_wrapped_body_is_found_at_its_new_place),
		cmocka_unit_test(test_another_flock_sees_a_wrapped_body_at_its_new_place),
		cmocka_unit_test(case_06_torus_neighbors_over_seam_and_corner),
		cmocka_unit_test(test_a_flock_crosses_the_seams_together),
		cmocka_unit_test(test_targets_are_sought_and_prey_chased_the_short_way),
		cmocka_unit_test(test_members_outside_come_back),
		cmocka_unit_test(test_members_stay_inside),
		cmocka_unit_test(test_a_member_turns_back_before_the_edge),
		cmocka_unit_test(test_a_member_with_a_minimum_speed_turns_back_before_the_edge),
		cmocka_unit_test(test_a_species_may_ignore_the_edge),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
