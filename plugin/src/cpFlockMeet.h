/* SPDX-License-Identifier: MIT
 * What eight bodies do with one candidate, with a cluster of them, or with a threat: the inner loops of the fast kernel.
 * Inlined into it, where the kind of pass is a constant. */
#ifndef CP_FLOCK_MEET_H
#define CP_FLOCK_MEET_H

#include "cpFlockMasks.h"

#if defined(FLK_HAVE_LANES)

	/* Greatest width of a group in reaches, so that no candidate of it is half the range of positions away. */
	#define FLK_GROUP_WIDTH 8.0

	/* Squared distance below which bodies are at one point, in units: whole numbers are apart or equal. */
	#define FLK_LEAST_SQUARE 0.5f

/* Eight bodies. Positions and velocities in units and units/s. */
typedef struct flkGroup {
	int begin, count; /* frame indices */
	float radius;     /* largest distance from the first, in units; where there are clumps */
	/* Of a periodic world, where the nearest image is to be found pair by pair; the inverse is 0 along the other axis */
	float width, height, inverseWidth, inverseHeight;
	flkInts lanes; /* set where there is a body */
	flkWords x, y;
	flkFloats hx, hy, vx, vy;
} flkGroup;

typedef struct flkGroupSums {
	int candidates; /* met one by one */
	flkInts apart, aligned, cohered, near;
	flkFloats separationX, separationY, velocityX, velocityY, deltaX, deltaY;
} flkGroupSums;

/* Bodies that were met as clusters count by the share of the cluster that is within a radius. */
typedef struct flkClusterSums {
	flkInts own; /* the body itself was in one */
	flkFloats together, aligned, cohered;
} flkClusterSums;

/* What the loop over the candidates of one pass compares with, in units. */
typedef struct flkRadii {
	flkFloats minimum, separation, alignment, cohesion; /* squares */
	float cosine;                                       /* squared with its sign */
	float fade; /* what the push of a unit of distance has less, so that it ends without a jump */
	float separationLength, alignmentLength, cohesionLength;
	float leastLength;   /* of those that are on */
	float minimumLength; /* what is farther is at no body's point */
	float scale, unit;   /* units per px, and px per unit */
	cpBool meetsItself;  /* a body is among the candidates, and is told from its neighbors */
} flkRadii;

FLK_INLINE void flkMakeRadii(const flkPass *pass, flkRadii *radii) {
	double scale = pass->step->frame->fixed;
	float minimum = (float)(pass->minDistance * scale), separation = (float)(pass->separationRadius * scale);
	float alignment = (float)(pass->alignmentRadius * scale), cohesion = (float)(pass->cohesionRadius * scale);
	float least = minimum * minimum > FLK_LEAST_SQUARE ? minimum * minimum : FLK_LEAST_SQUARE;
	float cosine = (float)pass->cosHalfView;
	radii->minimum = FLK_ALL(pass->minDistance < 0.0 ? -1.0f : least);
	radii->separation = FLK_ALL(separation * separation);
	radii->alignment = FLK_ALL(alignment * alignment);
	radii->cohesion = FLK_ALL(cohesion * cohesion);
	radii->cosine = cosine * (cosine < 0 ? -cosine : cosine);
	radii->fade = pass->fade && separation > 0.0f ? 1.0f / (separation * separation) : 0.0f;
	radii->separationLength = separation;
	radii->alignmentLength = alignment;
	radii->cohesionLength = cohesion;
	radii->leastLength = FLT_MAX;
	for(int i = 0; i < 3; i++) {
		float length = i == 0 ? separation : i == 1 ? alignment : cohesion;
		if(length > 0.0f && length < radii->leastLength) radii->leastLength = length;
	}
	radii->minimumLength = minimum > 1.0f ? minimum : 1.0f;
	radii->scale = (float)scale;
	radii->unit = (float)(1.0 / scale);
	radii->meetsItself = pass->self && pass->minDistance >= 0.0;
}

/* Where a candidate is, seen from eight bodies; x and y are theirs in the candidate's image of the world. */
FLK_INLINE void flkDifference(const flkGroup *group, const flkWords *x, const flkWords *y, uint32_t candidateX,
	uint32_t candidateY, int image, flkFloats *dx, flkFloats *dy) {
	*dx = FLK_NARROW((flkInts)(candidateX - *x));
	*dy = FLK_NARROW((flkInts)(candidateY - *y));
	if(image) {
		FLK_NEAREST(*dx, group->width, group->inverseWidth);
		FLK_NEAREST(*dy, group->height, group->inverseHeight);
	}
}

/* Eight bodies meet a candidate with this velocity, or a body meets eight. What is at one point is told apart, unless
 * `others`: then it makes the sums for separation NaN. */
FLK_INLINE void flkMeet(const flkRadii *radii, const flkGroup *group, const flkFloats *offsetX,
	const flkFloats *offsetY, const flkFloats *vx, const flkFloats *vy, flkGroupSums *sums, int full, int split,
	int view, int others) {
	flkFloats dx = *offsetX, dy = *offsetY, square = dx * dx + dy * dy;
	flkMask close = flkLess(square, radii->separation), aligned = flkLess(square, radii->alignment);
	flkMask cohered = split ? flkLess(square, radii->cohesion) : aligned;
	if(!others) {
		flkMask apart = flkLess(radii->minimum, square);
		flkCountWhere(&sums->apart, apart);
		close = flkBothMasks(close, apart);
		aligned = flkBothMasks(aligned, apart);
		cohered = flkBothMasks(cohered, apart);
	}
	if(view) {
		/* dot >= cosine * d, both sides squared with their signs */
		flkFloats dot = dx * group->hx + dy * group->hy;
		flkMask seen = flkAtLeastAs(dot * FLK_ABS(dot), square * radii->cosine);
		close = flkBothMasks(close, seen);
		aligned = flkBothMasks(aligned, seen);
		cohered = flkBothMasks(cohered, seen);
	}
	flkFloats push = flkWhere(close, 1.0f / square - radii->fade);
	sums->separationX -= dx * push;
	sums->separationY -= dy * push;
	if(!full) return;
	flkCountWhere(&sums->aligned, aligned);
	flkAddWhere(&sums->velocityX, aligned, *vx);
	flkAddWhere(&sums->velocityY, aligned, *vy);
	if(split) flkCountWhere(&sums->cohered, cohered);
	flkAddWhere(&sums->deltaX, cohered, dx);
	flkAddWhere(&sums->deltaY, cohered, dy);
}

FLK_INLINE void flkAddFlock(const flkRadii *radii, const flkGroup *group, const flkWords *x, const flkWords *y,
	const flkFrame *frame, const flkRun *run, flkGroupSums *result, int full, int split, int view, int image) {
	flkGroupSums sums = *result;
	for(int j = run->begin; j < run->end; j++) {
		flkFloats dx, dy;
		flkDifference(group, x, y, frame->fixedX[j], frame->fixedY[j], image, &dx, &dy);
		flkFloats vx = FLK_ALL(frame->fastX[j]), vy = FLK_ALL(frame->fastY[j]);
		flkMeet(radii, group, &dx, &dy, &vx, &vy, &sums, full, split, view, 0);
	}
	*result = sums;
}

/* The share of a cluster that is nearer than a radius, as if it were spread evenly over its width; and the distance of the
 * middle of that share, as a part of the cluster's. */
FLK_INLINE void flkShareWithin(
	float radius, const flkCluster *cluster, const flkFloats *distance, flkFloats *share, flkFloats *nearer) {
	flkFloats within = (radius - *distance) * cluster->inverseWidth + 0.5f, half = FLK_ALL(cluster->halfWidth);
	within = FLK_SELECT(within > 0.0f, within, FLK_ALL(0.0f));
	*share = FLK_SELECT(within < 1.0f, within, FLK_ALL(1.0f));
	*nearer = 1.0f - (1.0f - *share) * half / FLK_SELECT(*distance > half, *distance, half + 1e-30f);
}

/* Takes out of the number of a cluster's bodies the body itself, and what is at its point. */
FLK_INLINE void flkTellApart(const flkRadii *radii, const flkGroup *group, const flkCluster *cluster,
	const flkFloats *square, flkFloats *others, flkClusterSums *more) {
	flkInts apart = *square > radii->minimum;
	if(radii->meetsItself && cluster->begin < group->begin + group->count && group->begin < cluster->end) {
		flkInts index = FLK_NUMBERS + group->begin, own = (index >= cluster->begin) & (index < cluster->end);
		*others += __builtin_convertvector(own, flkFloats);
		more->own += own;
	}
	more->together += FLK_MASKED(~apart, *others);
	*others = FLK_MASKED(apart, *others);
}

/* Adds what the push of a cluster has more or less for being spread. With positions as complex numbers, D that of the cluster
 * from a body and e that of one of its bodies from its middle, the mean of 1 / (D + e) is 1 / D + mean(e^2) / D^3 and smaller
 * terms, because the mean of e is 0; the push is the conjugate of that (the multipole expansion of Greengard and Rokhlin 1987). */
FLK_INLINE void flkSpread(const flkCluster *cluster, const flkFloats *dx, const flkFloats *dy, const flkFloats *inverse,
	flkFloats *x, flkFloats *y) {
	flkFloats ux = *dx * *inverse, uy = *dy * *inverse; /* 1 / D is ux - i uy */
	flkFloats squareX = ux * ux - uy * uy, squareY = 2.0f * ux * uy;
	flkFloats cubeX = squareX * ux - squareY * uy, cubeY = squareX * uy + squareY * ux;
	*x += cubeX * cluster->spreadX + cubeY * cluster->spreadY;
	*y += cubeY * cluster->spreadX - cubeX * cluster->spreadY;
}

/* The push of a cluster of `others` bodies. It is that of a disc: 1/d is the law of gravity in the plane, so that outside of it
 * all its bodies might be in the middle, and inside it grows with the distance. `clear`: no body of the group is in it; `whole`:
 * all of it is within the radius of separation. */
FLK_INLINE void flkPushOff(const flkRadii *radii, const flkCluster *cluster, flkFloats *x, flkFloats *y,
	const flkFloats *distance, const flkFloats *others, cpBool clear, cpBool whole, flkGroupSums *sums) {
	flkFloats square = *x * *x + *y * *y, pushing = *others, share, nearer;
	if(!whole) {
		flkShareWithin(radii->separationLength, cluster, distance, &share, &nearer);
		pushing *= share;
		*x *= nearer;
		*y *= nearer;
		square *= nearer * nearer;
	}
	if(!clear) {
		flkFloats core = FLK_ALL(cluster->radius * cluster->radius);
		square = FLK_SELECT(square > core, square, core + 1e-30f);
	}
	flkFloats inverse = 1.0f / square, push = inverse - radii->fade;
	flkFloats pushX = *x * push, pushY = *y * push;
	if(clear && whole) flkSpread(cluster, x, y, &inverse, &pushX, &pushY);
	sums->separationX -= pushing * pushX;
	sums->separationY -= pushing * pushY;
}

/* Eight bodies meet a cluster, none of whose bodies is nearer to any of them than `nearest`. */
FLK_INLINE void flkMeetCluster(const flkRadii *radii, const flkGroup *group, const flkCluster *cluster,
	const flkFloats *dx, const flkFloats *dy, float nearest, flkGroupSums *sums, flkClusterSums *more, int full,
	int split, int view) {
	flkFloats square = *dx * *dx + *dy * *dy, distance = square, share, nearer, others = FLK_ALL(cluster->bodies);
	float farthest = nearest + 2.0f * (group->radius + cluster->radius);
	/* No body of the group is in the cluster, or at the point of one that is: distances are rounded to 1e-7 of them. */
	cpBool clear = nearest > radii->minimumLength + 1e-6f * farthest;
	if(!clear) flkTellApart(radii, group, cluster, &square, &others, more);
	if(view) {
		flkFloats dot = *dx * group->hx + *dy * group->hy;
		others = FLK_MASKED(dot * FLK_ABS(dot) >= square * radii->cosine, others);
	}
	if(farthest > radii->leastLength) flkRoots(&distance);
	if(nearest < radii->separationLength) {
		flkFloats x = *dx, y = *dy;
		cpBool whole = farthest <= radii->separationLength;
		flkPushOff(radii, cluster, &x, &y, &distance, &others, clear, whole, sums);
	}
	if(!full) return;
	flkFloats aligned = others, cohered = others, x = *dx, y = *dy;
	if(farthest > radii->alignmentLength) {
		flkShareWithin(radii->alignmentLength, cluster, &distance, &share, &nearer);
		aligned = others * share;
	}
	if(split && farthest > radii->cohesionLength) {
		flkShareWithin(radii->cohesionLength, cluster, &distance, &share, &nearer);
		cohered = others * share;
	} else if(!split) {
		cohered = aligned;
	}
	if(farthest > (split ? radii->cohesionLength : radii->alignmentLength)) {
		x *= nearer;
		y *= nearer;
	}
	more->aligned += aligned;
	sums->velocityX += aligned * cluster->vx;
	sums->velocityY += aligned * cluster->vy;
	more->cohered += cohered;
	sums->deltaX += cohered * x;
	sums->deltaY += cohered * y;
}

/* The offset of a threat at its closest approach, see flkForesee() of the plain kernel. Velocities in units per s. */
FLK_INLINE void flkForeseeGroup(
	const flkGroup *group, float prediction, float vx, float vy, flkFloats *dx, flkFloats *dy) {
	flkFloats wx = vx - group->vx, wy = vy - group->vy, square = wx * wx + wy * wy, zero = (flkFloats){0};
	flkFloats time = -(*dx * wx + *dy * wy) / FLK_SELECT(square > 0.0f, square, FLK_ALL(1.0f));
	time = FLK_SELECT(time > 0.0f, time, zero);
	time = FLK_SELECT(time < prediction, time, FLK_ALL(prediction));
	flkFloats x = *dx + wx * time, y = *dy + wy * time;
	flkInts hit = x * x + y * y <= (*dx * *dx + *dy * *dy) * 1e-12f;
	*dx = FLK_SELECT(hit, -wy, x);
	*dy = FLK_SELECT(hit, wx, y);
}

/* What the loop over threats compares with, in units. */
typedef struct flkThreatRadius {
	float square, inverse, least; /* radius^2, 1 / radius, squared distance of bodies at one point */
	float scale, prediction;
} flkThreatRadius;

FLK_INLINE void flkMakeThreatRadius(const flkPass *pass, flkThreatRadius *threat) {
	double fixed = pass->step->frame->fixed;
	float minimum = (float)(pass->minDistance * fixed), radius = (float)(pass->evasionRadius * fixed);
	threat->square = radius * radius;
	threat->inverse = 1.0f / radius;
	threat->least = minimum * minimum > FLK_LEAST_SQUARE ? minimum * minimum : FLK_LEAST_SQUARE;
	threat->scale = (float)fixed;
	threat->prediction = (float)pass->prediction;
}

/* Eight bodies meet `count` threats that are taken as one. The sum of unit(away) * (1 - d / r) goes into separationX and
 * separationY. */
FLK_INLINE void flkMeetThreat(const flkThreatRadius *threat, const flkGroup *group, flkFloats *dx, flkFloats *dy,
	float vx, float vy, float count, flkGroupSums *sums) {
	flkFloats distance = *dx * *dx + *dy * *dy;
	flkInts near = distance < FLK_ALL(threat->square), apart = near & (distance > FLK_ALL(threat->least));
	sums->near += near & (int)count;
	sums->apart += apart & (int)count;
	flkRoots(&distance);
	if(threat->prediction > 0.0f) {
		flkForeseeGroup(group, threat->prediction, vx * threat->scale, vy * threat->scale, dx, dy);
	}
	flkFloats length = *dx * *dx + *dy * *dy;
	flkRoots(&length);
	flkFloats push = (1.0f - distance * threat->inverse) / FLK_SELECT(length > 0.0f, length, FLK_ALL(1.0f));
	push = FLK_MASKED(apart, push) * count;
	sums->separationX -= *dx * push;
	sums->separationY -= *dy * push;
}

FLK_INLINE void flkAddEvade(const flkThreatRadius *threat, const flkGroup *group, const flkWords *x, const flkWords *y,
	const flkFrame *frame, const flkRun *run, flkGroupSums *result, int image) {
	flkGroupSums sums = *result;
	for(int j = run->begin; j < run->end; j++) {
		flkFloats dx, dy;
		flkDifference(group, x, y, frame->fixedX[j], frame->fixedY[j], image, &dx, &dy);
		flkMeetThreat(threat, group, &dx, &dy, frame->fastX[j], frame->fastY[j], 1.0f, &sums);
	}
	*result = sums;
}

#endif

#endif
