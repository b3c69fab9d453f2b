/* SPDX-License-Identifier: MIT
 * Small vector and number functions of the stages. Only +, -, *, / and sqrt where results steer bodies: these are
 * rounded the same way on every machine. */
#ifndef CP_FLOCK_MATH_H
#define CP_FLOCK_MATH_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define FLK_TWO_PI 6.283185307179586476925286766559

/* False for NaN and infinity; does not depend on isfinite(), which -ffast-math may fold away. */
static inline int flkIsFinite(double value) {
	return value - value == 0.0;
}

/* In the form of the instructions for minimum and maximum, which keep a value that is not a number. */
static inline double flkClamp(double value, double low, double high) {
	double raised = low > value ? low : value;
	return high < raised ? high : raised;
}

static inline double flkMin(double a, double b) {
	return a < b ? a : b;
}

static inline double flkMax(double a, double b) {
	return a > b ? a : b;
}

static inline int flkAtLeast(int value, int low) {
	return value < low ? low : value;
}

static inline int flkAtMost(int value, int high) {
	return value > high ? high : value;
}

static inline double flkLength(double x, double y) {
	return sqrt(x * x + y * y);
}

/* Scales (x, y) to `length`; a zero vector stays zero. */
static inline void flkSetLength(double *x, double *y, double length) {
	double now = flkLength(*x, *y);
	double scale = now > 0.0 ? length / now : 0.0;
	*x *= scale;
	*y *= scale;
}

/* The same for vectors whose square would overflow. */
static inline void flkSetLengthOfHuge(double *x, double *y, double length) {
	double largest = flkMax(fabs(*x), fabs(*y));
	*x /= largest;
	*y /= largest;
	flkSetLength(x, y, length);
}

/* Shortens (x, y) to at most `limit`. */
static inline void flkLimit(double *x, double *y, double limit) {
	double square = *x * *x + *y * *y;
	double scale = square > limit * limit ? limit / sqrt(square) : 1.0;
	*x *= scale;
	*y *= scale;
}

/* floor() and rint() without a call into the C library, which they are where the instruction set has none for them. */
static inline double flkFloor(double value) {
	if(!(fabs(value) < 4503599627370496.0)) return value; /* 2^52: whole, or not a number */
	double whole = (double)(int64_t)value;
	return whole > value ? whole - 1.0 : whole;
}

/* rint() of values below 2^51, and some whole number of larger ones: without a branch, for loops that are to be vectors. */
static inline double flkRoundSmall(double value) {
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0
	/* 1.5 * 2^52: the sum has no fraction bits left. */
	return (value + 6755399441055744.0) - 6755399441055744.0;
#else
	return rint(value);
#endif
}

static inline double flkRound(double value) {
	return fabs(value) < 2251799813685248.0 ? flkRoundSmall(value) : rint(value);
}

/* A position as a whole number of units that wraps round at 2^32, so that the difference of two that are less than 2^31
 * units apart is right whatever their place. Values too large for that give some number. */
static inline uint32_t flkFixed(double value, double unitsPerPixel) {
	double units = value * unitsPerPixel, turns = units * (1.0 / 4294967296.0);
	uint64_t bits;
	units -= flkRoundSmall(turns) * 4294967296.0;
	units += 6755399441055744.0; /* the whole number is in the low bits, see flkRoundSmall() */
	memcpy(&bits, &units, sizeof(bits));
	return (uint32_t)bits;
}

/* Moves value into [min, min + extent) by a whole number of extents. */
static inline double flkWrap(double value, double min, double extent) {
	double offset = value - min;
	if(offset >= 0.0 && offset < extent) return value;
	double wrapped = value - extent * flkFloor(offset / extent);
	/* Rounding may land on the upper edge, or outside for values far away. */
	return wrapped >= min && wrapped < min + extent ? wrapped : min;
}

/* Shortens a difference to the nearest image on a circle of this circumference. */
static inline double flkNearestImage(double difference, double extent) {
	return difference - extent * flkRound(difference / extent);
}

/* Finalizer of the splitmix64 generator (Steele, Lea, Flood 2014): a good 64-bit mix. */
static inline uint64_t flkMix(uint64_t value) {
	value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
	return value ^ (value >> 31);
}

static inline uint64_t flkHash(uint64_t seed, uint64_t a) {
	return flkMix(seed + (a + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

/* A hash as a number in [-1, 1). */
static inline double flkSigned(uint64_t hash) {
	return (double)(int64_t)(hash >> 11) * (1.0 / 4503599627370496.0) - 1.0;
}

#endif
