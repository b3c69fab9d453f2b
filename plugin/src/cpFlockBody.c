/* SPDX-License-Identifier: MIT
 * What may be done to a body at the moment. */
#include "cpFlockInternal.h"

cpBool flkIsFiniteBody(const cpBody *body) {
	cpVect position = cpBodyGetPosition(body), velocity = cpBodyGetVelocity(body);
	return flkIsFinite((double)position.x) && flkIsFinite((double)position.y) && flkIsFinite((double)velocity.x) &&
		   flkIsFinite((double)velocity.y) && flkIsFinite((double)cpBodyGetAngle(body));
}

cpBool flkIsWritable(cpBody *body) {
	cpVect force = cpBodyGetForce(body);
	double sum = (double)force.x * 0.0 + (double)force.y * 0.0 + (double)cpBodyGetAngularVelocity(body) * 0.0 +
				 (double)cpBodyGetTorque(body) * 0.0;
	return sum == 0.0 && flkIsFiniteBody(body) && cpBodyGetMass(body) >= 0 && cpBodyGetMoment(body) >= 0;
}

cpBool flkWritesDirectly(const cpFlock *flock) {
	return flock->direct && cpSpaceGetSleepTimeThreshold(flock->space) == (cpFloat)INFINITY;
}
