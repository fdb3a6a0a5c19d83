import { type Model, type ModelRequest, textContent } from '@myelin/core';
import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { type Entry, memoryStore, Session, SessionError } from '@myelin/session';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { small, words } from './compacting-session.ts';
import { type Picture, picturesOf } from './kept-pictures.ts';
import { scriptedPorts } from './scripted-session.ts';

const seed = Number(process.env.MYELIN_SEED ?? Date.now() % 2 ** 31);
const numRuns = Number(process.env.MYELIN_RUNS ?? 100);

const anyPrompt = fc.record({
	kind: fc.constant('prompt' as const),
	tokens: fc.integer({ min: 1, max: 900 }),
	calls: fc.boolean(),
});
/** Where to go: behind one of the newest entries, so that it is often one at which the session stood before; or the beginning. */
const anyPlace = fc.option(fc.nat({ max: 40 }), { freq: 9 });
const anyStep = fc.oneof(
	{ weight: 5, arbitrary: anyPrompt },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('compact' as const) }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('navigate' as const), place: anyPlace }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('twice' as const) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('fork' as const), place: anyPlace }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** Answers a prompt by its first word: `call` with a call of a tool first. Notes what it is shown, requests for summaries left out. */
function notingModel() {
	const requests: ModelRequest[] = [];
	const answer = ({ messages }: ModelRequest) => {
		const last = messages.at(-1);
		if (last?.id === 'aside') return saying('They talked.');
		const call = calling({ id: `call_${requests.length}`, name: 'echo', args: { text: words(1500) } });
		return last?.role === 'user' && textContent(last).startsWith('call') ? call : saying(words(200));
	};
	const model: Model = {
		...scriptedModel([]),
		contextWindow: 4000,
		maxOutputTokens: 500,
		stream(request, signal) {
			const script = answer(request);
			if (request.messages[0]?.id !== 'aside') requests.push(request);
			return scriptedModel([script]).stream(request, signal);
		},
	};
	return { model, requests };
}

async function entriesOf(session: Session): Promise<readonly Entry[]> {
	const all: Entry[] = [];
	for (let after: number | undefined; ; ) {
		const { entries, next } = await session.entries(after === undefined ? {} : { after });
		all.push(...entries);
		if (next === undefined) return all;
		after = next;
	}
}

/** Remembers what was seen first under a name, and holds everything that is seen later under it to that. */
function sameAlways() {
	const first = new Map<string, unknown>();
	return (name: string, value: unknown) => {
		if (first.has(name)) expect(value, name).toEqual(first.get(name));
		else first.set(name, value);
	};
}

/** Takes a kept session through the steps; checks after each that it stands where its entries say. */
async function play(steps: readonly Step[]): Promise<{ readonly compacted: number; readonly checked: number }> {
	const store = memoryStore();
	const { model, requests } = notingModel();
	const models = { list: () => [model], find: () => model, defaultModel: () => model };
	const tools = { tools: scriptedPorts([]).tools.tools };
	const ports = { ...scriptedPorts([]), models, tools };
	const isSame = sameAlways();
	let session = await Session.create(store, { id: 's0', cwd: '/work', compaction: small }, ports);
	// One in which nothing happened would not be kept.
	await session.rename('a course');
	let forks = 0;
	let checked = 0;

	/** Goes on with a session that has what stands at `leaf` here; a call that was cut off there may have got the message that it lacked. */
	const comeBack = async (id: string, leaf: string | null) => {
		const before = picturesOf(await entriesOf(session)).get(leaf) as Picture;
		await session.close();
		session = await Session.open(store, id, ports, { compaction: small });
		const { history, shown } = picturesOf(await entriesOf(session)).get(session.state().leaf) as Picture;
		expect(history.slice(0, before.history.length)).toEqual(before.history);
		expect(shown.slice(0, before.shown.length)).toEqual(before.shown);
		expect(history.length - before.history.length).toBe(shown.length - before.shown.length);
	};
	const entryAt = async (place: number | null) =>
		place === null ? null : ((await entriesOf(session)).at(-1 - place)?.id ?? null);

	const take = async (step: Step): Promise<void> => {
		switch (step.kind) {
			case 'prompt': {
				const text = `${step.calls ? 'call' : 'say'} ${words(step.tokens)}`;
				await session.prompt(text);
				return;
			}
			case 'compact':
				await session.compact().catch((error: unknown) => {
					if (!(error instanceof SessionError)) throw error;
					expect(['NOTHING_TO_COMPACT', 'COMPACTION_FAILED']).toContain(error.code);
				});
				return;
			case 'navigate': {
				const entryId = await entryAt(step.place);
				await session.navigate(entryId);
				return expect(session.state().leaf).toBe(entryId);
			}
			// The same is said twice at one entry: before and after the session was opened again.
			case 'twice': {
				const { leaf } = session.state();
				await session.prompt('say it');
				await session.navigate(leaf);
				await comeBack(session.id, leaf);
				await session.prompt('say it');
				return;
			}
			case 'reopen':
				return comeBack(session.id, session.state().leaf);
			case 'fork': {
				const entryId = await entryAt(step.place);
				const sessionId = `s${++forks}`;
				await session.fork(store, { sessionId, createdAt: 1, ...(entryId === null ? {} : { entryId }) });
				return comeBack(sessionId, entryId ?? session.state().leaf);
			}
		}
	};

	/** Each request showed just what stood before its answer, and that is the same whenever the session comes by. */
	const check = (before: readonly Entry[], entries: readonly Entry[], since: number): void => {
		const pictures = picturesOf(entries);
		const isOld = new Set(before.map(({ id }) => id));
		const answers = entries.filter(
			({ id, type, data }) => !isOld.has(id) && type === 'message' && data.message.role === 'assistant',
		);
		const made = requests.slice(since);
		expect(made).toHaveLength(answers.length);
		for (const [place, { messages }] of made.entries()) {
			const { history, shown } = pictures.get(answers[place]?.parentId ?? null) as Picture;
			const isKnown = new Set([...history, ...shown]);
			const seen = messages.filter(({ id }) => isKnown.has(id));
			expect(seen.map(({ id }) => id)).toEqual(shown);
			const standing = seen.slice(0, -1);
			isSame(`shown ${standing.map(({ id }) => id).join(' ')} at ${placeOf(entries, answers[place])}`, standing);
			checked++;
		}
		expect(session.messages().map(({ id }) => id)).toEqual(pictures.get(session.state().leaf)?.history);
		for (const message of session.messages()) isSame(`message ${message.id}`, message);
	};

	for (const step of [...steps, { kind: 'twice' } as const]) {
		const isNewFile = step.kind === 'fork';
		const before = await entriesOf(session);
		const since = requests.length;
		await take(step);
		const entries = await entriesOf(session);
		if (!isNewFile) expect(entries.slice(0, before.length)).toEqual(before);
		check(before, entries, since);
	}
	const compacted = (await entriesOf(session)).filter(({ type }) => type === 'compaction').length;
	await session.close();
	return { compacted, checked };
}

/** The last compaction that stands before an answer. */
function placeOf(entries: readonly Entry[], answer: Entry | undefined): string {
	const byId = new Map(entries.map((entry) => [entry.id, entry]));
	for (let id = answer?.parentId; id !== undefined && id !== null; id = byId.get(id)?.parentId)
		if (byId.get(id)?.type === 'compaction') return id;
	return 'the beginning';
}

describe(`a session that is compacted, reopened, forked and navigated in any order (MYELIN_SEED=${seed})`, () => {
	it('shows its model at each entry what stands there, always the same, and never loses or changes what is written', {
		timeout: 120_000,
	}, async () => {
		verifies('R105');
		let compacted = 0;
		let checked = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 30 }), async (steps) => {
				const done = await play(steps);
				compacted += done.compacted;
				checked += done.checked;
			}),
			{ seed, numRuns, endOnFailure: false },
		);
		expect(Math.min(compacted, checked)).toBeGreaterThan(numRuns / 2);
	});
});
