import { anthropic } from '@myelin/bundled';
import type { Model } from '@myelin/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOnce, modelsOf } from './model-call.ts';
import { anthropicRecordings, comparable, expectedOf } from './recordings.ts';
import { type ReplayServer, startReplayServer } from './replay-server.ts';

const recordings = anthropicRecordings();
const answered = recordings.filter(({ final }) => final !== undefined);
const refused = recordings.filter(({ final }) => final === undefined);
const deliveries = [
	{ pieces: '1-byte', pieceBytes: 1 },
	{ pieces: '7-byte', pieceBytes: 7 },
	{ pieces: 'whole', pieceBytes: Number.POSITIVE_INFINITY },
];

let server: ReplayServer;
let model: Model;
let playing: { body: Buffer; pieceBytes: number };

beforeAll(async () => {
	server = await startReplayServer(() => playing);
	const models = await modelsOf(anthropic, { baseUrl: server.url });
	model = models[0] as Model;
});

afterAll(() => server.close());

describe.skipIf(recordings.length === 0)(
	'recorded streams of the Messages API (skipped where shared/recordings is absent)',
	() => {
		it('are there', () => {
			expect(answered.length).toBeGreaterThan(0);
		});

		describe.each(deliveries)('in $pieces pieces', ({ pieceBytes }) => {
			it.each(answered)('$name gives what the vendor says it is', async ({ body, final }) => {
				playing = { body, pieceBytes };
				const { message, summary } = await callOnce(model);
				expect(summary.error).toBeUndefined();
				const golden = expectedOf(final as NonNullable<typeof final>);
				expect(message && comparable(message, golden)).toEqual(golden);
			});

			it.each(refused)('$name, which the vendor refuses, gives a typed error or a whole message', async ({ body }) => {
				playing = { body, pieceBytes };
				const { message, summary } = await callOnce(model);
				if (summary.error === undefined) expect(message?.stopReason).toMatch(/^(?:stop|tool_use)$/);
				else expect(summary.error).toMatchObject({ code: 'STREAM_BROKEN', retryable: true });
			});
		});
	},
);
