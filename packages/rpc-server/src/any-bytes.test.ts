import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createConnection } from './connection.ts';
import { encodeFrame, type Framing } from './framing/framing.ts';

const request = '{"jsonrpc":"2.0","id":"last","method":"m"}';
const log = { debug() {}, info() {}, warn() {}, error() {} };

/** Feeds chunks and a good request to a connection, lets it end, and returns what it sent. */
async function answersTo(framing: Framing, chunks: readonly Uint8Array[]): Promise<string> {
	const input = new PassThrough();
	const output = new PassThrough();
	const handler = { request: () => 'well', notification() {}, closed: async () => {} };
	const connection = createConnection({ input, output }, { framing, maxFrameBytes: 64, log }, () => handler);
	for (const chunk of chunks) input.write(chunk);
	input.end(`\n${encodeFrame(framing, request)}`);
	await connection.closed;
	return String(output.read() ?? '');
}

const token = fc.constantFrom(
	...['{', '}', '[', ']', '"', ':', ',', '\n', '\r\n', '\r\n\r\n', 'null', '"id":1', '"method":"m"', '"jsonrpc":"2.0"'],
	...[
		'"params":',
		'Content-Length: 5\r\n\r\n',
		'Content-Length: 99\n\n',
		'Content-Type: x\n',
		'\ufeff',
		'\\ud800',
		'😀',
	],
);
const bytes = fc.oneof(
	fc.uint8Array({ maxLength: 80 }),
	fc.array(token, { maxLength: 12 }).map((tokens) => new Uint8Array(Buffer.from(tokens.join('')))),
);

describe('any bytes', () => {
	it('in lines leave the next request answered', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(bytes, { maxLength: 6 }), async (chunks) => {
				expect(await answersTo('lines', chunks)).toContain('{"jsonrpc":"2.0","id":"last","result":"well"}\n');
			}),
			{ numRuns: 300 },
		);
	});

	it('among headers are answered with messages alone', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(bytes, { maxLength: 6 }), async (chunks) => {
				const sent = await answersTo('headers', chunks);
				expect(sent.replaceAll(/Content-Length: \d+\r\n\r\n\{"jsonrpc":"2\.0",.*?\}(?=Content-Length: |$)/g, '')).toBe(
					'',
				);
			}),
			{ numRuns: 300 },
		);
	});
});
