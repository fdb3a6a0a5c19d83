import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { typedLines } from './typed-lines.ts';

it('a line that is typed while nobody asks waits for its turn, and the end of input comes after all lines', async () => {
	const input = new PassThrough();
	const lines = typedLines(createInterface({ input }));
	const first = lines.next();
	input.write('one\ntwo\nthree\n');
	expect(await first).toBe('one');
	input.end();
	expect([await lines.next(), await lines.next(), await lines.next()]).toEqual(['two', 'three', undefined]);
});

it('a question gets the line that is typed next, and gives its place up when nobody wants the answer any longer', async () => {
	const input = new PassThrough();
	const lines = typedLines(createInterface({ input }));
	const prompt = lines.next();
	const [first, second] = [new AbortController(), new AbortController()];
	const answers = [lines.answer(first.signal), lines.answer(second.signal)];
	first.abort();
	expect(await answers[0]).toBeUndefined();
	input.write('yes\nhello\n');
	expect([await answers[1], await prompt]).toEqual(['yes', 'hello']);
	const last = lines.answer(new AbortController().signal);
	input.end();
	expect([await last, await lines.answer(second.signal)]).toEqual([undefined, undefined]);
});
