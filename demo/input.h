/* SPDX-License-Identifier: MIT
 * What keys, mouse and window do to the running demo. */
#ifndef DEMO_INPUT_H
#define DEMO_INPUT_H

#include "app.h"

/// Handles all events that are waiting.
void demoInputPoll(demoApp *app);

/// Handles one event.
void demoInputHandle(demoApp *app, const SDL_Event *event);

/// Tells the world where the mouse is now. To be called in every frame: window, world and scale may have changed.
void demoInputSendPointer(demoApp *app);

/// Presses the keys of a text, one per character, without the messages that they give.
void demoInputType(demoApp *app, const char *keys);

#endif
