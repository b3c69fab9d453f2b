/* SPDX-License-Identifier: MIT */
#include "hud.h"

#include <stdarg.h>
#include <stdio.h>

#include <SDL2_gfxPrimitives.h>

#include "knobs.h"
#include "text.h"

static const SDL_Color bright = {236, 240, 245, 255};
static const SDL_Color soft = {166, 179, 194, 255};
static const SDL_Color accent = {242, 190, 120, 255};

enum {
	MARGIN = 12,
	PADDING = 10,
	PANEL_WIDTH = 270,
	KEY_WIDTH = 84,
	LETTER_WIDTH = 21,
	SMALLEST_WIDTH = 300,
	SMALLEST_HEIGHT = 240
};

typedef struct hudKey {
	const char *key, *help;
} hudKey;

static const hudKey commonKeys[] = {
	{"space", "pause, go on"},
	{".", "one step"},
	{"+  -", "faster, slower"},
	{"r", "start again"},
	{"[  ]", "half, double the number"},
	{"m", "as in the source, or natural"},
	{"p", "predators, or none"},
	{"arrows", "choose and turn a knob"},
	{"bksp k", "reset, show the knobs"},
	{"tab 1..9", "next scene, by number"},
	{"t", "trails on, off"},
	{"i", "figures on, off"},
	{"s", "save a picture"},
	{"f", "full screen"},
	{"h  F1", "this help"},
	{"q  esc", "quit"},
};

void demoHudReset(void) {
	gfxPrimitivesSetFont(demoFont, DEMO_FONT_WIDTH, DEMO_FONT_HEIGHT);
}

/// Where the next line of a panel goes.
typedef struct hudCursor {
	SDL_Renderer *renderer;
	int x, y;
} hudCursor;

static void PrintLine(hudCursor *cursor, SDL_Color color, const char *format, ...) {
	char line[120];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
	demoTextDraw(cursor->renderer, cursor->x, cursor->y, color, line);
	cursor->y += DEMO_TEXT_LINE;
}

static void DrawAlignmentBar(hudCursor *cursor, double polarization) {
	enum { LEFT = 70, WIDTH = 120, HEIGHT = 6 };
	int filled = (int)(WIDTH * (polarization < 0.0 ? 0.0 : polarization > 1.0 ? 1.0 : polarization) + 0.5);
	Sint16 left = (Sint16)(cursor->x + LEFT), top = (Sint16)(cursor->y + 5), bottom = (Sint16)(top + HEIGHT - 1);
	boxRGBA(cursor->renderer, left, top, (Sint16)(left + WIDTH - 1), bottom, 255, 255, 255, 36);
	if(filled > 0) {
		boxRGBA(cursor->renderer, left, top, (Sint16)(left + filled - 1), bottom, accent.r, accent.g, accent.b, 255);
	}
	char number[16];
	snprintf(number, sizeof(number), "%.2f", polarization);
	demoTextDraw(cursor->renderer, left + WIDTH + 8, cursor->y, soft, number);
	PrintLine(cursor, soft, "alignment");
}

/// @return The lower edge of the panel.
static int DrawFigures(const demoHud *hud, SDL_Renderer *renderer) {
	const cpFlockMetrics *metrics = &hud->metrics;
	int lines = hud->world->hasSolids ? 8 : 7, height = lines * DEMO_TEXT_LINE + 2 * PADDING - 4;
	hudCursor cursor = {renderer, MARGIN + PADDING, MARGIN + PADDING - 1};
	demoTextPlate(renderer, MARGIN, MARGIN, PANEL_WIDTH, height);
	PrintLine(&cursor, bright, "%s", hud->world->scene->title);
	PrintLine(&cursor, soft, "%d bodies, %s", cpFlockGetBodyCount(hud->world->flock, -1),
		hud->world->faithful ? "as in the source" : "natural");
	PrintLine(
		&cursor, soft, "%.0f fps  step %.2f ms  draw %.1f ms", hud->framesPerSecond, hud->stepTime, hud->drawTime);
	DrawAlignmentBar(&cursor, (double)metrics->polarization);
	PrintLine(&cursor, soft, "speed     %.0f px/s  (%.0f to %.0f)", (double)metrics->meanSpeed,
		(double)metrics->minSpeed, (double)metrics->maxSpeed);
	PrintLine(
		&cursor, soft, "nearest   %.1f px  (least %.1f)", (double)metrics->meanNearest, (double)metrics->minNearest);
	PrintLine(&cursor, soft, "groups    %d  (largest %d)", metrics->groups, metrics->largestGroup);
	if(hud->world->hasSolids) PrintLine(&cursor, soft, "touches   %ld", hud->world->contacts);
	return MARGIN + height;
}

static void DrawKnobs(const demoHud *hud, SDL_Renderer *renderer, int top) {
	enum { WIDTH = 160, VALUE = 100 };
	hudCursor cursor = {renderer, MARGIN + PADDING, top + PADDING - 1};
	demoTextPlate(renderer, MARGIN, top, WIDTH, FLOCK_KNOBS * DEMO_TEXT_LINE + 2 * PADDING - 4);
	for(int i = 0; i < FLOCK_KNOBS; i++) {
		flockKnob knob = (flockKnob)i;
		SDL_Color color = knob == hud->knob ? accent : soft;
		char value[16];
		snprintf(value, sizeof(value), "x %g", (double)flockKnobsFactor(&hud->world->knobs, knob));
		demoTextDraw(renderer, cursor.x + VALUE, cursor.y, color, value);
		PrintLine(&cursor, color, "%s", flockKnobsName(knob));
	}
}

static void DrawTag(SDL_Renderer *renderer, int x, int y, SDL_Color color, const char *text) {
	demoTextPlate(renderer, x, y, demoTextWidth(text) + 2 * PADDING, DEMO_TEXT_LINE + 6);
	demoTextDraw(renderer, x + PADDING, y + 5, color, text);
}

static void DrawState(const demoHud *hud, SDL_Renderer *renderer, int width) {
	char state[64] = "";
	bool ordinarySpeed = hud->speed > 0.99 && hud->speed < 1.01;
	if(hud->paused) {
		snprintf(state, sizeof(state), "paused");
	} else if(!ordinarySpeed) {
		snprintf(state, sizeof(state), "speed x %g", hud->speed);
	}
	if(state[0]) DrawTag(renderer, width - MARGIN - demoTextWidth(state) - 2 * PADDING, MARGIN, accent, state);
}

/// @param indent From the key to its text, pixels.
static void PrintKey(hudCursor *cursor, int indent, const char *key, const char *help) {
	demoTextDraw(cursor->renderer, cursor->x, cursor->y, accent, key);
	demoTextDraw(cursor->renderer, cursor->x + indent, cursor->y, bright, help);
	cursor->y += DEMO_TEXT_LINE;
}

/// How much room keys take.
typedef struct keysExtent {
	int lines, width; ///< Width of the texts only.
} keysExtent;

static void AddToExtent(keysExtent *extent, const char *help) {
	int width = demoTextWidth(help);
	if(width > extent->width) extent->width = width;
	extent->lines++;
}

static int Larger(int a, int b) {
	return a > b ? a : b;
}

/// The help: the keys of the scene above or, where the screen is low, beside those that all scenes have.
static void DrawHelp(const demoHud *hud, SDL_Renderer *renderer, int width, int height) {
	enum { COMMON = sizeof(commonKeys) / sizeof(commonKeys[0]), HEAD_LINES = 2, MARGINS = 5 * PADDING };
	const flockScene *scene = hud->world->scene;
	keysExtent common = {0, 0}, own = {0, 0};
	for(int i = 0; i < COMMON; i++) AddToExtent(&common, commonKeys[i].help);
	for(const flockSceneKey *key = scene->keys; key && key->key; key++) AddToExtent(&own, key->help);
	bool beside = own.lines > 0 && (HEAD_LINES + own.lines + common.lines) * DEMO_TEXT_LINE + MARGINS > height;
	int commonWidth = KEY_WIDTH + common.width;
	int ownColumn = beside ? commonWidth + 2 * PADDING : 0, ownIndent = beside ? LETTER_WIDTH : KEY_WIDTH;
	int ownWidth = own.lines > 0 ? ownColumn + ownIndent + own.width : 0;
	int inner = Larger(Larger(ownWidth, commonWidth), demoTextWidth(scene->description));
	int lines = HEAD_LINES + (beside ? Larger(own.lines, common.lines) : own.lines + common.lines);
	int panelWidth = inner + 4 * PADDING, panelHeight = lines * DEMO_TEXT_LINE + MARGINS;
	int left = (width - panelWidth) / 2, top = (height - panelHeight) / 2;
	hudCursor cursor = {renderer, left + 2 * PADDING, top + 2 * PADDING};
	demoTextPlate(renderer, left, top, panelWidth, panelHeight);
	PrintLine(&cursor, bright, "%s", scene->title);
	PrintLine(&cursor, soft, "%s", scene->description);
	cursor.y += PADDING;
	hudCursor ownCursor = {renderer, cursor.x + ownColumn, cursor.y};
	for(const flockSceneKey *key = scene->keys; key && key->key; key++) {
		const char name[2] = {key->key, '\0'};
		PrintKey(&ownCursor, ownIndent, name, key->help);
	}
	if(!beside) cursor.y = ownCursor.y;
	for(int i = 0; i < COMMON; i++) PrintKey(&cursor, KEY_WIDTH, commonKeys[i].key, commonKeys[i].help);
}

/// Screen pixels per HUD pixel.
static int ChooseZoom(int height) {
	int zoom = (height + 360) / 1080;
	return zoom < 1 ? 1 : zoom;
}

static void DrawLayers(const demoHud *hud, SDL_Renderer *renderer, int width, int height) {
	int bottom = height - MARGIN - DEMO_TEXT_LINE - 6;
	if(hud->visible) {
		int lower = DrawFigures(hud, renderer);
		if(hud->knobsVisible) DrawKnobs(hud, renderer, lower + MARGIN / 2);
		if(!hud->message[0]) DrawTag(renderer, MARGIN, bottom, soft, "h  help");
	}
	DrawState(hud, renderer, width);
	if(hud->message[0]) DrawTag(renderer, MARGIN, bottom, bright, hud->message);
	if(hud->helpVisible) DrawHelp(hud, renderer, width, height);
}

void demoHudDraw(const demoHud *hud, SDL_Renderer *renderer) {
	int width = 0, height = 0;
	SDL_GetRendererOutputSize(renderer, &width, &height);
	int zoom = ChooseZoom(height);
	if(width / zoom < SMALLEST_WIDTH || height / zoom < SMALLEST_HEIGHT) return;
	SDL_RenderSetScale(renderer, (float)zoom, (float)zoom);
	DrawLayers(hud, renderer, width / zoom, height / zoom);
	SDL_RenderSetScale(renderer, 1.0f, 1.0f);
}
