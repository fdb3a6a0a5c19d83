import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { bashCall, deferred, hostFixture } from './testing/host-fixture.ts';

describe('a veto', () => {
	it('asks nobody and waits for nothing when nobody guards', () => {
		const { host, scope } = hostFixture();
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toBeUndefined();
	});

	it('lets the call run, without a microtask, when every guard answers nothing at once', async () => {
		const { host, plugin, scope, clock } = hostFixture();
		await plugin('a', (myelin) => void myelin.on('tool_call', () => undefined));
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toEqual({
			decisions: [{ by: 'a', hookId: 'tool_call-1', answer: 'allow', cause: 'policy', durationMs: 0 }],
		});
		expect(clock.waiting).toBe(0);
	});

	it('denies with the first reason and asks nobody after it', async () => {
		verifies('R84');
		const { host, plugin, scope } = hostFixture();
		const asked: string[] = [];
		await plugin('a', (myelin) => void myelin.on('tool_call', () => void asked.push('a'), { hookId: 'look' }));
		await plugin('b', (myelin) => {
			myelin.on('tool_call', ({ toolName, args }) => {
				asked.push('b');
				return toolName === 'bash' && args.command === 'rm x' ? { block: true, reason: 'not here' } : undefined;
			});
		});
		await plugin('c', (myelin) => void myelin.on('tool_call', () => void asked.push('c')));
		expect(host.hooks.toolCall(bashCall('rm x'), scope)).toEqual({
			decisions: [
				{ by: 'a', hookId: 'look', answer: 'allow', cause: 'policy', durationMs: 0 },
				{ by: 'b', hookId: 'tool_call-1', answer: 'block', reason: 'not here', cause: 'policy', durationMs: 0 },
			],
			blocked: { reason: 'not here' },
		});
		expect(asked).toEqual(['a', 'b']);
	});

	it('waits for a guard that takes its time, and says how long that was', async () => {
		const { host, plugin, scope, clock } = hostFixture();
		const answer = deferred<undefined>();
		await plugin('a', (myelin) => void myelin.on('tool_call', () => answer.promise));
		const outcome = host.hooks.toolCall(bashCall('ls'), scope);
		expect(clock.waiting).toBe(1);
		await clock.advance(1_234);
		answer.resolve(undefined);
		expect(await outcome).toEqual({
			decisions: [{ by: 'a', hookId: 'tool_call-1', answer: 'allow', cause: 'policy', durationMs: 1_234 }],
		});
		expect(clock.waiting).toBe(0);
	});

	it('shows guards arguments that nobody can change', async () => {
		const { host, plugin, scope } = hostFixture();
		const call = { toolCallId: 'call-1', toolName: 'edit', args: { edits: [{ line: 1 }] } };
		await plugin('a', (myelin) => {
			myelin.on('tool_call', ({ args }) => {
				(args.edits as { line: number }[]).push({ line: 2 });
			});
		});
		expect(host.hooks.toolCall(call, scope)).toMatchObject({ blocked: {}, decisions: [{ cause: 'crash' }] });
		expect(call.args).toEqual({ edits: [{ line: 1 }] });
	});
});
