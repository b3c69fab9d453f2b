/* SPDX-License-Identifier: MIT
 * What a fuzzer found, read byte by byte; past the end come zeros. */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <chipmunk_flock/chipmunk_flock.h>

typedef struct fuzzInput {
	const uint8_t *at, *end;
} fuzzInput;

static inline cpBool fuzzMore(const fuzzInput *input) {
	return input->at < input->end;
}

static inline unsigned fuzzByte(fuzzInput *input) {
	return input->at < input->end ? *input->at++ : 0u;
}

/* One of `count` choices. */
static inline int fuzzPick(fuzzInput *input, int count) {
	return (int)(fuzzByte(input) % (unsigned)count);
}

static inline uint64_t fuzzWhole(fuzzInput *input, int bytes) {
	uint64_t value = 0;
	for(int i = 0; i < bytes; i++) value = value << 8 | fuzzByte(input);
	return value;
}

/* A moderate number, -640 to 635: one that games use. */
static inline double fuzzSmall(fuzzInput *input) {
	return 5.0 * ((double)fuzzByte(input) - 128.0);
}

static inline cpVect fuzzPoint(fuzzInput *input) {
	double x = fuzzSmall(input); /* first x: the order of arguments is the compiler's choice */
	return cpv((cpFloat)x, (cpFloat)fuzzSmall(input));
}

/* Any number: mostly moderate, else at the edges of ranges, beyond them, or not finite. */
double fuzzNumber(fuzzInput *input);

/* A preset with up to 15 fields replaced. */
cpFlockSettings fuzzSettings(fuzzInput *input);
/* The settings' own bytes, as many as there are; the rest are defaults. The cookie is right. */
cpFlockSettings fuzzRawSettings(fuzzInput *input);

/* Field by field: there are gaps between them. */
cpBool fuzzSameSettings(const cpFlockSettings *a, const cpFlockSettings *b);

cpBool fuzzIsFinite(double value);
cpBool fuzzIsFiniteBody(const cpBody *body);

/* Ends the process as a sanitizer does, so that the fuzzer keeps the input. */
#define FUZZ_CHECK(condition)                                                                                          \
	do {                                                                                                               \
		if(!(condition)) {                                                                                             \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                    \
			abort();                                                                                                   \
		}                                                                                                              \
	} while(0)

/* What libFuzzer calls; the plain build calls them from replay.c. */
#ifndef FUZZ_ENTRY
	#define FUZZ_ENTRY __attribute__((visibility("default")))
#endif
FUZZ_ENTRY int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
FUZZ_ENTRY int LLVMFuzzerInitialize(int *argc, char ***argv);

#endif
