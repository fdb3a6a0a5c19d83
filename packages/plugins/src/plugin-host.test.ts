import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import type { Plugin, PluginApi } from './plugin.ts';
import { bashCall, hostFixture, rejecting } from './testing/host-fixture.ts';
import { model, tool, toolNames } from './testing/host-parts.ts';

describe('adding a plugin', () => {
	it('runs its setup and lists it with its hooks that interfere', async () => {
		const { host, news } = hostFixture();
		const setup = (myelin: PluginApi) => {
			myelin.on('tool_call', () => undefined, { hookId: 'gate' });
			myelin.on('context', () => undefined);
			myelin.on('turn_start', () => undefined);
		};
		const info = await host.add({ name: 'a', setup }, 'a.ts');
		expect(info).toEqual({
			name: 'a',
			source: 'a.ts',
			status: 'loaded',
			hooks: [
				{ hookId: 'gate', point: 'tool_call', onFailure: 'deny' },
				{ hookId: 'context-1', point: 'context' },
			],
		});
		expect(host.list()).toEqual([info]);
		expect(news).toEqual([{ type: 'plugin_status', plugin: 'a', status: 'loaded' }]);
	});

	it.each([
		[
			'throws',
			() => {
				throw new Error('boom');
			},
		],
		['rejects', () => rejecting('boom')],
	])('leaves nothing behind when its setup %s, and harms no other', async (_, fail) => {
		verifies('R81', 'R82');
		const fixture = hostFixture();
		const { host, plugin, news, scope } = fixture;
		await plugin('good', (myelin) => void myelin.registerTool(tool('good')));
		await plugin('bad', (myelin) => {
			myelin.on('tool_call', () => ({ block: true, reason: 'half a guard' }));
			myelin.on('turn_start', () => undefined);
			myelin.registerTool(tool('bad'));
			myelin.registerModel(model('bad', 'm'));
			return fail();
		});
		await plugin('next', (myelin) => void myelin.registerTool(tool('next')));
		expect(host.list()).toEqual([
			{ name: 'good', source: 'good.ts', status: 'loaded', hooks: [] },
			{ name: 'bad', source: 'bad.ts', status: 'failed', hooks: [], lastError: 'setup: boom' },
			{ name: 'next', source: 'next.ts', status: 'loaded', hooks: [] },
		]);
		expect(news[1]).toEqual({ type: 'plugin_error', plugin: 'bad', hook: 'setup', message: 'boom' });
		expect(toolNames(fixture)).toEqual(['good', 'next']);
		expect(host.models.list()).toEqual([]);
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toBeUndefined();
	});

	it('gives up a setup after thirty seconds', async () => {
		const { host, clock, plugin } = hostFixture();
		const added = plugin('hangs', () => new Promise<void>(() => undefined));
		await clock.advance(30_000);
		await added;
		expect(host.list()).toMatchObject([{ status: 'failed', lastError: 'setup: no answer within 30000 ms' }]);
	});

	it('refuses one that cannot even be asked its name, or its settings, and goes on', async () => {
		const { host } = hostFixture();
		const broken = (member: string) =>
			Object.defineProperty({ name: 'fine', setup() {} }, member, {
				get() {
					throw new Error(`no ${member}`);
				},
			});
		expect(await host.add(broken('name'), 'lib/odd.js')).toMatchObject({
			name: 'odd',
			status: 'failed',
			lastError: 'load: no name',
		});
		expect(await host.add(broken('settings'), 'lib/even.js')).toMatchObject({
			status: 'failed',
			lastError: 'load: no settings',
		});
	});

	it('refuses what is no plugin, saying why', async () => {
		const { host } = hostFixture();
		const setup = () => undefined;
		expect(await host.add(7 as never, 'lib/seven.js')).toMatchObject({
			name: 'seven',
			status: 'failed',
			lastError: 'load: lib/seven.js is no plugin: it is 7; export { name, setup } as default',
		});
		expect(await host.add({ name: 'My Plugin', setup }, 'x.js')).toMatchObject({
			name: 'My Plugin',
			lastError: 'load: x.js is no plugin: its name is "My Plugin"; use lower-case words joined by -',
		});
		expect(await host.add({ name: 'x' } as Plugin, 'x.js')).toMatchObject({
			lastError: 'load: x.js is no plugin: its setup is missing; write a function',
		});
		expect(await host.add({ name: 'x', apiVersion: 2, setup }, 'x.js')).toMatchObject({
			lastError: 'load: x.js asks for version 2 of the plugin contract, and this is 1; upgrade Myelin',
		});
		expect(await host.add({ name: 'x', apiVersion: '1' as never, setup }, 'x.js')).toMatchObject({
			lastError: 'load: x.js is no plugin: its apiVersion is "1"; write a number: 1',
		});
	});

	it('refuses a second one of a name, and takes it once the first has gone', async () => {
		const { host, plugin } = hostFixture();
		await plugin('a', () => undefined);
		expect(await host.add({ name: 'a', setup: () => undefined }, 'other.ts')).toMatchObject({
			status: 'failed',
			lastError: 'load: a.ts is loaded as a; unload it first, or give other.ts another name',
		});
		await host.unload('a');
		await plugin('a', () => undefined);
		expect(host.list()).toEqual([{ name: 'a', source: 'a.ts', status: 'loaded', hooks: [] }]);
	});

	it('gives each plugin its own settings, frozen, and a log with its name', async () => {
		const { host, logged } = hostFixture({ pluginSettings: { a: { key: { deep: 1 } } } });
		const seen: unknown[] = [];
		const setup = (myelin: PluginApi) => {
			seen.push(myelin.settings, Object.isFrozen(myelin.settings.key ?? myelin.settings));
			myelin.log.warn('hello', 7);
		};
		await host.add({ name: 'a', setup }, 'a.ts');
		await host.add({ name: 'b', setup }, 'b.ts');
		expect(seen).toEqual([{ key: { deep: 1 } }, true, {}, true]);
		expect(logged).toEqual(['warn: [a] hello 7', 'warn: [b] hello 7']);
	});
});

describe('what the host says', () => {
	it('goes to every listener, and to the log when there is none or one fails', async () => {
		const { host, plugin, news, logged } = hostFixture();
		const off = host.onReport(() => {
			throw new Error('deaf');
		});
		await plugin('a', () => undefined);
		off();
		await plugin('b', () => rejecting('boom'));
		expect(news).toHaveLength(2);
		expect(logged).toEqual(['error: a listener for plugin_status failed: Error: deaf']);
	});
});

it('says where a program whose name is no plugin name gets another', async () => {
	const { host } = hostFixture();
	const program = { name: 'My Guard', command: ['node', '/My Guard/index.js'], cwd: '/' } as const;
	await expect(host.start(program)).resolves.toMatchObject({
		status: 'failed',
		lastError:
			'load: node /My Guard/index.js is no plugin: its name is "My Guard"; use lower-case words joined by -, and write that beside its path or command: "name": "my-guard"',
	});
});
