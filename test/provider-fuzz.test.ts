import { anthropic, openai } from '@myelin/bundled';
import type { AssistantMessage, Model } from '@myelin/core';
import type { Plugin } from '@myelin/plugins';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callChunks, chatStream, deltaChunk, textChunks } from './chat-stream.ts';
import { messagesStream, textEvents, toolCallEvents } from './messages-stream.ts';
import { type CallOutcome, callOnce, modelsOf } from './model-call.ts';
import { type Mutation, mutate, randomFrom } from './mutations.ts';
import { piecewiseFetch } from './piecewise-fetch.ts';
import { anthropicRecordings, openaiRecordings } from './recordings.ts';

const seed = Number(process.env.MYELIN_SEED ?? Date.now() % 2 ** 31);
const budgetMs = 3_000;
const rounds = 1_500;
/** Of larger recordings there would be too few rounds. */
const largestBytes = 24_000;

const codes =
	/^(?:RATE_LIMIT|OVERLOADED|NETWORK|AUTH|QUOTA|CONTEXT_OVERFLOW|INVALID_REQUEST|CONTENT_FILTER|STREAM_BROKEN)$/;

/** Streams that are there without recordings. */
const ownMessages = [
	messagesStream(...textEvents('Größe ', 'and ', '🚀')),
	messagesStream(...toolCallEvents('toolu_1', 'add', ['{"a":', '1,"b":', '[2]}'])),
];
const ownChats = [
	chatStream(deltaChunk({ reasoning: 'Hm' }), ...textChunks('Größe ', 'and ', '🚀')),
	chatStream(...callChunks('call_1', 'add', ['{"a":', '1,"b":', '[2]}'])),
];

afterEach(() => vi.unstubAllGlobals());

async function play(model: Model, body: Buffer, pieceBytes = body.length + 1): Promise<CallOutcome> {
	vi.stubGlobal(
		'fetch',
		piecewiseFetch(() => ({ body, pieceBytes })),
	);
	return await callOnce(model, 'hi', { idleTimeoutMs: 10_000 });
}

/** What an answer says, without what differs from call to call. */
function said(message: AssistantMessage | undefined) {
	return message && { content: message.content.map((block) => ({ ...block, id: '' })), stopReason: message.stopReason };
}

function check({ kind }: Mutation, { message, summary }: CallOutcome, whole: CallOutcome, where: string): void {
	if (summary.error !== undefined) {
		expect(summary.error.code, where).toMatch(codes);
		expect(message, where).toBeUndefined();
		return;
	}
	expect(summary.endReason, where).not.toBe('error');
	if (kind === 'cut' && whole.summary.error === undefined) expect(said(message), where).toEqual(said(whole.message));
}

describe.each([
	['anthropic', anthropic, ownMessages, anthropicRecordings],
	['openai', openai, ownChats, openaiRecordings],
] as [string, Plugin, string[], typeof anthropicRecordings][])(
	'a stream of %s that something happened to',
	(_, plugin, own, recorded) => {
		it(`is whole or fails with a typed error, and without its end is never whole (MYELIN_SEED=${seed})`, async () => {
			const [model] = (await modelsOf(plugin, { baseUrl: 'http://127.0.0.1:1' })) as [Model];
			const bodies = [...own.map((body) => Buffer.from(body)), ...recorded().map(({ body }) => body)];
			const small = bodies.filter(({ length }) => length < largestBytes);
			const outcomes = new Map<Buffer, CallOutcome>();
			const random = randomFrom(seed);
			const until = performance.now() + budgetMs;
			let round = 0;
			for (; round < rounds && (performance.now() < until || round < 50); round += 1) {
				const body = small[Math.floor(random() * small.length)] as Buffer;
				const whole = outcomes.get(body) ?? (await play(model, body));
				outcomes.set(body, whole);
				const mutation = mutate(body, random);
				const where = `MYELIN_SEED=${seed}, round ${round}: ${mutation.kind}`;
				const outcome = await play(model, mutation.body, 1 + Math.floor(random() * 4_000)).catch((error: unknown) => {
					throw new Error(where, { cause: error });
				});
				check(mutation, outcome, whole, where);
			}
			expect(round).toBeGreaterThanOrEqual(50);
		}, 60_000);
	},
);
