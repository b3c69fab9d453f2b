/* SPDX-License-Identifier: MIT
 * Stage 2, grid: positions -> cells, the bodies of each species in cell order, so that the candidates of neighboring
 * cells in a row are one contiguous run. A cell is as large as the reach of the species' own relation. */
#include <string.h>

#include "cpFlockInternal.h"

/* A dense table may have this many cells per body, and this many more. */
#define FLK_CELLS_PER_BODY 8
#define FLK_CELLS_MORE 1024

/* Of a species that nobody looks at within a radius, px. */
#define FLK_DEFAULT_CELL 64.0

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

void flkGridLayout(flkGrid *grid, const flkWorld *world, double cell) {
	memset(grid, 0, sizeof(*grid));
	grid->periodic = world->bounds == CP_FLOCK_BOUNDS_PERIODIC;
	cell = flkMax(cell, FLK_MIN_CELL);
	grid->inverseX = FLK_CELLS_PER_WIDTH / cell;
	grid->inverseY = 1.0 / cell;
	if(grid->periodic) flkPeriodicLayout(grid, world, cell);
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

void flkGridLayoutAll(cpFlock *flock) {
	flkChooseCells(flock);
	for(int s = 0; s < flock->speciesCount; s++) {
		flkSpecies *species = &flock->species[s];
		flkGridLayout(&species->grid, &flock->world, species->cell);
	}
}

/* Bounding boxes of the cells in use. Until the end, columns and rows are the last ones. */
static void flkMeasureOne(flkGrid *grid, int32_t column, int32_t row) {
	if(grid->count == 0) {
		grid->minColumn = grid->columns = column;
		grid->minRow = grid->rows = row;
	}
	if(column < grid->minColumn) grid->minColumn = column;
	if(column > grid->columns) grid->columns = column;
	if(row < grid->minRow) grid->minRow = row;
	if(row > grid->rows) grid->rows = row;
	grid->count++;
}

static void flkMeasureAll(cpFlock *flock) {
	const flkFrame *frame = &flock->frame;
	for(int i = 0; i < flock->memberCount; i++) {
		flkCell cell = frame->cell[i];
		if(cell.column == FLK_CELL_ABSENT || cell.column == FLK_CELL_LOST) continue;
		flkMeasureOne(&flock->species[flock->members[i].species].grid, cell.column, cell.row);
	}
	for(int s = 0; s < flock->speciesCount; s++) {
		flkGrid *grid = &flock->species[s].grid;
		if(grid->count == 0) continue;
		grid->columns -= grid->minColumn - 1;
		grid->rows -= grid->minRow - 1;
	}
}

/* Gives every species its part of the table: its cells, and one more for what is beyond the grid. A sparse grid sorts by
 * itself and has a single cell here. Returns the size of the table. */
static int flkPlaceGrids(cpFlock *flock) {
	int cells = 0;
	for(int s = 0; s < flock->speciesCount; s++) {
		flkGrid *grid = &flock->species[s].grid;
		double all = (double)grid->columns * (double)grid->rows;
		grid->sparse = all > FLK_CELLS_PER_BODY * (double)flock->species[s].members + FLK_CELLS_MORE;
		grid->tableOffset = cells;
		cells += (grid->sparse ? 1 : grid->columns * grid->rows) + 1;
	}
	return cells;
}

static inline int32_t flkTableIndex(const flkGrid *grid, flkCell cell) {
	if(cell.column == FLK_CELL_LOST) return grid->tableOffset + (grid->sparse ? 1 : grid->columns * grid->rows);
	if(grid->sparse) return grid->tableOffset;
	return grid->tableOffset + (cell.row - grid->minRow) * grid->columns + cell.column - grid->minColumn;
}

/* Counts members [begin, end) into the table. */
static void flkCountAny(const cpFlock *flock, int begin, int end) {
	const flkFrame *frame = &flock->frame;
	for(int i = begin; i < end; i++) {
		flkCell *cell = &frame->cell[i];
		if(cell->column == FLK_CELL_ABSENT) continue;
		cell->column = flkTableIndex(&flock->species[flock->members[i].species].grid, *cell);
		frame->table[cell->column]++;
	}
}

/* The cells of members that are all in one dense grid become indices of the table. Far from the origin parts of an index
 * wrap round, but not the whole. */
FLK_CLONES static void flkIndexUsual(flkCell *cell, const flkGrid *grid, int count) {
	const uint32_t columns = (uint32_t)grid->columns;
	const uint32_t first = (uint32_t)grid->tableOffset - (uint32_t)grid->minRow * columns - (uint32_t)grid->minColumn;
	for(int i = 0; i < count; i++) {
		cell[i].column = (int32_t)(first + (uint32_t)cell[i].row * columns + (uint32_t)cell[i].column);
	}
}

static cpBool flkIsUsualChunk(const cpFlock *flock, int chunk) {
	const flkGathered *gathered = &flock->gathered[chunk];
	return gathered->usual && !flock->species[gathered->species].grid.sparse;
}

/* Counts members with these indices of the table. */
static void flkCountUsual(int32_t *table, const flkCell *cell, int count) {
	int i = 0;
	for(; i + 3 < count; i += 4) {
		table[(uint32_t)cell[i].column]++;
		table[(uint32_t)cell[i + 1].column]++;
		table[(uint32_t)cell[i + 2].column]++;
		table[(uint32_t)cell[i + 3].column]++;
	}
	for(; i < count; i++) table[(uint32_t)cell[i].column]++;
}

static void flkCountAll(cpFlock *flock) {
	const flkFrame *frame = &flock->frame;
	int32_t *table = frame->table;
	for(int c = 0; c < flkChunks(flock->memberCount); c++) {
		int begin = c * FLK_CHUNK_MEMBERS, end = flkAtMost(begin + FLK_CHUNK_MEMBERS, flock->memberCount);
		if(!flkIsUsualChunk(flock, c)) {
			flkCountAny(flock, begin, end);
			continue;
		}
		flkCell *cell = frame->cell + begin;
		flkIndexUsual(cell, &flock->species[flock->gathered[c].species].grid, end - begin);
		flkCountUsual(table, cell, end - begin);
	}
}

/* Cells that are cleared at a time. The C library fills larger blocks with string instructions, which take as long, but
 * callgrind counts every byte of them. */
#define FLK_CLEARED_CELLS 256

static void flkClearTable(int32_t *table, int cells) {
	for(int c = 0; c < cells; c += FLK_CLEARED_CELLS) {
		memset(table + c, 0, (size_t)flkAtMost(FLK_CLEARED_CELLS, cells - c) * sizeof(*table));
	}
}

/* Counts become the indices after the last body of each cell. Returns the last of them. */
static int flkAddUpTable(int32_t *table, int cells) {
	int sum = 0, c = 0;
	for(; c + 3 < cells; c += 4) {
		table[c] = sum += table[c];
		table[c + 1] = sum += table[c + 1];
		table[c + 2] = sum += table[c + 2];
		table[c + 3] = sum += table[c + 3];
	}
	for(; c < cells; c++) table[c] = sum += table[c];
	return sum;
}

/* Puts members [begin, end) where their cells are, the last one first. */
static void flkPutUsual(int32_t *table, int32_t *order, const flkCell *cell, int begin, int end) {
	int i = end - 1;
	for(; i > begin + 2; i -= 4) {
		order[--table[(uint32_t)cell[i].column]] = i;
		order[--table[(uint32_t)cell[i - 1].column]] = i - 1;
		order[--table[(uint32_t)cell[i - 2].column]] = i - 2;
		order[--table[(uint32_t)cell[i - 3].column]] = i - 3;
	}
	for(; i >= begin; i--) order[--table[(uint32_t)cell[i].column]] = i;
}

/* Stable counting sort by species and cell; table[c] becomes the frame index where cell c begins. */
static void flkSortByCell(cpFlock *flock, int cells) {
	flkFrame *frame = &flock->frame;
	const flkCell *cell = frame->cell;
	int32_t *table = frame->table, *order = frame->order;
	flkClearTable(table, cells);
	flkCountAll(flock);
	frame->count = flkAddUpTable(table, cells);
	for(int c = flkChunks(flock->memberCount) - 1; c >= 0; c--) {
		int begin = c * FLK_CHUNK_MEMBERS, end = flkAtMost(begin + FLK_CHUNK_MEMBERS, flock->memberCount);
		if(flkIsUsualChunk(flock, c)) {
			flkPutUsual(table, order, cell, begin, end);
		} else {
			for(int i = end - 1; i >= begin; i--) {
				if(cell[i].column != FLK_CELL_ABSENT) order[--table[cell[i].column]] = i;
			}
		}
	}
}

/* Where the parts of the species are, now that they are sorted. */
static void flkFindParts(cpFlock *flock) {
	int last = flock->frame.count;
	for(int s = flock->speciesCount - 1; s >= 0; s--) {
		flkSpecies *species = &flock->species[s];
		flkGrid *grid = &species->grid;
		grid->start = flock->frame.table + grid->tableOffset;
		grid->first = species->first = grid->start[0];
		grid->count = grid->start[grid->sparse ? 1 : grid->columns * grid->rows] - grid->first;
		species->count = last - species->first;
		flock->stats.lost += species->count - grid->count;
		last = species->first;
	}
}

/* Stable radix sort by key, least significant byte first; bytes that all keys share are passed over. */
static void flkSortSparse(const cpFlock *flock, flkGrid *grid) {
	const flkFrame *frame = &flock->frame;
	int first = grid->first, end = first + grid->count;
	for(int k = first; k < end; k++) {
		const flkRaw *raw = &frame->raw[frame->order[k]];
		frame->key[k] = flkGridKey(flkGridColumn(grid, raw->x), flkGridRow(grid, raw->y));
	}
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

cpBool flkGridAll(cpFlock *flock) {
	flkFrame *frame = &flock->frame;
	if(flock->world.bounds != CP_FLOCK_BOUNDS_PERIODIC) flkMeasureAll(flock);
	int cells = flkPlaceGrids(flock);
	void *table = frame->table;
	if(!flkReserve(&flock->memory, &table, &frame->tableCapacity, cells, sizeof(*frame->table))) return cpFalse;
	frame->table = table;
	flkSortByCell(flock, cells);
	flkFindParts(flock);
	for(int s = 0; s < flock->speciesCount; s++) {
		if(flock->species[s].grid.sparse) flkSortSparse(flock, &flock->species[s].grid);
	}
	return cpTrue;
}
