/* SPDX-License-Identifier: MIT
 * Runs a fuzz target over files, for compilers without libFuzzer and for debuggers. */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "input.h"

static long count;

static int fail(const char *what, const char *path) {
	fprintf(stderr, "replay: %s: %s\n", what, path);
	return 1;
}

static int runFile(const char *path, size_t size) {
	FILE *file = fopen(path, "rb");
	if(!file) return fail("cannot be opened", path);
	/* exactly as large as the file, so that a sanitizer sees what reads past the end */
	uint8_t *data = malloc(size > 0 ? size : 1);
	size_t got = data ? fread(data, 1, size, file) : 0;
	fclose(file);
	if(!data || got != size) {
		free(data);
		return fail("cannot be read", path);
	}
	if(getenv("FUZZ_REPLAY_NAMES")) fprintf(stderr, "%s\n", path);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	count++;
	return 0;
}

static int runPath(const char *path);

static int runDirectory(const char *path) {
	DIR *directory = opendir(path);
	if(!directory) return fail("cannot be opened", path);
	int failed = 0;
	for(struct dirent *entry; (entry = readdir(directory));) {
		char name[4096];
		if(entry->d_name[0] == '.') continue;
		int length = snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		failed |= length < (int)sizeof(name) ? runPath(name) : fail("is too long a path in", path);
	}
	closedir(directory);
	return failed;
}

static int runPath(const char *path) {
	struct stat status;
	if(stat(path, &status) != 0) return fail("is not there", path);
	if(S_ISDIR(status.st_mode)) return runDirectory(path);
	return runFile(path, (size_t)status.st_size);
}

int main(int argc, char **argv) {
	static const char usage[] = "usage: replay_NAME FILE|DIRECTORY...\n\n"
								"Runs the fuzz target NAME once for each file. With FUZZ_REPLAY_NAMES set it prints "
								"each name before.\nA file that breaks the target ends the program by a signal.\n";
	if(argc == 2 && strcmp(argv[1], "--help") == 0) {
		fputs(usage, stdout);
		return 0;
	}
	if(argc < 2 || argv[1][0] == '-') {
		fprintf(stderr, "%s%s", argc < 2 ? "replay: no file was named\n" : "replay: unknown argument\n", usage);
		return 2;
	}
	LLVMFuzzerInitialize(&argc, &argv);
	int failed = 0;
	for(int i = 1; i < argc; i++) failed |= runPath(argv[i]);
	printf("%ld inputs\n", count);
	return failed || count == 0;
}
