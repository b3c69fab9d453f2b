/* SPDX-License-Identifier: MIT */
#ifndef DEMO_GREETING_H
#define DEMO_GREETING_H

/// Makes Chipmunk's greeting go nowhere. A Chipmunk with assertions prints one to the standard output when the first
/// cpSpace of a process is made; --stats promises a JSON object there and nothing else.
void demoGreetingSilence(void);

#endif
