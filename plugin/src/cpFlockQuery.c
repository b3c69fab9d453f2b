/* SPDX-License-Identifier: MIT
 * Walking the cells of a grid: which runs of bodies a query has to look at. */
#include "cpFlockInternal.h"

static int flkQueryCell(double value, double origin, double inverse) {
	double cell = flkClamp((value - origin) * inverse, 2 - FLK_CELL_LIMIT, FLK_CELL_LIMIT - 2);
	return (int32_t)(cell + FLK_CELL_LIMIT) - FLK_CELL_LIMIT;
}

static void flkQueryBounded(flkQuery *query) {
	const flkGrid *grid = query->grid;
	query->columnBegin = flkAtLeast(query->columnBegin, grid->minColumn);
	query->columnEnd = flkAtMost(query->columnEnd, grid->minColumn + grid->columns - 1);
	query->row = flkAtLeast(query->row, grid->minRow);
	query->rowEnd = flkAtMost(query->rowEnd, grid->minRow + grid->rows - 1);
	if(query->columnBegin > query->columnEnd) query->row = query->rowEnd + 1;
}

/* A cell must not come twice: where the box covers the world, each cell comes once and the pair finds its image. */
static void flkQueryPeriodic(flkQuery *query) {
	const flkGrid *grid = query->grid;
	if(query->columnEnd - query->columnBegin >= grid->columns) {
		query->columnBegin = 0;
		query->columnEnd = grid->columns - 1;
		query->anyImageX = cpTrue;
	}
	if(query->rowEnd - query->row >= grid->rows) {
		query->row = 0;
		query->rowEnd = grid->rows - 1;
		query->anyImageY = cpTrue;
	}
}

/* Cuts the range of cells to what there is and decides how to walk it. */
void flkGridQueryOdd(flkQuery *query, cpBool overSeam) {
	const flkGrid *grid = query->grid;
	cpBool seam = grid->periodic && overSeam;
	if(grid->count == 0) {
		query->rowEnd = query->row - 1;
	} else if(seam) {
		flkQueryPeriodic(query);
	} else {
		flkQueryBounded(query);
	}
	query->column = query->columnBegin;
	query->plain = !grid->sparse && !seam;
	if(query->rowEnd - query->row < grid->count) return;
	query->plain = cpFalse;
	query->everything = cpTrue;
	query->anyImageX = query->anyImageY = seam;
	query->rowEnd = query->row;
}

cpBool flkGridCovers(const flkQuery *query) {
	const flkGrid *grid = query->grid;
	return query->everything ||
		   (query->columnBegin <= grid->minColumn && query->columnEnd >= grid->minColumn + grid->columns - 1 &&
			   query->row <= grid->minRow && query->rowEnd >= grid->minRow + grid->rows - 1);
}

void flkGridQuery(const flkGrid *grid, flkBox box, double reach, cpBool overSeam, flkQuery *query) {
	/* The slack covers the rounding of value - reach: a candidate at the very edge must not fall out. */
	double slackX = reach * 1e-9 + 1e-12 * (fabs(box.minX) + fabs(box.maxX));
	double slackY = reach * 1e-9 + 1e-12 * (fabs(box.minY) + fabs(box.maxY));
	query->grid = grid;
	query->columnBegin = flkQueryCell(box.minX - reach - slackX, grid->originX, grid->inverseX);
	query->columnEnd = flkQueryCell(box.maxX + reach + slackX, grid->originX, grid->inverseX);
	query->row = flkQueryCell(box.minY - reach - slackY, grid->originY, grid->inverseY);
	query->rowEnd = flkQueryCell(box.maxY + reach + slackY, grid->originY, grid->inverseY);
	flkGridQueryBegin(query, overSeam);
}

/* The reach is as good as always a whole number of cells: rounding must not add one, and takes away only what is as good
 * as at the very edge. */
flkCells flkGridCellsWithin(const flkGrid *grid, double reach) {
	double columns = ceil(reach * grid->inverseX * (1.0 - 1e-12)), rows = ceil(reach * grid->inverseY * (1.0 - 1e-12));
	return (flkCells){(int)flkMin(columns, FLK_CELL_LIMIT / 2), (int)flkMin(rows, FLK_CELL_LIMIT / 2)};
}

int flkGridRowEnd(const flkGrid *grid, const double *y, int row, int begin, int end) {
	if(!grid->sparse) {
		int rowEnd = grid->start[(row - grid->minRow + 1) * grid->columns];
		return flkAtMost(rowEnd, end);
	}
	while(begin < end && flkGridRow(grid, y[begin]) == row) begin++;
	return begin;
}

static int flkLowerBound(const uint64_t *keys, int begin, int end, uint64_t key) {
	while(begin < end) {
		int middle = begin + (end - begin) / 2;
		if(keys[middle] < key) {
			begin = middle + 1;
		} else {
			end = middle;
		}
	}
	return begin;
}

void flkGridRowRun(const flkGrid *grid, int row, int column, int last, flkRun *run) {
	if(!grid->sparse) {
		const int32_t *start = grid->start + (row - grid->minRow) * grid->columns - grid->minColumn;
		run->begin = start[column];
		run->end = start[last + 1];
	} else {
		int end = grid->first + grid->count;
		run->begin = flkLowerBound(grid->keys, grid->first, end, flkGridKey(column, row));
		run->end = flkLowerBound(grid->keys, run->begin, end, flkGridKey(last, row) + 1);
	}
}

/* The image of the world that a cell lies in. A range of cells is less than a world wide and touches the world itself. */
static int flkImage(int cell, int cells) {
	return cell < 0 ? -1 : cell >= cells ? 1 : 0;
}

/* The part of a periodic row from query->column on that lies in one image of the world. */
static void flkPeriodicRun(flkQuery *query, flkRun *run, int *next) {
	const flkGrid *grid = query->grid;
	int imageX = flkImage(query->column, grid->columns), imageY = flkImage(query->row, grid->rows);
	int column = query->column - imageX * grid->columns;
	int last = flkAtMost(column + query->columnEnd - query->column, grid->columns - 1);
	flkGridRowRun(grid, query->row - imageY * grid->rows, column, last, run);
	run->shiftX = query->anyImageX ? 0.0 : imageX * grid->width;
	run->shiftY = query->anyImageY ? 0.0 : imageY * grid->height;
	*next = query->column + last - column + 1;
}

cpBool flkGridNextAny(flkQuery *query, flkRun *run) {
	const flkGrid *grid = query->grid;
	while(query->row <= query->rowEnd) {
		run->shiftX = run->shiftY = 0.0;
		int next = query->columnEnd + 1;
		if(query->everything) {
			run->begin = grid->first;
			run->end = grid->first + grid->count;
		} else if(grid->periodic) {
			flkPeriodicRun(query, run, &next);
		} else {
			flkGridRowRun(grid, query->row, query->column, query->columnEnd, run);
		}
		query->column = next;
		if(next > query->columnEnd) {
			query->column = query->columnBegin;
			query->row++;
		}
		if(run->begin < run->end) return cpTrue;
	}
	return cpFalse;
}
