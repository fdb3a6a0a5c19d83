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
