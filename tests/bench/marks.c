/* SPDX-License-Identifier: MIT */
#include "marks.h"

#include "clock.h"

/* What the flock puts off to the end of the step runs there in the order in which it was put off. */
static void beginWrap(cpSpace *space, void *key, void *data) {
	marks *m = data;
	(void)space;
	(void)key;
	m->begin = clockRead(&m->clock);
}

static void endWrap(cpSpace *space, void *key, void *data) {
	marks *m = data;
	(void)space;
	(void)key;
	m->wrap = clockRead(&m->clock) - m->begin;
}

static void beginUpdate(cpConstraint *constraint, cpSpace *space) {
	marks *m = cpConstraintGetUserData(constraint);
	if(!m->on) return;
	cpSpaceAddPostStepCallback(space, beginWrap, &m->before, m);
	m->begin = clockRead(&m->clock);
}

static void endUpdate(cpConstraint *constraint, cpSpace *space) {
	marks *m = cpConstraintGetUserData(constraint);
	if(!m->on) return;
	m->update = clockRead(&m->clock) - m->begin;
	cpSpaceAddPostStepCallback(space, endWrap, &m->after, m);
}

static void beginSettle(cpConstraint *constraint, cpSpace *space) {
	marks *m = cpConstraintGetUserData(constraint);
	(void)space;
	if(m->on) m->begin = clockRead(&m->clock);
}

static void endSettle(cpConstraint *constraint, cpSpace *space) {
	marks *m = cpConstraintGetUserData(constraint);
	(void)space;
	if(m->on) m->settle = clockRead(&m->clock) - m->begin;
}

static cpConstraint *addMark(
	marks *m, cpSpace *space, cpConstraintPreSolveFunc preSolve, cpConstraintPostSolveFunc postSolve) {
	cpConstraint *mark = cpSimpleMotorNew(m->bodies[0], m->bodies[1], 0);
	cpConstraintSetMaxForce(mark, 0);
	cpConstraintSetUserData(mark, m);
	cpConstraintSetPreSolveFunc(mark, preSolve);
	cpConstraintSetPostSolveFunc(mark, postSolve);
	return cpSpaceAddConstraint(space, mark);
}

cpBool marksOpen(marks *m, cpSpace *space) {
	for(int i = 0; i < 2; i++) m->bodies[i] = cpBodyNew(1, 1);
	m->before = addMark(m, space, beginUpdate, beginSettle);
	return m->before != NULL;
}

typedef struct order {
	const marks *marks;
	int count, before, after;
} order;

static void notePlace(cpConstraint *constraint, void *data) {
	order *o = data;
	if(constraint == o->marks->before) o->before = o->count;
	if(constraint == o->marks->after) o->after = o->count;
	o->count++;
}

cpBool marksEnclose(marks *m, cpSpace *space) {
	order found = {m, 0, -1, -1};
	m->after = addMark(m, space, endUpdate, endSettle);
	cpSpaceEachConstraint(space, notePlace, &found);
	return found.count == 3 && found.before == 0 && found.after == 2;
}

void marksClose(marks *m, cpSpace *space) {
	cpConstraint *const both[] = {m->before, m->after};
	for(int i = 0; i < 2; i++) {
		if(!both[i]) continue;
		cpSpaceRemoveConstraint(space, both[i]);
		cpConstraintFree(both[i]);
	}
	for(int i = 0; i < 2; i++) {
		if(m->bodies[i]) cpBodyFree(m->bodies[i]);
	}
}

double marksWhole(const marks *m) {
	return m->update + m->settle + m->wrap;
}
