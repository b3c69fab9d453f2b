/* SPDX-License-Identifier: MIT
 * The figures of docs/tuning.md: what changing one setting does to a flock. Prints the page's table, and fails where the page's
 * words are no longer true. */
#include <chipmunk_flock/chipmunk_flock.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { BIRDS = 200, STEPS = 2400, MEASURE_EACH = 20, SEEDS = 3 };

typedef struct Figures {
	double polarization, nearest, closest, speed, turn, twitching;
	int measured;
} Figures;

static double Random(uint64_t *state) {
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (double)(*state >> 11) / 9007199254740992.0;
}

/* Turns of one step, summed: how far, and how often to the other side than before. */
typedef struct Turns {
	double heading[BIRDS], last[BIRDS], sum;
	long count, flips;
} Turns;

static void CountTurns(Turns *turns, cpBody *const birds[], int counts) {
	for(int i = 0; i < BIRDS; i++) {
		cpVect v = cpBodyGetVelocity(birds[i]);
		double heading = atan2((double)v.y, (double)v.x),
			   turn = remainder(heading - turns->heading[i], 2 * (double)CP_PI);
		if(counts) {
			turns->sum += fabs(turn);
			turns->count++;
			turns->flips += turn * turns->last[i] < 0 && fabs(turn) > 0.02 && fabs(turns->last[i]) > 0.02;
		}
		turns->heading[i] = heading;
		turns->last[i] = turn;
	}
}

static void FlyOnce(const cpFlockSettings *settings, uint64_t random, Figures *figures) {
	cpSpace *space = cpSpaceNew();
	cpFlock *flock = cpFlockNew(space);
	cpFlockSpecies bird = cpFlockAddSpecies(flock, settings);
	cpFlockSetBounds(flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(0, 0, 1280, 720));
	cpBody *birds[BIRDS];
	for(int i = 0; i < BIRDS; i++) {
		cpVect position = cpv((cpFloat)(1280 * Random(&random)), (cpFloat)(720 * Random(&random)));
		birds[i] = cpFlockSpawn(flock, bird, position, cpvmult(cpvforangle((cpFloat)(6.283 * Random(&random))), 100));
	}
	static const Turns none;
	Turns turns = none;
	for(int step = 0; step < STEPS; step++) {
		cpSpaceStep(space, (cpFloat)1 / 60);
		CountTurns(&turns, birds, step > STEPS / 2);
		cpFlockMetrics metrics;
		if(step <= STEPS / 2 || step % MEASURE_EACH != 0) continue;
		if(cpFlockMeasure(flock, bird, 90, &metrics) != CP_FLOCK_OK) continue;
		figures->polarization += (double)metrics.polarization;
		figures->nearest += (double)metrics.meanNearest;
		figures->speed += (double)metrics.meanSpeed;
		figures->closest = fmin(figures->closest, (double)metrics.minNearest);
		figures->measured++;
	}
	figures->turn += turns.sum / (double)turns.count * 60 / SEEDS;
	figures->twitching += 100 * (double)turns.flips / (double)turns.count / SEEDS;
	cpFlockFree(flock);
	cpSpaceFree(space);
}

static Figures Fly(const char *name, cpFlockSettings settings) {
	Figures figures = {0, 0, 1e9, 0, 0, 0, 0};
	for(uint64_t seed = 1; seed <= SEEDS; seed++) FlyOnce(&settings, 1000 * seed, &figures);
	figures.polarization /= figures.measured;
	figures.nearest /= figures.measured;
	figures.speed /= figures.measured;
	printf("| %s | %.2f | %.0f | %.1f | %.0f | %.2f | %.1f %% |\n", name, figures.polarization, figures.nearest,
		figures.closest, figures.speed, figures.turn, figures.twitching);
	return figures;
}

static int failures;

static void Claim(int holds, const char *text) {
	if(holds) return;
	fprintf(stderr, "no longer true: %s\n", text);
	failures++;
}

#define FLY(name, change) (settings = cpFlockSettingsBird(), change, Fly(name, settings))

int main(void) {
	cpFlockSettings settings;
	printf("| change | polarization | mean nearest, px | closest, px | speed, px/s | turn, rad/s | twitching |\n");
	printf("| --- | --- | --- | --- | --- | --- | --- |\n");
	Figures bird = FLY("none", (void)0);
	Figures none = FLY("`separation.weight` 0", settings.separation.weight = 0);
	Figures weak = FLY("`separation.weight` 1000 (of 5500)", settings.separation.weight = 1000);
	Figures wide = FLY("`separation.radius` 60 (of 36)", settings.separation.radius = 60);
	Figures lost = FLY("`alignment.weight` 0 (of 3.5)", settings.alignment.weight = 0);
	Figures strict = FLY("`alignment.weight` 20", settings.alignment.weight = 20);
	Figures jitter = FLY("`alignment.weight` 100", settings.alignment.weight = 100);
	Figures tight = FLY("`cohesion.weight` 20 (of 0.8)", settings.cohesion.weight = 20);
	(void)FLY("`wander.weight` 0 (of 40)", settings.wander.weight = 0);
	Figures wild = FLY("`wander.weight` 200", settings.wander.weight = 200);
	settings = cpFlockSettingsDefault();
	Figures lattice = Fly("`cpFlockSettingsDefault()`, `minSpeed` 0", settings);
	settings.minSpeed = 60;
	Figures lively = Fly("`cpFlockSettingsDefault()`, `minSpeed` 60", settings);

	Claim(bird.polarization > 0.9 && bird.twitching < 5, "the preset flies in order and does not twitch");
	Claim(none.nearest < 1 && none.polarization < bird.polarization, "without separation the birds clump");
	Claim(weak.nearest < 0.8 * bird.nearest, "weak separation: closer");
	Claim(fabs(wide.nearest / 60 - 1) < 0.1, "the radius of separation is the distance kept");
	Claim(lost.polarization < 0.3, "without alignment there is no common direction");
	Claim(strict.twitching > 2 * bird.twitching, "alignment 20 twitches more");
	Claim(jitter.twitching > 50, "alignment 100 overshoots in every step");
	Claim(tight.nearest < 0.5 * bird.nearest, "strong cohesion: less than half the distance");
	Claim(wild.polarization < bird.polarization - 0.03, "strong wander disturbs the order");
	Claim(lattice.speed < 30, "minimum speed 0: the flock nearly stands still");
	Claim(lively.speed > 60 && lively.polarization > lattice.polarization, "a minimum speed keeps it going");
	return failures != 0;
}
