import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import type { PluginApi, Unregister } from './plugin.ts';
import { bashCall, deferred, type HostFixture, hostFixture } from './testing/host-fixture.ts';

const denied = { block: true, reason: 'never' } as const;

/** A host whose first guard is asked until `goOn` is called. */
async function withSlowFirst(): Promise<HostFixture & { goOn(): void }> {
	const fixture = hostFixture();
	const answer = deferred<undefined>();
	await fixture.plugin('slow', (myelin) => void myelin.on('tool_call', () => answer.promise));
	return { ...fixture, goOn: () => answer.resolve(undefined) };
}

describe('a guard that changes while one before it is asked', () => {
	it('is asked when it was lost and is back', async () => {
		verifies('R82');
		const { host, scope, goOn } = await withSlowFirst();
		const first = host.join('guest', 'client');
		first.api.on('tool_call', () => denied, { hookId: 'gate' });
		const outcome = host.hooks.toolCall(bashCall('ls'), scope);
		first.lose('its process was killed');
		const second = host.join('guest', 'client');
		second.api.on('tool_call', () => denied, { hookId: 'gate' });
		goOn();
		expect(await outcome).toMatchObject({ blocked: { reason: 'never' } });
	});

	it('is asked when it was taken out and registered anew', async () => {
		const { host, plugin, scope } = hostFixture();
		await plugin('replacing', (myelin) => {
			let off: Unregister = () => undefined;
			const register = () => myelin.on('tool_call', () => denied, { hookId: 'b' });
			myelin.on('tool_call', () => {
				off();
				off = register();
			});
			off = register();
		});
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({
			blocked: { reason: 'never' },
			decisions: [{ hookId: 'tool_call-1' }, { hookId: 'b' }],
		});
	});

	it('is asked when its plugin came only then, also at steps of a session', async () => {
		const { host, plugin, scope } = hostFixture();
		const answer = deferred<undefined>();
		await plugin('slow', (myelin) => void myelin.on('session_before_delete', () => answer.promise));
		const outcome = host.hooks.before({ point: 'session_before_delete' }, scope);
		await plugin('late', (myelin) => void myelin.on('session_before_delete', () => denied));
		answer.resolve(undefined);
		expect(await outcome).toMatchObject({ blocked: { reason: 'never' }, decisions: [{ by: 'slow' }, { by: 'late' }] });
	});

	it('is asked when its client came to the session only then', async () => {
		const { host, plugin, scope } = hostFixture();
		const held = new Set<string>();
		host.join('guest', 'client', { sessions: (id) => held.has(id) }).api.on('tool_call', () => denied);
		const answer = deferred<undefined>();
		await plugin('slow', (myelin) => void myelin.on('tool_call', () => answer.promise));
		const outcome = host.hooks.toolCall(bashCall('ls'), scope);
		held.add('s1');
		answer.resolve(undefined);
		expect(await outcome).toMatchObject({ blocked: { reason: 'never' } });
	});

	it('is asked once each time it stands anew, and denies when that never ends', async () => {
		const { host, plugin, scope } = hostFixture();
		let asked = 0;
		await plugin('restless', (myelin) => {
			const register = () => {
				const off = myelin.on('tool_call', () => {
					asked++;
					off();
					register();
				});
			};
			register();
		});
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({
			blocked: { reason: expect.stringContaining('again and again') },
		});
		expect(asked).toBe(10);
	});

	it('does not make anybody be asked twice', async () => {
		const { host, plugin, scope, goOn } = await withSlowFirst();
		await plugin('second', (myelin) => void myelin.on('tool_call', () => undefined));
		const outcome = host.hooks.toolCall(bashCall('ls'), scope);
		await plugin('third', (myelin) => void myelin.on('tool_call', () => undefined));
		goOn();
		expect((await outcome)?.decisions.map(({ by }) => by)).toEqual(['slow', 'second', 'third']);
	});
});

describe('a transform that changes while one before it is asked', () => {
	/** Its first hook at `tool_args` is asked until `goOn`; what `register` makes comes after it. */
	async function slowArguments() {
		const fixture = hostFixture();
		const answer = deferred<undefined>();
		await fixture.plugin('slow', (myelin) => void myelin.on('tool_args', () => answer.promise));
		return { ...fixture, goOn: () => answer.resolve(undefined) };
	}
	const quoting = ({ on }: PluginApi) =>
		on('tool_args', ({ args }) => ({ command: `'${args.command}'` }), { hookId: 'q' });

	it('has its say when it was lost and is back', async () => {
		const { host, scope, goOn } = await slowArguments();
		const first = host.join('guest', 'client');
		quoting(first.api);
		const args = host.hooks.toolArgs(bashCall('ls'), scope);
		first.lose('its process was killed');
		quoting(host.join('guest', 'client').api);
		goOn();
		expect(await args).toMatchObject({ args: { command: "'ls'" }, rewrittenBy: [{ by: 'guest', hookId: 'q' }] });
	});

	it('fails the call when it is lost, comes back and is lost again', async () => {
		const { host, scope, goOn } = await slowArguments();
		const first = host.join('guest', 'client');
		quoting(first.api);
		const args = host.hooks.toolArgs(bashCall('ls'), scope);
		first.lose('its process was killed');
		const second = host.join('guest', 'client');
		quoting(second.api);
		second.lose('its process was killed again');
		goOn();
		await expect(args).rejects.toMatchObject({ code: 'HOOK_FAILED' });
	});

	it('has its say once, also when it is loaded anew after it', async () => {
		const { host, plugin, scope } = hostFixture();
		const first = host.join('guest', 'client');
		quoting(first.api);
		const answer = deferred<undefined>();
		await plugin('slow', (myelin) => void myelin.on('tool_args', () => answer.promise));
		const args = host.hooks.toolArgs(bashCall('ls'), scope);
		first.lose('its process was killed');
		quoting(host.join('guest', 'client').api);
		answer.resolve(undefined);
		expect(await args).toMatchObject({ args: { command: "'ls'" }, rewrittenBy: [{ by: 'guest', hookId: 'q' }] });
	});
});
