import type { OwnEvent } from '@myelin/session';
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

describe('what becomes of a plugin', () => {
	async function twoSessions() {
		const fixture = await faulty();
		const elsewhere: OwnEvent[] = [];
		const over = new AbortController();
		const other = {
			...fixture.scope,
			sessionId: 's2',
			signal: over.signal,
			report: (e: OwnEvent) => elsewhere.push(e),
		};
		fixture.host.hooks.lifecycle('session_start', fixture.scope);
		fixture.host.hooks.lifecycle('session_start', other);
		return { ...fixture, elsewhere, over };
	}

	it('is told in every open session, each failure where it happened alone', async () => {
		const { fail, reported, elsewhere } = await twoSessions();
		fail(5);
		const quarantined = { type: 'plugin_status', plugin: 'faulty', status: 'quarantined' };
		expect(reported.slice(-2)).toMatchObject([{ type: 'plugin_error' }, quarantined]);
		expect(elsewhere).toMatchObject([quarantined]);
	});

	it('is told no session that has ended', async () => {
		const { fail, elsewhere, over } = await twoSessions();
		over.abort();
		fail(5);
		expect(elsewhere).toEqual([]);
	});

	it('is told no session that it may not act in', async () => {
		const { host, reported, elsewhere } = await twoSessions();
		const guest = host.join('guest', 'client', { sessions: (sessionId) => sessionId === 's2' });
		guest.api.on('tool_call', () => undefined);
		guest.lose('its connection ended');
		const lost = { type: 'plugin_status', plugin: 'guest', status: 'lost', message: 'its connection ended' };
		expect(elsewhere).toEqual([{ type: 'plugin_status', plugin: 'guest', status: 'loaded' }, lost]);
		expect(reported).toEqual([]);
	});
});

describe('the record of a denial', () => {
	it('says by whom, why, for what cause and how long it took, for each way in which a guard can fail', async () => {
		const { host, scope, clock, plugin } = hostFixture();
		const guard = async (name: string, ask: () => unknown) => {
			await plugin(name, (myelin) => void myelin.on('tool_call', ask as () => undefined, { hookId: 'gate' }));
		};
		await guard('slow', () => new Promise(() => undefined));
		const asked = host.hooks.toolCall(bashCall('ls'), scope);
		clock.advance(5_000);
		expect(await asked).toEqual({
			decisions: [
				{
					by: 'slow',
					hookId: 'gate',
					answer: 'block',
					cause: 'timeout',
					reason: 'the guard gate of slow has no answer: no answer within 5000 ms; a guard that fails denies',
					durationMs: 5000,
				},
			],
			blocked: { reason: expect.stringContaining('no answer within 5000 ms') },
		});
		for (let times = 0; times < 4; times++) {
			const again = host.hooks.toolCall(bashCall('ls'), scope);
			clock.advance(5_000);
			await again;
		}
		expect(await host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({
			decisions: [
				{
					by: 'slow',
					hookId: 'gate',
					cause: 'crash',
					reason: expect.stringContaining('its plugin is quarantined (gate: no answer within 5000 ms)'),
					durationMs: 0,
				},
			],
		});
		expect(host.list()).toMatchObject([{ status: 'quarantined', lastError: 'gate: no answer within 5000 ms' }]);
	});
});
