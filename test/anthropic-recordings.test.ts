import { anthropic } from '@myelin/bundled';
import { describe, expect, it } from 'vitest';
import { callOnce } from './model-call.ts';
import { anthropicRecordings, comparable, expectedOf, recordedErrors } from './recordings.ts';
import { replayedModel } from './replayed-model.ts';

const recordings = anthropicRecordings();
const answered = recordings.flatMap(({ name, body, final }) =>
	final === undefined ? [] : [[name, body, final] as const],
);
const refused = recordings.filter(({ final }) => final === undefined).map(({ name, body }) => [name, body] as const);
const errors = recordedErrors('anthropic').map(({ name, ...answer }) => [name, answer] as const);

const { model, play } = replayedModel(anthropic);

describe.skipIf(recordings.length === 0)('recorded answers of the Messages API (where shared/recordings is)', () => {
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
			const golden = expectedOf(final);
			expect(message && comparable(message)).toEqual(golden);
		});

		it.each(refused)('%s, refused by its vendor, gives a typed error or a whole message', async (_, body) => {
			play({ body, ...(pieceBytes === undefined ? {} : { pieceBytes }) });
			const { message, summary } = await callOnce(model());
			if (summary.error === undefined) expect(message?.stopReason).toMatch(/^(?:stop|tool_use)$/);
			else expect(summary.error).toMatchObject({ code: 'STREAM_BROKEN', retryable: true });
		});
	});

	it.each(errors)('%s has a code of its own', async (name, { status, body }) => {
		play({ status, body, headers: { 'content-type': 'application/json' } });
		const { summary } = await callOnce(model());
		const code = /context_length/.test(name)
			? 'CONTEXT_OVERFLOW'
			: expect.not.stringMatching(/^(?:UNKNOWN|STREAM_BROKEN)$/);
		expect(summary.error).toMatchObject({ code, status });
	});
});
