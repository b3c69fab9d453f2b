/* SPDX-License-Identifier: MIT */
#include "knobs.h"

static const cpFloat factors[] = {0.0, 0.125, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0, 8.0};

/// Places of the factors 0 and 1. Only weights may be 0.
enum { FACTORS = sizeof(factors) / sizeof(factors[0]), NEUTRAL = 5 };

static int LowestLevel(flockKnob knob) {
	return (knob <= FLOCK_KNOB_COHESION ? 0 : 1) - NEUTRAL;
}

void flockKnobsTurn(flockKnobs *knobs, flockKnob knob, int direction) {
	int level = knobs->levels[knob] + (direction < 0 ? -1 : 1);
	if(level < LowestLevel(knob)) level = LowestLevel(knob);
	if(level > FACTORS - 1 - NEUTRAL) level = FACTORS - 1 - NEUTRAL;
	knobs->levels[knob] = level;
}

cpFloat flockKnobsFactor(const flockKnobs *knobs, flockKnob knob) {
	return factors[knobs->levels[knob] + NEUTRAL];
}

const char *flockKnobsName(flockKnob knob) {
	static const char *const names[FLOCK_KNOBS] = {
		"separation", "alignment", "cohesion", "view radius", "near radius", "speed"};
	return names[knob];
}

/// Leaves what is unlimited as it is.
static void Scale(cpFloat *setting, cpFloat factor) {
	if(*setting < CP_FLOCK_UNLIMITED) *setting *= factor;
}

void flockKnobsApply(const flockKnobs *knobs, cpFlockSettings *settings) {
	settings->separation.weight *= flockKnobsFactor(knobs, FLOCK_KNOB_SEPARATION);
	settings->alignment.weight *= flockKnobsFactor(knobs, FLOCK_KNOB_ALIGNMENT);
	settings->cohesion.weight *= flockKnobsFactor(knobs, FLOCK_KNOB_COHESION);
	Scale(&settings->alignment.radius, flockKnobsFactor(knobs, FLOCK_KNOB_VIEW_RADIUS));
	Scale(&settings->cohesion.radius, flockKnobsFactor(knobs, FLOCK_KNOB_VIEW_RADIUS));
	Scale(&settings->separation.radius, flockKnobsFactor(knobs, FLOCK_KNOB_NEAR_RADIUS));
	Scale(&settings->minSpeed, flockKnobsFactor(knobs, FLOCK_KNOB_SPEED));
	Scale(&settings->maxSpeed, flockKnobsFactor(knobs, FLOCK_KNOB_SPEED));
}
