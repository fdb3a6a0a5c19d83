import type { Model } from '@myelin/core';
import { describe, expect, it } from 'vitest';
import type { PluginApi } from './plugin.ts';
import { bashCall, hostFixture } from './testing/host-fixture.ts';
import { model, tool, toolNames } from './testing/host-parts.ts';

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
