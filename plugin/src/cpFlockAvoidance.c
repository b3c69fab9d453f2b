/* SPDX-License-Identifier: MIT
 * Stage 7, avoidance: what the obstacles near a body ask for.
 *
 * Shapes are asked one by one for their distance, cpShapePointQuery(), and rays are advanced by it: the distance is right
 * for every kind of shape, while cpSpaceSegmentQuery() and, near the ends of segments and the corners of polygons,
 * cpShapeSegmentQuery() pass over hits of wide rays. */
#include <string.h>

#include "cpFlockInternal.h"

/* Obstacles that one body looks at; of more those that are most in its way are taken. */
#define FLK_LOOK_COUNT 24

/* Directions are tried in steps of 15 degrees up to the opposite of the present one. */
#define FLK_DIRECTIONS 12

/* A ray is advanced at most so often; what is reached then is near enough. */
#define FLK_ADVANCES 24

/* An obstacle near a body, in the body's coordinates: what counts is the offset. */
typedef struct flkSeen {
	const flkObstacle *obstacle;
	double shiftX, shiftY; /* of the image */
	double vx, vy;         /* of its surface near the body */
	double distance;       /* from the body's center to its bounding circle */
	double way;            /* share of the look-ahead that is free as the body moves now */
	cpVect normal;         /* of the surface where the way is blocked */
	cpBool close;          /* nearer than the sweep's radius */
	double gap;            /* close: distance from the surface, negative inside */
	double nx, ny;         /* close: out of the obstacle */
} flkSeen;

typedef struct flkView {
	const flkSpecies *species;
	double x, y, vx, vy, hx, hy;
	double wide; /* radius of the sweep */
	int count;
	flkSeen seen[FLK_LOOK_COUNT];
} flkView;

/* Whether a body of this filter passes through a shape of that; without a group it is in the flock's. */
static cpBool flkFilterRejects(cpShapeFilter a, cpShapeFilter b, cpGroup flockGroup) {
	if(a.group == CP_NO_GROUP) a.group = flockGroup;
	return (a.group != CP_NO_GROUP && a.group == b.group) || (a.categories & b.mask) == 0 ||
		   (b.categories & a.mask) == 0;
}

/* ---------------------------------------------------------------- what is seen */

/* Keeps what is most in the way, then what is nearest; ties are put in an order that does not depend on how they came. */
static cpBool flkComesBefore(const flkSeen *a, const flkSeen *b) {
	const flkObstacle *p = a->obstacle, *q = b->obstacle;
	if(a->way != b->way) return a->way < b->way;
	if(a->distance != b->distance) return a->distance < b->distance;
	double px = p->x + a->shiftX, qx = q->x + b->shiftX;
	if(px != qx) return px < qx;
	double py = p->y + a->shiftY, qy = q->y + b->shiftY;
	if(py != qy) return py < qy;
	return p->radius < q->radius;
}

static void flkKeep(flkView *view, const flkSeen *seen) {
	int at = view->count;
	if(at == FLK_LOOK_COUNT) {
		if(!flkComesBefore(seen, &view->seen[at - 1])) return;
		at--;
	} else {
		view->count++;
	}
	for(; at > 0 && flkComesBefore(seen, &view->seen[at - 1]); at--) view->seen[at] = view->seen[at - 1];
	view->seen[at] = *seen;
}

/* The velocity of the obstacle's surface on the side of a body at this offset from the shape's middle. */
static void flkSurfaceVelocity(const flkObstacle *obstacle, double dx, double dy, double *vx, double *vy) {
	*vx = obstacle->vx;
	*vy = obstacle->vy;
	if(obstacle->spin == 0.0) return;
	double distance = flkLength(dx, dy), share = distance > obstacle->radius ? obstacle->radius / distance : 1.0;
	*vx -= obstacle->spin * (obstacle->y - obstacle->bodyY + dy * share);
	*vy += obstacle->spin * (obstacle->x - obstacle->bodyX + dx * share);
}

static cpVect flkLocal(const flkView *view, const flkSeen *seen) {
	return cpv((cpFloat)(view->x - seen->shiftX), (cpFloat)(view->y - seen->shiftY));
}

static void flkLookClose(const flkView *view, flkSeen *seen) {
	cpPointQueryInfo info;
	if(seen->distance > view->wide) return;
	cpFloat gap = cpShapePointQuery(seen->obstacle->shape, flkLocal(view, seen), &info);
	if(!((double)gap < view->wide)) return;
	seen->close = cpTrue;
	seen->gap = (double)gap;
	/* The gradient of the signed distance points out of the shape, from inside too. */
	seen->nx = (double)info.gradient.x;
	seen->ny = (double)info.gradient.y;
	if(flkIsFinite(seen->nx) && flkIsFinite(seen->ny)) return;
	seen->nx = -view->hx;
	seen->ny = -view->hy;
}

/* ---------------------------------------------------------------- rays */

/* How far along a ray, 0 to 1, a circle of this radius meets the shape; 1: it does not.
 *
 * The shape is convex: it lies behind the plane through its nearest point, so that the way to this plane is free, and a
 * ray that does not approach the plane never meets the shape. Going from plane to plane is Newton's method; it takes a few
 * steps. Within 1e-5 of the surface itself Chipmunk's normal is another: the last one is used. */
static double flkAdvance(
	const flkView *view, const flkSeen *seen, double rayX, double rayY, double radius, cpVect *normal) {
	cpVect from = flkLocal(view, seen);
	double at = 0.0, approach = 1.0, scale = flkLength(rayX, rayY);
	for(int i = 0; i < FLK_ADVANCES; i++) {
		cpPointQueryInfo info;
		cpVect point = cpvadd(from, cpv((cpFloat)(rayX * at), (cpFloat)(rayY * at)));
		double gap = (double)cpShapePointQuery(seen->obstacle->shape, point, &info) - radius;
		if(i > 0 && gap <= 1e-12 * scale) return at;
		/* Where the normal has jumped, the rest of the way goes along the one before. */
		cpBool jumped = cpvdot(info.gradient, *normal) < (cpFloat)0.99;
		if(i > 0 && gap + radius < 2e-5 && jumped) return flkMin(at + gap / approach, 1.0);
		approach = -(rayX * (double)info.gradient.x + rayY * (double)info.gradient.y);
		if(gap + radius < 0.0) return at;
		if(!(approach > 0.0)) return 1.0;
		*normal = info.gradient;
		at += flkMax(gap, 0.0) / approach;
		if(!(at < 1.0)) return 1.0;
	}
	return at;
}

/* For a ray without width cpShapeSegmentQuery() has a closed formula: where it agrees it is exact to rounding. */
static double flkThinHit(const flkView *view, const flkSeen *seen, double rayX, double rayY, double found) {
	cpSegmentQueryInfo info;
	cpVect from = flkLocal(view, seen), to = cpvadd(from, cpv((cpFloat)rayX, (cpFloat)rayY));
	if(!cpShapeSegmentQuery(seen->obstacle->shape, from, to, 0, &info)) return found;
	cpBool agrees = fabs((double)info.alpha - found) * flkLength(rayX, rayY) < 1e-3;
	return agrees ? (double)info.alpha : found;
}

static double flkCast(
	const flkView *view, const flkSeen *seen, double rayX, double rayY, double radius, cpVect *normal) {
	const flkObstacle *obstacle = seen->obstacle;
	double cx = obstacle->x + seen->shiftX - view->x, cy = obstacle->y + seen->shiftY - view->y;
	double square = rayX * rayX + rayY * rayY, along = cx * rayX + cy * rayY;
	double at = square > 0.0 ? flkClamp(along / square, 0.0, 1.0) : 0.0, bound = obstacle->radius + radius;
	double offX = cx - rayX * at, offY = cy - rayY * at;
	if(!(square > 0.0) || offX * offX + offY * offY > bound * bound) return 1.0;
	double found = flkAdvance(view, seen, rayX, rayY, radius, normal);
	return radius > 0.0 || found >= 1.0 ? found : flkThinHit(view, seen, rayX, rayY, found);
}

/* How free the way is when the body moves with velocity (vx, vy): 1 free, 0 blocked at once. The look-ahead is along the
 * velocity relative to the obstacle. */
static double flkFreeWay(const flkView *view, const flkSeen *seen, double vx, double vy, cpVect *normal) {
	double wx = vx - seen->vx, wy = vy - seen->vy, speed = flkLength(wx, wy);
	if(!(speed > 0.0)) return 1.0;
	if(seen->close) {
		/* Inward by more than about 6 degrees counts as blocked; along the surface and outward is free. */
		if(wx * seen->nx + wy * seen->ny > -0.1 * speed) return 1.0;
		*normal = cpv((cpFloat)seen->nx, (cpFloat)seen->ny);
		return 0.0;
	}
	double ahead = flkLookAhead(&view->species->settings, speed) / speed;
	return flkCast(view, seen, wx * ahead, wy * ahead, view->wide, normal);
}

static double flkFreest(const flkView *view, double vx, double vy) {
	double freest = 1.0;
	cpVect normal = cpvzero;
	for(int i = 0; i < view->count && freest > 0.0; i++) {
		freest = flkMin(freest, flkFreeWay(view, &view->seen[i], vx, vy, &normal));
	}
	return freest;
}

/* What an obstacle is to the body as it moves now. */
static void flkJudge(const flkView *view, flkSeen *seen) {
	const cpFlockAvoidance *avoidance = &view->species->settings.avoidance;
	double speed = flkLength(view->vx, view->vy), ahead = (double)avoidance->lookAhead;
	seen->way = 1.0;
	switch(avoidance->mode) {
	case CP_FLOCK_AVOIDANCE_SWEEP:
		flkLookClose(view, seen);
		seen->way = flkFreeWay(view, seen, view->vx, view->vy, &seen->normal);
		break;
	case CP_FLOCK_AVOIDANCE_CENTER:
		if(!(speed > 0.0)) break;
		seen->way = flkCast(view, seen, view->vx / speed * ahead, view->vy / speed * ahead, 0.0, &seen->normal);
		break;
	case CP_FLOCK_AVOIDANCE_FIELD:
		flkLookClose(view, seen);
		seen->way = seen->close ? seen->gap : INFINITY;
		break;
	}
}

/* ---------------------------------------------------------------- looking round */

/* False: no obstacle is near. */
static cpBool flkLookRound(const flkStep *step, const flkSpecies *species, int k, flkView *view) {
	const flkFrame *frame = step->frame;
	const cpFlockSettings *settings = &species->settings;
	const flkEntry *entry, *end;
	view->count = 0;
	flkObstaclesAt(step->obstacles, frame->x[k], frame->y[k], &entry, &end);
	if(entry == end) return cpFalse;
	view->species = species;
	view->x = frame->x[k];
	view->y = frame->y[k];
	view->vx = flkClamp(frame->vx[k], -FLK_LOOK_SPEED, FLK_LOOK_SPEED);
	view->vy = flkClamp(frame->vy[k], -FLK_LOOK_SPEED, FLK_LOOK_SPEED);
	view->hx = frame->hx[k];
	view->hy = frame->hy[k];
	view->wide = flkSweepRadius(settings);
	double time = (double)settings->avoidance.lookAheadTime;
	double reach = view->wide + flkLookAhead(settings, flkLength(view->vx, view->vy));
	for(; entry < end; entry++) {
		const flkObstacle *obstacle = &step->obstacles->items[entry->obstacle];
		double shiftX = step->obstacles->shiftX[entry->image], shiftY = step->obstacles->shiftY[entry->image];
		double dx = view->x - obstacle->x - shiftX, dy = view->y - obstacle->y - shiftY;
		/* Farther than the way that is looked ahead, were the two to fly straight at each other: that is most of them. */
		double far = (reach + obstacle->radius + obstacle->speed * time) * (1.0 + 1e-9);
		if(dx * dx + dy * dy > far * far) continue;
		if(entry->image != 0 && !settings->seesOverSeam) continue;
		if(flkFilterRejects(settings->filter, obstacle->filter, step->obstacles->group)) continue;
		flkSeen seen = {0};
		seen.obstacle = obstacle;
		seen.shiftX = shiftX;
		seen.shiftY = shiftY;
		seen.distance = flkMax(flkLength(dx, dy) - obstacle->radius, 0.0);
		flkSurfaceVelocity(obstacle, dx, dy, &seen.vx, &seen.vy);
		double speed = flkLength(view->vx - seen.vx, view->vy - seen.vy);
		if(seen.distance > flkLookAhead(settings, speed) + view->wide) continue;
		flkJudge(view, &seen);
		flkKeep(view, &seen);
	}
	return view->count > 0;
}

/* ---------------------------------------------------------------- sweep */

/* cos and sin of 15 degrees times the index. */
static const double flkCosines[FLK_DIRECTIONS + 1] = {1.0, 0.96592582628906829, 0.86602540378443865,
	0.70710678118654752, 0.5, 0.25881904510252076, 0.0, -0.25881904510252076, -0.5, -0.70710678118654752,
	-0.86602540378443865, -0.96592582628906829, -1.0};
static const double flkSines[FLK_DIRECTIONS + 1] = {0.0, 0.25881904510252076, 0.5, 0.70710678118654752,
	0.86602540378443865, 0.96592582628906829, 1.0, 0.96592582628906829, 0.86602540378443865, 0.70710678118654752, 0.5,
	0.25881904510252076, 0.0};

/* The side to try first: the one taken before; else the one on which more of the obstacle is not. */
static int flkFirstSide(const flkStep *step, const flkView *view, int k) {
	if(flkMemberAt(step->frame, k)->side != 0) return flkMemberAt(step->frame, k)->side;
	const flkSeen *seen = &view->seen[0];
	double cx = seen->obstacle->x + seen->shiftX - view->x, cy = seen->obstacle->y + seen->shiftY - view->y;
	double wx = view->vx - seen->vx, wy = view->vy - seen->vy, cross = wx * cy - wy * cx;
	/* Dead center to within rounding: a side of its own. */
	if(fabs(cross) <= 1e-9 * flkLength(wx, wy) * flkLength(cx, cy))
		return flkMemberAt(step->frame, k)->serial & 1 ? 1 : -1;
	return cross > 0.0 ? -1 : 1;
}

typedef struct flkWay {
	double x, y; /* unit */
	double free;
	int side;
} flkWay;

/* Turns the heading by the angle with this cosine and sine and looks whether the way is free there. */
static flkWay flkTryWay(const flkView *view, double speed, double cosine, double sine, int side) {
	double x = view->hx * cosine - view->hy * side * sine, y = view->hx * side * sine + view->hy * cosine;
	return (flkWay){x, y, flkFreest(view, x * speed, y * speed), side};
}

/* Past the bounding circle of what is in the way, on one side: the smallest turn of a body that goes straight at it, a
 * little wider. False: there is none, the circle is too near or too large. */
static cpBool flkTryTangent(const flkView *view, const flkSeen *seen, double speed, int side, flkWay *way) {
	double cx = seen->obstacle->x + seen->shiftX - view->x, cy = seen->obstacle->y + seen->shiftY - view->y;
	double distance = flkLength(cx, cy), radius = 1.1 * (seen->obstacle->radius + view->wide);
	if(!(distance > radius)) return cpFalse;
	double sine = radius / distance, cosine = sqrt(1.0 - sine * sine);
	/* The tangent's direction, and its angle to the heading. */
	double tx = (cx * cosine - cy * side * sine) / distance, ty = (cx * side * sine + cy * cosine) / distance;
	double across = side * (view->hx * ty - view->hy * tx), along = view->hx * tx + view->hy * ty;
	if(!(across > 0.0 && along > 0.0)) return cpFalse;
	*way = flkTryWay(view, speed, along, across, side);
	return way->free >= 1.0;
}

/* The direction nearest to the present one in which the way is free; if none is, the freest. */
static flkWay flkFindWay(const flkView *view, const flkSeen *nearest, double speed, int first, double present) {
	flkWay best = {view->hx, view->hy, present, first}, way;
	double bestScore = present;
	if(flkTryTangent(view, nearest, speed, first, &way) || flkTryTangent(view, nearest, speed, -first, &way))
		return way;
	for(int i = 1; i <= FLK_DIRECTIONS; i++) {
		for(int turn = 0; turn < (i < FLK_DIRECTIONS ? 2 : 1); turn++) {
			way = flkTryWay(view, speed, flkCosines[i], flkSines[i], turn == 0 ? first : -first);
			if(way.free >= 1.0) return way;
			/* The other side must be clearly better to be worth changing to. */
			double score = way.free - (turn == 0 ? 0.0 : 0.1) - 0.01 * i;
			if(score <= bestScore) continue;
			bestScore = score;
			best = way;
		}
	}
	return best;
}

/* Out of what is closer than the clearance; grows linearly with the depth, to twice the weight. */
static cpBool flkPushOut(const flkView *view, double weight, double *x, double *y) {
	cpBool pushed = cpFalse;
	double clearance = (double)view->species->settings.avoidance.clearance;
	for(int i = 0; i < view->count; i++) {
		const flkSeen *seen = &view->seen[i];
		if(!seen->close) continue;
		double depth = (view->wide - seen->gap) / flkMax(clearance, 0.25 * view->wide);
		double push = weight * flkMin(depth, 2.0);
		*x += seen->nx * push;
		*y += seen->ny * push;
		pushed = cpTrue;
	}
	return pushed;
}

/* The speed to look for a free way with. Before a moving obstacle a body makes off as fast as it can: aside at its own
 * slow speed it would be run over. */
static double flkEscapeSpeed(const flkView *view, const flkSeen *seen, double speed) {
	double most = flkMin((double)view->species->settings.maxSpeed, FLK_LOOK_SPEED);
	cpBool moving = flkLength(seen->vx, seen->vy) > 0.1 * most;
	return moving ? flkMax(speed, most) : flkMax(speed, 0.5 * most);
}

/* Without this a goal behind the obstacle would pull the body back into its way as soon as the way is free, and again
 * and again: it would dither along the rim. */
static void flkGuard(const flkStep *step, int k, const flkView *view, flkLook *look) {
	int side = flkMemberAt(step->frame, k)->side;
	double radius = flkGuardRadius(&view->species->settings);
	cpVect normal = cpvzero;
	for(int i = 0; i < view->count && side != 0 && !look->guarded; i++) {
		const flkSeen *seen = &view->seen[i];
		double wx = view->vx - seen->vx, wy = view->vy - seen->vy, speed = flkLength(wx, wy);
		if(!(speed > 0.0)) continue;
		double ahead = flkLookAhead(&view->species->settings, speed) / speed;
		look->guarded = seen->close || flkCast(view, seen, wx * ahead, wy * ahead, radius, &normal) < 1.0;
	}
	if(!look->guarded) return;
	look->side = side;
	look->guardX = -view->hy * side;
	look->guardY = view->hx * side;
}

static void flkSweep(const flkStep *step, int k, flkView *view, flkLook *look) {
	const cpFlockSettings *settings = &view->species->settings;
	double weight = (double)settings->avoidance.weight, speed = flkLength(view->vx, view->vy);
	double present = view->seen[0].way;
	if(flkPushOut(view, weight, &look->x, &look->y)) look->blocked = cpTrue;
	look->free = present;
	if(present >= 1.0) {
		flkGuard(step, k, view, look);
		return;
	}
	look->blocked = cpTrue;
	look->normal = view->seen[0].normal;
	double going = flkEscapeSpeed(view, &view->seen[0], speed);
	flkWay way = flkFindWay(view, &view->seen[0], going, flkFirstSide(step, view, k), present);
	double urgency = flkMin(2.0 * (1.0 - present), 1.0);
	double x = (way.x * going * way.free - view->vx) * FLK_AVOIDANCE_RATE;
	double y = (way.y * going * way.free - view->vy) * FLK_AVOIDANCE_RATE;
	flkLimit(&x, &y, weight);
	look->x += x * urgency;
	look->y += y * urgency;
	look->wayX = way.x;
	look->wayY = way.y;
	look->side = way.side;
}

/* ---------------------------------------------------------------- center and field */

static void flkLookAtCenter(const flkView *view, flkLook *look) {
	const flkSeen *hit = &view->seen[0];
	if(hit->way >= 1.0) return;
	look->blocked = cpTrue;
	look->free = hit->way;
	look->normal = hit->normal;
	look->x = view->x - hit->obstacle->bodyX - hit->shiftX;
	look->y = view->y - hit->obstacle->bodyY - hit->shiftY;
	flkSetLength(&look->x, &look->y, (double)view->species->settings.avoidance.weight * (1.0 - hit->way));
}

static void flkLookAtField(const flkView *view, flkLook *look) {
	const flkSeen *nearest = &view->seen[0];
	if(!nearest->close) return;
	look->blocked = cpTrue;
	look->free = flkMax(nearest->gap, 0.0) / view->wide;
	look->normal = cpv((cpFloat)nearest->nx, (cpFloat)nearest->ny);
	double push = (double)view->species->settings.avoidance.weight * (1.0 - look->free);
	look->x = nearest->nx * push;
	look->y = nearest->ny * push;
}

static void flkAvoidOne(const flkStep *step, int k, flkView *view, flkLook *look) {
	switch(view->species->settings.avoidance.mode) {
	case CP_FLOCK_AVOIDANCE_SWEEP:
		flkSweep(step, k, view, look);
		break;
	case CP_FLOCK_AVOIDANCE_CENTER:
		flkLookAtCenter(view, look);
		break;
	case CP_FLOCK_AVOIDANCE_FIELD:
		flkLookAtField(view, look);
		break;
	}
	if(!flkIsFinite(look->x) || !flkIsFinite(look->y)) look->x = look->y = 0.0;
	flkLimit(&look->x, &look->y, (double)view->species->settings.avoidance.weight);
}

void flkAvoidance(const flkStep *step, flkBlock block, flkDesires *desires) {
	const flkSpecies *species = block.species;
	size_t count = (size_t)(block.end - block.begin);
	if(!(species->settings.avoidance.weight > 0) || step->obstacles->count == 0) return;
	flkVectors *out = flkAsk(desires, FLK_AVOIDANCE);
	memset(out->x, 0, count * sizeof(double));
	memset(out->y, 0, count * sizeof(double));
	memset(desires->looked, 0, count);
	for(int k = block.begin; k < block.end; k++) {
		int b = k - block.begin;
		flkView view;
		flkLook *look = &desires->look[b];
		if(!step->frame->ahead[k] || !flkIsDynamic(flkMemberAt(step->frame, k)) ||
			!flkLookRound(step, species, k, &view))
			continue;
		memset(look, 0, sizeof(*look));
		flkAvoidOne(step, k, &view, look);
		out->x[b] = look->x;
		out->y[b] = look->y;
		desires->looked[b] = look->blocked || look->guarded;
	}
}
