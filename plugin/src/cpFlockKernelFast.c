/* SPDX-License-Identifier: MIT
 * Stage 3, neighbors: the fast kernel for any instruction set, and the choice among the kernels. */
#include "cpFlockInternal.h"

/* Its lanes fit into the registers of AVX2; wider ones are of no use to it. */
#if defined(CP_FLOCK_TARGET_CLONES)
	#define FLK_KERNEL_CLONES __attribute__((target_clones("avx2", "default")))
#else
	#define FLK_KERNEL_CLONES
#endif

#include "cpFlockSense.h"

#if defined(FLK_HAVE_LANES)

/* Whether this processor has what flkSenseMasked() may be made of. */
static cpBool flkHasMasks(void) {
	#if defined(CP_FLOCK_MASKS)
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
	#else
	return cpFalse;
	#endif
}

/* The least radius of a pass in units from which these are fine enough. */
	#define FLK_LEAST_RADIUS 2e5

static double flkLeastRadius(const flkPass *pass) {
	const double radii[] = {pass->separationRadius, pass->alignmentRadius, pass->cohesionRadius};
	double least = pass->reach;
	for(int i = 0; i < 3 && pass->relation != CP_FLOCK_RELATION_EVADE; i++) {
		if(radii[i] > 0.0) least = flkMin(least, radii[i]);
	}
	return least;
}

void flkKernelFast(const flkPass *pass) {
	if(!(flkLeastRadius(pass) * pass->step->frame->fixed >= FLK_LEAST_RADIUS)) {
		flkKernelReference(pass);
	} else if(!flkHasMasks() || !flkSenseMasked(pass)) {
		flkSense(pass);
	}
}

#else

/* Without vector extensions the plain kernel does the work. */
void flkKernelFast(const flkPass *pass) {
	flkKernelReference(pass);
}

#endif
