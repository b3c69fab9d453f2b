/* SPDX-License-Identifier: MIT */
#include "bench_args.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const sceneNames[] = {"birds", "fish", "clump", "mixed", NULL};
static const char *const clockNames[] = {"auto", "cpu", "monotonic", NULL};
static const char *const kernelNames[] = {"fast", "reference", NULL};

typedef enum optionKind {
	OPTION_SET,    /* no value: a cpBool becomes true, the task becomes the option's low */
	OPTION_NUMBER, /* a long in [low, high] */
	OPTION_LIST,   /* several of them */
	OPTION_CHOICE, /* the place of the value among the names */
	OPTION_TEXT
} optionKind;

typedef struct optionEntry {
	const char *name, *value; /* value: its name in the help, NULL for OPTION_SET */
	optionKind kind;
	size_t offset;
	long low, high;
	const char *const *names;
	const char *help;
} optionEntry;

#define FIELD(name) offsetof(benchArgs, name)

static const optionEntry options[] = {
	{"--scene", "NAME", OPTION_CHOICE, FIELD(scene), 0, 0, sceneNames, "birds (default), fish, clump or mixed"},
	{"--bodies", "N[,N...]", OPTION_LIST, FIELD(bodies), 1, 1000000, NULL,
		"1 to 1000000 (default: birds 100,1000,10000,100000, else 10000)"},
	{"--after", "N[,N...]", OPTION_LIST, FIELD(after), 0, 100000, NULL,
		"flocking steps before: 0 is a uniform start (default 0,300; clump 0)"},
	{"--obstacles", "N[,N...]", OPTION_LIST, FIELD(obstacles), 0, 100000, NULL,
		"moving circles (default: fish 0,10,100,1000, mixed 100)"},
	{"--threads", "N[,N...]", OPTION_LIST, FIELD(threads), 1, 256, NULL, "1 to 256 (default 1)"},
	{"--openmp", NULL, OPTION_SET, FIELD(openmp), 0, 0, NULL,
		"OpenMP's threads by cpFlockSetThreads() instead of a pool of the program's own"},
	{"--steps", "N", OPTION_NUMBER, FIELD(steps), 2, 100000, NULL, "timed steps, 2 to 100000 (default 60)"},
	{"--warmup", "N", OPTION_NUMBER, FIELD(warmup), 0, 100000, NULL, "steps before them (default 10)"},
	{"--clock", "NAME", OPTION_CHOICE, FIELD(clock), 0, 0, clockNames,
		"cpu: the thread's own processor time; monotonic; auto (default): cpu for one thread"},
	{"--kernel", "NAME", OPTION_CHOICE, FIELD(kernel), 0, 0, kernelNames, "fast (default) or reference"},
	{"--detached", NULL, OPTION_SET, FIELD(detached), 0, 0, NULL,
		"cpFlockUpdate() and a movement of the program's own, without shapes and cpSpaceStep()"},
	{"--public-calls", NULL, OPTION_SET, FIELD(publicCallsOnly), 0, 0, NULL,
		"the flock reaches bodies through Chipmunk's public functions only"},
	{"--no-stages", NULL, OPTION_SET, FIELD(noStages), 0, 0, NULL, "no times of single stages"},
	{"--naive", NULL, OPTION_SET, FIELD(naive), 0, 0, NULL,
		"time the ways without the plugin too, each as a line of its own (birds, clump)"},
	{"--check", NULL, OPTION_SET, FIELD(task), BENCH_CHECK, 0, NULL,
		"no times: compare the steering of all ways; exit status 1 if they differ (birds, clump)"},
	{"--hash", NULL, OPTION_SET, FIELD(task), BENCH_HASH, 0, NULL,
		"no times: hash of all positions, velocities and angles after --steps"},
	{"--save", "FILE", OPTION_TEXT, FIELD(save), 0, 0, NULL,
		"write the state in which the timed steps would begin, and exit"},
	{"--load", "FILE", OPTION_TEXT, FIELD(load), 0, 0, NULL, "begin in such a state"},
};

static const size_t optionCount = sizeof(options) / sizeof(options[0]);

const char *benchSceneName(benchScene scene) {
	return sceneNames[scene];
}

static void printUsage(void) {
	puts("usage: flock_bench [OPTION...]\n\n"
		 "Times a flock inside cpSpaceStep() and prints one JSON object per line, the progress on the standard\n"
		 "error.\n");
	for(size_t i = 0; i < optionCount; i++) {
		char left[40];
		const char *value = options[i].value;
		snprintf(left, sizeof(left), "%s%s%s", options[i].name, value ? " " : "", value ? value : "");
		printf("  %-22s %s\n", left, options[i].help);
	}
	puts("  --help                 print this text\n"
		 "\n"
		 "Times are in ms, the median and the minimum over the timed steps. update: the whole of the\n"
		 "flock's part of a step; rest: cpSpaceStep() without it; ratio: median over the steps of update /\n"
		 "rest; all three without the time of the readings. The stages are taken in every other step, the\n"
		 "update in the steps between, where the flock reads no clock: their sum is a little more than the\n"
		 "update. mean_neighbors: within 60 px, of the same species, before and after the timed steps. The\n"
		 "clump is put back into its first state before every step.\n"
		 "\n"
		 "A line with another \"way\" than \"flock\" times sums alone, without any write-back, in three passes\n"
		 "between the timed steps: pairs compares each body with all others through Chipmunk's getters,\n"
		 "the queries ask the space once for each body (and for its images near the seam), tree with\n"
		 "Chipmunk's default index, hash with cpSpaceUseSpatialHash(). ratio is then the median of a pass /\n"
		 "the median of the update; sampled: not all bodies were timed, and the time was scaled up.");
}

static int refuse(const char *what, const char *value) {
	fprintf(stderr, "flock_bench: %s: %s (--help shows the arguments)\n", what, value);
	return 2;
}

static int refuseRange(const optionEntry *option, const char *value) {
	char what[120];
	const char *several = option->kind == OPTION_LIST ? ", or several with commas between" : "";
	snprintf(what, sizeof(what), "%s takes %ld to %ld%s, not", option->name, option->low, option->high, several);
	return refuse(what, value);
}

static cpBool readNumber(const optionEntry *option, const char *text, char **end, long *value) {
	errno = 0;
	*value = strtol(text, end, 10);
	return errno == 0 && *end != text && *value >= option->low && *value <= option->high;
}

static int readList(const optionEntry *option, const char *value, benchList *list) {
	char *end = NULL;
	list->count = 0;
	for(const char *text = value;; text = end + 1) {
		if(list->count == BENCH_LIST) return refuse("too long a list", value);
		if(!readNumber(option, text, &end, &list->values[list->count++])) return refuseRange(option, value);
		if(*end == '\0') return -1;
		if(*end != ',') return refuseRange(option, value);
	}
}

static int readChoice(const optionEntry *option, const char *value, int *choice) {
	for(int i = 0; option->names[i]; i++) {
		*choice = i;
		if(strcmp(option->names[i], value) == 0) return -1;
	}
	char what[40];
	snprintf(what, sizeof(what), "%s does not know", option->name);
	return refuse(what, value);
}

static int readValue(const optionEntry *option, const char *value, void *field) {
	char *end;
	switch(option->kind) {
	case OPTION_NUMBER:
		return readNumber(option, value, &end, field) && *end == '\0' ? -1 : refuseRange(option, value);
	case OPTION_LIST:
		return readList(option, value, field);
	case OPTION_CHOICE:
		return readChoice(option, value, field);
	case OPTION_TEXT:
		memcpy(field, &value, sizeof(value));
		return -1;
	case OPTION_SET:
		break;
	}
	return -1;
}

static const optionEntry *findOption(const char *name) {
	for(size_t i = 0; i < optionCount; i++) {
		if(strcmp(options[i].name, name) == 0) return &options[i];
	}
	return NULL;
}

/* ---------------------------------------------------------------- defaults, and what goes together */

static void defaultList(benchList *list, int count, const long *values) {
	if(list->count > 0) return;
	for(int i = 0; i < count; i++) list->values[i] = values[i];
	list->count = count;
}

static void fillIn(benchArgs *args) {
	static const long sizes[] = {100, 1000, 10000, 100000}, ponds[] = {0, 10, 100, 1000};
	static const long states[] = {0, 300}, middle[] = {10000}, some[] = {100}, one[] = {1};
	defaultList(&args->bodies, args->scene == BENCH_BIRDS ? 4 : 1, args->scene == BENCH_BIRDS ? sizes : middle);
	defaultList(&args->after, args->scene == BENCH_CLUMP || args->load ? 1 : 2, states);
	if(args->scene == BENCH_MIXED) defaultList(&args->obstacles, 1, some);
	defaultList(&args->obstacles, args->scene == BENCH_FISH ? 4 : 1, ponds);
	defaultList(&args->threads, 1, one);
}

static long extreme(const benchList *list, int sign) {
	long value = list->values[0];
	for(int i = 1; i < list->count; i++) {
		if((list->values[i] - value) * sign > 0) value = list->values[i];
	}
	return value;
}

static int checkCompared(const benchArgs *args) {
	const char *option = args->naive ? "--naive" : "--check";
	if(args->naive && args->task != BENCH_TIME) return refuse("does not go with --check or --hash", option);
	if(args->scene != BENCH_BIRDS && args->scene != BENCH_CLUMP) return refuse("only for birds and clump", option);
	if(extreme(&args->bodies, -1) < 50) return refuse("needs 50 bodies or more", option);
	if(args->detached) return refuse("does not go with --detached", option);
	return -1;
}

static int checkTogether(const benchArgs *args) {
	cpBool obstacles = args->scene == BENCH_FISH || args->scene == BENCH_MIXED;
	cpBool one = args->bodies.count == 1 && args->obstacles.count == 1 && args->after.count == 1;
	if(!obstacles && extreme(&args->obstacles, 1) > 0) return refuse("only for fish and mixed", "--obstacles");
	if(args->scene == BENCH_CLUMP && extreme(&args->after, 1) > 0) return refuse("not for the clump", "--after");
	if(args->clock == BENCH_CLOCK_CPU && extreme(&args->threads, 1) > 1) {
		return refuse("only for one thread", "--clock cpu");
	}
	if((args->save || args->load) && !one) return refuse("needs one value of each list", "--save or --load");
	if(args->load && args->after.values[0] > 0) return refuse("does not go with --load", "--after");
	if(args->naive || args->task == BENCH_CHECK) return checkCompared(args);
	return -1;
}

int benchArgsParse(benchArgs *args, int argc, char **argv) {
	memset(args, 0, sizeof(*args));
	args->steps = 60;
	args->warmup = 10;
	for(int i = 1; i < argc; i++) {
		if(strcmp(argv[i], "--help") == 0) {
			printUsage();
			return 0;
		}
		const optionEntry *option = findOption(argv[i]);
		if(!option) return refuse("unknown argument", argv[i]);
		void *field = (char *)args + option->offset;
		if(option->kind == OPTION_SET) {
			if(option->offset == FIELD(task)) {
				args->task = (benchTask)option->low;
			} else {
				*(cpBool *)field = cpTrue;
			}
			continue;
		}
		if(i + 1 >= argc) return refuse("missing value after", argv[i]);
		int stop = readValue(option, argv[++i], field);
		if(stop >= 0) return stop;
	}
	fillIn(args);
	return checkTogether(args);
}
