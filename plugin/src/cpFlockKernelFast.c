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

	#define FLK_CHUNK 256 /* candidates that are converted at a time */

typedef float flkFloats __attribute__((vector_size(32)));
typedef int32_t flkInts __attribute__((vector_size(32)));
typedef double flkDoubles __attribute__((vector_size(64)));

/* Eight doubles or floats anywhere in an array. */
typedef double flkDoublesAt __attribute__((vector_size(64), aligned(8), may_alias));
typedef float flkFloatsAt __attribute__((vector_size(32), aligned(4), may_alias));
	#define FLK_DOUBLES(at) (*(flkDoublesAt *)(void *)(at))
	#define FLK_FLOATS(at) (*(flkFloatsAt *)(void *)(at))
	#define FLK_NARROW(value) __builtin_convertvector(value, flkFloats)
	#define FLK_WIDEN(value) __builtin_convertvector(value, flkDoubles)

	#define FLK_INLINE static inline __attribute__((always_inline))

	/* The same number in all lanes. */
	#define FLK_ALL(number) ((flkFloats){number, number, number, number, number, number, number, number})

	/* Keeps the lanes of `value` where `mask` is set, zero elsewhere. */
	#define FLK_MASKED(mask, value) ((flkFloats)((mask) & (flkInts)(value)))
	/* The lanes of `a` where `mask` is set, of `b` elsewhere. */
	#define FLK_SELECT(mask, a, b) ((flkFloats)(((mask) & (flkInts)(a)) | (~(mask) & (flkInts)(b))))
	#define FLK_ABS(value) ((flkFloats)((flkInts)(value)&0x7fffffff))

	/* Least squared distance of bodies that are apart, in units of the group: below it the inverse would overflow. */
	#define FLK_LEAST_SQUARE 1e-30f

	/* The unit, px: with a reach beyond every distance the squares of small distances must not underflow, and the inverse
 * of a tiny one must not overflow. */
	#define FLK_UNIT_LEAST 1e-6
	#define FLK_UNIT_MOST 1e4

	/* Greatest width of a group, in units: positions stay precise to 2^-20 of the unit. */
	#define FLK_GROUP_WIDTH 16.0

/* Converted eight at a time, so that up to seven more are written than there are. */
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
	flkInts lanes;       /* set where there is a body */
	flkFloats x, y;      /* zero elsewhere */
	flkFloats hx, hy, vx, vy;
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

/* What the loop over the candidates of one pass compares with, in units of the group. */
typedef struct flkRadii {
	flkFloats minimum, separation, alignment, cohesion; /* squares */
	float cosine;                                       /* squared with its sign */
} flkRadii;

FLK_INLINE void flkMakeRadii(const flkPass *pass, double scale, flkRadii *radii) {
	float minimum = (float)(pass->minDistance * scale), separation = (float)(pass->separationRadius * scale);
	float alignment = (float)(pass->alignmentRadius * scale), cohesion = (float)(pass->cohesionRadius * scale);
	float least = minimum * minimum > FLK_LEAST_SQUARE ? minimum * minimum : FLK_LEAST_SQUARE;
	float cosine = (float)pass->cosHalfView;
	radii->minimum = FLK_ALL(pass->minDistance < 0.0 ? -1.0f : least);
	radii->separation = FLK_ALL(separation * separation);
	radii->alignment = FLK_ALL(alignment * alignment);
	radii->cohesion = FLK_ALL(cohesion * cohesion);
	radii->cosine = cosine * (cosine < 0 ? -cosine : cosine);
}

/* Eight bodies meet one candidate. */
FLK_INLINE void flkMeet(const flkRadii *radii, const flkGroup *group, const flkCandidates *candidates, int c,
	flkGroupSums *sums, int full, int split, int view, int image) {
	flkFloats dx = candidates->x[c] - group->x, dy = candidates->y[c] - group->y;
	if(image) {
		FLK_NEAREST(dx, group->width);
		FLK_NEAREST(dy, group->height);
	}
	flkFloats square = dx * dx + dy * dy;
	flkInts apart = square > radii->minimum;
	sums->apart -= apart;
	if(view) {
		/* dot >= cosine * d, both sides squared with their signs */
		flkFloats dot = dx * group->hx + dy * group->hy;
		apart &= dot * FLK_ABS(dot) >= square * radii->cosine;
	}
	flkInts close = apart & (square < radii->separation);
	flkFloats push = FLK_MASKED(close, 1.0f / square);
	sums->separationX -= dx * push;
	sums->separationY -= dy * push;
	if(!full) return;
	flkInts aligned = apart & (square < radii->alignment);
	sums->aligned -= aligned;
	sums->velocityX += FLK_MASKED(aligned, FLK_ALL(candidates->vx[c]));
	sums->velocityY += FLK_MASKED(aligned, FLK_ALL(candidates->vy[c]));
	flkInts cohered = split ? (apart & (square < radii->cohesion)) : aligned;
	if(split) sums->cohered -= cohered;
	sums->deltaX += FLK_MASKED(cohered, dx);
	sums->deltaY += FLK_MASKED(cohered, dy);
}

FLK_INLINE void flkAddFlock(const flkRadii *radii, const flkGroup *group, const flkCandidates *candidates,
	flkGroupSums *result, int full, int split, int view, int image) {
	flkGroupSums sums = *result;
	int c = 0;
	for(; c + 1 < candidates->count; c += 2) {
		flkMeet(radii, group, candidates, c, &sums, full, split, view, image);
		flkMeet(radii, group, candidates, c + 1, &sums, full, split, view, image);
	}
	if(c < candidates->count) flkMeet(radii, group, candidates, c, &sums, full, split, view, image);
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
	flkFloats time = -(*dx * wx + *dy * wy) / FLK_SELECT(square > 0.0f, square, FLK_ALL(1.0f));
	time = FLK_SELECT(time > 0.0f, time, zero);
	time = FLK_SELECT(time < prediction, time, FLK_ALL(prediction));
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
	flkFloats minimumSquare = FLK_ALL(minimum * minimum);
	for(int c = 0; c < candidates->count; c++) {
		flkFloats dx = candidates->x[c] - group->x, dy = candidates->y[c] - group->y;
		if(image) {
			FLK_NEAREST(dx, group->width);
			FLK_NEAREST(dy, group->height);
		}
		flkFloats distance = dx * dx + dy * dy;
		flkInts near = distance < FLK_ALL(radius * radius), apart = near & (distance > minimumSquare);
		sums.near -= near;
		sums.apart -= apart;
		flkRoots(&distance);
		if(pass->prediction > 0.0) {
			flkForeseeGroup(
				group, (float)pass->prediction, candidates->vx[c] * scale, candidates->vy[c] * scale, &dx, &dy);
		}
		flkFloats length = dx * dx + dy * dy;
		flkRoots(&length);
		flkFloats push = (1.0f - distance * inverseRadius) / FLK_SELECT(length > 0.0f, length, FLK_ALL(1.0f));
		push = FLK_MASKED(apart, push);
		sums.separationX -= dx * push;
		sums.separationY -= dy * push;
	}
	sums.candidates += candidates->count;
	*result = sums;
}

/* Converts candidates of the query until the buffer is full or the query ends; `run` is what is left of a run. */
FLK_INLINE void flkFetch(
	const flkFrame *frame, const flkGroup *group, flkQuery *query, flkRun *run, flkCandidates *candidates) {
	int count = 0;
	double scale = group->scale;
	while(count < FLK_CHUNK) {
		if(run->begin >= run->end && !flkGridNext(query, run)) break;
		int take = flkAtMost(run->end - run->begin, FLK_CHUNK - count);
		double shiftX = run->shiftX - group->originX, shiftY = run->shiftY - group->originY;
		for(int i = 0; i < take; i += FLK_LANES) {
			int from = run->begin + i, to = count + i;
			FLK_FLOATS(candidates->x + to) = FLK_NARROW((FLK_DOUBLES(frame->x + from) + shiftX) * scale);
			FLK_FLOATS(candidates->y + to) = FLK_NARROW((FLK_DOUBLES(frame->y + from) + shiftY) * scale);
			FLK_FLOATS(candidates->vx + to) = FLK_FLOATS(frame->fastX + from);
			FLK_FLOATS(candidates->vy + to) = FLK_FLOATS(frame->fastY + from);
		}
		run->begin += take;
		count += take;
	}
	candidates->count = count;
}

	/* Adds eight lanes to eight entries of the block's sums; lanes beyond the group are zero. */
	#define FLK_ADD(sums, index, lanes, factor) FLK_DOUBLES((sums) + (index)) += FLK_WIDEN(lanes) * (factor)

/* A lane has met itself as a candidate. */
static inline double flkSelf(const flkPass *pass) {
	return pass->self ? 1.0 : 0.0;
}

/* Where coincident bodies count as neighbors, so did the body itself. */
static void flkTakeOutSelf(const flkPass *pass, const flkGroup *group) {
	flkSums *sums = pass->sums;
	const flkFrame *frame = pass->step->frame;
	if(!pass->self || pass->relation != CP_FLOCK_RELATION_FLOCK) return;
	for(int k = group->begin; k < group->begin + group->count; k++) {
		int b = k - pass->block.begin;
		if(pass->alignmentRadius > 0.0) {
			sums->alignCount[b] -= 1.0;
			sums->velocityX[b] -= (double)frame->fastX[k];
			sums->velocityY[b] -= (double)frame->fastY[k];
		}
		if(pass->cohesionRadius > 0.0) sums->cohesionCount[b] -= 1.0;
	}
}

/* Adds what a group found to the block's sums, back in px. */
FLK_INLINE void flkStoreFlock(
	const flkPass *pass, const flkGroup *group, const flkGroupSums *found, int full, int split) {
	flkSums *sums = pass->sums;
	int b = group->begin - pass->block.begin;
	double unit = 1.0 / group->scale;
	FLK_ADD(sums->separationX, b, FLK_MASKED(group->lanes, found->separationX), group->scale);
	FLK_ADD(sums->separationY, b, FLK_MASKED(group->lanes, found->separationY), group->scale);
	if(full) {
		flkInts aligned = group->lanes & found->aligned, cohered = split ? group->lanes & found->cohered : aligned;
		FLK_DOUBLES(sums->velocityX + b) += FLK_WIDEN(FLK_MASKED(group->lanes, found->velocityX));
		FLK_DOUBLES(sums->velocityY + b) += FLK_WIDEN(FLK_MASKED(group->lanes, found->velocityY));
		FLK_ADD(sums->deltaX, b, FLK_MASKED(group->lanes, found->deltaX), unit);
		FLK_ADD(sums->deltaY, b, FLK_MASKED(group->lanes, found->deltaY), unit);
		FLK_DOUBLES(sums->alignCount + b) += FLK_WIDEN(aligned);
		FLK_DOUBLES(sums->cohesionCount + b) += FLK_WIDEN(cohered);
	}
	if(pass->minDistance < 0.0) {
		flkTakeOutSelf(pass, group);
	} else {
		flkInts together = found->candidates - (int)flkSelf(pass) - found->apart;
		FLK_DOUBLES(sums->coincident + b) += FLK_WIDEN(group->lanes & together);
	}
}

FLK_INLINE void flkStoreEvade(const flkPass *pass, const flkGroup *group, const flkGroupSums *found) {
	flkSums *sums = pass->sums;
	int b = group->begin - pass->block.begin;
	flkInts together = found->near - found->apart - (int)flkSelf(pass);
	FLK_DOUBLES(sums->evasionX + b) += FLK_WIDEN(FLK_MASKED(group->lanes, found->separationX));
	FLK_DOUBLES(sums->evasionY + b) += FLK_WIDEN(FLK_MASKED(group->lanes, found->separationY));
	FLK_DOUBLES(sums->coincidentThreats + b) += FLK_WIDEN(group->lanes & together);
}

/* Takes up to eight bodies from `begin` on that are in one row and not too far apart. */
FLK_INLINE void flkMakeGroup(const flkPass *pass, int begin, int rowEnd, flkGroup *group, cpBool motion) {
	static const flkInts numbers = {0, 1, 2, 3, 4, 5, 6, 7};
	const flkFrame *frame = pass->step->frame;
	double width = FLK_GROUP_WIDTH / group->scale;
	int count = flkAtMost(rowEnd - begin, FLK_LANES);
	group->begin = begin;
	group->originX = frame->x[begin];
	group->originY = frame->y[begin];
	/* Columns rise along a row, positions inside of a column need not. */
	while(frame->x[begin + count - 1] - group->originX >= width) count--;
	group->count = count;
	group->lanes = numbers < count;
	group->x = FLK_MASKED(group->lanes, FLK_NARROW((FLK_DOUBLES(frame->x + begin) - group->originX) * group->scale));
	group->y = FLK_MASKED(group->lanes, FLK_NARROW((FLK_DOUBLES(frame->y + begin) - group->originY) * group->scale));
	if(!motion) return;
	group->hx = FLK_NARROW(FLK_DOUBLES(frame->hx + begin));
	group->hy = FLK_NARROW(FLK_DOUBLES(frame->hy + begin));
	group->vx = FLK_NARROW(FLK_DOUBLES(frame->vx + begin) * group->scale);
	group->vy = FLK_NARROW(FLK_DOUBLES(frame->vy + begin) * group->scale);
}

/* The cells to look into: in the species' own grid they follow from those of the group. */
FLK_INLINE void flkAskGrid(const flkPass *pass, const flkGroup *group, int row, flkCells cells, flkQuery *query) {
	const flkFrame *frame = pass->step->frame;
	const flkGrid *own = &pass->block.species->grid;
	int begin = group->begin, last = begin + group->count - 1;
	if(pass->self) {
		int columnBegin = flkGridColumn(own, frame->x[begin]), columnEnd = flkGridColumn(own, frame->x[last]);
		flkGridQueryCells(own, row, columnBegin, columnEnd, cells, pass->overSeam, query);
		return;
	}
	flkBox box = {frame->x[begin], frame->y[begin], frame->x[begin], frame->y[begin]};
	for(int k = begin + 1; k <= last; k++) {
		box.minX = flkMin(box.minX, frame->x[k]);
		box.maxX = flkMax(box.maxX, frame->x[k]);
		box.minY = flkMin(box.minY, frame->y[k]);
		box.maxY = flkMax(box.maxY, frame->y[k]);
	}
	flkGridQuery(&pass->sensed->grid, box, pass->reach, pass->overSeam, query);
}

FLK_INLINE void flkSenseGroup(const flkPass *pass, const flkRadii *radii, flkGroup *group, flkQuery *query,
	int relation, int split, int view, int image) {
	flkCandidates candidates;
	flkGroupSums found = {0};
	flkRun run = {0, 0, 0.0, 0.0};
	const int full = relation == CP_FLOCK_RELATION_FLOCK;
	do {
		flkFetch(pass->step->frame, group, query, &run, &candidates);
		if(relation == CP_FLOCK_RELATION_EVADE) {
			flkAddEvade(pass, group, &candidates, &found, image);
		} else {
			flkAddFlock(radii, group, &candidates, &found, full, split, view, image);
		}
	} while(candidates.count == FLK_CHUNK);
	if(found.candidates == 0) return;
	if(relation == CP_FLOCK_RELATION_EVADE) {
		flkStoreEvade(pass, group, &found);
	} else {
		flkStoreFlock(pass, group, &found, full, split);
	}
}

/* The loop over the groups of a block for one kind of pass; the kind is a constant in each copy. */
FLK_INLINE void flkSenseBlock(const flkPass *pass, int relation, int split, int view) {
	const flkGrid *own = &pass->block.species->grid, *grid = &pass->sensed->grid;
	const double *y = pass->step->frame->y;
	int end = flkAtMost(own->first + own->count, pass->block.end), rowEnd = 0, row = 0;
	flkGroup group;
	flkQuery query;
	group.scale = 1.0 / flkClamp(pass->reach, FLK_UNIT_LEAST, FLK_UNIT_MOST);
	group.width = (float)(grid->width * group.scale);
	group.height = (float)(grid->height * group.scale);
	flkRadii radii;
	flkMakeRadii(pass, group.scale, &radii);
	const flkCells cells = flkGridCellsWithin(own, pass->reach);
	for(int begin = pass->block.begin; begin < end; begin += group.count) {
		if(begin >= rowEnd) {
			row = flkGridRow(own, y[begin]);
			rowEnd = flkGridRowEnd(own, y, row, begin, end);
		}
		flkMakeGroup(pass, begin, rowEnd, &group, view || relation == CP_FLOCK_RELATION_EVADE);
		flkAskGrid(pass, &group, row, cells, &query);
		if(query.anyImage) {
			flkSenseGroup(pass, &radii, &group, &query, relation, split, view, 1);
		} else {
			flkSenseGroup(pass, &radii, &group, &query, relation, split, view, 0);
		}
	}
}

FLK_CLONES static void flkSense(const flkPass *pass) {
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
