/* SPDX-License-Identifier: MIT
 * Stage 2, grid: positions -> cells, the bodies of each species in cell order, so that the candidates of neighboring
 * cells in a row are one contiguous run. A cell is as large as the reach of the species' own relation. */
#include <string.h>

#include "cpFlockInternal.h"

/* A dense table may have this many cells per body, and this many more. */
#define FLK_CELLS_PER_BODY 8
#define FLK_CELLS_MORE 1024

/* Cells are this many times as high as wide: candidates come in whole cells of a row, so narrow cells waste fewer, and
 * the eight bodies of a kernel's group are closer together. */
#define FLK_CELLS_PER_WIDTH 4.0

/* No cell is smaller, so that a tiny radius does not put all bodies beyond the grid. */
#define FLK_MIN_CELL 1e-6

/* Of a species that nobody looks at within a radius, px. */
#define FLK_DEFAULT_CELL 64.0

static cpBool flkCellIndex(double value, double origin, double inverse, int *index) {
	double cell = flkFloor((value - origin) * inverse);
	if(!(cell > -FLK_CELL_LIMIT && cell < FLK_CELL_LIMIT)) return cpFalse;
	*index = (int)cell;
	return cpTrue;
}

static cpBool flkCellOf(const flkGrid *grid, double x, double y, int *column, int *row) {
	if(!flkCellIndex(x, grid->originX, grid->inverseX, column)) return cpFalse;
	if(!flkCellIndex(y, grid->originY, grid->inverseY, row)) return cpFalse;
	if(grid->periodic) {
		/* (max - origin) * inverse may round up to the number of columns. */
		if(*column >= grid->columns) *column = grid->columns - 1;
		if(*row >= grid->rows) *row = grid->rows - 1;
	}
	return cpTrue;
}

static uint64_t flkKey(int column, int row) {
	uint64_t high = (uint32_t)(row + FLK_CELL_LIMIT), low = (uint32_t)(column + FLK_CELL_LIMIT);
	return high << 32 | low;
}

static int flkKeyColumn(uint64_t key) {
	return (int)(uint32_t)key - FLK_CELL_LIMIT;
}

static int flkKeyRow(uint64_t key) {
	return (int)(key >> 32) - FLK_CELL_LIMIT;
}

static void flkPeriodicLayout(flkGrid *grid, const flkWorld *world, double cell) {
	grid->width = world->width;
	grid->height = world->height;
	grid->originX = world->box.minX;
	grid->originY = world->box.minY;
	/* Whole cells, none smaller than asked for. */
	grid->columns = (int)flkClamp(flkFloor(FLK_CELLS_PER_WIDTH * grid->width / cell), 1.0, FLK_CELL_LIMIT / 2);
	grid->rows = (int)flkClamp(flkFloor(grid->height / cell), 1.0, FLK_CELL_LIMIT / 2);
	grid->inverseX = grid->columns / grid->width;
	grid->inverseY = grid->rows / grid->height;
}

void flkGridMeasure(flkGrid *grid, const flkWorld *world, flkFrame *frame, int first, int count, double cell) {
	memset(grid, 0, sizeof(*grid));
	grid->first = first;
	grid->periodic = world->bounds == CP_FLOCK_BOUNDS_PERIODIC;
	cell = flkMax(cell, FLK_MIN_CELL);
	grid->inverseX = FLK_CELLS_PER_WIDTH / cell;
	grid->inverseY = 1.0 / cell;
	if(grid->periodic) flkPeriodicLayout(grid, world, cell);

	int minColumn = FLK_CELL_LIMIT, maxColumn = -FLK_CELL_LIMIT, minRow = FLK_CELL_LIMIT, maxRow = -FLK_CELL_LIMIT;
	int32_t *order = frame->order;
	int kept = first, lost = 0;
	for(int k = first; k < first + count; k++) {
		int column, row, i = order[k];
		if(!flkCellOf(grid, frame->raw.x[i], frame->raw.y[i], &column, &row)) {
			frame->orderScratch[lost++] = i;
			continue;
		}
		if(column < minColumn) minColumn = column;
		if(column > maxColumn) maxColumn = column;
		if(row < minRow) minRow = row;
		if(row > maxRow) maxRow = row;
		order[kept] = i;
		frame->key[kept++] = flkKey(column, row);
	}
	memcpy(order + kept, frame->orderScratch, (size_t)lost * sizeof(*order));
	grid->count = kept - first;
	if(!grid->periodic && grid->count > 0) {
		grid->minColumn = minColumn;
		grid->minRow = minRow;
		grid->columns = maxColumn - minColumn + 1;
		grid->rows = maxRow - minRow + 1;
	}
	double cells = (double)grid->columns * (double)grid->rows;
	if(cells > FLK_CELLS_PER_BODY * (double)grid->count + FLK_CELLS_MORE) grid->tableOffset = -1;
}

int flkGridTableSize(const flkGrid *grid) {
	return grid->tableOffset < 0 ? 0 : grid->columns * grid->rows + 1;
}

/* Stable counting sort by cell; table[c] becomes the frame index where cell c begins. */
static void flkSortDense(flkGrid *grid, flkFrame *frame, int32_t *table) {
	int cells = grid->columns * grid->rows, first = grid->first, end = first + grid->count;
	memset(table, 0, ((size_t)cells + 1) * sizeof(*table));
	for(int k = first; k < end; k++) {
		int cell =
			(flkKeyRow(frame->key[k]) - grid->minRow) * grid->columns + flkKeyColumn(frame->key[k]) - grid->minColumn;
		frame->key[k] = (uint64_t)cell;
		table[cell]++;
	}
	int32_t sum = first;
	for(int c = 0; c <= cells; c++) table[c] = sum += table[c];
	for(int k = end - 1; k >= first; k--) frame->orderScratch[--table[frame->key[k]]] = frame->order[k];
	memcpy(frame->order + first, frame->orderScratch + first, (size_t)grid->count * sizeof(*frame->order));
	grid->start = table;
}

/* Stable radix sort by key, least significant byte first; bytes that all keys share are passed over. */
static void flkSortSparse(flkGrid *grid, flkFrame *frame) {
	int first = grid->first, end = first + grid->count;
	for(int shift = 0; shift < 64; shift += 8) {
		int32_t place[257] = {0};
		for(int k = first; k < end; k++) place[(frame->key[k] >> shift & 255) + 1]++;
		if(grid->count == 0 || place[(frame->key[first] >> shift & 255) + 1] == grid->count) continue;
		place[0] = first;
		for(int b = 0; b < 256; b++) place[b + 1] += place[b];
		for(int k = first; k < end; k++) {
			int32_t to = place[frame->key[k] >> shift & 255]++;
			frame->keyScratch[to] = frame->key[k];
			frame->orderScratch[to] = frame->order[k];
		}
		memcpy(frame->key + first, frame->keyScratch + first, (size_t)grid->count * sizeof(*frame->key));
		memcpy(frame->order + first, frame->orderScratch + first, (size_t)grid->count * sizeof(*frame->order));
	}
	grid->keys = frame->key;
}

void flkGridSort(flkGrid *grid, flkFrame *frame, int32_t *table) {
	if(grid->tableOffset < 0) {
		flkSortSparse(grid, frame);
	} else {
		flkSortDense(grid, frame, table);
	}
}

int flkGridRow(const flkGrid *grid, double y) {
	return (int)flkFloor((y - grid->originY) * grid->inverseY);
}

static int flkQueryCell(double value, double origin, double inverse) {
	/* The difference of two is an int. */
	return (int)flkClamp(flkFloor((value - origin) * inverse), 1 - FLK_CELL_LIMIT, FLK_CELL_LIMIT - 1);
}

static int flkAtLeast(int value, int low) {
	return value < low ? low : value;
}

static int flkAtMost(int value, int high) {
	return value > high ? high : value;
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
		query->anyImage = cpTrue;
	}
	if(query->rowEnd - query->row >= grid->rows) {
		query->row = 0;
		query->rowEnd = grid->rows - 1;
		query->anyImage = cpTrue;
	}
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
	query->anyImage = query->everything = cpFalse;
	if(grid->count == 0) {
		query->rowEnd = query->row - 1;
	} else if(grid->periodic && overSeam) {
		flkQueryPeriodic(query);
	} else {
		flkQueryBounded(query);
	}
	query->column = query->columnBegin;
	query->covers = query->columnBegin <= grid->minColumn && query->columnEnd >= grid->minColumn + grid->columns - 1 &&
					query->row <= grid->minRow && query->rowEnd >= grid->minRow + grid->rows - 1;
	if(query->rowEnd - query->row >= grid->count) {
		query->everything = cpTrue;
		query->anyImage = grid->periodic && overSeam;
		query->rowEnd = query->row;
	}
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

/* The bodies in columns [column, last] of a row. */
static void flkRowRun(const flkGrid *grid, int row, int column, int last, flkRun *run) {
	if(grid->start) {
		const int32_t *start = grid->start + (row - grid->minRow) * grid->columns - grid->minColumn;
		run->begin = start[column];
		run->end = start[last + 1];
	} else {
		int end = grid->first + grid->count;
		run->begin = flkLowerBound(grid->keys, grid->first, end, flkKey(column, row));
		run->end = flkLowerBound(grid->keys, run->begin, end, flkKey(last, row) + 1);
	}
}

static int flkFloorDivide(int value, int divisor) {
	return value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor);
}

/* The part of a periodic row from query->column on that lies in one image of the world. */
static void flkPeriodicRun(flkQuery *query, flkRun *run, int *next) {
	const flkGrid *grid = query->grid;
	int imageX = flkFloorDivide(query->column, grid->columns), imageY = flkFloorDivide(query->row, grid->rows);
	int column = query->column - imageX * grid->columns;
	int last = flkAtMost(column + query->columnEnd - query->column, grid->columns - 1);
	flkRowRun(grid, query->row - imageY * grid->rows, column, last, run);
	run->shiftX = query->anyImage ? 0.0 : imageX * grid->width;
	run->shiftY = query->anyImage ? 0.0 : imageY * grid->height;
	*next = query->column + last - column + 1;
}

cpBool flkGridNext(flkQuery *query, flkRun *run) {
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
			flkRowRun(grid, query->row, query->column, query->columnEnd, run);
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

/* The size of each species' cells: the reach of its own relation, or of those who look at it. */
static void flkChooseCells(cpFlock *flock) {
	for(int s = 0; s < flock->speciesCount; s++) flock->species[s].cell = 0.0;
	for(int s = 0; s < flock->speciesCount; s++) {
		const flkSpecies *sensing = &flock->species[s];
		for(int k = 0; k < sensing->sensedCount; k++) {
			flkSpecies *sensed = &flock->species[sensing->sensed[k].species];
			double reach = flkReach(&sensing->settings, sensing->sensed[k].relation);
			if(sensing != sensed) sensed->cell = flkMax(sensed->cell, reach);
		}
	}
	for(int s = 0; s < flock->speciesCount; s++) {
		flkSpecies *species = &flock->species[s];
		for(int k = 0; k < species->sensedCount; k++) {
			if(species->sensed[k].species != s) continue;
			double own = flkReach(&species->settings, species->sensed[k].relation);
			if(own > 0.0) species->cell = own;
		}
		if(species->cell == 0.0) species->cell = FLK_DEFAULT_CELL;
	}
}

/* Groups the raw bodies by species, in gathering order. */
static void flkOrderBySpecies(cpFlock *flock) {
	flkFrame *frame = &flock->frame;
	for(int s = 0; s < flock->speciesCount; s++) flock->species[s].count = 0;
	for(int i = 0; i < frame->count; i++) flock->species[frame->raw.species[i]].count++;
	int first = 0;
	for(int s = 0; s < flock->speciesCount; s++) {
		flock->species[s].first = first;
		first += flock->species[s].count;
		flock->species[s].count = 0;
	}
	for(int i = 0; i < frame->count; i++) {
		flkSpecies *species = &flock->species[frame->raw.species[i]];
		frame->order[species->first + species->count++] = i;
	}
}

/* Copies the raw bodies into their final order. */
static void flkPermute(cpFlock *flock) {
	flkFrame *frame = &flock->frame;
	for(int k = 0; k < frame->count; k++) {
		int i = frame->order[k];
		frame->x[k] = frame->raw.x[i];
		frame->y[k] = frame->raw.y[i];
		frame->vx[k] = frame->raw.vx[i];
		frame->vy[k] = frame->raw.vy[i];
		frame->hx[k] = frame->raw.hx[i];
		frame->hy[k] = frame->raw.hy[i];
		frame->steered[k] = frame->raw.steered[i];
		frame->side[k] = frame->raw.side[i];
		frame->member[k] = frame->raw.member[i];
		flkMember *member = &flock->members[frame->member[k]];
		frame->serial[k] = member->serial;
		member->frameIndex = k;
	}
}

cpBool flkGridAll(cpFlock *flock) {
	flkFrame *frame = &flock->frame;
	flkOrderBySpecies(flock);
	flkChooseCells(flock);
	int tables = 0;
	for(int s = 0; s < flock->speciesCount; s++) {
		flkSpecies *species = &flock->species[s];
		flkGridMeasure(&species->grid, &flock->world, frame, species->first, species->count, species->cell);
		int size = flkGridTableSize(&species->grid);
		if(size > 0) species->grid.tableOffset = tables;
		tables += size;
		flock->stats.lost += species->count - species->grid.count;
	}
	void *table = frame->table;
	if(!flkReserve(&flock->memory, &table, &frame->tableCapacity, tables, sizeof(*frame->table))) return cpFalse;
	frame->table = table;
	for(int s = 0; s < flock->speciesCount; s++) {
		flkGrid *grid = &flock->species[s].grid;
		flkGridSort(grid, frame, grid->tableOffset < 0 ? NULL : frame->table + grid->tableOffset);
	}
	flkPermute(flock);
	return cpTrue;
}
