// SPDX-License-Identifier: MIT
// The fish and obstacles of the second Matter.js article, once more on the real engine, with the ray that the article means:
// the nearest hit on the exact shape (matter-js' own ray query tells no point, and takes circles for polygons).
import { stateOf } from './birds.mjs';
import { fly, generator, misplacement, misspeed, sceneText } from './driver.mjs';

const SIGHT = 100, LOOK = 60, TOGETHER = 0.0003, AVOID = 0.002;

// Share of the way from a to b at which a circle is entered; 0 from inside, Infinity for none.
function enterCircle(circle, a, b) {
	const fx = a.x - circle.position.x, fy = a.y - circle.position.y, dx = b.x - a.x, dy = b.y - a.y;
	const c = fx * fx + fy * fy - circle.circleRadius ** 2;
	if (c <= 0) return 0;
	const half = fx * dx + fy * dy, square = dx * dx + dy * dy, root = half * half - square * c;
	if (root < 0 || half >= 0) return Infinity;
	const t = (-half - Math.sqrt(root)) / square;
	return t <= 1 ? t : Infinity;
}

// The same for a convex polygon: the way is cut by each side in turn.
function enterPolygon(body, a, b) {
	let low = 0, high = 1;
	const corners = body.vertices;
	for (let i = 0; i < corners.length; i++) {
		const p = corners[i], q = corners[(i + 1) % corners.length], nx = q.y - p.y, ny = p.x - q.x;
		// outward for corners in Matter's order; > 0 is outside
		const from = nx * (a.x - p.x) + ny * (a.y - p.y), change = nx * (b.x - a.x) + ny * (b.y - a.y);
		if (change === 0 && from > 0) return Infinity;
		if (change < 0) low = Math.max(low, -from / change);
		if (change > 0) high = Math.min(high, -from / change);
	}
	return low <= high ? low : Infinity;
}

class Aquarium {
	constructor(Matter) {
		this.Matter = Matter;
		this.engine = Matter.Engine.create({ gravity: { x: 0, y: 0 } });
		this.fish = [];
		this.obstacles = [];
		this.looks = this.disagreements = this.avoiding = 0;
		Matter.Events.on(this.engine, 'beforeUpdate', () => this.fish.forEach((f) => this.steer(f)));
	}

	add(list, body, s) {
		const { Body, Composite } = this.Matter;
		if (!body.isStatic) Body.setVelocity(body, { x: s.vx, y: s.vy });
		Composite.add(this.engine.world, body);
		list.push(body);
	}

	addFish(s) {
		const options = { frictionAir: 0.05, collisionFilter: { category: 2, mask: 1 } };
		this.add(this.fish, this.Matter.Bodies.circle(s.x, s.y, 6, options), s);
	}

	cohesion(fish) {
		const { Vector } = this.Matter, near = this.fish.filter(
			(f) => f !== fish && Math.hypot(f.position.x - fish.position.x, f.position.y - fish.position.y) < SIGHT);
		if (near.length === 0) return { x: 0, y: 0 };
		const middle = near.reduce((sum, f) => Vector.add(sum, f.position), { x: 0, y: 0 });
		return Vector.mult(Vector.normalise(Vector.sub(Vector.div(middle, near.length), fish.position)), TOGETHER);
	}

	// On polygons Matter's own verdict must be the same.
	compareVerdict(body, fish, end, t) {
		if (body.circleRadius) return;
		this.looks++;
		if (this.Matter.Query.ray([body], fish.position, end).length > 0 !== t < Infinity) this.disagreements++;
	}

	avoidance(fish) {
		const { Vector } = this.Matter;
		if (Vector.magnitude(fish.velocity) === 0) return { x: 0, y: 0 };
		const end = Vector.add(fish.position, Vector.mult(Vector.normalise(fish.velocity), LOOK));
		let nearest = Infinity, hit = null;
		for (const body of this.obstacles) {
			const t = (body.circleRadius ? enterCircle : enterPolygon)(body, fish.position, end);
			this.compareVerdict(body, fish, end, t);
			if (t < nearest) [nearest, hit] = [t, body];
		}
		if (!hit) return { x: 0, y: 0 };
		this.avoiding++;
		return Vector.mult(Vector.normalise(Vector.sub(fish.position, hit.position)), AVOID * (1 - nearest));
	}

	steer(fish) {
		const { Body, Vector } = this.Matter;
		Body.applyForce(fish, fish.position, Vector.add(this.cohesion(fish), this.avoidance(fish)));
		if (Vector.magnitude(fish.velocity) > 0.1) Body.setAngle(fish, Math.atan2(fish.velocity.y, fish.velocity.x));
	}

	step() {
		this.Matter.Engine.update(this.engine, 1000 / 60);
		return !this.engine.pairs.list.some((pair) => pair.isActive); // false: a fish touched an obstacle
	}

	state() { return this.fish.map(stateOf); }
}

function aquarium(Matter) {
	const { Bodies } = Matter, random = generator(815), result = new Aquarium(Matter);
	for (let i = 0; i < 10; i++) {
		const x = 300 + 120 * random(), y = 200 + 120 * random(), turn = 2 * Math.PI * random(), speed = 1 + random();
		result.addFish({ x, y, vx: Math.cos(turn) * speed, vy: Math.sin(turn) * speed });
	}
	result.add(result.obstacles, Bodies.circle(270, 250, 25, { isStatic: true }), {});
	result.add(result.obstacles, Bodies.rectangle(480, 260, 50, 30, { angle: -0.4, frictionAir: 0 }), { vx: -0.9, vy: 0.05 });
	return result;
}

function scene(world, steps) {
	const obstacles = world.obstacles.map((b) => ({ ...stateOf(b), radius: b.circleRadius, width: 50, height: 30, angle: b.angle }));
	return sceneText(['species matter-fish'], world.state().map((s) => [0, world.fish[0].mass, 6, s]), obstacles, steps);
}

function wholeFlight(Matter, driver, steps) {
	const world = aquarium(Matter), [flight] = fly(driver, [scene(world, steps)]);
	let position = 0, velocity = 0;
	for (let k = 0; k < steps; k++) {
		if (!world.step()) throw new Error(`a fish touched an obstacle in step ${k}: choose another layout`);
		world.state().forEach((s, i) => {
			position = Math.max(position, misplacement(flight[k][i], s));
			velocity = Math.max(velocity, misspeed(flight[k][i], s));
		});
	}
	return { what: `001 two obstacles, ${steps} steps swum, ${world.avoiding} fish-steps avoid`, compared: steps * world.fish.length,
		position, velocity, tolerance: 1e-6 };
}

// Farther than rounding lets a whole flight be compared.
function stepByStep(Matter, driver, steps) {
	const world = aquarium(Matter), scenes = [], nexts = [];
	for (let k = 0; k < steps; k++) {
		const now = scene(world, 1);
		if (!world.step()) break;
		scenes.push(now);
		nexts.push(world.state());
	}
	if (world.disagreements > 0) throw new Error(`matter-js' ray query disagrees in ${world.disagreements} of ${world.looks} looks`);
	let position = 0, velocity = 0, compared = 0;
	fly(driver, scenes).forEach(([state], k) => state.forEach((s, i) => {
		compared++;
		position = Math.max(position, misplacement(s, nexts[k][i]) / Math.max(1, Math.hypot(s.x, s.y)));
		velocity = Math.max(velocity, misspeed(s, nexts[k][i]) / Math.max(1, Math.hypot(s.vx, s.vy)));
	}));
	return { what: `001 two obstacles, ${scenes.length} single steps, ${world.avoiding} fish-steps avoid`, compared, position, velocity,
		tolerance: 1e-9 };
}

export const checkFish = ({ Matter }, driver) => [wholeFlight(Matter, driver, 60), stepByStep(Matter, driver, 150)];
