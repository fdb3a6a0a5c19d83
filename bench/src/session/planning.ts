import type { AssistantMessage, Message, ToolMessage, UserMessage } from '@myelin/core';
import { noHooks, Session, type SessionHooks } from '@myelin/session';
import { median } from '../table.ts';
import { benchPorts } from './bench-ports.ts';

/** What planning a compaction of some messages takes, and parsing them; milliseconds. */
export interface Planning {
	readonly plan: number;
	readonly read: number;
}

/** Lines of messages as a day of coding leaves them: prompts, answers with calls, and outputs of some kilobytes. */
function dayOf(count: number): readonly string[] {
	return Array.from({ length: count }, (_, number) => {
		const base = { id: `m_${number}`, timestamp: number };
		const text = (length: number) => [{ type: 'text' as const, text: 'const answer = 42; // \n'.repeat(length) }];
		if (number % 100 === 0) return JSON.stringify({ ...base, role: 'user', content: text(4) } satisfies UserMessage);
		const toolCallId = `call_${number - (number % 2 === 0 ? 1 : 0)}`;
		if (number % 2 === 0) {
			const message = {
				...base,
				role: 'tool',
				toolCallId,
				toolName: 'read',
				isError: false,
				content: text(130),
			} as const;
			return JSON.stringify(message satisfies ToolMessage);
		}
		const call = { type: 'tool_call', id: toolCallId, name: 'read', args: { path: 'src/index.ts' } } as const;
		const model = { provider: 'bench', id: 'bench' };
		return JSON.stringify({ ...base, role: 'assistant', model, content: [call] } satisfies AssistantMessage);
	});
}

/** From asking for a compaction until the first guard is asked: messages that nobody has looked at yet are measured and a cut is found. */
async function planOnce(messages: readonly Message[]): Promise<number> {
	let planned = 0;
	const hooks: SessionHooks = {
		...noHooks,
		before: () => {
			planned = performance.now();
			return { decisions: [], blocked: { reason: 'only the plan counts' } };
		},
	};
	const session = new Session({ id: 'plan', cwd: '/', messages }, { ...benchPorts(), hooks });
	const since = performance.now();
	await session.compact().catch(() => undefined);
	await session.close(0);
	return planned - since;
}

/** Plans for so many messages a few times; each time they are parsed anew, so that nothing is remembered. */
export async function planning(count: number): Promise<Planning> {
	const lines = dayOf(count);
	const plans: number[] = [];
	const reads: number[] = [];
	for (let round = 0; round < 7; round++) {
		const since = performance.now();
		const messages = lines.map((line): Message => JSON.parse(line));
		reads.push(performance.now() - since);
		plans.push(await planOnce(messages));
	}
	return { plan: median(plans), read: median(reads) };
}
