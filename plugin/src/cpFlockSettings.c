/* SPDX-License-Identifier: MIT
 * The settings of a species: defaults and validation. */
#include <stddef.h>

#include "cpFlockInternal.h"

#define FLK_COOKIE UINT32_C(0x666c6b31)

cpFlockSettings cpFlockSettingsDefault(void) {
	cpFlockSettings settings = {0};
	settings.cookie = FLK_COOKIE;
	settings.separation = (cpFlockRule){24, 3000, CP_FLOCK_LINEAR};
	settings.separationFades = cpTrue;
	settings.alignment = (cpFlockRule){60, 2, CP_FLOCK_LINEAR};
	settings.cohesion = (cpFlockRule){60, (cpFloat)1.5, CP_FLOCK_LINEAR};
	settings.fieldOfView = (cpFloat)FLK_TWO_PI;
	settings.seesOverSeam = cpTrue;
	settings.minDistance = 0;
	settings.coincidence = CP_FLOCK_COINCIDENCE_PART;
	settings.evasion = (cpFlockRule){150, 600, CP_FLOCK_LINEAR};
	settings.evasionPrediction = 0;
	settings.pursuit = (cpFlockRule){CP_FLOCK_UNLIMITED, 240, CP_FLOCK_DIRECTION};
	settings.target = CP_FLOCK_TARGET_NEAREST;
	settings.drive = CP_FLOCK_DRIVE_STEER;
	settings.chaseSpeed = 120;
	settings.prediction = 0;
	settings.seek = (cpFlockRule){60, 0, CP_FLOCK_STEER};
	settings.wander = (cpFlockWander){0, 2, 0};
	settings.containmentMargin = 60;
	settings.containmentWeight = 360;
	settings.avoidance = (cpFlockAvoidance){0, CP_FLOCK_AVOIDANCE_SWEEP, 20, (cpFloat)0.8, 4};
	settings.filter = CP_SHAPE_FILTER_ALL;
	settings.combine = CP_FLOCK_COMBINE_SUM;
	settings.steerRate = 6;
	settings.maxSteer = 240;
	settings.maxForce = 480;
	settings.minSpeed = 0;
	settings.maxSpeed = 120;
	settings.speedLimit = CP_FLOCK_SPEED_LIMIT_AFTER;
	settings.maxTurnRate = CP_FLOCK_UNLIMITED;
	settings.damping = 1;
	settings.heading = CP_FLOCK_HEADING_SPIN;
	settings.headingMinSpeed = 1;
	settings.bodyRadius = 5;
	settings.bodyMass = 1;
	return settings;
}

/* ---------------------------------------------------------------- what follows from settings */

double flkActiveRadius(const cpFlockRule *rule) {
	return rule->weight != 0 ? (double)rule->radius : 0.0;
}

double flkReach(const cpFlockSettings *settings, cpFlockRelation relation) {
	double separation = flkActiveRadius(&settings->separation);
	switch(relation) {
	case CP_FLOCK_RELATION_FLOCK:
		return flkMax(separation, flkMax(flkActiveRadius(&settings->alignment), flkActiveRadius(&settings->cohesion)));
	case CP_FLOCK_RELATION_SEPARATE:
		return separation;
	case CP_FLOCK_RELATION_EVADE:
		return flkActiveRadius(&settings->evasion);
	default:
		return 0.0;
	}
}

cpBool flkHasRelation(const flkSpecies *species, cpFlockRelation relation) {
	for(int i = 0; i < species->sensedCount; i++) {
		if(species->sensed[i].relation == relation) return cpTrue;
	}
	return cpFalse;
}

/* ---------------------------------------------------------------- validation */

/* A number of the settings and the interval that it must be in. */
typedef struct flkNumber {
	const char *name;
	size_t offset;
	double min, max;
	cpBool minExcluded;
} flkNumber;

/* An enumeration of the settings; its values run from 0 to last. */
typedef struct flkChoice {
	const char *name;
	size_t offset;
	int last;
} flkChoice;

#define FLK_MOST 1e30 /* CP_FLOCK_UNLIMITED */

#define FLK_NUMBER(field, min, max, minExcluded)                                                                       \
	{ #field, offsetof(cpFlockSettings, field), min, max, minExcluded }
#define FLK_RULE(rule)                                                                                                 \
	FLK_NUMBER(rule.radius, 0.0, FLK_MOST, cpFalse), FLK_NUMBER(rule.weight, -FLK_MOST, FLK_MOST, cpFalse)
#define FLK_CHOICE(field, last)                                                                                        \
	{ #field, offsetof(cpFlockSettings, field), last }

static const flkNumber flkNumbers[] = {
	FLK_RULE(separation),
	FLK_RULE(alignment),
	FLK_RULE(cohesion),
	FLK_NUMBER(fieldOfView, 0.0, FLK_TWO_PI *(1.0 + 1e-6), cpTrue),
	FLK_NUMBER(minDistance, 0.0, FLK_MOST, cpFalse),
	FLK_RULE(evasion),
	FLK_NUMBER(evasionPrediction, 0.0, FLK_MOST, cpFalse),
	FLK_RULE(pursuit),
	FLK_NUMBER(chaseSpeed, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(prediction, 0.0, FLK_MOST, cpFalse),
	FLK_RULE(seek),
	FLK_NUMBER(wander.weight, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(wander.period, 0.0, FLK_MOST, cpTrue),
	FLK_NUMBER(wander.scale, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(containmentMargin, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(containmentWeight, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(avoidance.weight, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(avoidance.lookAhead, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(avoidance.lookAheadTime, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(avoidance.clearance, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(steerRate, 0.0, FLK_MOST, cpTrue),
	FLK_NUMBER(maxSteer, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(maxForce, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(minSpeed, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(maxSpeed, 0.0, FLK_MOST, cpTrue),
	FLK_NUMBER(maxTurnRate, 0.0, FLK_MOST, cpTrue),
	FLK_NUMBER(damping, 0.0, 1.0, cpTrue),
	FLK_NUMBER(headingMinSpeed, 0.0, FLK_MOST, cpFalse),
	FLK_NUMBER(bodyRadius, 0.0, FLK_MOST, cpTrue),
	FLK_NUMBER(bodyMass, 0.0, FLK_MOST, cpTrue),
};

static const flkChoice flkChoices[] = {
	FLK_CHOICE(separation.response, CP_FLOCK_LINEAR),
	FLK_CHOICE(alignment.response, CP_FLOCK_LINEAR),
	FLK_CHOICE(cohesion.response, CP_FLOCK_LINEAR),
	FLK_CHOICE(coincidence, CP_FLOCK_COINCIDENCE_COUNT),
	FLK_CHOICE(evasion.response, CP_FLOCK_LINEAR),
	FLK_CHOICE(pursuit.response, CP_FLOCK_LINEAR),
	FLK_CHOICE(target, CP_FLOCK_TARGET_POINT),
	FLK_CHOICE(drive, CP_FLOCK_DRIVE_VELOCITY),
	FLK_CHOICE(seek.response, CP_FLOCK_LINEAR),
	FLK_CHOICE(avoidance.mode, CP_FLOCK_AVOIDANCE_FIELD),
	FLK_CHOICE(combine, CP_FLOCK_COMBINE_PRIORITY),
	FLK_CHOICE(speedLimit, CP_FLOCK_SPEED_LIMIT_BEFORE),
	FLK_CHOICE(heading, CP_FLOCK_HEADING_ANGLE),
};

static cpFlockStatus flkCheckNumber(const cpFlockSettings *settings, const flkNumber *number) {
	double value = (double)*(const cpFloat *)(const void *)((const char *)settings + number->offset);
	if(!flkIsFinite(value)) return CP_FLOCK_ERROR_NOT_FINITE;
	/* 1e30 is not a float: the rounded limit must pass too. */
	double max = number->max * (1.0 + 1e-6);
	if(value < number->min * (number->min < 0.0 ? 1.0 + 1e-6 : 1.0) || value > max) return CP_FLOCK_ERROR_RANGE;
	return number->minExcluded && value == number->min ? CP_FLOCK_ERROR_RANGE : CP_FLOCK_OK;
}

/* The enumerations are read as int: a value outside of them must not be read through its own type. */
static cpFlockStatus flkCheckChoice(const cpFlockSettings *settings, const flkChoice *choice) {
	int value = *(const int *)(const void *)((const char *)settings + choice->offset);
	return value < 0 || value > choice->last ? CP_FLOCK_ERROR_RANGE : CP_FLOCK_OK;
}

static cpFlockStatus flkCheckFields(const cpFlockSettings *settings, const char **field) {
	for(size_t i = 0; i < sizeof(flkNumbers) / sizeof(flkNumbers[0]); i++) {
		*field = flkNumbers[i].name;
		cpFlockStatus status = flkCheckNumber(settings, &flkNumbers[i]);
		if(status != CP_FLOCK_OK) return status;
	}
	for(size_t i = 0; i < sizeof(flkChoices) / sizeof(flkChoices[0]); i++) {
		*field = flkChoices[i].name;
		cpFlockStatus status = flkCheckChoice(settings, &flkChoices[i]);
		if(status != CP_FLOCK_OK) return status;
	}
	*field = "minSpeed";
	if(settings->minSpeed > settings->maxSpeed) return CP_FLOCK_ERROR_INCONSISTENT;
	*field = NULL;
	return CP_FLOCK_OK;
}

cpFlockStatus cpFlockSettingsCheck(const cpFlockSettings *settings, const char **field) {
	const char *ignored;
	if(!field) field = &ignored;
	*field = NULL;
	if(!settings) return CP_FLOCK_ERROR_NULL;
	if(settings->cookie != FLK_COOKIE) {
		*field = "cookie";
		return CP_FLOCK_ERROR_UNINITIALIZED;
	}
	return flkCheckFields(settings, field);
}
