import type { GuardOutcome, SessionStep } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { type Points, pointKinds } from './plugin.ts';
import { bashCall, deferred, type HostFixture, hostFixture, rejecting } from './testing/host-fixture.ts';

const vetoPoints = (Object.keys(pointKinds) as (keyof Points)[]).filter((point) => pointKinds[point] === 'veto');

/** What each way to fail is, and what the decision gives as its cause. */
const faults: Readonly<Record<string, { readonly ask: () => unknown; readonly cause: string }>> = {
	throw: {
		ask: () => {
			throw new Error('boom');
		},
		cause: 'crash',
	},
	'throw nothing': {
		ask: () => {
			throw undefined;
		},
		cause: 'crash',
	},
	reject: { ask: () => rejecting('boom'), cause: 'crash' },
	hang: { ask: () => new Promise(() => undefined), cause: 'timeout' },
	'a thenable that throws': {
		ask: () => ({
			// biome-ignore lint/suspicious/noThenProperty: it is what is tried
			get then(): never {
				throw new Error('boom');
			},
		}),
		cause: 'crash',
	},
	true: { ask: () => true, cause: 'invalid' },
	null: { ask: () => null, cause: 'invalid' },
	'a wire answer': { ask: () => ({ decision: 'allow' }), cause: 'invalid' },
	'block that is not true': { ask: () => ({ block: 'yes' }), cause: 'invalid' },
	'100 MB': { ask: () => 'x'.repeat(100 << 20), cause: 'invalid' },
};

const steps: Readonly<Record<string, SessionStep>> = {
	session_before_navigate: { point: 'session_before_navigate', entryId: null },
	session_before_fork: { point: 'session_before_fork', entryId: null, newSessionId: 's2' },
	session_before_delete: { point: 'session_before_delete' },
	session_before_compact: { point: 'session_before_compact', reason: 'manual' },
};

/** Comes to a point and lets the time of whoever is asked go by. */
async function come({ host, clock, scope }: HostFixture, point: string): Promise<GuardOutcome | undefined> {
	const step = steps[point];
	const outcome = step === undefined ? host.hooks.toolCall(bashCall('ls'), scope) : host.hooks.before(step, scope);
	clock.advance(5_000);
	return outcome;
}

async function guarded(point: string, ask: () => unknown, onFailure: 'deny' | 'allow' = 'deny') {
	const fixture = hostFixture();
	await fixture.plugin('guard', (myelin) => {
		myelin.on(point as 'tool_call', ask as () => undefined, { hookId: 'gate', onFailure });
	});
	return fixture;
}

describe.each(vetoPoints)('a guard at %s', (point) => {
	describe.each(['deny', 'allow'] as const)('for which failing means %s,', (onFailure) => {
		it.each(Object.keys(faults))('that fails so: %s', async (fault) => {
			verifies('R82');
			const { ask, cause } = faults[fault] as (typeof faults)[string];
			const fixture = await guarded(point, ask, onFailure);
			const outcome = await come(fixture, point);
			const answer = onFailure === 'deny' ? 'block' : 'allow';
			expect(outcome?.decisions).toMatchObject([{ by: 'guard', hookId: 'gate', answer, cause }]);
			expect(outcome?.blocked === undefined).toBe(onFailure === 'allow');
			expect(String(outcome?.decisions[0]?.reason).length).toBeLessThan(11_000);
			expect(fixture.reported).toMatchObject([{ type: 'plugin_error', plugin: 'guard', hook: 'gate' }]);
		});
	});

	it('that is quarantined denies', async () => {
		const fixture = await guarded(point, () => rejecting('boom'));
		for (let times = 0; times < 5; times++) await come(fixture, point);
		expect(fixture.host.list()).toMatchObject([{ status: 'quarantined' }]);
		expect((await come(fixture, point))?.decisions).toMatchObject([{ answer: 'block', cause: 'crash', durationMs: 0 }]);
	});

	it('that is lost denies', async () => {
		const fixture = hostFixture();
		const guest = fixture.host.join('guest', 'client');
		guest.api.on(point as 'tool_call', () => undefined);
		guest.lose('its connection ended');
		expect((await come(fixture, point))?.decisions).toMatchObject([{ answer: 'block', cause: 'disconnect' }]);
	});

	it.each([
		['unloaded', 'disconnect', (fixture: HostFixture) => fixture.host.unload('guard')],
		['aborted with its run', 'default', async ({ run }: HostFixture) => run.abort()],
	])('that is %s while it is asked denies', async (_, cause, end) => {
		const asked = deferred<void>();
		const fixture = await guarded(point, () => {
			asked.resolve();
			return new Promise(() => undefined);
		});
		const outcome =
			steps[point] === undefined
				? fixture.host.hooks.toolCall(bashCall('ls'), fixture.scope)
				: fixture.host.hooks.before(steps[point] as SessionStep, fixture.scope);
		await asked.promise;
		await end(fixture);
		expect((await outcome)?.decisions).toMatchObject([{ answer: 'block', cause }]);
	});

	it('that answers nothing allows, and one that denies is heard before those after it', async () => {
		const fixture = await guarded(point, () => undefined);
		const after: string[] = [];
		await fixture.plugin('second', (myelin) => {
			myelin.on(point as 'tool_call', () => ({ block: true, reason: 'no' }) as never);
		});
		await fixture.plugin('third', (myelin) => void myelin.on(point as 'tool_call', () => void after.push('asked')));
		const outcome = await come(fixture, point);
		expect(outcome).toMatchObject({
			decisions: [
				{ by: 'guard', answer: 'allow', cause: 'policy' },
				{ by: 'second', answer: 'block', cause: 'policy', reason: 'no' },
			],
			blocked: { reason: 'no' },
		});
		expect(after).toEqual([]);
	});
});

describe('a plugin that, while its guard is asked,', () => {
	it('takes that guard back, denies by what it answers and is not asked again', async () => {
		const fixture = hostFixture();
		await fixture.plugin('guard', (myelin) => {
			const undo = myelin.on('tool_call', () => {
				undo();
				return { block: true, reason: 'for the last time' };
			});
		});
		expect(await come(fixture, 'tool_call')).toMatchObject({ blocked: { reason: 'for the last time' } });
		expect(await come(fixture, 'tool_call')).toBeUndefined();
	});

	it('takes that guard back when it is waited for already, still denies by what it answers', async () => {
		const fixture = hostFixture();
		await fixture.plugin('guard', (myelin) => {
			const undo = myelin.on('tool_call', async () => {
				await Promise.resolve();
				undo();
				return { block: true, reason: 'for the last time' };
			});
		});
		expect(await come(fixture, 'tool_call')).toMatchObject({ blocked: { reason: 'for the last time' } });
		expect(await come(fixture, 'tool_call')).toBeUndefined();
	});

	it('unloads itself and waits for that, denies once and is gone', async () => {
		const fixture = hostFixture();
		await fixture.plugin('guard', (myelin) => {
			myelin.on('tool_call', async () => {
				await fixture.host.unload('guard');
				return undefined;
			});
		});
		expect((await come(fixture, 'tool_call'))?.decisions).toMatchObject([{ answer: 'block', cause: 'disconnect' }]);
		expect(await come(fixture, 'tool_call')).toBeUndefined();
		expect(fixture.host.list()).toMatchObject([{ status: 'unloaded' }]);
	});

	it('takes the guard after it back: that one is not asked', async () => {
		const fixture = hostFixture();
		let undoLater = () => {};
		await fixture.plugin('first', (myelin) => void myelin.on('tool_call', () => undoLater()));
		await fixture.plugin('later', (myelin) => {
			undoLater = myelin.on('tool_call', () => ({ block: true, reason: 'no' }));
		});
		expect(await come(fixture, 'tool_call')).toMatchObject({ decisions: [{ by: 'first', answer: 'allow' }] });
	});

	it('registers another guard: that one is asked too', async () => {
		const fixture = hostFixture();
		await fixture.plugin('guard', (myelin) => {
			const undo = myelin.on('tool_call', () => {
				undo();
				myelin.on('tool_call', () => ({ block: true, reason: 'from now on' }));
			});
		});
		expect(await come(fixture, 'tool_call')).toMatchObject({ blocked: { reason: 'from now on' } });
	});

	it('changes what it was given, fails: the payload is frozen', async () => {
		const fixture = hostFixture();
		await fixture.plugin('guard', (myelin) => {
			myelin.on('tool_call', (call) => {
				(call.args as { command: string }).command = 'rm -rf /';
			});
		});
		expect((await come(fixture, 'tool_call'))?.decisions).toMatchObject([{ answer: 'block', cause: 'crash' }]);
	});
});
