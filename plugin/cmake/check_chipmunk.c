/* SPDX-License-Identifier: MIT
 * Run at configure time: Chipmunk's library must compute with the numbers it is given. Handing numbers in and
 * reading them back is not enough: their bits come back whole through a library of another cpFloat, too. */
#include <stdio.h>

#include <chipmunk/chipmunk.h>

int main(void) {
	cpFloat circle = cpMomentForCircle((cpFloat)3.0, (cpFloat)0.0, (cpFloat)2.0, cpv((cpFloat)1.0, (cpFloat)-1.0));
	cpBody *body = cpBodyNew((cpFloat)3.0, (cpFloat)7.0);
	cpBodySetPosition(body, cpv((cpFloat)1.5, (cpFloat)-2.25));
	cpVect position = cpBodyGetPosition(body);
	cpVect world = cpBodyLocalToWorld(body, cpv((cpFloat)0.5, (cpFloat)0.25));
	cpBodySetVelocity(body, cpv((cpFloat)2.0, (cpFloat)0.0));
	cpFloat energy = cpBodyKineticEnergy(body);
	printf("cpFloat has %d bytes: circle's moment %g (12), position %g, %g (1.5, -2.25), shifted %g, %g (2, -2), "
		   "energy %g (12)\n",
		(int)sizeof(cpFloat), (double)circle, (double)position.x, (double)position.y, (double)world.x, (double)world.y,
		(double)energy);
	cpBodyFree(body);
	return circle == 12 && position.x == (cpFloat)1.5 && position.y == (cpFloat)-2.25 && world.x == 2 &&
				   world.y == -2 && energy == 12
			   ? 0
			   : 1;
}
