/* SPDX-License-Identifier: MIT
 * chipmunk_flock: the settings of a species, its rules and the presets. */
#ifndef CP_FLOCK_SETTINGS_H
#define CP_FLOCK_SETTINGS_H

#include <stdint.h>

#include "chipmunk_flock/cpFlockTypes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @file
/// @brief What a species senses, wants and may do: cpFlockSettings, its defaults and the presets.
///
/// Units everywhere: the game's length unit (called px), seconds, radians, and the game's mass unit. Rule weights are
/// accelerations unless the response says otherwise; they are multiplied by the mass of the body when applied, so
/// that bodies of any mass steer alike.

/// Value of a speed, force or radius that is to have no limit. Finite on purpose: every setting must be finite and no larger
/// than this.
#define CP_FLOCK_UNLIMITED ((cpFloat)1e30)

/// How the raw vector of a rule becomes an acceleration.
///
/// The raw vectors are, over the neighbors j of body i inside the rule's radius:
/// separation sum((p_i - p_j) / d^2) in 1/px, alignment mean(v_j) in px/s (LINEAR: mean(v_j) - v_i), cohesion
/// mean(p_j) - p_i in px, evasion sum(unit(p_i - p_j) * (1 - d / radius)) without unit (p_j foreseen by evasionPrediction in
/// the direction, not in d), pursuit and seek
/// (target - p_i) in px.
typedef enum cpFlockResponse {
	/// weight * unit(raw). Weight in px/s^2. A raw vector of zero gives zero.
	CP_FLOCK_DIRECTION,
	/// weight * limit(steerRate * (maxSpeed * unit(raw) - v), maxSteer). Weight is a plain factor. A raw vector of
	/// zero gives zero. Source: Reynolds, "Steering Behaviors For Autonomous Characters", 1999.
	CP_FLOCK_STEER,
	/// weight * raw. An alignment whose weight times the step is near 1 or more overshoots: 60 1/s at 60 steps/s is
	/// far too much. The unit of the weight is px/s^2 divided by the unit of raw: separation px^2/s^2, alignment
	/// 1/s, cohesion 1/s^2, evasion px/s^2, pursuit and seek 1/s^2.
	CP_FLOCK_LINEAR
} cpFlockResponse;

/// One steering rule. A weight of 0 switches the rule off; a negative weight reverses it.
typedef struct cpFlockRule {
	/// Radius of the rule in px, 0 to CP_FLOCK_UNLIMITED. A neighbor counts when its distance is strictly below. 0 switches the rule off.
	cpFloat radius;
	/// Weight, up to CP_FLOCK_UNLIMITED either way; the unit depends on #response.
	cpFloat weight;
	/// How the raw vector becomes an acceleration.
	cpFlockResponse response;
} cpFlockRule;

/// What happens between two bodies of the flock at the same point (no farther apart than cpFlockSettings.minDistance).
typedef enum cpFlockCoincidence {
	/// They are pushed apart along directions fixed by the order in which they joined, with the strength of a
	/// separation at the body radius. Default.
	CP_FLOCK_COINCIDENCE_PART,
	/// They do not sense each other.
	CP_FLOCK_COINCIDENCE_IGNORE,
	/// They count as neighbors for alignment and cohesion and do not separate.
	CP_FLOCK_COINCIDENCE_COUNT
} cpFlockCoincidence;

/// Whom a pursuing species goes after.
typedef enum cpFlockTarget {
	CP_FLOCK_TARGET_NEAREST,  ///< The nearest body of the species that it pursues. Ties: the one that joined first.
	CP_FLOCK_TARGET_CENTROID, ///< The mean position of the pursued bodies inside the pursuit radius.
	/// The point of cpFlockSetTarget(), needs no relation; nothing while no point is set. With CP_FLOCK_DRIVE_STEER and a
	/// minSpeed of 0 the body arrives: it slows down before the point and stops there.
	CP_FLOCK_TARGET_POINT
} cpFlockTarget;

/// How a pursuing species moves after its target.
typedef enum cpFlockDrive {
	/// The pursuit rule's response gives an acceleration.
	CP_FLOCK_DRIVE_STEER,
	/// The velocity is set to chaseSpeed toward the target before the step integrates it (on top of the target: to
	/// zero). This is the one place where the flock sets a velocity that no limit asked for. A body without a
	/// target keeps its velocity.
	CP_FLOCK_DRIVE_VELOCITY
} cpFlockDrive;

/// When the speed limits act.
typedef enum cpFlockSpeedLimit {
	/// They hold for the velocity that moves the body: after integration, after the solver, whatever a collision or
	/// the game's own forces did. Default.
	CP_FLOCK_SPEED_LIMIT_AFTER,
	/// The velocity is clamped before the forces of the step are integrated, so that a body may move faster. For
	/// reproducing programs that clamp in a before-update handler.
	CP_FLOCK_SPEED_LIMIT_BEFORE
} cpFlockSpeedLimit;

/// How the body turns toward its direction of motion.
typedef enum cpFlockHeading {
	CP_FLOCK_HEADING_NONE, ///< Angle and spin are left to the game and the solver.
	/// The spin is set after the solver so that the next step turns the body into its direction of motion, the short way
	/// round and at most at maxTurnRate; never by more than half a turn. A collision's spin is replaced. Default.
	CP_FLOCK_HEADING_SPIN,
	/// The angle is set from the velocity before the step integrates it, so that it is one step late; the spin is left
	/// alone. For reproducing programs that set the angle in a before-update handler.
	CP_FLOCK_HEADING_ANGLE
} cpFlockHeading;

/// Wandering: a sideways push that varies smoothly in time and space, so that neighbors are pushed alike and a flock
/// turns as one. Value noise of unit amplitude; deterministic for a given seed (cpFlockSetSeed()).
typedef struct cpFlockWander {
	cpFloat weight; ///< Largest sideways acceleration, px/s^2, >= 0. 0 switches wandering off. Default 0.
	cpFloat period; ///< Time between independent values of the noise, s, > 0. Default 2.
	/// Distance between independent values of the noise, px, >= 0. 0: every body wanders for itself. On a
	/// periodic world it is adapted so that a whole number of values fits the world. Default 0.
	cpFloat scale;
} cpFlockWander;

/// How a species avoids obstacles. An obstacle is any solid (not sensor) shape of the space, of whatever kind and body, that
/// cpFlockSettings.filter would collide with and that does not belong to a member of the flock.
typedef enum cpFlockAvoidanceMode {
	/// A ray as wide as the body (bodyRadius + clearance) is swept along the velocity relative to each obstacle near, so that
	/// one that comes from the side or from behind is seen too. Where it hits, the nearest free direction is looked for on both
	/// sides, the side taken before first, and steered for; a body that is closer than the clearance is pushed out along
	/// the surface's normal. Until a ray a quarter wider is free as well, no other rule may steer back toward what was
	/// avoided, so that a goal behind it does not make the body dither along the rim. Default.
	CP_FLOCK_AVOIDANCE_SWEEP,
	/// A thin ray of length lookAhead along the body's own velocity; the nearest hit pushes away from the center of the
	/// body that was hit, with weight * (1 - distance / lookAhead). For reproducing programs that do so.
	CP_FLOCK_AVOIDANCE_CENTER,
	/// No ray: the nearest surface within lookAhead pushes along its normal with weight * (1 - distance / lookAhead), and
	/// with the full weight from inside. Cheapest; a body alongside a wall drifts off it.
	CP_FLOCK_AVOIDANCE_FIELD
} cpFlockAvoidanceMode;

/// Obstacle avoidance of a species.
///
/// On a periodic world obstacles are seen over the seam, up to one world away, if seesOverSeam is set. A shape itself exists
/// only once: one that lies across the seam has to be made twice, or bodies run into what is not there for the solver. A
/// static shape that the game moves must be reindexed by the game, as for any query of Chipmunk. Honest limits: of more
/// than 24 obstacles in sight of one body the 24 most in its way are considered when a free direction is looked for, and
/// one that comes from outside of the flock's surroundings at more than 1000 px/s may be seen late.
typedef struct cpFlockAvoidance {
	/// Largest acceleration of avoidance, px/s^2, >= 0. 0 switches avoidance off. Default 0.
	cpFloat weight;
	cpFlockAvoidanceMode mode; ///< Default CP_FLOCK_AVOIDANCE_SWEEP.
	cpFloat lookAhead;         ///< Distance to look ahead, px, >= 0. Default 20.
	/// Time to look ahead, s, >= 0; CP_FLOCK_AVOIDANCE_SWEEP looks lookAhead + speed * lookAheadTime far, with the speed relative
	/// to the obstacle. Default 0.8.
	cpFloat lookAheadTime;
	cpFloat clearance; ///< Distance to keep between the body's rim and a surface, px, >= 0. Default 4.
} cpFlockAvoidance;

/// How the rules' accelerations become one.
typedef enum cpFlockCombine {
	CP_FLOCK_COMBINE_SUM, ///< Weighted sum, limited to maxForce. Default.
	/// In a fixed order each rule takes what it wants of the budget maxForce until nothing is left: avoidance, evasion,
	/// separation, alignment, cohesion, then the goals (pursuit, seek, wander). So avoidance overrides cohesion in fact.
	/// Source: Reynolds 1987, "prioritized acceleration allocation".
	CP_FLOCK_COMBINE_PRIORITY
} cpFlockCombine;

/// A complete description of a species. Start from cpFlockSettingsDefault() or a preset and change what you like; a
/// struct that was not made by one of these functions is refused. Copied by cpFlockAddSpecies() and cpFlockSetSettings().
typedef struct cpFlockSettings {
	/// Private: proves that the struct was initialised.
	uint32_t cookie;

	/// @name Flocking: relations FLOCK (all three rules) and SEPARATE (the first)
	/// @{
	/// Steer away from neighbors: the raw vector is the sum of a push from each. Default 24 px, LINEAR 3000 px^2/s^2.
	cpFlockRule separation;
	/// How separation ends: cpTrue: the push of a neighbor at distance d is 1/d - d/r^2, which falls to zero at the radius r;
	/// cpFalse: 1/d up to the radius and nothing beyond, as the source programs have it, whose presets keep to that. Default cpTrue.
	cpBool separationFades;
	cpFlockRule alignment; ///< Steer toward the mean velocity of the neighbors. Default 60 px, LINEAR 2 1/s.
	cpFlockRule cohesion;  ///< Steer toward the mean position of the neighbors. Default 60 px, LINEAR 1.5 1/s^2.
	/// Full angle of view round the direction of motion in which neighbors are sensed by the three rules, radians, in
	/// (0, 2 pi]. A body at rest looks along its angle. Evasion and pursuit look all round. Default 2 pi.
	cpFloat fieldOfView;
	/// Whether the bodies see over the seam of a periodic world, the short way. cpFalse is for reproducing programs that wrap
	/// positions only. Default cpTrue.
	cpBool seesOverSeam;
	/// Bodies no farther apart than this are at the same point, px, >= 0. Default 0.
	cpFloat minDistance;
	cpFlockCoincidence coincidence; ///< What bodies at the same point do. Default CP_FLOCK_COINCIDENCE_PART.
	/// @}

	/// @name Predators and prey: relations EVADE and PURSUE
	/// @{
	/// Flee from every body of the evaded species; between threats that cancel out in a direction of the body's own. Default
	/// 150 px, LINEAR 600 px/s^2.
	cpFlockRule evasion;
	/// Flee from where a threat will be at its closest approach within this time, if both keep their velocities: s, >= 0.
	/// A bird that a hawk flies at then slips aside instead of fleeing straight ahead of it. Default 0: flee from where it
	/// is. Source: Reynolds 1999, "evasion".
	cpFloat evasionPrediction;
	/// Chase the pursued species. Prey beyond the radius is not noticed; CP_FLOCK_UNLIMITED is allowed. Default
	/// unlimited, DIRECTION 240 px/s^2.
	cpFlockRule pursuit;
	cpFlockTarget target; ///< Whom to chase. Default CP_FLOCK_TARGET_NEAREST.
	cpFlockDrive drive;   ///< How to chase. Default CP_FLOCK_DRIVE_STEER.
	/// Speed of the chase with CP_FLOCK_DRIVE_VELOCITY, px/s, >= 0. Default 120.
	cpFloat chaseSpeed;
	/// Aim where the nearest target will be after this time, but no longer than it takes to get there at maxSpeed: s,
	/// >= 0. Default 0: aim at where it is. Source: Reynolds 1999, "pursuit".
	cpFloat prediction;
	/// @}

	/// @name Goals
	/// @{

	/// Go to the point of cpFlockSetTarget(). Inside the radius the pull falls linearly to zero (arrival), and a
	/// STEER response slows down; radius 0: full pull up to the point. Default weight 0.
	cpFlockRule seek;
	cpFlockWander wander; ///< Wandering. Default off.
	/// Distance from the edge of CP_FLOCK_BOUNDS_CONTAINMENT at which a body begins to turn back, px, >= 0. Default 60.
	cpFloat containmentMargin;
	/// Inward acceleration at the edge, px/s^2, >= 0; it grows linearly from the margin on and is raised where that
	/// is needed to stop a body before the edge. It comes on top of maxForce, and what other rules steer over the edge
	/// meanwhile is left out. 0: this species ignores the edge. Default 360.
	cpFloat containmentWeight;
	/// @}

	/// @name Obstacles
	/// @{
	cpFlockAvoidance avoidance; ///< Obstacle avoidance. Default off.
	/// What the bodies collide with and avoid: the filter of shapes made by cpFlockSpawn(), where CP_NO_GROUP is replaced by
	/// the flock's group, and what counts as an obstacle. Give it the filter of your own bodies' shapes. Default
	/// CP_SHAPE_FILTER_ALL.
	cpShapeFilter filter;
	/// @}

	/// @name Limits
	/// @{
	cpFlockCombine combine; ///< How the rules share maxForce. Default CP_FLOCK_COMBINE_SUM.
	/// How fast a STEER response makes up the difference to the velocity it wants, 1/s, > 0. Programs that add the
	/// difference once per frame of 1/60 s have 60. Default 6.
	cpFloat steerRate;
	cpFloat maxSteer; ///< Limit of each rule with a STEER response before its weight, px/s^2, >= 0. Default 240.
	cpFloat maxForce; ///< Limit of the sum of all rules, px/s^2, >= 0. Default 480. CP_FLOCK_UNLIMITED is allowed.
	cpFloat minSpeed; ///< Lower limit of the speed, px/s, >= 0 and <= maxSpeed; 0 lets a flock come to rest. Default 0.
	cpFloat maxSpeed; ///< Upper limit of the speed, px/s, > 0. Default 120. CP_FLOCK_UNLIMITED is allowed.
	cpFlockSpeedLimit speedLimit; ///< When the speed limits act. Default CP_FLOCK_SPEED_LIMIT_AFTER.
	/// Limit of the turning of the velocity by steering and of the body by CP_FLOCK_HEADING_SPIN, rad/s, > 0. A body that
	/// stands still may start in any direction. Default CP_FLOCK_UNLIMITED.
	cpFloat maxTurnRate;
	/// Share of the velocity that the body keeps per second, in (0, 1], as cpSpaceSetDamping() has it for a whole
	/// space; the two multiply. Matter.js' frictionAir f is pow(1 - f, 60). Default 1.
	cpFloat damping;
	/// @}

	/// @name Heading
	/// @{
	cpFlockHeading heading; ///< How the body turns. Default CP_FLOCK_HEADING_SPIN.
	/// Below this speed the body keeps its angle, px/s, >= 0. Default 1.
	cpFloat headingMinSpeed;
	/// @}

	/// @name Bodies made by cpFlockSpawn()
	/// @{
	cpFloat bodyRadius; ///< Radius of the circle shape, px, > 0. Default 5.
	cpFloat bodyMass;   ///< Mass, > 0. Default 1.
						/// @}
} cpFlockSettings;

/// A sane species that flocks: every field has the default named above.
CP_FLOCK_API cpFlockSettings cpFlockSettingsDefault(void);

/// Birds that flock, wheel and open before a hawk: 90 to 170 px/s at a body radius of 5 px.
CP_FLOCK_API cpFlockSettings cpFlockSettingsBird(void);

/// A hawk for cpFlockSettingsBird(): faster than a cruising bird, slower than a fleeing one, and wide in its turns. Relations to set: bird EVADE hawk, hawk
/// PURSUE bird.
CP_FLOCK_API cpFlockSettings cpFlockSettingsHawk(void);

/// The bird of the Matter.js article "Bird Flocking with Predators", its arithmetic as written: all sums normalised
/// (DIRECTION), the speed clamped to 4 px/step before integration, so that the bodies move faster, the angle one step late,
/// frictionAir 0.02, coincident bodies blind to each other. Converted at 60 steps/s with v_C = 60 v_M and a_C = 1e6 F_M / m, where m =
/// 0.07346939 is the mass of Matter's 10-sided circle of radius 5.
CP_FLOCK_API cpFlockSettings cpFlockSettingsMatterBird(void);

/// The predator of the same article: velocity set to 2.5 px/step = 150 px/s toward the nearest bird, frictionAir 0.01
/// (Matter's default), no rules of its own, mass 0.688846648 (16-sided circle of radius 15).
CP_FLOCK_API cpFlockSettings cpFlockSettingsMatterPredator(void);

/// Fish that school and swim round obstacles: 30 to 110 px/s at a body radius of 4 px, avoidance first. Give their shapes and
/// the obstacles filters of your own, or keep the default: everything but the flock is avoided.
CP_FLOCK_API cpFlockSettings cpFlockSettingsSardine(void);

/// A shark for cpFlockSettingsSardine(): it avoids obstacles too. Relations to set: sardine EVADE shark, shark PURSUE sardine.
CP_FLOCK_API cpFlockSettings cpFlockSettingsShark(void);

/// The fish of the Matter.js article "Fish Schooling and Obstacle Avoidance": cohesion alone, of constant size (DIRECTION,
/// 0.0003 within 100 px), a thin ray of 60 px that pushes away from the obstacle's center with at most 0.002, frictionAir
/// 0.05, no limit of force or speed, so that a school collapses and swings through its center; coincident fish count as
/// neighbors; category 2, mask 1. Mass 0.10579758 (10-sided circle of radius 6).
CP_FLOCK_API cpFlockSettings cpFlockSettingsMatterFish(void);

/// The boid of the p5.js snippet "Boid: three rules": STEER responses of at most 0.08 px/frame^2 = 288 px/s^2, separation
/// within 24 px times 1.5, the sum limited to 0.2 px/frame^2 = 720 px/s^2, speed to 2.3 px/frame = 138 px/s. It wraps on its
/// canvas of 640 x 420 but does not see over the seam. Converted at 60 frames/s: v_C = 60 v, a_C = 3600 f.
CP_FLOCK_API cpFlockSettings cpFlockSettingsP5Boid(void);

/// The agent of the WebGPU shader "Boids Flocking Simulation" on a torus of worldSize x worldSize px: view radius 0.12 and
/// protected radius 0.025 of the world, LINEAR responses, speed between 0.06 and 0.18 of the world per second. Its changes
/// of velocity per frame become accelerations at 60 frames/s: separation 0.048 S^2, alignment 0.024, cohesion 0.012.
/// @param worldSize S, px, > 0; a value that is not positive and finite gives settings that are refused.
CP_FLOCK_API cpFlockSettings cpFlockSettingsWebGpuBoid(cpFloat worldSize);

/// The state in which that shader starts its agents: positions, headings and speeds from a hash of the agent's number.
/// @param agent Number of the agent, from 0 on; the shader has 64.
/// @param worldSize S, px.
/// @param position Receives the position in [0, S], px, unless NULL.
/// @param velocity Receives the velocity, 0.12 S to 0.2 S px/s, unless NULL.
CP_FLOCK_API void cpFlockWebGpuStart(uint32_t agent, cpFloat worldSize, cpVect *position, cpVect *velocity);

/// Checks settings as cpFlockAddSpecies() does.
/// @param settings The settings, not NULL.
/// @param field If not NULL, receives the name of the first offending field (a string constant) or NULL.
/// @return CP_FLOCK_OK, CP_FLOCK_ERROR_NULL, CP_FLOCK_ERROR_UNINITIALIZED, CP_FLOCK_ERROR_NOT_FINITE,
/// CP_FLOCK_ERROR_RANGE or CP_FLOCK_ERROR_INCONSISTENT (minSpeed above maxSpeed).
CP_FLOCK_API cpFlockStatus cpFlockSettingsCheck(const cpFlockSettings *settings, const char **field);

#ifdef __cplusplus
}
#endif

#endif
