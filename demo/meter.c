/* SPDX-License-Identifier: MIT */
#include "meter.h"

static const double period = 0.5;

void demoMeterAddStep(demoMeter *meter, double milliseconds) {
	meter->steps++;
	meter->stepTime += milliseconds;
}

static void BeginPeriod(demoMeter *meter, double now) {
	meter->begin = now;
	meter->frames = meter->steps = 0;
	meter->stepTime = meter->drawTime = 0.0;
}

bool demoMeterAddFrame(demoMeter *meter, double now, double drawMilliseconds) {
	if(meter->begin <= 0.0) BeginPeriod(meter, now);
	meter->frames++;
	meter->drawTime += drawMilliseconds;
	double elapsed = now - meter->begin;
	if(elapsed < period) return false;
	meter->framesPerSecond = meter->frames / elapsed;
	meter->meanDraw = meter->drawTime / meter->frames;
	// While paused the last known step time stays.
	if(meter->steps > 0) meter->meanStep = meter->stepTime / meter->steps;
	BeginPeriod(meter, now);
	return true;
}
