/* SPDX-License-Identifier: MIT
 * The obvious port of the Matter.js birds to Chipmunk, and the preset, against the flight recorded on matter-js: the figures of
 * docs/porting-from-matterjs.md, "The order of integration". */
#include "golden.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 8 };

/* ---------------------------------------------------------------- the obvious port: forces and clamp, then the step */

static cpVect Unit(cpVect v) {
	cpFloat length = cpvlength(v);
	return length > 0 ? cpvmult(v, 1 / length) : cpvzero;
}

static void ApplyRules(cpBody *const birds[], int count) {
	for(int i = 0; i < count; i++) {
		cpVect separation = cpvzero, alignment = cpvzero, cohesion = cpvzero, own = cpBodyGetPosition(birds[i]);
		int neighbors = 0;
		for(int j = 0; j < count; j++) {
			cpVect other = cpBodyGetPosition(birds[j]);
			cpFloat d = cpvdist(own, other);
			if(j == i || !(d > 0 && d < 60)) continue;
			separation = cpvadd(separation, cpvmult(Unit(cpvsub(own, other)), 1 / d));
			alignment = cpvadd(alignment, cpBodyGetVelocity(birds[j]));
			cohesion = cpvadd(cohesion, other);
			neighbors++;
		}
		if(neighbors > 0) cohesion = cpvsub(cpvmult(cohesion, (cpFloat)1 / neighbors), own);
		cpVect force = cpvadd(cpvmult(Unit(separation), 1500), cpvmult(Unit(alignment), 1000));
		force = cpvadd(force, cpvmult(Unit(cohesion), 800));
		cpBodyApplyForceAtWorldPoint(birds[i], force, own);
		cpBodySetVelocity(birds[i], cpvclamp(cpBodyGetVelocity(birds[i]), 240));
	}
}

static double Distance(cpBody *body, const cJSON *record, int i) {
	return (double)cpvdist(cpBodyGetPosition(body), goldenVect(record, "pos", i));
}

/* Flies from the first record on to the last; returns the largest distance from the recorded position there, px. */
static double Fly(const Golden *golden, cpBool obvious) {
	World *world = obvious ? worldNewDetached() : worldNew();
	const cJSON *record = cJSON_GetObjectItemCaseSensitive(golden->root, "records")->child;
	cpFlockSettings settings = cpFlockSettingsMatterBird();
	cpFlockSpecies bird = worldSpecies(world, &settings);
	CHECK_OK(cpFlockSetKernel(world->flock, CP_FLOCK_KERNEL_REFERENCE));
	if(obvious) cpSpaceSetDamping(world->space, cpfpow((cpFloat)0.98, 60));
	cpBody *birds[MOST];
	for(int i = 0; i < golden->boids; i++) {
		cpVect position = goldenVect(record, "pos", i), velocity = goldenVect(record, "vel", i);
		birds[i] = worldAddBare(world, obvious ? -1 : bird, cpvzero, cpvmult(velocity, 60));
		cpBodySetMass(birds[i], (cpFloat)golden->boidMass);
		cpBodySetPosition(birds[i], obvious ? position : cpvsub(position, velocity));
	}
	if(!obvious) cpSpaceStep(world->space, STEP); /* one step behind, see the page */
	double worst = 0;
	for(int step = 0; record; step++) {
		if(step == (int)goldenNumber(record, "step")) {
			worst = 0;
			for(int i = 0; i < golden->boids; i++) worst = fmax(worst, Distance(birds[i], record, i));
			record = record->next;
		}
		if(!record) break;
		if(obvious) ApplyRules(birds, golden->boids);
		cpSpaceStep(world->space, STEP);
	}
	worldFree(world);
	return worst;
}

static void test_the_obvious_port_goes_astray_and_the_preset_does_not(void **state) {
	(void)state;
	Golden golden = goldenLoad("000a_2boids");
	double obvious = Fly(&golden, cpTrue), preset = Fly(&golden, cpFalse);
	printf("two birds, last record: obvious port %.1f px, preset %.1e px\n", obvious, preset);
	CHECK(obvious > 50 && obvious < 100);
	CHECK_NEAR(preset, 0, 1e-8);
	goldenFree(&golden);
}

int main(void) {
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_obvious_port_goes_astray_and_the_preset_does_not)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
