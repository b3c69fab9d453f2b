/* SPDX-License-Identifier: MIT
 * The usual case of the fast kernel: a group of bodies none of which is at the point of another, without clumps. Its runs
 * of candidates are known before it meets them, and only its own bodies have to be kept from meeting themselves. */
#ifndef CP_FLOCK_USUAL_H
#define CP_FLOCK_USUAL_H

#include "cpFlockMeet.h"

#if defined(FLK_HAVE_LANES)

	/* Runs that a group may have to look through. */
	#define FLK_MOST_RUNS 16

	/* Half the range of positions: out of reach of everybody. */
	#define FLK_FAR_AWAY (UINT32_C(1) << 31)

/* A run of candidates that are shifted. */
typedef struct flkShiftedRun {
	int begin, end;
	uint32_t shiftX, shiftY;
} flkShiftedRun;

/* Columns [begin, end] of the world that a query reaches through one of its images. */
typedef struct flkColumns {
	int begin, end;
	uint32_t shift;
} flkColumns;

/* The image of the world, -1, 0 or 1, that a cell lies in. */
FLK_INLINE int flkImageOf(int cell, int cells) {
	return (cell >= cells) - (cell < 0);
}

/* The runs of a query over the seam of a dense grid, empty ones included: each row is cut where an image of the world ends. */
FLK_INLINE int flkCollectOverSeam(const flkFrame *frame, const flkQuery *query, flkShiftedRun *runs) {
	const flkGrid *grid = query->grid;
	flkColumns columns[3];
	int pieces = 0, count = 0;
	for(int column = query->columnBegin; column <= query->columnEnd && pieces < 3; pieces++) {
		int image = flkImageOf(column, grid->columns), begin = column - image * grid->columns;
		int end = flkAtMost(begin + query->columnEnd - column, grid->columns - 1);
		columns[pieces] = (flkColumns){begin, end, flkFixed(image * grid->width, frame->fixed)};
		column += end - begin + 1;
	}
	for(int row = query->row; row <= query->rowEnd; row++) {
		int image = flkImageOf(row, grid->rows);
		const int32_t *start = grid->start + (row - image * grid->rows) * grid->columns;
		uint32_t shift = flkFixed(image * grid->height, frame->fixed);
		if(count + pieces >= FLK_MOST_RUNS) return -1;
		for(int p = 0; p < pieces; p++) {
			runs[count++] =
				(flkShiftedRun){start[columns[p].begin], start[columns[p].end + 1], columns[p].shift, shift};
		}
	}
	return count;
}

/* The runs of a query inside of a dense grid. */
FLK_INLINE int flkCollectPlain(const flkQuery *query, flkShiftedRun *runs) {
	const flkGrid *grid = query->grid;
	int count = query->rowEnd - query->row + 1;
	if(count >= FLK_MOST_RUNS) return -1;
	if(count <= 0) return 0; /* and its cells may be anywhere */
	const int32_t *start = grid->start + (query->row - grid->minRow) * grid->columns - grid->minColumn;
	for(int r = 0; r < count; r++, start += grid->columns) {
		runs[r] = (flkShiftedRun){start[query->columnBegin], start[query->columnEnd + 1], 0, 0};
	}
	return count;
}

/* The runs of any query. */
FLK_INLINE int flkCollectAny(const flkFrame *frame, const flkQuery *query, flkShiftedRun *runs) {
	int count = 0;
	flkQuery walked = *query;
	flkRun run;
	while(flkGridNextAny(&walked, &run)) {
		if(count == FLK_MOST_RUNS - 1) return -1;
		uint32_t shiftX = flkFixed(run.shiftX, frame->fixed), shiftY = flkFixed(run.shiftY, frame->fixed);
		runs[count++] = (flkShiftedRun){run.begin, run.end, shiftX, shiftY};
	}
	return count;
}

/* At most one less than there is room for; -1: there are more. */
FLK_INLINE int flkCollectRuns(const flkFrame *frame, const flkQuery *query, flkShiftedRun *runs) {
	if(query->plain) return flkCollectPlain(query, runs);
	return query->grid->sparse ? flkCollectAny(frame, query, runs) : flkCollectOverSeam(frame, query, runs);
}

/* Takes the bodies of the group itself out of its runs, for which there is one more. */
FLK_INLINE int flkLeaveOutOwn(const flkGroup *group, flkShiftedRun *runs, int count) {
	int first = group->begin, last = first + group->count;
	for(int r = 0; r < count; r++) {
		if(first < runs[r].begin || first >= runs[r].end) continue;
		runs[count] = (flkShiftedRun){last, runs[r].end, runs[r].shiftX, runs[r].shiftY};
		runs[r].end = first;
		return count + 1;
	}
	return count;
}

/* Eight bodies meet candidate j of the frame, which is none of them. */
FLK_INLINE void flkMeetOne(const flkRadii *radii, const flkGroup *group, const flkWords *x, const flkWords *y,
	const flkFrame *frame, ptrdiff_t j, flkGroupSums *sums, int full, int split, int view) {
	flkFloats dx, dy;
	flkDifference(group, x, y, frame->fixedX[j], frame->fixedY[j], 0, &dx, &dy);
	flkMeet(radii, group, &dx, &dy, frame->fastX[j], frame->fastY[j], sums, full, split, view, 1);
}

/* The bodies of a group meet each other; each in turn is out of reach of itself. */
FLK_INLINE void flkMeetEachOther(const flkRadii *radii, const flkGroup *group, const flkFrame *frame,
	flkGroupSums *sums, int full, int split, int view) {
	static const uint32_t away[2 * FLK_LANES - 1] = {[FLK_LANES - 1] = FLK_FAR_AWAY};
	for(int l = 0, j = group->begin; l < group->count; l++, j++) {
		flkWords x = group->x + FLK_WORDS(away + FLK_LANES - 1 - l);
		flkFloats dx, dy;
		flkDifference(group, &x, &group->y, frame->fixedX[j], frame->fixedY[j], 0, &dx, &dy);
		flkMeet(radii, group, &dx, &dy, frame->fastX[j], frame->fastY[j], sums, full, split, view, 1);
	}
}

/* Whether flkSenseUsual() may be tried. Bodies at one point are told by a push without end, which needs a rule that pushes;
 * what is far away must be out of reach. */
FLK_INLINE cpBool flkIsUsual(const flkPass *pass, const flkRadii *radii) {
	const flkFrame *frame = pass->step->frame;
	return frame->clumps.count == 0 && pass->separationRadius > 0.0 && radii->minimum[0] == FLK_LEAST_SQUARE &&
		   pass->reach * frame->fixed < 0.5 * FLK_FAR_AWAY;
}

/* Whether any sum of a group is not a number. */
FLK_INLINE cpBool flkAnyBroken(const flkGroup *group, const flkGroupSums *sums) {
	flkPairsOfInts broken = (flkPairsOfInts)(group->lanes & (sums->separationX != sums->separationX));
	return (broken[0] | broken[1] | broken[2] | broken[3]) != 0;
}

/* False: there is something unusual, and the sums mean nothing. */
FLK_INLINE cpBool flkSenseUsual(const flkPass *pass, const flkRadii *radii, const flkGroup *group,
	const flkQuery *query, flkGroupSums *result, int full, int split, int view) {
	const flkFrame *frame = pass->step->frame;
	flkShiftedRun runs[FLK_MOST_RUNS];
	flkGroupSums sums = {0};
	int count = flkCollectRuns(frame, query, runs);
	if(count < 0) return cpFalse;
	if(pass->self) {
		count = flkLeaveOutOwn(group, runs, count);
		flkMeetEachOther(radii, group, frame, &sums, full, split, view);
	}
	for(int r = 0; r < count; r++) {
		flkWords x = group->x - runs[r].shiftX, y = group->y - runs[r].shiftY;
		ptrdiff_t j = runs[r].begin, end = runs[r].end;
		for(; j + 1 < end; j += 2) {
			flkMeetOne(radii, group, &x, &y, frame, j, &sums, full, split, view);
			flkMeetOne(radii, group, &x, &y, frame, j + 1, &sums, full, split, view);
		}
		if(j < end) flkMeetOne(radii, group, &x, &y, frame, j, &sums, full, split, view);
	}
	*result = sums;
	return !flkAnyBroken(group, &sums);
}

#endif

#endif
