import { saying, scriptedModel } from '@myelin/core/testing';
import type { Plugin } from '@myelin/plugins';
import { expect, it } from 'vitest';
import { startLoopback } from '../testing/loopback.ts';

const commands: Plugin = {
	name: 'sample',
	setup(myelin) {
		const shared = { description: 'Does something.' };
		myelin.registerCommand({
			...shared,
			name: 'clock',
			run(_args, { notify }) {
				notify('looking');
				return 'noon';
			},
		});
		myelin.registerCommand({
			...shared,
			name: 'fail',
			run: () => {
				throw new Error('no time');
			},
		});
		myelin.registerCommand({ ...shared, name: 'hang', run: () => new Promise<undefined>(() => undefined) });
		myelin.registerPrompt({ ...shared, name: 'review', template: 'Review $1.', argumentHint: 'FILE' });
	},
};

async function started() {
	const { connect, host } = await startLoopback({ model: scriptedModel([saying('fine')]) });
	await host.add(commands, 'test');
	const client = await connect();
	const { sessionId } = (await client.ask('session/create')).result;
	const run = async (name: string, args?: string) => client.ask('commands/run', { sessionId, name, args });
	return { client, host, sessionId, run };
}

it('commands are listed and run, and what they say comes before their answer', async () => {
	const { client, sessionId, run } = await started();
	expect((await client.ask('commands/list', { sessionId })).result.commands.at(-1)).toEqual({
		name: 'review',
		description: 'Does something.',
		argumentHint: 'FILE',
		plugin: 'sample',
		kind: 'prompt',
	});
	expect((await run('clock')).result).toEqual({ kind: 'action', text: 'noon' });
	expect(client.events(sessionId).map(({ event }) => event)).toEqual([
		{ type: 'notice', level: 'info', message: 'looking' },
	]);
	expect((await run('review', 'a.ts')).result).toEqual({ kind: 'prompt', text: 'Review a.ts.' });
});

it.each([
	['fail', 'COMMAND_FAILED', 'the command fail of sample failed: no time'],
	['nope', 'COMMAND_NOT_FOUND', 'no command nope is registered; there are: clock, fail, hang, review'],
])('the command %s is answered with %s', async (name, code, message) => {
	const { run } = await started();
	expect((await run(name)).error).toMatchObject({ message, data: { code } });
});

it('a command that is cancelled is answered as that', async () => {
	const { client, sessionId } = await started();
	client.send({ id: 'r', method: 'commands/run', params: { sessionId, name: 'hang' } });
	await client.ask('server/status');
	client.send({ method: '$/cancelRequest', params: { id: 'r' } });
	expect((await client.until(({ id }) => id === 'r')).error).toMatchObject({
		code: -32800,
		data: { code: 'CANCELLED' },
	});
});

it('a session is told when commands go', async () => {
	const { client, host, sessionId } = await started();
	await host.unload('sample');
	await client.until(({ params }) => params?.event?.type === 'commands_changed');
	expect(client.events(sessionId).at(-1).event).toEqual({ type: 'commands_changed', commands: [] });
});
