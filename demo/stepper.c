/* SPDX-License-Identifier: MIT */
#include "stepper.h"

/// A longer frame was a stall (a dragged window, a debugger), not time to catch up with.
static const double longestFrame = 0.1;

static const double slowest = 0.125, fastest = 8.0;

demoStepper demoStepperMake(double step) {
	demoStepper stepper = {step, 0.0, 1.0, false, false};
	return stepper;
}

static double Clamp(double value, double low, double high) {
	// In this form NaN gives low.
	return value > low ? (value < high ? value : high) : low;
}

int demoStepperAdvance(demoStepper *stepper, double frameTime) {
	if(stepper->paused) {
		bool once = stepper->stepOnce;
		stepper->stepOnce = false;
		return once ? 1 : 0;
	}
	stepper->owed += Clamp(frameTime, 0.0, longestFrame) * stepper->speed;
	int steps = (int)(stepper->owed / stepper->step);
	stepper->owed = Clamp(stepper->owed - steps * stepper->step, 0.0, stepper->step);
	return steps;
}

void demoStepperStepOnce(demoStepper *stepper) {
	stepper->paused = true;
	stepper->stepOnce = true;
}

void demoStepperChangeSpeed(demoStepper *stepper, int direction) {
	stepper->speed = Clamp(stepper->speed * (direction < 0 ? 0.5 : 2.0), slowest, fastest);
}
