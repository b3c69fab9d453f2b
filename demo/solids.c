/* SPDX-License-Identifier: MIT */
#include "solids.h"

#include <math.h>

#include "palette.h"

/// Screen pixels.
static const cpFloat rimWidth = 2.5;

/// World units.
static const cpFloat shadowWidth = 9.0;
static const double shadowStrength = 0.26;

/// The line round a convex shape, in the direction from +x to +y.
typedef struct outline {
	int count;
	cpVect points[256];
	cpVect normals[256]; ///< Outward, unit length.
} outline;

typedef struct solidsDrawer {
	demoLayers *layers;
	cpBool fixed;
	const demoViewport *viewport;
	int density;
	const flockSolidLook *look; ///< Of the shape whose turn it is.
} solidsDrawer;

/* ---------------------------------------------------------------- outlines */

enum { MOST_ARC_POINTS = 64 };

/// Adds a part of a circle, from one direction through an angle.
static void AddArc(outline *line, cpVect center, cpFloat radius, cpFloat from, cpFloat angle) {
	int steps = 1 + (int)(cpfsqrt(radius) * cpfabs(angle) * (cpFloat)1.1);
	if(steps > MOST_ARC_POINTS - 1) steps = MOST_ARC_POINTS - 1;
	for(int i = 0; i <= steps; i++) {
		if(line->count >= (int)(sizeof(line->points) / sizeof(line->points[0]))) return;
		cpVect normal = cpvforangle(from + angle * (cpFloat)i / (cpFloat)steps);
		line->points[line->count] = cpvadd(center, cpvmult(normal, radius));
		line->normals[line->count++] = normal;
	}
}

/// The angle from one direction to another, the way round a convex shape: 0 to 2 pi.
static cpFloat TurnTo(cpVect from, cpVect to) {
	cpFloat angle = cpvtoangle(cpvunrotate(to, from));
	return angle < (cpFloat)-1e-6 ? angle + (cpFloat)(2.0 * CP_PI) : angle;
}

/// Adds the corners of a polygon, rounded by a radius.
static void AddCorners(outline *line, int count, const cpVect *corners, cpFloat radius) {
	for(int i = 0; i < count; i++) {
		cpVect before = cpvsub(corners[i], corners[(i + count - 1) % count]);
		cpVect after = cpvsub(corners[(i + 1) % count], corners[i]);
		cpVect first = cpvnormalize(cpvrperp(before)), last = cpvnormalize(cpvrperp(after));
		AddArc(line, corners[i], radius, cpvtoangle(first), TurnTo(first, last));
	}
}

/* ---------------------------------------------------------------- paint */

static Uint8 ToByte(double value) {
	return (Uint8)(value <= 0.0 ? 0.0 : value >= 255.0 ? 255.0 : value + 0.5);
}

static SDL_Color Lit(flockColor color, double brightness) {
	return (SDL_Color){
		ToByte(color.r * brightness), ToByte(color.g * brightness), ToByte(color.b * brightness), SDL_ALPHA_OPAQUE};
}

static SDL_FPoint ToPoint(cpVect position) {
	return (SDL_FPoint){(float)position.x, (float)position.y};
}

/// Two lines beside one another and their colors at either end of one piece.
typedef struct band {
	cpVect inner[2], outer[2];
	SDL_Color innerColors[2], outerColors[2];
} band;

static void AddBand(demoBatch *batch, const band *b) {
	SDL_FPoint in0 = ToPoint(b->inner[0]), in1 = ToPoint(b->inner[1]);
	SDL_FPoint out0 = ToPoint(b->outer[0]), out1 = ToPoint(b->outer[1]);
	demoBatchShaded(batch, (const SDL_FPoint[3]){in0, out0, out1},
		(const SDL_Color[3]){b->innerColors[0], b->outerColors[0], b->outerColors[1]});
	demoBatchShaded(batch, (const SDL_FPoint[3]){in0, out1, in1},
		(const SDL_Color[3]){b->innerColors[0], b->outerColors[1], b->innerColors[1]});
}

static void AddShadow(demoBatch *batch, const outline *line, cpFloat width) {
	const SDL_Color dark = {4, 10, 18, ToByte(255.0 * shadowStrength)}, none = {4, 10, 18, 0};
	for(int i = 0; i < line->count; i++) {
		band b = {.innerColors = {dark, dark}, .outerColors = {none, none}};
		for(int end = 0; end < 2; end++) {
			int k = (i + end) % line->count;
			// Falls away from the light.
			cpVect lean = cpvsub(line->normals[k], cpvmult(demoPaletteLight, 0.35));
			b.inner[end] = line->points[k];
			b.outer[end] = cpvadd(line->points[k], cpvmult(lean, width));
		}
		AddBand(batch, &b);
	}
}

/// The middle of a shape and how far its rim is away from it at least.
static cpVect MiddleOf(const outline *line, cpFloat *least) {
	cpVect middle = cpvzero;
	for(int i = 0; i < line->count; i++) middle = cpvadd(middle, line->points[i]);
	middle = cpvmult(middle, (cpFloat)1.0 / (cpFloat)line->count);
	*least = INFINITY;
	for(int i = 0; i < line->count; i++) {
		*least = cpfmin(*least, cpvdot(cpvsub(line->points[i], middle), line->normals[i]));
	}
	*least = cpfmax(*least, 0.0);
	return middle;
}

/// The color at a share of the way from the middle of a dome to its rim: the surface leans outward more and more.
static SDL_Color SlopeColor(flockColor fill, cpVect normal, cpFloat share) {
	double slope = (double)(share * share);
	return Lit(fill, 1.0 + slope * (0.26 * (double)cpvdot(normal, demoPaletteLight) - 0.10));
}

/// A dome over an outline.
typedef struct dome {
	const outline *line;
	const flockSolidLook *look;
	cpVect middle;
	cpFloat rim; ///< Width of its rim.
	int rings;   ///< Between rim and middle.
} dome;

/// The outermost edge of the piece between two points of the outline.
static void StartPiece(const dome *d, const int ends[2], band *b) {
	for(int end = 0; end < 2; end++) {
		double facing = (double)cpvdot(d->line->normals[ends[end]], demoPaletteLight);
		b->inner[end] = d->line->points[ends[end]];
		b->innerColors[end] = Lit(d->look->rim, 0.82 + 0.26 * facing);
	}
}

/// Goes on from the inner edge of the last band to a share of the way out from the middle.
static void ContinuePiece(const dome *d, const int ends[2], cpFloat share, band *b) {
	for(int end = 0; end < 2; end++) {
		cpVect normal = d->line->normals[ends[end]];
		cpVect edge = cpvsub(d->line->points[ends[end]], cpvmult(normal, d->rim));
		b->outer[end] = b->inner[end];
		b->outerColors[end] = b->innerColors[end];
		b->inner[end] = cpvlerp(d->middle, edge, share);
		b->innerColors[end] = SlopeColor(d->look->fill, normal, share);
	}
}

/// A dome lit from one side, with a narrow rim of its own color.
static void AddDome(demoBatch *batch, const outline *line, cpFloat rim, const flockSolidLook *look) {
	static const cpFloat shares[] = {1.0, 0.8, 0.6, 0.3};
	enum { RINGS = sizeof(shares) / sizeof(shares[0]) };
	const cpFloat small = 10.0; // needs no more than one ring
	cpFloat least;
	dome d = {.line = line, .look = look, .middle = MiddleOf(line, &least)};
	d.rim = cpfmin(rim, (cpFloat)0.4 * least);
	d.rings = least < small ? 1 : RINGS;
	for(int i = 0; i < line->count; i++) {
		const int ends[2] = {i, (i + 1) % line->count};
		band b;
		StartPiece(&d, ends, &b);
		for(int ring = 0; ring <= d.rings; ring++) {
			ContinuePiece(&d, ends, ring < d.rings ? shares[ring] : (cpFloat)0.0, &b);
			AddBand(batch, &b);
		}
	}
}

/* ---------------------------------------------------------------- Chipmunk's drawing interface */

static void DrawCorners(const solidsDrawer *drawer, int count, const cpVect *corners, cpFloat radius) {
	enum { MOST = 32 };
	cpVect screen[MOST];
	outline line;
	line.count = 0;
	if(!drawer->look || count > MOST) return;
	for(int i = 0; i < count; i++) {
		screen[i] = demoViewportToScreen(drawer->viewport, corners[i]);
		if(!demoViewportReaches(screen[i])) return;
	}
	cpFloat pixels = radius * (cpFloat)drawer->viewport->scale;
	if(!demoViewportReaches(cpv(pixels, pixels))) return;
	if(count == 1) {
		AddArc(&line, screen[0], pixels, 0.0, (cpFloat)(2.0 * CP_PI));
	} else {
		AddCorners(&line, count, screen, pixels);
	}
	AddShadow(&drawer->layers->shadows, &line, shadowWidth * (cpFloat)drawer->viewport->scale);
	AddDome(&drawer->layers->opaque, &line, rimWidth * (cpFloat)drawer->density, drawer->look);
}

static void DrawCircle(
	cpVect position, cpFloat angle, cpFloat radius, cpSpaceDebugColor unused, cpSpaceDebugColor fill, void *data) {
	(void)angle;
	(void)unused;
	(void)fill;
	DrawCorners(data, 1, &position, radius);
}

static void DrawFatSegment(
	cpVect a, cpVect b, cpFloat radius, cpSpaceDebugColor unused, cpSpaceDebugColor fill, void *data) {
	const cpVect ends[2] = {a, b};
	(void)unused;
	(void)fill;
	DrawCorners(data, 2, ends, radius);
}

static void DrawPolygon(
	int count, const cpVect *corners, cpFloat radius, cpSpaceDebugColor unused, cpSpaceDebugColor fill, void *data) {
	(void)unused;
	(void)fill;
	DrawCorners(data, count, corners, radius);
}

/// Chipmunk asks for a shape's color right before it has it drawn: the one moment at which the shape can be told.
static cpSpaceDebugColor ColorForShape(cpShape *shape, void *data) {
	const cpSpaceDebugColor unused = {0.0f, 0.0f, 0.0f, 0.0f};
	solidsDrawer *drawer = data;
	const flockSolidLook *look = cpShapeGetUserData(shape);
	// Members of the flock are many and have none, so this comes first.
	cpBool wanted = look && (cpBodyGetType(cpShapeGetBody(shape)) == CP_BODY_TYPE_STATIC) == drawer->fixed;
	drawer->look = wanted ? look : NULL;
	return unused;
}

void demoSolidsAdd(
	demoLayers *layers, const flockWorld *world, cpBool fixed, const demoViewport *viewport, int density) {
	solidsDrawer drawer = {layers, fixed, viewport, density, NULL};
	cpSpaceDebugDrawOptions options = {
		.drawCircle = DrawCircle,
		.drawFatSegment = DrawFatSegment,
		.drawPolygon = DrawPolygon,
		.flags = CP_SPACE_DEBUG_DRAW_SHAPES,
		.colorForShape = ColorForShape,
		.data = &drawer,
	};
	cpSpaceDebugDraw(world->space, &options);
}
