// SPDX-License-Identifier: MIT
// node check.mjs FLOCK_DRIVER: compares the flock with the real libraries. Exit code 0 agreed, 1 did not, 77 left out.
import { checkBirds } from './birds.mjs';
import { checkBoids } from './boids.mjs';
import { checkFish } from './fish.mjs';
import { loadLibraries } from './libraries.mjs';

const SKIPPED = 77, MATTER = '0.20.0';

function skip(reason) {
	console.log(`SKIPPED: ${reason}`);
	console.log('To run it: npm install in tests/independent (see its README.md), then ctest again.');
	process.exit(SKIPPED);
}

function report(rows) {
	console.log('states      position   velocity  tolerance');
	for (const r of rows) {
		const figures = [r.position, r.velocity, r.tolerance].map((x) => x.toExponential(1).padStart(9)).join('  ');
		console.log(`${String(r.compared).padStart(6)}  ${figures}  ${r.what}`);
	}
	return rows.every((r) => r.compared > 0 && r.position <= r.tolerance && r.velocity <= r.tolerance);
}

const driver = process.argv[2];
if (!driver) {
	console.error('usage: node check.mjs FLOCK_DRIVER');
	process.exit(2);
}
const libraries = loadLibraries();
if (libraries.reason) skip(`the npm packages matter-js and p5 are not there (${libraries.reason}).`);
if (libraries.Matter.version !== MATTER) skip(`matter-js ${libraries.Matter.version} is installed, ${MATTER} is needed.`);

console.log(`matter-js ${libraries.Matter.version}, p5 ${libraries.p5.VERSION}, Node.js ${process.version}`);
const agreed = report([checkBirds, checkFish, checkBoids].flatMap((check) => check(libraries, driver)));
console.log(agreed ? 'The flock agrees with the libraries.' : 'FAILED: the flock does not agree with the libraries.');
process.exit(agreed ? 0 : 1);
