import { saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import type { InputRequest, SessionHooks } from './hooks.ts';
import { noHooks } from './hooks.ts';
import { Session } from './session.ts';

/** A session whose plugins take as long over what is said as the test wants. */
function readingSession(input?: SessionHooks['input']) {
	const waiting: { readonly request: InputRequest; readonly signal: AbortSignal; done(): void }[] = [];
	const slowly: SessionHooks['input'] = (request, { signal }) =>
		new Promise((resolve) => {
			const done = () => resolve(request.messages);
			signal.addEventListener('abort', done);
			waiting.push({ request, signal, done });
		});
	const model = scriptedModel([saying('one'), saying('two'), saying('three')]);
	const models = { list: () => [model], find: () => model, defaultModel: () => model };
	const session = new Session(
		{ id: 's1', cwd: '/' },
		{ hooks: { ...noHooks, input: input ?? slowly }, models, tools: { tools: () => [] } },
	);
	return { session, waiting, model };
}

const first = <T>(list: readonly T[]): T => list[0] as T;

describe('a prompt that is being read', () => {
	it('runs when that is done, and is read once however often it is asked for', async () => {
		const { session, waiting, model } = readingSession();
		const prompts = [1, 2].map(() => session.prompt('hi', { promptId: 'p' }));
		expect(waiting.map(({ request }) => request.how)).toEqual(['prompt']);
		expect(model.requests).toEqual([]);
		first(waiting).done();
		const [one, two] = await Promise.all(prompts);
		expect(one).toEqual(two);
		expect(one).toMatchObject({ summary: { endReason: 'stop' } });
	});

	it('never runs when the session is told to stop meanwhile', async () => {
		const { session, waiting, model } = readingSession();
		const prompted = session.prompt('hi');
		expect(await session.abort()).toMatchObject({ stopped: true, abandoned: [] });
		await expect(prompted).rejects.toMatchObject({ code: 'CANCELLED' });
		expect(first(waiting).signal.aborted).toBe(true);
		expect(model.requests).toEqual([]);
	});

	it('is given up at once though whoever reads it never ends, and a second stop finds nothing', async () => {
		const { session } = readingSession(() => new Promise(() => undefined));
		const prompted = session.prompt('hi');
		const steered = session.steer('there') as Promise<string>;
		expect((await session.abort()).stopped).toBe(true);
		await expect(prompted).rejects.toMatchObject({ code: 'CANCELLED' });
		await expect(steered).rejects.toMatchObject({ code: 'CANCELLED' });
		expect((await session.abort()).stopped).toBe(false);
	});

	it('never runs when it is taken back, and another one does', async () => {
		const { session, waiting } = readingSession();
		const prompted = session.prompt('hi', { promptId: 'p' });
		const other = session.prompt('there', { promptId: 'q' });
		expect(session.cancelPrompt('p')).toBe('removed');
		await expect(prompted).rejects.toMatchObject({ code: 'CANCELLED' });
		waiting[1]?.done();
		await expect(other).resolves.toMatchObject({ promptId: 'q', summary: { endReason: 'stop' } });
	});

	it('never runs when the session is closed', async () => {
		const { session, model } = readingSession();
		const prompted = session.prompt('hi');
		await session.close();
		await expect(prompted).rejects.toMatchObject({ code: 'CANCELLED' });
		expect(model.requests).toEqual([]);
	});

	it('is one of two of which exactly one runs', async () => {
		const { session, waiting } = readingSession();
		const prompts = ['a', 'b'].map((text) => session.prompt(text));
		for (const { done } of waiting) done();
		const ends = await Promise.allSettled(prompts);
		expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	});
});

it('what nobody takes time over is queued at once', () => {
	const { session } = readingSession(({ messages }) => messages);
	const id = session.followUp('later');
	expect(session.state().followUp).toEqual([{ id, text: 'later' }]);
});

it('what somebody takes time over is queued when that is done', async () => {
	const { session, waiting } = readingSession();
	const id = session.steer('later');
	expect(session.state().steering).toEqual([]);
	expect(first(waiting).request.how).toBe('steer');
	first(waiting).done();
	const itemId = await id;
	expect(session.state().steering).toEqual([{ id: itemId, text: 'later' }]);
});
