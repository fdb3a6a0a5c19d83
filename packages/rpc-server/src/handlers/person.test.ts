import { scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { type LoopbackClient, startLoopback, type Wire } from '../testing/loopback.ts';

/** A session with a program that asks and, if wished, a person before it. */
async function opened(person: boolean) {
	const { connect } = await startLoopback({ model: scriptedModel([]) });
	const asker = await connect({}, 'asker');
	const { sessionId } = (await asker.ask('session/create')).result;
	const viewer = await connect({ ui: person }, 'viewer');
	await viewer.ask('session/attach', { sessionId });
	const ask = (question: object) => asker.ask('ui/request', { sessionId, ...question });
	return { asker, viewer, sessionId, ask };
}

const asked = (client: LoopbackClient) => client.until(({ method }) => method === 'ui/ask');
const told = (client: LoopbackClient, sessionId: string, type: string): Wire[] =>
	client
		.events(sessionId)
		.map(({ event }) => event)
		.filter((event) => event.type === type);

const which = { kind: 'select', title: 'Which?', options: [{ value: 'a' }, { value: 'b' }], default: 'b' };

describe('a program in another process', () => {
	it.each([
		[{ kind: 'confirm', title: 'Go on?' }, true],
		[which, 'a'],
		[{ kind: 'input', title: 'Why?', message: 'In short.', placeholder: 'because' }, 'so'],
	])('asks a person %o in its own name', async (question, value) => {
		const { viewer, sessionId, ask } = await opened(true);
		const answered = ask(question);
		const { id, params } = await asked(viewer);
		expect(params).toMatchObject({ sessionId, plugin: 'asker', ...question });
		viewer.send({ id, result: { value } });
		expect((await answered).result).toEqual({ value, by: 'user' });
		const resolved = await viewer.until(({ params }) => params?.event?.type === 'ui_resolved');
		expect(resolved.params.event).toMatchObject({ value, by: 'viewer' });
	});

	it.each([
		[
			{ kind: 'confirm', title: 'Go on?' },
			{ value: false, by: 'default' },
		],
		[which, { value: 'b', by: 'default' }],
		[{ kind: 'input', title: 'Why?' }, { by: 'default' }],
	])('that asks %o where nobody is has the default', async (question, result) => {
		const { ask } = await opened(false);
		expect((await ask(question)).result).toEqual(result);
	});

	it.each([
		[{ kind: 'select', title: 'Which?' }, 'ui/request: a select needs options'],
		[{ ...which, default: 'c' }, 'ui/request: the default "c" is the value of no option'],
		[
			{ kind: 'confirm', title: 'Go on?', default: 'yes' },
			'ui/request: the default of a confirm is a boolean, and this is a string',
		],
	])('that asks %o is told what is wrong with that', async (question, message) => {
		const { ask } = await opened(true);
		expect((await ask(question)).error).toMatchObject({ message, data: { code: 'INVALID_PARAMS' } });
	});

	it('that no longer wants to know, or is gone, leaves no question behind', async () => {
		const { asker, viewer, sessionId } = await opened(true);
		asker.send({ id: 'q', method: 'ui/request', params: { sessionId, ...which } });
		const first = await asked(viewer);
		asker.send({ method: '$/cancelRequest', params: { id: 'q' } });
		expect((await asker.until(({ id }) => id === 'q')).error.data.code).toBe('CANCELLED');
		await viewer.until(({ method, params }) => method === '$/cancelRequest' && params.id === first.id);
		asker.send({ id: 'r', method: 'ui/request', params: { sessionId, ...which } });
		const second = await viewer.until(({ method, id }) => method === 'ui/ask' && id !== first.id);
		asker.die();
		await viewer.until(({ method, params }) => method === '$/cancelRequest' && params.id === second.id);
		await viewer.ask('server/status');
		expect(told(viewer, sessionId, 'ui_resolved').map(({ by }) => by)).toEqual(['default', 'default']);
	});

	it('has the default when the session is closed, and the person is no longer asked', async () => {
		const { asker, viewer, sessionId, ask } = await opened(true);
		const answered = ask({ kind: 'confirm', title: 'Go on?' });
		const { id } = await asked(viewer);
		await asker.ask('session/close', { sessionId });
		expect((await answered).result).toEqual({ value: false, by: 'default' });
		await viewer.until(({ method, params }) => method === '$/cancelRequest' && params.id === id);
	});

	it('tells a person something before it answers', async () => {
		const { asker, sessionId } = await opened(false);
		await asker.ask('ui/notify', { sessionId, message: 'looking', level: 'warning' });
		expect(told(asker, sessionId, 'notice')).toEqual([{ type: 'notice', level: 'warning', message: 'looking' }]);
	});

	it.each([
		[{ message: '' }, 'ui/notify: message: expected minLength 1, found ""'],
		[{ message: 7 }, 'ui/notify: message: expected string, found 7'],
		[{ message: 'x', level: 'loud' }, 'ui/notify: level: expected enum ["info","warning"], found "loud"'],
	])('that tells a person %j is told what is wrong with that, and nobody is shown it', async (said, message) => {
		const { asker, sessionId } = await opened(false);
		expect((await asker.ask('ui/notify', { sessionId, ...said })).error).toMatchObject({ code: -32602, message });
		expect(told(asker, sessionId, 'notice')).toEqual([]);
	});
});
