import { openai } from '@myelin/bundled';
import type { Model } from '@myelin/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { callOnce, modelsOf } from './model-call.ts';
import { saidByGolden, saidByUs } from './openai-goldens.ts';
import { piecewiseFetch } from './piecewise-fetch.ts';
import { openaiRecordings, recordedErrors } from './recordings.ts';
import { type Replay, type ReplayServer, startReplayServer } from './replay-server.ts';

const recordings = openaiRecordings();
const answered = recordings.flatMap(({ name, body, final }) =>
	final === undefined ? [] : [[name, body, final] as const],
);
const refused = recordings.filter(({ final }) => final === undefined).map(({ name, body }) => [name, body] as const);
const errors = recordedErrors('openai-chat').map(({ name, ...answer }) => [name, answer] as const);

let server: ReplayServer;
let model: Model;
let playing: Replay;

/** Plays an answer, in reads of so many bytes or, whole, over loopback. */
function play(replay: Replay): void {
	playing = replay;
	if (replay.pieceBytes !== undefined)
		vi.stubGlobal(
			'fetch',
			piecewiseFetch(() => replay),
		);
}

afterEach(() => vi.unstubAllGlobals());

beforeAll(async () => {
	server = await startReplayServer(() => playing);
	model = (await modelsOf(openai, { baseUrl: server.url }))[0] as Model;
});

afterAll(() => server.close());

describe.skipIf(recordings.length === 0)('recorded chat completions (where shared/recordings is)', () => {
	it('are there', () => {
		expect(answered.length).toBeGreaterThan(0);
	});

	describe.each([
		['1-byte', 1],
		['7-byte', 7],
		['whole', undefined],
	])('in %s pieces', (_, pieceBytes) => {
		it.each(answered)('%s gives what its vendor makes of it', async (_, body, final) => {
			play({ body, ...(pieceBytes === undefined ? {} : { pieceBytes }) });
			const { message, summary } = await callOnce(model);
			expect(summary.error).toBeUndefined();
			const { promptTokens, totalTokens, ...golden } = saidByGolden(final, body);
			expect(message && saidByUs(message)).toMatchObject(golden);
			if (totalTokens > 0) expect(message && saidByUs(message)).toMatchObject({ promptTokens, totalTokens });
		});

		it.each(refused)('%s, refused by its vendor, gives a typed error or a whole message', async (_, body) => {
			play({ body, ...(pieceBytes === undefined ? {} : { pieceBytes }) });
			const { message, summary } = await callOnce(model);
			if (summary.error === undefined) expect(message?.stopReason).toMatch(/^(?:stop|tool_use)$/);
			else expect(summary.error.code).toMatch(/^(?:STREAM_BROKEN|INVALID_REQUEST)$/);
		});
	});

	it.each(errors)('%s has a code of its own', async (name, { status, body }) => {
		play({ status, body, headers: { 'content-type': 'application/json' } });
		const { summary } = await callOnce(model);
		const isOverflow = /context_length/.test(name) && status !== 429;
		const code = isOverflow ? 'CONTEXT_OVERFLOW' : status === 429 ? 'RATE_LIMIT' : 'INVALID_REQUEST';
		expect(summary.error).toMatchObject({ code, status });
	});
});
