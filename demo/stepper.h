/* SPDX-License-Identifier: MIT
 * Turns uneven frame times into physics steps of one length. */
#ifndef DEMO_STEPPER_H
#define DEMO_STEPPER_H

#include <stdbool.h>

typedef struct demoStepper {
	double step;  ///< Length of a physics step, s.
	double owed;  ///< Time that has passed but is not simulated yet, below one step between calls, s.
	double speed; ///< Simulated time per real time.
	bool paused;
	bool stepOnce; ///< Make one step although paused.
} demoStepper;

demoStepper demoStepperMake(double step);

/// Takes the time of a frame, s, and tells how many steps are to be made now.
int demoStepperAdvance(demoStepper *stepper, double frameTime);

/// Pauses and asks for one step.
void demoStepperStepOnce(demoStepper *stepper);

/// Doubles the speed (or halves it for a negative direction) between 1/8 and 8.
void demoStepperChangeSpeed(demoStepper *stepper, int direction);

#endif
