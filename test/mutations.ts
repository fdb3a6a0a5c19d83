/** What was done to a stream. A `cut` one lacks its end. */
export type MutationKind = 'drop' | 'duplicate' | 'reorder' | 'cut' | 'flip' | 'splice';

/** A stream with one thing or a few wrong. */
export interface Mutation {
	readonly kind: MutationKind;
	readonly body: Buffer;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

const kinds: readonly MutationKind[] = ['drop', 'duplicate', 'reorder', 'cut', 'flip', 'splice'];

/** Changes an event stream: events are dropped, sent twice or out of order, bytes changed, pieces of it put elsewhere, or its end cut off. */
export function mutate(body: Buffer, random: () => number): Mutation {
	const kind = kinds[Math.floor(random() * kinds.length)] as MutationKind;
	const below = (bound: number) => Math.floor(random() * bound);
	switch (kind) {
		case 'cut':
			return { kind, body: random() < 0.5 ? body.subarray(0, below(body.length)) : withoutLastEvents(body, below) };
		case 'flip':
			return { kind, body: flipped(body, below) };
		case 'splice':
			return { kind, body: spliced(body, below) };
		case 'drop':
		case 'duplicate':
		case 'reorder':
			return { kind, body: Buffer.from(withEvents(eventsOf(body), kind, below).join('')) };
	}
}

type Below = (bound: number) => number;

/** Anywhere else a cut leaves half an event behind, which gives it away. */
function withoutLastEvents(body: Buffer, below: Below): Buffer {
	const events = eventsOf(body);
	return Buffer.from(events.slice(0, below(events.length)).join(''));
}

function flipped(body: Buffer, below: Below): Buffer {
	const changed = Buffer.from(body);
	for (let flips = 1 + below(8); flips > 0; flips -= 1) changed[below(changed.length)] = below(256);
	return changed;
}

function spliced(body: Buffer, below: Below): Buffer {
	const [from, at] = [below(body.length), below(body.length)];
	const piece = body.subarray(from, from + 1 + below(200));
	return Buffer.concat([body.subarray(0, at), piece, body.subarray(at)]);
}

function eventsOf(body: Buffer): string[] {
	return body.toString('utf8').split(/(?<=\n\r?\n)/);
}

function withEvents(events: string[], kind: 'drop' | 'duplicate' | 'reorder', below: Below): string[] {
	for (let times = 1 + below(3); times > 0 && events.length > 0; times -= 1) {
		const [taken = ''] = events.splice(below(events.length), kind === 'duplicate' ? 0 : 1);
		if (kind === 'reorder') events.splice(below(events.length + 1), 0, taken);
		if (kind === 'duplicate') events.splice(below(events.length), 0, events[below(events.length)] ?? '');
	}
	return events;
}
