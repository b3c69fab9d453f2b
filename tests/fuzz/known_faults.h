/* SPDX-License-Identifier: MIT
 * Situations that the library is known not to bear. 1: the fuzzer keeps off; 0: it tries. */
#ifndef FUZZ_KNOWN_FAULTS_H
#define FUZZ_KNOWN_FAULTS_H

#ifndef FUZZ_KNOWN_FAULTS
	#define FUZZ_KNOWN_FAULTS 1
#endif

/* A period of wandering so short, or a time so long, that the number of periods is no int64_t; a scale of wandering whose
 * inverse is infinite. */
#define FAULT_MANY_PERIODS FUZZ_KNOWN_FAULTS
/* An attached flock takes a step of infinite length, and its time with it into a state that cannot be restored. */
#define FAULT_ENDLESS_STEP FUZZ_KNOWN_FAULTS
/* A separate handler that runs while the flock frees a body calls the flock. */
#define FAULT_SEPARATE FUZZ_KNOWN_FAULTS
/* cpFlockFree() of a detached flock that has asked for a call at the end of the step. */
#define FAULT_FREE_PENDING FUZZ_KNOWN_FAULTS
/* cpFlockFree(), or an update, inside cpFlockEachBody() of the same flock. */
#define FAULT_VISITING FUZZ_KNOWN_FAULTS
/* A body waiting for the end of the step is removed from the flock and freed. */
#define FAULT_WAITING_FREED FUZZ_KNOWN_FAULTS
/* cpFlockDetach() of a detached flock whose space is gone. */
#define FAULT_DETACH_ORPHAN FUZZ_KNOWN_FAULTS
/* A body with a finite position but another broken number is to be moved over the seam; a body is broken between the
 * beginning of the flock's update and the end of the step. */
#define FAULT_BROKEN_INSIDE FUZZ_KNOWN_FAULTS

#endif
