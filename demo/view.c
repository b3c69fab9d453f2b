/* SPDX-License-Identifier: MIT */
#include "view.h"

#include <math.h>

#include "backdrop.h"
#include "figures.h"
#include "glow.h"
#include "pen.h"
#include "solids.h"

/// Screens up to this many pixels are drawn at twice their size and scaled down, which smooths all edges.
static const int softwarePixels = 1400000, hardwarePixels = 2400000;

/// Without a graphics card, flocks larger than this are drawn without smoothing: it would take most of the frame and
/// show little on birds of some pixels.
static const int softwareMembers = 5000;

/// The software renderer copies fast only between textures and windows of one format; others choose by themselves.
static Uint32 CanvasFormat(bool isSoftware, Uint32 windowFormat) {
	bool usable = isSoftware && !SDL_ISPIXELFORMAT_FOURCC(windowFormat) && SDL_BYTESPERPIXEL(windowFormat) == 4;
	return usable ? windowFormat : SDL_PIXELFORMAT_ARGB8888;
}

void demoViewInit(demoView *view, SDL_Window *window, SDL_Renderer *renderer) {
	*view = (demoView){0};
	SDL_RendererInfo info = {0};
	SDL_GetRendererInfo(renderer, &info);
	view->renderer = renderer;
	view->isSoftware = (info.flags & SDL_RENDERER_SOFTWARE) != 0;
	view->format = CanvasFormat(view->isSoftware, SDL_GetWindowPixelFormat(window));
	demoPaletteInit(&view->palette);
}

void demoViewForgetTextures(demoView *view) {
	if(view->canvas) SDL_DestroyTexture(view->canvas);
	if(view->backdrop) SDL_DestroyTexture(view->backdrop);
	if(view->glow) SDL_DestroyTexture(view->glow);
	view->canvas = view->backdrop = view->glow = NULL;
	view->backdropScene = NULL;
}

void demoViewFree(demoView *view) {
	demoViewForgetTextures(view);
	demoBatchFree(&view->layers.shadows);
	demoBatchFree(&view->layers.opaque);
	demoBatchFree(&view->layers.glows);
	demoBatchFree(&view->layers.translucent);
}

static SDL_Texture *MakeCanvas(demoView *view, int width, int height) {
	bool tooLarge = (long)width * height > (view->isSoftware ? softwarePixels : hardwarePixels);
	if(tooLarge || view->rough || view->crisp) return NULL;
	SDL_Texture *canvas =
		SDL_CreateTexture(view->renderer, view->format, SDL_TEXTUREACCESS_TARGET, 2 * width, 2 * height);
	if(!canvas) return NULL;
	SDL_SetTextureBlendMode(canvas, SDL_BLENDMODE_NONE);
	SDL_SetTextureScaleMode(canvas, SDL_ScaleModeLinear);
	return canvas;
}

static bool SameBB(cpBB a, cpBB b) {
	return !(a.l < b.l || a.l > b.l || a.b < b.b || a.b > b.b || a.r < b.r || a.r > b.r || a.t < b.t || a.t > b.t);
}

static void FlushLayers(demoView *view) {
	demoLayers *layers = &view->layers;
	demoBatchFlush(&layers->shadows, view->renderer, NULL, SDL_BLENDMODE_BLEND);
	demoBatchFlush(&layers->opaque, view->renderer, NULL, SDL_BLENDMODE_NONE);
	demoBatchFlush(&layers->glows, view->renderer, view->glow, SDL_BLENDMODE_BLEND);
	demoBatchFlush(&layers->translucent, view->renderer, NULL, SDL_BLENDMODE_BLEND);
}

static SDL_Rect WorldRect(const demoViewport *viewport) {
	int left = (int)ceil(viewport->left), top = (int)ceil(viewport->top);
	return (SDL_Rect){left, top, viewport->width - 2 * left, viewport->height - 2 * top};
}

/// Paints what never moves onto the backdrop, so that it need not be drawn in every frame.
static void PaintFixed(demoView *view, const flockWorld *world) {
	SDL_Rect clip = WorldRect(&view->canvasPort);
	if(!world->hasSolids || !view->backdrop || clip.w <= 0 || clip.h <= 0) return;
	SDL_SetRenderTarget(view->renderer, view->backdrop);
	SDL_RenderSetClipRect(view->renderer, &clip);
	demoSolidsAdd(&view->layers, world, cpTrue, &view->canvasPort, view->density);
	FlushLayers(view);
	SDL_RenderSetClipRect(view->renderer, NULL);
	SDL_SetRenderTarget(view->renderer, NULL);
}

void demoViewFit(demoView *view, const flockWorld *world) {
	int width = 0, height = 0;
	SDL_GetRendererOutputSize(view->renderer, &width, &height);
	bool crowded = view->isSoftware && cpFlockGetBodyCount(world->flock, -1) > softwareMembers;
	bool crisp = crowded || world->scene->soft;
	bool fits = crisp == view->crisp && width == view->screen.width && height == view->screen.height &&
				SameBB(world->bounds, view->screen.world) && view->backdropScene == world->scene;
	if(fits) return;
	demoViewForgetTextures(view);
	view->crisp = crisp;
	view->screen = demoViewportFit(world->bounds, width, height);
	if(width <= 0 || height <= 0) return;
	view->canvas = MakeCanvas(view, width, height);
	view->density = view->canvas ? 2 : 1;
	view->canvasPort = demoViewportFit(world->bounds, view->density * width, view->density * height);
	view->backdrop = demoBackdropNew(view->renderer, view->format, &view->canvasPort, world->scene);
	view->backdropScene = world->scene;
	view->glow = demoGlowNew(view->renderer);
	PaintFixed(view, world);
}

static void DrawBackdrop(demoView *view) {
	if(view->backdrop) {
		SDL_RenderCopy(view->renderer, view->backdrop, NULL, NULL);
		return;
	}
	flockColor color = view->backdropScene->skyTop;
	SDL_SetRenderDrawColor(view->renderer, color.r, color.g, color.b, 255);
	SDL_RenderClear(view->renderer);
}

static void DrawContents(demoView *view, const flockWorld *world, const demoTrails *trails, double lag) {
	SDL_Rect clip = WorldRect(&view->canvasPort);
	if(clip.w <= 0 || clip.h <= 0) return;
	SDL_RenderSetClipRect(view->renderer, &clip);
	if(world->hasSolids) demoSolidsAdd(&view->layers, world, cpFalse, &view->canvasPort, view->density);
	demoTrailsAdd(trails, &view->layers.opaque, world, &view->canvasPort, &view->palette);
	demoFiguresAdd(&view->layers, world, &view->canvasPort, &view->palette, lag, view->density);
	FlushLayers(view);
	if(world->scene->overlay) {
		demoPen pen = {&view->layers, &view->canvasPort, 1.25 * view->density};
		cpSpaceDebugDrawOptions options = demoPenOptions(&pen);
		world->scene->overlay(world, &options);
		FlushLayers(view);
	}
	SDL_RenderSetClipRect(view->renderer, NULL);
}

void demoViewDraw(demoView *view, const flockWorld *world, const demoTrails *trails, double lag) {
	if(view->screen.scale <= 0.0 || !view->backdropScene) return;
	if(view->canvas) SDL_SetRenderTarget(view->renderer, view->canvas);
	DrawBackdrop(view);
	DrawContents(view, world, trails, lag);
	if(!view->canvas) return;
	SDL_SetRenderTarget(view->renderer, NULL);
	SDL_RenderCopy(view->renderer, view->canvas, NULL, NULL);
}

bool demoViewRoughen(demoView *view) {
	if(view->rough || !view->canvas) return false;
	view->rough = true;
	demoViewForgetTextures(view);
	return true;
}
