import type { HookContext } from '@myelin/plugins';
import { expect, it } from 'vitest';
import { createGuardCalls } from './guard-calls.ts';

const context = (sessionId: string) => ({ sessionId }) as HookContext;
const about = (toolCallId: string) => ({ toolCallId, toolName: 'bash', args: {} });

it('a question is asked for the guard of its tool call, in its session', () => {
	const calls = createGuardCalls();
	const [one, two, other] = [context('s1'), context('s1'), context('s2')];
	calls.enter('tool_call', about('a'), one);
	calls.enter('tool_call', about('b'), two);
	calls.enter('tool_call', about('a'), other);
	expect(calls.askedFor('s1', 'a')).toBe(one);
	expect(calls.askedFor('s1', 'b')).toBe(two);
	expect(calls.askedFor('s2', 'a')).toBe(other);
	expect(calls.askedFor('s1', 'c')).toBeUndefined();
	expect(calls.askedFor('s3', 'a')).toBeUndefined();
});

it('without a tool call it is asked for the only guard that is waited for, and with several for nobody', () => {
	const calls = createGuardCalls();
	const fork = context('s1');
	const answered = calls.enter('session_before_fork', { entryId: null, newSessionId: 's9' }, fork);
	expect(calls.askedFor('s1', undefined)).toBe(fork);
	const done = calls.enter('tool_call', about('a'), context('s1'));
	expect(calls.askedFor('s1', undefined)).toBeUndefined();
	done();
	expect(calls.askedFor('s1', undefined)).toBe(fork);
	answered();
	expect(calls.askedFor('s1', undefined)).toBeUndefined();
});

it('hooks that decide nothing are not asked for', () => {
	const calls = createGuardCalls();
	for (const point of ['tool_args', 'context', 'agent_start']) calls.enter(point, about('a'), context('s1'));
	expect(calls.askedFor('s1', 'a')).toBeUndefined();
	expect(calls.askedFor('s1', undefined)).toBeUndefined();
});
