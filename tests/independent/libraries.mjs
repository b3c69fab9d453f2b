// SPDX-License-Identifier: MIT
// Loads matter-js and the vectors of p5 without a browser.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

// p5 looks for a page while it is loaded. Its vectors do not: whatever else it asks for is this thing, which answers
// everything with itself.
function standIns() {
	const names = ['document', 'navigator', 'screen', 'location', 'XMLHttpRequest', 'addEventListener'];
	const anything = new Proxy(function () {}, {
		get: (target, key) => (key === Symbol.toPrimitive ? () => '' : key === 'prototype' ? {} : anything),
		set: () => true,
		apply: () => anything,
		construct: () => anything,
	});
	const missing = names.filter((name) => !(name in globalThis));
	for (const name of missing) globalThis[name] = anything;
	globalThis.window ??= globalThis;
	return () => {
		for (const name of missing) delete globalThis[name];
	};
}

// The packages, or the reason why they cannot be used.
export function loadLibraries() {
	try {
		const Matter = require('matter-js');
		const restore = standIns();
		const p5 = require('p5');
		restore();
		return { Matter, p5 };
	} catch (error) {
		return { reason: error.message.split('\n')[0] };
	}
}
