/* SPDX-License-Identifier: MIT */
#include "harness.h"

#include <stdlib.h>

static const char *place = "";
static int failures;

static void Fail(const char *what) {
	fprintf(stderr, "%s: %s\n", place, what);
	failures++;
}

static void Populate(Game *game) {
	for(int i = 0; i < GAME_BODIES; i++) {
		cpBody *body = cpSpaceAddBody(game->space, cpBodyNew(1, cpMomentForCircle(1, 0, 5, cpvzero)));
		cpShape *shape = cpSpaceAddShape(game->space, cpCircleShapeNew(body, 5, cpvzero));
		cpShapeSetFilter(shape, cpShapeFilterNew(1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
		cpBodySetPosition(body, cpv(30 * (i % 10), 30 * (i / 10)));
		cpBodySetVelocity(body, cpvmult(cpvforangle((cpFloat)i), 80));
		game->bodies[i] = body;
	}
	game->player = cpSpaceAddBody(game->space, cpBodyNew(10, cpMomentForBox(10, 30, 30)));
	cpSpaceAddShape(game->space, cpBoxShapeNew(game->player, 30, 30, 0));
	cpBodySetPosition(game->player, cpv(600, 100));
}

static void AddFlock(Game *game) {
	cpFlockSettings birds = cpFlockSettingsBird(), hawks = cpFlockSettingsHawk();
	game->flock = cpFlockNew(game->space);
	game->bird = cpFlockAddSpecies(game->flock, &birds);
	game->hawk = cpFlockAddSpecies(game->flock, &hawks);
	for(int i = 0; i < GAME_BODIES; i++) cpFlockAddBody(game->flock, game->bodies[i], game->bird);
}

void gameRun(const char *where, void (*block)(Game *game), int withFlock) {
	Game game = {cpSpaceNew(), {NULL}, NULL, NULL, -1, -1};
	place = where;
	Populate(&game);
	if(withFlock) AddFlock(&game);
	block(&game);
	printf("ok %s\n", where);
}

static void CheckFinite(cpBody *body, void *data) {
	cpVect p = cpBodyGetPosition(body), v = cpBodyGetVelocity(body);
	(void)data;
	if(!(fabs((double)(p.x + p.y + v.x + v.y)) < 1e9)) Fail("a body is not finite");
}

static void FreeShape(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	(void)data;
	cpSpaceRemoveShape(cpShapeGetSpace(shape), shape);
	cpShapeFree(shape);
}

static void NoteBody(cpBody *body, void *data) {
	*(cpBody **)data = body;
}

static void FreeSpace(cpSpace *space) {
	cpBodyEachShape(cpSpaceGetStaticBody(space), FreeShape, NULL);
	for(;;) {
		cpBody *body = NULL;
		cpSpaceEachBody(space, NoteBody, &body);
		if(!body) break;
		cpBodyEachShape(body, FreeShape, NULL);
		cpSpaceRemoveBody(space, body);
		cpBodyFree(body);
	}
	cpSpaceFree(space);
}

void gameFinish(Game *game, cpFlock *flock, int refused) {
	cpSpace *space = flock ? cpFlockGetSpace(flock) : game->space;
	if(flock && (cpFlockGetLastStatus(flock) != CP_FLOCK_OK) != (refused != 0)) {
		Fail(refused ? "nothing was refused" : cpFlockGetLastMessage(flock));
	}
	for(int step = 0; step < 60; step++) cpSpaceStep(space, (cpFloat)1 / 60);
	cpSpaceEachBody(space, CheckFinite, NULL);
	if(flock) cpFlockFree(flock);
	if(game->flock && game->flock != flock) cpFlockFree(game->flock);
	if(space != game->space) FreeSpace(space);
	FreeSpace(game->space);
}

int gameResult(void) {
	return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
