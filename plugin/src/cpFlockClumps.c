/* SPDX-License-Identifier: MIT
 * Crowded cells: where so many bodies are together that meeting each of them would cost too much, the fast kernel meets
 * clusters of them instead, all but the nearest. Sorting inside of the cells comes before the frame is arranged, the means
 * come after it. */
#include <string.h>

#include "cpFlockInternal.h"

/* A cell with more bodies is crowded. Flocks that keep a distance have a few in each; the seventeen cells of three rows that
 * the bodies of a cell look into hold about a thousand at this number. */
#define FLK_CROWD 20

/* Nor is anything crowded in a species of no more bodies than this: meeting all of them costs about as much as that. */
#define FLK_FEW 1000

/* Bodies in a cluster without parts: about two of the kernel's groups. */
#define FLK_CLUSTER_BODIES 14.0

/* Parts that a cluster has along each axis at most; one for so much of the square root of its cell's bodies. Then the clusters
 * that are met as one and the bodies of the nearest parts are about equally many. */
#define FLK_PARTS_MOST 4
#define FLK_ROOT_OF_PART 11.0

/* The most parts that a cell has along one axis. */
#define FLK_CLUSTERS_ALONG 256

FLK_CLONES static int flkFullest(const int32_t *start, int cells) {
	int most = 0;
	for(int c = 0; c < cells; c++) {
		int count = start[c + 1] - start[c];
		most = count > most ? count : most;
	}
	return most;
}

/* Where the cell that begins at frame index k ends. */
static int flkSparseCellEnd(const flkGrid *grid, int k) {
	int end = k + 1;
	while(end < grid->first + grid->count && grid->keys[end] == grid->keys[k]) end++;
	return end;
}

static flkBox flkBoxOf(const flkFrame *frame, int begin, int end) {
	const flkRaw *first = &frame->raw[frame->order[begin]];
	flkBox box = {first->x, first->y, first->x, first->y};
	for(int k = begin + 1; k < end; k++) {
		const flkRaw *raw = &frame->raw[frame->order[k]];
		box.minX = flkMin(box.minX, raw->x);
		box.maxX = flkMax(box.maxX, raw->x);
		box.minY = flkMin(box.minY, raw->y);
		box.maxY = flkMax(box.maxY, raw->y);
	}
	return box;
}

/* How a crowded cell is divided: a lattice over the bounding box of its bodies, as square as can be. */
typedef struct flkLattice {
	double minX, minY, inverseX, inverseY;
	int columns, rows;
	int parts;      /* along each axis of a cluster */
	int wide, high; /* in clusters, those at the end may lack parts */
} flkLattice;

static flkLattice flkDivide(flkBox box, int count) {
	double width = box.maxX - box.minX, height = box.maxY - box.minY;
	double root = sqrt(count), parts = flkClamp(flkFloor(root / FLK_ROOT_OF_PART), 1.0, FLK_PARTS_MOST);
	double wanted = count / (parts > 1.0 ? FLK_CLUSTER_BODIES : flkMax(root, FLK_CLUSTER_BODIES));
	double columns = width > 0.0 ? sqrt(wanted * width / flkMax(height, width / wanted)) : 1.0;
	flkLattice lattice = {box.minX, box.minY, 0.0, 0.0, 1, 1, (int)parts, 1, 1};
	lattice.columns = (int)flkClamp(flkRound(columns), 1.0, FLK_CLUSTERS_ALONG);
	lattice.rows = height > 0.0 ? (int)flkClamp(flkRound(wanted / lattice.columns), 1.0, FLK_CLUSTERS_ALONG) : 1;
	lattice.wide = (lattice.columns + lattice.parts - 1) / lattice.parts;
	lattice.high = (lattice.rows + lattice.parts - 1) / lattice.parts;
	if(width > 0.0) lattice.inverseX = lattice.columns / width;
	if(height > 0.0) lattice.inverseY = lattice.rows / height;
	return lattice;
}

static int flkLatticeIndex(const flkLattice *lattice, const flkRaw *raw) {
	int column = (int)flkMin((raw->x - lattice->minX) * lattice->inverseX, lattice->columns - 1);
	int row = (int)flkMin((raw->y - lattice->minY) * lattice->inverseY, lattice->rows - 1);
	int parts = lattice->parts, whole = row / parts * lattice->wide + column / parts;
	return (whole * parts + row % parts) * parts + column % parts;
}

/* Notes the parts of a cluster, which begin at start[], and before them the cluster if more than one has bodies. */
static void flkNoteCluster(flkClumps *clumps, const int32_t *start, int count) {
	int parts = 0;
	for(int c = 0; c < count; c++) parts += start[c] < start[c + 1];
	flkCluster *whole = &clumps->clusters[clumps->clusterCount];
	if(parts > 1) clumps->clusterCount++;
	for(int c = 0; c < count; c++) {
		if(start[c] == start[c + 1]) continue;
		int index = clumps->clusterCount++;
		clumps->clusters[index] = (flkCluster){.begin = start[c], .end = start[c + 1], .next = index + 1};
	}
	if(parts > 1) *whole = (flkCluster){.begin = start[0], .end = start[count], .next = clumps->clusterCount};
}

/* Sorts the bodies of a crowded cell by cluster, order of joining inside, and notes the clusters that there are. */
static cpBool flkSortClump(cpFlock *flock, int begin, int end) {
	flkFrame *frame = &flock->frame;
	flkClumps *clumps = &frame->clumps;
	flkLattice lattice = flkDivide(flkBoxOf(frame, begin, end), end - begin);
	int wholes = lattice.wide * lattice.high, parts = lattice.parts * lattice.parts, cells = wholes * parts;
	void *items = clumps->items, *clusters = clumps->clusters, *starts = clumps->starts;
	cpBool room = flkReserve(&flock->memory, &items, &clumps->capacity, clumps->count + 1, sizeof(*clumps->items));
	clumps->items = items;
	room = room && flkReserve(&flock->memory, &clusters, &clumps->clusterCapacity,
					   clumps->clusterCount + cells + wholes, sizeof(*clumps->clusters));
	clumps->clusters = clusters;
	room = room && flkReserve(&flock->memory, &starts, &clumps->startCapacity, cells + 1, sizeof(*clumps->starts));
	clumps->starts = starts;
	if(!room) return cpFalse;
	int32_t *start = clumps->starts;
	memset(start, 0, ((size_t)cells + 1) * sizeof(*start));
	for(int k = begin; k < end; k++) start[flkLatticeIndex(&lattice, &frame->raw[frame->order[k]]) + 1]++;
	start[0] = begin;
	for(int c = 0; c < cells; c++) start[c + 1] += start[c];
	clumps->items[clumps->count++] = (flkClump){begin, end, clumps->clusterCount, 0};
	for(int c = 0; c < wholes; c++) flkNoteCluster(clumps, start + c * parts, parts);
	clumps->items[clumps->count - 1].clusterEnd = clumps->clusterCount;
	for(int k = begin; k < end; k++) {
		int32_t i = frame->order[k];
		frame->orderScratch[start[flkLatticeIndex(&lattice, &frame->raw[i])]++] = i;
	}
	memcpy(frame->order + begin, frame->orderScratch + begin, (size_t)(end - begin) * sizeof(*frame->order));
	return cpTrue;
}

cpBool flkSortClumps(cpFlock *flock) {
	flkFrame *frame = &flock->frame;
	frame->clumps.count = frame->clumps.clusterCount = 0;
	if(flock->kernel != CP_FLOCK_KERNEL_FAST) return cpTrue;
	for(int s = 0; s < flock->speciesCount; s++) {
		const flkGrid *grid = &flock->species[s].grid;
		int cells = grid->sparse ? 0 : grid->columns * grid->rows, last = grid->first + grid->count;
		if(grid->count <= FLK_FEW) continue;
		if(!grid->sparse && flkFullest(grid->start, cells) <= FLK_CROWD) continue;
		for(int c = 0, begin = grid->first; begin < last; c++) {
			int end = grid->sparse ? flkSparseCellEnd(grid, begin) : grid->start[c + 1];
			if(end - begin > FLK_CROWD && !flkSortClump(flock, begin, end)) return cpFalse;
			begin = end;
		}
	}
	return cpTrue;
}

/* ---------------------------------------------------------------- means, once the frame is arranged */

static void flkMeanCluster(const flkFrame *frame, flkCluster *cluster) {
	/* Relative to one of them, so that the mean of equal points is that point. */
	double originX = frame->x[cluster->begin], originY = frame->y[cluster->begin], x = 0.0, y = 0.0, vx = 0.0, vy = 0.0;
	double square = 0.0, sum = 0.0, spreadX = 0.0, spreadY = 0.0, count = cluster->end - cluster->begin;
	for(int k = cluster->begin; k < cluster->end; k++) {
		x += frame->x[k] - originX;
		y += frame->y[k] - originY;
		vx += frame->vx[k];
		vy += frame->vy[k];
	}
	x = originX + x / count;
	y = originY + y / count;
	for(int k = cluster->begin; k < cluster->end; k++) {
		double dx = frame->x[k] - x, dy = frame->y[k] - y;
		square = flkMax(square, dx * dx + dy * dy);
		sum += dx * dx + dy * dy;
		spreadX += dx * dx - dy * dy;
		spreadY += 2.0 * dx * dy;
	}
	cluster->x = flkFixed(x, frame->fixed);
	cluster->y = flkFixed(y, frame->fixed);
	cluster->vx = (float)(vx / count);
	cluster->vy = (float)(vy / count);
	cluster->radius = (float)(sqrt(square) * frame->fixed);
	cluster->bodies = (float)count;
	cluster->spreadX = (float)(spreadX / count * frame->fixed * frame->fixed);
	cluster->spreadY = (float)(spreadY / count * frame->fixed * frame->fixed);
	/* An even spread over a width has a mean square of width^2 / 12 along each axis. */
	cluster->halfWidth = (float)(sqrt(1.5 * sum / count) * frame->fixed);
	cluster->inverseWidth = 1.0f / (cluster->halfWidth > 0.5f ? 2.0f * cluster->halfWidth : 1.0f);
}

static void flkMeanTask(void *task, int index) {
	const flkFrame *frame = task;
	const flkClump *clump = &frame->clumps.items[index];
	for(int c = clump->cluster; c < clump->clusterEnd; c++) flkMeanCluster(frame, &frame->clumps.clusters[c]);
}

cpBool flkMeanClumps(cpFlock *flock) {
	flkFrame *frame = &flock->frame;
	if(!flkReserveTasks(flock, frame->clumps.count)) return cpFalse;
	flkRunTasks(flock, flkMeanTask, frame, frame->clumps.count);
	return cpTrue;
}

void flkFreeClumps(cpFlock *flock) {
	flkClumps *clumps = &flock->frame.clumps;
	flkMemory *memory = &flock->memory;
	if(clumps->items) flkResize(memory, clumps->items, (size_t)clumps->capacity * sizeof(*clumps->items), 0);
	if(clumps->clusters) {
		flkResize(memory, clumps->clusters, (size_t)clumps->clusterCapacity * sizeof(*clumps->clusters), 0);
	}
	if(clumps->starts) flkResize(memory, clumps->starts, (size_t)clumps->startCapacity * sizeof(*clumps->starts), 0);
}
