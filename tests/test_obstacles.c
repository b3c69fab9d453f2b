/* SPDX-License-Identifier: MIT
 * What one body sees of the obstacles round it and what it makes of that: the swept look-ahead against an independent
 * search, the two other modes against their formulas, relative velocities, the way out, ties. */
#include "pond.h"
#include "solid.h"

#include <math.h>

enum { CASES = 300 };

static void addSolid(World *world, cpBody *body, const Solid *local) {
	cpSpaceAddShape(world->space, solidShape(body, local));
}

/* ---------------------------------------------------------------- the sweep against a search */

/* One random solid near a member: of any kind, on a body of any type, offset, turned and moving. */
typedef struct Case {
	World *world;
	cpVect position, velocity, relative;
	Solid solid; /* in the world */
	Meeting meeting;
} Case;

static Case makeCase(uint64_t *random, int kind, int number) {
	Case c;
	c.position = randomVect(random, -1000, 1000);
	c.velocity = randomVect(random, -80, 80);
	cpVect moving = number % 3 == CP_BODY_TYPE_STATIC ? cpvzero : randomVect(random, -150, 150);
	c.relative = cpvsub(c.velocity, moving);
	c.world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, c.position, c.velocity);
	double far = pondFar(c.relative);
	cpVect at = cpvadd(c.position, randomVect(random, -far, far));
	cpBody *body = addObstacle(c.world, (cpBodyType)(number % 3), at, randomIn(random, -4, 4), moving);
	Solid local = solidRandom(random, kind, randomVect(random, -25, 25));
	addSolid(c.world, body, &local);
	c.solid = solidPlace(body, &local);
	c.meeting = solidMeet(&c.solid, c.position, cpvmult(directionOf(c.relative), far), WIDE);
	return c;
}

static void checkAhead(const Case *c, const cpFlockSteering *steering) {
	double ahead = pondFar(c->velocity) * c->meeting.at, far = pondFar(c->relative) * c->meeting.at;
	cpVect center = cpvadd(c->position, cpvmult(directionOf(c->relative), far));
	CHECK_VECT(steering->lookPoint, cpvadd(c->position, cpvmult(directionOf(c->velocity), ahead)), 1e-5);
	CHECK_VECT(steering->lookNormal, solidNormal(&c->solid, center), IN_DOUBLES ? 1e-4 : 1e-2);
	CHECK(cpvlength(steering->avoidance) > 0);
	CHECK(steering->lookSide == 1 || steering->lookSide == -1);
	CHECK_NEAR(cpvlength(steering->lookWay), 1, 1e-9);
}

static void checkTooClose(const Case *c, const cpFlockSteering *steering) {
	cpVect normal = solidNormal(&c->solid, c->position);
	/* what moves may be left behind in any direction */
	if(cpvdist(c->relative, c->velocity) == 0) CHECK(cpvdot(steering->avoidance, normal) > 0);
	if(cpvdot(c->relative, normal) < 0) return;
	/* on its way out: nothing but the push along the normal */
	CHECK_VECT(directionOf(steering->avoidance), normal, 1e-6);
}

static void test_the_sweep_meets_what_a_search_along_the_way_meets(void **state) {
	(void)state;
	uint64_t random = 1;
	for(int kind = 0; kind < SOLID_KINDS; kind++) {
		int ahead = 0, close = 0, missed = 0;
		for(int i = 0; i < CASES; i++) {
			Case c = makeCase(&random, kind, i);
			if(c.meeting.margin > 1e-6) {
				cpFlockSteering steering = pondLook(c.world);
				CHECK((steering.blocked != 0) == (c.meeting.at <= 1));
				if(c.meeting.at > 1) {
					missed++;
					CHECK_VECT(steering.avoidance, cpvzero, 0);
				} else if(c.meeting.at > 0) {
					ahead++;
					checkAhead(&c, &steering);
				} else {
					close++;
					checkTooClose(&c, &steering);
				}
			}
			worldFree(c.world);
		}
		CHECK(ahead > CASES / 10 && close > CASES / 20 && missed > CASES / 10);
	}
}

static void test_the_nearest_of_several_obstacles_counts(void **state) {
	(void)state;
	uint64_t random = 2;
	int blocked = 0;
	for(int i = 0; i < CASES; i++) {
		cpVect velocity = randomVect(&random, -80, 80);
		World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, velocity);
		Meeting nearest = {2, INFINITY};
		double margin = INFINITY;
		for(int n = 2 + i % 10; n > 0; n--) {
			cpBody *body = addObstacle(world, (cpBodyType)(n % 3), randomVect(&random, -160, 160), n, cpvzero);
			Solid local = solidRandom(&random, n % SOLID_KINDS, cpvzero), solid = solidPlace(body, &local);
			addSolid(world, body, &local);
			Meeting meeting = solidMeet(&solid, cpvzero, cpvmult(directionOf(velocity), pondFar(velocity)), WIDE);
			if(meeting.at < nearest.at) nearest = meeting;
			margin = fmin(margin, meeting.margin);
		}
		if(margin > 1e-6 && nearest.at > 0) {
			cpFlockSteering steering = pondLook(world);
			CHECK((steering.blocked != 0) == (nearest.at <= 1));
			double share = fmin(nearest.at, 1);
			CHECK_VECT(steering.lookPoint, cpvmult(directionOf(velocity), pondFar(velocity) * share), 1e-5);
			blocked += steering.blocked;
		}
		worldFree(world);
	}
	CHECK(blocked > CASES / 5);
}

/* From beyond the end of a wall, nearly along it. */
static void test_the_end_of_a_wall_is_met(void **state) {
	(void)state;
	uint64_t random = 5;
	int met = 0;
	for(int i = 0; i < CASES; i++) {
		Solid wall = {2, {{0, 0}, {randomIn(&random, 5, 200), 0}}, i % 2 ? randomIn(&random, 0, 10) : 0};
		cpVect at = cpv(randomIn(&random, -60, -5), randomIn(&random, -25, 25));
		cpVect velocity = cpvmult(cpvforangle(randomIn(&random, -0.6, 0.6)), 100);
		Meeting meeting = solidMeet(&wall, at, cpvmult(directionOf(velocity), pondFar(velocity)), WIDE);
		if(meeting.margin < 1e-6 || meeting.at == 0) continue;
		World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, at, velocity);
		addSolid(world, addObstacle(world, CP_BODY_TYPE_STATIC, cpvzero, 0, cpvzero), &wall);
		cpFlockSteering steering = pondLook(world);
		CHECK((steering.blocked != 0) == (meeting.at <= 1));
		CHECK_NEAR(cpvdist(steering.lookPoint, at), pondFar(velocity) * fmin(meeting.at, 1), 1e-5);
		met += steering.blocked;
		worldFree(world);
	}
	CHECK(met > CASES / 4);
}

/* The nearer, the harder. */
static void test_steering_grows_with_nearness(void **state) {
	(void)state;
	double last = INFINITY;
	for(double x = 30; x < 126; x += 8) {
		World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(100, 0));
		addWall(world, cpv(x, -500), cpv(x, 500), 0);
		cpFlockSteering steering = pondLook(world);
		CHECK(steering.blocked == (x - WIDE < pondFar(cpv(100, 0))));
		CHECK(cpvlength(steering.avoidance) <= last + 1e-9);
		last = cpvlength(steering.avoidance);
		worldFree(world);
	}
	CHECK(last < 0.1 * WEIGHT);
}

/* ---------------------------------------------------------------- the other modes */

static void test_center_pushes_away_from_the_center_of_the_body_that_is_hit(void **state) {
	(void)state;
	uint64_t random = 3;
	int hits = 0;
	for(int i = 0; i < CASES * 2; i++) {
		int kind = i % SOLID_KINDS;
		if(kind == SOLID_THIN_SEGMENT) continue; /* a thin ray meets it only exactly */
		cpVect velocity = randomVect(&random, -80, 80), at = randomVect(&random, -40, 40);
		World *world = pondNew(CP_FLOCK_AVOIDANCE_CENTER, cpvzero, velocity);
		cpBody *body = addObstacle(world, (cpBodyType)(i % 3), at, i, cpv(70, 30));
		Solid local = solidRandom(&random, kind, randomVect(&random, -15, 15)), solid = solidPlace(body, &local);
		addSolid(world, body, &local);
		Meeting meeting = solidMeet(&solid, cpvzero, cpvmult(directionOf(velocity), AHEAD), 0);
		if(meeting.margin > 1e-6) {
			cpFlockSteering steering = pondLook(world);
			double push = meeting.at <= 1 ? WEIGHT * (1 - meeting.at) : 0;
			CHECK((steering.blocked != 0) == (meeting.at <= 1));
			CHECK_VECT(steering.avoidance, cpvmult(directionOf(at), -push), 1e-4);
			hits += push > 0;
		}
		worldFree(world);
	}
	CHECK(hits > CASES / 5);
}

static void test_center_by_hand(void **state) {
	(void)state;
	World *world =
		pondNew(CP_FLOCK_AVOIDANCE_CENTER, cpvzero, cpv(1e-3, 0)); /* the length does not depend on the speed */
	cpBody *body = addObstacle(world, CP_BODY_TYPE_STATIC, cpv(40, 30), 0, cpvzero);
	cpSpaceAddShape(world->space, cpSegmentShapeNew(body, cpv(-30, -90), cpv(-30, 90), 0));
	cpFlockSteering steering = pondLook(world);
	CHECK_VECT(steering.avoidance, cpvmult(cpv(-0.8, -0.6), WEIGHT * (1 - 10.0 / AHEAD)), 1e-9);
	CHECK_VECT(steering.lookPoint, cpv(10, 0), 1e-9);
	cpBodySetVelocity(world->bodies[0], cpv(-50, 0));
	CHECK(!pondLook(world).blocked);
	cpBodySetVelocity(world->bodies[0], cpvzero); /* no direction, no ray */
	CHECK(!pondLook(world).blocked);
	worldFree(world);
}

static void test_field_pushes_off_the_nearest_surface(void **state) {
	(void)state;
	uint64_t random = 4;
	int near = 0, inside = 0;
	for(int i = 0; i < CASES * 2; i++) {
		World *world = pondNew(CP_FLOCK_AVOIDANCE_FIELD, cpvzero, randomVect(&random, -80, 80));
		cpVect normal = cpvzero;
		double distance = INFINITY, second = INFINITY;
		for(int n = 0; n < 1 + i % 4; n++) {
			cpBody *body = addObstacle(world, (cpBodyType)(n % 3), randomVect(&random, -70, 70), i, cpv(20, 20));
			Solid local = solidRandom(&random, (i + n) % SOLID_KINDS, randomVect(&random, -9, 9));
			Solid solid = solidPlace(body, &local);
			addSolid(world, body, &local);
			double gap = solidDistance(&solid, cpvzero);
			second = fmin(second, fmax(gap, distance));
			if(gap < distance) normal = solidNormal(&solid, cpvzero);
			distance = fmin(gap, distance);
		}
		if(second - distance > 1e-6 && fabs(distance - AHEAD) > 1e-6) {
			cpFlockSteering steering = pondLook(world);
			double push = distance < AHEAD ? WEIGHT * (1 - fmax(distance, 0) / AHEAD) : 0;
			CHECK((steering.blocked != 0) == (push > 0));
			CHECK_VECT(steering.avoidance, cpvmult(normal, push), 1e-4);
			near += push > 0;
			inside += distance < 0;
		}
		worldFree(world);
	}
	CHECK(near > CASES / 2 && inside > CASES / 10);
}

/* ---------------------------------------------------------------- relative velocity */

static void checkSeen(cpBodyType type, cpVect own, cpVect at, cpVect moving, cpBool seen) {
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, own);
	addCircle(world, type, at, 20, moving);
	cpFlockSteering steering = pondLook(world);
	CHECK((steering.blocked != 0) == seen);
	CHECK((cpvlength(steering.avoidance) > 0) == seen);
	worldFree(world);
}

static void test_what_comes_is_seen_and_what_goes_is_not(void **state) {
	(void)state;
	for(int type = CP_BODY_TYPE_DYNAMIC; type <= CP_BODY_TYPE_KINEMATIC; type++) {
		cpBodyType t = (cpBodyType)type;
		checkSeen(t, cpv(60, 0), cpv(60, -120), cpv(0, 120), cpTrue);   /* from the side, across the way */
		checkSeen(t, cpv(60, 0), cpv(60, -120), cpv(0, -120), cpFalse); /* to the side */
		checkSeen(t, cpv(60, 0), cpv(60, -120), cpv(0, 300), cpFalse);  /* across before the body is there */
		checkSeen(t, cpv(60, 0), cpv(-120, 0), cpv(260, 0), cpTrue);    /* from behind */
		checkSeen(t, cpv(60, 0), cpv(-120, 0), cpv(50, 0), cpFalse);    /* behind and slower */
		checkSeen(t, cpv(60, 0), cpv(70, 0), cpv(61, 0), cpFalse);      /* ahead and faster */
		checkSeen(t, cpv(60, 0), cpv(70, 0), cpv(0, 0), cpTrue);
		checkSeen(t, cpvzero, cpv(-90, 70), cpv(120, -90), cpTrue); /* a body at rest */
		checkSeen(t, cpvzero, cpv(-90, 70), cpv(-120, 90), cpFalse);
		checkSeen(t, cpvzero, cpv(40, 0), cpvzero, cpFalse);
	}
}

/* A gondola of a carousel moves although its body stays where it is. */
static void test_a_shape_far_from_its_turning_body_moves(void **state) {
	(void)state;
	for(int side = -1; side <= 1; side += 2) {
		World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpv(200, side * 100), cpvzero);
		cpBody *body = addObstacle(world, CP_BODY_TYPE_KINEMATIC, cpvzero, 0, cpvzero);
		cpSpaceAddShape(world->space, cpCircleShapeNew(body, 25, cpv(200, 0)));
		cpBodySetAngularVelocity(body, 1);
		CHECK(pondLook(world).blocked == (side > 0));
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- too close */

static void test_out_of_every_place_of_an_obstacle(void **state) {
	(void)state;
	const Solid solids[] = {{1, {{0, 0}}, 20}, {2, {{-30, 0}, {30, 0}}, 15}, {2, {{-30, 0}, {30, 0}}, 0},
		{4, {{-20, -20}, {20, -20}, {20, 20}, {-20, 20}}, 0}, {3, {{-20, -20}, {20, -20}, {0, 25}}, 5}};
	for(size_t s = 0; s < sizeof(solids) / sizeof(solids[0]); s++) {
		for(int i = 0; i < 25; i++) { /* the centers, too */
			cpVect at = cpv(10 * (i % 5 - 2), 10 * (i / 5 - 2));
			World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, at, cpvzero);
			cpBody *body = addObstacle(world, CP_BODY_TYPE_STATIC, cpvzero, 0, cpvzero);
			addSolid(world, body, &solids[s]);
			double gap = solidDistance(&solids[s], at);
			cpFlockSteering steering = pondLook(world);
			CHECK((steering.blocked != 0) == (gap < WIDE) || gap == WIDE);
			if(gap < WIDE) CHECK(cpvlength(steering.avoidance) > 0);
			/* past the surface and the clearance within two seconds */
			for(int step = 0; step < 120; step++) {
				cpSpaceStep(world->space, STEP);
				worldUpdate(world);
			}
			CHECK(supportIsFinite(world->bodies[0]));
			CHECK(solidDistance(&solids[s], cpBodyGetPosition(world->bodies[0])) > RADIUS);
			worldFree(world);
		}
	}
}

/* Numbers of a game are round: a body exactly at the clearance from a wall. */
static void test_at_the_clearance_the_way_along_and_away_is_free(void **state) {
	(void)state;
	const cpVect ways[] = {{100, 0}, {-100, 0}, {0, 100}, {60, 80}};
	for(int i = 0; i < 4; i++) {
		World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpv(0, WIDE), ways[i]);
		addWall(world, cpv(-500, 0), cpv(500, 0), 0);
		CHECK_VECT(pondLook(world).avoidance, cpvzero, 1e-9);
		worldFree(world);
	}
}

/* Past a pillar on the right that it has just got clear of, with a wall too close on the left: what holds other rules
 * off the pillar must not hold off the wall's push. */
static void test_a_wall_pushes_out_beside_what_was_avoided(void **state) {
	(void)state;
	World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(100, 0));
	addCircle(world, CP_BODY_TYPE_STATIC, cpv(50, -3), 10, cpvzero);
	CHECK(pondLook(world).lookSide == 1);
	addWall(world, cpv(-500, 10 - 3 + 2 * WIDE - 1), cpv(500, 10 - 3 + 2 * WIDE - 1), 0);
	cpBodySetPosition(world->bodies[0], cpv(0, 10 - 3 + WIDE + 0.5)); /* free by half a pixel */
	cpFlockSteering steering = pondLook(world);
	CHECK(steering.lookSide == 1 && steering.lookWay.x == 0);
	CHECK(steering.avoidance.y < -1);
	CHECK(steering.total.y < -1);
	worldFree(world);
}

static void test_no_avoidance_is_larger_than_its_weight(void **state) {
	(void)state;
	uint64_t random = 6;
	for(int i = 0; i < CASES; i++) {
		World *world = pondNew((cpFlockAvoidanceMode)(i % 3), cpvzero, randomVect(&random, -80, 80));
		for(int n = 0; n < 1 + i % 5; n++) { /* several at once, deep inside */
			cpBody *body = addObstacle(world, CP_BODY_TYPE_STATIC, randomVect(&random, -25, 25), i, cpvzero);
			Solid local = solidRandom(&random, (i + n) % SOLID_KINDS, cpvzero);
			addSolid(world, body, &local);
		}
		CHECK(cpvlength(pondLook(world).avoidance) <= WEIGHT * (1 + ROUNDING));
		worldFree(world);
	}
}

/* ---------------------------------------------------------------- ties */

/* What a fish at the origin sees, in a step or in an update outside of one. */
static cpFlockSteering lookFromTheOrigin(World *world, cpBody *fish, int inStep) {
	if(!inStep) {
		worldRecord(world);
		return steeringOf(world, fish);
	}
	cpBodySetPosition(fish, cpvzero);
	cpBodySetVelocity(fish, cpv(100, 0));
	cpSpaceReindexShapesForBody(world->space, fish);
	CHECK_OK(cpFlockSetRecording(world->flock, cpTrue));
	worldStep(world, 1);
	return steeringOf(world, fish);
}

/* Goes on under a remembered side, while the obstacle says now left, now right. Other bodies that joined before make the other
 * side of the tie. */
static void keepSide(int before, int inStep) {
	World *world = inStep ? worldNew() : worldNewDetached();
	cpFlockSettings settings = pondSettings(CP_FLOCK_AVOIDANCE_SWEEP);
	worldSpecies(world, &settings);
	for(int i = 0; i <= before; i++) worldAdd(world, 0, cpv(-500 - 300 * i, 100), cpvzero);
	cpBody *fish = worldAdd(world, 0, cpvzero, cpv(100, 0));
	cpBody *rock = addCircle(world, CP_BODY_TYPE_STATIC, cpv(60, 0), 20, cpvzero);
	int side = 0;
	for(int i = 0; i < 30; i++) {
		cpFlockSteering steering = lookFromTheOrigin(world, fish, inStep);
		CHECK(steering.blocked && isfinite(steering.avoidance.x));
		CHECK(steering.lookSide * steering.avoidance.y > 0); /* the heading is along x */
		if(i == 0) side = steering.lookSide;
		CHECK(steering.lookSide == side);
		cpBodySetPosition(rock, cpv(60, i % 2 ? 3 : -3));
		cpSpaceReindexShapesForBody(world->space, rock);
	}
	worldFree(world);
}

static void test_dead_ahead_one_side_is_taken_and_kept(void **state) {
	(void)state;
	for(int i = 0; i < 4; i++) keepSide(i % 2, i / 2);
}

static void takeOut(cpBody *body, cpShape *shape, void *space) {
	(void)body;
	cpSpaceRemoveShape(space, shape);
	cpShapeFree(shape);
}

/* Nor does one keep its side for good that could not be steered when the obstacle went. */
static void test_a_side_is_forgotten_without_obstacles(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = pondSettings(CP_FLOCK_AVOIDANCE_SWEEP);
	settings.wander.weight = 1e-3; /* somebody is pushed in every step */
	worldSpecies(world, &settings);
	worldAdd(world, 0, cpv(-500, 100), cpvzero);
	cpBody *fish = worldAdd(world, 0, cpvzero, cpv(100, 0));
	cpBody *rock = addCircle(world, CP_BODY_TYPE_STATIC, cpv(60, 0), 20, cpvzero);
	int side = lookFromTheOrigin(world, fish, 1).lookSide;
	CHECK(side != 0);
	cpBodyEachShape(rock, takeOut, world->space);
	cpFloat mass = cpBodyGetMass(fish), moment = cpBodyGetMoment(fish);
	cpBodySetType(fish, CP_BODY_TYPE_KINEMATIC);
	worldStep(world, 2);
	cpBodySetType(fish, CP_BODY_TYPE_DYNAMIC);
	cpBodySetMass(fish, mass);
	cpBodySetMoment(fish, moment);
	worldStep(world, 90);
	addCircle(world, CP_BODY_TYPE_STATIC, cpv(60, side * 5), 20, cpvzero);
	CHECK(lookFromTheOrigin(world, fish, 1).lookSide == -side);
	worldFree(world);
}

static void test_without_a_memory_the_shorter_way_round_is_taken(void **state) {
	(void)state;
	for(int side = -1; side <= 1; side += 2) {
		World *world = pondNew(CP_FLOCK_AVOIDANCE_SWEEP, cpvzero, cpv(100, 0));
		addCircle(world, CP_BODY_TYPE_STATIC, cpv(60, side * -5), 20, cpvzero);
		CHECK(pondLook(world).lookSide == side);
		worldFree(world);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_sweep_meets_what_a_search_along_the_way_meets),
		cmocka_unit_test(test_the_nearest_of_several_obstacles_counts),
		cmocka_unit_test(test_the_end_of_a_wall_is_met),
		cmocka_unit_test(test_steering_grows_with_nearness),
		cmocka_unit_test(test_center_pushes_away_from_the_center_of_the_body_that_is_hit),
		cmocka_unit_test(test_center_by_hand),
		cmocka_unit_test(test_field_pushes_off_the_nearest_surface),
		cmocka_unit_test(test_what_comes_is_seen_and_what_goes_is_not),
		cmocka_unit_test(test_a_shape_far_from_its_turning_body_moves),
		cmocka_unit_test(test_out_of_every_place_of_an_obstacle),
		cmocka_unit_test(test_at_the_clearance_the_way_along_and_away_is_free),
		cmocka_unit_test(test_a_wall_pushes_out_beside_what_was_avoided),
		cmocka_unit_test(test_no_avoidance_is_larger_than_its_weight),
		cmocka_unit_test(test_dead_ahead_one_side_is_taken_and_kept),
		cmocka_unit_test(test_a_side_is_forgotten_without_obstacles),
		cmocka_unit_test(test_without_a_memory_the_shorter_way_round_is_taken),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
