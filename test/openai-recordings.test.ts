import { openai } from '@myelin/bundled';
import { describe, expect, it } from 'vitest';
import { callOnce } from './model-call.ts';
import { saidByGolden, saidByUs } from './openai-goldens.ts';
import { openaiRecordings, recordedErrors } from './recordings.ts';
import { replayedModel } from './replayed-model.ts';

const recordings = openaiRecordings();
const answered = recordings.flatMap(({ name, body, final }) =>
	final === undefined ? [] : [[name, body, final] as const],
);
const refused = recordings.filter(({ final }) => final === undefined).map(({ name, body }) => [name, body] as const);
const errors = recordedErrors('openai-chat').map(({ name, ...answer }) => [name, answer] as const);

const { model, play } = replayedModel(openai);

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
			const { message, summary } = await callOnce(model());
			expect(summary.error).toBeUndefined();
			const { promptTokens, totalTokens, ...golden } = saidByGolden(final, body);
			expect(message && saidByUs(message)).toMatchObject(golden);
			if (totalTokens > 0) expect(message && saidByUs(message)).toMatchObject({ promptTokens, totalTokens });
		});

		it.each(refused)('%s, refused by its vendor, gives a typed error or a whole message', async (_, body) => {
			play({ body, ...(pieceBytes === undefined ? {} : { pieceBytes }) });
			const { message, summary } = await callOnce(model());
			if (summary.error === undefined) expect(message?.stopReason).toMatch(/^(?:stop|tool_use)$/);
			else expect(summary.error.code).toMatch(/^(?:STREAM_BROKEN|INVALID_REQUEST)$/);
		});
	});

	it.each(errors)('%s has a code of its own', async (name, { status, body }) => {
		play({ status, body, headers: { 'content-type': 'application/json' } });
		const { summary } = await callOnce(model());
		const isOverflow = /context_length/.test(name) && status !== 429;
		const code = isOverflow ? 'CONTEXT_OVERFLOW' : status === 429 ? 'RATE_LIMIT' : 'INVALID_REQUEST';
		expect(summary.error).toMatchObject({ code, status });
	});
});
