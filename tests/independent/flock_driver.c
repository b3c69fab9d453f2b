/* SPDX-License-Identifier: MIT
 * Flies scenes that are described on the standard input and prints the states of the members: for comparing the flock with
 * other programs. One command per line, px and seconds; README.md lists them.
 *
 * cpSpaceStep() moves first and steers then. A body is therefore started one step before its state, so that the first step
 * steers it there, and a state that is printed is the position after one step with the velocity from before it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chipmunk_flock/chipmunk_flock.h"

enum { MOST = 1000 };

typedef struct Scene {
	cpSpace *space;
	cpFlock *flock;
	int count, obstacles;
	cpBody *bodies[MOST], *others[MOST];
	cpShapeFilter filters[MOST]; /* of the species */
} Scene;

static int lineNumber;

static void fail(const char *what) {
	fprintf(stderr, "line %d: %s\n", lineNumber, what);
	exit(2);
}

static void check(int result) {
	if(result < 0) fail(cpFlockStatusString((cpFlockStatus)result));
}

/* ---------------------------------------------------------------- words of a line */

static const char *word(void) {
	const char *next = strtok(NULL, " \t\r\n");
	if(!next) fail("a word is missing");
	return next;
}

static double number(void) {
	char *end;
	const char *text = word();
	double value = strtod(text, &end);
	if(end == text || *end) fail("not a number");
	return value;
}

static int whole(void) {
	double value = number();
	if(!(value >= 0 && value <= 1e6)) fail("number out of range");
	return (int)value;
}

static cpVect vect(void) {
	double x = number();
	return cpv((cpFloat)x, (cpFloat)number());
}

static int oneOf(const char *const *names, int count) {
	const char *text = word();
	for(int i = 0; i < count; i++) {
		if(strcmp(text, names[i]) == 0) return i;
	}
	fail("unknown word");
	return -1;
}

/* ---------------------------------------------------------------- scene */

static void sceneStart(Scene *scene) {
	memset(scene, 0, sizeof(*scene));
	scene->space = cpSpaceNew();
	scene->flock = cpFlockNew(scene->space);
	if(!scene->flock) fail("no flock");
}

static void freeShape(cpBody *body, cpShape *shape, void *data) {
	(void)body;
	cpSpaceRemoveShape(data, shape);
	cpShapeFree(shape);
}

static void freeBodies(cpSpace *space, cpBody **bodies, int count) {
	for(int i = 0; i < count; i++) {
		cpBodyEachShape(bodies[i], freeShape, space);
		cpSpaceRemoveBody(space, bodies[i]);
		cpBodyFree(bodies[i]);
	}
}

static void sceneEnd(Scene *scene) {
	cpFlockFree(scene->flock);
	freeBodies(scene->space, scene->bodies, scene->count);
	freeBodies(scene->space, scene->others, scene->obstacles);
	cpSpaceFree(scene->space);
}

static cpFlockSettings settingsOf(int preset) {
	switch(preset) {
	case 0:
		return cpFlockSettingsMatterBird();
	case 1:
		return cpFlockSettingsMatterPredator();
	case 2:
		return cpFlockSettingsMatterFish();
	case 3:
		return cpFlockSettingsP5Boid();
	default:
		return cpFlockSettingsWebGpuBoid((cpFloat)number());
	}
}

static void addSpecies(Scene *scene) {
	static const char *const names[] = {"matter-bird", "matter-predator", "matter-fish", "p5-boid", "webgpu-boid"};
	cpFlockSettings settings = settingsOf(oneOf(names, 5));
	cpFlockSpecies species = cpFlockAddSpecies(scene->flock, &settings);
	check(species);
	if(species >= MOST) fail("too many species");
	scene->filters[species] = settings.filter;
	/* Birds and boids pass through one another; the filter of the fish says it itself. */
	if(settings.filter.categories == CP_ALL_CATEGORIES) scene->filters[species] = cpFlockGetFilter(scene->flock);
}

static void setRelation(Scene *scene) {
	static const char *const names[] = {"none", "flock", "separate", "evade", "pursue"};
	int sensing = whole(), sensed = whole();
	check(cpFlockSetRelation(scene->flock, sensing, sensed, (cpFlockRelation)oneOf(names, 5)));
}

static void setKernel(Scene *scene) {
	static const char *const names[] = {"fast", "reference"};
	check(cpFlockSetKernel(scene->flock, (cpFlockKernel)oneOf(names, 2)));
}

static void setTorus(Scene *scene) {
	cpVect low = vect(), high = vect();
	check(cpFlockSetBounds(scene->flock, CP_FLOCK_BOUNDS_PERIODIC, cpBBNew(low.x, low.y, high.x, high.y)));
}

/* Positions are moved back by a step when the step is known. */
static void addBody(Scene *scene) {
	int species = whole();
	if(scene->count == MOST) fail("too many bodies");
	if(species >= cpFlockGetSpeciesCount(scene->flock)) fail("no such species");
	cpFloat mass = (cpFloat)number(), radius = (cpFloat)number();
	cpBody *body = cpSpaceAddBody(scene->space, cpBodyNew(mass, cpMomentForCircle(mass, 0, radius, cpvzero)));
	cpBodySetPosition(body, vect());
	cpBodySetVelocity(body, vect());
	cpShape *shape = cpSpaceAddShape(scene->space, cpCircleShapeNew(body, radius, cpvzero));
	cpShapeSetFilter(shape, scene->filters[species]);
	check(cpFlockAddBody(scene->flock, body, species));
	scene->bodies[scene->count++] = body;
}

static void addObstacle(Scene *scene, cpBool isBox) {
	if(scene->obstacles == MOST) fail("too many obstacles");
	cpBody *body = cpSpaceAddBody(scene->space, cpBodyNewKinematic());
	cpVect size = cpvzero;
	if(isBox) {
		size = vect();
	} else {
		size.x = (cpFloat)number();
	}
	cpBodySetPosition(body, vect());
	cpBodySetVelocity(body, vect());
	if(isBox) cpBodySetAngle(body, (cpFloat)number());
	cpShape *shape = isBox ? cpBoxShapeNew(body, size.x, size.y, 0) : cpCircleShapeNew(body, size.x, cpvzero);
	cpShapeSetFilter(cpSpaceAddShape(scene->space, shape), cpShapeFilterNew(CP_NO_GROUP, 1, CP_ALL_CATEGORIES));
	scene->others[scene->obstacles++] = body;
}

/* ---------------------------------------------------------------- flying */

static void stepBack(cpBody **bodies, int count, cpFloat dt) {
	for(int i = 0; i < count; i++) {
		cpVect back = cpvmult(cpBodyGetVelocity(bodies[i]), -dt);
		cpBodySetPosition(bodies[i], cpvadd(cpBodyGetPosition(bodies[i]), back));
	}
}

static void run(Scene *scene) {
	int steps = whole();
	cpFloat dt = 1 / (cpFloat)number();
	cpVect velocities[MOST];
	stepBack(scene->bodies, scene->count, dt);
	stepBack(scene->others, scene->obstacles, dt);
	for(int step = 0; step <= steps; step++) {
		for(int i = 0; i < scene->count; i++) velocities[i] = cpBodyGetVelocity(scene->bodies[i]);
		cpSpaceStep(scene->space, dt);
		if(step == 0) continue;
		printf("step %d\n", step);
		for(int i = 0; i < scene->count; i++) {
			cpVect p = cpBodyGetPosition(scene->bodies[i]), v = velocities[i];
			printf("at %.17g %.17g %.17g %.17g\n", (double)p.x, (double)p.y, (double)v.x, (double)v.y);
		}
	}
	printf("end\n");
}

static void obey(Scene *scene, const char *command) {
	static const char *const commands[] = {"species", "relation", "kernel", "torus", "body", "circle", "box", "run"};
	int which = 0;
	while(which < 8 && strcmp(command, commands[which]) != 0) which++;
	switch(which) {
	case 0:
		addSpecies(scene);
		break;
	case 1:
		setRelation(scene);
		break;
	case 2:
		setKernel(scene);
		break;
	case 3:
		setTorus(scene);
		break;
	case 4:
		addBody(scene);
		break;
	case 5:
	case 6:
		addObstacle(scene, which == 6);
		break;
	case 7:
		run(scene);
		sceneEnd(scene);
		sceneStart(scene);
		break;
	default:
		fail("unknown command");
	}
}

int main(void) {
	char line[512];
	static Scene scene;
	sceneStart(&scene);
	while(fgets(line, sizeof(line), stdin)) {
		lineNumber++;
		const char *command = strtok(line, " \t\r\n");
		if(command && command[0] != '#') obey(&scene, command);
	}
	sceneEnd(&scene);
	return ferror(stdin) ? 2 : 0;
}
