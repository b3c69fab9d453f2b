/* SPDX-License-Identifier: MIT */
#include "palette.h"

#include <math.h>

const cpVect demoPaletteLight = {-0.5, -0.866};

/// How much a leaning facet gains or loses.
static const double lightContrast = 0.17;

static Uint8 ToByte(double value) {
	return (Uint8)(value <= 0.0 ? 0.0 : value >= 1.0 ? 255.0 : 255.0 * value + 0.5);
}

static double GammaEncode(double linear) {
	return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
}

/// Source: Ottosson, "A perceptual color space for image processing", 2020.
static void OklabToRgb(double L, double a, double b, double rgb[3]) {
	double l = pow(L + 0.3963377774 * a + 0.2158037573 * b, 3.0);
	double m = pow(L - 0.1055613458 * a - 0.0638541728 * b, 3.0);
	double s = pow(L - 0.0894841775 * a - 1.2914855480 * b, 3.0);
	rgb[0] = GammaEncode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
	rgb[1] = GammaEncode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
	rgb[2] = GammaEncode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
}

static double LightOn(double directionX, double directionY, int lean) {
	double normalX = -directionY * lean, normalY = directionX * lean;
	return 1.0 + lightContrast * (normalX * (double)demoPaletteLight.x + normalY * (double)demoPaletteLight.y);
}

/// A circle in a perceptual color space: neighbors in heading are neighbors in color, none outshines the others.
static void HeadingColor(double angle, double rgb[3]) {
	const double lightness = 0.81, centerA = -0.01, centerB = -0.018, radius = 0.07;
	double hue = angle + 3.6;
	OklabToRgb(lightness, centerA + radius * cos(hue), centerB + radius * sin(hue), rgb);
}

/// The place of a direction in the table. Goes round a diamond instead of a circle, which needs no arctangent: that
/// would cost more than all the rest of a small figure.
static int HeadingIndex(float x, float y) {
	float sum = fabsf(x) + fabsf(y);
	float quarters = sum > 0.0f ? y / sum : 0.0f;
	if(x < 0.0f) quarters = 2.0f - quarters;
	return (int)((quarters + 4.0f) * (DEMO_PALETTE_HEADINGS / 4)) & (DEMO_PALETTE_HEADINGS - 1);
}

/// The angle in the middle of a place in the table.
static double IndexAngle(int index) {
	double quarters = (index + 0.5) * 4.0 / DEMO_PALETTE_HEADINGS;
	double y = quarters < 1.0 ? quarters : quarters < 3.0 ? 2.0 - quarters : quarters - 4.0;
	double x = quarters < 2.0 ? 1.0 - quarters : quarters - 3.0;
	return atan2(y, x);
}

void demoPaletteInit(demoPalette *palette) {
	for(int i = 0; i < DEMO_PALETTE_HEADINGS; i++) {
		double rgb[3], angle = IndexAngle(i);
		HeadingColor(angle, rgb);
		for(int lean = -1; lean <= 1; lean++) {
			double light = LightOn(cos(angle), sin(angle), lean);
			palette->colors[lean + 1][i] =
				(SDL_Color){ToByte(rgb[0] * light), ToByte(rgb[1] * light), ToByte(rgb[2] * light), 255};
		}
	}
}

SDL_Color demoPaletteHeading(const demoPalette *palette, cpVect direction, int lean) {
	return palette->colors[lean + 1][HeadingIndex((float)direction.x, (float)direction.y)];
}

SDL_Color demoPaletteLit(flockColor color, cpVect direction, int lean) {
	double light = LightOn((double)direction.x, (double)direction.y, lean) / 255.0;
	return (SDL_Color){ToByte(color.r * light), ToByte(color.g * light), ToByte(color.b * light), 255};
}
