import { PassThrough } from 'node:stream';
import { scriptedModel } from '@myelin/core/testing';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createConnection } from './connection.ts';
import { encodeFrame, type Framing } from './framing/framing.ts';
import { startLoopback } from './testing/loopback.ts';

vi.setConfig({ testTimeout: 60_000 });

const maxFrameBytes = 300;
const log = { debug() {}, info() {}, warn() {}, error() {} };
const window = { min: 1, max: 1 };
const initialize = {
	id: 'first',
	method: 'initialize',
	params: { clientInfo: { name: 'x' }, protocolVersion: window },
};
const { server } = await startLoopback({ model: scriptedModel([]) });

/** Says hello to a whole server, then any bytes, then a good request; lets it end, and returns what was sent. */
async function answersTo(framing: Framing, chunks: readonly Uint8Array[]): Promise<string> {
	const input = new PassThrough();
	const output = new PassThrough();
	let sent = '';
	output.setEncoding('utf8').on('data', (text: string) => {
		sent += text;
	});
	const connection = createConnection({ input, output }, { maxFrameBytes, log }, (own) => server.visit(own));
	const frame = (message: object) => encodeFrame(framing, JSON.stringify({ jsonrpc: '2.0', ...message }));
	input.write(frame(initialize));
	for (const chunk of chunks) input.write(chunk);
	// More blanks than the longest body that a header among the bytes may have promised.
	input.write('\n'.repeat(1100));
	input.end(frame({ id: 'last', method: 'server/status' }));
	await connection.closed;
	return sent;
}

const tokens = [
	...[
		'{',
		'}',
		'[',
		']',
		'"',
		':',
		',',
		'\n',
		'\r\n',
		'\r\n\r\n',
		' ',
		'null',
		'"id":1',
		'"jsonrpc":"2.0"',
		'"params":',
	],
	...['"method":"session/create"', '"method":"$/cancelRequest"', '"method":"hooks/register"', '"result":', '"error":'],
	...['{"jsonrpc":"2.0","id":3,"method":"session/list"}', '{"id":4,"method":"session/list","params":5}\n'],
	...['Content-Length: 5\r\n\r\n', 'Content-Length: 48\r\n\r\n', 'Content-Length: 999\n\n', 'content-length:2\n'],
	...[
		'Content-Length: -1\r\n\r\n',
		'Content-Length: 1e9\r\n\r\n',
		'Content-Type: x\n',
		'\ufeff',
		'\\ud800',
		'\u2028',
		'😀',
	],
];
const bytes = fc.oneof(
	fc.uint8Array({ maxLength: 80 }),
	fc.array(fc.constantFrom(...tokens), { maxLength: 12 }).map((chosen) => new Uint8Array(Buffer.from(chosen.join('')))),
	// Text that is cut anywhere, also inside a character.
	fc.tuple(fc.constantFrom(...tokens), fc.nat()).map(([token, cut]) => {
		const whole = Buffer.from(token);
		return new Uint8Array(whole.subarray(0, cut % (whole.length + 1)));
	}),
);
const status = '"id":"last","result":{"version":';
const messages = {
	lines: /\{"jsonrpc":"2\.0",[^\n]*\}\n/g,
	headers: /Content-Length: \d+\r\n\r\n\{"jsonrpc":"2\.0",.*?\}(?=Content-Length: |$)/g,
};

describe('any bytes sent to a whole server', () => {
	it.each<Framing>(['lines', 'headers'])(
		'in %s are answered with messages alone, and the next request is answered',
		async (framing) => {
			await fc.assert(
				fc.asyncProperty(fc.array(bytes, { maxLength: 6 }), async (chunks) => {
					const sent = await answersTo(framing, chunks);
					expect(sent.replaceAll(messages[framing], '')).toBe('');
					expect(sent).toContain(status);
				}),
				{ numRuns: 150 },
			);
		},
	);
});
