/* SPDX-License-Identifier: MIT
 * Knobs: settings of a species that can be changed while it moves. */
#ifndef DEMO_KNOBS_H
#define DEMO_KNOBS_H

#include "scene.h"

/// Turns one knob a notch up, or down for a negative direction, between "off" and eightfold.
void flockKnobsTurn(flockKnobs *knobs, flockKnob knob, int direction);

/// What the knob's setting is multiplied by.
cpFloat flockKnobsFactor(const flockKnobs *knobs, flockKnob knob);

/// Name of a knob, for people.
const char *flockKnobsName(flockKnob knob);

/// Applies all knobs to the settings of a species.
void flockKnobsApply(const flockKnobs *knobs, cpFlockSettings *settings);

#endif
