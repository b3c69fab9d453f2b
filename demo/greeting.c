/* SPDX-License-Identifier: MIT */
#ifndef _WIN32
	#define _POSIX_C_SOURCE 200809L // dup, dup2, fileno
#endif

#include "greeting.h"

#include <stdio.h>

#include <chipmunk/chipmunk.h>

#ifdef _WIN32
	#include <io.h>
	#define dup _dup
	#define dup2 _dup2
	#define close _close
	#define fileno _fileno
static const char nowhere[] = "NUL";
#else
	#include <unistd.h>
static const char nowhere[] = "/dev/null";
#endif

void demoGreetingSilence(void) {
	FILE *sink = fopen(nowhere, "w");
	if(!sink) return;
	fflush(stdout);
	int output = dup(fileno(stdout));
	if(output >= 0 && dup2(fileno(sink), fileno(stdout)) >= 0) {
		cpSpaceFree(cpSpaceNew());
		fflush(stdout);
		dup2(output, fileno(stdout));
	}
	if(output >= 0) close(output);
	fclose(sink);
}
