/* SPDX-License-Identifier: MIT
 * The flock's own data and the stages of its pipeline. One direction, top to bottom:
 *
 *   gather     members -> one record each, and its cell    reads cpBody
 *   grid       cells -> order of the bodies                knows no Chipmunk
 *   clumps     crowded cells -> clusters                   knows no Chipmunk
 *   frame      records in that order -> arrays             reads the angle of bodies at rest
 *   neighbors  cells -> raw sums per body                  knows no Chipmunk
 *   rules      sums -> separation, alignment, cohesion, evasion
 *   pursuit    other species -> pursuit
 *   goals      seek, wander, containment
 *   obstacles  shapes near the flock -> coarse cells        asks the space
 *   ahead      obstacles -> bodies that have one ahead
 *   avoidance  obstacles near such a body -> avoidance      asks shapes
 *   combine    contributions -> one acceleration, limits
 *   apply      -> forces, velocities, angles               writes cpBody
 *   settle     after the solver: speed limits, spin        writes cpBody
 *
 * Every stage reads the frozen state that gather took, so that no body sees a neighbor that was steered already and
 * the order of bodies changes nothing but rounding. */
#ifndef CP_FLOCK_INTERNAL_H
#define CP_FLOCK_INTERNAL_H

#include <stdint.h>

#include "chipmunk_flock/chipmunk_flock.h"

/* Bodies that one pass of the stages after the grid works on: its buffers stay in the first-level cache. */
#define FLK_BLOCK 128

/* The fast kernel works on so many bodies at a time and writes its sums for as many. */
#define FLK_LANES 8

/* The arrays of the frame have so many entries more than bodies: the fast kernel reads them eight at a time. */
#define FLK_PADDING 8

/* A cluster without parts and with more bodies than this is met as one even where it is near: all at one point, for example. */
#define FLK_CLUSTER_FULL 256

/* Members that one task of gather, apply and settle works on. */
#define FLK_CHUNK_MEMBERS 1024

/* Fetches from memory what is read so many rounds of a loop later: with many bodies waiting for it is what takes the time.
 * Into the second-level cache, because few lines at a time can be on their way to the first. */
#define FLK_FETCH_AHEAD 32
#if defined(__GNUC__)
	#define FLK_FETCH_AT(address) __builtin_prefetch(address, 0, 2)
#else
	#define FLK_FETCH_AT(address) ((void)(address))
#endif

/* The bodies of fewer members stay in a second-level cache of 512 KB from step to step. */
#define FLK_FETCH_MEMBERS 500

/* A loop over `end` of the flock's members, or bodies, fetches ahead in the rounds before this one. */
static inline int flkFetchEnd(int end, int members) {
	return members < FLK_FETCH_MEMBERS ? 0 : end - FLK_FETCH_AHEAD;
}

/* Tasks that so many members, or bodies of the frame, are. */
static inline int flkChunks(int count) {
	return (count + FLK_CHUNK_MEMBERS - 1) / FLK_CHUNK_MEMBERS;
}

/* A body at or below this speed has no direction of motion, px/s. */
#define FLK_REST 1e-9

/* One version of a function per instruction set, chosen when the library is loaded: for loops that the compiler turns
 * into vector instructions. All of them give the same bits. Only for static functions: clang cannot call clones from
 * another file. */
#if defined(CP_FLOCK_TARGET_CLONES)
	#define FLK_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
	#define FLK_CLONES
#endif

/* Avoidance looks no farther, px, at speeds of bodies and obstacles no higher, px/s, and for obstacles that come from
 * outside of the flock's surroundings at up to the second speed. */
#define FLK_LOOK_MOST 1e9
#define FLK_LOOK_SPEED 1e6
#define FLK_LOOK_OBSTACLE_SPEED 1e3

/* How fast avoidance brings the velocity into the direction that it chose, 1/s. */
#define FLK_AVOIDANCE_RATE 10.0

/* The side on which an obstacle was passed is remembered so long after the way was free, s. */
#define FLK_SIDE_MEMORY 0.5

/* Velocities are sensed, and accelerations applied, up to this size, so that no sum of squares overflows. */
#define FLK_HUGE 1e15

/* ---------------------------------------------------------------- memory (cpFlockMemory.c) */

typedef struct flkMemory {
	cpFlockReallocFunc realloc;
	void *data;
	size_t bytes;
} flkMemory;

void *flkResize(flkMemory *memory, void *block, size_t oldSize, size_t newSize);
/* Makes room for `count` items of `size` bytes; grows by half. The content is kept. */
cpBool flkReserve(flkMemory *memory, void **block, int *capacity, int count, size_t size);

/* Maps body pointers to member indices. The order of entries is never read. */
typedef struct flkMap {
	const cpBody **keys;
	int32_t *values;
	int capacity; /* a power of two, or 0 */
	int used;     /* entries and tombstones */
	int live;
} flkMap;

cpBool flkMapReserve(flkMemory *memory, flkMap *map, int live);
int flkMapFind(const flkMap *map, const cpBody *key);          /* -1: absent */
void flkMapSet(flkMap *map, const cpBody *key, int32_t value); /* room was reserved */
void flkMapRemove(flkMap *map, const cpBody *key);
void flkMapFree(flkMemory *memory, flkMap *map);

/* ---------------------------------------------------------------- small mathematics (cpFlockMath.h) */

#include "cpFlockMath.h"

#include "cpFlockGrid.h"

#include "cpFlockObstacles.h"

/* ---------------------------------------------------------------- frame (cpFlockFrame.c) */

typedef struct flkMember {
	cpBody *body; /* NULL: removed, swept at the next update */
	double mass;  /* in the last update */
	uint32_t flags;
	int32_t species; /* beside the flags: gather compares both at a time */
	uint32_t serial; /* counts the joinings */
	float sideAge;   /* s since the way of avoidance was blocked */
	int32_t slot;    /* where it was in flkAwake with its center of gravity at its position; -1: unknown */
	int8_t side;     /* remembered side of avoidance: 1 counterclockwise, -1 clockwise, 0 none */
} flkMember;

enum {
	FLK_SPAWNED = 1,     /* body and shape belong to the flock */
	FLK_QUARANTINED = 2, /* was not finite in the last update */
	FLK_OUTSIDE = 4,     /* has left a periodic world */
	FLK_ALIVE = 8,       /* while the flock is freed: still in the space */
	FLK_WOKEN = 16,      /* a setter has woken it since nothing falls asleep any more */
	FLK_LASTING = FLK_SPAWNED | FLK_OUTSIDE | FLK_ALIVE | FLK_WOKEN,
	FLK_ASLEEP = 32,  /* was asleep in the last update */
	FLK_RESTING = 64, /* was left to rest in the last update */
	FLK_STEERED = 128 /* dynamic in the last update; the others are only sensed */
};

static inline cpBool flkIsDynamic(const flkMember *member) {
	return (member->flags & FLK_STEERED) != 0;
}

/* The motion of a body as it was gathered. One record each, because sorting reads them in any order. */
typedef struct flkRaw {
	double x, y, vx, vy;
} flkRaw;

/* Where in the grid of its species a body is. */
typedef struct flkCell {
	/* FLK_CELL_ABSENT: not gathered, FLK_CELL_LOST: beyond the grid. Sorting makes it an index of the table. */
	int32_t column;
	int32_t row;
} flkCell;

typedef struct flkAcceleration {
	double x, y;
} flkAcceleration;

/* What apply does with a body besides the acceleration. */
typedef struct flkMark {
	uint8_t set; /* a velocity is to be set first */
	int8_t side; /* of avoidance in this step, 0 where the way was free */
} flkMark;

/* Bodies [begin, end) of the frame that the fast kernel may meet as one. The parts of a cluster come after it. */
typedef struct flkCluster {
	int begin, end;
	int next;      /* the cluster after its last part */
	uint32_t x, y; /* mean, as flkFixed() has it */
	float vx, vy;  /* mean, px/s */
	float radius;  /* distance from the mean of the farthest, in units */
	float bodies;  /* their number */
	/* Mean of (x + iy)^2 from the mean position on, units^2: how much longer than wide it is, and which way. */
	float spreadX, spreadY;
	float halfWidth, inverseWidth; /* of a strip with the same mean square, in units */
} flkCluster;

/* A crowded cell. */
typedef struct flkClump {
	int begin, end;          /* of the frame */
	int cluster, clusterEnd; /* of the clusters */
} flkClump;

typedef struct flkClumps {
	flkClump *items; /* in the order of the frame */
	int count, capacity;
	flkCluster *clusters;
	int clusterCount, clusterCapacity;
	int32_t *starts; /* while one is sorted */
	int startCapacity;
} flkClumps;

/* The frozen state of one step, species by species, inside a species in cell order. */
typedef struct flkFrame {
	int count, capacity;
	void *block; /* one allocation for all arrays of bodies */
	size_t blockSize;
	double *x, *y, *vx, *vy; /* canonical position (inside a periodic world), velocity */
	double *hx, *hy;         /* unit heading: direction of motion, or of the body where it rests */
	/* Once more for the fast kernel: positions as flkFixed() has them, velocities, px/s */
	double fixed; /* units per px; 0: the range of positions is not enough */
	uint32_t *fixedX, *fixedY;
	float *fastX, *fastY;
	/* results of combine */
	flkAcceleration *acceleration;
	double *setX, *setY;      /* velocity to set first, where mark[].set */
	flkMark *mark;            /* where `marked` */
	cpBool marked;            /* some body may have a mark */
	int64_t *ahead;           /* where there are obstacles: not zero if the body has one ahead */
	const flkMember *members; /* of the flock, for as long as the update takes */
	/* by member, gaps included */
	int32_t *place; /* frame index in the last update; -1: was not gathered, or the body is gone */
	flkRaw *raw;
	flkCell *cell;
	/* sorting */
	int32_t *order;             /* member of each body of the frame */
	int32_t *orderScratch;      /* of sparse grids */
	uint64_t *key, *keyScratch; /* of sparse grids, by order */
	/* cell tables of all grids, one after the other */
	int32_t *table;
	int tableCapacity;
	flkClumps clumps; /* of all grids */
} flkFrame;

/* The member that body k of the frame is. */
static inline const flkMember *flkMemberAt(const flkFrame *frame, int k) {
	return &frame->members[frame->order[k]];
}

/* What a chunk of members adds to the counts of the update. */
typedef struct flkGathered {
	int outside, quarantined, steered;
	cpBool sides;   /* some member remembers a side of avoidance */
	cpBool setters; /* there are steered members whose fields may not be written yet */
	cpBool wrapNeeded, newlyQuarantined;
	int misplaced; /* members that might have a slot, but have a wrong one */
	cpBool slow;   /* settle: some member is to be sped up when no other thread is at work */
	/* All members are of one species, on its grid, awake and steered, and their fields may be written. Removing one ends it. */
	cpBool usual;
	cpFlockSpecies species; /* then */
} flkGathered;

/* ---------------------------------------------------------------- direct access (cpFlockDirect.c) */

/* Whether this build of Chipmunk is laid out as its header says; tried out on a space made for it. */
cpBool flkDirectWorks(void);
flkShapeSet flkDirectShapeSet(const cpSpace *space);
/* The bodies in a space that are awake, static ones left out. Chipmunk moves the last to where one was removed. */
typedef struct flkAwake {
	void *const *bodies;
	int count;
} flkAwake;

flkAwake flkDirectAwake(const cpSpace *space);

/* ---------------------------------------------------------------- bodies (cpFlockBody.c) */

/* Position, velocity and angle. */
cpBool flkIsFiniteBody(const cpBody *body);
/* Whether Chipmunk allows to write to a body: its setters look at every number of it. */
cpBool flkIsWritable(cpBody *body);
/* Whether apply and settle write fields of bodies, all but a few: nothing may fall asleep in the space. */
cpBool flkWritesDirectly(const cpFlock *flock);

/* ---------------------------------------------------------------- obstacles (cpFlockObstacles.h) */

void flkFlushPostSteps(cpFlock *flock);
cpBool flkGatherObstacles(cpFlock *flock);
/* Finds the bodies that have any obstacle ahead (cpFlockAhead.c). */
void flkWatchObstacles(cpFlock *flock);

/* ---------------------------------------------------------------- species */

typedef struct flkSensed {
	cpFlockSpecies species;
	cpFlockRelation relation;
} flkSensed;

/* What settle compares with: squares of speeds, px^2/s^2, and the largest spin, rad/s. */
typedef struct flkSettling {
	double most, least, slow, turn;
	cpBool turns; /* by its spin */
} flkSettling;

typedef struct flkSpecies {
	cpFlockSettings settings;
	flkSensed *sensed; /* by species, relation NONE left out */
	int sensedCount, sensedCapacity;
	cpBool hasTarget;
	cpVect target;
	int members;
	/* this step */
	int first, count; /* range of the frame */
	int firstBlock;
	double cell; /* size of the grid's cells, px */
	flkSettling settling;
	flkGrid grid;
} flkSpecies;

/* The radius of a rule, 0 where its weight switches it off. */
double flkActiveRadius(const cpFlockRule *rule);
/* Reach of a relation: the largest radius of its rules that are on. */
double flkReach(const cpFlockSettings *settings, cpFlockRelation relation);
/* Whether a species looks at any in this way. */
cpBool flkHasRelation(const flkSpecies *species, cpFlockRelation relation);

/* ---------------------------------------------------------------- block buffers */

/* Raw sums of a block of bodies; units and meaning as in cpFlockResponse. */
typedef struct flkSums {
	double alignCount[FLK_BLOCK + FLK_LANES], cohesionCount[FLK_BLOCK + FLK_LANES];
	double separationX[FLK_BLOCK + FLK_LANES], separationY[FLK_BLOCK + FLK_LANES]; /* sum(-delta / d^2) */
	double velocityX[FLK_BLOCK + FLK_LANES], velocityY[FLK_BLOCK + FLK_LANES];     /* sum(v_j) */
	double deltaX[FLK_BLOCK + FLK_LANES], deltaY[FLK_BLOCK + FLK_LANES];           /* sum(p_j - p_i) */
	double coincident[FLK_BLOCK + FLK_LANES];                                      /* other bodies at the same point */
	double evasionX[FLK_BLOCK + FLK_LANES], evasionY[FLK_BLOCK + FLK_LANES];       /* sum(unit(away) * (1 - d / r)) */
	double threats[FLK_BLOCK + FLK_LANES];                                         /* evaded bodies within the radius */
	double coincidentThreats[FLK_BLOCK + FLK_LANES];                               /* evaded bodies at the same point */
} flkSums;

typedef struct flkVectors {
	double x[FLK_BLOCK], y[FLK_BLOCK];
} flkVectors;

/* What avoidance asks of one body, and why. */
typedef struct flkLook {
	double x, y; /* acceleration */
	cpBool blocked;
	double free; /* share of the look-ahead that is free */
	cpVect normal;
	double wayX, wayY; /* direction chosen, unit; zero: none */
	int side;
	/* The way is free, but only just, past something that was avoided: nothing may steer against this unit vector. */
	cpBool guarded;
	double guardX, guardY;
} flkLook;

typedef enum flkRule {
	FLK_AVOIDANCE,
	FLK_SEPARATION,
	FLK_ALIGNMENT,
	FLK_COHESION,
	FLK_EVASION,
	FLK_PURSUIT,
	FLK_SEEK,
	FLK_WANDER,
	FLK_CONTAINMENT,
	FLK_RULES
} flkRule;

/* What each rule asks for. */
typedef struct flkDesires {
	cpBool asked[FLK_RULES];    /* the rule has something to say about this block */
	flkVectors wish[FLK_RULES]; /* accelerations, where asked[] */
	/* where avoidance asked */
	uint8_t looked[FLK_BLOCK]; /* avoidance saw something: look[] tells what */
	flkLook look[FLK_BLOCK];
	/* chase velocities of CP_FLOCK_DRIVE_VELOCITY */
	cpBool chases;
	flkVectors chaseVelocity; /* where chase[] */
	uint8_t chase[FLK_BLOCK];
} flkDesires;

/* Where a rule puts its wishes, one for every body of the block. */
static inline flkVectors *flkAsk(flkDesires *desires, flkRule rule) {
	desires->asked[rule] = cpTrue;
	return &desires->wish[rule];
}

/* A block of bodies of one species: indices [begin, end) of the frame, at most FLK_BLOCK. */
typedef struct flkBlock {
	const flkSpecies *species;
	int begin, end;
} flkBlock;

/* The acceleration that a rule makes of a raw vector, see cpFlockResponse. */
void flkRespond(const cpFlockSettings *settings, const cpFlockRule *rule, double vx, double vy, double *x, double *y);

/* What all stages may read. */
typedef struct flkStep {
	const flkWorld *world;
	const flkFrame *frame;
	const flkObstacles *obstacles;
	const flkSpecies *species;
	int speciesCount;
	cpFlockKernel kernel;
	uint64_t seed;
	double time; /* s since the flock was made */
	double dt;
	cpBool inStep;
} flkStep;

/* ---------------------------------------------------------------- stages */

/* Gather reads the bodies and finds their cells in grids that were laid out before; then they are sorted and arranged. */
void flkGridLayoutAll(cpFlock *flock);
cpBool flkGather(cpFlock *flock);
cpBool flkGridAll(cpFlock *flock);
cpBool flkFrameReserve(flkMemory *memory, flkFrame *frame, int count);
/* Crowded cells (cpFlockClumps.c): sorting comes before arranging, means after it. */
cpBool flkSortClumps(cpFlock *flock);
cpBool flkMeanClumps(cpFlock *flock);
void flkFreeClumps(cpFlock *flock);
/* Sorted bodies -> the arrays of the frame. */
void flkArrange(cpFlock *flock);
void flkNeighbors(const flkStep *step, flkBlock block, flkSums *sums);
void flkRules(const flkStep *step, flkBlock block, const flkSums *sums, flkDesires *desires);
void flkPursuit(const flkStep *step, flkBlock block, flkDesires *desires);
void flkAvoidance(const flkStep *step, flkBlock block, flkDesires *desires);
void flkGoals(const flkStep *step, flkBlock block, flkDesires *desires);
/* From body k to the point of its species, the short way. */
void flkTargetOffset(const flkStep *step, const flkSpecies *species, int k, double *x, double *y);
/* Whether flkCombine() may mark any body. */
cpBool flkMayMark(const flkStep *step);
void flkCombine(const flkStep *step, flkBlock block, const flkDesires *desires, flkFrame *results);
void flkApply(cpFlock *flock, double dt);
/* After the solver: speed limits that collisions and the game's forces broke, and the turning of the bodies. */
void flkSettle(cpFlock *flock, double dt);
/* The turning alone, for an update outside of a step. */
void flkSettleHeadings(cpFlock *flock, double dt);

/* One kernel pass: adds what the bodies of `block` sense of another species to the sums. */
typedef struct flkPass {
	const flkStep *step;
	const flkSpecies *sensed;
	flkBlock block;
	flkSums *sums;
	cpFlockRelation relation;
	cpBool overSeam;
	cpBool first; /* the sums were not cleared: the kernel has to see to that, those for evasion left out */
	cpBool self;  /* sensed is the block's own species: a body meets itself as a candidate */
	double reach; /* largest radius of the pass, px */
	cpBool fade;  /* separation falls to zero at its radius */
	double separationRadius, alignmentRadius, cohesionRadius; /* 0: rule is off */
	double evasionRadius, prediction;                         /* px, s */
	double minDistance;                                       /* < 0: coincident bodies count */
	double cosHalfView;                                       /* <= -1: all round */
} flkPass;

/* Clears the sums of `count` bodies, those for evasion left out. */
void flkClearSums(flkSums *sums, int begin, int count);
void flkKernelFast(const flkPass *pass);
/* The same for processors with mask registers. False: this library was not built for any, and nothing was done. */
cpBool flkSenseMasked(const flkPass *pass);
void flkKernelReference(const flkPass *pass);
void flkReferenceRange(const flkPass *pass, int begin, int end);

/* ---------------------------------------------------------------- threads (cpFlockThreads.c) */

/* Room for as many tasks at a time; flkRunTasks() finds it there. */
cpBool flkReserveTasks(cpFlock *flock, int count);
/* Calls func(task, index) for every index below count, on the game's threads if it lent them. Tasks share nothing that
 * one of them writes. */
void flkRunTasks(cpFlock *flock, cpFlockTaskFunc func, void *task, int count);

/* ---------------------------------------------------------------- hook (cpFlockHook.c) */

typedef struct flkHook {
	cpConstraint *motor;
	cpBody *bodyA, *bodyB;
} flkHook;

/* A spawned body that is waiting for the end of the step, to be added to the space or to be freed. */
typedef struct flkDeferred {
	cpBody *body;
	cpShape *shape; /* not in the space yet, so that the body does not know it; NULL: free the body */
} flkDeferred;

cpBool flkHookMake(cpFlock *flock);
cpBool flkHookInSpace(const cpFlock *flock);
/* Takes the motor out of the space, which must not be locked, and frees it. */
void flkHookFree(cpFlock *flock);
/* Puts the motor into the space or takes it out, as flock->attached says. The space must not be locked. */
void flkHookSync(cpFlock *flock);
/* Does what is waiting for an unlocked space (motor, wrapping, spawned bodies, freeing), now or at the end of the step.
 * The flock may be gone afterwards. */
void flkDefer(cpFlock *flock);

/* ---------------------------------------------------------------- flock */

struct cpFlock {
	cpSpace *space;
	flkMemory memory;
	cpFlockLogFunc log;
	void *logData;
	cpFlockStatus lastStatus;
	char lastMessage[160];

	flkHook hook;
	cpBool attached; /* as the game wants it; the motor follows when the space allows */
	cpBool freed;    /* cpFlockFree() was called in a locked space or inside an update */
	cpBool busy;     /* inside cpFlockUpdate(), the callbacks that it lets run included */
	cpBool updating;
	double turnTime;        /* length of the steps to come, s, as far as it can be told from those that were */
	cpBool settling;        /* between preSolve and postSolve of a step that was steered */
	cpBool postStepPending; /* flkDefer()'s callback is waiting for the end of the step */
	cpBool deferring;       /* what was put off is being done; callbacks of the game may run in it */
	cpBool deferAgain;      /* such a callback put off something more */
	int visiting;           /* cpFlockEachBody() that are running: members[] keeps its holes */
	cpBool wrapNeeded;      /* a member is outside of a periodic world */
	flkDeferred *deferred;
	int deferredCount, deferredCapacity;

	flkSpecies *species;
	int speciesCount, speciesCapacity;

	flkMember *members;
	int memberCount, memberCapacity; /* members[], removed ones included */
	int bodyCount;                   /* members with a body */
	uint32_t nextSerial;
	flkMap map;

	flkWorld world;
	cpBB bb;
	cpGroup group;
	cpFlockKernel kernel;
	uint64_t seed;
	double time; /* s, sum of all steps */

	cpFlockParallelForFunc parallelFor; /* NULL: one thread */
	void *parallelData;
	uint8_t *claims; /* by task */
	int claimCapacity;

	flkFrame frame;
	flkGathered *gathered; /* by chunk of members */
	int gatheredMembers;   /* members that gather saw; others may have joined since */
	int gatheredCapacity;
	int64_t misplaced; /* members that were, in all updates since slots were looked for */
	flkObstacles obstacles;
	cpBool sides;           /* some member may remember a side of avoidance */
	cpBool direct;          /* Chipmunk's structs may be read */
	cpFlockProfile *shares; /* by task */
	int shareCapacity;
	cpBool recording;
	cpBool recorded;         /* record[] is that of the last update */
	cpFlockSteering *record; /* by frame index */
	int recordCapacity;

	cpFlockStats stats;
	cpFlockClockFunc clock; /* NULL: no profile */
	void *clockData;
	double lap; /* when the stage that is running began */
	cpFlockProfile profile;
};

/* Adds the time since the last lap to a stage of the profile; with NULL it only begins a lap. */
static inline void flkLapOn(const cpFlock *flock, double *lap, double *stage) {
	if(!flock->clock) return;
	double now = flock->clock(flock->clockData);
	if(stage) *stage += now - *lap;
	*lap = now;
}

static inline void flkLap(cpFlock *flock, double *stage) {
	flkLapOn(flock, &flock->lap, stage);
}

/* The update itself: gather to apply. Inside a step the positions have moved already. */
cpFlockStatus flkUpdate(cpFlock *flock, double dt, cpBool inStep);

/* Moves bodies that left a periodic world, with their shapes in the index. The space must not be locked. */
void flkWrapBodies(cpFlock *flock);
/* Adds and frees the spawned bodies that are waiting for an unlocked space. */
void flkRunDeferredBodies(cpFlock *flock);
void flkFreeSpawned(cpFlock *flock);
/* Takes a spawned body that still waits to be added off the list, and frees its shape. */
void flkForgetWaiting(cpFlock *flock, const cpBody *body);
void flkSetWorld(flkWorld *world, cpFlockBounds bounds, cpBB bb);
void flkDestroy(cpFlock *flock);

/* Notes and logs a failure; returns the status. flock may be NULL. */
cpFlockStatus flkFail(cpFlock *flock, cpFlockStatus status, const char *function, const char *what);

/* Adds a body that was checked. CP_FLOCK_OK or CP_FLOCK_ERROR_MEMORY. */
cpFlockStatus flkAddMember(cpFlock *flock, cpBody *body, cpFlockSpecies species, uint32_t flags);
void flkRemoveMemberAt(cpFlock *flock, int index);

static inline flkSpecies *flkGetSpecies(const cpFlock *flock, cpFlockSpecies species) {
	return species >= 0 && species < flock->speciesCount ? &flock->species[species] : NULL;
}

#endif
