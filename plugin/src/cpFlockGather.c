/* SPDX-License-Identifier: MIT
 * Stage 1, gather: members -> frame. The only stage that reads bodies before the forces are written. */
#include "cpFlockInternal.h"
#include "cpFlockPair.h"

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
	flkAwake awake;
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

/* The cell of a body; its column is FLK_CELL_LOST beyond the grid. */
static inline flkCell flkGatherCell(const flkGrid *grid, const flkRaw *raw) {
	int32_t column = flkGridColumn(grid, raw->x), row = flkGridRow(grid, raw->y);
	return (flkCell){row == FLK_CELL_LOST ? FLK_CELL_LOST : column, row};
}

/* Reads one member. False: it is left alone in this step. */
static inline cpBool flkGatherMember(const flkGathering *gathering, const flkGrid *grid, flkMember *member, flkRaw *raw,
	flkCell *cell, flkGathered *gathered, cpBool direct) {
	cpBody *body = member->body;
	if(!body) return cpFalse; /* removed while somebody visits the members */
	if(flkBodySpace(body, direct) != gathering->space) {
		gathered->outside++;
		return cpFalse;
	}
	cpVect position = flkBodyPosition(body, direct), velocity = flkBodyVelocity(body, direct);
	double mass = (double)flkBodyMass(body, direct);
	cpBool sane = flkIsFinite((double)flkBodyAngle(body, direct)) && mass > 0.0;
	raw->x = (double)position.x;
	raw->y = (double)position.y;
	raw->vx = (double)velocity.x;
	raw->vy = (double)velocity.y;
	if(!sane || !flkIsPlain(&gathering->plain, position, velocity)) {
		if(!sane) raw->x = NAN;
		if(!flkGatherOdd(gathering->world, member, raw, gathered)) return cpFalse;
	}
	*cell = flkGatherCell(grid, raw);
	uint32_t asleep = flkBodySleeps(body, direct) ? FLK_ASLEEP : 0;
	uint32_t dynamic = flkBodyIsDynamic(body, direct) ? FLK_STEERED : 0;
	member->flags = (member->flags & gathering->lasting) | asleep | dynamic;
	member->mass = mass;
	return cpTrue;
}

static inline cpBool flkIsInSlot(const flkAwake *awake, const flkMember *member) {
	return (uint32_t)member->slot < (uint32_t)awake->count && awake->bodies[member->slot] == member->body;
}

/* Counts a member that would be read faster if its slot were known. */
static inline void flkCheckSlot(const flkAwake *awake, flkMember *member, flkGathered *gathered) {
	if(!flkIsDynamic(member) || (member->flags & FLK_ASLEEP)) return;
	if(!flkBodyIsCentered(member->body)) {
		member->slot = -1;
	} else if(!flkIsInSlot(awake, member)) {
		gathered->misplaced++;
	}
}

static inline void flkGatherAny(const flkGathering *gathering, int i, flkGathered *gathered, cpBool direct) {
	const cpFlock *flock = gathering->flock;
	const flkFrame *frame = &flock->frame;
	flkMember *member = &flock->members[i];
	const flkGrid *grid = &flock->species[member->species].grid;
	flkCell *cell = &frame->cell[i];
	if(!flkGatherMember(gathering, grid, member, &frame->raw[i], cell, gathered, direct)) {
		cell->column = FLK_CELL_ABSENT;
		frame->place[i] = -1;
	} else if(direct) {
		flkCheckSlot(&gathering->awake, member, gathered);
	}
	cpBool steered = cell->column != FLK_CELL_ABSENT && flkIsDynamic(member);
	cpBool writable = (member->flags & (FLK_ASLEEP | FLK_WOKEN)) == FLK_WOKEN;
	gathered->setters |= steered && !writable;
	gathered->usual = gathered->usual && steered && writable && cell->column != FLK_CELL_LOST;
}

static void flkGatherByCalls(const flkGathering *gathering, int begin, int end, flkGathered *gathered) {
	for(int i = begin; i < end; i++) flkGatherAny(gathering, i, gathered, cpFalse);
}

#if defined(FLK_HAVE_PAIRS)

/* What is the same for all usual members of a species. */
typedef struct flkUsual {
	flkAwake awake;
	uint64_t state, stateMask;      /* flags and species */
	flkQuad center, half;           /* positions and velocities inside of these are plain, and on the grid */
	flkPair origin, inverse, shift; /* position -> cell, the same numbers as in flkGridAxis() and flkGridWorldAxis() */
	flkPairOfInts unshift;
} flkUsual;

static inline uint64_t flkStateOf(const flkMember *member) {
	uint64_t state;
	memcpy(&state, (const char *)member + offsetof(flkMember, flags), sizeof(state));
	return state;
}

/* Usual members are as the last update left them: not that it found them asleep, or their fields not to be written. */
static flkUsual flkMakeUsual(const flkGathering *gathering, int32_t species) {
	const flkGrid *grid = &gathering->flock->species[species].grid;
	const flkPlain *plain = &gathering->plain;
	const flkMember usual = {.flags = FLK_STEERED | (gathering->lasting & FLK_WOKEN), .species = species};
	const flkMember mask = {.flags = ~(uint32_t)FLK_LASTING | FLK_WOKEN, .species = -1};
	const double speed = 0.5 * FLK_HUGE;
	flkPair half = {plain->halfWidth, plain->halfHeight}, shift = FLK_PAIR(0.0);
	flkPairOfInts unshift = {0, 0};
	if(!grid->periodic) {
		double most = 0.99 * FLK_CELL_LIMIT;
		half = (flkPair){flkMin(half[0], most / grid->inverseX), flkMin(half[1], most / grid->inverseY)};
		shift = FLK_PAIR(FLK_CELL_LIMIT);
		unshift = (flkPairOfInts){FLK_CELL_LIMIT, FLK_CELL_LIMIT};
	}
	return (flkUsual){gathering->awake, flkStateOf(&usual), flkStateOf(&mask),
		{plain->centerX, plain->centerY, 0.0, 0.0}, {half[0], half[1], speed, speed}, {grid->originX, grid->originY},
		{grid->inverseX, grid->inverseY}, shift, unshift};
}

/* Reads a dynamic member of ordinary numbers that is awake. False: it is another, or not known to be one, and nothing was
 * written. Whatever is in the space's list of awake bodies is in the space, and saves reading the body's pointer to it and
 * its sleep, which are far in memory from its motion. Plain positions in a periodic world are so far from its edges that
 * none is in a cell beyond the last. */
FLK_PAIR_INLINE cpBool flkGatherUsual(const flkUsual *usual, flkMember *member, flkRaw *raw, flkCell *cell) {
	if((flkStateOf(member) & usual->stateMask) != usual->state || !flkIsInSlot(&usual->awake, member)) return cpFalse;
	const cpBody *body = member->body;
	/* A mass and its inverse are both positive if it is, and finite. Zero times an angle and a spin is zero, if they are finite;
	 * no comparison with anything else holds. */
	flkPair mass = FLK_BODY_PAIR(body, m), zero = FLK_BODY_PAIR(body, a) * FLK_PAIR(0.0);
	flkPairMask sound = (mass > zero) & (FLK_BODY_PAIR(body, cog) == FLK_PAIR(0.0));
	flkQuad motion;
	flkBodyMotion(body, &motion);
	flkQuadMask plain = FLK_QUAD_ABS(motion - usual->center) < usual->half;
	if(!flkBoth(sound & (flkPairMask){plain[0], plain[1]} & (flkPairMask){plain[2], plain[3]})) return cpFalse;
	flkPair place = ((flkPair){motion[0], motion[1]} - usual->origin) * usual->inverse + usual->shift;
	flkPairOfInts cells = __builtin_convertvector(place, flkPairOfInts) - usual->unshift;
	memcpy(raw, &motion, sizeof(motion));
	memcpy(cell, &cells, sizeof(cells));
	member->mass = mass[0];
	return cpTrue;
}

/* Reads members from `begin` on up to the first that is not usual, whose index it returns. */
FLK_CLONES static int flkGatherWhileUsual(
	const flkUsual *usual, flkMember *members, flkRaw *raw, flkCell *cell, int begin, int end, int fetchEnd) {
	const flkUsual same = *usual;
	int i = begin;
	for(; i < fetchEnd; i++) {
		/* Every line of what is read, wherever lines begin. */
		const cpBody *next = members[i + FLK_FETCH_AHEAD].body;
		FLK_FETCH(next, m);
		FLK_FETCH(next, v);
		FLK_FETCH(next, a);
		if(!flkGatherUsual(&same, &members[i], &raw[i], &cell[i])) return i;
	}
	for(; i < end && flkGatherUsual(&same, &members[i], &raw[i], &cell[i]); i++) {}
	return i;
}

/* Other species than that of the first member, and odd members, go the slower way. */
static void flkGatherDirectly(const flkGathering *gathering, int begin, int end, flkGathered *gathered) {
	const flkFrame *frame = &gathering->flock->frame;
	flkMember *members = gathering->flock->members;
	const int32_t species = members[begin].species;
	const int fetchEnd = flkFetchEnd(end, gathering->flock->memberCount);
	const flkUsual usual = flkMakeUsual(gathering, species);
	for(int i = begin; i < end; i++) {
		i = flkGatherWhileUsual(&usual, members, frame->raw, frame->cell, i, end, fetchEnd);
		if(i == end) break;
		flkGatherAny(gathering, i, gathered, cpTrue);
		gathered->usual = gathered->usual && members[i].species == species;
	}
	gathered->species = species;
	gathered->usual = gathered->usual && (gathering->lasting & FLK_WOKEN);
}

#else

static void flkGatherDirectly(const flkGathering *gathering, int begin, int end, flkGathered *gathered) {
	for(int i = begin; i < end; i++) flkGatherAny(gathering, i, gathered, cpTrue);
	gathered->usual = cpFalse;
}

#endif

static void flkGatherTask(void *task, int chunk) {
	const flkGathering *gathering = task;
	int begin = chunk * FLK_CHUNK_MEMBERS, end = flkAtMost(begin + FLK_CHUNK_MEMBERS, gathering->flock->memberCount);
	flkGathered gathered = {0};
	gathered.usual = cpTrue;
	if(gathering->flock->direct) {
		flkGatherDirectly(gathering, begin, end, &gathered);
	} else {
		flkGatherByCalls(gathering, begin, end, &gathered);
		gathered.usual = cpFalse;
	}
	gathering->gathered[chunk] = gathered;
}

static void flkCountGathered(cpFlock *flock, const flkGathered *gathered, int chunks) {
	cpBool newlyQuarantined = cpFalse;
	flock->wrapNeeded = cpFalse;
	flock->stats.outside = flock->stats.quarantined = flock->stats.lost = 0;
	for(int c = 0; c < chunks; c++) {
		flock->misplaced += gathered[c].misplaced;
		flock->stats.outside += gathered[c].outside;
		flock->stats.quarantined += gathered[c].quarantined;
		flock->wrapNeeded |= gathered[c].wrapNeeded;
		newlyQuarantined |= gathered[c].newlyQuarantined;
	}
	if(!newlyQuarantined) return;
	flkFail(flock, CP_FLOCK_ERROR_NOT_FINITE, "update", "a member is left alone until it is finite again");
}

/* Gives the members their slots, each time that it has cost about as much not to have done so. */
static void flkFindSlots(cpFlock *flock, const flkAwake *awake) {
	if(flock->misplaced == 0 || flock->misplaced < awake->count) return;
	flock->misplaced = 0;
	int next = 0; /* members are often in the order of the list */
	for(int slot = 0; slot < awake->count; slot++) {
		const cpBody *body = awake->bodies[slot];
		int i = next < flock->memberCount && flock->members[next].body == body ? next : flkMapFind(&flock->map, body);
		if(i < 0) continue;
		flock->members[i].slot = flkBodyIsCentered(body) ? slot : -1;
		next = i + 1;
	}
}

cpBool flkGather(cpFlock *flock) {
	flkSweep(flock);
	int chunks = flkChunks(flock->memberCount);
	if(!flkFrameReserve(&flock->memory, &flock->frame, flock->memberCount)) return cpFalse;
	void *gathered = flock->gathered;
	if(!flkReserve(&flock->memory, &gathered, &flock->gatheredCapacity, chunks, sizeof(flkGathered))) return cpFalse;
	flock->gathered = gathered;
	flock->gatheredMembers = flock->memberCount;
	flock->frame.members = flock->members;
	uint32_t lasting = flkWritesDirectly(flock) ? FLK_LASTING : FLK_LASTING & ~(uint32_t)FLK_WOKEN;
	flkAwake awake = flock->direct ? flkDirectAwake(flock->space) : (flkAwake){NULL, 0};
	flkGathering gathering = {
		flock, flock->space, &flock->world, flkMakePlain(&flock->world), awake, lasting, gathered};
	flkRunTasks(flock, flkGatherTask, &gathering, chunks);
	flkCountGathered(flock, gathered, chunks);
	flkFindSlots(flock, &awake);
	return cpTrue;
}
