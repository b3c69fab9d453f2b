/* SPDX-License-Identifier: MIT
 * The characters of the HUD. */
#ifndef DEMO_FONT_H
#define DEMO_FONT_H

#define DEMO_FONT_WIDTH 7
#define DEMO_FONT_HEIGHT 14
#define DEMO_FONT_CHARACTERS 128

/// One byte per row, the leftmost pixel in its highest bit; printable ASCII, everything else is empty.
extern const unsigned char demoFont[DEMO_FONT_CHARACTERS][DEMO_FONT_HEIGHT];

#endif
