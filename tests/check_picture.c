/* SPDX-License-Identifier: MIT
 * Looks at a picture of the demo: bodies are to be seen where the simulation says, and nothing anywhere else.
 * Usage: check_picture PICTURE.bmp POSITIONS.txt (lines "x y angle species" in screen coordinates) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Picture {
	int width, height, stride, bytes;
	int upward; /* the first row of the file is the lowest one */
	unsigned char *data;
} Picture;

typedef struct Place {
	double x, y;
	int species;
} Place;

enum { MAX_PLACES = 10000 };

/* ---------------------------------------------------------------- reading */

static unsigned little(const unsigned char *bytes, int count) {
	unsigned value = 0;
	for(int i = count - 1; i >= 0; i--) value = value << 8 | bytes[i];
	return value;
}

static int readPicture(const char *path, Picture *picture) {
	unsigned char header[54];
	FILE *file = fopen(path, "rb");
	if(!file) return 0;
	int ok = fread(header, 1, sizeof(header), file) == sizeof(header) && memcmp(header, "BM", 2) == 0;
	if(ok) {
		int height = (int)little(header + 22, 4);
		picture->width = (int)little(header + 18, 4);
		picture->upward = height > 0;
		picture->height = abs(height);
		picture->bytes = (int)little(header + 28, 2) / 8;
		picture->stride = (picture->width * picture->bytes + 3) / 4 * 4;
		ok = picture->width > 0 && picture->height > 0 && picture->width < 20000 && picture->height < 20000 &&
			 (picture->bytes == 3 || picture->bytes == 4);
	}
	if(ok) {
		size_t size = (size_t)picture->stride * (size_t)picture->height;
		picture->data = malloc(size);
		ok = picture->data && fseek(file, (long)little(header + 10, 4), SEEK_SET) == 0 &&
			 fread(picture->data, 1, size, file) == size;
	}
	fclose(file);
	return ok;
}

static int readPlaces(const char *path, Place *places) {
	FILE *file = fopen(path, "r");
	if(!file) return -1;
	int count = 0;
	double angle;
	while(count < MAX_PLACES &&
		  fscanf(file, "%lf %lf %lf %d", &places[count].x, &places[count].y, &angle, &places[count].species) == 4) {
		count++;
	}
	fclose(file);
	return count;
}

/* ---------------------------------------------------------------- looking */

static int brightness(const Picture *picture, int x, int y) {
	int row = picture->upward ? picture->height - 1 - y : y;
	const unsigned char *pixel = picture->data + (size_t)row * (size_t)picture->stride + (size_t)(x * picture->bytes);
	return (2 * pixel[2] + 5 * pixel[1] + pixel[0]) / 8;
}

/* The most frequent brightness of a row: the background, which may change from top to bottom. */
static int background(const Picture *picture, int y) {
	int counts[256] = {0}, most = 0;
	for(int x = 0; x < picture->width; x++) counts[brightness(picture, x, y)]++;
	for(int i = 1; i < 256; i++) {
		if(counts[i] > counts[most]) most = i;
	}
	return most;
}

/* Marks the pixels that stand out from the background. */
static unsigned char *findPainted(const Picture *picture) {
	unsigned char *painted = calloc((size_t)picture->width, (size_t)picture->height);
	for(int y = 0; painted && y < picture->height; y++) {
		int dark = background(picture, y);
		for(int x = 0; x < picture->width; x++) {
			painted[(size_t)y * (size_t)picture->width + (size_t)x] = abs(brightness(picture, x, y) - dark) > 40;
		}
	}
	return painted;
}

static int anyPainted(const Picture *picture, const unsigned char *painted, const Place *place, int radius) {
	int cx = (int)floor(place->x), cy = (int)floor(place->y);
	for(int y = cy - radius; y <= cy + radius; y++) {
		for(int x = cx - radius; x <= cx + radius; x++) {
			if(x < 0 || y < 0 || x >= picture->width || y >= picture->height) continue;
			if(painted[(size_t)y * (size_t)picture->width + (size_t)x]) return 1;
		}
	}
	return 0;
}

/* A body at one edge of a torus may reach in at the other. */
static double apart(double a, double b, double extent) {
	double d = fabs(a - b);
	return d < extent - d ? d : extent - d;
}

static int belongs(const Picture *picture, const Place *places, int count, int x, int y) {
	for(int i = 0; i < count; i++) {
		double dx = apart(x, places[i].x, picture->width), dy = apart(y, places[i].y, picture->height);
		if(hypot(dx, dy) < (places[i].species == 0 ? 14 : 36)) return 1;
	}
	return 0;
}

static int look(const Picture *picture, const unsigned char *painted, const Place *places, int count) {
	int inside = 0, seen = 0, pixels = 0, strays = 0;
	for(int i = 0; i < count; i++) {
		if(places[i].x < 0 || places[i].y < 0 || places[i].x >= picture->width || places[i].y >= picture->height)
			continue;
		inside++;
		seen += anyPainted(picture, painted, &places[i], 2);
	}
	for(int y = 0; y < picture->height; y++) {
		for(int x = 0; x < picture->width; x++) {
			if(!painted[(size_t)y * (size_t)picture->width + (size_t)x]) continue;
			pixels++;
			strays += !belongs(picture, places, count, x, y);
		}
	}
	printf("%d bodies, %d inside the picture, %d of them seen; %d pixels painted, %d away from all bodies\n", count,
		inside, seen, pixels, strays);
	return inside >= 100 && seen >= inside - inside / 50 && pixels >= 10 * inside && strays <= pixels / 1000;
}

int main(int argc, char **argv) {
	static Place places[MAX_PLACES];
	Picture picture = {0, 0, 0, 0, 0, NULL};
	if(argc != 3) {
		fprintf(stderr, "usage: check_picture PICTURE.bmp POSITIONS.txt\n");
		return 2;
	}
	if(!readPicture(argv[1], &picture)) {
		fprintf(stderr, "%s is no picture that can be read\n", argv[1]);
		return 1;
	}
	int count = readPlaces(argv[2], places);
	unsigned char *painted = findPainted(&picture);
	int ok = count > 0 && painted && look(&picture, painted, places, count);
	free(painted);
	free(picture.data);
	return ok ? 0 : 1;
}
