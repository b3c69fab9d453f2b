/* SPDX-License-Identifier: MIT
 * The usual case of the fast kernel: bodies that look at their own species, none of them at the point of another, without
 * clumps. Four consecutive bodies of a row meet two candidates at a time: lanes 0 and 1 are the first body, lane 0 with the
 * first candidate and lane 1 with the second, and so on. Four are closer together than eight and have fewer candidates out
 * of reach; that the two lanes of a body are added up in the end costs less than that saves. */
#ifndef CP_FLOCK_USUAL_H
#define CP_FLOCK_USUAL_H

#include "cpFlockMeet.h"

#if defined(FLK_HAVE_LANES)

	#define FLK_QUAD 4

	/* Rows that bodies may have to look into, and runs in them: three images of the world each. */
	#define FLK_MOST_ROWS 7
	#define FLK_MOST_RUNS (3 * FLK_MOST_ROWS + 1)

	/* Half the range of positions: out of reach of everybody. */
	#define FLK_FAR (UINT32_C(1) << 31)

/* A row of cells: where the bodies of each column begin, and how far away the image of the world is that it lies in. */
typedef struct flkRow {
	int row;
	const int32_t *start; /* by column, of a dense grid */
	uint32_t shift;
} flkRow;

/* Columns [begin, end) in one image of the world. */
typedef struct flkColumns {
	int begin, end;
	uint32_t shift;
} flkColumns;

/* Runs of candidates, each in one image of the world. */
typedef struct flkRuns {
	int begin[FLK_MOST_RUNS], end[FLK_MOST_RUNS];
	uint32_t shiftX[FLK_MOST_RUNS], shiftY[FLK_MOST_RUNS];
} flkRuns;

/* What the bodies of a row have in common. */
typedef struct flkLookout {
	const flkGrid *grid;
	cpBool usual;
	cpBool seam;     /* periodic, and the species sees over the seam */
	uint32_t width;  /* of a periodic world, as positions have it */
	int columns;     /* at most between bodies of a group */
	flkCells around; /* a body looks so far */
	int rows;
	cpBool shifted;            /* some of them */
	flkRow row[FLK_MOST_ROWS]; /* that of the bodies first */
} flkLookout;

/* The image of the world, -1, 0 or 1, that a cell lies in. */
FLK_INLINE int flkImageOf(int cell, int cells) {
	return (cell >= cells) - (cell < 0);
}

/* Bodies at one point are told by a push without end, which needs a rule that pushes; what is far away must be out of
 * reach; and no body may come twice. */
FLK_INLINE void flkMakeLookout(const flkPass *pass, const flkRadii *radii, flkLookout *lookout) {
	const flkFrame *frame = pass->step->frame;
	const flkGrid *grid = &pass->block.species->grid;
	const flkCells around = flkGridCellsWithin(grid, pass->reach);
	const cpBool seam = grid->periodic && pass->overSeam;
	lookout->grid = grid;
	lookout->around = around;
	lookout->seam = seam;
	lookout->width = seam ? flkFixed(grid->width, frame->fixed) : 0;
	/* Candidates must be less than half the range of positions away, and in a world without an edge no column comes twice. */
	double most = 0.9 * FLK_FAR / frame->fixed * grid->inverseX - 2 * around.columns - 2;
	double wanted = flkMax(FLK_GROUP_WIDTH * pass->reach * grid->inverseX - 1.0, 0.0);
	if(seam) most = flkMin(most, grid->columns - 2 * around.columns - 1);
	lookout->columns = (int)flkClamp(flkMin(wanted, most), -1.0, FLK_CELL_LIMIT / 4);
	lookout->rows = 0;
	lookout->shifted = cpFalse;
	lookout->usual = pass->self && frame->clumps.count == 0 && pass->separationRadius > 0.0 &&
					 radii->minimum[0] == FLK_LEAST_SQUARE && pass->reach * frame->fixed < 0.5 * FLK_FAR &&
					 lookout->columns >= 0 && around.rows <= FLK_MOST_ROWS / 2 && around.columns < FLK_CELL_LIMIT / 4;
	if(seam && 2 * around.rows >= grid->rows) lookout->usual = cpFalse;
}

/* The rows that the bodies of one look into. */
FLK_INLINE void flkLookAround(const flkFrame *frame, int row, flkLookout *lookout) {
	const flkGrid *grid = lookout->grid;
	lookout->rows = 1;
	lookout->shifted = cpFalse;
	for(int r = row - lookout->around.rows; r <= row + lookout->around.rows; r++) {
		int image = lookout->seam ? flkImageOf(r, grid->rows) : 0, inside = r - image * grid->rows - grid->minRow;
		if(inside < 0 || inside >= grid->rows) continue;
		flkRow *found = &lookout->row[r == row ? 0 : lookout->rows++];
		found->row = inside + grid->minRow;
		if(!grid->sparse) found->start = grid->start + inside * grid->columns - grid->minColumn;
		found->shift = flkFixed(image * grid->height, frame->fixed);
		lookout->shifted |= image != 0;
	}
}

/* Cuts columns [first, last] where images of the world meet; what is in none is left out. Returns how many parts there are. */
FLK_INLINE int flkCutColumns(const flkLookout *lookout, int first, int last, flkColumns *columns) {
	const flkGrid *grid = lookout->grid;
	int count = 0;
	if(!lookout->seam || (first >= 0 && last < grid->columns)) {
		int end = flkAtMost(last + 1, grid->minColumn + grid->columns);
		columns[0] = (flkColumns){flkAtLeast(first, grid->minColumn), end, 0};
		return 1;
	}
	for(int column = first; column <= last && count < 3; count++) {
		int image = flkImageOf(column, grid->columns), begin = column - image * grid->columns;
		int end = flkAtMost(begin + last + 1 - column, grid->columns);
		columns[count] = (flkColumns){begin, end, (uint32_t)image * lookout->width};
		column += end - begin;
	}
	return count;
}

/* The runs of columns [first, last] of rows that all lie in the world itself, that with bodies [begin, end) without these, for
 * which there is one more. */
FLK_INLINE int flkCollectPlain(const flkLookout *lookout, int first, int last, int begin, int end, flkRuns *runs) {
	const int count = lookout->rows;
	for(int r = 0; r < count; r++) {
		const int32_t *start = lookout->row[r].start;
		runs->begin[r] = start[first];
		runs->end[r] = start[last + 1];
	}
	runs->begin[count] = end;
	runs->end[count] = runs->end[0];
	runs->end[0] = begin;
	return count + 1;
}

/* The same over the seam, or in a sparse grid. */
FLK_INLINE int flkCollectShifted(const flkLookout *lookout, int first, int last, int begin, int end, flkRuns *runs) {
	const flkGrid *grid = lookout->grid;
	flkColumns columns[3];
	int parts = flkCutColumns(lookout, first, last, columns), count = 0, ownEnd = end;
	for(int r = 0; r < lookout->rows; r++) {
		for(int p = 0; p < parts; p++, count++) {
			flkRun run;
			if(grid->sparse) {
				flkGridRowRun(grid, lookout->row[r].row, columns[p].begin, columns[p].end - 1, &run);
			} else {
				run.begin = lookout->row[r].start[columns[p].begin];
				run.end = lookout->row[r].start[columns[p].end];
			}
			if(r == 0 && begin >= run.begin && begin < run.end) {
				ownEnd = run.end;
				run.end = begin;
			}
			runs->begin[count] = run.begin;
			runs->end[count] = run.end;
			runs->shiftX[count] = columns[p].shift;
			runs->shiftY[count] = lookout->row[r].shift;
		}
	}
	runs->begin[count] = end;
	runs->end[count] = ownEnd;
	runs->shiftX[count] = runs->shiftY[count] = 0;
	return count + 1;
}

/* ---------------------------------------------------------------- meeting */

/* Added to the positions of a group so that lanes are out of reach of candidates near them: the second lane of each body,
 * where both lanes meet the only candidate of a run; the first, where they meet the last two of an odd number and have met the
 * first of these; and each body itself, where it is one of the candidates. */
static const uint32_t flkSecondAway[FLK_LANES] = {0, FLK_FAR, 0, FLK_FAR, 0, FLK_FAR, 0, FLK_FAR};
static const uint32_t flkMetAway[2][FLK_LANES] = {
	{0, 0, 0, 0, 0, 0, 0, 0},
	{FLK_FAR, 0, FLK_FAR, 0, FLK_FAR, 0, FLK_FAR, 0},
};
static const uint32_t flkOneAway[FLK_QUAD - 1][FLK_LANES] = {
	{FLK_FAR, FLK_FAR, 0, FLK_FAR, 0, FLK_FAR, 0, FLK_FAR},
	{0, FLK_FAR, FLK_FAR, FLK_FAR, 0, FLK_FAR, 0, FLK_FAR},
	{0, FLK_FAR, 0, FLK_FAR, FLK_FAR, FLK_FAR, 0, FLK_FAR},
};
static const uint32_t flkTwoAway[FLK_QUAD / 2][FLK_LANES] = {
	{FLK_FAR, 0, 0, FLK_FAR, 0, 0, 0, 0},
	{0, 0, 0, 0, FLK_FAR, 0, 0, FLK_FAR},
};

/* Two numbers at an address, again and again. */
FLK_INLINE void flkTwoWords(const uint32_t *at, flkWords *words) {
	int64_t two;
	memcpy(&two, at, sizeof(two));
	*words = (flkWords)(flkPairsOfInts){two, two, two, two};
}

FLK_INLINE void flkTwoFloats(const float *at, flkFloats *floats) {
	int64_t two;
	memcpy(&two, at, sizeof(two));
	*floats = (flkFloats)(flkPairsOfInts){two, two, two, two};
}

/* Four bodies meet candidates j and j + 1 of the frame, which are none of them. */
FLK_INLINE void flkMeetTwo(const flkRadii *radii, const flkGroup *group, const flkWords *x, const flkWords *y,
	const flkFrame *frame, ptrdiff_t j, flkGroupSums *sums, int full, int split, int view) {
	flkWords candidateX, candidateY;
	flkFloats vx, vy;
	flkTwoWords(frame->fixedX + j, &candidateX);
	flkTwoWords(frame->fixedY + j, &candidateY);
	flkTwoFloats(frame->fastX + j, &vx);
	flkTwoFloats(frame->fastY + j, &vy);
	flkFloats dx = FLK_NARROW((flkInts)(candidateX - *x)), dy = FLK_NARROW((flkInts)(candidateY - *y));
	flkMeet(radii, group, &dx, &dy, &vx, &vy, sums, full, split, view, 1);
}

/* Four bodies meet candidate j of the frame, which is near them; one of the lanes of each has to be out of reach. */
FLK_INLINE void flkMeetOne(const flkRadii *radii, const flkGroup *group, const flkWords *x, const flkWords *y,
	const flkFrame *frame, ptrdiff_t j, flkGroupSums *sums, int full, int split, int view) {
	flkFloats dx, dy, vx = FLK_ALL(frame->fastX[j]), vy = FLK_ALL(frame->fastY[j]);
	flkDifference(group, x, y, frame->fixedX[j], frame->fixedY[j], 0, &dx, &dy);
	flkMeet(radii, group, &dx, &dy, &vx, &vy, sums, full, split, view, 1);
}

/* The bodies of a group meet each other. */
FLK_INLINE void flkMeetEachOther(const flkRadii *radii, const flkGroup *group, const flkFrame *frame,
	flkGroupSums *sums, int full, int split, int view) {
	if(group->count < FLK_QUAD) {
		for(int l = 0; l < group->count; l++) {
			flkWords x = group->x + FLK_WORDS(flkOneAway[l]);
			flkMeetOne(radii, group, &x, &group->y, frame, group->begin + l, sums, full, split, view);
		}
		return;
	}
	for(int p = 0; p < FLK_QUAD / 2; p++) {
		flkWords x = group->x + FLK_WORDS(flkTwoAway[p]);
		flkMeetTwo(radii, group, &x, &group->y, frame, group->begin + 2 * p, sums, full, split, view);
	}
}

/* The last two candidates of a run are met by themselves: whether their number is odd is told by a table there, where a branch
 * would go either way. */
FLK_INLINE void flkMeetRuns(const flkRadii *radii, const flkGroup *group, const flkFrame *frame, const flkRuns *runs,
	int count, flkGroupSums *result, int full, int split, int view, int shifted) {
	flkGroupSums sums = {0};
	flkMeetEachOther(radii, group, frame, &sums, full, split, view);
	for(int r = 0; r < count; r++) {
		flkWords x = group->x, y = group->y;
		ptrdiff_t begin = runs->begin[r], end = runs->end[r], last = end - 2;
		if(shifted) {
			x -= runs->shiftX[r];
			y -= runs->shiftY[r];
		}
		if(begin > last) {
			if(begin >= end) continue;
			x += FLK_WORDS(flkSecondAway);
			flkMeetOne(radii, group, &x, &y, frame, begin, &sums, full, split, view);
			continue;
		}
		for(ptrdiff_t j = begin; j < last; j += 2) {
			flkMeetTwo(radii, group, &x, &y, frame, j, &sums, full, split, view);
		}
		x += FLK_WORDS(flkMetAway[(begin ^ end) & 1]);
		flkMeetTwo(radii, group, &x, &y, frame, last, &sums, full, split, view);
	}
	*result = sums;
}

/* ---------------------------------------------------------------- sums */

typedef double flkFourDoubles __attribute__((vector_size(32), aligned(8), may_alias));

/* The sums of both lanes of each body, four of `a` and then four of `b`. */
FLK_INLINE void flkAddUp(const flkFloats *a, const flkFloats *b, flkFloats *sums) {
	flkFloats first = FLK_SHUFFLE(*a, *b, 0, 2, 8, 10, 4, 6, 12, 14);
	flkFloats second = FLK_SHUFFLE(*a, *b, 1, 3, 9, 11, 5, 7, 13, 15), sum = first + second;
	*sums = FLK_SHUFFLE(sum, sum, 0, 1, 4, 5, 2, 3, 6, 7);
}

/* Adds four numbers to entries of each of two of the block's sums, or puts them there. */
FLK_INLINE void flkStoreFours(double *a, double *b, const flkFloats *fours, int put) {
	flkDoubles wide = FLK_WIDEN(*fours);
	flkFourDoubles first, second;
	memcpy(&first, &wide, sizeof(first));
	memcpy(&second, (const char *)&wide + sizeof(first), sizeof(second));
	if(put) {
		*(flkFourDoubles *)(void *)a = first;
		*(flkFourDoubles *)(void *)b = second;
	} else {
		*(flkFourDoubles *)(void *)a += first;
		*(flkFourDoubles *)(void *)b += second;
	}
}

/* Adds what a group found to the block's sums, back in px. False: some of its bodies have others at their point, and nothing
 * was added. With `put` there is nothing yet to add to, nor in what comes after the group, which may be overwritten. */
FLK_INLINE cpBool flkStoreQuad(const flkPass *pass, const flkRadii *radii, const flkGroup *group,
	const flkGroupSums *found, int full, int split, int put) {
	flkSums *sums = pass->sums;
	const int b = group->begin - pass->block.begin;
	const flkInts all = {-1, -1, -1, -1, -1, -1, -1, -1};
	const flkInts bodies = (flkInts){0, 1, 2, 3, 0, 1, 2, 3} < group->count, lanes = put ? all : bodies;
	flkFloats fours;
	flkAddUp(&found->separationX, &found->separationY, &fours);
	flkPairsOfInts broken = (flkPairsOfInts)(bodies & (fours != fours));
	if(broken[0] | broken[1]) return cpFalse;
	fours = FLK_MASKED(lanes, fours * radii->scale);
	flkStoreFours(sums->separationX + b, sums->separationY + b, &fours, put);
	if(!full) return cpTrue;
	flkAddUp(&found->velocityX, &found->velocityY, &fours);
	fours = FLK_MASKED(lanes, fours);
	flkStoreFours(sums->velocityX + b, sums->velocityY + b, &fours, put);
	flkAddUp(&found->deltaX, &found->deltaY, &fours);
	fours = FLK_MASKED(lanes, fours * radii->unit);
	flkStoreFours(sums->deltaX + b, sums->deltaY + b, &fours, put);
	flkFloats aligned = FLK_NARROW(found->aligned), cohered = split ? FLK_NARROW(found->cohered) : aligned;
	flkAddUp(&aligned, &cohered, &fours);
	fours = FLK_MASKED(lanes, fours);
	flkStoreFours(sums->alignCount + b, sums->cohesionCount + b, &fours, put);
	if(put) *(flkFourDoubles *)(void *)(sums->coincident + b) = (flkFourDoubles){0};
	return cpTrue;
}

/* Takes up to four bodies from `begin` on. Returns the next one, or `begin` if there is something unusual. */
FLK_INLINE int flkSenseQuad(const flkPass *pass, const flkRadii *radii, const flkLookout *lookout, int begin,
	int rowEnd, cpBool put, int full, int split, int view) {
	const flkFrame *frame = pass->step->frame;
	const flkGrid *grid = lookout->grid;
	flkGroup group = {0};
	flkGroupSums found;
	flkRuns runs;
	int count = flkAtMost(rowEnd - begin, FLK_QUAD);
	int first = flkGridColumn(grid, frame->x[begin]), last = flkGridColumn(grid, frame->x[begin + count - 1]);
	while(last - first > lookout->columns) last = flkGridColumn(grid, frame->x[begin + --count - 1]);
	first -= lookout->around.columns;
	last += lookout->around.columns;
	flkWords x = FLK_WORDS(frame->fixedX + begin), y = FLK_WORDS(frame->fixedY + begin);
	group.begin = begin;
	group.count = count;
	group.x = FLK_SHUFFLE(x, x, 0, 0, 1, 1, 2, 2, 3, 3);
	group.y = FLK_SHUFFLE(y, y, 0, 0, 1, 1, 2, 2, 3, 3);
	if(view) {
		flkFloats hx = FLK_NARROW(FLK_DOUBLES(frame->hx + begin)), hy = FLK_NARROW(FLK_DOUBLES(frame->hy + begin));
		group.hx = FLK_SHUFFLE(hx, hx, 0, 0, 1, 1, 2, 2, 3, 3);
		group.hy = FLK_SHUFFLE(hy, hy, 0, 0, 1, 1, 2, 2, 3, 3);
	}
	if(!lookout->shifted && !grid->sparse && first >= grid->minColumn && last < grid->minColumn + grid->columns) {
		int runCount = flkCollectPlain(lookout, first, last, begin, begin + count, &runs);
		flkMeetRuns(radii, &group, frame, &runs, runCount, &found, full, split, view, 0);
	} else {
		int runCount = flkCollectShifted(lookout, first, last, begin, begin + count, &runs);
		flkMeetRuns(radii, &group, frame, &runs, runCount, &found, full, split, view, 1);
	}
	cpBool stored = put ? flkStoreQuad(pass, radii, &group, &found, full, split, 1)
						: flkStoreQuad(pass, radii, &group, &found, full, split, 0);
	return stored ? begin + count : begin;
}

#endif

#endif
