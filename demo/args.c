/* SPDX-License-Identifier: MIT */
#include "args.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef enum optionKind {
	OPTION_SET,     ///< Takes no value, stores the option's low.
	OPTION_INTEGER, ///< An int in [low, high].
	OPTION_SEED,    ///< Any uint64_t.
	OPTION_TEXT
} optionKind;

typedef struct optionEntry {
	const char *name;
	const char *value; ///< Name of the value in the help text, NULL for OPTION_SET.
	optionKind kind;
	size_t offset; ///< Of the field of demoArgs: int, uint64_t or const char * according to kind.
	int low, high;
	const char *help;
} optionEntry;

#define FIELD(name) offsetof(demoArgs, name)

static const optionEntry options[] = {
	{"--list", NULL, OPTION_SET, FIELD(action), DEMO_ACTION_LIST, 0, "list the scenes and exit"},
	{"--scene", "NAME", OPTION_TEXT, FIELD(scene), 0, 0, "start with this scene (default: the first)"},
	{"--bodies", "N", OPTION_INTEGER, FIELD(bodies), 0, DEMO_ARGS_BODIES, "number of birds or fish, 0 to 200000"},
	{"--predators", "N", OPTION_INTEGER, FIELD(predators), 0, 1000, "number of predators, 0 to 1000"},
	{"--seed", "N", OPTION_SEED, FIELD(seed), 0, 0, "same seed, same flight (default: 1)"},
	{"--faithful", NULL, OPTION_SET, FIELD(faithful), 1, 0, "start with the settings of the scene's source"},
	{"--natural", NULL, OPTION_SET, FIELD(faithful), 0, 0, "start with our own settings"},
	{"--keys", "KEYS", OPTION_TEXT, FIELD(keys), 0, 0, "press these keys at the start: letters, digits, signs"},
	{"--width", "N", OPTION_INTEGER, FIELD(width), 1, 8192, "width of window or picture (default: the scene's)"},
	{"--height", "N", OPTION_INTEGER, FIELD(height), 1, 8192, "height of window or picture (default: the scene's)"},
	{"--headless", NULL, OPTION_SET, FIELD(headless), 1, 0, "no window: draw off screen, save a picture, exit"},
	{"--frames", "N", OPTION_INTEGER, FIELD(frames), 1, INT_MAX, "exit after N frames (default: 300 without a window)"},
	{"--screenshot", "FILE", OPTION_TEXT, FIELD(screenshot), 0, 0, "save the last frame as a BMP picture"},
	{"--positions", "FILE", OPTION_TEXT, FIELD(positions), 0, 0,
		"write 'x y angle species' of each body of the last frame"},
	{"--stats", NULL, OPTION_SET, FIELD(stats), 1, 0, "print figures as one JSON object at the end"},
	{"--trails", NULL, OPTION_SET, FIELD(trails), 1, 0, "start with trails"},
	{"--hud", NULL, OPTION_SET, FIELD(hud), DEMO_HUD_ON, 0, "show the figures in headless pictures, too"},
	{"--no-hud", NULL, OPTION_SET, FIELD(hud), DEMO_HUD_OFF, 0, "start without the figures"},
	{"--help", NULL, OPTION_SET, FIELD(action), DEMO_ACTION_HELP, 0, "show this text and exit"},
	{"--version", NULL, OPTION_SET, FIELD(action), DEMO_ACTION_VERSION, 0, "show the versions and exit"},
};

static const size_t optionCount = sizeof(options) / sizeof(options[0]);

demoArgs demoArgsDefault(void) {
	demoArgs args = {0};
	args.action = DEMO_ACTION_RUN;
	args.hud = DEMO_HUD_AUTO;
	args.bodies = args.predators = args.faithful = -1;
	args.seed = 1;
	return args;
}

static const optionEntry *FindOption(const char *name, size_t length) {
	if(length == 2 && strncmp(name, "-h", length) == 0) return FindOption("--help", strlen("--help"));
	for(size_t i = 0; i < optionCount; i++) {
		if(strlen(options[i].name) == length && strncmp(options[i].name, name, length) == 0) return &options[i];
	}
	return NULL;
}

/// Reads digits and nothing else: no blanks, no sign, no rest.
static bool ParseDigits(const char *text, uint64_t *number) {
	if(!isdigit((unsigned char)text[0])) return false;
	char *end;
	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	*number = value;
	return errno == 0 && *end == '\0';
}

static bool StoreInteger(const optionEntry *option, int *field, const char *text, char *message) {
	uint64_t number;
	bool valid = ParseDigits(text, &number) && number >= (uint64_t)option->low && number <= (uint64_t)option->high;
	if(valid) {
		*field = (int)number;
	} else {
		snprintf(message, DEMO_ARGS_MESSAGE, "%s must be a whole number from %d to %d, not '%.60s'", option->name,
			option->low, option->high, text);
	}
	return valid;
}

static bool StoreSeed(const optionEntry *option, uint64_t *field, const char *text, char *message) {
	if(ParseDigits(text, field)) return true;
	snprintf(message, DEMO_ARGS_MESSAGE, "%s must be a whole number from 0 to %llu, not '%.60s'", option->name,
		(unsigned long long)UINT64_MAX, text);
	return false;
}

static bool StoreText(const optionEntry *option, const char **field, const char *text, char *message) {
	*field = text;
	if(text[0] != '\0') return true;
	snprintf(message, DEMO_ARGS_MESSAGE, "%s must not be empty", option->name);
	return false;
}

static bool StoreValue(const optionEntry *option, demoArgs *args, const char *text, char *message) {
	void *field = (char *)args + option->offset;
	switch(option->kind) {
	case OPTION_INTEGER:
		return StoreInteger(option, field, text, message);
	case OPTION_SEED:
		return StoreSeed(option, field, text, message);
	case OPTION_TEXT:
		return StoreText(option, field, text, message);
	case OPTION_SET:
		break;
	}
	*(int *)field = option->low;
	return true;
}

/// Reads the option at argv[*index] and moves the index to the last word that belongs to it.
static bool ParseOption(demoArgs *args, int argc, char *const argv[], int *index, char *message) {
	const char *word = argv[*index];
	const char *equals = strchr(word, '=');
	size_t length = equals ? (size_t)(equals - word) : strlen(word);
	const optionEntry *option = FindOption(word, length);
	if(!option) {
		snprintf(message, DEMO_ARGS_MESSAGE, "unknown option '%.60s'", word);
		return false;
	}
	if(option->kind == OPTION_SET) {
		if(!equals) return StoreValue(option, args, NULL, message);
		snprintf(message, DEMO_ARGS_MESSAGE, "%s takes no value", option->name);
		return false;
	}
	if(equals) return StoreValue(option, args, equals + 1, message);
	if(*index + 1 < argc) return StoreValue(option, args, argv[++*index], message);
	snprintf(message, DEMO_ARGS_MESSAGE, "%s needs a value: %s %s", option->name, option->name, option->value);
	return false;
}

bool demoArgsParse(demoArgs *args, int argc, char *const argv[], char *message) {
	*args = demoArgsDefault();
	message[0] = '\0';
	for(int i = 1; i < argc; i++) {
		if(argv[i][0] != '-') {
			snprintf(message, DEMO_ARGS_MESSAGE, "unexpected argument '%.60s'", argv[i]);
			return false;
		}
		if(!ParseOption(args, argc, argv, &i, message)) return false;
	}
	return true;
}

void demoArgsPrintHelp(FILE *file) {
	fputs("Usage: flock_demo [options]\n\nFlocks steered inside the physics steps of Chipmunk2D.\n\nOptions:\n", file);
	for(size_t i = 0; i < optionCount; i++) {
		char left[40];
		snprintf(left, sizeof(left), "%s %s", options[i].name, options[i].value ? options[i].value : "");
		fprintf(file, "  %-20s %s\n", left, options[i].help);
	}
	fputs("\nIn the window: h shows all keys, esc quits.\n"
		  "Exit status: 0 done, 1 something failed, 2 wrong option.\n",
		file);
}
