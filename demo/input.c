/* SPDX-License-Identifier: MIT */
#include "input.h"

#include "knobs.h"
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

static void ToggleFaithful(demoApp *app, int unused) {
	(void)unused;
	if(!app->world->scene->settingsChanged) return;
	app->options.faithful = app->world->faithful ? 0 : 1;
	flockWorldSetFaithful(app->world, app->options.faithful ? cpTrue : cpFalse);
	demoAppSay(app, app->options.faithful ? "settings as in the source" : "natural settings");
}

/// None, or as many as the scene or the command line has; at least one.
static void TogglePredators(demoApp *app, int unused) {
	(void)unused;
	const flockScene *scene = app->world->scene;
	if(!scene->setPredators) return;
	int present = app->options.predators < 0 ? scene->predators : app->options.predators;
	int some = app->args->predators > 0 ? app->args->predators : scene->predators;
	app->options.predators = present > 0 ? 0 : some > 0 ? some : 1;
	flockWorldSetPredators(app->world, app->options.predators);
	demoAppSay(app, "predators: %d", app->options.predators);
}

static void UpdateKnobs(demoApp *app) {
	if(!app->world->scene->settingsChanged) return;
	app->hud.knobsVisible = true;
	flockWorldSetKnobs(app->world, app->options.knobs);
}

/// The first press only shows the knobs.
static void ChooseKnob(demoApp *app, int direction) {
	int step = !app->hud.knobsVisible ? 0 : direction < 0 ? FLOCK_KNOBS - 1 : 1;
	app->hud.knob = (flockKnob)(((int)app->hud.knob + step) % FLOCK_KNOBS);
	UpdateKnobs(app);
}

static void TurnKnob(demoApp *app, int direction) {
	flockKnobsTurn(&app->options.knobs, app->hud.knob, direction);
	UpdateKnobs(app);
}

static void ResetKnobs(demoApp *app, int unused) {
	(void)unused;
	app->options.knobs = (flockKnobs){{0}};
	UpdateKnobs(app);
}

static void ToggleFullScreen(demoApp *app, int unused) {
	(void)unused;
	bool full = (SDL_GetWindowFlags(app->video.window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
	SDL_SetWindowFullscreen(app->video.window, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

static void ChangeSpeed(demoApp *app, int direction) {
	demoStepperChangeSpeed(&app->stepper, direction);
	demoAppSay(app, "speed x %g", app->stepper.speed);
}

static void Quit(demoApp *app, int unused) {
	(void)unused;
	app->running = false;
}

static void TogglePause(demoApp *app, int unused) {
	(void)unused;
	app->stepper.paused = !app->stepper.paused;
}

static void StepOnce(demoApp *app, int unused) {
	(void)unused;
	demoStepperStepOnce(&app->stepper);
}

static void NextScene(demoApp *app, int unused) {
	(void)unused;
	demoAppSetScene(app, (app->sceneIndex + 1) % flockSceneCount());
}

static void Restart(demoApp *app, int unused) {
	(void)unused;
	demoAppRestart(app);
}

static void ToggleTrails(demoApp *app, int unused) {
	(void)unused;
	demoTrailsSwitch(&app->trails, !app->trails.on);
}

static void ToggleHud(demoApp *app, int unused) {
	(void)unused;
	app->hud.visible = !app->hud.visible;
}

static void ToggleHelp(demoApp *app, int unused) {
	(void)unused;
	app->hud.helpVisible = !app->hud.helpVisible;
}

static void ToggleKnobs(demoApp *app, int unused) {
	(void)unused;
	app->hud.knobsVisible = !app->hud.knobsVisible;
}

static void WantPicture(demoApp *app, int unused) {
	(void)unused;
	app->pictureWanted = true;
}

/// What a key does.
typedef struct keyBinding {
	SDL_Keycode key;
	void (*act)(demoApp *app, int direction);
	int direction;
} keyBinding;

static const keyBinding bindings[] = {
	{SDLK_q, Quit, 0},
	{SDLK_ESCAPE, Quit, 0},
	{SDLK_SPACE, TogglePause, 0},
	{SDLK_PERIOD, StepOnce, 0},
	{SDLK_KP_PERIOD, StepOnce, 0},
	{SDLK_PLUS, ChangeSpeed, 1},
	{SDLK_EQUALS, ChangeSpeed, 1},
	{SDLK_KP_PLUS, ChangeSpeed, 1},
	{SDLK_MINUS, ChangeSpeed, -1},
	{SDLK_KP_MINUS, ChangeSpeed, -1},
	{SDLK_LEFTBRACKET, ChangeBodies, -1},
	{SDLK_RIGHTBRACKET, ChangeBodies, 1},
	{SDLK_TAB, NextScene, 0},
	{SDLK_r, Restart, 0},
	{SDLK_m, ToggleFaithful, 0},
	{SDLK_p, TogglePredators, 0},
	{SDLK_k, ToggleKnobs, 0},
	{SDLK_UP, ChooseKnob, -1},
	{SDLK_DOWN, ChooseKnob, 1},
	{SDLK_LEFT, TurnKnob, -1},
	{SDLK_RIGHT, TurnKnob, 1},
	{SDLK_BACKSPACE, ResetKnobs, 0},
	{SDLK_t, ToggleTrails, 0},
	{SDLK_i, ToggleHud, 0},
	{SDLK_h, ToggleHelp, 0},
	{SDLK_F1, ToggleHelp, 0},
	{SDLK_s, WantPicture, 0},
	{SDLK_f, ToggleFullScreen, 0},
	{SDLK_F11, ToggleFullScreen, 0},
};

static void HandleKey(demoApp *app, SDL_Keycode key) {
	for(size_t i = 0; i < sizeof(bindings) / sizeof(bindings[0]); i++) {
		if(bindings[i].key != key) continue;
		bindings[i].act(app, bindings[i].direction);
		return;
	}
	if(key >= SDLK_1 && key <= SDLK_9) {
		demoAppSetScene(app, key - SDLK_1);
	} else if(key > 0 && key < 128) {
		flockWorldKey(app->world, (char)key);
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

void demoInputType(demoApp *app, const char *keys) {
	for(const char *key = keys; *key; key++) HandleKey(app, (SDL_Keycode)(unsigned char)*key);
	app->hud.message[0] = '\0';
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
