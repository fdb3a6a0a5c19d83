import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import type { HookOptions } from './plugin.ts';
import { bashCall, hostFixture, rejecting, userMessage } from './testing/host-fixture.ts';

const request = { messages: [userMessage('m1', 'hi')], systemPrompt: '', thinkingLevel: 'off' } as const;

/** A plugin whose observer of `turn_start` fails while `isBroken`. */
async function faulty(options: HookOptions = {}) {
	const fixture = hostFixture();
	const state = { isBroken: true, told: 0 };
	await fixture.plugin('faulty', (myelin) => {
		myelin.on('turn_start', () => {
			if (state.isBroken) throw new Error('boom');
		});
		myelin.on('turn_end', () => void state.told++);
		myelin.on('tool_call', () => undefined, options);
		myelin.on('context', () => ({ append: ['changed'] }));
	});
	const fail = (times: number) => {
		for (let time = 0; time < times; time++) void fixture.observe({ type: 'turn_start' });
	};
	return { ...fixture, state, fail };
}

describe('a plugin that fails five times in a row', () => {
	it('is quarantined, and the stream says so once', async () => {
		verifies('R81');
		const { fail, reported, host } = await faulty();
		fail(7);
		expect(reported.map((event) => event.type)).toEqual([
			'plugin_error',
			'plugin_error',
			'plugin_error',
			'plugin_error',
			'plugin_error',
			'plugin_status',
		]);
		expect(reported.at(-1)).toEqual({
			type: 'plugin_status',
			plugin: 'faulty',
			status: 'quarantined',
			message: 'hook turn_start-1 failed 5 times in a row, at last: boom',
		});
		expect(host.list()).toMatchObject([{ status: 'quarantined', lastError: 'turn_start-1: boom' }]);
	});

	it('is not quarantined when a success came between', async () => {
		const { fail, state, host } = await faulty();
		fail(4);
		state.isBroken = false;
		fail(1);
		state.isBroken = true;
		fail(4);
		expect(host.list()).toMatchObject([{ status: 'loaded' }]);
	});

	it('is quarantined for one broken hook even when its others work', async () => {
		const { fail, observe, host } = await faulty();
		for (let time = 0; time < 5; time++) {
			fail(1);
			void observe({ type: 'turn_end', message: null, toolResults: [] });
		}
		expect(host.list()).toMatchObject([{ status: 'quarantined' }]);
	});

	it('no longer observes or changes the context', async () => {
		const { fail, observe, state, host, scope } = await faulty();
		fail(5);
		void observe({ type: 'turn_end', message: null, toolResults: [] });
		expect(state.told).toBe(0);
		expect(host.hooks.context(request, scope)).toEqual(request.messages);
	});

	it('denies at its guards', async () => {
		const { fail, host, scope } = await faulty();
		fail(5);
		const reason =
			'the guard tool_call-1 of faulty has no answer: its plugin is quarantined (turn_start-1: boom); a guard that fails denies';
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toEqual({
			decisions: [{ by: 'faulty', hookId: 'tool_call-1', answer: 'block', reason, cause: 'crash', durationMs: 0 }],
			blocked: { reason },
		});
	});

	it('allows at a guard whose terms are to allow', async () => {
		const { fail, host, scope } = await faulty({ onFailure: 'allow' });
		fail(5);
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({
			decisions: [{ answer: 'allow', cause: 'crash' }],
		});
	});

	it('ends the run at a required hook', async () => {
		const { plugin, observe, host, scope, clock } = hostFixture();
		await plugin('redact', (myelin) => {
			myelin.on('turn_start', () => rejecting('boom'));
			myelin.on('context', () => undefined, { required: true });
		});
		for (let time = 0; time < 5; time++) await observe({ type: 'turn_start' });
		await clock.advance(0);
		expect(() => host.hooks.context(request, scope)).toThrow(expect.objectContaining({ code: 'HOOK_FAILED' }));
	});

	it('works again after it was unloaded and added anew', async () => {
		const { fail, host, plugin, scope } = await faulty();
		fail(5);
		await host.unload('faulty');
		await plugin('faulty', (myelin) => void myelin.on('tool_call', () => undefined));
		expect(host.list()).toMatchObject([{ name: 'faulty', status: 'loaded' }]);
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({ decisions: [{ answer: 'allow' }] });
	});
});
