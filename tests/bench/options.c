/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void printList(FILE *out, const char *const *names) {
	for(int i = 0; names[i]; i++) fprintf(out, "%s%s", i > 0 ? ", " : "", names[i]);
}

static void printUsage(FILE *out, const benchChoices *choices) {
	fprintf(out, "usage: %s [--preset NAME] [--figure NAME] [--seeds N] [--first N] [--each]\n\n%s\n", choices->program,
		choices->purpose);
	fputs("  --preset NAME  one of: ", out);
	printList(out, choices->presets);
	fputs("; without it all\n  --figure NAME  one of: ", out);
	printList(out, choices->figures);
	fputs("; without it all\n"
		  "  --seeds N      number of seeds, 1 to 10000 (default 100)\n"
		  "  --first N      first seed, 1 to 1000000 (default 1)\n"
		  "  --each         print every seed too\n"
		  "  --help         print this text\n\n"
		  "Prints one JSON object per line on the standard output and the progress on the standard error.\n",
		out);
}

static int refuse(const benchChoices *choices, const char *what, const char *value) {
	fprintf(stderr, "%s: %s: %s (--help shows the arguments)\n", choices->program, what, value);
	return 2;
}

static cpBool parseNumber(const char *text, long min, long max, long *value) {
	char *end;
	errno = 0;
	*value = strtol(text, &end, 10);
	return errno == 0 && end != text && *end == '\0' && *value >= min && *value <= max;
}

static cpBool isListed(const char *const *names, const char *name) {
	for(int i = 0; names[i]; i++) {
		if(strcmp(names[i], name) == 0) return cpTrue;
	}
	return cpFalse;
}

static int parseValue(const benchChoices *choices, const char *name, const char *value, benchOptions *options) {
	if(strcmp(name, "--preset") == 0) {
		if(!isListed(choices->presets, value)) return refuse(choices, "unknown preset", value);
		options->preset = value;
	} else if(strcmp(name, "--figure") == 0) {
		if(!isListed(choices->figures, value)) return refuse(choices, "unknown figure", value);
		options->figure = value;
	} else if(strcmp(name, "--seeds") == 0) {
		if(!parseNumber(value, 1, 10000, &options->seeds))
			return refuse(choices, "--seeds takes 1 to 10000, not", value);
	} else if(!parseNumber(value, 1, 1000000, &options->first)) {
		return refuse(choices, "--first takes 1 to 1000000, not", value);
	}
	return -1;
}

int benchParse(const benchChoices *choices, int argc, char **argv, benchOptions *options) {
	static const char *const named[] = {"--preset", "--figure", "--seeds", "--first", NULL};
	*options = (benchOptions){NULL, NULL, 100, 1, cpFalse};
	for(int i = 1; i < argc; i++) {
		if(strcmp(argv[i], "--help") == 0) {
			printUsage(stdout, choices);
			return 0;
		}
		if(strcmp(argv[i], "--each") == 0) {
			options->each = cpTrue;
			continue;
		}
		if(!isListed(named, argv[i])) return refuse(choices, "unknown argument", argv[i]);
		if(i + 1 >= argc) return refuse(choices, "missing value after", argv[i]);
		int stop = parseValue(choices, argv[i], argv[i + 1], options);
		if(stop >= 0) return stop;
		i++;
	}
	return -1;
}

cpBool benchWanted(const char *asked, const char *name) {
	return !asked || strcmp(asked, name) == 0;
}

void benchProgress(const char *what, long done, long all) {
	fprintf(stderr, "\r%s: %ld of %ld seeds%s", what, done, all, done == all ? "\n" : "");
	fflush(stderr);
}

static int compareDoubles(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

double benchMedian(double *values, long count) {
	qsort(values, (size_t)count, sizeof(*values), compareDoubles);
	return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}
