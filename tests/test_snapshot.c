/* SPDX-License-Identifier: MIT
 * cpFlockSave() and cpFlockRestore(): the flight goes on bit for bit, and no bytes, however broken, do harm. */
#include "cases.h"
#include "pond.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- a scene that remembers */

enum { MOST = 64, MOST_BYTES = 4000 };

typedef struct BodyState {
	cpVect position, velocity, force;
	cpFloat angle, spin;
} BodyState;

/* What a game writes down: its bodies, and the flock's own memory as bytes. */
typedef struct Saved {
	BodyState bodies[MOST];
	unsigned char bytes[MOST_BYTES];
	size_t size;
} Saved;

/* Wandering fish that pass obstacles dead ahead, a predator, and one after a target. No contact ever: what Chipmunk
 * remembers of contacts is not the flock's to save. */
static World *pondOf(int fish, cpFlockBounds bounds) {
	cpFlockSettings settings = caseSettings(), hunter = caseSettings();
	settings.evasion = cpFlockSettingsDefault().evasion;
	settings.wander.weight = 60;
	settings.seek = rule(60, 1, CP_FLOCK_STEER);
	hunter.pursuit = cpFlockSettingsDefault().pursuit;
	World *world = caseWorld(&settings, bounds);
	cpFlockSpecies hunters = worldSpecies(world, &hunter);
	CHECK_OK(cpFlockSetRelation(world->flock, 0, hunters, CP_FLOCK_RELATION_EVADE));
	CHECK_OK(cpFlockSetRelation(world->flock, hunters, 0, CP_FLOCK_RELATION_PURSUE));
	cpShapeFilter ghost = cpShapeFilterNew(CP_NO_GROUP, 2, 1);
	for(int i = 0; i < fish; i++) {
		cpBody *body =
			worldAdd(world, i % 6 == 5 ? hunters : 0, cpv(100 + 40 * (i % 8), 80 + 60 * (i / 8)), cpv(60, 0));
		cpShapeSetFilter(firstShape(body), cpShapeFilterNew(77, 4, 4));
	}
	for(int i = 0; i < 6; i++) {
		cpBody *rock = addCircle(
			world, i % 2 ? CP_BODY_TYPE_KINEMATIC : CP_BODY_TYPE_STATIC, cpv(130 * i + 60, 80 + 60 * i), 25, cpv(5, 9));
		cpShapeSetFilter(firstShape(rock), ghost);
	}
	return world;
}

static void save(const World *world, Saved *saved) {
	CHECK(world->count <= MOST);
	for(int i = 0; i < world->count; i++) {
		const cpBody *body = world->bodies[i];
		saved->bodies[i] = (BodyState){cpBodyGetPosition(body), cpBodyGetVelocity(body), cpBodyGetForce(body),
			cpBodyGetAngle(body), cpBodyGetAngularVelocity(body)};
	}
	saved->size = 0;
	CHECK_OK(cpFlockSave(world->flock, saved->bytes, sizeof(saved->bytes), &saved->size));
	CHECK(saved->size > 0 && saved->size <= sizeof(saved->bytes));
}

static void restoreBodies(World *world, const Saved *saved) {
	for(int i = 0; i < world->count; i++) {
		cpBody *body = world->bodies[i];
		const BodyState *state = &saved->bodies[i];
		cpBodySetPosition(body, state->position);
		cpBodySetAngle(body, state->angle);
		if(cpBodyGetType(body) != CP_BODY_TYPE_STATIC) {
			cpBodySetVelocity(body, state->velocity);
			cpBodySetAngularVelocity(body, state->spin);
			cpBodySetForce(body, state->force);
		}
		cpSpaceReindexShapesForBody(world->space, body);
	}
}

static void restore(World *world, const Saved *saved) {
	restoreBodies(world, saved);
	CHECK_OK(cpFlockRestore(world->flock, saved->bytes, saved->size));
}

static uint64_t flyOn(World *world, int frames) {
	worldStep(world, frames);
	return worldHash(world);
}

/* ---------------------------------------------------------------- resuming */

static void test_snapshot_rolls_back_in_the_same_space(void **state) {
	(void)state;
	for(int bounds = 0; bounds < 3; bounds++) {
		static Saved saved;
		World *world = pondOf(40, (cpFlockBounds)bounds);
		worldStep(world, 97);
		save(world, &saved);
		uint64_t first = flyOn(world, 120);
		for(int round = 0; round < 3; round++) {
			restore(world, &saved);
			CHECK(flyOn(world, 120) == first);
		}
		worldFree(world);
	}
}

/* The bytes matter: without them the same bodies fly elsewhere. */
static void test_snapshot_without_the_bytes_the_flight_differs(void **state) {
	(void)state;
	static Saved saved;
	World *world = pondOf(40, CP_FLOCK_BOUNDS_PERIODIC);
	worldStep(world, 97);
	save(world, &saved);
	uint64_t first = flyOn(world, 120);
	restoreBodies(world, &saved);
	CHECK(flyOn(world, 120) != first);
	worldFree(world);
}

/* A new game: another space, another flock, whose members never were as many as those of the first. */
static void test_snapshot_resumes_in_a_fresh_flock(void **state) {
	(void)state;
	for(int kernel = 0; kernel < 2; kernel++) {
		static Saved saved;
		World *world = pondOf(40, CP_FLOCK_BOUNDS_PERIODIC), *fresh = pondOf(40, CP_FLOCK_BOUNDS_PERIODIC);
		CHECK_OK(cpFlockSetKernel(world->flock, (cpFlockKernel)kernel));
		CHECK_OK(cpFlockSetKernel(fresh->flock, (cpFlockKernel)kernel));
		CHECK_OK(cpFlockSetSeed(world->flock, 31));
		CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(400, 300)));
		for(int i = 0; i < 5; i++) { /* holes in the list of members, and numbers that are not in a row */
			CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[3]));
			worldStep(world, 10);
			CHECK_OK(cpFlockAddBody(world->flock, world->bodies[3], 0));
		}
		CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[12]));
		CHECK_OK(cpFlockRemoveBody(fresh->flock, fresh->bodies[12]));
		CHECK_OK(cpFlockRemoveBody(fresh->flock, fresh->bodies[3])); /* the last that joined */
		CHECK_OK(cpFlockAddBody(fresh->flock, fresh->bodies[3], 0));
		worldStep(world, 47);
		save(world, &saved);
		restore(fresh, &saved);
		CHECK(worldHash(fresh) == worldHash(world));
		uint64_t first = flyOn(world, 120);
		CHECK(flyOn(fresh, 120) == first);
		worldFree(world);
		worldFree(fresh);
	}
}

static void test_snapshot_remembers_targets(void **state) {
	(void)state;
	static Saved with, without;
	World *world = pondOf(6, CP_FLOCK_BOUNDS_NONE);
	save(world, &without);
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(-700, 1e30)));
	save(world, &with);
	cpFlockSteering steering;
	CHECK_OK(cpFlockSetRecording(world->flock, cpTrue));
	CHECK_OK(cpFlockDetach(world->flock));
	for(int i = 0; i < 4; i++) {
		const Saved *saved = i % 2 ? &with : &without;
		restore(world, saved);
		worldUpdate(world);
		CHECK_OK(cpFlockGetSteering(world->flock, world->bodies[0], &steering));
		CHECK((cpvlength(steering.seek) > 0) == (i % 2));
	}
	worldFree(world);
}

/* Who joins after a restore is as new as after the save. */
static void test_snapshot_newcomers_are_the_same_after_it(void **state) {
	(void)state;
	static Saved saved;
	uint64_t first = 0;
	World *world = pondOf(20, CP_FLOCK_BOUNDS_PERIODIC);
	worldStep(world, 30);
	save(world, &saved);
	for(int round = 0; round < 3; round++) {
		restore(world, &saved);
		cpBody *late = worldAddBare(world, 0, cpv(300, 300), cpv(10, 0));
		uint64_t hash = flyOn(world, 60);
		if(round == 0) first = hash;
		CHECK(hash == first);
		CHECK_OK(cpFlockRemoveBody(world->flock, late));
		worldDrop(world, late);
		world->count--;
	}
	worldFree(world);
}

/* ---------------------------------------------------------------- asking and saving */

static void test_snapshot_asks_for_its_size(void **state) {
	(void)state;
	World *world = pondOf(12, CP_FLOCK_BOUNDS_NONE);
	worldStep(world, 10);
	size_t needed = 0, again = 0;
	CHECK_OK(cpFlockSave(world->flock, NULL, 0, &needed));
	CHECK(needed > 0 && needed < MOST_BYTES);
	unsigned char *bytes = malloc(needed), *other = malloc(needed); /* exactly, so that a byte too many is noticed */
	CHECK(bytes && other);
	CHECK_OK(cpFlockSave(world->flock, bytes, needed, &again));
	CHECK(again == needed);
	CHECK_OK(cpFlockSave(world->flock, other, needed, NULL));
	CHECK(memcmp(bytes, other, needed) == 0); /* saving changes nothing */
	for(size_t size = 0; size < needed; size++) {
		memset(other, 0x5A, needed);
		again = 0;
		CHECK_STATUS(cpFlockSave(world->flock, other, size, &again), CP_FLOCK_ERROR_RANGE);
		CHECK(again == needed);
		for(size_t i = 0; i < needed; i++) CHECK(other[i] == 0x5A);
	}
	CHECK_STATUS(cpFlockSave(NULL, bytes, needed, NULL), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockSave(world->flock, NULL, needed, NULL), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockRestore(NULL, bytes, needed), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockRestore(world->flock, NULL, needed), CP_FLOCK_ERROR_NULL);
	CHECK_STATUS(cpFlockRestore(world->flock, NULL, 0), CP_FLOCK_ERROR_NULL);
	free(bytes);
	free(other);
	worldFree(world);
}

static void test_snapshot_of_an_empty_flock(void **state) {
	(void)state;
	World *a = worldNew(), *b = worldNew();
	unsigned char bytes[200];
	size_t size = 0;
	worldStep(a, 5);
	CHECK_OK(cpFlockSave(a->flock, bytes, sizeof(bytes), &size));
	CHECK_OK(cpFlockRestore(b->flock, bytes, size));
	worldStep(b, 5);
	worldFree(a);
	worldFree(b);
}

/* The bytes are little-endian whatever the machine: the first eight are fixed, the seed follows. */
static void test_snapshot_is_the_same_on_every_machine(void **state) {
	(void)state;
	World *world = worldNew();
	unsigned char bytes[200];
	size_t size = 0;
	CHECK_OK(cpFlockSetSeed(world->flock, UINT64_C(0x1122334455667788)));
	CHECK_OK(cpFlockSave(world->flock, bytes, sizeof(bytes), &size));
	static const unsigned char seed[] = {0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11};
	CHECK(memcmp(bytes, "pFlk1", 5) == 0);
	CHECK(memcmp(bytes + 8, seed, 8) == 0);
	worldFree(world);
}

/* ---------------------------------------------------------------- what is refused */

/* Bytes that are not taken up change nothing: what the flock would save is what it was. */
static cpBool isUnchanged(const World *world, const Saved *saved) {
	unsigned char now[MOST_BYTES];
	size_t size = 0;
	CHECK_OK(cpFlockSave(world->flock, now, sizeof(now), &size));
	return size == saved->size && memcmp(now, saved->bytes, size) == 0;
}

/* A small flock, whose every byte can be tried. */
static World *smallPond(Saved *saved) {
	World *world = pondOf(6, CP_FLOCK_BOUNDS_PERIODIC);
	CHECK_OK(cpFlockSetTarget(world->flock, 0, cpv(400, 300)));
	worldStep(world, 20);
	save(world, saved);
	return world;
}

static void test_snapshot_every_truncated_prefix_is_refused(void **state) {
	(void)state;
	static Saved saved;
	World *world = smallPond(&saved);
	for(size_t size = 0; size < saved.size; size++) {
		unsigned char *prefix = malloc(size + 1); /* of its own, so that reading on is noticed */
		CHECK(prefix);
		memcpy(prefix, saved.bytes, size);
		unsigned char *exact = realloc(prefix, size ? size : 1);
		CHECK(exact);
		CHECK_STATUS(cpFlockRestore(world->flock, exact, size), CP_FLOCK_ERROR_RANGE);
		CHECK(isUnchanged(world, &saved));
		free(exact);
	}
	saved.bytes[saved.size] = 0;
	CHECK_STATUS(cpFlockRestore(world->flock, saved.bytes, saved.size + 1), CP_FLOCK_ERROR_RANGE);
	CHECK(isUnchanged(world, &saved));
	worldFree(world);
}

/* Whatever was taken up: it flies, and the right bytes put everything right again. */
static void flyWithAnything(World *world, const Saved *saved, const unsigned char *bytes, uint64_t expected) {
	unsigned char *exact = malloc(saved->size);
	CHECK(exact);
	memcpy(exact, bytes, saved->size);
	cpFlockStatus status = cpFlockRestore(world->flock, exact, saved->size);
	free(exact);
	if(status == CP_FLOCK_OK) {
		worldStep(world, 3);
		restore(world, saved);
		CHECK(flyOn(world, 3) == expected);
		restore(world, saved);
	} else {
		CHECK(status == CP_FLOCK_ERROR_RANGE || status == CP_FLOCK_ERROR_INCONSISTENT);
	}
	CHECK(isUnchanged(world, saved));
}

static void flipEverything(void *data) {
	(void)data;
	static Saved saved;
	static const unsigned char flips[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF, 0x7F};
	World *world = smallPond(&saved);
	uint64_t expected = flyOn(world, 3);
	restore(world, &saved);
	for(size_t i = 0; i < saved.size; i++) {
		for(size_t f = 0; f < sizeof(flips); f++) {
			unsigned char bytes[MOST_BYTES];
			memcpy(bytes, saved.bytes, saved.size);
			bytes[i] ^= flips[f];
			flyWithAnything(world, &saved, bytes, expected);
		}
	}
	worldFree(world);
}

static void test_snapshot_every_flipped_byte_is_harmless(void **state) {
	(void)state;
	CHECK_CHILD(flipEverything, NULL);
}

/* Bits of numbers that no flock has, wherever a number may be. */
static void putBits(unsigned char *bytes, uint64_t bits) {
	for(int i = 0; i < 8; i++) bytes[i] = (unsigned char)(bits >> 8 * i);
}

static void putOddNumbers(void *data) {
	(void)data;
	static Saved saved;
	static const double values[] = {
		(double)NAN, (double)INFINITY, -(double)INFINITY, 1e308, -1e308, -1, 1e-320, 1e18, 1e30, -0.0, 9.3e18};
	World *world = smallPond(&saved);
	uint64_t expected = flyOn(world, 3);
	restore(world, &saved);
	for(size_t i = 0; i + 8 <= saved.size; i += 4) {
		for(size_t v = 0; v < sizeof(values) / sizeof(values[0]); v++) {
			unsigned char bytes[MOST_BYTES];
			uint64_t bits;
			memcpy(&bits, &values[v], sizeof(bits));
			memcpy(bytes, saved.bytes, saved.size);
			putBits(bytes + i, bits);
			flyWithAnything(world, &saved, bytes, expected);
		}
	}
	worldFree(world);
}

static void test_snapshot_nan_and_extreme_numbers_are_harmless(void **state) {
	(void)state;
	CHECK_CHILD(putOddNumbers, NULL);
}

/* A NaN in the time, a target or an age is never taken up. */
static void test_snapshot_nan_is_refused(void **state) {
	(void)state;
	static Saved saved;
	World *world = smallPond(&saved);
	/* time and length of the steps after magic and seed; the first species' target after three counts and a flag; the last
	 * number is the age of the side on which the last member passes something */
	const size_t places[] = {16, 24, 48, 56, saved.size - 8};
	for(size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		unsigned char bytes[MOST_BYTES];
		memcpy(bytes, saved.bytes, saved.size);
		putBits(bytes + places[i], UINT64_C(0x7ff8000000000000));
		CHECK_STATUS(cpFlockRestore(world->flock, bytes, saved.size), CP_FLOCK_ERROR_RANGE);
		CHECK(isUnchanged(world, &saved));
	}
	worldFree(world);
}

/* Random bytes, with the right beginning and without. */
static void restoreNoise(void *data) {
	(void)data;
	static Saved saved;
	World *world = smallPond(&saved);
	uint64_t random = 4, expected = flyOn(world, 3);
	restore(world, &saved);
	for(int i = 0; i < 500; i++) {
		unsigned char bytes[MOST_BYTES];
		memcpy(bytes, saved.bytes, saved.size);
		for(size_t k = i % 2 ? 8 : 0; k < saved.size; k++) {
			if(randomIn(&random, 0, 1) < 0.2) bytes[k] = (unsigned char)randomIn(&random, 0, 256);
		}
		flyWithAnything(world, &saved, bytes, expected);
	}
	worldFree(world);
}

static void test_snapshot_noise_is_harmless(void **state) {
	(void)state;
	CHECK_CHILD(restoreNoise, NULL);
}

/* ---------------------------------------------------------------- other flocks */

static void checkInconsistent(World *world, const Saved *saved) {
	static Saved before;
	save(world, &before);
	CHECK_STATUS(cpFlockRestore(world->flock, saved->bytes, saved->size), CP_FLOCK_ERROR_INCONSISTENT);
	CHECK_STATUS(cpFlockGetLastStatus(world->flock), CP_FLOCK_ERROR_INCONSISTENT);
	CHECK(isUnchanged(world, &before));
	worldStep(world, 3);
}

static void test_snapshot_of_other_species_or_members_is_refused(void **state) {
	(void)state;
	static Saved saved;
	World *world = smallPond(&saved);
	cpFlockSettings settings = caseSettings();

	World *other = pondOf(7, CP_FLOCK_BOUNDS_PERIODIC); /* one more */
	checkInconsistent(other, &saved);
	worldFree(other);

	other = pondOf(5, CP_FLOCK_BOUNDS_PERIODIC); /* one less, and a predator short */
	checkInconsistent(other, &saved);
	worldAdd(other, 0, cpvzero, cpvzero); /* as many, but not of the same species */
	checkInconsistent(other, &saved);
	worldFree(other);

	other = pondOf(6, CP_FLOCK_BOUNDS_PERIODIC);
	worldSpecies(other, &settings); /* one species more */
	checkInconsistent(other, &saved);
	worldFree(other);

	other = worldNew(); /* one species, nobody */
	worldSpecies(other, &settings);
	checkInconsistent(other, &saved);
	worldFree(other);

	/* the same numbers in another order of joining */
	CHECK_OK(cpFlockRemoveBody(world->flock, world->bodies[2]));
	CHECK_OK(cpFlockAddBody(world->flock, world->bodies[2], 0));
	checkInconsistent(world, &saved);
	worldFree(world);
}

/* ---------------------------------------------------------------- inside an update */

typedef struct Wrong {
	cpFlock *flock;
	int calls;
} Wrong;

/* The one way into the middle of an update: the game's own allocator. */
static void *meddlingRealloc(void *memory, size_t size, void *data) {
	Wrong *wrong = data;
	cpFlock *flock = wrong->flock;
	if(flock && size > 0) {
		unsigned char bytes[MOST_BYTES];
		size_t needed = 0;
		wrong->flock = NULL;
		wrong->calls++;
		CHECK_STATUS(cpFlockSave(flock, bytes, sizeof(bytes), &needed), CP_FLOCK_ERROR_UPDATING);
		CHECK_STATUS(cpFlockRestore(flock, bytes, sizeof(bytes)), CP_FLOCK_ERROR_UPDATING);
	}
	if(size > 0) return realloc(memory, size);
	free(memory);
	return NULL;
}

static void test_snapshot_is_refused_inside_an_update(void **state) {
	(void)state;
	Wrong wrong = {NULL, 0};
	World *world = worldNewDetached();
	cpFlockFree(world->flock);
	cpFlockOptions options = cpFlockOptionsDefault();
	options.detached = cpTrue;
	options.realloc = meddlingRealloc;
	options.reallocData = &wrong;
	CHECK_OK(cpFlockCreate(world->space, &options, &world->flock));
	cpFlockSettings settings = caseSettings();
	cpFlockSpecies species = worldSpecies(world, &settings);
	for(int i = 0; i < 30; i++) worldAddBare(world, species, cpv(5 * i, 0), cpvzero);
	wrong.flock = world->flock;
	worldUpdate(world);
	CHECK(wrong.calls == 1);
	worldFree(world);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_snapshot_rolls_back_in_the_same_space),
		cmocka_unit_test(test_snapshot_without_the_bytes_the_flight_differs),
		cmocka_unit_test(test_snapshot_resumes_in_a_fresh_flock),
		cmocka_unit_test(test_snapshot_remembers_targets),
		cmocka_unit_test(test_snapshot_newcomers_are_the_same_after_it),
		cmocka_unit_test(test_snapshot_asks_for_its_size),
		cmocka_unit_test(test_snapshot_of_an_empty_flock),
		cmocka_unit_test(test_snapshot_is_the_same_on_every_machine),
		cmocka_unit_test(test_snapshot_every_truncated_prefix_is_refused),
		cmocka_unit_test(test_snapshot_every_flipped_byte_is_harmless),
		cmocka_unit_test(test_snapshot_nan_and_extreme_numbers_are_harmless),
		cmocka_unit_test(test_snapshot_nan_is_refused),
		cmocka_unit_test(test_snapshot_noise_is_harmless),
		cmocka_unit_test(test_snapshot_of_other_species_or_members_is_refused),
		cmocka_unit_test(test_snapshot_is_refused_inside_an_update),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
