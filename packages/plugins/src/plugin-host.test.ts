import type { Model } from '@myelin/core';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import type { Plugin, PluginApi, ToolSpec } from './plugin.ts';
import { bashCall, deferred, hostFixture, rejecting } from './testing/host-fixture.ts';

function tool(name: string): ToolSpec {
	return { name, description: 'x', parameters: { type: 'object' }, execute: () => 'done' };
}

function model(provider: string, id: string): Model {
	return {
		provider,
		id,
		contextWindow: 1,
		maxOutputTokens: 1,
		capabilities: { thinking: false, images: false, tools: true },
		stream: () => {
			throw new Error('not called');
		},
	};
}

function toolNames({ host }: ReturnType<typeof hostFixture>, sessionId = 's1'): string[] {
	return host.tools.tools(sessionId).map(({ name }) => name);
}

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

describe('registering', () => {
	it.each<[string, (myelin: PluginApi) => unknown, string, string]>([
		[
			'an unknown point',
			(m) => m.on('tool_cal' as 'tool_call', () => undefined),
			'INVALID_REGISTRATION',
			'a cannot register a hook: there is no point "tool_cal"; there are input, tool_args, tool_call, ',
		],
		[
			'a point that every object has',
			(m) => m.on('toString' as 'tool_call', () => undefined),
			'INVALID_REGISTRATION',
			'a cannot register a hook: there is no point "toString"; ',
		],
		[
			'no function',
			(m) => m.on('tool_call', 7 as never),
			'INVALID_REGISTRATION',
			'a cannot register a hook: the hook at tool_call is 7, not a function',
		],
		[
			'an empty hook id',
			(m) => m.on('tool_call', () => undefined, { hookId: '' }),
			'INVALID_REGISTRATION',
			'a cannot register a hook: the hookId at tool_call is "", not a text',
		],
		[
			'a hook id twice',
			(m) => {
				m.on('tool_call', () => undefined, { hookId: 'h' });
				m.on('context', () => undefined, { hookId: 'h' });
			},
			'HOOK_TAKEN',
			'a has a hook h at tool_call; give this one another hookId',
		],
		[
			'no time at all',
			(m) => m.on('tool_call', () => undefined, { timeoutMs: 0 }),
			'INVALID_REGISTRATION',
			'a cannot register a hook: timeoutMs of tool_call-1 is 0, not a number of milliseconds above 0',
		],
		[
			'a failure policy where nothing can be denied',
			(m) => m.on('context', () => undefined, { onFailure: 'allow' }),
			'INVALID_REGISTRATION',
			'a cannot register a hook: onFailure of context-1 is "allow"; it is deny or allow, and for a veto only',
		],
		[
			'an unknown failure policy',
			(m) => m.on('tool_call', () => undefined, { onFailure: 'maybe' as 'deny' }),
			'INVALID_REGISTRATION',
			'a cannot register a hook: onFailure of tool_call-1 is "maybe"; it is deny or allow, and for a veto only',
		],
		[
			'a required guard',
			(m) => m.on('tool_call', () => undefined, { required: true }),
			'INVALID_REGISTRATION',
			'a cannot register a hook: required of tool_call-1 is true; it is a boolean, and for a transform only',
		],
		[
			'a tool of a name that is taken',
			(m) => m.registerTool(tool('taken')),
			'TOOL_TAKEN',
			'a cannot register the tool taken: first has one of this name; choose another',
		],
		[
			'a model that is there',
			(m) => m.registerModel(model('p', 'taken')),
			'MODEL_TAKEN',
			'a cannot register the model p/taken: first has done so',
		],
		[
			'what is no model',
			(m) => m.registerModel({ provider: 'p', id: 'm' } as Model),
			'INVALID_REGISTRATION',
			'what a registers is no model: it has no stream function',
		],
	])('refuses %s', async (_, register, code, message) => {
		const { plugin, host } = hostFixture();
		await plugin('first', (myelin) => {
			myelin.registerTool(tool('taken'));
			myelin.registerModel(model('p', 'taken'));
		});
		let refusal: unknown;
		await plugin('a', (myelin) => {
			try {
				register(myelin);
			} catch (thrown) {
				refusal = thrown;
			}
		});
		expect(refusal).toMatchObject({ name: 'HostError', code, message: expect.stringContaining(message) });
		expect(host.list()[1]).toMatchObject({ status: 'loaded' });
	});

	it('is undone by what it returns, once', async () => {
		const fixture = hostFixture();
		const { plugin, host, scope } = fixture;
		const undo: (() => void)[] = [];
		await plugin('a', (myelin) => {
			undo.push(
				myelin.on('tool_call', () => ({ block: true, reason: 'no' })),
				myelin.registerTool(tool('t')),
				myelin.registerModel(model('p', 'm')),
			);
		});
		for (const off of [...undo, ...undo]) off();
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toBeUndefined();
		expect(toolNames(fixture)).toEqual([]);
		expect(host.models.defaultModel()).toBeUndefined();
	});

	it('is refused to a plugin that has been unloaded', async () => {
		const { plugin, host } = hostFixture();
		const kept: PluginApi[] = [];
		await plugin('a', (myelin) => void kept.push(myelin));
		await host.unload('a');
		expect(() => kept[0]?.on('tool_call', () => undefined)).toThrow(
			expect.objectContaining({
				code: 'PLUGIN_GONE',
				message: 'a cannot register a hook at tool_call: it is unloaded',
			}),
		);
	});

	it('offers tools and models in load order', async () => {
		const fixture = hostFixture();
		const kept: PluginApi[] = [];
		await fixture.plugin('a', (myelin) => void kept.push(myelin));
		await fixture.plugin('b', (myelin) => {
			myelin.registerTool(tool('b'));
			myelin.registerModel(model('b', 'm'));
		});
		kept[0]?.registerTool(tool('a'));
		kept[0]?.registerModel(model('a', 'm'));
		expect(toolNames(fixture)).toEqual(['a', 'b']);
		expect(fixture.host.models.list().map(({ provider }) => provider)).toEqual(['a', 'b']);
		expect(fixture.host.models.defaultModel()).toBe(fixture.host.models.find({ provider: 'a', id: 'm' }));
	});

	it('has the default model of the settings once that is there, and takes no other in its place', async () => {
		const { plugin, host } = hostFixture({ model: { provider: 'b', id: 'm' } });
		await plugin('a', (myelin) => void myelin.registerModel(model('a', 'm')));
		expect(host.models.defaultModel()).toBeUndefined();
		await plugin('b', (myelin) => void myelin.registerModel(model('b', 'm')));
		expect(host.models.defaultModel()?.provider).toBe('b');
	});
});

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

describe('a plugin that lives elsewhere', () => {
	it('is a plugin like any other', async () => {
		const fixture = hostFixture();
		const { host, scope, news } = fixture;
		const { api } = host.join('py-guard', 'stdio');
		api.on('tool_call', async () => ({ block: true, reason: 'not from python' }), { hookId: 'g' });
		api.registerTool(tool('lookup'));
		expect(await host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({
			decisions: [{ by: 'py-guard', hookId: 'g', cause: 'policy' }],
			blocked: { reason: 'not from python' },
		});
		expect(toolNames(fixture)).toEqual(['lookup']);
		expect(news).toEqual([{ type: 'plugin_status', plugin: 'py-guard', status: 'loaded' }]);
	});

	it('keeps its gates shut when it is lost, and nothing else', async () => {
		const fixture = hostFixture();
		const { host, scope, news, observe } = fixture;
		const handle = host.join('py-guard', 'stdio');
		let told = 0;
		const off = handle.api.on('tool_call', () => undefined, { hookId: 'g' });
		handle.api.on('context', () => ({ append: ['x'] }));
		handle.api.on('context', () => undefined, { hookId: 'redact', required: true });
		handle.api.on('turn_start', () => void told++);
		handle.api.registerTool(tool('lookup'));
		handle.lose('the connection ended');
		off();
		void observe({ type: 'turn_start' });
		const reason =
			'the guard g of py-guard has no answer: its plugin is lost (the connection ended); a guard that fails denies';
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toEqual({
			decisions: [{ by: 'py-guard', hookId: 'g', answer: 'block', reason, cause: 'disconnect', durationMs: 0 }],
			blocked: { reason },
		});
		expect(() => host.hooks.context({ messages: [], systemPrompt: '', thinkingLevel: 'off' }, scope)).toThrow(
			'plugin py-guard, hook redact is required at context and failed: it is lost (the connection ended)',
		);
		expect(told).toBe(0);
		expect(toolNames(fixture)).toEqual([]);
		expect(host.list()).toEqual([
			{
				name: 'py-guard',
				source: 'stdio',
				status: 'lost',
				hooks: [
					{ hookId: 'g', point: 'tool_call', onFailure: 'deny' },
					{ hookId: 'redact', point: 'context' },
				],
				lastError: 'the connection ended',
			},
		]);
		expect(news.at(-1)).toEqual({
			type: 'plugin_status',
			plugin: 'py-guard',
			status: 'lost',
			message: 'the connection ended',
		});
	});

	it('opens each gate again by registering it under the same name and id', async () => {
		const { host, scope } = hostFixture();
		const first = host.join('py-guard', 'stdio');
		first.api.on('tool_call', () => undefined, { hookId: 'g' });
		first.api.on('tool_call', () => undefined, { hookId: 'h' });
		first.lose('gone');
		const { api } = host.join('py-guard', 'stdio');
		api.on('tool_call', () => undefined, { hookId: 'g' });
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({ decisions: [{ hookId: 'h', answer: 'block' }] });
		expect(host.list()).toMatchObject([{ status: 'lost' }, { status: 'loaded' }]);
		api.on('tool_call', () => undefined, { hookId: 'h' });
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({
			decisions: [
				{ hookId: 'g', answer: 'allow' },
				{ hookId: 'h', answer: 'allow' },
			],
		});
		expect(host.list()).toMatchObject([{ name: 'py-guard', status: 'loaded' }]);
	});

	it('cannot take the gate of one that is there', async () => {
		const { host } = hostFixture();
		host.join('py-guard', 'one').api.on('tool_call', () => undefined, { hookId: 'g' });
		const { api } = host.join('py-guard', 'two');
		expect(() => api.on('tool_call', () => undefined, { hookId: 'g' })).toThrow(
			expect.objectContaining({ code: 'HOOK_TAKEN' }),
		);
	});

	it('opens its gates by leaving, also when it was lost', async () => {
		const { host, scope, news } = hostFixture();
		for (const isLost of [false, true]) {
			const handle = host.join('py-guard', 'stdio');
			handle.api.on('tool_call', () => undefined, { hookId: 'g' });
			if (isLost) handle.lose('gone');
			handle.leave();
			handle.leave();
			handle.lose('late');
			expect(host.hooks.toolCall(bashCall('ls'), scope)).toBeUndefined();
			expect(host.list()).toEqual([]);
		}
		expect(news.map((report) => report.type === 'plugin_status' && report.status)).toEqual([
			'loaded',
			'unloaded',
			'loaded',
			'lost',
			'unloaded',
		]);
	});

	it('is not listed any longer when it is lost without a gate', () => {
		const { host } = hostFixture();
		const handle = host.join('viewer', 'socket');
		handle.api.on('turn_start', () => undefined);
		handle.lose('gone');
		expect(host.list()).toEqual([]);
	});

	it('offers its tools only in its sessions, where the first of a name stands', () => {
		const fixture = hostFixture();
		const serve = (description: string, sessions: (id: string) => boolean) => {
			fixture.host.join('client', 'socket', { sessions }).api.registerTool({ ...tool('lookup'), description });
		};
		serve('first', (id) => id === 's1');
		serve('second', (id) => id === 's2');
		serve('both', () => true);
		const offered = (id: string) => fixture.host.tools.tools(id).map(({ description }) => description);
		expect(offered('s1')).toEqual(['first']);
		expect(offered('s2')).toEqual(['second']);
		expect(offered('s3')).toEqual(['both']);
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
