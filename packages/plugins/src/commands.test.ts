import { expect, it } from 'vitest';
import type { CommandSpec, HookContext, PluginApi } from './plugin.ts';
import { deferred, hostFixture, rejecting } from './testing/host-fixture.ts';

const clock: CommandSpec = { name: 'clock', description: 'Tells the time.', run: () => 'noon' };
const review = {
	name: 'review',
	description: 'Reviews a file.',
	argumentHint: 'FILE',
	template: 'Review $1.',
};

async function withCommands(setup: (myelin: PluginApi) => void) {
	const fixture = hostFixture();
	await fixture.plugin('sample', setup);
	return { ...fixture, ask: (name: string, args = '') => fixture.host.commands.run(name, args, fixture.scope) };
}

it('commands of all plugins are listed in load order, with who has them and what they are', async () => {
	const { host, plugin } = await withCommands((myelin) => void myelin.registerPrompt(review));
	await plugin('second', (myelin) => void myelin.registerCommand(clock));
	expect(host.commands.list('s1')).toEqual([
		{ name: 'review', description: 'Reviews a file.', argumentHint: 'FILE', plugin: 'sample', kind: 'prompt' },
		{ name: 'clock', description: 'Tells the time.', plugin: 'second', kind: 'action' },
	]);
});

it('a command is given what was typed and where it runs, and its text is the answer', async () => {
	const given: unknown[] = [];
	const { ask, reported } = await withCommands((myelin) => {
		myelin.registerCommand({
			...clock,
			run(args, { sessionId, cwd, notify }) {
				given.push(args, sessionId, cwd);
				notify('looking');
				return 'noon';
			},
		});
	});
	await expect(ask('clock', 'in Rome')).resolves.toEqual({ kind: 'action', text: 'noon' });
	expect(given).toEqual(['in Rome', 's1', '/work']);
	expect(reported).toEqual([{ type: 'notice', level: 'info', message: 'looking' }]);
});

it('a command without a text says nothing, and a prompt says what is to be asked', async () => {
	const { ask } = await withCommands((myelin) => {
		myelin.registerCommand({ ...clock, run: async () => undefined });
		myelin.registerPrompt(review);
	});
	await expect(ask('clock')).resolves.toEqual({ kind: 'action' });
	await expect(ask('review', 'a.ts')).resolves.toEqual({ kind: 'prompt', text: 'Review a.ts.' });
});

it.each([
	['throws', () => rejecting('no time'), 'the command clock of sample failed: no time'],
	[
		'answers nonsense',
		() => 7 as never,
		'the command clock of sample failed: it answered 7; answer a text to show, or nothing',
	],
])('a command that %s fails, and that is told to who ran it alone', async (_, answer, message) => {
	const { ask, host, reported } = await withCommands(
		(myelin) => void myelin.registerCommand({ ...clock, run: answer }),
	);
	for (let times = 0; times < 6; times++)
		await expect(ask('clock')).rejects.toMatchObject({ code: 'COMMAND_FAILED', message });
	expect(reported).toEqual([]);
	expect(host.list()).toMatchObject([{ status: 'loaded' }]);
});

it('an abort ends the wait and tells the command', async () => {
	const told = deferred<AbortSignal>();
	const run = (_args: string, { signal }: HookContext) => {
		told.resolve(signal);
		return new Promise<undefined>(() => undefined);
	};
	const {
		ask,
		clock: time,
		run: running,
	} = await withCommands((myelin) => void myelin.registerCommand({ ...clock, run }));
	const ran = ask('clock');
	const signal = await told.promise;
	time.advance(3_600_000);
	running.abort(new Error('enough'));
	await expect(ran).rejects.toThrow('enough');
	expect(signal.aborted).toBe(true);
});

it('unloading ends a command that runs, and takes it away', async () => {
	const { ask, host } = await withCommands((myelin) => {
		myelin.registerCommand({ ...clock, run: () => new Promise<undefined>(() => undefined) });
	});
	const ran = ask('clock');
	await host.unload('sample');
	await expect(ran).rejects.toMatchObject({
		code: 'COMMAND_FAILED',
		message: 'the command clock of sample failed: sample was unloaded while it was asked',
	});
	await expect(ask('clock')).rejects.toMatchObject({
		code: 'COMMAND_NOT_FOUND',
		message: 'no command clock is registered; there are: none',
	});
});

it('a plugin that is quarantined runs no command', async () => {
	const { ask, host, scope } = await withCommands((myelin) => {
		myelin.registerCommand(clock);
		myelin.on('system_prompt', () => rejecting('boom'));
	});
	for (let times = 0; times < 5; times++) await host.hooks.systemPrompt('', scope);
	await expect(ask('clock')).rejects.toMatchObject({
		code: 'COMMAND_FAILED',
		message: 'the command clock of sample failed: its plugin is quarantined (system_prompt-1: boom)',
	});
});

it('one name is one command', async () => {
	const { host, plugin } = await withCommands((myelin) => void myelin.registerCommand(clock));
	await plugin('second', (myelin) => void myelin.registerPrompt({ ...review, name: 'clock' }));
	expect(host.list()[1]).toMatchObject({
		status: 'failed',
		lastError: 'setup: second cannot register the command clock: sample has one of this name; choose another',
	});
	expect(host.commands.list('s1')).toHaveLength(1);
});

it.each([
	[{ ...clock, name: 'The Clock' }, 'its name is "The Clock"; use lower-case words joined by -, _ or :'],
	[{ ...clock, description: 7 }, 'the description of clock is 7'],
	[{ ...clock, argumentHint: {} }, 'the argumentHint of clock is an object'],
	[{ ...clock, run: 'noon' }, 'the run of clock is "noon", not a function'],
	['clock', 'it is "clock"'],
])('what is no command is refused: %j', async (spec, fault) => {
	const { host } = await withCommands((myelin) => void myelin.registerCommand(spec as never));
	expect(host.list()).toMatchObject([
		{ status: 'failed', lastError: `setup: what sample registers is no command: ${fault}` },
	]);
});

it('sessions that are open are told the names, once for all that changed in one go', async () => {
	const { host, plugin, scope, reported } = hostFixture();
	host.hooks.lifecycle('session_start', scope);
	await plugin('sample', (myelin) => {
		myelin.registerCommand(clock);
		myelin.registerPrompt(review);
	});
	const changes = () => reported.filter(({ type }) => type === 'commands_changed');
	expect(changes()).toEqual([{ type: 'commands_changed', commands: ['clock', 'review'] }]);
	await host.unload('sample');
	expect(changes().slice(1)).toEqual([{ type: 'commands_changed', commands: [] }]);
});
