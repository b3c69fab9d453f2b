/* SPDX-License-Identifier: MIT */
#include "input.h"

#include <math.h>
#include <string.h>

cpBool fuzzIsFinite(double value) {
	return value - value == 0.0;
}

cpBool fuzzIsFiniteBody(const cpBody *body) {
	cpVect p = cpBodyGetPosition(body), v = cpBodyGetVelocity(body);
	return fuzzIsFinite((double)p.x) && fuzzIsFinite((double)p.y) && fuzzIsFinite((double)v.x) &&
		   fuzzIsFinite((double)v.y) && fuzzIsFinite((double)cpBodyGetAngle(body));
}

double fuzzNumber(fuzzInput *input) {
	static const double edges[] = {0.0, -0.0, 1.0, -1.0, 1e-300, 5e-324, 1e-30, 1e-9, 1e-3, 0.5, 1e30, -1e30,
		1.0000002e30, 1.1e30, 1e15, 1e300, -1e300, 6.283185307179586, 6.2832, 1e6, 1e9, 0.1, 60.0, 24.0, 1.0 / 60.0};
	unsigned kind = fuzzByte(input);
	if(kind < 160) return (double)kind * 0.25;
	if(kind < 200) return fuzzSmall(input);
	if(kind < 240) return edges[(kind - 200) % (sizeof(edges) / sizeof(edges[0]))];
	if(kind < 244) return NAN;
	if(kind < 246) return INFINITY;
	if(kind < 248) return -INFINITY;
	uint64_t bits = fuzzWhole(input, 8);
	double value;
	memcpy(&value, &bits, sizeof(value));
	return value;
}

static cpFlockSettings preset(int which) {
	switch(which) {
	case 1:
		return cpFlockSettingsBird();
	case 2:
		return cpFlockSettingsHawk();
	case 3:
		return cpFlockSettingsMatterBird();
	case 4:
		return cpFlockSettingsMatterPredator();
	case 5:
		return cpFlockSettingsSardine();
	case 6:
		return cpFlockSettingsShark();
	case 7:
		return cpFlockSettingsMatterFish();
	case 8:
		return cpFlockSettingsP5Boid();
	case 9:
		return cpFlockSettingsWebGpuBoid(300);
	default:
		return cpFlockSettingsDefault();
	}
}

#define NUMBER(field)                                                                                                  \
	{ offsetof(cpFlockSettings, field), cpFalse }
#define CHOICE(field)                                                                                                  \
	{ offsetof(cpFlockSettings, field), cpTrue }
#define RULE(rule) NUMBER(rule.radius), NUMBER(rule.weight), CHOICE(rule.response)

static const struct {
	size_t offset;
	cpBool isChoice;
} fields[] = {RULE(separation), RULE(alignment), RULE(cohesion), NUMBER(fieldOfView), NUMBER(minDistance),
	CHOICE(coincidence), RULE(evasion), NUMBER(evasionPrediction), RULE(pursuit), CHOICE(target), CHOICE(drive),
	NUMBER(chaseSpeed), NUMBER(prediction), RULE(seek), NUMBER(wander.weight), NUMBER(wander.period),
	NUMBER(wander.scale), NUMBER(containmentMargin), NUMBER(containmentWeight), NUMBER(avoidance.weight),
	CHOICE(avoidance.mode), NUMBER(avoidance.lookAhead), NUMBER(avoidance.lookAheadTime), NUMBER(avoidance.clearance),
	CHOICE(combine), NUMBER(steerRate), NUMBER(maxSteer), NUMBER(maxForce), NUMBER(minSpeed), NUMBER(maxSpeed),
	CHOICE(speedLimit), NUMBER(maxTurnRate), NUMBER(damping), CHOICE(heading), NUMBER(headingMinSpeed),
	NUMBER(bodyRadius), NUMBER(bodyMass)};

cpBool fuzzSameSettings(const cpFlockSettings *a, const cpFlockSettings *b) {
	for(size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		size_t at = fields[i].offset, size = fields[i].isChoice ? sizeof(int) : sizeof(cpFloat);
		if(memcmp((const char *)a + at, (const char *)b + at, size) != 0) return cpFalse;
	}
	return a->seesOverSeam == b->seesOverSeam && a->filter.group == b->filter.group &&
		   a->filter.categories == b->filter.categories && a->filter.mask == b->filter.mask;
}

static void replaceField(fuzzInput *input, cpFlockSettings *settings) {
	size_t i = fuzzByte(input) % (sizeof(fields) / sizeof(fields[0]));
	char *field = (char *)settings + fields[i].offset;
	if(fields[i].isChoice) {
		/* mostly 0 to 2, which every enumeration has or nearly has */
		int value = (int)(int8_t)fuzzByte(input);
		if(value > 2 && value < 120) value %= 3;
		memcpy(field, &value, sizeof(value));
	} else {
		double wanted = fuzzNumber(input);
		/* what does not fit a float cannot be converted to one */
		if(sizeof(cpFloat) == sizeof(float) && fuzzIsFinite(wanted) && fabs(wanted) > 3e38) wanted = INFINITY;
		cpFloat value = (cpFloat)wanted;
		memcpy(field, &value, sizeof(value));
	}
}

cpFlockSettings fuzzSettings(fuzzInput *input) {
	unsigned first = fuzzByte(input);
	cpFlockSettings settings = preset((int)(first & 15));
	for(unsigned i = 0; i < first >> 4; i++) replaceField(input, &settings);
	unsigned rest = fuzzByte(input);
	settings.seesOverSeam = rest & 1 ? cpFalse : cpTrue;
	if(rest & 2) settings.filter = cpShapeFilterNew(rest & 4 ? 7 : CP_NO_GROUP, rest & 24, rest & 96);
	if(rest == 255) settings.cookie++;
	return settings;
}

cpFlockSettings fuzzRawSettings(fuzzInput *input) {
	cpFlockSettings settings = cpFlockSettingsDefault();
	uint32_t cookie = settings.cookie;
	size_t size = (size_t)(input->end - input->at);
	if(size > sizeof(settings)) size = sizeof(settings);
	memcpy(&settings, input->at, size);
	input->at += size;
	settings.cookie = cookie;
	return settings;
}
