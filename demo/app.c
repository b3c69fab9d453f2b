/* SPDX-License-Identifier: MIT */
#include "app.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "report.h"
#include "scenes/scenes.h"

static const double frameLength = 1.0 / 60.0;
static const double messageDuration = 3.0;

/// Frames of a run that nobody sees, if their number was not given.
static const int unseenFrames = 300;

/// Longest time that one frame may spend on physics, s: a slow machine shows slow motion rather than nothing.
static const double stepBudget = 0.05;

/// Below this frame rate, smooth edges are given up if drawing takes at least this long, ms.
static const double fewFrames = 50.0, slowDraw = 6.0;

static double Now(void) {
	return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

void demoAppSay(demoApp *app, const char *format, ...) {
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(app->hud.message, sizeof(app->hud.message), format, arguments);
	va_end(arguments);
	app->messageUntil = Now() + messageDuration;
}

void demoAppRestart(demoApp *app) {
	flockWorld *world = flockWorldNew(flockSceneAt(app->sceneIndex), &app->options);
	if(!world) {
		demoAppSay(app, "not enough memory for that many bodies");
		return;
	}
	flockWorldFree(app->world);
	demoTrailsSwitch(&app->trails, app->trails.on);
	demoViewForgetTextures(&app->view);
	app->world = world;
	app->hud.world = world;
	app->hud.metrics = flockWorldMeasure(world);
	app->stepper.step = (double)world->scene->timeStep;
	app->stepper.owed = 0.0;
	char title[120];
	snprintf(title, sizeof(title), "%s - flock_demo", world->scene->title);
	SDL_SetWindowTitle(app->video.window, title);
}

static flockSceneOptions OptionsOf(const demoArgs *args) {
	return (flockSceneOptions){
		.bodies = args->bodies, .predators = args->predators, .seed = args->seed, .faithful = args->faithful};
}

static void ChooseWindowSize(demoApp *app) {
	const flockScene *scene = flockSceneAt(app->sceneIndex);
	app->windowWidth = app->args->width > 0 ? app->args->width : scene->width;
	app->windowHeight = app->args->height > 0 ? app->args->height : scene->height;
}

/// A window that the user has given a size keeps it.
static void FitWindow(demoApp *app) {
	const Uint32 filled = SDL_WINDOW_FULLSCREEN_DESKTOP | SDL_WINDOW_MAXIMIZED;
	int width = 0, height = 0;
	SDL_GetWindowSize(app->video.window, &width, &height);
	bool kept = width == app->windowWidth && height == app->windowHeight;
	ChooseWindowSize(app);
	if(!kept || (SDL_GetWindowFlags(app->video.window) & filled) != 0) return;
	SDL_SetWindowSize(app->video.window, app->windowWidth, app->windowHeight);
}

void demoAppSetScene(demoApp *app, int sceneIndex) {
	if(sceneIndex < 0 || sceneIndex >= flockSceneCount()) return;
	app->sceneIndex = sceneIndex;
	app->options = OptionsOf(app->args);
	demoAppRestart(app);
	FitWindow(app);
}

demoApp *demoAppNew(const demoArgs *args, int sceneIndex) {
	demoApp *app = calloc(1, sizeof(*app));
	if(!app) {
		fputs("flock_demo: out of memory\n", stderr);
		return NULL;
	}
	app->args = args;
	app->options = OptionsOf(args);
	app->stepper = demoStepperMake(frameLength);
	app->hud.visible = args->hud == DEMO_HUD_ON || (args->hud == DEMO_HUD_AUTO && !args->headless);
	app->running = true;
	demoTrailsSwitch(&app->trails, args->trails != 0);
	app->sceneIndex = sceneIndex;
	ChooseWindowSize(app);
	if(!demoVideoOpen(&app->video, "flock_demo", app->windowWidth, app->windowHeight, args->headless != 0)) {
		free(app);
		return NULL;
	}
	demoViewInit(&app->view, app->video.window, app->video.renderer);
	demoHudReset();
	demoAppRestart(app);
	if(!app->world) {
		fputs("flock_demo: out of memory\n", stderr);
		demoAppFree(app);
		return NULL;
	}
	if(args->keys) demoInputType(app, args->keys);
	app->lastFrame = Now();
	return app;
}

void demoAppFree(demoApp *app) {
	flockWorldFree(app->world);
	demoHudReset();
	demoTrailsFree(&app->trails);
	demoViewFree(&app->view);
	demoVideoClose(&app->video);
	free(app);
}

static void StepOnce(demoApp *app) {
	double begin = Now();
	flockWorldStep(app->world);
	double milliseconds = 1000.0 * (Now() - begin);
	demoSamplesAdd(&app->stepTimes, milliseconds);
	demoMeterAddStep(&app->meter, milliseconds);
	app->steps++;
	demoTrailsRecord(&app->trails, app->world);
}

/// Unseen frames are all of one length, whatever the machine, so that their outcome can be repeated.
static int StepsDue(demoApp *app, double frameTime) {
	if(!app->video.offscreen) return demoStepperAdvance(&app->stepper, frameTime);
	int steps = (int)lround(frameLength / app->stepper.step);
	return steps < 1 ? 1 : steps;
}

static void Simulate(demoApp *app, double frameTime) {
	int steps = StepsDue(app, frameTime);
	double begin = Now();
	for(int i = 0; i < steps; i++) {
		if(!app->video.offscreen && Now() - begin > stepBudget) return;
		StepOnce(app);
	}
}

static void RefreshHud(demoApp *app, double now) {
	demoHud *hud = &app->hud;
	hud->paused = app->stepper.paused;
	hud->speed = app->stepper.speed;
	if(now > app->messageUntil) hud->message[0] = '\0';
}

static void DrawScene(demoApp *app) {
	demoViewFit(&app->view, app->world);
	demoViewDraw(&app->view, app->world, &app->trails, app->stepper.owed);
	demoHudDraw(&app->hud, app->video.renderer);
	SDL_RenderFlush(app->video.renderer);
}

/// Draws in less time where that is needed. Not off screen: a picture must not depend on the machine's speed.
static void KeepPace(demoApp *app) {
	const int warmUp = 60;
	if(app->video.offscreen || app->frames < warmUp) return;
	if(app->meter.framesPerSecond > fewFrames || app->meter.meanDraw < slowDraw) return;
	if(demoViewRoughen(&app->view)) demoAppSay(app, "drawing is slow here: edges are no longer smoothed");
}

/// Measuring costs about as much as a step, so it goes at the pace of a reader.
static void UpdateFigures(demoApp *app, double now, double drawMilliseconds) {
	if(!demoMeterAddFrame(&app->meter, now, drawMilliseconds)) return;
	app->hud.framesPerSecond = app->meter.framesPerSecond;
	app->hud.stepTime = app->meter.meanStep;
	app->hud.drawTime = app->meter.meanDraw;
	app->hud.metrics = flockWorldMeasure(app->world);
	KeepPace(app);
}

static bool SavePicture(demoApp *app, const char *path) {
	if(!demoPictureSave(app->video.renderer, path)) {
		fprintf(stderr, "flock_demo: cannot save '%s': %s\n", path, SDL_GetError());
		return false;
	}
	demoPictureFullPath(path, app->picture);
	// With --stats the standard output belongs to the figures.
	fprintf(app->args->stats ? stderr : stdout, "picture: %s\n", app->picture);
	return true;
}

static void SaveWantedPicture(demoApp *app) {
	if(!app->pictureWanted) return;
	app->pictureWanted = false;
	char name[DEMO_PICTURE_PATH];
	demoPictureFreeName(app->world->scene->name, name);
	if(SavePicture(app, name)) {
		demoAppSay(app, "saved %s", name);
	} else {
		demoAppSay(app, "cannot save %s", name);
	}
}

static void WaitForNextFrame(const demoApp *app, double begin) {
	double left = begin + frameLength - Now();
	if(app->video.offscreen || app->video.paced || left <= 0.0) return;
	SDL_Delay((Uint32)(1000.0 * left));
}

void demoAppFrame(demoApp *app) {
	double begin = Now(), frameTime = begin - app->lastFrame;
	app->lastFrame = begin;
	demoInputPoll(app);
	demoViewFit(&app->view, app->world);
	demoInputSendPointer(app);
	Simulate(app, frameTime);
	RefreshHud(app, begin);
	double drawBegin = Now();
	DrawScene(app);
	double drawTime = 1000.0 * (Now() - drawBegin);
	SaveWantedPicture(app);
	SDL_RenderPresent(app->video.renderer);
	demoSamplesAdd(&app->drawTimes, drawTime);
	demoSamplesAdd(&app->frameTimes, 1000.0 * (Now() - begin));
	UpdateFigures(app, begin, drawTime);
	app->frames++;
	WaitForNextFrame(app, begin);
}

static bool SaveLastPicture(demoApp *app) {
	if(!app->args->screenshot && !app->video.offscreen) return true;
	char name[DEMO_PICTURE_PATH];
	snprintf(name, sizeof(name), "flock_demo-%s.bmp", app->world->scene->name);
	app->hud.metrics = flockWorldMeasure(app->world);
	DrawScene(app);
	return SavePicture(app, app->args->screenshot ? app->args->screenshot : name);
}

static bool SavePositions(const demoApp *app) {
	const char *path = app->args->positions;
	if(!path || demoReportWritePositions(path, app->world, &app->view.screen)) return true;
	fprintf(stderr, "flock_demo: cannot write '%s': %s\n", path, strerror(errno));
	return false;
}

static void PrintStats(const demoApp *app) {
	SDL_RendererInfo info = {0};
	SDL_GetRendererInfo(app->video.renderer, &info);
	demoReport report = {
		.world = app->world,
		.seed = app->options.seed,
		.frames = app->frames,
		.steps = app->steps,
		.stepMedian = demoSamplesMedian(&app->stepTimes),
		.drawMedian = demoSamplesMedian(&app->drawTimes),
		.frameMedian = demoSamplesMedian(&app->frameTimes),
		.renderer = info.name ? info.name : "",
		.picture = app->picture,
	};
	demoReportPrint(stdout, &report);
}

bool demoAppRun(demoApp *app) {
	int frames = app->args->frames;
	if(frames == 0 && app->video.offscreen) frames = unseenFrames;
	while(app->running && (frames == 0 || app->frames < frames)) demoAppFrame(app);
	bool saved = SaveLastPicture(app);
	saved = SavePositions(app) && saved;
	if(app->args->stats) PrintStats(app);
	return saved;
}
