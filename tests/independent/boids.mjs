// SPDX-License-Identifier: MIT
// The boids of the p5.js snippet, once more with p5's vectors.
import { fly, generator, misplacement, misspeed, sceneText } from './driver.mjs';

const CANVAS = { width: 640, height: 420 };
const SIGHT = 60, CLOSE = 24, TOP_SPEED = 2.3, TURN = 0.08;

class Boid {
	constructor(p5, x, y, turn) {
		this.p5 = p5;
		this.place = new p5.Vector(x, y);
		this.speed = new p5.Vector(2 * Math.cos(turn), 2 * Math.sin(turn));
	}

	// What takes the boid from its velocity to full speed in a direction, at most TURN.
	toward(direction) {
		const { Vector } = this.p5;
		if (direction.magSq() === 0) return new Vector(0, 0);
		return Vector.setMag(direction, TOP_SPEED).sub(this.speed).limit(TURN);
	}

	wish(all) {
		const { Vector } = this.p5;
		const near = all.filter((b) => b !== this && this.sees(b, SIGHT)), close = near.filter((b) => this.sees(b, CLOSE));
		const push = new Vector(0, 0), course = new Vector(0, 0), middle = new Vector(0, 0), wish = new Vector(0, 0);
		for (const b of close) {
			const away = Vector.sub(this.place, b.place);
			push.add(away.div(away.magSq()));
		}
		for (const b of near) {
			course.add(b.speed);
			middle.add(b.place);
		}
		if (close.length > 0) wish.add(this.toward(push.div(close.length)).mult(1.5));
		if (near.length > 0) {
			wish.add(this.toward(course.div(near.length)));
			wish.add(this.toward(middle.div(near.length).sub(this.place)));
		}
		return wish.limit(2.5 * TURN);
	}

	sees(other, radius) {
		const d = this.p5.Vector.dist(this.place, other.place);
		return d > 0 && d < radius;
	}

	move(wish) {
		this.speed.add(wish).limit(TOP_SPEED);
		this.place.add(this.speed);
		this.place.x = (this.place.x + CANVAS.width) % CANVAS.width;
		this.place.y = (this.place.y + CANVAS.height) % CANVAS.height;
	}

	state() { return { x: this.place.x, y: this.place.y, vx: this.speed.x, vy: this.speed.y }; }
}

export function checkBoids({ p5 }, driver) {
	const frames = 120, random = generator(2718), boids = [];
	for (let i = 0; i < 60; i++) {
		const x = CANVAS.width * random(), y = CANVAS.height * random();
		boids.push(new Boid(p5, x, y, 2 * Math.PI * random()));
	}
	const head = ['species p5-boid', `torus 0 0 ${CANVAS.width} ${CANVAS.height}`];
	const [flight] = fly(driver, [sceneText(head, boids.map((b) => [0, 1, 5, b.state()]), [], frames)]);
	let position = 0, velocity = 0;
	for (let k = 0; k < frames; k++) {
		const wishes = boids.map((b) => b.wish(boids)); // all wishes first, then all moves
		boids.forEach((b, i) => b.move(wishes[i]));
		boids.forEach((b, i) => {
			position = Math.max(position, misplacement(flight[k][i], b.state(), CANVAS));
			velocity = Math.max(velocity, misspeed(flight[k][i], b.state()));
		});
	}
	return [{ what: `002 sixty boids, ${frames} frames flown`, compared: frames * boids.length, position, velocity, tolerance: 1e-6 }];
}
