import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createOutbox, type Outbox, type Source } from './outbox.ts';

const nothing = () => {};

function open() {
	const stream = new PassThrough();
	const outbox = createOutbox(stream, { framing: () => 'lines', onTaken: nothing, onLost: nothing });
	const read = () =>
		String(stream.read() ?? '')
			.replaceAll('\n', ' ')
			.trim();
	return { stream, outbox, read };
}

/** Gives away its texts one by one; those behind `'held'` only by force. */
function sourceOf(...texts: string[]): Source {
	return {
		next(force) {
			if (texts[0] === 'held') {
				if (!force) return undefined;
				texts.shift();
			}
			return texts.shift();
		},
	};
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a source', () => {
	it('is asked at the end of the turn, and before anything that is sent while there is room', async () => {
		const { outbox, read } = open();
		outbox.poke(sourceOf('a', 'b'));
		outbox.send('answer');
		await turn();
		expect(read()).toBe('a b answer');
	});

	it('has its turn beside the others', async () => {
		const { outbox, read } = open();
		outbox.poke(sourceOf('a1', 'a2'));
		outbox.poke(sourceOf('b1', 'b2'));
		await turn();
		expect(read()).toBe('a1 b1 a2 b2');
	});

	it('is not asked while there is no room; answers overtake what it has', async () => {
		const { outbox, read } = open();
		outbox.send('x'.repeat(200_000));
		outbox.poke(sourceOf('event'));
		outbox.send('answer');
		void outbox.flush();
		let text = '';
		while (!text.includes('event')) {
			text += `${read()} `;
			await turn();
		}
		expect(text.replace(/x+/g, 'x').split(/[x ]+/).filter(Boolean)).toEqual(['answer', 'event']);
	});

	it('gives all it has when the outbox is flushed, and when the stream is lost', async () => {
		const { outbox, read, stream } = open();
		outbox.poke(sourceOf('a', 'held', 'b'));
		await turn();
		expect(read()).toBe('a');
		outbox.poke(sourceOf('held', 'b'));
		void outbox.flush();
		await turn();
		expect(read()).toBe('b');
		stream.destroy();
		await turn();
		const rest = sourceOf('held', 'c');
		outbox.poke(rest);
		expect(rest.next(true)).toBeUndefined();
	});
});

describe.each([
	['room', (outbox: Outbox) => outbox.room(), undefined, undefined],
	['a flush', (outbox: Outbox) => outbox.flush(), undefined, undefined],
	['delivery', (outbox: Outbox) => outbox.delivered(), true, false],
])('waiting for %s', (_what, wait, whenTaken, whenLost) => {
	/** An outbox with 2 MiB that nobody has taken, and somebody who waits. */
	async function waiting() {
		const taking: (() => void)[] = [];
		const stream = new Writable({ write: (_chunk, _encoding, taken) => void taking.push(taken) });
		const outbox = createOutbox(stream, { framing: () => 'lines', onTaken: nothing, onLost: nothing });
		outbox.send('x'.repeat(2 << 20));
		const state = { isOver: false, value: undefined as unknown };
		const over = Promise.resolve(wait(outbox)).then((value) => Object.assign(state, { isOver: true, value }));
		for (let count = 0; count < 5; count++) await turn();
		expect(state.isOver).toBe(false);
		return { stream, over, taking };
	}

	it('ends when the operating system has taken what was there', async () => {
		const { over, taking } = await waiting();
		let isOver = false;
		void over.then(() => {
			isOver = true;
		});
		while (!isOver) {
			taking.shift()?.();
			await turn();
		}
		expect(await over).toEqual({ isOver: true, value: whenTaken });
	});

	it('ends when the stream is lost', async () => {
		const { stream, over } = await waiting();
		stream.destroy();
		expect(await over).toEqual({ isOver: true, value: whenLost });
	});
});
