/* SPDX-License-Identifier: MIT
 * Stage 3, neighbors: the fast kernel.
 *
 * Eight consecutive bodies of one grid row are the lanes; the candidates of the cells round them are converted once
 * to single precision, relative to the first lane and in units of the reach, and then broadcast one after the other.
 * So there is no sum over lanes at the end, the seam of a periodic world costs nothing in the inner loop, and single
 * precision is enough wherever in the world the bodies are. The lanes are written with the compiler's vector
 * extensions and always eight wide: every instruction set computes the same bits. */
#include "cpFlockInternal.h"

#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 9)

	#define FLK_LANES 8
	#define FLK_CHUNK 256 /* candidates that are converted at a time */

typedef float flkFloats __attribute__((vector_size(32)));
typedef int32_t flkInts __attribute__((vector_size(32)));

/* Four doubles and floats anywhere in an array. */
typedef double flkFourDoubles __attribute__((vector_size(32), aligned(8), may_alias));
typedef float flkFourFloats __attribute__((vector_size(16), aligned(4), may_alias));
	#define FLK_DOUBLES(at) (*(const flkFourDoubles *)(const void *)(at))
	#define FLK_CONVERT(at, value) (*(flkFourFloats *)(void *)(at) = __builtin_convertvector(value, flkFourFloats))

	#define FLK_INLINE static inline __attribute__((always_inline))

	/* Keeps the lanes of `value` where `mask` is set, zero elsewhere. */
	#define FLK_MASKED(mask, value) ((flkFloats)((mask) & (flkInts)(value)))
	/* The lanes of `a` where `mask` is set, of `b` elsewhere. */
	#define FLK_SELECT(mask, a, b) ((flkFloats)(((mask) & (flkInts)(a)) | (~(mask) & (flkInts)(b))))
	#define FLK_ABS(value) ((flkFloats)((flkInts)(value)&0x7fffffff))

	/* Below this squared distance, in units of the group, the push of separation no longer grows. */
	#define FLK_SOFT 1e-30f

	/* The unit, px: with a reach beyond every distance the squares of small distances must not underflow, and the inverse
 * of a tiny one must not overflow. */
	#define FLK_UNIT_LEAST 1e-6
	#define FLK_UNIT_MOST 1e4

	/* Greatest width of a group, in units: positions stay precise to 2^-20 of the unit. */
	#define FLK_GROUP_WIDTH 16.0

/* Converted four at a time, so that up to three more are written than there are. */
typedef struct flkCandidates {
	int count;
	float x[FLK_CHUNK + FLK_PADDING], y[FLK_CHUNK + FLK_PADDING];
	float vx[FLK_CHUNK + FLK_PADDING], vy[FLK_CHUNK + FLK_PADDING];
} flkCandidates;

/* Eight bodies, relative to (originX, originY), in units of the reach or what is near it. */
typedef struct flkGroup {
	int begin, count; /* frame indices */
	double originX, originY;
	double scale;        /* 1 / unit */
	float width, height; /* of a periodic world, scaled */
	flkFloats x, y, hx, hy, vx, vy;
} flkGroup;

typedef struct flkGroupSums {
	int candidates;
	flkInts apart, aligned, cohered, near;
	flkFloats separationX, separationY, velocityX, velocityY, deltaX, deltaY;
} flkGroupSums;

	/* Nearest image. Adding and subtracting 1.5 * 2^23 rounds to a whole number, half to even, on any instruction set. */
	#define FLK_NEAREST(delta, extent)                                                                                 \
		do {                                                                                                           \
			flkFloats turns = (delta) * (1.0f / (extent));                                                             \
			turns = (turns + 12582912.0f) - 12582912.0f;                                                               \
			(delta) -= turns * (extent);                                                                               \
		} while(0)

FLK_INLINE void flkAddFlock(const flkPass *pass, const flkGroup *group, const flkCandidates *candidates,
	flkGroupSums *result, int full, int split, int view, int image) {
	flkGroupSums sums = *result;
	float scale = (float)group->scale;
	float minimum = (float)pass->minDistance * scale, separation = (float)(pass->separationRadius * group->scale);
	float alignment = (float)(pass->alignmentRadius * group->scale);
	float cohesion = (float)(pass->cohesionRadius * group->scale);
	flkFloats minimumSquare = (flkFloats){0} + (pass->minDistance < 0.0 ? -1.0f : minimum * minimum);
	flkFloats separationSquare = (flkFloats){0} + separation * separation;
	flkFloats alignmentSquare = (flkFloats){0} + alignment * alignment;
	flkFloats cohesionSquare = (flkFloats){0} + cohesion * cohesion;
	flkFloats soft = (flkFloats){0} + FLK_SOFT;
	float cosine = (float)pass->cosHalfView, cosineSquare = cosine * (cosine < 0 ? -cosine : cosine);
	for(int c = 0; c < candidates->count; c++) {
		flkFloats dx = candidates->x[c] - group->x, dy = candidates->y[c] - group->y;
		if(image) {
			FLK_NEAREST(dx, group->width);
			FLK_NEAREST(dy, group->height);
		}
		flkFloats square = dx * dx + dy * dy;
		flkInts apart = square > minimumSquare;
		sums.apart -= apart;
		if(view) {
			/* dot >= cosine * d, both sides squared with their signs */
			flkFloats dot = dx * group->hx + dy * group->hy;
			apart &= dot * FLK_ABS(dot) >= square * cosineSquare;
		}
		flkInts close = apart & (square < separationSquare);
		/* The addition changes nothing but a squared distance of nearly zero. */
		flkFloats push = FLK_MASKED(close, 1.0f / (square + soft));
		sums.separationX -= dx * push;
		sums.separationY -= dy * push;
		if(full) {
			flkInts aligned = apart & (square < alignmentSquare);
			sums.aligned -= aligned;
			sums.velocityX += FLK_MASKED(aligned, candidates->vx[c] + (flkFloats){0});
			sums.velocityY += FLK_MASKED(aligned, candidates->vy[c] + (flkFloats){0});
			flkInts cohered = split ? (apart & (square < cohesionSquare)) : aligned;
			if(split) sums.cohered -= cohered;
			sums.deltaX += FLK_MASKED(cohered, dx);
			sums.deltaY += FLK_MASKED(cohered, dy);
		}
	}
	sums.candidates += candidates->count;
	*result = sums;
}

FLK_INLINE void flkRoots(flkFloats *value) {
	for(int l = 0; l < FLK_LANES; l++) (*value)[l] = sqrtf((*value)[l]);
}

/* The offset of a threat at its closest approach, see flkForesee() of the plain kernel. Velocities in units per s. */
FLK_INLINE void flkForeseeGroup(
	const flkGroup *group, float prediction, float vx, float vy, flkFloats *dx, flkFloats *dy) {
	flkFloats wx = vx - group->vx, wy = vy - group->vy, square = wx * wx + wy * wy, zero = (flkFloats){0};
	flkFloats time = -(*dx * wx + *dy * wy) / FLK_SELECT(square > 0.0f, square, zero + 1.0f);
	time = FLK_SELECT(time > 0.0f, time, zero);
	time = FLK_SELECT(time < prediction, time, zero + prediction);
	flkFloats x = *dx + wx * time, y = *dy + wy * time;
	flkInts hit = x * x + y * y <= (*dx * *dx + *dy * *dy) * 1e-12f;
	*dx = FLK_SELECT(hit, -wy, x);
	*dy = FLK_SELECT(hit, wx, y);
}

/* The sum of unit(away) * (1 - d / r) goes into separationX and separationY. */
FLK_INLINE void flkAddEvade(
	const flkPass *pass, const flkGroup *group, const flkCandidates *candidates, flkGroupSums *result, int image) {
	flkGroupSums sums = *result;
	float minimum = (float)(pass->minDistance * group->scale), scale = (float)group->scale;
	float radius = (float)(pass->evasionRadius * group->scale), inverseRadius = 1.0f / radius;
	flkFloats minimumSquare = (flkFloats){0} + minimum * minimum;
	for(int c = 0; c < candidates->count; c++) {
		flkFloats dx = candidates->x[c] - group->x, dy = candidates->y[c] - group->y;
		if(image) {
			FLK_NEAREST(dx, group->width);
			FLK_NEAREST(dy, group->height);
		}
		flkFloats distance = dx * dx + dy * dy;
		flkInts near = distance < (flkFloats){0} + radius * radius, apart = near & (distance > minimumSquare);
		sums.near -= near;
		sums.apart -= apart;
		flkRoots(&distance);
		if(pass->prediction > 0.0) {
			flkForeseeGroup(
				group, (float)pass->prediction, candidates->vx[c] * scale, candidates->vy[c] * scale, &dx, &dy);
		}
		flkFloats length = dx * dx + dy * dy;
		flkRoots(&length);
		flkFloats push = (1.0f - distance * inverseRadius) / FLK_SELECT(length > 0.0f, length, (flkFloats){0} + 1.0f);
		push = FLK_MASKED(apart, push);
		sums.separationX -= dx * push;
		sums.separationY -= dy * push;
	}
	*result = sums;
}

/* Converts candidates of the query until the buffer is full or the query ends; `run` is what is left of a run. */
FLK_INLINE void flkFetch(
	const flkFrame *frame, const flkGroup *group, flkQuery *query, flkRun *run, flkCandidates *candidates) {
	int count = 0;
	while(count < FLK_CHUNK) {
		if(run->begin >= run->end && !flkGridNext(query, run)) break;
		int take = run->end - run->begin < FLK_CHUNK - count ? run->end - run->begin : FLK_CHUNK - count;
		double shiftX = run->shiftX - group->originX, shiftY = run->shiftY - group->originY, scale = group->scale;
		const double *x = frame->x + run->begin, *y = frame->y + run->begin;
		const double *vx = frame->vx + run->begin, *vy = frame->vy + run->begin;
		for(int i = 0; i < take; i += FLK_PADDING) {
			FLK_CONVERT(candidates->x + count + i, (FLK_DOUBLES(x + i) + shiftX) * scale);
			FLK_CONVERT(candidates->y + count + i, (FLK_DOUBLES(y + i) + shiftY) * scale);
			FLK_CONVERT(candidates->vx + count + i, FLK_DOUBLES(vx + i));
			FLK_CONVERT(candidates->vy + count + i, FLK_DOUBLES(vy + i));
		}
		run->begin += take;
		count += take;
	}
	candidates->count = count;
}

/* Adds what one lane found to the block's sums, back in px. A body has met itself as a candidate. */
static void flkStoreFlock(const flkPass *pass, const flkGroup *group, const flkGroupSums *found, int l, int split) {
	flkSums *sums = pass->sums;
	const flkFrame *frame = pass->step->frame;
	int k = group->begin + l, b = k - pass->block.begin;
	double unit = 1.0 / group->scale, self = pass->self ? 1.0 : 0.0;
	sums->separationX[b] += found->separationX[l] * group->scale;
	sums->separationY[b] += found->separationY[l] * group->scale;
	sums->velocityX[b] += found->velocityX[l];
	sums->velocityY[b] += found->velocityY[l];
	sums->deltaX[b] += found->deltaX[l] * unit;
	sums->deltaY[b] += found->deltaY[l] * unit;
	double aligned = found->aligned[l], cohered = split ? found->cohered[l] : aligned;
	if(pass->minDistance < 0.0) {
		if(pass->self && pass->relation == CP_FLOCK_RELATION_FLOCK && pass->alignmentRadius > 0.0) {
			aligned -= 1.0;
			sums->velocityX[b] -= (double)(float)frame->vx[k];
			sums->velocityY[b] -= (double)(float)frame->vy[k];
		}
		if(pass->self && pass->relation == CP_FLOCK_RELATION_FLOCK && pass->cohesionRadius > 0.0) cohered -= 1.0;
	} else {
		sums->coincident[b] += found->candidates - found->apart[l] - self;
	}
	sums->alignCount[b] += aligned;
	sums->cohesionCount[b] += cohered;
}

static void flkStoreEvade(const flkPass *pass, const flkGroup *group, const flkGroupSums *found, int l) {
	flkSums *sums = pass->sums;
	int b = group->begin + l - pass->block.begin;
	double self = pass->self ? 1.0 : 0.0;
	sums->evasionX[b] += found->separationX[l];
	sums->evasionY[b] += found->separationY[l];
	sums->coincidentThreats[b] += found->near[l] - found->apart[l] - self;
}

/* Takes up to eight bodies from `begin` on that are in one row and not too far apart. */
FLK_INLINE void flkMakeGroup(const flkPass *pass, int begin, int end, flkGroup *group, flkBox *box) {
	const flkFrame *frame = pass->step->frame;
	const flkGrid *own = &pass->block.species->grid;
	int row = flkGridRow(own, frame->y[begin]), count = 1;
	double width = FLK_GROUP_WIDTH / group->scale;
	group->begin = begin;
	group->originX = frame->x[begin];
	group->originY = frame->y[begin];
	while(count < FLK_LANES && begin + count < end && flkGridRow(own, frame->y[begin + count]) == row &&
		  fabs(frame->x[begin + count] - group->originX) < width) {
		count++;
	}
	group->count = count;
	*box = (flkBox){group->originX, group->originY, group->originX, group->originY};
	for(int l = 0; l < FLK_LANES; l++) {
		int k = begin + (l < count ? l : 0);
		double x = frame->x[k], y = frame->y[k];
		group->x[l] = (float)((x - group->originX) * group->scale);
		group->y[l] = (float)((y - group->originY) * group->scale);
		group->hx[l] = (float)frame->hx[k];
		group->hy[l] = (float)frame->hy[k];
		group->vx[l] = (float)(frame->vx[k] * group->scale);
		group->vy[l] = (float)(frame->vy[k] * group->scale);
		box->minX = flkMin(box->minX, x);
		box->maxX = flkMax(box->maxX, x);
		box->minY = flkMin(box->minY, y);
		box->maxY = flkMax(box->maxY, y);
	}
}

FLK_INLINE void flkSenseGroup(
	const flkPass *pass, flkGroup *group, flkQuery *query, int relation, int split, int view, int image) {
	flkCandidates candidates;
	flkGroupSums found = {0};
	flkRun run = {0, 0, 0.0, 0.0};
	do {
		flkFetch(pass->step->frame, group, query, &run, &candidates);
		if(relation == CP_FLOCK_RELATION_EVADE) {
			flkAddEvade(pass, group, &candidates, &found, image);
		} else {
			flkAddFlock(pass, group, &candidates, &found, relation == CP_FLOCK_RELATION_FLOCK, split, view, image);
		}
	} while(candidates.count == FLK_CHUNK);
	for(int l = 0; l < group->count; l++) {
		if(relation == CP_FLOCK_RELATION_EVADE) {
			flkStoreEvade(pass, group, &found, l);
		} else {
			flkStoreFlock(pass, group, &found, l, split);
		}
	}
}

/* The loop over the groups of a block for one kind of pass; the kind is a constant in each copy. */
FLK_INLINE void flkSenseBlock(const flkPass *pass, int relation, int split, int view) {
	const flkGrid *own = &pass->block.species->grid, *grid = &pass->sensed->grid;
	int end = own->first + own->count < pass->block.end ? own->first + own->count : pass->block.end;
	flkGroup group;
	flkBox box;
	flkQuery query;
	group.scale = 1.0 / flkClamp(pass->reach, FLK_UNIT_LEAST, FLK_UNIT_MOST);
	group.width = (float)(grid->width * group.scale);
	group.height = (float)(grid->height * group.scale);
	for(int begin = pass->block.begin; begin < end; begin += group.count) {
		flkMakeGroup(pass, begin, end, &group, &box);
		flkGridQuery(grid, box, pass->reach, pass->overSeam, &query);
		if(query.anyImage) {
			flkSenseGroup(pass, &group, &query, relation, split, view, 1);
		} else {
			flkSenseGroup(pass, &group, &query, relation, split, view, 0);
		}
	}
}

/* One clone per instruction set, chosen when the library is loaded. Static, because clang cannot call clones from another
 * file. */
	#if defined(CP_FLOCK_TARGET_CLONES)
__attribute__((target_clones("avx512f", "avx2", "default")))
	#endif
static void
flkSense(const flkPass *pass) {
	cpBool view = pass->cosHalfView > -1.0, split = pass->alignmentRadius != pass->cohesionRadius;
	if(pass->relation == CP_FLOCK_RELATION_EVADE) {
		flkSenseBlock(pass, CP_FLOCK_RELATION_EVADE, 0, 0);
	} else if(pass->relation == CP_FLOCK_RELATION_SEPARATE) {
		if(view) {
			flkSenseBlock(pass, CP_FLOCK_RELATION_SEPARATE, 0, 1);
		} else {
			flkSenseBlock(pass, CP_FLOCK_RELATION_SEPARATE, 0, 0);
		}
	} else if(split) {
		if(view) {
			flkSenseBlock(pass, CP_FLOCK_RELATION_FLOCK, 1, 1);
		} else {
			flkSenseBlock(pass, CP_FLOCK_RELATION_FLOCK, 1, 0);
		}
	} else if(view) {
		flkSenseBlock(pass, CP_FLOCK_RELATION_FLOCK, 0, 1);
	} else {
		flkSenseBlock(pass, CP_FLOCK_RELATION_FLOCK, 0, 0);
	}
}

void flkKernelFast(const flkPass *pass) {
	flkSense(pass);
}

#else

/* Without vector extensions the plain kernel does the work. */
void flkKernelFast(const flkPass *pass) {
	flkKernelReference(pass);
}

#endif
