/* SPDX-License-Identifier: MIT
 * Stage 3, neighbors: the plain kernel. Double precision, one pair at a time, formulas as they are documented. The
 * fast kernel is compared with it. */
#include "cpFlockInternal.h"

/* Whether body k sees something at this offset inside its field of view. */
static cpBool flkInView(const flkPass *pass, int k, double dx, double dy, double square) {
	if(pass->cosHalfView <= -1.0) return cpTrue;
	const flkFrame *frame = pass->step->frame;
	return dx * frame->hx[k] + dy * frame->hy[k] >= pass->cosHalfView * sqrt(square);
}

static void flkPairFlock(const flkPass *pass, int k, int j, double dx, double dy, double square) {
	flkSums *sums = pass->sums;
	const flkFrame *frame = pass->step->frame;
	int b = k - pass->block.begin;
	if(pass->minDistance >= 0.0 && square <= pass->minDistance * pass->minDistance) {
		sums->coincident[b] += 1.0;
		return;
	}
	if(!flkInView(pass, k, dx, dy, square)) return;
	if(square < pass->separationRadius * pass->separationRadius && square > 0.0) {
		double fade = pass->fade ? 1.0 / (pass->separationRadius * pass->separationRadius) : 0.0;
		sums->separationX[b] -= dx / square - dx * fade;
		sums->separationY[b] -= dy / square - dy * fade;
	}
	if(pass->relation == CP_FLOCK_RELATION_SEPARATE) return;
	if(square < pass->alignmentRadius * pass->alignmentRadius) {
		sums->alignCount[b] += 1.0;
		sums->velocityX[b] += frame->vx[j];
		sums->velocityY[b] += frame->vy[j];
	}
	if(square < pass->cohesionRadius * pass->cohesionRadius) {
		sums->cohesionCount[b] += 1.0;
		sums->deltaX[b] += dx;
		sums->deltaY[b] += dy;
	}
}

/* The offset of the threat at its closest approach, if both keep their velocities for up to `prediction` seconds. One
 * that will hit exactly is passed on its left. */
static void flkForesee(const flkPass *pass, int k, int j, double *dx, double *dy) {
	const flkFrame *frame = pass->step->frame;
	double wx = frame->vx[j] - frame->vx[k], wy = frame->vy[j] - frame->vy[k], square = wx * wx + wy * wy;
	double time = square > 0.0 ? flkClamp(-(*dx * wx + *dy * wy) / square, 0.0, pass->prediction) : 0.0;
	double x = *dx + wx * time, y = *dy + wy * time;
	cpBool hit = x * x + y * y <= 1e-24 * (*dx * *dx + *dy * *dy);
	*dx = hit ? -wy : x;
	*dy = hit ? wx : y;
}

static void flkPairEvade(const flkPass *pass, int k, int j, double dx, double dy, double square) {
	int b = k - pass->block.begin;
	if(!(square < pass->evasionRadius * pass->evasionRadius)) return;
	pass->sums->threats[b] += 1.0;
	if(square <= pass->minDistance * pass->minDistance) {
		pass->sums->coincidentThreats[b] += 1.0;
		return;
	}
	if(pass->prediction > 0.0) flkForesee(pass, k, j, &dx, &dy);
	flkSetLength(&dx, &dy, 1.0 - sqrt(square) / pass->evasionRadius);
	pass->sums->evasionX[b] -= dx;
	pass->sums->evasionY[b] -= dy;
}

static void flkPair(const flkPass *pass, int k, int j, double dx, double dy) {
	double square = dx * dx + dy * dy;
	if(pass->relation == CP_FLOCK_RELATION_EVADE) {
		flkPairEvade(pass, k, j, dx, dy, square);
	} else {
		flkPairFlock(pass, k, j, dx, dy, square);
	}
}

static void flkSenseOne(const flkPass *pass, int k) {
	const flkFrame *frame = pass->step->frame;
	const flkGrid *grid = &pass->sensed->grid;
	double x = frame->x[k], y = frame->y[k];
	flkQuery query;
	flkRun run = {0, 0, 0.0, 0.0};
	flkGridQuery(grid, (flkBox){x, y, x, y}, pass->reach, pass->overSeam, &query);
	while(flkGridNext(&query, &run)) {
		for(int j = run.begin; j < run.end; j++) {
			if(pass->self && j == k) continue;
			double dx = frame->x[j] + run.shiftX - x, dy = frame->y[j] + run.shiftY - y;
			if(query.anyImageX || query.anyImageY) {
				dx = flkNearestImage(dx, grid->width);
				dy = flkNearestImage(dy, grid->height);
			}
			flkPair(pass, k, j, dx, dy);
		}
	}
}

void flkReferenceRange(const flkPass *pass, int begin, int end) {
	for(int k = begin; k < end; k++) flkSenseOne(pass, k);
}

void flkKernelReference(const flkPass *pass) {
	const flkGrid *own = &pass->block.species->grid;
	if(pass->first) flkClearSums(pass->sums, 0, pass->block.end - pass->block.begin);
	flkReferenceRange(pass, pass->block.begin, flkAtMost(pass->block.end, own->first + own->count));
}
