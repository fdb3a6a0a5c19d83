import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pluginEntry } from './plugin-entry.ts';

describe('an entry of plugins', () => {
	it.each([
		['./guard.ts', { kind: 'file', path: '/etc/my/guard.ts' }],
		['./guard', { kind: 'file', path: '/etc/my/guard' }],
		['guards/a', { kind: 'file', path: '/etc/my/guards/a' }],
		['guard', { kind: 'file', path: '/etc/my/node_modules/guard' }],
		['@me/guard', { kind: 'file', path: '/etc/my/node_modules/@me/guard' }],
		[{ path: '/opt/guard.ts' }, { kind: 'file', path: '/opt/guard.ts' }],
		[
			{ path: 'guard.ts', isolation: 'process' },
			{ kind: 'isolated', name: 'guard', path: '/etc/my/guard.ts' },
		],
		[
			{ path: 'guard.ts', isolation: 'process', name: 'no-deletes' },
			{ kind: 'isolated', name: 'no-deletes', path: '/etc/my/guard.ts' },
		],
		[
			{ command: ['python3', '-u', 'tools/My_Guard.py'] },
			{ kind: 'program', name: 'my-guard', command: ['python3', '-u', 'tools/My_Guard.py'], cwd: '/etc/my' },
		],
		[
			{ command: ['./guard'], name: 'gate' },
			{ kind: 'program', name: 'gate', command: ['./guard'], cwd: '/etc/my' },
		],
	])('%j is %j', (value, expected) => {
		expect(pluginEntry(value, '/etc/my')).toEqual(expected);
	});

	it.each([
		[''],
		[1],
		[null],
		[{}],
		[{ path: '' }],
		[{ path: 'a.ts', isolation: 'thread' }],
		[{ path: 'a.ts', isolation: 'process', command: ['a'] }],
		[{ path: 'a.ts', name: 'a' }],
		[{ command: [] }],
		[{ command: 'python3 guard.py' }],
		[{ command: ['a'], isolation: 'process' }],
		[{ command: ['a'], cwd: '/' }],
	])('%j is none, and what one is gets said', (value) => {
		expect(() => pluginEntry(value, '/')).toThrow(
			/^expected a path, \{ "path": .* \} or \{ "command": .* \}, with "onFailure": "allow" if it may be missing, found /,
		);
	});

	it('may be missing where that is said', () => {
		expect(pluginEntry({ path: 'a.ts', onFailure: 'allow' }, '/x')).toEqual({
			kind: 'file',
			path: '/x/a.ts',
			onFailure: 'allow',
		});
		expect(() => pluginEntry({ path: 'a.ts', onFailure: 'deny' }, '/x')).toThrow(/^expected a path/);
	});

	it('is a package of the nearest node_modules, and a path where there is one', () => {
		const folder = mkdtempSync(join(tmpdir(), 'plugin-entry-'));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		for (const name of ['node_modules/guard', 'below/both', 'node_modules/both'])
			mkdirSync(join(folder, name), { recursive: true });
		const below = join(folder, 'below');
		expect(pluginEntry('guard', below)).toEqual({ kind: 'file', path: join(folder, 'node_modules/guard') });
		expect(pluginEntry('both', below)).toEqual({ kind: 'file', path: join(folder, 'below/both') });
	});
});
