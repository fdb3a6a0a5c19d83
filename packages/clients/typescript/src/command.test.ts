import { expect, it } from 'vitest';
import { findCommand, spawnFailed } from './command.ts';

it.each([
	['what was given', ['node', 'server.cjs'], { MYELIN_COMMAND: '/elsewhere' }, ['node', 'server.cjs']],
	['an array in the environment', undefined, { MYELIN_COMMAND: '["deno", "run", "x"]' }, ['deno', 'run', 'x']],
	[
		'a script in the environment, by this Node',
		undefined,
		{ MYELIN_COMMAND: '/s/server.cjs' },
		['/node', '/s/server.cjs'],
	],
	['a program in the environment', undefined, { MYELIN_COMMAND: '/opt/my elin' }, ['/opt/my elin', 'rpc']],
	['myelin on the PATH', undefined, {}, ['myelin', 'rpc']],
	['myelin on the PATH when the setting is blank', undefined, { MYELIN_COMMAND: ' ' }, ['myelin', 'rpc']],
])('the server is %s', (_what, given, env, command) => {
	expect(findCommand(given, env as Record<string, string>, '/node')).toEqual(command);
});

it.each([
	[[], {}, 'the `command` that was given must be a list of strings that begins with a program'],
	[undefined, { MYELIN_COMMAND: '["a", 1]' }, 'MYELIN_COMMAND (["a", 1]) must be a list of strings'],
	[undefined, { MYELIN_COMMAND: '["a"' }, 'MYELIN_COMMAND (["a") is no JSON array'],
])('nonsense is refused by name: %j %j', (given, env, message) => {
	expect(() => findCommand(given, env as Record<string, string>, '/node')).toThrow(
		expect.objectContaining({ code: 'SPAWN_FAILED', message: expect.stringContaining(message) }),
	);
});

it('a failure names what was looked for and the other ways to name it', () => {
	const error = spawnFailed(['myelin', 'rpc'], new Error('spawn myelin ENOENT'));
	expect(error.message).toBe(
		'starting ["myelin","rpc"] failed: spawn myelin ENOENT. Pass { command: [...] }, set MYELIN_COMMAND ' +
			'to a JSON array or to the path of the server, or put `myelin` on the PATH.',
	);
});
