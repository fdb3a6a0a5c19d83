import type { Model } from '@myelin/core';
import { type Entry, jsonlStore, noHooks, type SessionPorts } from '@myelin/session';

const model: Model = {
	id: 'bench',
	provider: 'bench',
	contextWindow: 1_000_000,
	maxOutputTokens: 1000,
	capabilities: { thinking: false, images: false, tools: true },
	async *stream() {
		yield [
			{ type: 'text_delta', index: 0, delta: 'done' },
			{ type: 'done', stopReason: 'stop' },
		];
	},
};

/** What a session stands on whose model answers at once. */
export function benchPorts(): SessionPorts {
	return {
		hooks: noHooks,
		models: { list: () => [model], find: () => model, defaultModel: () => model },
		tools: { tools: () => [] },
	};
}

/** Makes a session of so many turns with a tool, whose output has `outputBytes`, as a day of coding leaves it. */
export async function fillSession(
	folder: string,
	sessionId: string,
	turns: number,
	outputBytes: number,
): Promise<void> {
	const lease = await jsonlStore(folder).create({ sessionId, cwd: '/', createdAt: 1 });
	const output = 'const answer = 42; // \n'.repeat(Math.ceil(outputBytes / 23)).slice(0, outputBytes);
	let parentId: string | null = null;
	for (let turn = 0; turn < turns; turn++) {
		for (const entry of turnEntries(turn, output, parentId)) {
			await lease.append([{ kind: 'entry', entry }]);
			parentId = entry.id;
		}
	}
	await lease.release();
}

function turnEntries(turn: number, output: string, parentId: string | null): readonly Entry[] {
	const at = { seq: turn, at: turn };
	const toolCallId = `call_${turn}`;
	const base = { id: `m_${turn}`, timestamp: turn };
	const call = { type: 'tool_call', id: toolCallId, name: 'read', args: { path: 'src/index.ts' } } as const;
	const result = { content: [{ type: 'text', text: output }] } as const;
	const tool = { ...base, id: `r_${turn}`, role: 'tool', toolCallId, toolName: 'read', isError: false } as const;
	return [
		{
			type: 'message',
			data: { message: { ...base, role: 'assistant', content: [call], model: { provider: 'bench', id: 'bench' } } },
			...at,
			id: `a_${turn}`,
			parentId,
		},
		{
			type: 'tool_execution',
			data: { toolCallId, toolName: 'read', result },
			...at,
			id: `b_${turn}`,
			parentId: `a_${turn}`,
		},
		{ type: 'message', data: { message: tool, resultOf: toolCallId }, ...at, id: `c_${turn}`, parentId: `b_${turn}` },
	];
}
