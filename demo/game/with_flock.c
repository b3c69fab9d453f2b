/* SPDX-License-Identifier: MIT
 * Crate Keeper: push the crates into the goal on the right. A small game on Chipmunk and SDL2.
 *
 *   game [--frames N]    with --frames: no window, a robot plays N frames, the score is printed */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <chipmunk/chipmunk.h>
#include <chipmunk_flock/chipmunk_flock.h>

enum { WIDTH = 640, HEIGHT = 360, CRATES = 6, CIRCLE_POINTS = 16 };
enum { TYPE_PLAYER = 1, TYPE_CRATE, TYPE_GOAL };

typedef struct Game {
	cpSpace *space;
	cpBody *player;
	cpBody *crates[CRATES];
	cpBody *delivered; // to be put back at the left after the step
	cpFlock *fireflies;
	int score;
} Game;

/* ---------------------------------------------------------------- the room */

static cpVect CratePlace(int i) {
	return cpv(120 + 70 * (i % 3), 120 + 110 * (i / 3));
}

static void AddWall(cpSpace *space, cpVect a, cpVect b) {
	cpShape *wall = cpSpaceAddShape(space, cpSegmentShapeNew(cpSpaceGetStaticBody(space), a, b, 5));
	cpShapeSetElasticity(wall, 0.3);
}

static cpBody *AddBox(cpSpace *space, cpVect position, cpFloat size, cpFloat mass, cpCollisionType type) {
	cpBody *body = cpSpaceAddBody(space, cpBodyNew(mass, cpMomentForBox(mass, size, size)));
	cpShape *shape = cpSpaceAddShape(space, cpBoxShapeNew(body, size, size, 1));
	cpShapeSetFriction(shape, 0.6);
	cpShapeSetCollisionType(shape, type);
	cpBodySetPosition(body, position);
	return body;
}

static cpBool Deliver(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
	(void)space;
	Game *game = data;
	CP_ARBITER_GET_BODIES(arbiter, crate, goal);
	(void)goal;
	game->score++;
	game->delivered = crate;
	return cpFalse;
}

static void BuildRoom(Game *game) {
	game->space = cpSpaceNew();
	cpSpaceSetDamping(game->space, 0.1); // seen from above: things come to rest
	AddWall(game->space, cpv(0, 0), cpv(WIDTH, 0));
	AddWall(game->space, cpv(WIDTH, 0), cpv(WIDTH, HEIGHT));
	AddWall(game->space, cpv(WIDTH, HEIGHT), cpv(0, HEIGHT));
	AddWall(game->space, cpv(0, HEIGHT), cpv(0, 0));
	AddWall(game->space, cpv(400, 0), cpv(400, 70));
	AddWall(game->space, cpv(400, 290), cpv(400, HEIGHT));
	game->player = AddBox(game->space, cpv(50, HEIGHT / 2), 24, 4, TYPE_PLAYER);
	for(int i = 0; i < CRATES; i++) game->crates[i] = AddBox(game->space, CratePlace(i), 30, 1, TYPE_CRATE);

	cpBody *room = cpSpaceGetStaticBody(game->space);
	cpShape *goal = cpSpaceAddShape(game->space, cpBoxShapeNew2(room, cpBBNew(560, 100, 630, 260), 0));
	cpShapeSetSensor(goal, cpTrue);
	cpShapeSetCollisionType(goal, TYPE_GOAL);
	cpCollisionHandler *handler = cpSpaceAddCollisionHandler(game->space, TYPE_CRATE, TYPE_GOAL);
	handler->beginFunc = Deliver;
	handler->userData = game;
}

static void FreeShape(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	(void)data;
	cpSpaceRemoveShape(cpShapeGetSpace(shape), shape);
	cpShapeFree(shape);
}

static void FreeRoom(Game *game) {
	cpBodyEachShape(cpSpaceGetStaticBody(game->space), FreeShape, NULL);
	for(int i = -1; i < CRATES; i++) {
		cpBody *body = i < 0 ? game->player : game->crates[i];
		cpBodyEachShape(body, FreeShape, NULL);
		cpSpaceRemoveBody(game->space, body);
		cpBodyFree(body);
	}
	cpSpaceFree(game->space);
}

static void AddFireflies(Game *game) {
	game->fireflies = cpFlockNew(game->space);
	cpFlockSettings settings = cpFlockSettingsSardine(); // swims round what is solid: crates, walls, the player
	settings.bodyRadius = 2;
	settings.bodyMass = 0.001; // too light to push a crate
	cpFlockSpecies firefly = cpFlockAddSpecies(game->fireflies, &settings);
	for(int i = 0; i < 60; i++) {
		cpVect place = cpv(450 + 10 * (i % 8), 140 + 10 * (i / 8));
		cpFlockSpawn(game->fireflies, firefly, place, cpv(-60, 0));
	}
}

/* ---------------------------------------------------------------- playing */

static cpVect HumanInput(void) {
	const Uint8 *keys = SDL_GetKeyboardState(NULL);
	return cpv(keys[SDL_SCANCODE_RIGHT] - keys[SDL_SCANCODE_LEFT], keys[SDL_SCANCODE_DOWN] - keys[SDL_SCANCODE_UP]);
}

/* Takes the crate that is nearest to the goal, goes round it until it is behind it, and pushes. */
static cpVect RobotInput(const Game *game) {
	cpVect goal = cpv(600, HEIGHT / 2), self = cpBodyGetPosition(game->player);
	cpVect crate = cpBodyGetPosition(game->crates[0]);
	for(int i = 1; i < CRATES; i++) {
		cpVect other = cpBodyGetPosition(game->crates[i]);
		if(cpvdistsq(other, goal) < cpvdistsq(crate, goal)) crate = other;
	}
	cpVect way = cpvnormalize(cpvsub(goal, crate));
	cpVect away = cpvsub(self, crate);
	cpFloat along = cpvdot(away, way), across = cpvcross(way, away);
	if(along < -20 && cpfabs(across) < 8) return way;
	cpVect side = cpvmult(cpvperp(way), across < 0 ? -1 : 1);
	cpVect behind = cpvmult(way, along > -20 && cpfabs(across) < 40 ? along : -45);
	cpVect beside = cpvmult(side, along < -20 ? 0 : 50);
	return cpvnormalize(cpvsub(cpvadd(crate, cpvadd(behind, beside)), self));
}

static void Play(Game *game, cpVect input) {
	cpBodySetForce(game->player, cpvmult(cpvclamp(input, 1), 2400));
	cpSpaceStep(game->space, 1.0 / 60);
	if(!game->delivered) return;
	cpBodySetPosition(game->delivered, cpv(80, 100 + 40 * (game->score % 5)));
	cpBodySetVelocity(game->delivered, cpvzero);
	cpSpaceReindexShapesForBody(game->space, game->delivered);
	game->delivered = NULL;
}

/* ---------------------------------------------------------------- drawing */

static void DrawPolygon(int count, const cpVect *points, SDL_Renderer *renderer) {
	for(int i = 0; i < count; i++) {
		cpVect a = points[i], b = points[(i + 1) % count];
		SDL_RenderDrawLineF(renderer, (float)a.x, (float)a.y, (float)b.x, (float)b.y);
	}
}

static void DrawCircle(cpVect center, cpFloat radius, SDL_Renderer *renderer) {
	cpVect points[CIRCLE_POINTS];
	for(int i = 0; i < CIRCLE_POINTS; i++) {
		points[i] = cpvadd(center, cpvmult(cpvforangle(2 * CP_PI * i / CIRCLE_POINTS), radius));
	}
	DrawPolygon(CIRCLE_POINTS, points, renderer);
}

static void DrawShape(cpShape *shape, void *data) {
	SDL_Renderer *renderer = data;
	cpBody *body = cpShapeGetBody(shape);
	cpBool still = cpBodyGetType(body) == CP_BODY_TYPE_STATIC;
	cpBool self = cpShapeGetCollisionType(shape) == TYPE_PLAYER;
	SDL_SetRenderDrawColor(renderer, still || self ? 120 : 240, self ? 240 : still ? 140 : 210, 150, 255);
	if(cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC && cpShapeGetCollisionType(shape) == 0) {
		DrawCircle(cpBodyGetPosition(body), cpCircleShapeGetRadius(shape), renderer);
	} else if(still && !cpShapeGetSensor(shape)) {
		cpVect wall[2] = {cpSegmentShapeGetA(shape), cpSegmentShapeGetB(shape)};
		DrawPolygon(2, wall, renderer);
	} else {
		cpVect corners[4];
		for(int i = 0; i < 4; i++) corners[i] = cpBodyLocalToWorld(body, cpPolyShapeGetVert(shape, i));
		DrawPolygon(4, corners, renderer);
	}
}

static void Draw(const Game *game, SDL_Renderer *renderer) {
	SDL_SetRenderDrawColor(renderer, 24, 28, 36, 255);
	SDL_RenderClear(renderer);
	cpSpaceEachShape(game->space, DrawShape, renderer);
	SDL_RenderPresent(renderer);
}

/* ---------------------------------------------------------------- main */

static void PlayInWindow(Game *game) {
	SDL_Window *window = SDL_CreateWindow(
		"Crate Keeper", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT, SDL_WINDOW_SHOWN);
	SDL_Renderer *renderer = window ? SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC) : NULL;
	if(!renderer) fprintf(stderr, "no window: %s\n", SDL_GetError());
	for(cpBool running = renderer != NULL; running;) {
		for(SDL_Event event; SDL_PollEvent(&event);) running = running && event.type != SDL_QUIT;
		Play(game, HumanInput());
		Draw(game, renderer);
		char title[64];
		snprintf(title, sizeof(title), "Crate Keeper: %d", game->score);
		SDL_SetWindowTitle(window, title);
	}
	SDL_DestroyRenderer(renderer);
	SDL_DestroyWindow(window);
}

int main(int argc, char *argv[]) {
	int frames = argc == 3 && strcmp(argv[1], "--frames") == 0 ? atoi(argv[2]) : 0;
	if(frames <= 0 && SDL_Init(SDL_INIT_VIDEO) != 0) return 1;
	Game game = {0};
	BuildRoom(&game);
	AddFireflies(&game);
	if(frames <= 0) PlayInWindow(&game);
	for(int i = 0; i < frames; i++) Play(&game, RobotInput(&game));
	printf("score %d\n", game.score);
	cpFlockFree(game.fireflies);
	FreeRoom(&game);
	SDL_Quit();
	return 0;
}
