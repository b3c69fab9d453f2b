/* SPDX-License-Identifier: MIT
 * Reading and writing bodies: through Chipmunk's public functions, or where flkDirectWorks() proved it right, through
 * the fields of its structs. `direct` is a constant in the loops that count. */
#ifndef CP_FLOCK_BODY_H
#define CP_FLOCK_BODY_H

#include <stddef.h>
#include <stdint.h>

#include <chipmunk/chipmunk.h>

#if defined(CP_FLOCK_DIRECT_ACCESS)
	#include <chipmunk/chipmunk_structs.h>
	#define FLK_BODY_GET(direct, field, call) ((direct) ? (field) : (call))
#else
	#define FLK_BODY_GET(direct, field, call) ((void)(direct), (call))
#endif

static inline const cpSpace *flkBodySpace(const cpBody *body, cpBool direct) {
	return FLK_BODY_GET(direct, body->space, cpBodyGetSpace(body));
}

/* Not the position of the center of gravity, see flkBodyIsCentered(). */
static inline cpVect flkBodyPosition(const cpBody *body, cpBool direct) {
	return FLK_BODY_GET(direct, cpv(body->transform.tx, body->transform.ty), cpBodyGetPosition(body));
}

static inline cpVect flkBodyVelocity(const cpBody *body, cpBool direct) {
	return FLK_BODY_GET(direct, body->v, cpBodyGetVelocity(body));
}

static inline cpFloat flkBodyAngle(const cpBody *body, cpBool direct) {
	return FLK_BODY_GET(direct, body->a, cpBodyGetAngle(body));
}

static inline cpFloat flkBodySpin(const cpBody *body, cpBool direct) {
	return FLK_BODY_GET(direct, body->w, cpBodyGetAngularVelocity(body));
}

static inline cpFloat flkBodyMass(const cpBody *body, cpBool direct) {
	return FLK_BODY_GET(direct, body->m, cpBodyGetMass(body));
}

static inline cpVect flkBodyForce(const cpBody *body, cpBool direct) {
	return FLK_BODY_GET(direct, body->f, cpBodyGetForce(body));
}

static inline cpBool flkBodyIsDynamic(cpBody *body, cpBool direct) {
	return FLK_BODY_GET(direct, body->m < (cpFloat)INFINITY, cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC);
}

static inline cpBool flkBodySleeps(const cpBody *body, cpBool direct) {
	return FLK_BODY_GET(direct, body->sleeping.root != NULL, cpBodyIsSleeping(body));
}

/* Whether the position is that of the center of gravity, which is nearer in memory to the velocity. It is another where the
 * center is offset, and after that was changed, until the body is moved. */
static inline cpBool flkBodyIsCentered(const cpBody *body) {
#if defined(CP_FLOCK_DIRECT_ACCESS)
	return body->cog.x == 0 && body->cog.y == 0 && body->p.x == body->transform.tx && body->p.y == body->transform.ty;
#else
	(void)body;
	return cpFalse;
#endif
}

/* A field that is read soon, see FLK_FETCH_AT(). The body may be NULL. */
#if defined(CP_FLOCK_DIRECT_ACCESS)
	#define FLK_FETCH(body, field) FLK_FETCH_AT((const void *)((uintptr_t)(body) + offsetof(cpBody, field)))
#else
	#define FLK_FETCH(body, field) ((void)(body))
#endif

/* The public setters wake the body and all that it touches. Direct writing is for a space where nothing falls asleep. */
static inline void flkBodySetForce(cpBody *body, cpVect force, cpBool direct) {
#if defined(CP_FLOCK_DIRECT_ACCESS)
	if(direct) {
		body->f = force;
		return;
	}
#endif
	(void)direct;
	cpBodySetForce(body, force);
}

static inline void flkBodySetVelocity(cpBody *body, cpVect velocity, cpBool direct) {
#if defined(CP_FLOCK_DIRECT_ACCESS)
	if(direct) {
		body->v = velocity;
		return;
	}
#endif
	(void)direct;
	cpBodySetVelocity(body, velocity);
}

static inline void flkBodySetSpin(cpBody *body, cpFloat spin, cpBool direct) {
#if defined(CP_FLOCK_DIRECT_ACCESS)
	if(direct) {
		body->w = spin;
		return;
	}
#endif
	(void)direct;
	cpBodySetAngularVelocity(body, spin);
}

#endif
