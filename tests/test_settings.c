/* SPDX-License-Identifier: MIT
 * cpFlockSettings: defaults, presets, and what is refused. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- fields */

/* Every number of cpFlockSettings with values just inside and just outside its documented range. */
typedef struct Field {
	const char *name;
	size_t offset;
	double inside[3], outside[3];
	int insides, outsides;
} Field;

#define FIELD(name) #name, offsetof(cpFlockSettings, name)
#define RULE(name)                                                                                                     \
	{FIELD(name.radius), {0, 60, 1e30}, {-1, -1e-30, 0}, 3, 2}, {                                                      \
		FIELD(name.weight), {-5, 0, 1e6}, {0, 0, 0}, 3, 0                                                              \
	}

/* clang-format off */
static const Field fields[] = {
	RULE(separation),
	RULE(alignment),
	RULE(cohesion),
	RULE(evasion),
	RULE(pursuit),
	RULE(seek),
	{FIELD(fieldOfView), {1e-6, 3, 6.283185307179586}, {0, -1, 6.3}, 3, 3},
	{FIELD(minDistance), {0, 5, 5}, {-1, 0, 0}, 2, 1},
	{FIELD(evasionPrediction), {0, 2, 2}, {-1, 0, 0}, 2, 1},
	{FIELD(chaseSpeed), {0, 150, 150}, {-1, 0, 0}, 2, 1},
	{FIELD(prediction), {0, 2, 2}, {-1, 0, 0}, 2, 1},
	{FIELD(wander.weight), {0, 50, 50}, {-1, 0, 0}, 2, 1},
	{FIELD(wander.period), {0.1, 2, 2}, {0, -1, 0}, 2, 2},
	{FIELD(wander.scale), {0, 300, 300}, {-1, 0, 0}, 2, 1},
	{FIELD(containmentMargin), {0, 60, 60}, {-1, 0, 0}, 2, 1},
	{FIELD(containmentWeight), {0, 360, 360}, {-1, 0, 0}, 2, 1},
	{FIELD(avoidance.weight), {0, 100, 100}, {-1, 0, 0}, 2, 1},
	{FIELD(avoidance.lookAhead), {0, 80, 80}, {-1, 0, 0}, 2, 1},
	{FIELD(avoidance.lookAheadTime), {0, 1, 1}, {-1, 0, 0}, 2, 1},
	{FIELD(avoidance.clearance), {0, 4, 4}, {-1, 0, 0}, 2, 1},
	{FIELD(steerRate), {0.1, 60, 60}, {0, -1, 0}, 2, 2},
	{FIELD(maxSteer), {0, 240, 240}, {-1, 0, 0}, 2, 1},
	{FIELD(maxForce), {0, 240, 1e30}, {-1, 0, 0}, 3, 1},
	{FIELD(minSpeed), {0, 20, 20}, {-1, 0, 0}, 2, 1},
	{FIELD(maxSpeed), {0.1, 500, 1e30}, {0, -1, 0}, 3, 2},
	{FIELD(maxTurnRate), {0.1, 3, 1e30}, {0, -1, 0}, 3, 2},
	{FIELD(damping), {1e-6, 0.5, 1}, {0, -1, 1.001}, 3, 3},
	{FIELD(headingMinSpeed), {0, 5, 5}, {-1, 0, 0}, 2, 1},
	{FIELD(bodyRadius), {0.1, 5, 5}, {0, -1, 0}, 2, 2},
	{FIELD(bodyMass), {0.1, 5, 5}, {0, -1, 0}, 2, 2},
};
/* clang-format on */
enum { FIELDS = sizeof(fields) / sizeof(fields[0]) };

static cpFlockSettings withNumber(const Field *field, double value) {
	cpFlockSettings settings = cpFlockSettingsDefault();
	cpFloat number = (cpFloat)value;
	memcpy((char *)&settings + field->offset, &number, sizeof(number));
	return settings;
}

/* The name tells which field: "wander.period" may be called that or "period". */
static cpBool namesField(const char *given, const char *field) {
	const char *last = strrchr(field, '.');
	return given && (strstr(given, field) || strstr(given, last ? last + 1 : field));
}

static void checkRefused(const Field *field, double value, cpFlockStatus expected) {
	cpFlockSettings settings = withNumber(field, value);
	const char *name = NULL;
	cpFlockStatus status = cpFlockSettingsCheck(&settings, &name);
	if(status != expected || !namesField(name, field->name)) {
		printf("%s = %g: status %d, field %s\n", field->name, value, status, name ? name : "(none)");
	}
	CHECK_STATUS(status, expected);
	CHECK(namesField(name, field->name));
	CHECK_STATUS(cpFlockSettingsCheck(&settings, NULL), expected);
}

static void test_numbers_inside_their_ranges_are_accepted(void **state) {
	(void)state;
	for(int i = 0; i < FIELDS; i++) {
		for(int k = 0; k < fields[i].insides; k++) {
			cpFlockSettings settings = withNumber(&fields[i], fields[i].inside[k]);
			const char *name = "untouched";
			cpFlockStatus status = cpFlockSettingsCheck(&settings, &name);
			if(status != CP_FLOCK_OK) printf("%s = %g\n", fields[i].name, fields[i].inside[k]);
			CHECK_OK(status);
			CHECK(name == NULL);
		}
	}
}

static void test_numbers_outside_their_ranges_are_refused_by_name(void **state) {
	(void)state;
	for(int i = 0; i < FIELDS; i++) {
		for(int k = 0; k < fields[i].outsides; k++)
			checkRefused(&fields[i], fields[i].outside[k], CP_FLOCK_ERROR_RANGE);
	}
}

static void test_numbers_that_are_not_finite_are_refused_by_name(void **state) {
	(void)state;
	const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
	for(int i = 0; i < FIELDS; i++) {
		for(int k = 0; k < 3; k++) checkRefused(&fields[i], bad[k], CP_FLOCK_ERROR_NOT_FINITE);
	}
}

static void test_unknown_enumeration_values_are_refused(void **state) {
	(void)state;
	static const size_t offsets[] = {offsetof(cpFlockSettings, separation.response),
		offsetof(cpFlockSettings, alignment.response), offsetof(cpFlockSettings, cohesion.response),
		offsetof(cpFlockSettings, evasion.response), offsetof(cpFlockSettings, pursuit.response),
		offsetof(cpFlockSettings, seek.response), offsetof(cpFlockSettings, coincidence),
		offsetof(cpFlockSettings, target), offsetof(cpFlockSettings, drive), offsetof(cpFlockSettings, speedLimit),
		offsetof(cpFlockSettings, heading), offsetof(cpFlockSettings, avoidance.mode),
		offsetof(cpFlockSettings, combine)};
	const int bad[] = {-1, 3, 1000};
	for(size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
		for(int k = 0; k < 3; k++) {
			cpFlockSettings settings = cpFlockSettingsDefault();
			memcpy((char *)&settings + offsets[i], &bad[k], sizeof(bad[k]));
			const char *name = NULL;
			CHECK_STATUS(cpFlockSettingsCheck(&settings, &name), CP_FLOCK_ERROR_RANGE);
			CHECK(name != NULL);
		}
	}
}

static void test_a_minimum_speed_above_the_maximum_is_inconsistent(void **state) {
	(void)state;
	cpFlockSettings settings = cpFlockSettingsDefault();
	settings.minSpeed = settings.maxSpeed;
	CHECK_OK(cpFlockSettingsCheck(&settings, NULL));
	settings.minSpeed = settings.maxSpeed + 1;
	const char *name = NULL;
	CHECK_STATUS(cpFlockSettingsCheck(&settings, &name), CP_FLOCK_ERROR_INCONSISTENT);
	CHECK(name && strstr(name, "Speed"));
}

static void test_a_struct_that_no_function_made_is_refused(void **state) {
	(void)state;
	cpFlockSettings settings;
	memset(&settings, 0, sizeof(settings));
	CHECK_STATUS(cpFlockSettingsCheck(&settings, NULL), CP_FLOCK_ERROR_UNINITIALIZED);
	memset(&settings, 0xff, sizeof(settings));
	CHECK_STATUS(cpFlockSettingsCheck(&settings, NULL), CP_FLOCK_ERROR_UNINITIALIZED);
	CHECK_STATUS(cpFlockSettingsCheck(NULL, NULL), CP_FLOCK_ERROR_NULL);
}

/* ---------------------------------------------------------------- in a flock */

static void test_a_flock_keeps_a_copy_of_its_settings(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings settings = cpFlockSettingsDefault(), read;
	settings.maxSpeed = 77;
	cpFlockSpecies species = worldSpecies(world, &settings);
	settings.maxSpeed = 1;
	CHECK_OK(cpFlockGetSettings(world->flock, species, &read));
	CHECK_NEAR(read.maxSpeed, 77, 0);
	CHECK_OK(cpFlockSetSettings(world->flock, species, &settings));
	CHECK_OK(cpFlockGetSettings(world->flock, species, &read));
	CHECK_NEAR(read.maxSpeed, 1, 0);
	worldFree(world);
}

static void test_refused_settings_leave_the_flock_as_it_was(void **state) {
	(void)state;
	World *world = worldNew();
	cpFlockSettings good = cpFlockSettingsDefault(), read;
	cpFlockSpecies species = worldSpecies(world, &good);
	for(int i = 0; i < FIELDS; i++) {
		cpFlockSettings bad = withNumber(&fields[i], (double)NAN);
		CHECK_STATUS(cpFlockAddSpecies(world->flock, &bad), CP_FLOCK_ERROR_NOT_FINITE);
		CHECK_STATUS(cpFlockSetSettings(world->flock, species, &bad), CP_FLOCK_ERROR_NOT_FINITE);
		CHECK_STATUS(cpFlockGetLastStatus(world->flock), CP_FLOCK_ERROR_NOT_FINITE);
		CHECK(strlen(cpFlockGetLastMessage(world->flock)) > 0);
	}
	CHECK(cpFlockGetSpeciesCount(world->flock) == 1);
	CHECK_OK(cpFlockGetSettings(world->flock, species, &read));
	CHECK(memcmp(&read, &good, sizeof(read)) == 0);
	worldFree(world);
}

/* ---------------------------------------------------------------- defaults and presets */

static void checkRule(cpFlockRule value, double radius, double weight, cpFlockResponse response) {
	CHECK_NEAR(value.radius, radius, 1e-9 * radius);
	CHECK_NEAR(value.weight, weight, 1e-9 * fabs(weight));
	CHECK(value.response == response);
}

static void test_the_defaults_are_those_of_the_header(void **state) {
	(void)state;
	cpFlockSettings s = cpFlockSettingsDefault();
	checkRule(s.separation, 24, 3000, CP_FLOCK_LINEAR);
	checkRule(s.alignment, 60, 2, CP_FLOCK_LINEAR);
	checkRule(s.cohesion, 60, 1.5, CP_FLOCK_LINEAR);
	checkRule(s.evasion, 150, 600, CP_FLOCK_LINEAR);
	checkRule(s.pursuit, CP_FLOCK_UNLIMITED, 240, CP_FLOCK_DIRECTION);
	CHECK(s.seek.weight == 0 && s.wander.weight == 0 && s.wander.period == 2 && s.wander.scale == 0);
	CHECK_NEAR(s.fieldOfView, 2 * PI, 1e-12);
	CHECK(s.minDistance == 0 && s.coincidence == CP_FLOCK_COINCIDENCE_PART);
	CHECK(s.target == CP_FLOCK_TARGET_NEAREST && s.drive == CP_FLOCK_DRIVE_STEER && s.chaseSpeed == 120);
	CHECK(s.prediction == 0 && s.evasionPrediction == 0 && s.containmentMargin == 60 && s.containmentWeight == 360);
	CHECK(s.steerRate == 6 && s.maxSteer == 240 && s.maxForce == 480 && s.minSpeed == 0 && s.maxSpeed == 120);
	CHECK(s.speedLimit == CP_FLOCK_SPEED_LIMIT_AFTER && s.maxTurnRate == CP_FLOCK_UNLIMITED && s.damping == 1);
	CHECK(s.heading == CP_FLOCK_HEADING_SPIN && s.headingMinSpeed == 1 && s.bodyRadius == 5 && s.bodyMass == 1);
}

static void test_all_presets_are_valid(void **state) {
	(void)state;
	cpFlockSettings presets[] = {cpFlockSettingsDefault(), cpFlockSettingsBird(), cpFlockSettingsHawk(),
		cpFlockSettingsMatterBird(), cpFlockSettingsMatterPredator(), cpFlockSettingsMatterFish(),
		cpFlockSettingsP5Boid(), cpFlockSettingsWebGpuBoid(800)};
	for(size_t i = 0; i < sizeof(presets) / sizeof(presets[0]); i++) CHECK_OK(cpFlockSettingsCheck(&presets[i], NULL));
}

static void test_the_matter_presets_are_converted_exactly(void **state) {
	(void)state;
	const double mass = 0.07346939;
	cpFlockSettings bird = cpFlockSettingsMatterBird(), predator = cpFlockSettingsMatterPredator();
	checkRule(bird.separation, 60, 1e6 * 0.0015 / mass, CP_FLOCK_DIRECTION);
	checkRule(bird.alignment, 60, 1e6 * 0.001 / mass, CP_FLOCK_DIRECTION);
	checkRule(bird.cohesion, 60, 1e6 * 0.0008 / mass, CP_FLOCK_DIRECTION);
	checkRule(bird.evasion, 150, 1e6 * 0.006 / mass, CP_FLOCK_DIRECTION);
	CHECK(bird.maxSpeed == 240 && bird.minSpeed == 0 && bird.speedLimit == CP_FLOCK_SPEED_LIMIT_BEFORE);
	CHECK(bird.maxForce == CP_FLOCK_UNLIMITED && bird.coincidence == CP_FLOCK_COINCIDENCE_IGNORE);
	CHECK(bird.heading == CP_FLOCK_HEADING_ANGLE);
	CHECK_NEAR(bird.headingMinSpeed, 6, 1e-12);
	CHECK_NEAR(bird.damping, pow(0.98, 60), 1e-14);
	CHECK_NEAR(bird.bodyMass, mass, 1e-9);
	CHECK(bird.bodyRadius == 5);
	CHECK(predator.drive == CP_FLOCK_DRIVE_VELOCITY && predator.target == CP_FLOCK_TARGET_NEAREST);
	CHECK_NEAR(predator.chaseSpeed, 150, 1e-12);
	CHECK_NEAR(predator.damping, pow(0.99, 60), 1e-14);
	CHECK_NEAR(predator.bodyMass, 0.688846648, 1e-9);
	CHECK(predator.bodyRadius == 15);
}

static void test_every_status_has_a_text_of_its_own(void **state) {
	(void)state;
	for(int i = 0; i >= CP_FLOCK_ERROR_UNAVAILABLE; i--) {
		const char *text = cpFlockStatusString((cpFlockStatus)i);
		CHECK(text && strlen(text) > 0);
		for(int k = 0; k > i; k--) CHECK(strcmp(text, cpFlockStatusString((cpFlockStatus)k)) != 0);
	}
	CHECK(cpFlockStatusString((cpFlockStatus)12345) != NULL);
	CHECK(cpFlockStatusString((cpFlockStatus)-12345) != NULL);
}

static void test_the_library_has_the_version_of_its_header(void **state) {
	(void)state;
	char version[40];
	snprintf(
		version, sizeof(version), "%d.%d.%d", CP_FLOCK_VERSION_MAJOR, CP_FLOCK_VERSION_MINOR, CP_FLOCK_VERSION_PATCH);
	CHECK(strcmp(version, cpFlockVersionString()) == 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers_inside_their_ranges_are_accepted),
		cmocka_unit_test(test_numbers_outside_their_ranges_are_refused_by_name),
		cmocka_unit_test(test_numbers_that_are_not_finite_are_refused_by_name),
		cmocka_unit_test(test_unknown_enumeration_values_are_refused),
		cmocka_unit_test(test_a_minimum_speed_above_the_maximum_is_inconsistent),
		cmocka_unit_test(test_a_struct_that_no_function_made_is_refused),
		cmocka_unit_test(test_a_flock_keeps_a_copy_of_its_settings),
		cmocka_unit_test(test_refused_settings_leave_the_flock_as_it_was),
		cmocka_unit_test(test_the_defaults_are_those_of_the_header),
		cmocka_unit_test(test_all_presets_are_valid),
		cmocka_unit_test(test_the_matter_presets_are_converted_exactly),
		cmocka_unit_test(test_every_status_has_a_text_of_its_own),
		cmocka_unit_test(test_the_library_has_the_version_of_its_header),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
