/* SPDX-License-Identifier: MIT
 * chipmunk_flock: the flock, its members and its place in cpSpaceStep(). */
#ifndef CP_FLOCK_H
#define CP_FLOCK_H

#include "chipmunk_flock/cpFlockSettings.h"
#include "chipmunk_flock/cpFlockTypes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// @brief The flock: making and freeing it, species and relations, members, bounds, targets, and reading it.
///
/// Every call may be made at any moment, inside Chipmunk's callbacks too, unless its text says otherwise: what the
/// moment forbids (taking the callback out of a locked space, adding or freeing a body) is put off to the end of
/// the step. No call aborts; a call that cannot be honoured changes nothing and returns a status, and the log
/// function, if there is one, is told which value was wrong.
///
/// A flock and its space are used by one thread at a time; different spaces and their flocks are independent.

/// @name Making and freeing
/// @{

/// An allocator in the manner of realloc(): memory NULL makes, size 0 frees and returns NULL, NULL otherwise means failure and
/// leaves the old block alone. Blocks must be aligned as malloc() aligns them.
typedef void *(*cpFlockReallocFunc)(void *memory, size_t size, void *data);

/// Is told of every refused call and of every run-time fault (a body that turned non-finite). Must not call the flock.
/// @param status What went wrong.
/// @param message Names the function and the value; valid during the call only.
/// @param data cpFlockOptions.logData.
typedef void (*cpFlockLogFunc)(cpFlockStatus status, const char *message, void *data);

/// How to make a flock. Start from cpFlockOptionsDefault().
typedef struct cpFlockOptions {
	uint64_t seed;   ///< Seed of all randomness of the flock. Default 1.
	cpBool detached; ///< cpTrue: do not attach to the space; the game calls cpFlockUpdate(). Default cpFalse.
	/// cpTrue: reach bodies through Chipmunk's public functions only. Default cpFalse: where a run-time check proves that this
	/// build of Chipmunk is laid out as its header says, fields are read and written directly, which is faster. Either
	/// way gives the same bits.
	cpBool publicCallsOnly;
	cpFlockReallocFunc realloc; ///< Allocator for everything but bodies and shapes. Default NULL: the C library's.
	void *reallocData;          ///< Passed to #realloc.
	cpFlockLogFunc log;         ///< Log function. Default NULL: silent.
	void *logData;              ///< Passed to #log.
} cpFlockOptions;

/// The options with their defaults.
CP_FLOCK_API cpFlockOptions cpFlockOptionsDefault(void);

/// Makes a flock on a space and attaches it: from now on every cpSpaceStep() or cpHastySpaceStep() steers its members.
///
/// The flock adds one constraint without any effect between two bodies of its own to the space (cpSpaceEachConstraint()
/// lists it); nothing else of the space is touched. Inside a callback of the space attaching is put off to the end of the step.
/// @param space The space; must outlive the flock or its cpFlockDetach().
/// @return The flock, to be freed with cpFlockFree(), or NULL (space NULL, no memory): cpFlockCreate() tells the reason.
CP_FLOCK_API cpFlock *cpFlockNew(cpSpace *space);

/// The long form of cpFlockNew().
/// @param space As for cpFlockNew().
/// @param options Options, or NULL for the defaults. Copied.
/// @param flock Receives the flock; set to NULL when the call fails.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL or CP_FLOCK_ERROR_MEMORY.
CP_FLOCK_API cpFlockStatus cpFlockCreate(cpSpace *space, const cpFlockOptions *options, cpFlock **flock);

/// Frees a flock: takes its constraint out of the space and frees what cpFlockSpawn() made. Bodies that the game added are left
/// as they are. NULL is allowed.
///
/// Free the flock before its space, or call cpFlockDetach() before the space is freed: a detached flock without spawned
/// bodies never touches the space again. Inside a callback of the space freeing is put off to the end of the step; the
/// flock must not be used after the call all the same. If the game freed every constraint of the space by itself, the
/// flock notices and does not free its own again.
CP_FLOCK_API void cpFlockFree(cpFlock *flock);

/// The space of a flock; NULL for NULL.
CP_FLOCK_API cpSpace *cpFlockGetSpace(const cpFlock *flock);

/// @}
/// @name The pre-step callback
/// @{

/// Attaches the flock to its space again. Attaching twice is allowed and does nothing.
/// @return CP_FLOCK_OK or CP_FLOCK_ERROR_NULL.
CP_FLOCK_API cpFlockStatus cpFlockAttach(cpFlock *flock);

/// Takes the flock out of the steps of its space. Members stay members and simply are not steered. Allowed at any moment.
/// @return CP_FLOCK_OK or CP_FLOCK_ERROR_NULL.
CP_FLOCK_API cpFlockStatus cpFlockDetach(cpFlock *flock);

/// Whether the flock steers inside the steps of its space. cpFalse for NULL.
CP_FLOCK_API cpBool cpFlockIsAttached(const cpFlock *flock);

/// Steers now, for games that prefer to call it themselves before each cpSpaceStep(). The flock must be detached.
///
/// Wraps, senses at the present positions, adds the forces and clamps the velocities. Forces last for one step, so
/// with sub-steps call it before each of them. Two things are weaker than when attached: the flock senses one step late, since
/// cpSpaceStep() moves bodies first, and a speed raised by a collision is only cut at the next update.
/// In a step longer than 0.1 s, attached or not, steering changes the velocity as in 0.1 s.
/// @param flock The flock.
/// @param dt Length of the coming step, s, finite and > 0.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, CP_FLOCK_ERROR_NOT_FINITE or CP_FLOCK_ERROR_RANGE (dt),
/// CP_FLOCK_ERROR_ATTACHED, CP_FLOCK_ERROR_UPDATING, CP_FLOCK_ERROR_MEMORY.
CP_FLOCK_API cpFlockStatus cpFlockUpdate(cpFlock *flock, cpFloat dt);

/// @}
/// @name Species and relations
/// @{

/// Adds a species. A new species has the relation CP_FLOCK_RELATION_FLOCK to itself and CP_FLOCK_RELATION_NONE to all others.
/// @param flock The flock.
/// @param settings Copied; see cpFlockSettings for the ranges.
/// @return A handle >= 0, or a negative cpFlockStatus: CP_FLOCK_ERROR_NULL, CP_FLOCK_ERROR_MEMORY, CP_FLOCK_ERROR_UPDATING, or what
/// cpFlockSettingsCheck() returns.
CP_FLOCK_API cpFlockSpecies cpFlockAddSpecies(cpFlock *flock, const cpFlockSettings *settings);

/// Replaces the settings of a species; they act from the next update on.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, CP_FLOCK_ERROR_SPECIES, CP_FLOCK_ERROR_UPDATING, or what cpFlockSettingsCheck() returns.
CP_FLOCK_API cpFlockStatus cpFlockSetSettings(cpFlock *flock, cpFlockSpecies species, const cpFlockSettings *settings);

/// Reads the settings of a species.
/// @param settings Receives a copy.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL or CP_FLOCK_ERROR_SPECIES.
CP_FLOCK_API cpFlockStatus cpFlockGetSettings(const cpFlock *flock, cpFlockSpecies species, cpFlockSettings *settings);

/// Number of species; 0 for NULL.
CP_FLOCK_API int cpFlockGetSpeciesCount(const cpFlock *flock);

/// How one species looks at another. Directed: A may evade B while B pursues A.
typedef enum cpFlockRelation {
	CP_FLOCK_RELATION_NONE,     ///< Does not sense it.
	CP_FLOCK_RELATION_FLOCK,    ///< Flockmates: separation, alignment and cohesion.
	CP_FLOCK_RELATION_SEPARATE, ///< Keeps its distance: separation only.
	CP_FLOCK_RELATION_EVADE,    ///< Flees: evasion.
	CP_FLOCK_RELATION_PURSUE    ///< Chases: pursuit.
} cpFlockRelation;

/// Sets how the bodies of one species look at those of another (or of their own).
/// @param flock The flock.
/// @param sensing The species that acts.
/// @param sensed The species that it looks at.
/// @param relation The relation.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, CP_FLOCK_ERROR_SPECIES, CP_FLOCK_ERROR_RANGE, CP_FLOCK_ERROR_UPDATING or
/// CP_FLOCK_ERROR_MEMORY.
CP_FLOCK_API cpFlockStatus cpFlockSetRelation(
	cpFlock *flock, cpFlockSpecies sensing, cpFlockSpecies sensed, cpFlockRelation relation);

/// The relation of one species to another; CP_FLOCK_RELATION_NONE for unknown species.
CP_FLOCK_API cpFlockRelation cpFlockGetRelation(const cpFlock *flock, cpFlockSpecies sensing, cpFlockSpecies sensed);

/// Sets the point that a species seeks (cpFlockSettings.seek) and, with CP_FLOCK_TARGET_POINT, pursues.
/// @param flock The flock.
/// @param species The species.
/// @param point World coordinates, px, finite.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, CP_FLOCK_ERROR_SPECIES or CP_FLOCK_ERROR_NOT_FINITE.
CP_FLOCK_API cpFlockStatus cpFlockSetTarget(cpFlock *flock, cpFlockSpecies species, cpVect point);

/// Takes the point of cpFlockSetTarget() away.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL or CP_FLOCK_ERROR_SPECIES.
CP_FLOCK_API cpFlockStatus cpFlockClearTarget(cpFlock *flock, cpFlockSpecies species);

/// @}
/// @name Members
/// @{

/// Adds a body of the game to a species. The flock takes nothing of it: user data, velocity and position functions, shapes,
/// filters and collision types stay the game's, and steering forces are added to the game's own. The body may join
/// before it is added to the space; it is steered once it is there. Takes effect at the next update.
/// @param flock The flock.
/// @param body A dynamic body; stays the game's. Remove it from the flock before it is freed.
/// @param species Its species.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, CP_FLOCK_ERROR_SPECIES, CP_FLOCK_ERROR_NOT_DYNAMIC, CP_FLOCK_ERROR_OTHER_SPACE,
/// CP_FLOCK_ERROR_NOT_FINITE (its position, velocity or angle), CP_FLOCK_ERROR_ALREADY_MEMBER, CP_FLOCK_ERROR_UPDATING or
/// CP_FLOCK_ERROR_MEMORY.
CP_FLOCK_API cpFlockStatus cpFlockAddBody(cpFlock *flock, cpBody *body, cpFlockSpecies species);

/// Takes a body out of the flock, at any moment; it may be freed right afterwards. A body that cpFlockSpawn() made becomes the
/// game's, together with its shape.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL or CP_FLOCK_ERROR_NOT_MEMBER.
CP_FLOCK_API cpFlockStatus cpFlockRemoveBody(cpFlock *flock, cpBody *body);

/// Whether a body is a member. Never reads the body, so a pointer to a freed body is allowed.
CP_FLOCK_API cpBool cpFlockContainsBody(const cpFlock *flock, const cpBody *body);

/// The species of a member, or CP_FLOCK_ERROR_NOT_MEMBER.
CP_FLOCK_API cpFlockSpecies cpFlockGetBodySpecies(const cpFlock *flock, const cpBody *body);

/// Number of members of one species, or of the whole flock for a negative species. 0 for unknown species.
CP_FLOCK_API int cpFlockGetBodyCount(const cpFlock *flock, cpFlockSpecies species);

/// Receives one member, see cpFlockEachBody().
typedef void (*cpFlockBodyFunc)(cpBody *body, cpFlockSpecies species, void *data);

/// Calls a function for every member in the order of joining. The function may add and remove members; those added are
/// not visited, those removed no longer.
/// @return CP_FLOCK_OK or CP_FLOCK_ERROR_NULL.
CP_FLOCK_API cpFlockStatus cpFlockEachBody(cpFlock *flock, cpFlockBodyFunc func, void *data);

/// The filter for shapes that are to pass through one another: the flock's collision group, all categories. Shapes of
/// one group never collide. The group is taken from the flock's address, so that it never meets the small numbers that games use.
CP_FLOCK_API cpShapeFilter cpFlockGetFilter(const cpFlock *flock);

/// Sets the collision group of cpFlockGetFilter() and of bodies spawned from now on.
/// @return CP_FLOCK_OK or CP_FLOCK_ERROR_NULL.
CP_FLOCK_API cpFlockStatus cpFlockSetGroup(cpFlock *flock, cpGroup group);

/// Makes a body with a circle shape of the species' bodyRadius, bodyMass and filter (in the flock's group), adds both to the space and the
/// body to the species, turned along its velocity. Inside a callback of the space it is added at the end of the step. The
/// flock owns body and shape: it frees them in cpFlockDespawn() or cpFlockFree().
/// @param flock The flock.
/// @param species The species.
/// @param position World coordinates, px, finite.
/// @param velocity px/s, finite.
/// @return The body, or NULL: unknown species, a number that is not finite, no memory. cpFlockGetLastStatus() tells which.
CP_FLOCK_API cpBody *cpFlockSpawn(cpFlock *flock, cpFlockSpecies species, cpVect position, cpVect velocity);

/// Takes a body that cpFlockSpawn() made out of flock and space and frees it with all its shapes and constraints, inside a callback at the
/// end of the step.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, or CP_FLOCK_ERROR_NOT_MEMBER (also for bodies that the game added).
CP_FLOCK_API cpFlockStatus cpFlockDespawn(cpFlock *flock, cpBody *body);

/// @}
/// @name The world
/// @{

/// The edges of the flock's world.
typedef enum cpFlockBounds {
	CP_FLOCK_BOUNDS_NONE, ///< Endless. Default.
	/// A torus: a member that leaves on one side enters on the other. Neighbors, predators and targets are seen across
	/// the seam, the short way. Bodies are moved together with their shapes in the space's index at the end of the
	/// step, so that whenever the game looks, they are inside [min, max).
	CP_FLOCK_BOUNDS_PERIODIC,
	CP_FLOCK_BOUNDS_CONTAINMENT ///< Members turn back before the edge (cpFlockSettings.containmentWeight).
} cpFlockBounds;

/// Sets the edges of the world.
/// @param flock The flock.
/// @param bounds The kind of edge.
/// @param bb The edges, px; finite, left < right, bottom < top, extents representable. Ignored for CP_FLOCK_BOUNDS_NONE.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, CP_FLOCK_ERROR_NOT_FINITE, CP_FLOCK_ERROR_RANGE or CP_FLOCK_ERROR_UPDATING.
CP_FLOCK_API cpFlockStatus cpFlockSetBounds(cpFlock *flock, cpFlockBounds bounds, cpBB bb);

/// The kind of edge; receives the edges in bb if it is not NULL (all zero for CP_FLOCK_BOUNDS_NONE).
CP_FLOCK_API cpFlockBounds cpFlockGetBounds(const cpFlock *flock, cpBB *bb);

/// The shortest way from one point to another: plain difference, or across the seam of a periodic world.
CP_FLOCK_API cpVect cpFlockDelta(const cpFlock *flock, cpVect from, cpVect to);

/// @}
/// @name Computing
/// @{

/// How the neighbor sums are computed.
typedef enum cpFlockKernel {
	/// Eight bodies at a time: positions as whole numbers, from there on single precision. Sums agree with the reference to
	/// about 1e-5. Where many bodies crowd (species of more than 1,000, cells of more than 20) clusters of them are met as one:
	/// then to about 2 % in separation and 1 % in the rest, more in shapes that clusters fit badly. Default.
	CP_FLOCK_KERNEL_FAST,
	/// Double precision, one pair at a time: the yardstick, and for reproducing other programs to the last digits.
	CP_FLOCK_KERNEL_REFERENCE
} cpFlockKernel;

/// Chooses the kernel. Results of either are the same bits on every run and instruction set.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL or CP_FLOCK_ERROR_RANGE.
CP_FLOCK_API cpFlockStatus cpFlockSetKernel(cpFlock *flock, cpFlockKernel kernel);

/// Sets the seed of all randomness of the flock. Same seed, same calls: same flight.
/// @return CP_FLOCK_OK or CP_FLOCK_ERROR_NULL.
CP_FLOCK_API cpFlockStatus cpFlockSetSeed(cpFlock *flock, uint64_t seed);

/// One piece of the flock's work, see cpFlockParallelForFunc.
typedef void (*cpFlockTaskFunc)(void *task, int index);

/// Runs a task on the threads of the game: calls func(task, index) once for every index from 0 to count - 1, on any threads and in any
/// order, and returns when the last call has returned. An index that was not run is made up for by the flock afterwards, one out of
/// range is ignored.
/// @param func What to call. It calls nothing of the game but the clock of cpFlockSetClock().
/// @param task Its first argument.
/// @param count Number of calls, > 0.
/// @param data What cpFlockSetParallelFor() was given.
typedef void (*cpFlockParallelForFunc)(cpFlockTaskFunc func, void *task, int count, void *data);

/// Lets the flock share its work among threads, or with NULL (the default) not. Results are the same bits for any number of threads.
/// Worth it from about a thousand bodies on.
/// @param flock The flock.
/// @param parallelFor The game's own parallel loop; called on the thread that steps the space, several times in each update.
/// @param data Passed to parallelFor.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL or CP_FLOCK_ERROR_UPDATING.
CP_FLOCK_API cpFlockStatus cpFlockSetParallelFor(cpFlock *flock, cpFlockParallelForFunc parallelFor, void *data);

/// The same with OpenMP's threads, for games without a job system.
/// @param flock The flock.
/// @param threads Number of threads, 1 to 256; 1 switches back to none.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, CP_FLOCK_ERROR_RANGE, CP_FLOCK_ERROR_UPDATING, or CP_FLOCK_ERROR_UNAVAILABLE: the library was
/// built without OpenMP (CMake option CHIPMUNK_FLOCK_OPENMP).
CP_FLOCK_API cpFlockStatus cpFlockSetThreads(cpFlock *flock, int threads);

/// @}
/// @name Saving and restoring
/// @{

/// Writes down what the flock itself remembers from step to step: the time and seed of its randomness, targets, the length
/// of steps that turning reckons with, and of each member its random stream and the side on which it passes an obstacle. Not
/// in it, because the game has it: the bodies' own state, the settings, relations and bounds.
/// @param flock The flock; between two steps.
/// @param buffer Receives the state; may be NULL with size 0 to ask for the size.
/// @param size Bytes at buffer.
/// @param needed Receives the number of bytes of the state, unless NULL.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, CP_FLOCK_ERROR_UPDATING, or CP_FLOCK_ERROR_RANGE: the buffer is too small, nothing
/// was written.
CP_FLOCK_API cpFlockStatus cpFlockSave(const cpFlock *flock, void *buffer, size_t size, size_t *needed);

/// Takes up a state of cpFlockSave(): with the bodies put back as they were then, the flight goes on bit for bit. The flock may be
/// another one than the saved: it must have as many species and, in the order of joining, members of the same species.
/// @param flock The flock; between two steps.
/// @param buffer The state. Copied. Its bytes are the same on every machine.
/// @param size Its size.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, CP_FLOCK_ERROR_UPDATING, CP_FLOCK_ERROR_RANGE (not a whole state, or not of this version) or
/// CP_FLOCK_ERROR_INCONSISTENT (a state of other species or members). Anything but CP_FLOCK_OK changes nothing.
CP_FLOCK_API cpFlockStatus cpFlockRestore(cpFlock *flock, const void *buffer, size_t size);

/// @}
/// @name Reading
/// @{

/// What each rule asked of one body in the last update. Accelerations, px/s^2, weights included, before #total is limited.
typedef struct cpFlockSteering {
	cpVect separation;  ///< Separation, the parting of coincident bodies included.
	cpVect alignment;   ///< Alignment.
	cpVect cohesion;    ///< Cohesion.
	cpVect evasion;     ///< Evasion.
	cpVect avoidance;   ///< Obstacle avoidance.
	cpVect pursuit;     ///< Pursuit with CP_FLOCK_DRIVE_STEER.
	cpVect seek;        ///< Seek.
	cpVect wander;      ///< Wander.
	cpVect containment; ///< Containment.
	cpVect total;       ///< The acceleration that was applied: after all limits, drag included.
	int neighbors;      ///< Bodies inside the radius of alignment or cohesion, whichever is larger; in crowds about.
	cpBool blocked;     ///< Avoidance saw an obstacle in the way, or too close.
	cpVect lookPoint;   ///< Point on the body's own path where it is blocked, or the end of the look-ahead, px.
	cpVect lookNormal;  ///< Normal of the surface there, out of the obstacle; zero if unknown.
	cpVect lookWay;     ///< Unit vector of the direction that CP_FLOCK_AVOIDANCE_SWEEP chose; zero otherwise.
	int lookSide;       ///< The side it turned to: 1 counterclockwise (with y up), -1 clockwise, 0 none.
} cpFlockSteering;

/// Switches the record for cpFlockGetSteering() on or off (the default); it costs about 250 bytes per member and some time.
/// @return CP_FLOCK_OK or CP_FLOCK_ERROR_NULL.
CP_FLOCK_API cpFlockStatus cpFlockSetRecording(cpFlock *flock, cpBool on);

/// Reads what each rule asked of a member in the last update.
/// @param steering Receives the record; unchanged unless the call succeeds.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, CP_FLOCK_ERROR_NOT_MEMBER, or CP_FLOCK_ERROR_UNAVAILABLE (recording is off, or no update since it was switched on
/// or since the body joined).
CP_FLOCK_API cpFlockStatus cpFlockGetSteering(const cpFlock *flock, const cpBody *body, cpFlockSteering *steering);

/// Counts of the last update.
typedef struct cpFlockStats {
	int members; ///< Members of the flock.
	int steered; ///< Bodies that were steered.
	int outside; ///< Members that are in no space or in another one: left alone.
	int quarantined; ///< Members with a non-finite position, velocity, angle or mass: left alone until they are finite again.
	/// Members farther from the origin than the grid reaches (2^30 cells, about 6e10 px): steered, but without neighbors.
	int lost;
	int obstacles;    ///< Shapes that were considered by obstacle avoidance.
	uint64_t updates; ///< Updates since the flock was made.
	uint64_t refused; ///< Updates that could not be made: no memory, or a step of negative length.
	size_t memory;    ///< Bytes that the flock holds from its allocator.
} cpFlockStats;

/// Reads the counts of the last update.
/// @return CP_FLOCK_OK or CP_FLOCK_ERROR_NULL.
CP_FLOCK_API cpFlockStatus cpFlockGetStats(const cpFlock *flock, cpFlockStats *stats);

/// Tells the time in seconds, from any beginning on. With cpFlockSetParallelFor() it is called on all threads at once. Must not call the
/// flock.
/// @param data What cpFlockSetClock() was given.
typedef double (*cpFlockClockFunc)(void *data);

/// Gives the flock a clock for cpFlockGetProfile(), or takes it away with NULL (the default: no time is taken).
/// @return CP_FLOCK_OK or CP_FLOCK_ERROR_NULL.
CP_FLOCK_API cpFlockStatus cpFlockSetClock(cpFlock *flock, cpFlockClockFunc clock, void *data);

/// Time spent in the stages of the last update, s. All zero without a clock.
typedef struct cpFlockProfile {
	double gather;    ///< Reading the bodies.
	double grid;      ///< Sorting them into cells.
	double obstacles; ///< Finding the shapes near and sorting them into cells.
	double neighbors; ///< Sums over neighbors.
	double rules;     ///< Separation, alignment, cohesion, evasion, pursuit and goals of the sums.
	double avoidance; ///< Looking ahead for obstacles.
	double combine;   ///< One acceleration per body, limits.
	double apply;     ///< Writing forces and velocities.
	double settle;    ///< After the solver: speed limits and headings.
} cpFlockProfile;

/// Reads the time spent in the stages of the last update.
/// @return CP_FLOCK_OK or CP_FLOCK_ERROR_NULL.
CP_FLOCK_API cpFlockStatus cpFlockGetProfile(const cpFlock *flock, cpFlockProfile *profile);

/// The status of the last call on this flock that failed, CP_FLOCK_OK if none has; CP_FLOCK_ERROR_NULL for NULL.
CP_FLOCK_API cpFlockStatus cpFlockGetLastStatus(const cpFlock *flock);

/// The message of the last call on this flock that failed, "" if none has. Valid until the next call.
CP_FLOCK_API const char *cpFlockGetLastMessage(const cpFlock *flock);

/// @}

#ifdef __cplusplus
}
#endif

#endif
