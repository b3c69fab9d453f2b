/* SPDX-License-Identifier: MIT */
#include "reef.h"

#include <stdlib.h>

#include "../random.h"

static const cpFloat tileWidth = 1280.0, tileHeight = 720.0;

/// The walls are outside of what is shown, thick enough that nothing gets through.
static const cpFloat wallRadius = 60.0;

static const cpFloat crateSize = 54.0;
static const cpVect crateHome = {1010.0, 570.0};

static const flockSolidLook rockLook = {{56, 84, 92}, {98, 132, 136}};
static const flockSolidLook logLook = {{118, 98, 80}, {166, 142, 116}};
static const flockSolidLook buoyLook = {{150, 96, 92}, {206, 150, 138}};
static const flockSolidLook crateLook = {{164, 124, 82}, {216, 178, 128}};

typedef struct rockPlan {
	cpFloat x, y, radius;
} rockPlan;

static const rockPlan rockPlans[] = {
	{60.0, 668.0, 130.0},
	{196.0, 712.0, 70.0},
	{1224.0, 690.0, 120.0},
	{1092.0, 716.0, 60.0},
	{1262.0, 40.0, 90.0},
	{420.0, 250.0, 52.0},
	{856.0, 452.0, 64.0},
	{520.0, 560.0, 40.0},
	{760.0, 118.0, 34.0},
};

/// A body that moves to and fro: a sine along either axis.
typedef struct moverPlan {
	cpVect center, amplitude;
	cpFloat periodX, periodY; ///< s.
	cpFloat spin;             ///< rad/s.
	cpFloat radius;
	cpFloat length; ///< Of a log; 0 for a buoy.
	const flockSolidLook *look;
} moverPlan;

static const moverPlan moverPlans[] = {
	{{668.0, 300.0}, {150.0, 0.0}, 13.0, 13.0, 0.0, 22.0, 0.0, &buoyLook},    // patrols
	{{690.0, 520.0}, {0.0, 110.0}, 17.0, 11.0, 0.0, 17.0, 0.0, &buoyLook},    // patrols
	{{1010.0, 230.0}, {90.0, 60.0}, 61.0, 43.0, 0.21, 10.0, 104.0, &logLook}, // drifts
	{{250.0, 470.0}, {70.0, 40.0}, 53.0, 37.0, -0.17, 9.0, 84.0, &logLook},   // drifts
};

enum {
	ROCKS = sizeof(rockPlans) / sizeof(rockPlans[0]),
	MOVERS = sizeof(moverPlans) / sizeof(moverPlans[0]),
	ROCK_CORNERS = 9
};

typedef struct mover {
	cpBody *body;
	const moverPlan *plan;
	int tile;
} mover;

struct flockReef {
	cpSpace *space;
	int tiles;
	cpBody **crates; ///< One per tile.
	mover *movers;
	cpBody *hand; ///< Moves with the pointer.
	cpConstraint *grip;
};

/* ---------------------------------------------------------------- making */

static void AddShape(flockReef *reef, cpShape *shape, const flockSolidLook *look) {
	cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, FLOCK_REEF_CATEGORY, CP_ALL_CATEGORIES));
	cpShapeSetCollisionType(shape, FLOCK_REEF_COLLISION_TYPE);
	cpShapeSetFriction(shape, 0.4);
	cpShapeSetElasticity(shape, 0.2);
	cpShapeSetUserData(shape, (cpDataPointer)(uintptr_t)look);
	cpSpaceAddShape(reef->space, shape);
}

static void AddWalls(flockReef *reef) {
	cpBody *ground = cpSpaceGetStaticBody(reef->space);
	cpBB box = flockReefBounds(reef);
	cpFloat r = wallRadius;
	const cpVect corners[4] = {
		{box.l - r, box.b - r}, {box.r + r, box.b - r}, {box.r + r, box.t + r}, {box.l - r, box.t + r}};
	for(int i = 0; i < 4; i++) AddShape(reef, cpSegmentShapeNew(ground, corners[i], corners[(i + 1) % 4], r), NULL);
}

/// Where a place of the plans is on a tile. Every other one is mirrored, so that neighbors do not look alike.
static cpVect OnTile(const flockReef *reef, int tile, cpVect place) {
	int column = tile % reef->tiles, row = tile / reef->tiles;
	cpFloat x = column % 2 == 0 ? place.x : tileWidth - place.x, y = row % 2 == 0 ? place.y : tileHeight - place.y;
	return cpv(tileWidth * (cpFloat)column + x, tileHeight * (cpFloat)row + y);
}

/// A round stone with some flat sides.
static void AddRock(flockReef *reef, const rockPlan *plan, int tile, uint64_t *random) {
	cpVect center = OnTile(reef, tile, cpv(plan->x, plan->y)), corners[ROCK_CORNERS];
	cpFloat rounding = (cpFloat)0.5 * plan->radius, stretch = RandomBetween(random, 0.82, 1.0);
	cpVect axis = cpvforangle(RandomBetween(random, 0.0, CP_PI));
	for(int i = 0; i < ROCK_CORNERS; i++) {
		cpFloat angle = (cpFloat)(2.0 * CP_PI) * ((cpFloat)i + RandomBetween(random, -0.3, 0.3)) / ROCK_CORNERS;
		cpVect corner = cpvmult(cpvforangle(angle), (plan->radius - rounding) * RandomBetween(random, 0.88, 1.0));
		corner.y *= stretch;
		corners[i] = cpvadd(center, cpvrotate(corner, axis));
	}
	cpBody *ground = cpSpaceGetStaticBody(reef->space);
	AddShape(reef, cpPolyShapeNew(ground, ROCK_CORNERS, corners, cpTransformIdentity, rounding), &rockLook);
}

static cpVect PlaceOf(const flockReef *reef, const mover *m, cpFloat time) {
	const moverPlan *plan = m->plan;
	const cpFloat turn = (cpFloat)(2.0 * CP_PI), shift = (cpFloat)0.38 * (cpFloat)m->tile; // no two tiles alike
	cpFloat x = plan->amplitude.x * cpfsin(turn * (time / plan->periodX + shift));
	cpFloat y = plan->amplitude.y * cpfsin(turn * (time / plan->periodY + shift));
	return OnTile(reef, m->tile, cpvadd(plan->center, cpv(x, y)));
}

static void AddMover(flockReef *reef, mover *m, const moverPlan *plan, int tile) {
	cpVect half = cpv((cpFloat)0.5 * plan->length, 0.0);
	m->plan = plan;
	m->tile = tile;
	m->body = cpSpaceAddBody(reef->space, cpBodyNewKinematic());
	cpBodySetPosition(m->body, PlaceOf(reef, m, 0.0));
	cpBodySetAngularVelocity(m->body, plan->spin);
	AddShape(reef,
		plan->length > 0.0 ? cpSegmentShapeNew(m->body, cpvneg(half), half, plan->radius)
						   : cpCircleShapeNew(m->body, plan->radius, cpvzero),
		plan->look);
}

/// Water: what is not pulled soon stops, and nothing gets fast.
static void MoveInWater(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
	const cpFloat keptPerSecond = 0.2, fastest = 500.0;
	cpBodyUpdateVelocity(body, gravity, damping * cpfpow(keptPerSecond, dt), dt);
	cpBodySetVelocity(body, cpvclamp(cpBodyGetVelocity(body), fastest));
}

static cpBody *AddCrate(flockReef *reef, int tile) {
	const cpFloat mass = 12.0, rounding = 3.0, side = crateSize - 2.0 * rounding;
	cpBody *crate = cpSpaceAddBody(reef->space, cpBodyNew(mass, cpMomentForBox(mass, crateSize, crateSize)));
	cpBodySetPosition(crate, OnTile(reef, tile, crateHome));
	cpBodySetAngle(crate, 0.3);
	cpBodySetVelocityUpdateFunc(crate, MoveInWater);
	AddShape(reef, cpBoxShapeNew(crate, side, side, rounding), &crateLook);
	return crate;
}

static void AddTile(flockReef *reef, int tile, uint64_t *random) {
	for(int i = 0; i < ROCKS; i++) AddRock(reef, &rockPlans[i], tile, random);
	for(int i = 0; i < MOVERS; i++) AddMover(reef, &reef->movers[tile * MOVERS + i], &moverPlans[i], tile);
	reef->crates[tile] = AddCrate(reef, tile);
}

flockReef *flockReefNew(cpSpace *space, int tiles) {
	flockReef *reef = calloc(1, sizeof(*reef));
	if(!reef) return NULL;
	int count = tiles * tiles;
	reef->space = space;
	reef->tiles = tiles;
	reef->crates = calloc((size_t)count, sizeof(*reef->crates));
	reef->movers = calloc((size_t)count * MOVERS, sizeof(*reef->movers));
	reef->hand = cpBodyNewKinematic();
	if(!reef->crates || !reef->movers || !reef->hand) {
		flockReefFree(reef);
		return NULL;
	}
	uint64_t random = 20;
	AddWalls(reef);
	for(int i = 0; i < count; i++) AddTile(reef, i, &random);
	return reef;
}

static void LetGo(flockReef *reef) {
	if(!reef->grip) return;
	cpSpaceRemoveConstraint(reef->space, reef->grip);
	cpConstraintFree(reef->grip);
	reef->grip = NULL;
}

void flockReefFree(flockReef *reef) {
	if(!reef) return;
	LetGo(reef);
	if(reef->hand) cpBodyFree(reef->hand);
	free(reef->crates);
	free(reef->movers);
	free(reef);
}

/* ---------------------------------------------------------------- asking */

cpBB flockReefBounds(const flockReef *reef) {
	return cpBBNew(0.0, 0.0, tileWidth * (cpFloat)reef->tiles, tileHeight * (cpFloat)reef->tiles);
}

static const cpShapeFilter reefFilter = {CP_NO_GROUP, CP_ALL_CATEGORIES, FLOCK_REEF_CATEGORY};

cpBool flockReefIsFree(const flockReef *reef, cpVect position, cpFloat radius) {
	return cpSpacePointQueryNearest(reef->space, position, radius, reefFilter, NULL) == NULL;
}

/* ---------------------------------------------------------------- moving */

void flockReefMove(flockReef *reef, cpFloat time, cpFloat dt) {
	int tiles = reef->tiles * reef->tiles;
	for(int i = 0; i < tiles * MOVERS; i++) {
		mover *m = &reef->movers[i];
		cpVect way = cpvsub(PlaceOf(reef, m, time), cpBodyGetPosition(m->body));
		cpBodySetVelocity(m->body, cpvmult(way, (cpFloat)1.0 / dt));
	}
	for(int i = 0; i < tiles; i++) {
		// Squeezed out of the basin.
		if(cpBBContainsVect(flockReefBounds(reef), cpBodyGetPosition(reef->crates[i]))) continue;
		cpBodySetPosition(reef->crates[i], OnTile(reef, i, crateHome));
		cpBodySetVelocity(reef->crates[i], cpvzero);
	}
}

static void TakeHold(flockReef *reef, cpVect position) {
	const cpFloat reach = 5.0, strength = 60000.0;
	cpPointQueryInfo info;
	cpShape *shape = cpSpacePointQueryNearest(reef->space, position, reach, reefFilter, &info);
	if(!shape || cpBodyGetType(cpShapeGetBody(shape)) != CP_BODY_TYPE_DYNAMIC) return;
	cpBody *body = cpShapeGetBody(shape);
	cpVect anchor = info.distance > 0.0 ? info.point : position;
	cpBodySetPosition(reef->hand, position);
	reef->grip = cpPivotJointNew2(reef->hand, body, cpvzero, cpBodyWorldToLocal(body, anchor));
	if(!reef->grip) return;
	cpConstraintSetMaxForce(reef->grip, strength);
	cpConstraintSetErrorBias(reef->grip, cpfpow((cpFloat)0.85, 60.0));
	cpSpaceAddConstraint(reef->space, reef->grip);
}

void flockReefDrag(flockReef *reef, flockPointer pointer) {
	if(!pointer.known || !pointer.pressed) {
		LetGo(reef);
	} else if(reef->grip) {
		cpBodySetPosition(reef->hand, pointer.position);
	} else {
		TakeHold(reef, pointer.position);
	}
}

/* ---------------------------------------------------------------- drawing */

static void DrawPlanks(cpBody *crate, const cpSpaceDebugDrawOptions *pen) {
	const cpSpaceDebugColor groove = {0.30f, 0.20f, 0.11f, 0.55f};
	const cpFloat edge = (cpFloat)0.36 * crateSize, plank = (cpFloat)0.12 * crateSize;
	const cpVect lines[][2] = {
		{{-edge, -edge}, {edge, -edge}},
		{{edge, -edge}, {edge, edge}},
		{{edge, edge}, {-edge, edge}},
		{{-edge, edge}, {-edge, -edge}},
		{{-edge, -plank}, {edge, -plank}},
		{{-edge, plank}, {edge, plank}},
	};
	for(size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		cpVect a = cpBodyLocalToWorld(crate, lines[i][0]), b = cpBodyLocalToWorld(crate, lines[i][1]);
		pen->drawSegment(a, b, groove, pen->data);
	}
}

void flockReefDraw(const flockReef *reef, const cpSpaceDebugDrawOptions *pen) {
	for(int i = 0; i < reef->tiles * reef->tiles; i++) DrawPlanks(reef->crates[i], pen);
}
