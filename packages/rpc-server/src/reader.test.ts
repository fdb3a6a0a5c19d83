import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createReader } from './reader.ts';

/** A reader of a stream that a test writes to; `log` is what it took, in order. */
function reading(onChunk = () => {}) {
	const input = new PassThrough({ highWaterMark: 1 << 24 });
	const log: string[] = [];
	let onNews: () => void = () => {};
	const say = (text: string) => {
		log.push(text);
		onNews();
	};
	const reader = createReader(input, {
		maxFrameBytes: 1 << 24,
		take: (message) => say(message.kind === 'notification' ? message.method : message.kind),
		onChunk,
		onEnd: () => say('end'),
	});
	reader.start();
	const until = (count: number) =>
		new Promise<void>((resolve) => {
			onNews = () => log.length >= count && resolve();
			onNews();
		});
	return { input, log, reader, until };
}

const line = (method: string) => `{"method":"${method}"}\n`;

/** The stream has handed on all that it would. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a reader in a pause', () => {
	it('takes nothing, and goes on where it was, in order', async () => {
		const { input, log, reader, until } = reading();
		reader.pause();
		for (const method of ['a', 'b', 'c']) input.write(line(method));
		await settled();
		expect(log).toEqual([]);
		reader.resume();
		input.write(line('d'));
		await until(4);
		expect(log).toEqual(['a', 'b', 'c', 'd']);
	});

	it('notices the end of the input, and takes first what came before it', async () => {
		const { input, log, reader, until } = reading();
		reader.pause();
		input.write(line('a'));
		input.end(line('b'));
		await until(3);
		expect(log).toEqual(['a', 'b', 'end']);
	});

	it('reads a mebibyte ahead, and no more until it goes on', async () => {
		const { input, log, reader, until } = reading();
		reader.pause();
		const text = line('x'.repeat(100_000));
		for (let count = 0; count < 20; count += 1) {
			input.write(text);
			await settled();
		}
		expect(input.isPaused()).toBe(true);
		expect(input.readableLength).toBe(9 * text.length);
		expect(log).toEqual([]);
		reader.resume();
		await until(20);
	});

	it('that begins again while it takes what it read ahead keeps the rest', async () => {
		const { input, log, reader } = reading(() => reader.pause());
		reader.pause();
		for (const method of ['a', 'b']) {
			input.write(line(method));
			await settled();
		}
		reader.resume();
		expect(log).toEqual(['a']);
		reader.resume();
		expect(log).toEqual(['a', 'b']);
	});

	it('takes nothing any more once it is stopped', async () => {
		const { input, log, reader } = reading();
		reader.pause();
		input.write(line('a'));
		await settled();
		reader.stop();
		reader.resume();
		input.end();
		await settled();
		expect(log).toEqual([]);
	});
});
