/* SPDX-License-Identifier: MIT */
#include "state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static stateBody stateOf(cpBody *body) {
	return (stateBody){cpBodyGetPosition(body), cpBodyGetVelocity(body), cpBodyGetForce(body), cpBodyGetAngle(body),
		cpBodyGetAngularVelocity(body)};
}

static void putBack(stage *st, cpBody *body, const stateBody *state) {
	cpBodySetPosition(body, state->position);
	cpBodySetVelocity(body, state->velocity);
	cpBodySetForce(body, state->force);
	cpBodySetAngle(body, state->angle);
	cpBodySetAngularVelocity(body, state->spin);
	if(st->shapes) cpSpaceReindexShapesForBody(st->space, body);
}

void stateKeep(const stage *st, stateBody *state) {
	for(long i = 0; i < st->bodyCount; i++) state[i] = stateOf(st->bodies[i]);
}

void statePutBack(stage *st, const stateBody *state) {
	for(long i = 0; i < st->bodyCount; i++) putBack(st, st->bodies[i], &state[i]);
}

static void hashNumber(uint64_t *hash, double number) {
	uint64_t bits;
	memcpy(&bits, &number, sizeof(bits));
	for(int shift = 0; shift < 64; shift += 8) {
		*hash ^= bits >> shift & 0xff;
		*hash *= UINT64_C(0x100000001b3);
	}
}

uint64_t stateHash(const stage *st) {
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	for(long i = 0; i < st->bodyCount; i++) {
		stateBody state = stateOf(st->bodies[i]);
		hashNumber(&hash, (double)state.position.x);
		hashNumber(&hash, (double)state.position.y);
		hashNumber(&hash, (double)state.velocity.x);
		hashNumber(&hash, (double)state.velocity.y);
		hashNumber(&hash, (double)state.angle);
	}
	return hash;
}

/* ---------------------------------------------------------------- files */

static cpBool complain(const char *path, const char *what) {
	fprintf(stderr, "flock_bench: %s: %s\n", path, what);
	return cpFalse;
}

cpBool stateWrite(const stage *st, const char *path) {
	FILE *file = fopen(path, "w");
	if(!file) return complain(path, strerror(errno));
	fprintf(file, "flock_bench %ld\n", st->bodyCount);
	for(long i = 0; i < st->bodyCount; i++) {
		stateBody s = stateOf(st->bodies[i]);
		fprintf(file, "%a %a %a %a %a %a\n", (double)s.position.x, (double)s.position.y, (double)s.velocity.x,
			(double)s.velocity.y, (double)s.angle, (double)s.spin);
	}
	cpBool written = !ferror(file);
	return (fclose(file) == 0 && written) || complain(path, "cannot be written");
}

static cpBool readBody(FILE *file, stateBody *state) {
	double n[6];
	if(fscanf(file, "%lf %lf %lf %lf %lf %lf", &n[0], &n[1], &n[2], &n[3], &n[4], &n[5]) != 6) return cpFalse;
	*state = (stateBody){
		cpv((cpFloat)n[0], (cpFloat)n[1]), cpv((cpFloat)n[2], (cpFloat)n[3]), cpvzero, (cpFloat)n[4], (cpFloat)n[5]};
	return cpTrue;
}

cpBool stateRead(stage *st, const char *path) {
	FILE *file = fopen(path, "r");
	long count = 0;
	if(!file) return complain(path, strerror(errno));
	cpBool good = fscanf(file, "flock_bench %ld", &count) == 1 && count == st->bodyCount;
	for(long i = 0; good && i < count; i++) {
		stateBody state;
		good = readBody(file, &state);
		if(good) putBack(st, st->bodies[i], &state);
	}
	fclose(file);
	return good || complain(path, "not a state of so many bodies");
}
