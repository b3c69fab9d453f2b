// SPDX-License-Identifier: MIT
// Talks to flock_driver: scenes as text, states back. Units of a scene are those of the other program, px and steps.
import { spawnSync } from 'node:child_process';

export const RATE = 60; // steps per second

const line = (...words) => words.join(' ');

// A scene's lines up to its members. `head` are commands, bodies are [species, mass, radius, {x, y, vx, vy}], velocities in
// px per step.
export function sceneText(head, bodies, obstacles, steps) {
	const lines = ['kernel reference', ...head];
	for (const [species, mass, radius, s] of bodies) {
		lines.push(line('body', species, mass, radius, s.x, s.y, s.vx * RATE, s.vy * RATE));
	}
	for (const o of obstacles) {
		const place = [o.x, o.y, o.vx * RATE, o.vy * RATE];
		lines.push(o.radius ? line('circle', o.radius, ...place) : line('box', o.width, o.height, ...place, o.angle));
	}
	lines.push(line('run', steps, RATE));
	return lines.join('\n') + '\n';
}

// Flies all scenes in one process: for each a list of states, and a state is a list of {x, y, vx, vy}.
export function fly(driver, scenes) {
	const result = spawnSync(driver, { input: scenes.join(''), encoding: 'utf8', maxBuffer: 1 << 30 });
	if (result.error || result.status !== 0) {
		throw new Error(`flock_driver failed: ${result.error ?? result.stderr.trim().split('\n').pop()}`);
	}
	const flights = [];
	let flight = [];
	for (const text of result.stdout.split('\n')) {
		const [word, ...numbers] = text.split(' '); // Chipmunk greets with lines of its own
		if (word === 'step') flight.push([]);
		if (word === 'end') flight = (flights.push(flight), []);
		if (word !== 'at') continue;
		const [x, y, vx, vy] = numbers.map(Number);
		flight.at(-1).push({ x, y, vx: vx / RATE, vy: vy / RATE });
	}
	if (flights.length !== scenes.length) throw new Error('flock_driver did not fly every scene');
	return flights;
}

// mulberry32, a small public-domain generator: numbers in [0, 1).
export function generator(seed) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ (state >>> 15), state | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
}

// Errors of a state against another; where a world is given, the short way round it.
export function misplacement(a, b, world) {
	let dx = a.x - b.x, dy = a.y - b.y;
	if (world) {
		dx -= world.width * Math.round(dx / world.width);
		dy -= world.height * Math.round(dy / world.height);
	}
	return Math.hypot(dx, dy);
}

export const misspeed = (a, b) => Math.hypot(a.vx - b.vx, a.vy - b.vy);
