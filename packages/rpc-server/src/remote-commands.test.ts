import { fakeClock, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { startLoopback, type Wire } from './testing/loopback.ts';

const greet = { name: 'greet', description: 'Greets.', argumentHint: 'NAME' };
const review = { name: 'review', description: 'Reviews.', template: 'Review $1.' };

/** One client offers commands, and another, in the same session, asks for them. */
async function offered(commands: readonly unknown[], scope: 'all' | 'session' = 'all') {
	const loopback = await startLoopback({ model: scriptedModel([saying('done')]) });
	const [owner, other] = [await loopback.connect({}, 'owner'), await loopback.connect({}, 'other')];
	const { sessionId } = (await owner.ask('session/create')).result;
	await other.ask('session/attach', { sessionId });
	const where = scope === 'session' ? { sessionId } : {};
	const { result } = await owner.ask('commands/register', { commands, ...where });
	const run = (name: string, args?: string) => other.ask('commands/run', { sessionId, name, args });
	const asked = () => owner.until(({ method }) => method === 'command/execute');
	const names = async (id = sessionId): Promise<string[]> =>
		(await other.ask('commands/list', { sessionId: id })).result.commands.map(({ name }: Wire) => name);
	return { ...loopback, owner, other, sessionId, result, run, asked, names };
}

const changesOf = (client: Wire, sessionId: string) =>
	client
		.events(sessionId)
		.filter(({ event }: Wire) => event.type === 'commands_changed')
		.map(({ event }: Wire) => event.commands);

describe("a client's command", () => {
	it('is listed under its client, and run by it for whoever asks: the text it answers is shown', async () => {
		const { owner, other, sessionId, result, run, asked } = await offered([greet, review]);
		expect(result).toEqual({ accepted: ['greet', 'review'], rejected: [] });
		expect((await other.ask('commands/list', { sessionId })).result.commands).toEqual([
			{ name: 'greet', description: 'Greets.', argumentHint: 'NAME', plugin: 'owner', kind: 'action' },
			{ name: 'review', description: 'Reviews.', plugin: 'owner', kind: 'prompt' },
		]);
		const ran = run('greet', 'Ada  Lovelace');
		const { id, params } = await asked();
		expect(params).toEqual({ sessionId, name: 'greet', args: 'Ada  Lovelace' });
		owner.send({ id, result: { text: 'hello Ada' } });
		expect((await ran).result).toEqual({ kind: 'action', text: 'hello Ada' });
		expect((await run('review', 'a.ts')).result).toEqual({ kind: 'prompt', text: 'Review a.ts.' });
		expect(owner.received.filter(({ method }) => method === 'command/execute')).toHaveLength(1);
	});

	it('may answer nothing to show', async () => {
		const { owner, run, asked } = await offered([greet]);
		const ran = run('greet');
		owner.send({ id: (await asked()).id, result: {} });
		expect((await ran).result).toEqual({ kind: 'action' });
	});

	it.each([
		['a text alone', { result: 'hello' }, 'it answered "hello"; on the wire a command answers { text } to show, or {}'],
		['null', { result: null }, 'it answered null; on the wire a command answers { text } to show, or {}'],
		[
			'a number',
			{ result: { text: 7 } },
			'it answered a text that is 7; on the wire a command answers { text } to show, or {}',
		],
		[
			'a text that is null',
			{ result: { text: null } },
			'it answered a text that is null; on the wire a command answers { text } to show, or {}',
		],
		['an error', { error: { code: -32000, message: 'boom' } }, 'The client failed at "command/execute": boom'],
	])('that answers %s has failed', async (_, answer, why) => {
		const { owner, run, asked } = await offered([greet]);
		const ran = run('greet');
		owner.send({ id: (await asked()).id, ...answer });
		expect((await ran).error).toMatchObject({
			message: `the command greet of owner failed: ${why}`,
			data: { code: 'COMMAND_FAILED' },
		});
	});

	it('is told when whoever ran it waits no longer', async () => {
		const { owner, other, sessionId, asked } = await offered([greet]);
		other.send({ id: 'r', method: 'commands/run', params: { sessionId, name: 'greet' } });
		const { id } = await asked();
		other.send({ method: '$/cancelRequest', params: { id: 'r' } });
		expect((await other.until((message) => message.id === 'r')).error).toMatchObject({ data: { code: 'CANCELLED' } });
		expect((await owner.until(({ method }) => method === '$/cancelRequest')).params).toEqual({ id });
	});

	it.each([
		['takes it back', 'commands/unregister', { ids: ['greet'] }, 'its client took it back while it ran'],
		['leaves the session', 'session/detach', {}, 'owner was unloaded while it was asked'],
	])('fails at once when its client %s while it runs, and is gone', async (_, method, params, why) => {
		const { owner, sessionId, run, asked, names } = await offered([greet], 'session');
		const ran = run('greet');
		const { id } = await asked();
		expect((await owner.ask(method, { sessionId, ...params })).result).toEqual({});
		expect((await ran).error.message).toBe(`the command greet of owner failed: ${why}`);
		expect((await owner.until((message) => message.method === '$/cancelRequest')).params).toEqual({ id });
		expect(await names()).toEqual([]);
	});

	it('fails when its client is lost, and is gone until that has registered it again: sessions are told each time', async () => {
		const { owner, other, connect, sessionId, run, asked, names } = await offered([greet]);
		const ran = run('greet');
		await asked();
		owner.die();
		expect((await ran).error.data.code).toBe('COMMAND_FAILED');
		await other.until(({ params }) => params?.event?.commands?.length === 0);
		expect(await names()).toEqual([]);
		expect((await run('greet')).error.data.code).toBe('COMMAND_NOT_FOUND');
		const again = await connect({}, 'owner');
		await again.ask('session/attach', { sessionId });
		expect((await again.ask('commands/register', { commands: [greet] })).result.accepted).toEqual(['greet']);
		expect(await names()).toEqual(['greet']);
		expect(changesOf(other, sessionId)).toEqual([['greet'], [], ['greet']]);
	});
});

it("a client's command that takes longer than it said has failed, and it is told", async () => {
	const clock = fakeClock(0);
	const { connect } = await startLoopback({ model: scriptedModel([]), clock });
	const owner = await connect();
	const { sessionId } = (await owner.ask('session/create')).result;
	await owner.ask('commands/register', { commands: [{ ...greet, timeoutMs: 100 }] });
	const ran = owner.ask('commands/run', { sessionId, name: 'greet' });
	const { id } = await owner.until(({ method }) => method === 'command/execute');
	clock.advance(100);
	expect((await ran).error.message).toBe('the command greet of loopback failed: no answer within 100 ms');
	expect((await owner.until(({ method }) => method === '$/cancelRequest')).params).toEqual({ id });
});

describe('what a client registers is refused by itself', () => {
	it('where it is none, each with what is wrong', async () => {
		const { result } = await offered([
			greet,
			{ ...greet, name: 'Greet Me' },
			{ ...greet, name: 'hi', tempalte: 'x' },
			{ description: '' },
			7,
		]);
		expect(result).toEqual({
			accepted: ['greet'],
			rejected: [
				{ id: 'Greet Me', reason: 'name: expected pattern "^[a-z0-9]+([-_:][a-z0-9]+)*$", found "Greet Me"' },
				{
					id: 'hi',
					reason:
						'tempalte: expected no such member (there are name, description, argumentHint, template, timeoutMs), found "x"',
				},
				{ id: '#3', reason: 'name: expected it to be given, found nothing' },
				{ id: '#4', reason: 'it: expected object, found 7' },
			],
		});
	});

	it('where its name is taken: by a plugin, by itself, or by itself in another place', async () => {
		const { host, owner, sessionId } = await offered([greet]);
		await host.add(
			{ name: 'sample', setup: (myelin) => void myelin.registerPrompt({ ...review, name: 'clock' }) },
			'test',
		);
		const commands = [{ ...greet, name: 'clock' }, greet];
		expect((await owner.ask('commands/register', { commands })).result).toEqual({
			accepted: [],
			rejected: [
				{
					id: 'clock',
					reason: 'owner cannot register the command clock: sample has one of this name; choose another',
				},
				{ id: 'greet', reason: 'owner cannot register the command greet: owner has one of this name; choose another' },
			],
		});
		expect((await owner.ask('commands/register', { commands: [greet], sessionId })).result.rejected).toEqual([
			{ id: 'greet', reason: 'it has a command greet for all its sessions; give this one another name' },
		]);
	});
});

describe('commands of one session', () => {
	it('are of that one alone, and are no news to another', async () => {
		const { other, sessionId, names } = await offered([greet], 'session');
		const second = (await other.ask('session/create')).result.sessionId;
		expect([await names(), await names(second)]).toEqual([['greet'], []]);
		expect((await other.ask('commands/run', { sessionId: second, name: 'greet' })).error).toMatchObject({
			message: 'no command greet is registered; there are: none',
			data: { code: 'COMMAND_NOT_FOUND' },
		});
		expect([changesOf(other, sessionId), changesOf(other, second)]).toEqual([[['greet']], []]);
	});

	it('of a client are those of every session that it comes to, until it leaves: each is told', async () => {
		const { owner, other, sessionId, names } = await offered([greet]);
		const second = (await other.ask('session/create')).result.sessionId;
		expect(await names(second)).toEqual([]);
		await owner.ask('session/attach', { sessionId: second });
		expect(await names(second)).toEqual(['greet']);
		await owner.ask('session/detach', { sessionId: second });
		expect([await names(), await names(second)]).toEqual([['greet'], []]);
		await other.until(({ params }) => params?.sessionId === second && params.event?.commands?.length === 0);
		expect(changesOf(other, second)).toEqual([['greet'], []]);
		expect(changesOf(other, sessionId)).toEqual([['greet']]);
	});

	it('that two clients call alike are each run by its own client', async () => {
		const { owner, connect, run, asked } = await offered([greet], 'session');
		const third = await connect({}, 'third');
		const own = (await third.ask('session/create')).result.sessionId;
		expect((await third.ask('commands/register', { commands: [greet] })).result.accepted).toEqual(['greet']);
		const ran = run('greet');
		owner.send({ id: (await asked()).id, result: { text: 'of the owner' } });
		expect((await ran).result.text).toBe('of the owner');
		const theirs = third.ask('commands/run', { sessionId: own, name: 'greet' });
		const { id } = await third.until(({ method }) => method === 'command/execute');
		third.send({ id, result: { text: 'of the third' } });
		expect((await theirs).result.text).toBe('of the third');
	});
});
