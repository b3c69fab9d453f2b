/* SPDX-License-Identifier: MIT
 * Stage 3, neighbors: the fast kernel for processors with mask registers. This file alone is compiled for them
 * (AVX-512VL, eight lanes as everywhere, see cpFlockMasks.h), and its function is only called where they are. */
#if defined(__AVX512VL__)

	#define FLK_KERNEL_CLONES
	#include "cpFlockSense.h"

#else

	#include "cpFlockInternal.h"

#endif

#if defined(FLK_HAVE_LANES)

cpBool flkSenseMasked(const flkPass *pass) {
	flkSense(pass);
	return cpTrue;
}

#else

cpBool flkSenseMasked(const flkPass *pass) {
	(void)pass;
	return cpFalse;
}

#endif
