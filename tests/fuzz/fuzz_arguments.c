/* SPDX-License-Identifier: MIT
 * Command lines: that of the demo and that of the programs of figures. */
#include <string.h>

#include "../bench/options.h"
#include "args.h"
#include "input.h"
#include "silent_options.h"

enum { WORDS = 24 };

int LLVMFuzzerInitialize(int *argc, char ***argv) {
	(void)argc, (void)argv;
	silentSink = fopen("/dev/null", "w");
	FUZZ_CHECK(silentSink);
	return 0;
}

/* Whether a text that the parser kept is a part of one of the words. */
static cpBool belongs(const char *text, char *const *words, int count) {
	for(int i = 1; i < count; i++) {
		if(text >= words[i] && text <= words[i] + strlen(words[i])) return cpTrue;
	}
	return cpFalse;
}

static cpBool isFlag(int value, int least) {
	return value >= least && value <= 1;
}

static void checkDemo(int count, char **words) {
	char message[DEMO_ARGS_MESSAGE + 1];
	demoArgs args;
	memset(message, 'x', sizeof(message));
	if(!demoArgsParse(&args, count, words, message)) {
		FUZZ_CHECK(memchr(message, '\0', DEMO_ARGS_MESSAGE) && message[0] != '\0');
		return;
	}
	FUZZ_CHECK(message[DEMO_ARGS_MESSAGE] == 'x');
	FUZZ_CHECK(args.action >= DEMO_ACTION_RUN && args.action <= DEMO_ACTION_LIST);
	FUZZ_CHECK(
		isFlag(args.headless, 0) && isFlag(args.stats, 0) && isFlag(args.trails, 0) && isFlag(args.faithful, -1));
	FUZZ_CHECK(args.hud >= DEMO_HUD_AUTO && args.hud <= DEMO_HUD_OFF);
	FUZZ_CHECK(args.bodies >= -1 && args.bodies <= DEMO_ARGS_BODIES);
	FUZZ_CHECK(args.predators >= -1 && args.predators <= 1000);
	FUZZ_CHECK(args.frames >= 0 && args.width >= 0 && args.width <= 8192 && args.height >= 0 && args.height <= 8192);
	const char *const texts[] = {args.scene, args.screenshot, args.positions, args.keys};
	for(int i = 0; i < 4; i++) FUZZ_CHECK(!texts[i] || (texts[i][0] != '\0' && belongs(texts[i], words, count)));
}

static void checkBench(int count, char **words) {
	static const char *const presets[] = {"bird", "sardine", NULL}, *const figures[] = {"flight", "hawk", NULL};
	static const benchChoices choices = {"program", "Purpose.", presets, figures};
	benchOptions options;
	int stop = benchParse(&choices, count, words, &options);
	FUZZ_CHECK(stop == -1 || stop == 0 || stop == 2);
	if(stop != -1) return;
	FUZZ_CHECK(options.seeds >= 1 && options.seeds <= 10000 && options.first >= 1 && options.first <= 1000000);
	FUZZ_CHECK(isFlag(options.each, 0));
	FUZZ_CHECK(!options.preset || strcmp(options.preset, presets[0]) == 0 || strcmp(options.preset, presets[1]) == 0);
	FUZZ_CHECK(!options.figure || strcmp(options.figure, figures[0]) == 0 || strcmp(options.figure, figures[1]) == 0);
}

/* Words end at a zero or at a new line, so that the corpus can be written by hand. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static char program[] = "program";
	char *words[WORDS + 1] = {program, NULL}, *text = malloc(size + 1);
	int count = 1;
	if(!text) return 0;
	if(size > 0) memcpy(text, data, size);
	text[size] = '\0';
	for(size_t begin = 0; begin < size && count < WORDS; begin += strlen(text + begin) + 1) {
		char *end = strchr(text + begin, '\n');
		if(end) *end = '\0';
		words[count++] = text + begin;
	}
	words[count] = NULL;
	checkDemo(count, words);
	checkBench(count, words);
	free(text);
	return 0;
}
