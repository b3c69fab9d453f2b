/* SPDX-License-Identifier: MIT */
#include "input.h"

#include "scenes/scenes.h"

static void ChangeBodies(demoApp *app, int direction) {
	int bodies = app->options.bodies < 0 ? app->world->scene->bodies : app->options.bodies;
	bodies = direction < 0 ? bodies / 2 : 2 * bodies;
	if(bodies < 1) bodies = 1;
	if(bodies > DEMO_ARGS_BODIES) bodies = DEMO_ARGS_BODIES;
	app->options.bodies = bodies;
	demoAppRestart(app);
	demoAppSay(app, "%d bodies", bodies);
}

static void ToggleFaithful(demoApp *app) {
	if(!app->world->scene->setFaithful) return;
	app->options.faithful = !app->options.faithful;
	flockWorldSetFaithful(app->world, app->options.faithful);
	demoAppSay(app, app->options.faithful ? "settings as in the source" : "natural settings");
}

static void ToggleFullScreen(demoApp *app) {
	bool full = (SDL_GetWindowFlags(app->video.window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
	SDL_SetWindowFullscreen(app->video.window, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

static void ChangeSpeed(demoApp *app, int direction) {
	demoStepperChangeSpeed(&app->stepper, direction);
	demoAppSay(app, "speed x %g", app->stepper.speed);
}

static void HandlePlainKey(demoApp *app, SDL_Keycode key) {
	if(key >= SDLK_1 && key <= SDLK_9) {
		demoAppSetScene(app, key - SDLK_1);
	} else if(key > 0 && key < 128) {
		flockWorldKey(app->world, (char)key);
	}
}

static void HandleKey(demoApp *app, SDL_Keycode key) {
	switch(key) {
	case SDLK_q:
	case SDLK_ESCAPE:
		app->running = false;
		break;
	case SDLK_SPACE:
		app->stepper.paused = !app->stepper.paused;
		break;
	case SDLK_PERIOD:
	case SDLK_KP_PERIOD:
		demoStepperStepOnce(&app->stepper);
		break;
	case SDLK_PLUS:
	case SDLK_EQUALS:
	case SDLK_KP_PLUS:
		ChangeSpeed(app, 1);
		break;
	case SDLK_MINUS:
	case SDLK_KP_MINUS:
		ChangeSpeed(app, -1);
		break;
	case SDLK_LEFTBRACKET:
		ChangeBodies(app, -1);
		break;
	case SDLK_RIGHTBRACKET:
		ChangeBodies(app, 1);
		break;
	case SDLK_TAB:
		demoAppSetScene(app, (app->sceneIndex + 1) % flockSceneCount());
		break;
	case SDLK_r:
		demoAppRestart(app);
		break;
	case SDLK_m:
		ToggleFaithful(app);
		break;
	case SDLK_t:
		demoTrailsSwitch(&app->trails, !app->trails.on);
		break;
	case SDLK_i:
		app->hud.visible = !app->hud.visible;
		break;
	case SDLK_h:
	case SDLK_F1:
		app->hud.helpVisible = !app->hud.helpVisible;
		break;
	case SDLK_s:
		app->pictureWanted = true;
		break;
	case SDLK_f:
	case SDLK_F11:
		ToggleFullScreen(app);
		break;
	default:
		HandlePlainKey(app, key);
	}
}

/// Keys that make sense when held down.
static bool MayRepeat(SDL_Keycode key) {
	return key == SDLK_PERIOD || key == SDLK_KP_PERIOD;
}

static void MoveMouse(demoApp *app, int x, int y) {
	app->mouse.known = true;
	app->mouse.x = x;
	app->mouse.y = y;
}

static void HandleWindow(demoApp *app, Uint8 event) {
	// A mouse that has left is no longer anywhere, least of all at (0, 0).
	if(event == SDL_WINDOWEVENT_LEAVE) app->mouse = (demoMouse){false, false, 0, 0};
}

static void HandleButton(demoApp *app, const SDL_MouseButtonEvent *button) {
	MoveMouse(app, button->x, button->y);
	if(button->button == SDL_BUTTON_LEFT) app->mouse.pressed = button->state == SDL_PRESSED;
}

void demoInputHandle(demoApp *app, const SDL_Event *event) {
	switch(event->type) {
	case SDL_QUIT:
		app->running = false;
		break;
	case SDL_KEYDOWN:
		if(!event->key.repeat || MayRepeat(event->key.keysym.sym)) HandleKey(app, event->key.keysym.sym);
		break;
	case SDL_MOUSEMOTION:
		MoveMouse(app, event->motion.x, event->motion.y);
		break;
	case SDL_MOUSEBUTTONDOWN:
	case SDL_MOUSEBUTTONUP:
		HandleButton(app, &event->button);
		break;
	case SDL_WINDOWEVENT:
		HandleWindow(app, event->window.event);
		break;
	case SDL_RENDER_TARGETS_RESET:
		demoViewForgetTextures(&app->view);
		break;
	case SDL_RENDER_DEVICE_RESET:
		demoViewForgetTextures(&app->view);
		demoHudReset();
		break;
	default:
		break;
	}
}

void demoInputPoll(demoApp *app) {
	SDL_Event event;
	while(SDL_PollEvent(&event)) demoInputHandle(app, &event);
}

/// The point of the world under the mouse.
static bool PointUnderMouse(const demoApp *app, cpVect *point) {
	int windowWidth = 0, windowHeight = 0;
	SDL_GetWindowSize(app->video.window, &windowWidth, &windowHeight);
	if(!app->mouse.known || windowWidth <= 0 || windowHeight <= 0) return false;
	const demoViewport *screen = &app->view.screen;
	// The middle of the pixel.
	double x = (app->mouse.x + 0.5) * screen->width / windowWidth;
	double y = (app->mouse.y + 0.5) * screen->height / windowHeight;
	return demoViewportToWorld(screen, x, y, point);
}

void demoInputSendPointer(demoApp *app) {
	flockPointer pointer = {cpFalse, cpFalse, cpvzero};
	if(PointUnderMouse(app, &pointer.position)) {
		pointer.known = cpTrue;
		pointer.pressed = app->mouse.pressed ? cpTrue : cpFalse;
	}
	flockWorldSetPointer(app->world, pointer);
}
