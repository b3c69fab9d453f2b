/* SPDX-License-Identifier: MIT
 * The running demo: window, world, clock, and the frame that joins them. */
#ifndef DEMO_APP_H
#define DEMO_APP_H

#include <stdbool.h>

#include "args.h"
#include "hud.h"
#include "meter.h"
#include "picture.h"
#include "samples.h"
#include "scene.h"
#include "stepper.h"
#include "video.h"
#include "view.h"

/// The mouse in window coordinates, which on some displays are larger than pixels.
typedef struct demoMouse {
	bool known; ///< false until it has moved over the window and after it has left.
	bool pressed;
	int x, y;
} demoMouse;

typedef struct demoApp {
	const demoArgs *args;
	demoVideo video;
	demoView view;
	demoTrails trails;
	demoHud hud;
	demoStepper stepper;
	demoMeter meter;
	demoSamples stepTimes, drawTimes, frameTimes; ///< ms.
	demoMouse mouse;
	int sceneIndex;
	flockSceneOptions options; ///< Of the next world that is made.
	flockWorld *world;
	int windowWidth, windowHeight; ///< The size that the demo gave the window.
	bool running;
	bool pictureWanted; ///< The next frame is to be saved.
	int frames;
	long steps;
	double lastFrame;                ///< When the last frame began, s.
	double messageUntil;             ///< When the HUD's message goes, s.
	char picture[DEMO_PICTURE_PATH]; ///< Full path of the last saved picture.
} demoApp;

/// Opens the demo.
/// @param args Must outlive the app.
/// @param sceneIndex Place in the table of scenes.
/// @return NULL if that fails; the reason has been printed to stderr.
demoApp *demoAppNew(const demoArgs *args, int sceneIndex);

void demoAppFree(demoApp *app);

/// Runs until the user quits or the frames that were asked for are done, then saves and prints what was asked for.
/// @return false if something could not be saved; the reason has been printed to stderr.
bool demoAppRun(demoApp *app);

/// Makes one frame: events, physics, picture.
void demoAppFrame(demoApp *app);

/// Makes the world anew, with the scene and the options as they are now.
void demoAppRestart(demoApp *app);

/// Goes to another scene, with the options of the command line; an index beyond the table is ignored.
void demoAppSetScene(demoApp *app, int sceneIndex);

/// Shows a message for some seconds.
void demoAppSay(demoApp *app, const char *format, ...);

#endif
