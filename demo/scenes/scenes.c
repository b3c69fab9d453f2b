/* SPDX-License-Identifier: MIT */
#include "scenes.h"

#include <string.h>

static const flockScene *const table[] = {
	&flockSceneBirds,
	&flockSceneFish,
	&flockSceneP5,
	&flockSceneWebGpu,
};

int flockSceneCount(void) {
	return (int)(sizeof(table) / sizeof(table[0]));
}

const flockScene *flockSceneAt(int index) {
	return table[index];
}

int flockSceneFind(const char *name) {
	for(int i = 0; i < flockSceneCount(); i++) {
		if(strcmp(table[i]->name, name) == 0) return i;
	}
	return -1;
}
