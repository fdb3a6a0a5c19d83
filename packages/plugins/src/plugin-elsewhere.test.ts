import { describe, expect, it } from 'vitest';
import { bashCall, hostFixture } from './testing/host-fixture.ts';
import { tool, toolNames } from './testing/host-parts.ts';

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
