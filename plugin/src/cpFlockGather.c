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

/* A body this near to a center, and slower, needs no further look. In a periodic world it is inside, rounding included;
 * elsewhere the squares of its numbers stay finite. */
typedef struct flkPlain {
	double centerX, centerY, halfWidth, halfHeight;
	double square; /* of the speed */
} flkPlain;

static flkPlain flkMakePlain(const flkWorld *world) {
	flkPlain plain = {0.0, 0.0, 1e30, 1e30, FLK_HUGE * FLK_HUGE};
	if(world->bounds != CP_FLOCK_BOUNDS_PERIODIC) return plain;
	const flkBox *box = &world->box;
	double slack = 1e-12 * (fabs(box->minX) + fabs(box->maxX) + fabs(box->minY) + fabs(box->maxY));
	plain.centerX = box->minX + 0.5 * world->width;
	plain.centerY = box->minY + 0.5 * world->height;
	plain.halfWidth = 0.5 * world->width * (1.0 - 1e-12) - slack;
	plain.halfHeight = 0.5 * world->height * (1.0 - 1e-12) - slack;
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
	uint32_t lasting;      /* flags of members that outlive an update */
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
static inline cpBool flkIsPlain(const flkPlain *plain, cpVect position, cpVect velocity) {
	double x = (double)position.x, y = (double)position.y, vx = (double)velocity.x, vy = (double)velocity.y;
	return fabs(x - plain->centerX) < plain->halfWidth && fabs(y - plain->centerY) < plain->halfHeight &&
		   vx * vx + vy * vy < plain->square;
}

/* The cell of a body, or FLK_CELL_LOST. */
static inline void flkGatherCell(const flkGrid *grid, const flkRaw *raw, int32_t *column, int32_t *row) {
	*column = flkGridColumn(grid, raw->x);
	*row = flkGridRow(grid, raw->y);
	if(*row == FLK_CELL_LOST) *column = FLK_CELL_LOST;
}

/* Reads one member. False: it is left alone in this step. */
static inline cpBool flkGatherMember(const flkGathering *gathering, const flkGrid *grid, flkMember *member, flkRaw *raw,
	int32_t *column, int32_t *row, flkGathered *gathered, cpBool direct) {
	cpBody *body = member->body;
	if(!body) return cpFalse; /* removed while somebody visits the members */
	if(flkBodySpace(body, direct) != gathering->space) {
		gathered->outside++;
		return cpFalse;
	}
	cpVect position = flkBodyPosition(body, direct), velocity = flkBodyVelocity(body, direct);
	double mass = (double)flkBodyMass(body, direct);
	cpBool sane = flkIsFinite((double)flkBodyRotation(body, direct).x) && mass > 0.0;
	raw->x = (double)position.x;
	raw->y = (double)position.y;
	raw->vx = (double)velocity.x;
	raw->vy = (double)velocity.y;
	if(!sane || !flkIsPlain(&gathering->plain, position, velocity)) {
		if(!sane) raw->x = NAN;
		if(!flkGatherOdd(gathering->world, member, raw, gathered)) return cpFalse;
	}
	flkGatherCell(grid, raw, column, row);
	uint32_t steered = flkBodyIsDynamic(body, direct) ? FLK_STEERED : 0;
	uint32_t asleep = flkBodySleeps(body, direct) ? FLK_ASLEEP : 0;
	member->flags = (member->flags & gathering->lasting) | steered | asleep;
	gathered->setters += steered && (member->flags & (FLK_ASLEEP | FLK_WOKEN)) != FLK_WOKEN;
	member->mass = mass;
	raw->tag.serial = member->serial;
	raw->tag.species = member->species;
	raw->tag.steered = steered != 0;
	raw->tag.side = member->side;
	return cpTrue;
}

static inline void flkGatherChunk(const flkGathering *gathering, int chunk, cpBool direct) {
	const flkGathering given = *gathering; /* nothing that is written can be part of it */
	const flkSpecies *species = given.flock->species;
	flkMember *members = given.flock->members;
	flkGathered gathered = {0};
	flkRaw *raw = given.flock->frame.raw;
	int32_t *column = given.flock->frame.column, *row = given.flock->frame.row;
	int begin = chunk * FLK_CHUNK_MEMBERS, end = flkAtMost(begin + FLK_CHUNK_MEMBERS, given.flock->memberCount);
	for(int i = begin; i < end; i++) {
		const flkGrid *grid = &species[members[i].species].grid;
		if(direct && i + FLK_FETCH_AHEAD < end && members[i + FLK_FETCH_AHEAD].body) {
			const cpBody *next = members[i + FLK_FETCH_AHEAD].body;
			FLK_FETCH(next, m);
			FLK_FETCH(next, v);
			FLK_FETCH(next, transform.tx);
			FLK_FETCH(next, sleeping.root);
		}
		raw[i].tag.member = i;
		if(flkGatherMember(&given, grid, &members[i], &raw[i], &column[i], &row[i], &gathered, direct)) continue;
		column[i] = FLK_CELL_ABSENT;
		members[i].frameIndex = -1;
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
	int chunks = flkChunks(flock->memberCount);
	if(!flkFrameReserve(&flock->memory, &flock->frame, flock->memberCount)) return cpFalse;
	void *gathered = flock->gathered;
	if(!flkReserve(&flock->memory, &gathered, &flock->gatheredCapacity, chunks, sizeof(flkGathered))) return cpFalse;
	flock->gathered = gathered;
	flock->gatheredMembers = flock->memberCount;
	uint32_t lasting = flkWritesDirectly(flock) ? FLK_LASTING : FLK_LASTING & ~(uint32_t)FLK_WOKEN;
	flkGathering gathering = {flock, flock->space, &flock->world, flkMakePlain(&flock->world), lasting, gathered};
	flkRunTasks(flock, flkGatherTask, &gathering, chunks);
	flkCountGathered(flock, gathered, chunks);
	return cpTrue;
}
