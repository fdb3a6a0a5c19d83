import type { AssistantMessage, Block, Message, ToolMessage, UserMessage } from '@myelin/core';
import fc from 'fast-check';

const model = { provider: 'test', id: 'm' };
const scripts = ['a', 'лес ', '会', '😀', 'x = 1;\n'];

/** A text of any length and script. */
const anyText = fc
	.record({ of: fc.constantFrom(...scripts), times: fc.oneof(fc.nat(40), fc.nat(4000)) })
	.map(({ of, times }) => of.repeat(times));

/** What a turn is made of: what was said, then answers with their calls, some of which never got a result. */
const anyTurn = fc.record({
	said: fc.array(anyText, { minLength: 1, maxLength: 2 }),
	mark: fc.boolean(),
	answers: fc.array(
		fc.record({
			text: anyText,
			calls: fc.array(fc.record({ output: anyText, isLost: fc.boolean(), isError: fc.boolean() }), { maxLength: 3 }),
			isAborted: fc.boolean(),
		}),
		{ maxLength: 6 },
	),
});

/** Histories as sessions have them: turns long and short, parallel calls, custom messages, lost results, many scripts. */
export const anyHistory: fc.Arbitrary<readonly Message[]> = fc.array(anyTurn, { maxLength: 12 }).map((turns) => {
	const history: Message[] = [];
	const message = <R extends Message['role']>(role: R, content: readonly Block[]) =>
		({ id: `m${history.length}`, role, timestamp: 0, content }) as const;
	const text = (value: string): Block => ({ type: 'text', text: value });
	for (const { said, mark, answers } of turns) {
		if (mark) history.push(message('custom:mark', [text('here')]));
		for (const words of said) history.push(message('user', [text(words)]) as UserMessage);
		for (const answer of answers) {
			const place = history.length;
			const calls = answer.calls.map((call, number) => ({ ...call, id: `c${place}_${number}` }));
			const blocks = calls.map(({ id }): Block => ({ type: 'tool_call', id, name: 'read', args: { path: id } }));
			history.push({
				...message('assistant', [text(answer.text), ...blocks]),
				model,
				stopReason: answer.isAborted ? 'aborted' : 'stop',
			} as AssistantMessage);
			for (const { id, output, isLost, isError } of calls) {
				if (isLost) continue;
				history.push({ ...message('tool', [text(output)]), toolCallId: id, toolName: 'read', isError } as ToolMessage);
			}
		}
	}
	return history;
});
