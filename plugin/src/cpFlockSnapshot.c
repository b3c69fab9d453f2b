/* SPDX-License-Identifier: MIT
 * Saving and restoring what the flock remembers from step to step. Little endian whatever the machine, so that a saved
 * game may travel. */
#include <string.h>

#include "cpFlockInternal.h"

/* "cpFlk" and the number of this format. */
#define FLK_SNAPSHOT_MAGIC UINT64_C(0x000000316b6c4670)

/* Reads or writes, so that the format is written down once. Past the end it only counts. */
typedef struct flkStream {
	unsigned char *to;
	const unsigned char *from;
	size_t at, size;
} flkStream;

static void flkBytes(flkStream *stream, uint64_t *value, int count) {
	if(stream->at + (size_t)count <= stream->size) {
		if(stream->from) *value = 0;
		for(int i = 0; i < count; i++) {
			if(stream->to) stream->to[stream->at + (size_t)i] = (unsigned char)(*value >> 8 * i);
			if(stream->from) *value |= (uint64_t)stream->from[stream->at + (size_t)i] << 8 * i;
		}
	}
	stream->at += (size_t)count;
}

static void flkWhole(flkStream *stream, uint32_t *value) {
	uint64_t bytes = *value;
	flkBytes(stream, &bytes, 4);
	*value = (uint32_t)bytes;
}

static void flkReal(flkStream *stream, double *value) {
	uint64_t bits;
	memcpy(&bits, value, sizeof(bits));
	flkBytes(stream, &bits, 8);
	memcpy(value, &bits, sizeof(bits));
}

/* What a state begins with. */
typedef struct flkHead {
	uint64_t magic, seed;
	double time, turnTime;
	uint32_t nextSerial, species, members;
} flkHead;

static void flkStreamHead(flkStream *stream, flkHead *head) {
	flkBytes(stream, &head->magic, 8);
	flkBytes(stream, &head->seed, 8);
	flkReal(stream, &head->time);
	flkReal(stream, &head->turnTime);
	flkWhole(stream, &head->nextSerial);
	flkWhole(stream, &head->species);
	flkWhole(stream, &head->members);
}

static cpBool flkStreamSpecies(flkStream *stream, flkSpecies *species) {
	uint32_t hasTarget = species->hasTarget ? 1 : 0;
	double x = (double)species->target.x, y = (double)species->target.y;
	flkWhole(stream, &hasTarget);
	flkReal(stream, &x);
	flkReal(stream, &y);
	species->hasTarget = hasTarget != 0;
	species->target = cpv((cpFloat)x, (cpFloat)y);
	/* 1e30 in single precision is a little more. */
	return hasTarget <= 1 && fabs(x) <= 1.001e30 && fabs(y) <= 1.001e30;
}

static cpBool flkStreamMember(flkStream *stream, flkMember *member, int speciesCount) {
	uint32_t species = (uint32_t)member->species, side = (uint32_t)(member->side + 1);
	double age = (double)member->sideAge;
	flkWhole(stream, &species);
	flkWhole(stream, &member->serial);
	flkWhole(stream, &side);
	flkReal(stream, &age);
	if(!(species < (uint32_t)speciesCount && side <= 2 && age >= 0.0 && age <= 2.0 * FLK_SIDE_MEMORY)) return cpFalse;
	member->species = (int32_t)species;
	member->side = (int8_t)((int)side - 1);
	member->sideAge = (float)age;
	return cpTrue;
}

static flkHead flkMakeHead(const cpFlock *flock) {
	return (flkHead){FLK_SNAPSHOT_MAGIC, flock->seed, flock->time, flock->turnTime, flock->nextSerial,
		(uint32_t)flock->speciesCount, (uint32_t)flock->bodyCount};
}

/* Writing copies what it writes, because a stream that reads changes it. */
static void flkWriteState(const cpFlock *flock, flkStream *stream) {
	flkHead head = flkMakeHead(flock);
	flkStreamHead(stream, &head);
	for(int s = 0; s < flock->speciesCount; s++) {
		flkSpecies species = flock->species[s];
		flkStreamSpecies(stream, &species);
	}
	for(int i = 0; i < flock->memberCount; i++) {
		flkMember member = flock->members[i];
		if(member.body) flkStreamMember(stream, &member, flock->speciesCount);
	}
}

cpFlockStatus cpFlockSave(const cpFlock *flock, void *buffer, size_t size, size_t *needed) {
	if(!flock || (!buffer && size > 0)) return CP_FLOCK_ERROR_NULL;
	if(flock->updating) return CP_FLOCK_ERROR_UPDATING;
	flkStream measure = {0};
	flkWriteState(flock, &measure);
	if(needed) *needed = measure.at;
	if(!buffer) return CP_FLOCK_OK;
	if(size < measure.at) return CP_FLOCK_ERROR_RANGE;
	flkStream stream = {.to = buffer, .size = measure.at};
	flkWriteState(flock, &stream);
	return CP_FLOCK_OK;
}

/* Reads species and members, and keeps them if `keep`. */
static cpFlockStatus flkReadState(cpFlock *flock, flkStream *stream, cpBool keep) {
	for(int s = 0; s < flock->speciesCount; s++) {
		flkSpecies species = flock->species[s];
		if(!flkStreamSpecies(stream, &species)) return CP_FLOCK_ERROR_RANGE;
		if(keep) flock->species[s] = species;
	}
	for(int i = 0; i < flock->memberCount; i++) {
		flkMember member = flock->members[i];
		if(!member.body) continue;
		if(!flkStreamMember(stream, &member, flock->speciesCount)) return CP_FLOCK_ERROR_RANGE;
		if(member.species != flock->members[i].species) return CP_FLOCK_ERROR_INCONSISTENT;
		if(keep) flock->members[i] = member;
		flock->sides |= keep && member.side != 0;
	}
	return stream->at == stream->size ? CP_FLOCK_OK : CP_FLOCK_ERROR_RANGE;
}

/* A state whose beginning is right; its size follows from the numbers in it. */
static cpFlockStatus flkCheckHead(const cpFlock *flock, flkStream *stream, flkHead *head) {
	flkStreamHead(stream, head);
	if(stream->at > stream->size || head->magic != FLK_SNAPSHOT_MAGIC) return CP_FLOCK_ERROR_RANGE;
	if(!(head->time >= 0.0 && flkIsFinite(head->time))) return CP_FLOCK_ERROR_RANGE;
	if(!(head->turnTime >= 0.0 && flkIsFinite(head->turnTime))) return CP_FLOCK_ERROR_RANGE;
	if(head->species != (uint32_t)flock->speciesCount) return CP_FLOCK_ERROR_INCONSISTENT;
	return head->members == (uint32_t)flock->bodyCount ? CP_FLOCK_OK : CP_FLOCK_ERROR_INCONSISTENT;
}

cpFlockStatus cpFlockRestore(cpFlock *flock, const void *buffer, size_t size) {
	static const char name[] = "cpFlockRestore";
	if(!flock || !buffer) return flkFail(flock, CP_FLOCK_ERROR_NULL, name, "buffer");
	if(flock->updating) return flkFail(flock, CP_FLOCK_ERROR_UPDATING, name, "flock");
	flkStream stream = {.from = buffer, .size = size};
	flkHead head = {0};
	cpFlockStatus status = flkCheckHead(flock, &stream, &head);
	flkStream body = stream;
	if(status == CP_FLOCK_OK) status = flkReadState(flock, &body, cpFalse);
	if(status != CP_FLOCK_OK) return flkFail(flock, status, name, "buffer");
	flkReadState(flock, &stream, cpTrue);
	flock->seed = head.seed;
	flock->time = head.time;
	flock->turnTime = head.turnTime;
	flock->nextSerial = head.nextSerial;
	return CP_FLOCK_OK;
}
