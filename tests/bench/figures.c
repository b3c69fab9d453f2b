/* SPDX-License-Identifier: MIT */
#include "figures.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

#define PI 3.14159265358979323846
#define DEGREES (180.0 / PI)
#define STEP (1.0 / 60.0)

enum {
	TURN_BINS = 18000, /* 0.01 degrees each */
	HAWK_AWAY = 330    /* px from the middle of the flock at the start and at the end of the pass */
};

const figuresPreset *figuresFindPreset(figuresPreset *storage, const char *name) {
	if(strcmp(name, "natural") == 0) {
		*storage = (figuresPreset){"natural", cpFlockSettingsBird(), cpFlockSettingsHawk()};
		return storage;
	}
	if(strcmp(name, "faithful") == 0) {
		*storage = (figuresPreset){"faithful", cpFlockSettingsMatterBird(), cpFlockSettingsMatterPredator()};
		return storage;
	}
	return NULL;
}

typedef struct stage {
	cpSpace *space;
	cpFlock *flock;
	cpFlockSpecies bird, hawk;
	cpBody *birds[FIGURES_BIRDS];
	double cruise; /* px/s at the start */
} stage;

static void openStage(stage *s, const figuresPreset *preset, unsigned seed) {
	s->space = cpSpaceNew();
	s->flock = cpFlockNew(s->space);
	cpFlockSetSeed(s->flock, seed);
	cpFlockSetBounds(s->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, FIGURES_WIDTH, FIGURES_HEIGHT));
	s->bird = cpFlockAddSpecies(s->flock, &preset->bird);
	s->hawk = cpFlockAddSpecies(s->flock, &preset->hawk);
	cpFlockSetRelation(s->flock, s->bird, s->hawk, CP_FLOCK_RELATION_EVADE);
	cpFlockSetRelation(s->flock, s->hawk, s->bird, CP_FLOCK_RELATION_PURSUE);
	s->cruise = 0.5 * ((double)preset->bird.minSpeed + (double)preset->bird.maxSpeed);
}

static void closeStage(stage *s) {
	cpFlockFree(s->flock);
	cpSpaceFree(s->space);
}

static cpVect polar(double angle, double length) {
	return cpv(cos(angle) * length, sin(angle) * length);
}

/* ---------------------------------------------------------------- flight */

typedef struct turnRecord {
	double heading[FIGURES_BIRDS], turn[FIGURES_BIRDS];
	int histogram[TURN_BINS + 1];
	int64_t birdSteps, flips, crowded, crowdSamples;
} turnRecord;

static double wrapAngle(double angle) {
	return angle - 2.0 * PI * rint(angle / (2.0 * PI));
}

static double headingOf(cpBody *body) {
	cpVect velocity = cpBodyGetVelocity(body);
	return atan2(velocity.y, velocity.x);
}

static void recordTurns(turnRecord *record, const stage *s, int step) {
	for(int i = 0; i < FIGURES_BIRDS; i++) {
		double heading = headingOf(s->birds[i]);
		double turn = step > 0 ? wrapAngle(heading - record->heading[i]) * DEGREES : 0.0;
		if(step > 0) {
			int bin = (int)(fabs(turn) * 100.0);
			record->histogram[bin < TURN_BINS ? bin : TURN_BINS]++;
			record->birdSteps++;
			record->flips += turn * record->turn[i] < 0.0 && fabs(turn) > 1.0 && fabs(record->turn[i]) > 1.0;
		}
		record->heading[i] = heading;
		record->turn[i] = turn;
	}
}

static void recordCrowding(turnRecord *record, const stage *s, double radius) {
	cpVect at[FIGURES_BIRDS];
	cpBool crowded[FIGURES_BIRDS] = {cpFalse};
	for(int i = 0; i < FIGURES_BIRDS; i++) at[i] = cpBodyGetPosition(s->birds[i]);
	for(int i = 0; i < FIGURES_BIRDS; i++) {
		for(int j = 0; j < i; j++) {
			/* A pair over the seam is farther apart than half the world: only such pairs need the nearest image. */
			cpVect delta = cpvsub(at[j], at[i]);
			if(fabs(delta.x) > FIGURES_WIDTH / 2 || fabs(delta.y) > FIGURES_HEIGHT / 2) {
				delta = cpFlockDelta(s->flock, at[i], at[j]);
			}
			if(cpvlengthsq(delta) < radius * radius) crowded[i] = crowded[j] = cpTrue;
		}
	}
	for(int i = 0; i < FIGURES_BIRDS; i++) record->crowded += crowded[i];
	record->crowdSamples += FIGURES_BIRDS;
}

static double medianTurn(const turnRecord *record) {
	int64_t below = 0;
	for(int bin = 0; bin <= TURN_BINS; bin++) {
		below += record->histogram[bin];
		if(below * 2 >= record->birdSteps) return (bin + 0.5) / 100.0;
	}
	return 180.0;
}

/* Total turn of the largest group's mean heading, in windows of 10 s. */
typedef struct wheelRecord {
	double heading, total, least;
	int size;
	cpBool started;
} wheelRecord;

static void recordWheel(wheelRecord *wheel, const cpFlockMetrics *metrics, cpBool windowEnds) {
	double heading = atan2(metrics->largestHeading.y, metrics->largestHeading.x);
	/* Another group that has become the largest has not turned. */
	cpBool same = wheel->started && abs(metrics->largestGroup - wheel->size) < FIGURES_BIRDS / 5;
	if(same) wheel->total += fabs(wrapAngle(heading - wheel->heading)) * DEGREES;
	wheel->heading = heading;
	wheel->size = metrics->largestGroup;
	wheel->started = cpTrue;
	if(windowEnds) {
		wheel->least = fmin(wheel->least, wheel->total);
		wheel->total = 0.0;
	}
}

static void spawnUniform(stage *s, uint64_t *random) {
	for(int i = 0; i < FIGURES_BIRDS; i++) {
		double x = FIGURES_WIDTH * randomUnit(random), y = FIGURES_HEIGHT * randomUnit(random);
		s->birds[i] = cpFlockSpawn(s->flock, s->bird, cpv(x, y), polar(2.0 * PI * randomUnit(random), s->cruise));
	}
}

figuresFlight figuresFly(const figuresPreset *preset, unsigned seed) {
	enum { STEPS = 60 * 60, SAMPLE = 30, CROWD_SAMPLE = 6, WINDOW = 600, WHEEL_FROM = 20 * 60, LAST = 40 * 60 };
	stage s;
	uint64_t random = randomSeed(seed);
	turnRecord *record = calloc(1, sizeof(*record));
	wheelRecord wheel = {0.0, 0.0, INFINITY, 0, cpFalse};
	cpFlockMetrics metrics = {0};
	double polarization = 0.0;
	int samples = 0;
	openStage(&s, preset, seed);
	spawnUniform(&s, &random);
	for(int step = 0; step <= STEPS; step++) {
		recordTurns(record, &s, step);
		if(step % CROWD_SAMPLE == 0 && step > 0) recordCrowding(record, &s, (double)preset->bird.bodyRadius);
		if(step % SAMPLE == 0) {
			cpFlockMeasure(s.flock, s.bird, preset->bird.cohesion.radius, &metrics);
			if(step >= WHEEL_FROM) recordWheel(&wheel, &metrics, step > WHEEL_FROM && step % WINDOW == 0);
			if(step > LAST) {
				polarization += (double)metrics.polarization;
				samples++;
			}
		}
		cpSpaceStep(s.space, STEP);
	}
	double birdSteps = (double)record->birdSteps;
	figuresFlight flight = {polarization / samples, (double)record->crowded / (double)record->crowdSamples,
		medianTurn(record), (double)record->flips / birdSteps, wheel.least, (double)metrics.meanSpeed,
		metrics.largestGroup};
	free(record);
	closeStage(&s);
	return flight;
}

/* ---------------------------------------------------------------- hawk */

static void spawnDisc(stage *s, uint64_t *random, cpVect center, double radius, double heading) {
	for(int i = 0; i < FIGURES_BIRDS; i++) {
		double distance = radius * sqrt(randomUnit(random)); /* the order of arguments is the compiler's choice */
		cpVect offset = polar(2.0 * PI * randomUnit(random), distance);
		s->birds[i] = cpFlockSpawn(s->flock, s->bird, cpvadd(center, offset), polar(heading, s->cruise));
	}
}

static cpVect centerOf(const stage *s) {
	cpFlockMetrics metrics;
	cpFlockMeasure(s->flock, s->bird, 200, &metrics);
	return metrics.largestCenter;
}

static double clearance(const stage *s, cpVect point) {
	double nearest = INFINITY;
	for(int i = 0; i < FIGURES_BIRDS; i++) {
		cpVect delta = cpFlockDelta(s->flock, point, cpBodyGetPosition(s->birds[i]));
		nearest = fmin(nearest, (double)cpvlength(delta));
	}
	return nearest;
}

/* The hawk comes from outside, flies at where the middle of the flock will be, and straight on to the other side. Of
 * some random directions the one with most room is taken: it must not start among the birds. */
static cpBody *releaseHawk(stage *s, const figuresPreset *preset, uint64_t *random, double heading) {
	cpBool chase = preset->hawk.drive == CP_FLOCK_DRIVE_VELOCITY;
	double speed = (double)(chase ? preset->hawk.chaseSpeed : preset->hawk.maxSpeed), bestRoom = 0.0, angle = 0.0;
	cpVect meet = cpvadd(centerOf(s), polar(heading, s->cruise * HAWK_AWAY / speed));
	for(int i = 0; i < 16; i++) {
		double tried = 2.0 * PI * randomUnit(random), room = clearance(s, cpvadd(meet, polar(tried, HAWK_AWAY)));
		if(room <= bestRoom) continue;
		bestRoom = room;
		angle = tried;
	}
	cpFlockSettings hawk = preset->hawk;
	hawk.target = CP_FLOCK_TARGET_POINT;
	cpFlockSetSettings(s->flock, s->hawk, &hawk);
	cpFlockSetTarget(s->flock, s->hawk, cpvadd(meet, polar(angle + PI, HAWK_AWAY)));
	return cpFlockSpawn(s->flock, s->hawk, cpvadd(meet, polar(angle, HAWK_AWAY)), polar(angle + PI, speed));
}

static void watchHawk(const stage *s, cpBody *hawk, double radius, cpBool *touched, figuresPass *pass) {
	for(int i = 0; i < FIGURES_BIRDS; i++) {
		cpVect delta = cpFlockDelta(s->flock, cpBodyGetPosition(hawk), cpBodyGetPosition(s->birds[i]));
		double distance = (double)cpvlength(delta);
		pass->closest = fmin(pass->closest, distance);
		if(distance >= radius || touched[i]) continue;
		touched[i] = cpTrue;
		pass->touched++;
	}
}

figuresPass figuresCross(const figuresPreset *preset, unsigned seed) {
	enum { SETTLE = 60, AFTER = 600, AT_MOST = 600 };
	stage s;
	uint64_t random = randomSeed(seed);
	figuresPass pass = {0, INFINITY, 0, 0, 0.0};
	cpBool touched[FIGURES_BIRDS] = {cpFalse};
	cpFlockMetrics metrics = {0};
	openStage(&s, preset, seed);
	double heading = 2.0 * PI * randomUnit(&random);
	spawnDisc(&s, &random, cpv(FIGURES_WIDTH * 0.5, FIGURES_HEIGHT * 0.5), 200.0, heading);
	for(int step = 0; step < SETTLE; step++) cpSpaceStep(s.space, STEP);
	cpBody *hawk = releaseHawk(&s, preset, &random, headingOf(s.birds[0]));
	double flown = 0.0;
	for(int step = 0; step < AT_MOST && flown < 2.0 * HAWK_AWAY; step++) {
		flown += (double)cpvlength(cpBodyGetVelocity(hawk)) * STEP;
		cpSpaceStep(s.space, STEP);
		watchHawk(&s, hawk, (double)preset->hawk.bodyRadius, touched, &pass);
	}
	cpFlockMeasure(s.flock, s.bird, preset->bird.cohesion.radius, &metrics);
	pass.scattered = metrics.largestGroup;
	cpFlockDespawn(s.flock, hawk);
	for(int step = 0; step < AFTER; step++) cpSpaceStep(s.space, STEP);
	cpFlockMeasure(s.flock, s.bird, preset->bird.cohesion.radius, &metrics);
	pass.rejoined = metrics.largestGroup;
	pass.polarization = (double)metrics.polarization;
	closeStage(&s);
	return pass;
}
