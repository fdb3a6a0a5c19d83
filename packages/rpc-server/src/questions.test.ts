import { calling, saying, scriptedModel } from '@myelin/core/testing';
import type { HookContext } from '@myelin/plugins';
import type { OwnEvent, Question } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { answerTo } from './questions.ts';
import { type LoopbackClient, startLoopback } from './testing/loopback.ts';

const confirm: Question = { kind: 'confirm', plugin: 'guard', title: 'Run rm?', default: false };
const select: Question = {
	kind: 'select',
	plugin: 'guard',
	title: 'Which?',
	options: [{ value: 'a', label: 'The first' }, { value: 'b' }],
	default: 'b',
};
const input: Question = { kind: 'input', plugin: 'guard', title: 'Why?' };

/** A session that everybody before it hears, and what is told of its questions. */
async function openSession(count: number, capabilities: object = { ui: true }) {
	const { server, connect } = await startLoopback({ model: scriptedModel([]) });
	const clients: LoopbackClient[] = [];
	for (let place = 0; place < count; place++) clients.push(await connect(capabilities, `client-${place}`));
	const [first] = clients as [LoopbackClient];
	const { sessionId } = (await first.ask('session/create')).result;
	for (const client of clients.slice(1)) await client.ask('session/attach', { sessionId });
	const run = new AbortController();
	const told: OwnEvent[] = [];
	const scope = { sessionId, cwd: '/', signal: run.signal, report: (event: OwnEvent) => void told.push(event) };
	const ask = (question: Question) => server.questions.ask(question, scope);
	return {
		server,
		connect,
		clients: clients as [LoopbackClient, LoopbackClient, LoopbackClient],
		sessionId,
		ask,
		run,
		told,
	};
}

const asked = (client: LoopbackClient) => client.until(({ method }) => method === 'ui/ask');
const cancelled = (client: LoopbackClient) => client.until(({ method }) => method === '$/cancelRequest');

async function answer(client: LoopbackClient, message: object): Promise<void> {
	client.send({ id: (await asked(client)).id, ...message });
}

describe('a question', () => {
	it('is put to every client that can ask, is answered by the first, and the others are told that it is over', async () => {
		const { clients, sessionId, ask, told } = await openSession(2);
		const [first, second] = clients;
		const outcome = ask(select);
		const { params } = await asked(first);
		expect(params).toEqual({ sessionId, questionId: expect.any(String), ...select });
		await answer(second, { result: { value: 'a' } });
		expect(await outcome).toEqual({ value: 'a', by: 'client-1' });
		expect((await cancelled(first)).params).toEqual({ id: (await asked(first)).id });
		expect(told).toEqual([
			{ type: 'ui_request', questionId: params.questionId, ...select },
			{ type: 'ui_resolved', questionId: params.questionId, value: 'a', by: 'client-1' },
		]);
	});

	it('has its default at once where nobody can be asked', async () => {
		const { ask, told } = await openSession(2, {});
		expect(await ask(confirm)).toEqual({ value: false, by: 'default' });
		expect(await ask(input)).toEqual({ by: 'default' });
		expect(told.map(({ type }) => type)).toEqual(['ui_request', 'ui_resolved', 'ui_request', 'ui_resolved']);
	});

	it('is not put to a client that does not hear the session', async () => {
		const { clients, sessionId, ask } = await openSession(2);
		const [first, second] = clients;
		await second.ask('session/detach', { sessionId });
		const outcome = ask(confirm);
		await answer(first, { result: { value: true } });
		expect(await outcome).toEqual({ value: true, by: 'client-0' });
		expect(second.received.filter(({ method }) => method === 'ui/ask')).toEqual([]);
	});

	it.each([
		['null', { result: null }],
		['an error', { error: { code: 1, message: 'no person' } }],
		['an answer of the wrong kind', { result: { value: 'yes' } }],
		['an answer that is none', { result: 7 }],
	])('waits for the others after %s, and has its default when nobody is left', async (_name, message) => {
		const { clients, ask } = await openSession(2);
		const [first, second] = clients;
		const one = ask(confirm);
		await answer(first, message);
		await answer(second, { result: { value: true } });
		expect(await one).toEqual({ value: true, by: 'client-1' });
		const two = ask(confirm);
		for (const client of [first, second]) {
			const latest = await client.until(
				({ method, id }) => method === 'ui/ask' && id !== client.received.find((m) => m.method === 'ui/ask')?.id,
			);
			client.send({ id: latest.id, ...message });
		}
		expect(await two).toEqual({ value: false, by: 'default' });
	});

	it('does not wait for a client that goes away, or leaves the session', async () => {
		const { clients, sessionId, ask } = await openSession(3);
		const [first, second, third] = clients;
		const outcome = ask(confirm);
		for (const client of clients) await asked(client);
		first.die();
		await second.ask('session/detach', { sessionId });
		expect((await cancelled(second)).params.id).toBe((await asked(second)).id);
		await third.end();
		expect(await outcome).toEqual({ value: false, by: 'default' });
	});

	it('is put to a client that comes while it is open, and waited for there though nobody else is left', async () => {
		const { clients, connect, sessionId, ask } = await openSession(1);
		const [first] = clients;
		const outcome = ask(select);
		const { params } = await asked(first);
		const late = await connect({ ui: true }, 'late');
		const mute = await connect({}, 'mute');
		await mute.ask('session/attach', { sessionId });
		const attached = await late.ask('session/attach', { sessionId, afterSeq: 0 });
		const question = await asked(late);
		expect(question.params).toEqual(params);
		expect(late.received.indexOf(question)).toBeGreaterThan(late.received.indexOf(attached));
		first.die();
		await answer(late, { result: { value: 'a' } });
		expect(await outcome).toEqual({ value: 'a', by: 'late' });
		const later = await connect({ ui: true }, 'later');
		await later.ask('session/attach', { sessionId, afterSeq: 0 });
		await later.ask('server/status');
		for (const nobody of [mute, later]) expect(nobody.received.filter(({ method }) => method === 'ui/ask')).toEqual([]);
	});

	it('is put again to a client that left and comes back, and once to one that subscribes anew', async () => {
		const { clients, sessionId, ask } = await openSession(2);
		const [stays, leaves] = clients;
		const outcome = ask(confirm);
		for (const client of clients) await asked(client);
		await stays.ask('session/attach', { sessionId });
		await leaves.ask('session/detach', { sessionId });
		await leaves.ask('session/attach', { sessionId });
		await leaves.ask('server/status');
		const put = clients.map(({ received }) => received.filter(({ method }) => method === 'ui/ask'));
		expect(put.map(({ length }) => length)).toEqual([1, 2]);
		leaves.send({ id: put[1]?.at(-1)?.id, result: { value: true } });
		expect(await outcome).toEqual({ value: true, by: 'client-1' });
	});

	it('ends with its default when the run is aborted, and late answers change nothing', async () => {
		const { clients, ask, run, told } = await openSession(1);
		const [client] = clients;
		const outcome = ask(select);
		await asked(client);
		run.abort(new Error('enough'));
		expect(await outcome).toEqual({ value: 'b', by: 'default' });
		await cancelled(client);
		await answer(client, { result: { value: 'a' } });
		await client.ask('server/status');
		expect(told).toHaveLength(2);
		expect(await ask(confirm)).toEqual({ value: false, by: 'default' });
		expect(client.received.filter(({ method }) => method === 'ui/ask')).toHaveLength(1);
	});
});

describe('a question that nobody answers, asked by a guard without a time limit', () => {
	async function hangInGuard() {
		const model = scriptedModel([calling({ id: 'c', name: 'read' }), saying('done')]);
		const read = { name: 'read', description: '', parameters: { type: 'object' }, execute: () => '' };
		const { server, host, connect } = await startLoopback({ model, tools: [read] });
		const report = () => undefined;
		await host.add(
			{
				name: 'asker',
				setup(myelin) {
					const guard = (_call: unknown, { sessionId, cwd, signal }: HookContext) =>
						server.questions
							.ask(confirm, { sessionId, cwd, signal, report })
							.then(({ value }) => (value === true ? undefined : { block: true as const, reason: 'nobody said yes' }));
					myelin.on('tool_call', guard, { timeoutMs: Number.POSITIVE_INFINITY });
				},
			},
			'test',
		);
		const client = await connect({ ui: true });
		const { sessionId } = (await client.ask('session/create')).result;
		const answered = client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		await asked(client);
		return { server, client, sessionId, answered };
	}

	it('does not hold an abort', async () => {
		verifies('R40');
		const { client, sessionId, answered } = await hangInGuard();
		expect((await client.ask('session/abort', { sessionId })).result).toMatchObject({ stopped: true });
		expect((await answered).result.summary.endReason).toBe('aborted');
	});

	it('does not hold the end of its client', async () => {
		const { client, answered } = await hangInGuard();
		await client.end();
		expect((await answered).result.summary).toMatchObject({ toolErrors: 1, endReason: 'stop' });
	});

	it('does not hold the end of the server', async () => {
		const { server, answered } = await hangInGuard();
		await server.shutDown();
		expect((await answered).result.summary.endReason).toBe('aborted');
	});
});

describe('an answer', () => {
	it.each([
		[confirm, { value: true }, true],
		[confirm, { value: 'true' }, undefined],
		[select, { value: 'a' }, 'a'],
		[select, { value: 'c' }, undefined],
		[input, { value: '' }, ''],
		[input, { value: 3 }, undefined],
		[input, undefined, undefined],
	])('to $kind is what was asked for, or none', (question, given, value) => {
		expect(answerTo(question, given)).toBe(value);
	});
});
