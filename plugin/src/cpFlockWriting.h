/* SPDX-License-Identifier: MIT
 * What apply and settle, the stages that write bodies, have in common: in which way a member is written. */
#ifndef CP_FLOCK_WRITING_H
#define CP_FLOCK_WRITING_H

#include "cpFlockInternal.h"
#include "cpFlockPair.h"

/* A stage over all members: what its tasks share. */
typedef struct flkWriting {
	cpFlock *flock;
	double dt;
	cpBool angles; /* apply: some species turns by its angle */
	cpBool limit;  /* settle: speed limits, not only headings */
	cpBool alone;  /* settle: no other thread is at work */
	double idle;   /* apply: bodies below this speed may fall asleep, px/s; 0: nothing does */
	double sleep;  /* apply: time that it takes, s */
} flkWriting;

/* How members are read and written. Writing fields instead of calling setters leaves out the waking, so nothing may fall
 * asleep in the space. A body that has, and the first time any body is written to, goes through the setter all the same: it
 * wakes the body and sets its idle time back, for the case that sleeping is switched on again. */
typedef enum flkAccess {
	FLK_BY_CALLS,  /* all members, through public functions */
	FLK_BY_FIELDS, /* those whose fields may be written */
	FLK_BY_SETTERS /* the others: fields are read, setters called */
} flkAccess;

/* Whether a member is one of those that are written in this way. */
static inline cpBool flkIsReached(const flkMember *member, flkAccess access) {
	if(access == FLK_BY_CALLS) return cpTrue;
	return (access == FLK_BY_FIELDS) == ((member->flags & (FLK_ASLEEP | FLK_WOKEN)) == FLK_WOKEN);
}

static inline cpBool flkIsSteered(const cpFlock *flock, int index) {
	return flock->frame.place[index] >= 0 && flkIsDynamic(&flock->members[index]);
}

/* The last member of a chunk and one more. */
static inline int flkChunkEnd(const cpFlock *flock, int chunk) {
	return flkAtMost((chunk + 1) * FLK_CHUNK_MEMBERS, flock->gatheredMembers);
}

/* Setters reach other bodies and lists of the space: one thread. */
void flkWriteAll(
	cpFlock *flock, void (*write)(const flkWriting *, int, flkAccess), flkWriting *writing, cpFlockTaskFunc fields);

#endif
