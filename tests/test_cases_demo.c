/* SPDX-License-Identifier: MIT
 * Numbered cases of the kind "demo": odd fish and shapes are drawn or left out, the mouse is where it is seen, a stalled
 * frame is no time to catch up with. SDL's dummy driver, no display. */
#include "support.h"

#include <chipmunk/chipmunk_structs.h> /* to break a body as no public call can */
#include <math.h>
#include <string.h>

#include "app.h"
#include "figures.h"
#include "input.h"
#include "pen.h"
#include "scenes/scenes.h"

static demoArgs args;

static demoApp *appNew(int width, int height) {
	args = demoArgsDefault();
	args.headless = 1;
	args.bodies = 20;
	args.predators = 0;
	args.width = width;
	args.height = height;
	demoApp *app = demoAppNew(&args, 0);
	CHECK(app);
	return app;
}

/* ---------------------------------------------------------------- 28: the frame time */

static void case_28_demo_a_stall_is_not_caught_up_with(void **state) {
	(void)state;
	static const double frames[] = {5, 1e300, (double)INFINITY};
	for(int i = 0; i < 3; i++) {
		demoStepper stepper = demoStepperMake(1.0 / 60);
		CHECK(demoStepperAdvance(&stepper, frames[i]) <= 6); /* 0.1 s */
		CHECK(demoStepperAdvance(&stepper, 1.0 / 60) <= 2);
	}
	static const double odd[] = {0, -1, -1e300, (double)NAN};
	for(int i = 0; i < 4; i++) {
		demoStepper stepper = demoStepperMake(1.0 / 60);
		CHECK(demoStepperAdvance(&stepper, odd[i]) == 0);
		CHECK(demoStepperAdvance(&stepper, 1.0 / 60 + 1e-9) == 1);
	}
}

/* ---------------------------------------------------------------- 48: moving obstacles */

enum { MOST_MOVERS = 64 };

typedef struct Movers {
	cpBody *bodies[MOST_MOVERS];
	cpVect before[MOST_MOVERS];
	int count;
} Movers;

static void collectMover(cpBody *body, void *data) {
	Movers *movers = data;
	if(cpBodyGetType(body) == CP_BODY_TYPE_KINEMATIC && movers->count < MOST_MOVERS)
		movers->bodies[movers->count++] = body;
}

/* What moves by its position alone would have no velocity for the fish to see coming. */
static void case_48_demo_what_moves_has_a_velocity(void **state) {
	(void)state;
	flockSceneOptions options = {.bodies = 20, .predators = 0, .seed = 1, .faithful = 0};
	int moved = 0;
	for(int i = 0; i < flockSceneCount(); i++) {
		flockWorld *world = flockWorldNew(flockSceneAt(i), &options);
		CHECK(world);
		Movers movers = {.count = 0};
		cpSpaceEachBody(world->space, collectMover, &movers);
		for(int step = 0; step < 60; step++) {
			for(int k = 0; k < movers.count; k++) movers.before[k] = cpBodyGetPosition(movers.bodies[k]);
			flockWorldStep(world);
			for(int k = 0; k < movers.count; k++) {
				cpVect way = cpvsub(cpBodyGetPosition(movers.bodies[k]), movers.before[k]);
				CHECK_VECT(cpvmult(cpBodyGetVelocity(movers.bodies[k]), world->scene->timeStep), way, 1e-6);
				moved += cpvlength(way) > 0.1;
			}
		}
		flockWorldFree(world);
	}
	CHECK(moved > 60);
}

/* ---------------------------------------------------------------- 67: far, flat and broken */

static cpBool isDrawable(const demoBatch *batch) {
	for(int i = 0; i < batch->count; i++) {
		SDL_FPoint p = batch->vertices[i].position;
		if(!(fabsf(p.x) < 32768 && fabsf(p.y) < 32768)) return cpFalse;
	}
	return cpTrue;
}

static cpBool areDrawable(const demoLayers *layers) {
	return isDrawable(&layers->shadows) && isDrawable(&layers->opaque) && isDrawable(&layers->glows) &&
		   isDrawable(&layers->translucent);
}

static int verticesIn(const demoLayers *layers) {
	return layers->shadows.count + layers->opaque.count + layers->glows.count + layers->translucent.count;
}

static void layersFree(demoLayers *layers) {
	demoBatchFree(&layers->shadows);
	demoBatchFree(&layers->opaque);
	demoBatchFree(&layers->glows);
	demoBatchFree(&layers->translucent);
}

static void place(cpBody *body, cpVect position) {
	body->p = position;
	body->transform.tx = position.x;
	body->transform.ty = position.y;
}

static void collectBody(cpBody *body, cpFlockSpecies species, void *data) {
	(void)species;
	*(cpBody **)data = body;
}

/* What one member adds to the picture at a place. Members otherwise seen are far off the screen. */
static int drawnAt(demoApp *app, cpBody *body, cpVect position) {
	demoLayers layers = {{0}, {0}, {0}, {0}};
	place(body, position);
	demoFiguresAdd(&layers, app->world, &app->view.canvasPort, &app->view.palette, 0, app->view.density);
	CHECK(areDrawable(&layers));
	int count = verticesIn(&layers);
	layersFree(&layers);
	return count;
}

static void case_67_demo_far_and_broken_fish_are_left_out(void **state) {
	(void)state;
	demoApp *app = appNew(800, 600);
	demoAppFrame(app);
	cpFlock *flock = app->world->flock;
	while(cpFlockGetBodyCount(flock, -1) > 1) {
		cpBody *body = NULL;
		CHECK_OK(cpFlockEachBody(flock, collectBody, &body));
		CHECK_OK(cpFlockDespawn(flock, body));
	}
	cpBody *fish = NULL;
	CHECK_OK(cpFlockEachBody(flock, collectBody, &fish));
	const cpBB *bounds = &app->world->bounds;
	cpVect middle = cpv((bounds->l + bounds->r) / 2, (bounds->b + bounds->t) / 2);
	CHECK(drawnAt(app, fish, middle) > 0);
	const cpVect far[] = {{40000, 0}, {-1e9, 5}, {70000, 300}, {65536 + 100, 100}, {1e300, 1e300},
		{(cpFloat)INFINITY, 0}, {(cpFloat)NAN, 5}, {5, (cpFloat)NAN}};
	for(size_t i = 0; i < sizeof(far) / sizeof(far[0]); i++) {
		CHECK(drawnAt(app, fish, far[i]) == 0);
		demoViewDraw(&app->view, app->world, &app->trails, 0); /* and through the renderer */
	}
	place(fish, middle);
	CHECK(drawnAt(app, fish, middle) > 0);
	demoAppFree(app);
}

static void drawOddShapes(const cpSpaceDebugDrawOptions *options, cpVect at) {
	const cpSpaceDebugColor white = {1, 1, 1, 1}, glass = {1, 1, 1, 0.5f};
	const cpVect flat[3] = {at, at, at}, line[3] = {at, cpvadd(at, cpv(5, 0)), cpvadd(at, cpv(9, 0))};
	static const cpFloat sizes[] = {0, 1e-300, 1, 1e9, (cpFloat)INFINITY, (cpFloat)NAN, -3};
	for(size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		options->drawCircle(at, 0, sizes[i], white, glass, options->data);
		options->drawFatSegment(at, at, sizes[i], white, glass, options->data);
		options->drawFatSegment(at, cpvzero, sizes[i], white, glass, options->data);
		options->drawPolygon(3, flat, sizes[i], white, glass, options->data);
		options->drawPolygon(3, line, sizes[i], white, glass, options->data);
		options->drawDot(sizes[i], at, white, options->data);
	}
	options->drawSegment(at, at, white, options->data);
	options->drawSegment(cpvzero, at, white, options->data);
	options->drawPolygon(0, flat, 1, white, glass, options->data);
}

static void case_67_demo_shapes_without_size_and_far_away(void **state) {
	(void)state;
	static const cpVect places[] = {{400, 300}, {40000, 0}, {-1e9, 5}, {(cpFloat)NAN, 0}, {(cpFloat)INFINITY, 1}};
	demoViewport port = demoViewportFit(cpBBNew(0, 0, 800, 600), 800, 600);
	for(size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		demoLayers layers = {{0}, {0}, {0}, {0}};
		demoPen pen = {&layers, &port, 1.5};
		cpSpaceDebugDrawOptions options = demoPenOptions(&pen);
		drawOddShapes(&options, places[i]);
		for(const demoBatch *batch = &layers.opaque; batch;
			batch = batch == &layers.opaque ? &layers.translucent : NULL) {
			for(int k = 0; k < batch->count; k++) {
				CHECK(isfinite(batch->vertices[k].position.x) && isfinite(batch->vertices[k].position.y));
			}
		}
		CHECK((verticesIn(&layers) > 0) == (i == 0));
		layersFree(&layers);
	}
}

static void case_67_demo_a_window_of_any_size(void **state) {
	(void)state;
	static const int sizes[][2] = {{1, 1}, {1, 600}, {800, 1}, {3, 2}, {800, 600}};
	demoApp *app = appNew(800, 600);
	demoAppFrame(app);
	for(int i = 0; i < 5; i++) {
		SDL_SetWindowSize(app->video.window, sizes[i][0], sizes[i][1]);
		for(int frame = 0; frame < 3; frame++) demoAppFrame(app);
		CHECK(isfinite(app->view.screen.scale) && app->view.screen.scale >= 0);
	}
	CHECK(app->view.screen.width == 800 && app->view.screen.height == 600 && app->running);
	demoAppFree(app);
}

/* ---------------------------------------------------------------- 68: the mouse in a scaled window */

static void case_68_demo_the_viewport_inverts_itself(void **state) {
	(void)state;
	cpBB world = cpBBNew(0, 0, 800, 600);
	cpVect point = cpv(-7, -7);
	demoViewport twice = demoViewportFit(world, 1600, 1200);
	CHECK(demoViewportToWorld(&twice, 400, 1000, &point));
	CHECK_VECT(point, cpv(200, 500), 1e-9);
	/* bars of 200 px to the left and right */
	demoViewport boxed = demoViewportFit(world, 1600, 900);
	CHECK(demoViewportToWorld(&boxed, 200 + 1.5 * 300, 1.5 * 100, &point));
	CHECK_VECT(point, cpv(300, 100), 1e-9);
	CHECK_VECT(demoViewportToScreen(&boxed, cpv(300, 100)), cpv(650, 150), 1e-9);
	static const cpVect outside[] = {
		{0, 0}, {100, 450}, {199, 450}, {1401, 450}, {800, -1}, {800, 900}, {-5, -5}, {1e9, 1e9}};
	for(int i = 0; i < 8; i++) {
		point = cpv(-7, -7);
		CHECK(!demoViewportToWorld(&boxed, outside[i].x, outside[i].y, &point));
		CHECK_VECT(point, cpv(-7, -7), 0);
	}
	demoViewport nothing = demoViewportFit(world, 0, 0);
	CHECK(!demoViewportToWorld(&nothing, 0, 0, &point));
}

static void moveMouse(demoApp *app, int x, int y) {
	SDL_Event event;
	memset(&event, 0, sizeof(event));
	event.type = SDL_MOUSEMOTION;
	event.motion.x = x;
	event.motion.y = y;
	demoInputHandle(app, &event);
	demoInputSendPointer(app);
}

static void leaveWindow(demoApp *app) {
	SDL_Event event;
	memset(&event, 0, sizeof(event));
	event.type = SDL_WINDOWEVENT;
	event.window.event = SDL_WINDOWEVENT_LEAVE;
	demoInputHandle(app, &event);
	demoInputSendPointer(app);
}

static void case_68_demo_the_pointer_is_where_it_is_seen(void **state) {
	(void)state;
	static const int sizes[][2] = {{800, 600}, {1600, 1200}, {1600, 900}, {400, 900}};
	demoApp *app = appNew(800, 600);
	for(int i = 0; i < 4; i++) {
		SDL_SetWindowSize(app->video.window, sizes[i][0], sizes[i][1]);
		demoAppFrame(app);
		CHECK(!app->world->pointer.known); /* nobody has moved it yet: it is nowhere, not at (0, 0) */
		const cpBB *bounds = &app->world->bounds;
		for(int k = 1; k < 10; k++) {
			cpVect wanted =
				cpv(bounds->l + (bounds->r - bounds->l) * k / 10, bounds->b + (bounds->t - bounds->b) * k / 10);
			cpVect pixel = demoViewportToScreen(&app->view.screen, wanted);
			moveMouse(app, (int)pixel.x, (int)pixel.y);
			CHECK(app->world->pointer.known);
			CHECK_VECT(app->world->pointer.position, wanted, 1 / app->view.screen.scale);
		}
		moveMouse(app, -50, 20);
		CHECK(!app->world->pointer.known);
		moveMouse(app, sizes[i][0] / 2, sizes[i][1] / 2);
		CHECK(app->world->pointer.known);
		leaveWindow(app);
		CHECK(!app->world->pointer.known);
		demoAppFrame(app);
		CHECK(!app->world->pointer.known);
	}
	demoAppFree(app);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_28_demo_a_stall_is_not_caught_up_with),
		cmocka_unit_test(case_48_demo_what_moves_has_a_velocity),
		cmocka_unit_test(case_67_demo_far_and_broken_fish_are_left_out),
		cmocka_unit_test(case_67_demo_shapes_without_size_and_far_away),
		cmocka_unit_test(case_67_demo_a_window_of_any_size),
		cmocka_unit_test(case_68_demo_the_viewport_inverts_itself),
		cmocka_unit_test(case_68_demo_the_pointer_is_where_it_is_seen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
