/* SPDX-License-Identifier: MIT
 * The members of a flock: joining, leaving, looking up. */
#include "cpFlockInternal.h"

static cpFlockStatus flkCheckBody(const cpFlock *flock, cpBody *body) {
	if(flock->updating) return CP_FLOCK_ERROR_UPDATING;
	if(cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC) return CP_FLOCK_ERROR_NOT_DYNAMIC;
	cpSpace *space = cpBodyGetSpace(body);
	if(space && space != flock->space) return CP_FLOCK_ERROR_OTHER_SPACE;
	if(!flkIsFiniteBody(body)) return CP_FLOCK_ERROR_NOT_FINITE;
	if(flkMapFind(&flock->map, body) >= 0) return CP_FLOCK_ERROR_ALREADY_MEMBER;
	return CP_FLOCK_OK;
}

cpFlockStatus flkAddMember(cpFlock *flock, cpBody *body, cpFlockSpecies species, uint32_t flags) {
	void *members = flock->members;
	cpBool room =
		flkReserve(&flock->memory, &members, &flock->memberCapacity, flock->memberCount + 1, sizeof(*flock->members));
	flock->members = members;
	if(!room || !flkMapReserve(&flock->memory, &flock->map, flock->bodyCount + 1)) {
		return CP_FLOCK_ERROR_MEMORY;
	}
	flock->members[flock->memberCount] =
		(flkMember){.body = body, .flags = flags, .serial = flock->nextSerial++, .species = species, .slot = -1};
	flkMapSet(&flock->map, body, flock->memberCount++);
	flock->bodyCount++;
	flock->species[species].members++;
	flock->obstacles.knownValid = cpFalse;
	return CP_FLOCK_OK;
}

cpFlockStatus cpFlockAddBody(cpFlock *flock, cpBody *body, cpFlockSpecies species) {
	static const char name[] = "cpFlockAddBody";
	if(!flock || !body) return flkFail(flock, CP_FLOCK_ERROR_NULL, name, "body");
	if(!flkGetSpecies(flock, species)) return flkFail(flock, CP_FLOCK_ERROR_SPECIES, name, "species");
	cpFlockStatus status = flkCheckBody(flock, body);
	if(status == CP_FLOCK_OK) status = flkAddMember(flock, body, species, 0);
	return status == CP_FLOCK_OK ? status : flkFail(flock, status, name, "body");
}

void flkRemoveMemberAt(cpFlock *flock, int index) {
	flkMember *member = &flock->members[index];
	flkMapRemove(&flock->map, member->body);
	flock->species[member->species].members--;
	flock->bodyCount--;
	flock->obstacles.knownValid = cpFalse;
	member->body = NULL;
	if(index >= flock->gatheredMembers) return;
	flock->frame.place[index] = -1;
	flock->gathered[index / FLK_CHUNK_MEMBERS].usual = cpFalse;
}

cpFlockStatus cpFlockRemoveBody(cpFlock *flock, cpBody *body) {
	if(!flock || !body) return flkFail(flock, CP_FLOCK_ERROR_NULL, "cpFlockRemoveBody", "body");
	int index = flkMapFind(&flock->map, body);
	if(index < 0) return flkFail(flock, CP_FLOCK_ERROR_NOT_MEMBER, "cpFlockRemoveBody", "body");
	if(flock->members[index].flags & FLK_SPAWNED) flkForgetWaiting(flock, body);
	flkRemoveMemberAt(flock, index);
	return CP_FLOCK_OK;
}

cpBool cpFlockContainsBody(const cpFlock *flock, const cpBody *body) {
	return flock && flkMapFind(&flock->map, body) >= 0;
}

cpFlockSpecies cpFlockGetBodySpecies(const cpFlock *flock, const cpBody *body) {
	int index = flock ? flkMapFind(&flock->map, body) : -1;
	return index >= 0 ? flock->members[index].species : (cpFlockSpecies)CP_FLOCK_ERROR_NOT_MEMBER;
}

int cpFlockGetBodyCount(const cpFlock *flock, cpFlockSpecies species) {
	if(!flock) return 0;
	if(species < 0) return flock->bodyCount;
	const flkSpecies *data = flkGetSpecies(flock, species);
	return data ? data->members : 0;
}

cpFlockStatus cpFlockEachBody(cpFlock *flock, cpFlockBodyFunc func, void *data) {
	if(!flock || !func) return flkFail(flock, CP_FLOCK_ERROR_NULL, "cpFlockEachBody", "func");
	int count = flock->memberCount;
	flock->visiting++;
	for(int i = 0; i < count && !flock->freed; i++) {
		if(flock->members[i].body) func(flock->members[i].body, flock->members[i].species, data);
	}
	if(--flock->visiting == 0 && flock->freed) flkDefer(flock);
	return CP_FLOCK_OK;
}

cpFlockStatus cpFlockSetRecording(cpFlock *flock, cpBool on) {
	if(!flock) return CP_FLOCK_ERROR_NULL;
	flock->recording = on ? cpTrue : cpFalse;
	if(!on) flock->recorded = cpFalse;
	return CP_FLOCK_OK;
}

cpFlockStatus cpFlockGetSteering(const cpFlock *flock, const cpBody *body, cpFlockSteering *steering) {
	if(!flock || !body || !steering) return CP_FLOCK_ERROR_NULL;
	int index = flkMapFind(&flock->map, body);
	if(index < 0) return CP_FLOCK_ERROR_NOT_MEMBER;
	int k = index < flock->gatheredMembers ? flock->frame.place[index] : -1;
	if(!flock->recorded || k < 0 || k >= flock->frame.count) return CP_FLOCK_ERROR_UNAVAILABLE;
	*steering = flock->record[k];
	return CP_FLOCK_OK;
}
