/* SPDX-License-Identifier: MIT
 * Stage 3, neighbors: the fast kernel.
 *
 * Eight consecutive bodies of one grid row are the lanes; the candidates of the cells round them are broadcast one after
 * the other, so there is no sum over lanes at the end. Positions are whole numbers of a small unit (flkFixed) and may wrap
 * round: differences of bodies that are near are exact wherever in the world they are, and single precision is enough
 * from there on. The lanes are written with the compiler's vector extensions and always eight wide: every instruction
 * set computes the same bits. */
#include "cpFlockInternal.h"

#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 9)

typedef float flkFloats __attribute__((vector_size(32)));
typedef int32_t flkInts __attribute__((vector_size(32)));
typedef uint32_t flkWords __attribute__((vector_size(32)));
typedef double flkDoubles __attribute__((vector_size(64)));

/* Eight numbers anywhere in an array. */
typedef double flkDoublesAt __attribute__((vector_size(64), aligned(8), may_alias));
typedef uint32_t flkWordsAt __attribute__((vector_size(32), aligned(4), may_alias));
	#define FLK_DOUBLES(at) (*(flkDoublesAt *)(void *)(at))
	#define FLK_WORDS(at) (*(flkWordsAt *)(void *)(at))
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

	/* Squared distance below which bodies are at one point, in units: whole numbers are apart or equal. */
	#define FLK_LEAST_SQUARE 0.5f

	/* Greatest width of a group in reaches, so that no candidate of it is half the range of positions away. */
	#define FLK_GROUP_WIDTH 8.0

/* Eight bodies. Positions and velocities in units and units/s. */
typedef struct flkGroup {
	int begin, count; /* frame indices */
	/* Of a periodic world, where the nearest image is to be found pair by pair; the inverse is 0 along the other axis */
	float width, height, inverseWidth, inverseHeight;
	flkInts lanes; /* set where there is a body */
	flkWords x, y;
	flkFloats hx, hy, vx, vy;
} flkGroup;

typedef struct flkGroupSums {
	int candidates;
	flkInts apart, aligned, cohered, near;
	flkFloats separationX, separationY, velocityX, velocityY, deltaX, deltaY;
} flkGroupSums;

	/* Nearest image. Adding and subtracting 1.5 * 2^23 rounds to a whole number, half to even, on any instruction set. */
	#define FLK_NEAREST(delta, extent, inverse)                                                                        \
		do {                                                                                                           \
			flkFloats turns = (delta) * (inverse);                                                                     \
			turns = (turns + 12582912.0f) - 12582912.0f;                                                               \
			(delta) -= turns * (extent);                                                                               \
		} while(0)

/* What the loop over the candidates of one pass compares with, in units. */
typedef struct flkRadii {
	flkFloats minimum, separation, alignment, cohesion; /* squares */
	float cosine;                                       /* squared with its sign */
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

/* Eight bodies meet candidate j of the frame. */
FLK_INLINE void flkMeet(const flkRadii *radii, const flkGroup *group, const flkWords *x, const flkWords *y,
	const flkFrame *frame, int j, flkGroupSums *sums, int full, int split, int view, int image) {
	flkFloats dx, dy;
	flkDifference(group, x, y, frame->fixedX[j], frame->fixedY[j], image, &dx, &dy);
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
	sums->velocityX += FLK_MASKED(aligned, FLK_ALL(frame->fastX[j]));
	sums->velocityY += FLK_MASKED(aligned, FLK_ALL(frame->fastY[j]));
	flkInts cohered = split ? (apart & (square < radii->cohesion)) : aligned;
	if(split) sums->cohered -= cohered;
	sums->deltaX += FLK_MASKED(cohered, dx);
	sums->deltaY += FLK_MASKED(cohered, dy);
}

FLK_INLINE void flkAddFlock(const flkRadii *radii, const flkGroup *group, const flkWords *x, const flkWords *y,
	const flkFrame *frame, const flkRun *run, flkGroupSums *result, int full, int split, int view, int image) {
	flkGroupSums sums = *result;
	int j = run->begin;
	for(; j + 1 < run->end; j += 2) {
		flkMeet(radii, group, x, y, frame, j, &sums, full, split, view, image);
		flkMeet(radii, group, x, y, frame, j + 1, &sums, full, split, view, image);
	}
	if(j < run->end) flkMeet(radii, group, x, y, frame, j, &sums, full, split, view, image);
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
FLK_INLINE void flkAddEvade(const flkPass *pass, const flkGroup *group, const flkWords *x, const flkWords *y,
	const flkRun *run, flkGroupSums *result, int image) {
	flkGroupSums sums = *result;
	const flkFrame *frame = pass->step->frame;
	float scale = (float)frame->fixed, minimum = (float)(pass->minDistance * frame->fixed);
	float radius = (float)(pass->evasionRadius * frame->fixed), inverseRadius = 1.0f / radius;
	float least = minimum * minimum > FLK_LEAST_SQUARE ? minimum * minimum : FLK_LEAST_SQUARE;
	for(int j = run->begin; j < run->end; j++) {
		flkFloats dx, dy;
		flkDifference(group, x, y, frame->fixedX[j], frame->fixedY[j], image, &dx, &dy);
		flkFloats distance = dx * dx + dy * dy;
		flkInts near = distance < FLK_ALL(radius * radius), apart = near & (distance > FLK_ALL(least));
		sums.near -= near;
		sums.apart -= apart;
		flkRoots(&distance);
		if(pass->prediction > 0.0) {
			float vx = frame->fastX[j] * scale, vy = frame->fastY[j] * scale;
			flkForeseeGroup(group, (float)pass->prediction, vx, vy, &dx, &dy);
		}
		flkFloats length = dx * dx + dy * dy;
		flkRoots(&length);
		flkFloats push = (1.0f - distance * inverseRadius) / FLK_SELECT(length > 0.0f, length, FLK_ALL(1.0f));
		push = FLK_MASKED(apart, push);
		sums.separationX -= dx * push;
		sums.separationY -= dy * push;
	}
	*result = sums;
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
	const flkFrame *frame = pass->step->frame;
	int b = group->begin - pass->block.begin;
	double scale = frame->fixed, unit = 1.0 / scale;
	FLK_ADD(sums->separationX, b, FLK_MASKED(group->lanes, found->separationX), scale);
	FLK_ADD(sums->separationY, b, FLK_MASKED(group->lanes, found->separationY), scale);
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
	int count = flkAtMost(rowEnd - begin, FLK_LANES);
	/* Columns rise along a row, positions inside of a column need not. */
	while(frame->x[begin + count - 1] - frame->x[begin] >= FLK_GROUP_WIDTH * pass->reach) count--;
	group->begin = begin;
	group->count = count;
	group->lanes = numbers < count;
	group->x = FLK_WORDS(frame->fixedX + begin);
	group->y = FLK_WORDS(frame->fixedY + begin);
	if(!motion) return;
	group->hx = FLK_NARROW(FLK_DOUBLES(frame->hx + begin));
	group->hy = FLK_NARROW(FLK_DOUBLES(frame->hy + begin));
	group->vx = FLK_NARROW(FLK_DOUBLES(frame->vx + begin) * frame->fixed);
	group->vy = FLK_NARROW(FLK_DOUBLES(frame->vy + begin) * frame->fixed);
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
	const flkFrame *frame = pass->step->frame;
	const int full = relation == CP_FLOCK_RELATION_FLOCK;
	flkGroupSums found = {0};
	flkRun run;
	while(flkGridNext(query, &run)) {
		/* Where the candidates are an image, the group moves the other way. */
		flkWords x = group->x - flkFixed(run.shiftX, frame->fixed), y = group->y - flkFixed(run.shiftY, frame->fixed);
		if(relation == CP_FLOCK_RELATION_EVADE) {
			flkAddEvade(pass, group, &x, &y, &run, &found, image);
		} else {
			flkAddFlock(radii, group, &x, &y, frame, &run, &found, full, split, view, image);
		}
		found.candidates += run.end - run.begin;
	}
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
	const flkFrame *frame = pass->step->frame;
	int end = flkAtMost(own->first + own->count, pass->block.end), rowEnd = 0, row = 0;
	const flkCells cells = flkGridCellsWithin(own, pass->reach);
	flkRadii radii;
	flkMakeRadii(pass, &radii);
	flkGroup group;
	flkQuery query;
	for(int begin = pass->block.begin; begin < end; begin += group.count) {
		if(begin >= rowEnd) {
			row = flkGridRow(own, frame->y[begin]);
			rowEnd = flkGridRowEnd(own, frame->y, row, begin, end);
		}
		flkMakeGroup(pass, begin, rowEnd, &group, view || relation == CP_FLOCK_RELATION_EVADE);
		flkAskGrid(pass, &group, row, cells, &query);
		if(query.everything) {
			/* Few bodies, but from anywhere: too far for the range of positions. */
			flkReferenceRange(pass, begin, begin + group.count);
		} else if(query.anyImageX || query.anyImageY) {
			group.width = (float)(grid->width * frame->fixed);
			group.height = (float)(grid->height * frame->fixed);
			group.inverseWidth = query.anyImageX ? 1.0f / group.width : 0.0f;
			group.inverseHeight = query.anyImageY ? 1.0f / group.height : 0.0f;
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
	if(pass->step->frame->fixed > 0.0) {
		flkSense(pass);
	} else {
		flkKernelReference(pass);
	}
}

#else

/* Without vector extensions the plain kernel does the work. */
void flkKernelFast(const flkPass *pass) {
	flkKernelReference(pass);
}

#endif
