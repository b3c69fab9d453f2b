// SPDX-License-Identifier: MIT
// The birds and predators of the first Matter.js article, once more on the real engine.
import { fly, generator, misplacement, misspeed, sceneText } from './driver.mjs';

const SIGHT = 60, FEAR = 150, TOP_SPEED = 4, HUNT = 2.5;
const STRENGTH = { apart: 0.0015, along: 0.001, together: 0.0008, flight: 0.006 };

export const stateOf = (body) => ({ x: body.position.x, y: body.position.y, vx: body.velocity.x, vy: body.velocity.y });

// A simulation with its own rules in the engine's beforeUpdate.
class Aviary {
	constructor(Matter, inLoopOrder) {
		this.Matter = Matter;
		this.engine = Matter.Engine.create({ gravity: { x: 0, y: 0 } });
		this.birds = [];
		this.predators = [];
		this.group = Matter.Body.nextGroup(true);
		this.inLoopOrder = inLoopOrder;
		this.touched = []; // per bird: did an earlier clamp of this step change its alignment?
		Matter.Events.on(this.engine, 'beforeUpdate', () => this.steer());
	}

	add(list, radius, options, s) {
		const { Bodies, Body, Composite } = this.Matter;
		const body = Bodies.circle(s.x, s.y, radius, { collisionFilter: { group: this.group }, ...options });
		Body.setVelocity(body, { x: s.vx, y: s.vy });
		Composite.add(this.engine.world, body);
		list.push(body);
	}

	addBird(s) { this.add(this.birds, 5, { frictionAir: 0.02 }, s); }
	addPredator(s) { this.add(this.predators, 15, {}, s); }

	scaled(vector, length) {
		const { Vector } = this.Matter;
		return Vector.mult(Vector.normalise(vector), length);
	}

	// The three flock rules for bird i; `seen` is where and how fast the others are.
	flockWish(i, seen) {
		const here = this.birds[i].position;
		const apart = { x: 0, y: 0 }, along = { x: 0, y: 0 }, together = { x: 0, y: 0 };
		let count = 0;
		seen.forEach((other, j) => {
			const dx = here.x - other.position.x, dy = here.y - other.position.y, d = Math.sqrt(dx * dx + dy * dy);
			if (j === i || d === 0 || d >= SIGHT) return;
			apart.x += dx / d / d;
			apart.y += dy / d / d;
			along.x += other.velocity.x;
			along.y += other.velocity.y;
			together.x += other.position.x;
			together.y += other.position.y;
			count++;
		});
		if (count > 0) {
			together.x = together.x / count - here.x;
			together.y = together.y / count - here.y;
		}
		return [this.scaled(apart, STRENGTH.apart), this.scaled(along, STRENGTH.along), this.scaled(together, STRENGTH.together)];
	}

	flightWish(i) {
		const here = this.birds[i].position, away = { x: 0, y: 0 };
		for (const predator of this.predators) {
			const dx = here.x - predator.position.x, dy = here.y - predator.position.y, d = Math.sqrt(dx * dx + dy * dy);
			if (d === 0 || d >= FEAR) continue;
			away.x += (dx / d) * (1 - d / FEAR);
			away.y += (dy / d) * (1 - d / FEAR);
		}
		return this.scaled(away, STRENGTH.flight);
	}

	clampAndTurn(bird) {
		const { Body, Vector } = this.Matter, speed = Vector.magnitude(bird.velocity);
		if (speed > TOP_SPEED) Body.setVelocity(bird, this.scaled(bird.velocity, TOP_SPEED));
		if (speed > 0.1) Body.setAngle(bird, Math.atan2(bird.velocity.y, bird.velocity.x));
	}

	steer() {
		const { Body } = this.Matter;
		const frozen = this.birds.map((b) => ({ position: { ...b.position }, velocity: { ...b.velocity } }));
		const seen = this.inLoopOrder ? this.birds : frozen; // bodies change under the loop, copies do not
		this.touched = this.birds.map((bird, i) => {
			const wishes = [...this.flockWish(i, seen), this.flightWish(i)], still = this.flockWish(i, frozen)[1];
			for (const wish of wishes) Body.applyForce(bird, bird.position, wish);
			this.clampAndTurn(bird);
			return Math.hypot(wishes[1].x - still.x, wishes[1].y - still.y) > 1e-15;
		});
		for (const predator of this.predators) this.hunt(predator);
	}

	hunt(predator) {
		const ways = this.birds.map((b) => ({ x: b.position.x - predator.position.x, y: b.position.y - predator.position.y }));
		const way = ways.reduce((a, b) => (Math.hypot(b.x, b.y) < Math.hypot(a.x, a.y) ? b : a));
		this.Matter.Body.setVelocity(predator, this.scaled(way, HUNT));
	}

	step() { this.Matter.Engine.update(this.engine, 1000 / 60); }
	state() { return [...this.birds, ...this.predators].map(stateOf); }
}

function aviary(Matter, inLoopOrder) {
	const random = generator(4711), result = new Aviary(Matter, inLoopOrder);
	for (let i = 0; i < 30; i++) {
		const x = 250 + 260 * random(), y = 180 + 260 * random(), turn = 2 * Math.PI * random(), speed = 1 + 2 * random();
		result.addBird({ x, y, vx: Math.cos(turn) * speed, vy: Math.sin(turn) * speed });
	}
	result.addPredator({ x: 180, y: 310, vx: 0, vy: 0 });
	result.addPredator({ x: 600, y: 330, vx: 0, vy: 0 });
	return result;
}

function scene(world, state, steps) {
	const head = ['species matter-bird', 'species matter-predator', 'relation 0 1 evade', 'relation 1 0 pursue', 'relation 1 1 none'];
	const bodies = state.map((s, i) => (i < world.birds.length ? [0, world.birds[0].mass, 5, s] : [1, world.predators[0].mass, 15, s]));
	return sceneText(head, bodies, [], steps);
}

// Every bird reads the state of the step's begin: the whole flight is the flock's.
function wholeFlight(Matter, driver, steps) {
	const world = aviary(Matter, false), start = world.state(), [flight] = fly(driver, [scene(world, start, steps)]);
	let position = 0, velocity = 0;
	for (let k = 0; k < steps; k++) {
		world.step();
		world.state().forEach((s, i) => {
			position = Math.max(position, misplacement(flight[k][i], s));
			velocity = Math.max(velocity, misspeed(flight[k][i], s));
		});
	}
	return { what: `000 one frozen state per step, ${steps} steps flown`, compared: steps * start.length, position, velocity, tolerance: 1e-6 };
}

// The article's own loop clamps one bird after the other. Each step is flown from the engine's state; birds whose
// alignment an earlier clamp of the same step has changed are left out of it.
function stepByStep(Matter, driver, steps) {
	const world = aviary(Matter, true), scenes = [], nexts = [], touched = [];
	for (let k = 0; k < steps; k++) {
		scenes.push(scene(world, world.state(), 1));
		world.step();
		nexts.push(world.state());
		touched.push(world.touched);
	}
	let position = 0, velocity = 0, compared = 0, left = 0;
	fly(driver, scenes).forEach(([state], k) => {
		state.forEach((s, i) => {
			if (touched[k][i]) return left++;
			compared++;
			position = Math.max(position, misplacement(s, nexts[k][i]) / Math.max(1, Math.hypot(s.x, s.y)));
			velocity = Math.max(velocity, misspeed(s, nexts[k][i]) / Math.max(1, Math.hypot(s.vx, s.vy)));
		});
	});
	return { what: `000 in the loop's order, ${steps} single steps (${left} bird-steps changed by a clamp left out)`,
		compared, position, velocity, tolerance: 1e-9 };
}

export const checkBirds = ({ Matter }, driver) => [wholeFlight(Matter, driver, 240), stepByStep(Matter, driver, 240)];
