/* SPDX-License-Identifier: MIT
 * A game that the fuzzer plays: every byte chooses a call of the library or of Chipmunk, at every moment at which a game
 * may make one, callbacks included. */
#include "greeting.h"
#include "api_model.h"

typedef struct actEntry {
	void (*act)(void);
	const char *name;
} actEntry;

#define ACT(name)                                                                                                      \
	{ api##name, #name }

static const actEntry acts[] = {ACT(Step), ACT(Step), ACT(Arm), ACT(Arm), ACT(Spawn), ACT(Despawn), ACT(NewBody),
	ACT(AddBody), ACT(RemoveBody), ACT(EnterSpace), ACT(LeaveSpace), ACT(FreeBody), ACT(PushBody), ACT(BreakBody),
	ACT(ChangeType), ACT(SleepBody), ACT(Link), ACT(Unlink), ACT(TuneSpace), ACT(Query), ACT(PostStep), ACT(FailMemory),
	ACT(NewSpace), ACT(FreeSpace), ACT(NewFlock), ACT(FreeFlock), ACT(Attach), ACT(Update), ACT(AddSpecies),
	ACT(SetSettings), ACT(SetRelation), ACT(SetTarget), ACT(EachMember), ACT(SetBounds), ACT(TuneFlock),
	ACT(SetParallelFor), ACT(SaveRestore), ACT(Read), ACT(Misuse)};

/* In the middle of an update: what is documented to say CP_FLOCK_ERROR_UPDATING, and reading. */
static const actEntry insideActs[] = {
	ACT(Update), ACT(AddSpecies), ACT(SetRelation), ACT(SetParallelFor), ACT(SaveRestore), ACT(Read), ACT(Misuse)};

static const actEntry *choose(void) {
	if(api.inside > 0) return &insideActs[fuzzPick(&api.input, (int)(sizeof(insideActs) / sizeof(insideActs[0])))];
	return &acts[fuzzPick(&api.input, (int)(sizeof(acts) / sizeof(acts[0])))];
}

static cpBool traced; /* FUZZ_TRACE is set: name each call */

void apiAct(void) {
	const actEntry *entry = choose();
	if(traced) fprintf(stderr, "%*s%s\n", 4 * api.depth, "", entry->name);
	apiNoteArrivals();
	entry->act();
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
	(void)argc, (void)argv;
	traced = getenv("FUZZ_TRACE") != NULL;
	demoGreetingSilence();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	apiOpen(data, size);
	while(fuzzMore(&api.input)) {
		apiAct();
		apiNoteArrivals();
		apiCheck();
	}
	apiClose();
	return 0;
}
