/* SPDX-License-Identifier: MIT
 * What the fuzzer of the interface believes: spaces, flocks, bodies and who belongs where. Every call is followed by a
 * comparison with what the library says. */
#ifndef FUZZ_API_MODEL_H
#define FUZZ_API_MODEL_H

#include "input.h"

enum { SPACES = 2, FLOCKS = 3, BODIES = 40, SPECIES = 4, HEAPS = 24, DEPTH = 3 };

/* When the game's own code runs. MOMENT_CLOCK and MOMENT_PARALLEL are inside an update. */
typedef enum apiMoment {
	MOMENT_POSITION,
	MOMENT_VELOCITY,
	MOMENT_PRE_SOLVE,
	MOMENT_POST_SOLVE,
	MOMENT_BEGIN,
	MOMENT_TOUCH,
	MOMENT_TOUCHED,
	MOMENT_SEPARATE,
	MOMENT_POST_STEP,
	MOMENT_EACH_BODY,
	MOMENT_QUERY,
	MOMENT_EACH_MEMBER,
	MOMENT_CLOCK,
	MOMENT_PARALLEL,
	MOMENTS
} apiMoment;

/* What a flock has from its allocator; outlives it, since freeing may be put off. */
typedef struct apiHeap {
	size_t bytes;
	long failures;
	int allowed, failing; /* calls until it fails, and how often it then does */
} apiHeap;

typedef struct apiFlock {
	cpFlock *flock; /* NULL: free place */
	apiHeap *heap;
	int space; /* -1: the flock has outlived it */
	cpBool attached;
	int species;
	cpFlockRelation relation[SPECIES][SPECIES];
	cpBool foreign[SPECIES]; /* the settings are as the fuzzer chose them */
	cpFlockBounds bounds;
	cpBB bb;
	int visiting;     /* cpFlockEachBody() that are running */
	int busy;         /* cpFlockUpdate() that are running */
	int inside;       /* callbacks that may come in the middle of an update */
	uint64_t updates; /* before the step */
} apiFlock;

typedef struct apiBody {
	cpBody *body;        /* NULL: free place */
	int home;            /* space; -1: none */
	int spawner;         /* flock that owns it; -1: the game does */
	int waiting;         /* space that it comes into when the space is unlocked; -1: none */
	cpBool bare;         /* without shapes and with functions of the game: may be broken */
	int species[FLOCKS]; /* -1: not a member */
} apiBody;

typedef struct apiWorld {
	fuzzInput input;
	cpSpace *spaces[SPACES];
	apiFlock flocks[FLOCKS];
	apiBody bodies[BODIES];
	apiHeap heaps[HEAPS];
	int heapCount;
	int armed[MOMENTS]; /* calls to make at the coming moments */
	int depth;          /* moments inside moments */
	int calling;        /* calls of the library that may free bodies, running */
	int taking;         /* bodies that the game is taking out of a space */
	cpBool acted;       /* something was called inside of the running step */
	int inside;         /* callbacks in the middle of an update */
	int parallelMode;
} apiWorld;

extern apiWorld api;

/* ---------------------------------------------------------------- api_model.c */

/* Compares everything that can be asked with the model. */
void apiCheck(void);
/* Before and after a step of a space in which nothing else is called. */
void apiNoteUpdates(void);
void apiCheckStep(int space);
/* Notes which bodies that waited for the end of the step are in their space by now. */
void apiNoteArrivals(void);

cpBool apiIsMember(const apiBody *body);
cpBool apiIsBroken(const apiBody *body);
int apiCount(int flock, int species);
cpBool apiLocked(int space);
/* Whether calls may be made on it that reach into its space. */
cpBool apiIsAtHome(const apiFlock *flock);

/* Any used place, or -1. */
int apiAnyFlock(void);
int apiAnyBody(void);
int apiAnySpace(void);
int apiFreeBodyPlace(void);

/* ---------------------------------------------------------------- api_world.c */

void apiOpen(const uint8_t *data, size_t size);
void apiClose(void);
void apiAtMoment(apiMoment moment, int space);

void apiNewSpace(void);
void apiFreeSpace(void);
void apiNewBody(void);
void apiEnterSpace(void);
void apiLeaveSpace(void);
void apiFreeBody(void);
void apiPushBody(void);
void apiBreakBody(void);
void apiChangeType(void);
void apiSleepBody(void);
void apiLink(void);
void apiUnlink(void);
void apiTuneSpace(void);
void apiStep(void);
void apiQuery(void);
void apiPostStep(void);
void apiArm(void);
void apiFailMemory(void);

/* ---------------------------------------------------------------- api_calls.c */

void apiMakeFlock(int place, int space, unsigned options);
void apiDropFlock(int place);
void apiNewFlock(void);
void apiFreeFlock(void);
void apiAttach(void);
void apiUpdate(void);
void apiAddSpecies(void);
void apiSetSettings(void);
void apiSetRelation(void);
void apiSetTarget(void);
void apiAddBody(void);
void apiRemoveBody(void);
void apiEachMember(void);
void apiSpawn(void);
void apiDespawn(void);
void apiSetBounds(void);
void apiTuneFlock(void);
void apiSetParallelFor(void);
void apiSaveRestore(void);
void apiRead(void);
void apiMisuse(void);

/* Makes one call that the input chooses. */
void apiAct(void);

#endif
