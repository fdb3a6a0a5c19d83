import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/verifies.ts';
import type { HookPoint } from './generated/protocol.ts';
import { createHookTable, type Handler } from './hooks.ts';

const call = { toolCallId: 'c1', toolName: 'bash', args: { command: 'ls' } };
const { signal } = new AbortController();

/** What goes to the server when a hook of this point does as the handler does. */
function answer(point: HookPoint, handler: Handler): Promise<unknown> {
	const table = createHookTable();
	const { hookId } = table.add(point, handler, {}, undefined);
	return table.call({ hookId, sessionId: 's1', point, payload: call }, signal);
}

describe('the time that a hook may take', () => {
	it.each([
		[Number.POSITIVE_INFINITY, 0],
		[2500.5, 2501],
		[0, 0],
		[-0.5, -0.5],
	])('%d ms travels as %d', (timeoutMs, sent) => {
		expect(createHookTable().add('tool_call', () => {}, { timeoutMs }, undefined).timeoutMs).toBe(sent);
	});
});

describe("a guard's answer", () => {
	it.each([
		['nothing', undefined, { decision: 'allow' }],
		['a block', { block: true, reason: 'not here' }, { decision: 'block', reason: 'not here' }],
		['a block without a reason', { block: true }, { decision: 'block' }],
		['a block for a number', { block: true, reason: 5 }, { decision: 'block', reason: 5 }],
		['a block for what JSON cannot hold', { block: true, reason: 5n }, { decision: 'block', reason: {} }],
		['a block for what JSON makes null', { block: true, reason: Number.NaN }, { decision: 'block', reason: {} }],
		['a block for what JSON leaves out', { block: true, reason: () => 'no' }, { decision: 'block', reason: {} }],
	])('%s is a verdict', async (_what, returned, verdict) => {
		verifies('R84');
		expect(await answer('tool_call', () => returned)).toEqual(verdict);
		expect(await answer('tool_call', async () => returned)).toEqual(verdict);
	});

	it.each([true, 'yes', null, 0, {}, { block: false }, { block: 'true' }])(
		'%j is nonsense, and goes out as it is: no verdict that allows',
		async (returned) => {
			expect(await answer('tool_call', () => returned)).toEqual(returned);
		},
	);

	it.each([
		['throws', () => Promise.reject(new RangeError('boom')), 'hook "tool_call-1" threw RangeError: boom'],
		[
			'throws at once',
			() => {
				throw new TypeError('boom');
			},
			'hook "tool_call-1" threw TypeError: boom',
		],
		['throws no error', () => Promise.reject('boom'), 'hook "tool_call-1" threw boom'],
	])('of one that %s is a failure, which names hook and error', async (_how, handler, message) => {
		await expect(answer('tool_call', handler)).rejects.toThrow(
			expect.objectContaining({ code: 'HOOK_FAILED', message }),
		);
	});
});

it("a context hook's answer goes out as it is", async () => {
	verifies('R86');
	expect(await answer('context', () => ({ append: ['It is noon.'] }))).toEqual({ append: ['It is noon.'] });
	expect(await answer('context', () => undefined)).toBeNull();
});

it.each([
	['system_prompt', 'Be brief.', { value: 'Be brief.' }],
	['system_prompt', '', { value: '' }],
	['tool_args', { path: 'a' }, { value: { path: 'a' } }],
	['tool_args', undefined, null],
	['tool_args', null, { value: null }],
	['context', undefined, null],
	['context', null, { value: null }],
	['context', ['It is noon.'], ['It is noon.']],
	['context', { value: { drop: [] } }, { value: { value: { drop: [] } } }],
	['tool_result', { isError: true }, { value: { isError: true } }],
	['session_before_fork', undefined, { decision: 'allow' }],
	['session_before_navigate', { block: true, reason: 'stay' }, { decision: 'block', reason: 'stay' }],
	['agent_end', undefined, null],
] as const)('at %s the answer %j goes out as %j', async (point, returned, travels) => {
	expect(await answer(point, () => returned)).toEqual(travels);
});

describe('a hook', () => {
	it('is given the payload, the session and a signal', async () => {
		const table = createHookTable();
		const seen: unknown[] = [];
		table.add('tool_call', (...args) => void seen.push(...args), { hookId: 'h' }, 's1');
		await table.call({ hookId: 'h', sessionId: 's1', point: 'tool_call', payload: call }, signal);
		expect(seen).toEqual([call, { sessionId: 's1', signal }]);
	});

	it('has its own terms, and a name of its own where none is given', () => {
		const table = createHookTable();
		const nothing = () => undefined;
		expect(table.add('tool_call', nothing, { hookId: 'a', timeoutMs: 5, onFailure: 'allow' }, undefined)).toEqual({
			hookId: 'a',
			point: 'tool_call',
			timeoutMs: 5,
			onFailure: 'allow',
		});
		expect(table.add('context', nothing, { required: true }, undefined)).toEqual({
			hookId: 'context-2',
			point: 'context',
			required: true,
		});
	});

	it("of a session goes before one for all, and is no other session's", async () => {
		const table = createHookTable();
		table.add('context', () => 'all', { hookId: 'h' }, undefined);
		table.add('context', () => 'one', { hookId: 'h' }, 's1');
		const ask = (sessionId: string) => table.call({ hookId: 'h', sessionId, point: 'context', payload: {} }, signal);
		expect(await Promise.all([ask('s1'), ask('s2')])).toEqual(['one', 'all']);
		table.forget('s1');
		expect(await ask('s1')).toBe('all');
	});

	it('that was replaced is not removed in the place of its successor', async () => {
		const table = createHookTable();
		const first = () => 'first';
		table.add('context', first, { hookId: 'h' }, undefined);
		table.add('context', () => 'second', { hookId: 'h' }, undefined);
		expect(table.remove('h', first, undefined)).toBe(false);
		expect(await table.call({ hookId: 'h', sessionId: 's', point: 'context', payload: {} }, signal)).toBe('second');
	});

	it('that is not there fails the call', async () => {
		const table = createHookTable();
		const ask = table.call({ hookId: 'h', sessionId: 's', point: 'tool_call', payload: {} }, signal);
		await expect(ask).rejects.toThrow('no hook "h" is registered');
	});
});
