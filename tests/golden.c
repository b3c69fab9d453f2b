/* SPDX-License-Identifier: MIT */
#include "golden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *readFile(const char *path) {
	FILE *file = fopen(path, "rb");
	if(!file) return NULL;
	char *text = NULL;
	if(fseek(file, 0, SEEK_END) == 0) {
		long size = ftell(file);
		rewind(file);
		text = size >= 0 ? malloc((size_t)size + 1) : NULL;
		if(text) text[fread(text, 1, (size_t)size, file)] = '\0';
	}
	fclose(file);
	return text;
}

static const cJSON *member(const cJSON *object, const char *name) {
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
	if(!item) fprintf(stderr, "reference data without \"%s\"\n", name);
	CHECK(item);
	return item;
}

double goldenNumber(const cJSON *object, const char *name) {
	const cJSON *item = member(object, name);
	CHECK(cJSON_IsNumber(item));
	return item->valuedouble;
}

cpBool goldenHas(const cJSON *object, const char *name) {
	return cJSON_GetObjectItemCaseSensitive(object, name) != NULL;
}

double goldenAt(const cJSON *object, const char *name, int i) {
	const cJSON *item = cJSON_GetArrayItem(member(object, name), i);
	CHECK(cJSON_IsNumber(item));
	return item->valuedouble;
}

cpVect goldenVect(const cJSON *object, const char *name, int i) {
	return cpv(goldenAt(object, name, 2 * i), goldenAt(object, name, 2 * i + 1));
}

Golden goldenLoad(const char *name) {
	Golden golden;
	memset(&golden, 0, sizeof(golden));
	golden.name = name;
	char path[1024];
	snprintf(path, sizeof(path), "%s/%s.json", REFERENCE_DIR, name);
	char *text = readFile(path);
	if(!text) fprintf(stderr, "cannot read %s\n", path);
	CHECK(text);
	golden.root = cJSON_Parse(text);
	free(text);
	CHECK(golden.root);
	CHECK(strcmp(member(golden.root, "format")->valuestring, "flock-oracle/1") == 0);
	/* The head of the bird files; the others are read by their tests. */
	if(!goldenHas(golden.root, "boid_body")) return golden;

	golden.boids = (int)goldenNumber(golden.root, "n_boids");
	golden.predators = (int)goldenNumber(golden.root, "n_predators");
	const cJSON *boid = member(golden.root, "boid_body"), *predator = member(golden.root, "predator_body");
	golden.boidMass = goldenNumber(boid, "mass");
	golden.boidMoment = goldenNumber(boid, "inertia");
	golden.predatorMass = goldenNumber(predator, "mass");
	golden.predatorMoment = goldenNumber(predator, "inertia");
	const cJSON *parameters = member(golden.root, "params");
	golden.weights[0] = goldenNumber(parameters, "w_separation");
	golden.weights[1] = goldenNumber(parameters, "w_alignment");
	golden.weights[2] = goldenNumber(parameters, "w_cohesion");
	golden.weights[3] = goldenNumber(parameters, "w_evasion");
	return golden;
}

void goldenFree(Golden *golden) {
	cJSON_Delete(golden->root);
	golden->root = NULL;
}
