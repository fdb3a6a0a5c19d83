import { describe, expect, it } from 'vitest';
import { bashCall, deferred, hostFixture } from './testing/host-fixture.ts';
import { tool, toolNames } from './testing/host-parts.ts';

describe('unloading', () => {
	it('takes everything out and keeps the plugin listed', async () => {
		const fixture = hostFixture();
		const { plugin, host, scope, news } = fixture;
		await plugin('a', (myelin) => {
			myelin.on('tool_call', () => ({ block: true, reason: 'no' }));
			myelin.registerTool(tool('a'));
		});
		await host.unload('a');
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toBeUndefined();
		expect(toolNames(fixture)).toEqual([]);
		expect(host.list()).toMatchObject([{ name: 'a', status: 'unloaded', hooks: [] }]);
		expect(news.at(-1)).toEqual({ type: 'plugin_status', plugin: 'a', status: 'unloaded' });
	});

	it('ends what a plugin is being asked, without calling it a failure', async () => {
		const { plugin, host, scope, observe, reported } = hostFixture();
		await plugin('a', (myelin) => {
			myelin.on('turn_start', () => new Promise<void>(() => undefined));
			myelin.on('context', () => new Promise<undefined>(() => undefined));
		});
		const observed = observe({ type: 'turn_start' });
		const changed = host.hooks.context({ messages: [], systemPrompt: '', thinkingLevel: 'off' }, scope);
		await host.unload('a');
		await observed;
		expect(await changed).toEqual([]);
		expect(reported).toEqual([]);
	});

	it('works from inside a hook', async () => {
		const { plugin, host, scope } = hostFixture();
		await plugin('a', (myelin) => {
			myelin.on('tool_call', async () => {
				await Promise.resolve();
				await host.unload('a');
				return undefined;
			});
		});
		await plugin('b', (myelin) => void myelin.on('tool_call', () => undefined));
		expect(await host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({
			decisions: [{ by: 'a', cause: 'disconnect', answer: 'block' }],
		});
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({ decisions: [{ by: 'b', answer: 'allow' }] });
	});

	it('ends a setup that is still going on', async () => {
		const { plugin, host } = hostFixture();
		const added = plugin('a', () => new Promise<void>(() => undefined));
		await host.unload('a');
		await added;
		expect(host.list()).toMatchObject([{ name: 'a', status: 'unloaded' }]);
	});

	it('refuses an unknown name and says which there are', async () => {
		const { plugin, host } = hostFixture();
		await plugin('a', () => undefined);
		await expect(host.unload('b')).rejects.toMatchObject({
			code: 'PLUGIN_NOT_FOUND',
			message: 'no plugin b is loaded; there are: a',
		});
	});
});

describe('closing', () => {
	it('unloads every plugin, the last first, and takes no more', async () => {
		const { host, plugin, news, scope } = hostFixture();
		const never = deferred<undefined>();
		await plugin('a', (myelin) => void myelin.on('tool_call', () => never.promise));
		host.join('b', 'socket');
		const asked = host.hooks.toolCall(bashCall('ls'), scope);
		await host.close();
		expect(await asked).toMatchObject({ blocked: {} });
		expect(news.slice(2)).toMatchObject([
			{ plugin: 'b', status: 'unloaded' },
			{ plugin: 'a', status: 'unloaded' },
		]);
		expect(await host.add({ name: 'c', setup: () => undefined }, 'c.ts')).toMatchObject({
			status: 'failed',
			lastError: 'load: c.ts came after the host was closed',
		});
		expect(() => host.join('d', 'socket')).toThrow(expect.objectContaining({ code: 'HOST_CLOSED' }));
	});
});
