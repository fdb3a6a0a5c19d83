import { type Message, type Model, type ModelRequest, toolCalls } from '@myelin/core';
import { saying, scriptedModel } from '@myelin/core/testing';
import {
	type CompactionSettings,
	type Envelope,
	noHooks,
	Session,
	SessionError,
	type SessionHooks,
} from '@myelin/session';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { anyHistory } from './any-history.ts';
import { scriptedPorts } from './scripted-session.ts';

const seed = Number(process.env.MYELIN_SEED ?? Date.now() % 2 ** 31);
const numRuns = Number(process.env.MYELIN_RUNS ?? 150);

const anySettings = fc.record({
	window: fc.integer({ min: 200, max: 20_000 }),
	reserveTokens: fc.integer({ min: 10, max: 5000 }),
	keepRecentTokens: fc.integer({ min: 10, max: 10_000 }),
});

/** A session with this history, whose model answers everything with one word. */
function sessionWith(messages: readonly Message[], window: number, compaction: CompactionSettings) {
	const requests: {
		readonly request: ModelRequest;
		readonly history: readonly Message[];
		readonly cut: readonly string[];
	}[] = [];
	/** What is left out so far, and what would be next. */
	let cut: readonly string[] = [];
	let next: readonly string[] = [];
	const model: Model = {
		...scriptedModel([]),
		contextWindow: window,
		stream(request, signal) {
			if (request.messages[0]?.id !== 'aside') requests.push({ request, history: session.messages(), cut });
			return scriptedModel([saying('Good.')]).stream(request, signal);
		},
	};
	const models = { list: () => [model], find: () => model, defaultModel: () => model };
	const hooks: SessionHooks = {
		...noHooks,
		compaction({ messages: left }) {
			next = left.map(({ id }) => id);
			return undefined;
		},
	};
	const ports = { ...scriptedPorts([]), models, hooks };
	const session: Session = new Session({ id: 's1', cwd: '/work', messages, compaction }, ports);
	const heard: Envelope[] = [];
	session.subscribe((envelope) => {
		heard.push(envelope);
		if (envelope.event.type === 'compaction_end' && envelope.event.summaryId !== undefined) cut = [...cut, ...next];
	});
	return { session, requests, heard };
}

/** What a request shows of history is all behind what a summary stands for, and each call has the result that it had. */
function checkRequest({ messages }: ModelRequest, history: readonly Message[], cut: readonly string[]): void {
	const shown = messages.map(({ id }) => id);
	expect(history.slice(0, cut.length).map(({ id }) => id)).toEqual(cut);
	const known = history
		.slice(cut.length)
		.filter(({ role }) => !role.startsWith('custom:'))
		.map(({ id }) => id);
	const all = new Set(history.map(({ id }) => id));
	expect(shown.filter((id) => all.has(id))).toEqual(known);
	const results = new Map(history.flatMap((one) => (one.role === 'tool' ? [[one.toolCallId, one.id]] : [])));
	for (const message of messages) {
		if (message.role !== 'assistant') continue;
		for (const { id } of toolCalls(message)) if (results.has(id)) expect(shown).toContain(results.get(id));
	}
}

function checkEnds(heard: readonly Envelope[]): void {
	const events = heard.map(({ event }) => event).filter(({ type }) => type.startsWith('compaction'));
	expect(events.map(({ type }) => type)).toEqual(
		events.map((_, place) => (place % 2 === 0 ? 'compaction_start' : 'compaction_end')),
	);
	for (const event of events) {
		if (event.type !== 'compaction_end' || event.error !== undefined) continue;
		expect(event.tokensAfter).toBeLessThan(event.tokensBefore);
	}
}

async function compacted(session: Session): Promise<string> {
	try {
		await session.compact();
		return 'done';
	} catch (error) {
		if (error instanceof SessionError) return error.code;
		throw error;
	}
}

describe(`compaction of any history (MYELIN_SEED=${seed})`, () => {
	it('parts no call from its result, makes requests smaller, keeps history whole, and has nothing to do twice', {
		timeout: 60_000,
	}, async () => {
		verifies('R105', 'R108');
		await fc.assert(
			fc.asyncProperty(anyHistory, anySettings, async (history, { window, ...settings }) => {
				const { session, requests, heard } = sessionWith(history, window, settings);
				await session.prompt('go');
				const first = await compacted(session);
				const second = await compacted(session);
				if (first === 'done') expect(second).toBe('NOTHING_TO_COMPACT');
				else expect(second).toBe(first);
				await session.prompt('on');
				for (const made of requests) checkRequest(made.request, made.history, made.cut);
				expect(session.messages().slice(0, history.length)).toEqual(history);
				checkEnds(heard);
				await session.close();
			}),
			{ seed, numRuns, endOnFailure: false },
		);
	});
});
