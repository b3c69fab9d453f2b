/* SPDX-License-Identifier: MIT
 * The cells of one species and how to walk them. */
#ifndef CP_FLOCK_GRID_H
#define CP_FLOCK_GRID_H

#include <stdint.h>

#include "chipmunk_flock/chipmunk_flock.h"

#include "cpFlockMath.h"

/* The grid holds cells whose index is below this in magnitude. */
#define FLK_CELL_LIMIT (1 << 30)

/* Cells are this many times as high as wide: candidates come in whole cells of a row, so narrow cells waste fewer, and
 * the bodies of a kernel's group are closer together. */
#define FLK_CELLS_PER_WIDTH 4.0

/* No cell is smaller, so that a tiny radius does not put all bodies beyond the grid. */
#define FLK_MIN_CELL 1e-6

#define FLK_CELL_LOST INT32_MIN
#define FLK_CELL_ABSENT (INT32_MIN + 1)

typedef struct flkBox {
	double minX, minY, maxX, maxY;
} flkBox;

/* The world as the stages see it. */
typedef struct flkWorld {
	cpFlockBounds bounds;
	flkBox box; /* meaningful unless bounds is NONE */
	double width, height;
} flkWorld;

/* Cells of one species. Bodies [first, first + count) of the frame are sorted by row, column, order of joining; the
 * species' bodies from first + count on are beyond the grid. Two layouts with one interface: a dense table where the
 * bounding box is small enough, sorted keys with binary search where a few bodies are spread far. */
typedef struct flkGrid {
	cpBool periodic;
	double width, height; /* of a periodic world */
	double originX, originY;
	double inverseX, inverseY; /* 1 / cell size */
	int minColumn, minRow, columns, rows;
	int first, count;
	cpBool sparse;
	int tableOffset;      /* where the grid's cells are in the table of all grids */
	const int32_t *start; /* dense: rows * columns + 1 frame indices */
	const uint64_t *keys; /* sparse: one per body of the frame, row in the upper half */
} flkGrid;

/* Candidates [begin, end) of the frame, whose image near the querying box is their position plus the shift. */
typedef struct flkRun {
	int begin, end;
	double shiftX, shiftY;
} flkRun;

/* Walks the runs of candidates in a range of cells. */
typedef struct flkQuery {
	const flkGrid *grid;
	int columnBegin, columnEnd; /* not wrapped, inclusive */
	int row, rowEnd;            /* not wrapped, inclusive */
	int column;                 /* where the current row goes on */
	cpBool plain;               /* dense and without a seam: each row is one run */
	/* The range reaches round the world, so that the nearest image differs from pair to pair: the shift is 0. */
	cpBool anyImageX, anyImageY;
	cpBool everything; /* one run of all bodies is cheaper than walking the rows */
} flkQuery;

/* A number of cells in each direction. */
typedef struct flkCells {
	int columns, rows;
} flkCells;

/* The cell of a coordinate along one axis, or FLK_CELL_LOST. Never falls as the coordinate rises, rounding included. */
static inline int32_t flkGridAxis(double value, double origin, double inverse) {
	double cell = (value - origin) * inverse;
	if(!(fabs(cell) < FLK_CELL_LIMIT - 1)) return FLK_CELL_LOST;
	/* The sum is positive, so that the conversion rounds down. */
	return (int32_t)(cell + FLK_CELL_LIMIT) - FLK_CELL_LIMIT;
}

/* The same in a whole world, which holds every coordinate that there is. */
static inline int32_t flkGridWorldAxis(double value, double origin, double inverse, int cells) {
	int32_t cell = (int32_t)((value - origin) * inverse);
	/* (max - origin) * inverse may round up to the number of cells. */
	return cell < cells ? cell : cells - 1;
}

static inline int32_t flkGridColumn(const flkGrid *grid, double x) {
	if(grid->periodic) return flkGridWorldAxis(x, grid->originX, grid->inverseX, grid->columns);
	return flkGridAxis(x, grid->originX, grid->inverseX);
}

static inline int32_t flkGridRow(const flkGrid *grid, double y) {
	if(grid->periodic) return flkGridWorldAxis(y, grid->originY, grid->inverseY, grid->rows);
	return flkGridAxis(y, grid->originY, grid->inverseY);
}

static inline uint64_t flkGridKey(int column, int row) {
	uint64_t high = (uint32_t)(row + FLK_CELL_LIMIT), low = (uint32_t)(column + FLK_CELL_LIMIT);
	return high << 32 | low;
}

/* Origin and size of the cells; what bodies there are comes later. */
void flkGridLayout(flkGrid *grid, const flkWorld *world, double cell);
/* The cells that touch a box and what is in `reach` of it. With overSeam false a periodic world ends at its edges. */
void flkGridQuery(const flkGrid *grid, flkBox box, double reach, cpBool overSeam, flkQuery *query);
/* Whether no body is outside the cells of a query that has not begun. */
cpBool flkGridCovers(const flkQuery *query);
/* The cells on either side of one that may hold what is nearer than reach. */
flkCells flkGridCellsWithin(const flkGrid *grid, double reach);
void flkGridQueryOdd(flkQuery *query, cpBool overSeam);
cpBool flkGridNextAny(flkQuery *query, flkRun *run);
/* The bodies in columns [column, last] of a row; leaves the shifts as they are. */
void flkGridRowRun(const flkGrid *grid, int row, int column, int last, flkRun *run);
/* The frame index after the last body in a row, looked for from `begin`, a body of that row, up to `end`. */
int flkGridRowEnd(const flkGrid *grid, const double *y, int row, int begin, int end);

/* Ranges inside of the grid need no further look. */
static inline void flkGridQueryBegin(flkQuery *query, cpBool overSeam) {
	const flkGrid *grid = query->grid;
	query->plain = !grid->sparse && query->columnBegin >= grid->minColumn && query->row >= grid->minRow &&
				   query->columnEnd < grid->minColumn + grid->columns && query->rowEnd < grid->minRow + grid->rows;
	query->anyImageX = query->anyImageY = query->everything = cpFalse;
	if(!query->plain || query->rowEnd - query->row >= grid->count) flkGridQueryOdd(query, overSeam);
}

/* The cells of a row from one column to another, and those around them. */
static inline void flkGridQueryCells(
	const flkGrid *grid, int row, int columnBegin, int columnEnd, flkCells around, cpBool overSeam, flkQuery *query) {
	query->grid = grid;
	query->columnBegin = flkAtLeast(columnBegin - around.columns, 2 - FLK_CELL_LIMIT);
	query->columnEnd = flkAtMost(columnEnd + around.columns, FLK_CELL_LIMIT - 2);
	query->row = flkAtLeast(row - around.rows, 2 - FLK_CELL_LIMIT);
	query->rowEnd = flkAtMost(row + around.rows, FLK_CELL_LIMIT - 2);
	flkGridQueryBegin(query, overSeam);
}

/* The shifts of a run are 0 to begin with, and a plain query leaves them so. */
static inline cpBool flkGridNext(flkQuery *query, flkRun *run) {
	if(!query->plain) return flkGridNextAny(query, run);
	const flkGrid *grid = query->grid;
	while(query->row <= query->rowEnd) {
		const int32_t *start = grid->start + (query->row++ - grid->minRow) * grid->columns - grid->minColumn;
		run->begin = start[query->columnBegin];
		run->end = start[query->columnEnd + 1];
		if(run->begin < run->end) return cpTrue;
	}
	return cpFalse;
}

#endif
