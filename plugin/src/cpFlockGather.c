/* SPDX-License-Identifier: MIT
 * Stage 1, gather: members -> frame. The only stage that reads bodies before the forces are written. */
#include "cpFlockBody.h"
#include "cpFlockInternal.h"

/* Closes the holes that removed members left; the order of joining is kept. */
static void flkSweep(cpFlock *flock) {
	if(flock->bodyCount == flock->memberCount || flock->visiting > 0) return;
	int kept = 0;
	for(int i = 0; i < flock->memberCount; i++) {
		if(!flock->members[i].body) continue;
		if(kept != i) {
			flock->members[kept] = flock->members[i];
			flkMapSet(&flock->map, flock->members[kept].body, kept);
		}
		kept++;
	}
	flock->memberCount = kept;
}

/* Numbers between these need no further look. In a periodic world they are inside it; elsewhere their squares stay
 * finite. */
typedef struct flkPlain {
	flkBox box;
	double speed;
} flkPlain;

static flkPlain flkMakePlain(const flkWorld *world) {
	flkPlain plain = {{-1e30, -1e30, 1e30, 1e30}, FLK_HUGE};
	if(world->bounds == CP_FLOCK_BOUNDS_PERIODIC) plain.box = world->box;
	return plain;
}

/* Where the body is in the world of the neighbors. Huge values are cut so that their squares stay finite; a body
 * there is beyond the grid anyway. */
static void flkCanonicalPosition(const flkWorld *world, double *x, double *y) {
	*x = flkClamp(*x, -1e30, 1e30);
	*y = flkClamp(*y, -1e30, 1e30);
	if(world->bounds == CP_FLOCK_BOUNDS_PERIODIC) {
		*x = flkWrap(*x, world->box.minX, world->width);
		*y = flkWrap(*y, world->box.minY, world->height);
	}
}

typedef struct flkGathering {
	cpFlock *flock;
	const cpSpace *space;
	const flkWorld *world;
	flkPlain plain;
	flkGathered *gathered; /* by chunk */
} flkGathering;

/* The less usual bodies. False: the body is left alone in this step. */
static cpBool flkGatherOdd(const flkWorld *world, flkMember *member, flkRaw *raw, flkGathered *gathered) {
	if(!(raw->x * 0.0 + raw->y * 0.0 + raw->vx * 0.0 + raw->vy * 0.0 == 0.0)) {
		gathered->quarantined++;
		if(!(member->flags & FLK_QUARANTINED)) gathered->newlyQuarantined = cpTrue;
		member->flags |= FLK_QUARANTINED;
		return cpFalse;
	}
	double x = raw->x, y = raw->y;
	flkCanonicalPosition(world, &raw->x, &raw->y);
	if(world->bounds == CP_FLOCK_BOUNDS_PERIODIC && (raw->x != x || raw->y != y)) {
		gathered->wrapNeeded = cpTrue;
		member->flags |= FLK_OUTSIDE;
	}
	raw->vx = flkClamp(raw->vx, -FLK_HUGE, FLK_HUGE);
	raw->vy = flkClamp(raw->vy, -FLK_HUGE, FLK_HUGE);
	return cpTrue;
}

/* NaN is not plain. */
static inline cpBool flkIsPlain(const flkPlain *plain, const flkRaw *raw) {
	const flkBox *box = &plain->box;
	return raw->x >= box->minX && raw->x < box->maxX && raw->y >= box->minY && raw->y < box->maxY &&
		   fabs(raw->vx) < plain->speed && fabs(raw->vy) < plain->speed;
}

/* Reads one member. False: it is left alone in this step. */
static inline cpBool flkGatherMember(
	const flkGathering *gathering, flkMember *member, flkRaw *out, flkGathered *gathered, cpBool direct) {
	cpBody *body = member->body;
	if(!body) return cpFalse; /* removed while somebody visits the members */
	if(flkBodySpace(body, direct) != gathering->space) {
		gathered->outside++;
		return cpFalse;
	}
	cpVect position = flkBodyPosition(body, direct), velocity = flkBodyVelocity(body, direct);
	flkRaw raw;
	raw.x = (double)position.x;
	raw.y = (double)position.y;
	raw.vx = (double)velocity.x;
	raw.vy = (double)velocity.y;
	member->mass = (double)flkBodyMass(body, direct);
	if(!flkIsFinite((double)flkBodyRotation(body, direct).x) || !(member->mass > 0.0)) raw.x = NAN;
	if(!flkIsPlain(&gathering->plain, &raw) && !flkGatherOdd(gathering->world, member, &raw, gathered)) return cpFalse;
	uint32_t steered = flkBodyIsDynamic(body, direct) ? FLK_STEERED : 0;
	uint32_t asleep = flkBodySleeps(body, direct) ? FLK_ASLEEP : 0;
	member->flags = (member->flags & FLK_LASTING) | steered | asleep;
	out->x = raw.x;
	out->y = raw.y;
	out->vx = raw.vx;
	out->vy = raw.vy;
	out->tag.serial = member->serial;
	out->tag.species = member->species;
	out->tag.steered = steered != 0;
	out->tag.side = member->side;
	return cpTrue;
}

static inline void flkGatherChunk(const flkGathering *gathering, int chunk, cpBool direct) {
	const cpFlock *flock = gathering->flock;
	const flkSpecies *species = flock->species;
	flkGathered gathered = {0};
	flkRaw *raw = flock->frame.raw;
	int32_t *column = flock->frame.column, *row = flock->frame.row;
	int begin = chunk * FLK_CHUNK_MEMBERS, end = flkAtMost(begin + FLK_CHUNK_MEMBERS, flock->memberCount);
	for(int i = begin; i < end; i++) {
		flkMember *member = &flock->members[i];
		if(!flkGatherMember(gathering, member, &raw[i], &gathered, direct)) {
			column[i] = FLK_CELL_ABSENT;
			member->frameIndex = -1;
			continue;
		}
		const flkGrid *grid = &species[member->species].grid;
		raw[i].tag.member = i;
		column[i] = flkGridColumn(grid, raw[i].x);
		row[i] = flkGridRow(grid, raw[i].y);
		if(row[i] == FLK_CELL_LOST) column[i] = FLK_CELL_LOST;
	}
	gathering->gathered[chunk] = gathered;
}

static void flkGatherTask(void *task, int chunk) {
	const flkGathering *gathering = task;
	if(gathering->flock->direct) {
		flkGatherChunk(gathering, chunk, cpTrue);
	} else {
		flkGatherChunk(gathering, chunk, cpFalse);
	}
}

static void flkCountGathered(cpFlock *flock, const flkGathered *gathered, int chunks) {
	cpBool newlyQuarantined = cpFalse;
	flock->wrapNeeded = cpFalse;
	flock->stats.outside = flock->stats.quarantined = flock->stats.lost = 0;
	for(int c = 0; c < chunks; c++) {
		flock->stats.outside += gathered[c].outside;
		flock->stats.quarantined += gathered[c].quarantined;
		flock->wrapNeeded |= gathered[c].wrapNeeded;
		newlyQuarantined |= gathered[c].newlyQuarantined;
	}
	if(!newlyQuarantined) return;
	flkFail(flock, CP_FLOCK_ERROR_NOT_FINITE, "update", "a member is left alone until it is finite again");
}

cpBool flkGather(cpFlock *flock) {
	flkSweep(flock);
	int chunks = (flock->memberCount + FLK_CHUNK_MEMBERS - 1) / FLK_CHUNK_MEMBERS;
	if(!flkFrameReserve(&flock->memory, &flock->frame, flock->memberCount)) return cpFalse;
	void *gathered = flock->gathered;
	if(!flkReserve(&flock->memory, &gathered, &flock->gatheredCapacity, chunks, sizeof(flkGathered))) return cpFalse;
	flock->gathered = gathered;
	flkGathering gathering = {flock, flock->space, &flock->world, flkMakePlain(&flock->world), gathered};
	flkRunTasks(flock, flkGatherTask, &gathering, chunks);
	flkCountGathered(flock, gathered, chunks);
	return cpTrue;
}
