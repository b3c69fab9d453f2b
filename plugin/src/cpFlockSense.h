/* SPDX-License-Identifier: MIT
 * Stage 3, neighbors: the fast kernel as a template, for each file that makes functions of it.
 *
 * In the general way, eight consecutive bodies of one grid row are the lanes; the candidates of the cells round them are
 * broadcast one after the other, so there is no sum over lanes at the end. The usual way is that of cpFlockUsual.h. Positions are whole numbers of a small unit (flkFixed) and may wrap
 * round: differences of bodies that are near are exact wherever in the world they are, and single precision is enough
 * from there on. The lanes are written with the compiler's vector extensions and always eight wide: every instruction
 * set computes the same bits. */
#ifndef CP_FLOCK_SENSE_H
#define CP_FLOCK_SENSE_H

#include "cpFlockUsual.h"

#if defined(FLK_HAVE_LANES)

	/* Clusters that are nearer than so many of their radii are met part by part, and parts body by body. */
	#define FLK_CLUSTER_NEAR 1.2f

	/* Adds eight lanes to eight entries of the block's sums; lanes beyond the group are zero. */
	#define FLK_ADD(sums, index, lanes) FLK_DOUBLES((sums) + (index)) += FLK_WIDEN(lanes)

/* A lane has met itself as a candidate. */
static inline int flkSelf(const flkPass *pass) {
	return pass->self ? 1 : 0;
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
FLK_INLINE void flkStoreSums(
	const flkPass *pass, const flkGroup *group, const flkGroupSums *found, int full, int split) {
	flkSums *sums = pass->sums;
	const flkFrame *frame = pass->step->frame;
	int b = group->begin - pass->block.begin;
	flkFloats scale = FLK_ALL((float)frame->fixed), unit = FLK_ALL((float)(1.0 / frame->fixed));
	FLK_ADD(sums->separationX, b, FLK_MASKED(group->lanes, found->separationX * scale));
	FLK_ADD(sums->separationY, b, FLK_MASKED(group->lanes, found->separationY * scale));
	if(full) {
		flkInts aligned = group->lanes & found->aligned, cohered = split ? group->lanes & found->cohered : aligned;
		FLK_ADD(sums->velocityX, b, FLK_MASKED(group->lanes, found->velocityX));
		FLK_ADD(sums->velocityY, b, FLK_MASKED(group->lanes, found->velocityY));
		FLK_ADD(sums->deltaX, b, FLK_MASKED(group->lanes, found->deltaX * unit));
		FLK_ADD(sums->deltaY, b, FLK_MASKED(group->lanes, found->deltaY * unit));
		FLK_ADD(sums->alignCount, b, aligned);
		FLK_ADD(sums->cohesionCount, b, cohered);
	}
}

/* The same, and what is at the point of a body. */
FLK_INLINE void flkStoreFlock(const flkPass *pass, const flkGroup *group, const flkGroupSums *found,
	const flkClusterSums *more, int full, int split) {
	flkStoreSums(pass, group, found, full, split);
	if(pass->minDistance < 0.0) {
		flkTakeOutSelf(pass, group);
	} else {
		flkInts together = found->candidates - flkSelf(pass) - more->own - found->apart;
		FLK_ADD(pass->sums->coincident, group->begin - pass->block.begin, group->lanes & together);
	}
}

FLK_INLINE void flkStoreClusters(const flkPass *pass, const flkGroup *group, const flkClusterSums *more, int full) {
	flkSums *sums = pass->sums;
	int b = group->begin - pass->block.begin;
	if(pass->minDistance >= 0.0) {
		FLK_ADD(sums->coincident, b, FLK_MASKED(group->lanes, more->together));
	}
	if(!full) return;
	FLK_ADD(sums->alignCount, b, FLK_MASKED(group->lanes, more->aligned));
	FLK_ADD(sums->cohesionCount, b, FLK_MASKED(group->lanes, more->cohered));
}

FLK_INLINE void flkStoreEvade(const flkPass *pass, const flkGroup *group, const flkGroupSums *found) {
	flkSums *sums = pass->sums;
	int b = group->begin - pass->block.begin;
	flkInts together = found->near - found->apart - flkSelf(pass);
	FLK_ADD(sums->evasionX, b, FLK_MASKED(group->lanes, found->separationX));
	FLK_ADD(sums->evasionY, b, FLK_MASKED(group->lanes, found->separationY));
	FLK_ADD(sums->threats, b, group->lanes & (found->near - flkSelf(pass)));
	FLK_ADD(sums->coincidentThreats, b, group->lanes & together);
}

/* Takes up to eight bodies from `begin` on that are in one row and not too far apart. */
FLK_INLINE void flkMakeGroup(const flkPass *pass, int begin, int rowEnd, flkGroup *group, cpBool motion) {
	const flkFrame *frame = pass->step->frame;
	int count = flkAtMost(rowEnd - begin, FLK_LANES);
	/* Columns rise along a row, positions inside of a column need not. */
	while(frame->x[begin + count - 1] - frame->x[begin] >= FLK_GROUP_WIDTH * pass->reach) count--;
	group->begin = begin;
	group->count = count;
	group->lanes = FLK_NUMBERS < count;
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

/* Where a group is on its way through its candidates. */
typedef struct flkWalk {
	flkQuery query;
	flkRun run;       /* what is left of it */
	flkWords x, y;    /* the group in the image of the run */
	int clump;        /* the next one */
	int cluster, end; /* of the clump that is being walked */
	float distance;   /* of the cluster */
} flkWalk;

/* How far the bodies of a group are from the first. */
static float flkGroupRadius(const flkFrame *frame, const flkGroup *group) {
	double square = 0.0;
	for(int k = group->begin + 1; k < group->begin + group->count; k++) {
		double dx = frame->x[k] - frame->x[group->begin], dy = frame->y[k] - frame->y[group->begin];
		square = flkMax(square, dx * dx + dy * dy);
	}
	return (float)(sqrt(square) * frame->fixed);
}

/* The first clump that begins at or after a frame index. */
static int flkFindClump(const flkClumps *clumps, int index) {
	int low = 0, high = clumps->count;
	while(low < high) {
		int middle = (low + high) / 2;
		if(clumps->items[middle].begin < index) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

/* How far a cluster is from the first body of a group, in units. */
FLK_INLINE float flkClusterDistance(const flkGroup *group, const flkWalk *walk, const flkCluster *cluster, int image) {
	float dx = (float)(int32_t)(cluster->x - walk->x[0]), dy = (float)(int32_t)(cluster->y - walk->y[0]);
	if(image) {
		FLK_NEAREST(dx, group->width, group->inverseWidth);
		FLK_NEAREST(dy, group->height, group->inverseHeight);
	}
	return sqrtf(dx * dx + dy * dy);
}

/* A cluster may be met as one unless it is about as near as it is wide; a very full one without parts always. */
FLK_INLINE cpBool flkIsMetAsOne(const flkGroup *group, const flkCluster *cluster, float distance, cpBool parts) {
	return distance > group->radius + FLK_CLUSTER_NEAR * cluster->radius ||
		   (!parts && cluster->end - cluster->begin > FLK_CLUSTER_FULL);
}

/* Where candidates are shifted, the group moves the other way. */
FLK_INLINE void flkShiftGroup(const flkFrame *frame, const flkGroup *group, const flkRun *run, flkWalk *walk) {
	walk->x = group->x - flkFixed(run->shiftX, frame->fixed);
	walk->y = group->y - flkFixed(run->shiftY, frame->fixed);
}

/* What the group meets next: a run of bodies, or a cluster. */
FLK_INLINE cpBool flkWalkOn(
	const flkFrame *frame, const flkGroup *group, flkWalk *walk, flkRun *piece, const flkCluster **cluster, int image) {
	const flkClumps *clumps = &frame->clumps;
	*cluster = NULL;
	if(clumps->count == 0) {
		if(!flkGridNext(&walk->query, piece)) return cpFalse;
		if(!walk->query.plain) flkShiftGroup(frame, group, piece, walk);
		return cpTrue;
	}
	for(;;) {
		if(walk->cluster < walk->end) {
			const flkCluster *next = &clumps->clusters[walk->cluster++];
			cpBool parts = next->next > walk->cluster;
			walk->distance = flkClusterDistance(group, walk, next, image);
			if(flkIsMetAsOne(group, next, walk->distance, parts)) {
				*cluster = next;
				walk->cluster = next->next;
			} else if(parts) {
				continue;
			}
			piece->begin = next->begin;
			piece->end = next->end;
			return cpTrue;
		}
		if(walk->run.begin >= walk->run.end) {
			if(!flkGridNext(&walk->query, &walk->run)) return cpFalse;
			flkShiftGroup(frame, group, &walk->run, walk);
			walk->clump = flkFindClump(clumps, walk->run.begin);
		}
		*piece = walk->run;
		walk->run.begin = walk->run.end;
		if(walk->clump < clumps->count && clumps->items[walk->clump].begin < walk->run.end) {
			const flkClump *clump = &clumps->items[walk->clump++];
			piece->end = clump->begin;
			walk->run.begin = clump->end;
			walk->cluster = clump->cluster;
			walk->end = clump->clusterEnd;
		}
		if(piece->begin < piece->end) return cpTrue;
	}
}

/* Walks a group through its candidates. Only the pointers differ from pass to pass; what is constant in one is so in its
 * copy of the code. */
FLK_INLINE void flkSenseGroup(const flkPass *pass, const flkRadii *radii, const flkThreatRadius *threat,
	flkGroup *group, flkWalk *walk, int relation, int split, int view, int image) {
	const flkFrame *frame = pass->step->frame;
	const int full = relation == CP_FLOCK_RELATION_FLOCK;
	flkGroupSums found = {0};
	flkClusterSums more = {0};
	const flkCluster *cluster;
	flkRun piece;
	cpBool any = cpFalse;
	while(flkWalkOn(frame, group, walk, &piece, &cluster, image)) {
		any = cpTrue;
		if(cluster) {
			flkFloats dx, dy;
			flkDifference(group, &walk->x, &walk->y, cluster->x, cluster->y, image, &dx, &dy);
			float nearest = walk->distance - group->radius - cluster->radius;
			if(relation == CP_FLOCK_RELATION_EVADE) {
				float count = (float)(cluster->end - cluster->begin);
				flkMeetThreat(threat, group, &dx, &dy, cluster->vx, cluster->vy, count, &found);
			} else {
				flkMeetCluster(radii, group, cluster, &dx, &dy, nearest, &found, &more, full, split, view);
			}
		} else if(relation == CP_FLOCK_RELATION_EVADE) {
			flkAddEvade(threat, group, &walk->x, &walk->y, frame, &piece, &found, image);
		} else {
			flkAddFlock(radii, group, &walk->x, &walk->y, frame, &piece, &found, full, split, view, image);
			found.candidates += piece.end - piece.begin;
		}
	}
	if(!any) return;
	if(relation == CP_FLOCK_RELATION_EVADE) {
		flkStoreEvade(pass, group, &found);
	} else {
		flkStoreFlock(pass, group, &found, &more, full, split);
		if(frame->clumps.count > 0) flkStoreClusters(pass, group, &more, full);
	}
}

/* Takes bodies [begin, end) of a row in the general way. */
FLK_INLINE void flkSenseGroups(const flkPass *pass, const flkRadii *radii, const flkThreatRadius *threat, int row,
	int begin, int end, int relation, int split, int view) {
	const flkGrid *own = &pass->block.species->grid, *grid = &pass->sensed->grid;
	const flkFrame *frame = pass->step->frame;
	const flkCells cells = flkGridCellsWithin(own, pass->reach);
	flkGroup group;
	for(; begin < end; begin += group.count) {
		flkMakeGroup(pass, begin, end, &group, view || relation == CP_FLOCK_RELATION_EVADE);
		flkWalk walk = {.x = group.x, .y = group.y};
		flkAskGrid(pass, &group, row, cells, &walk.query);
		group.radius = frame->clumps.count > 0 ? flkGroupRadius(frame, &group) : 0.0f;
		if(walk.query.everything) {
			/* Few bodies, but from anywhere: too far for the range of positions. */
			flkReferenceRange(pass, begin, begin + group.count);
		} else if(walk.query.anyImageX || walk.query.anyImageY) {
			group.width = (float)(grid->width * frame->fixed);
			group.height = (float)(grid->height * frame->fixed);
			group.inverseWidth = walk.query.anyImageX ? 1.0f / group.width : 0.0f;
			group.inverseHeight = walk.query.anyImageY ? 1.0f / group.height : 0.0f;
			flkSenseGroup(pass, radii, threat, &group, &walk, relation, split, view, 1);
		} else {
			flkSenseGroup(pass, radii, threat, &group, &walk, relation, split, view, 0);
		}
	}
}

/* The loop over the rows of a block for one kind of pass; the kind is a constant in each copy. */
FLK_INLINE void flkSenseBlock(const flkPass *pass, int relation, int split, int view) {
	const flkGrid *own = &pass->block.species->grid;
	const flkFrame *frame = pass->step->frame;
	const int full = relation == CP_FLOCK_RELATION_FLOCK;
	int end = flkAtMost(own->first + own->count, pass->block.end);
	flkRadii radii;
	flkThreatRadius threat;
	flkLookout lookout;
	flkMakeRadii(pass, &radii);
	flkMakeThreatRadius(pass, &threat);
	flkMakeLookout(pass, &radii, &lookout);
	const cpBool usual = relation != CP_FLOCK_RELATION_EVADE && lookout.usual, put = full && usual && pass->first;
	if(pass->first && !put) flkClearSums(pass->sums, 0, pass->block.end - pass->block.begin);
	for(int begin = pass->block.begin; begin < end;) {
		int row = flkGridRow(own, frame->y[begin]), rowEnd = flkGridRowEnd(own, frame->y, row, begin, end);
		if(usual) flkLookAround(frame, row, &lookout);
		while(begin < rowEnd) {
			int done = usual ? flkSenseQuad(pass, &radii, &lookout, begin, rowEnd, put, full, split, view) : begin;
			if(done == begin) {
				done = usual ? flkAtMost(begin + FLK_QUAD, rowEnd) : rowEnd;
				if(put) flkClearSums(pass->sums, begin - pass->block.begin, done - begin);
				flkSenseGroups(pass, &radii, &threat, row, begin, done, relation, split, view);
			}
			begin = done;
		}
	}
	if(put) flkClearSums(pass->sums, end - pass->block.begin, pass->block.end - end);
}

	/* One function for each kind of pass: without optimisation all variables of one are on its stack side by side. */
	#define FLK_SENSE(name, relation, split, view)                                                                     \
		FLK_KERNEL_CLONES static void name(const flkPass *pass) {                                                      \
			flkSenseBlock(pass, relation, split, view);                                                                \
		}

FLK_SENSE(flkSenseEvade, CP_FLOCK_RELATION_EVADE, 0, 0)
FLK_SENSE(flkSenseSeparate, CP_FLOCK_RELATION_SEPARATE, 0, 0)
FLK_SENSE(flkSenseSeparateInView, CP_FLOCK_RELATION_SEPARATE, 0, 1)
FLK_SENSE(flkSenseFlock, CP_FLOCK_RELATION_FLOCK, 0, 0)
FLK_SENSE(flkSenseFlockInView, CP_FLOCK_RELATION_FLOCK, 0, 1)
FLK_SENSE(flkSenseSplitFlock, CP_FLOCK_RELATION_FLOCK, 1, 0)
FLK_SENSE(flkSenseSplitFlockInView, CP_FLOCK_RELATION_FLOCK, 1, 1)

/* A pass of any kind. */
static void flkSense(const flkPass *pass) {
	cpBool view = pass->cosHalfView > -1.0, split = pass->alignmentRadius != pass->cohesionRadius;
	if(pass->relation == CP_FLOCK_RELATION_EVADE) {
		flkSenseEvade(pass);
	} else if(pass->relation == CP_FLOCK_RELATION_SEPARATE) {
		if(view) {
			flkSenseSeparateInView(pass);
		} else {
			flkSenseSeparate(pass);
		}
	} else if(split) {
		if(view) {
			flkSenseSplitFlockInView(pass);
		} else {
			flkSenseSplitFlock(pass);
		}
	} else if(view) {
		flkSenseFlockInView(pass);
	} else {
		flkSenseFlock(pass);
	}
}

#endif

#endif
