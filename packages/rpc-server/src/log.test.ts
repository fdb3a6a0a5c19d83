import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function sink() {
	const lines: string[] = [];
	const stream = new Writable({
		write(chunk, _, done) {
			lines.push(String(chunk));
			done();
		},
	});
	return { lines, stream };
}

it('writes a line with its level; debug only when asked for', () => {
	const quiet = sink();
	const log = createLog(quiet.stream, { debug: false });
	log.debug('hidden');
	log.warn('a %s', 'b', { c: 1 });
	expect(quiet.lines).toEqual(['myelin warn: a b { c: 1 }\n']);

	const loud = sink();
	createLog(loud.stream, { debug: true }).debug('shown');
	expect(loud.lines).toEqual(['myelin debug: shown\n']);
});

it('drops lines while nobody reads them, and keeps little', () => {
	const stream = new Writable({ write() {} });
	const log = createLog(stream, { debug: false });
	for (let i = 0; i < 5000; i += 1) log.error('x'.repeat(1000));
	expect(stream.writableLength).toBeLessThan(1_100_000);
});
