import type { ModelChunk, ModelRequest } from '@myelin/plugins';
import type { Plan } from './plan.ts';

const argumentPieces = 3;

/** A plan as a model's stream: a word a hop, arguments in three pieces, the usage and the end in the last hop. */
export function hopsOf(plan: Plan, request: ModelRequest): (readonly ModelChunk[])[] {
	const hops: ModelChunk[] = [];
	let index = 0;
	if (plan.thinking !== undefined) {
		for (const delta of pieces(plan.thinking)) hops.push({ type: 'thinking_delta', index, delta });
		index += 1;
	}
	if (plan.text !== '') {
		for (const delta of pieces(plan.text)) hops.push({ type: 'text_delta', index, delta });
		index += 1;
	}
	const before = callCount(request);
	const calls = plan.calls.flatMap((call, nth) => callHops(call, index + nth, `demo_${before + nth + 1}`));
	const answer: (readonly ModelChunk[])[] = [...hops.map((chunk) => [chunk]), ...calls];
	const outputChars = answer.flat().reduce((sum, chunk) => sum + ('delta' in chunk ? chunk.delta.length : 0), 0);
	const usage = {
		inputTokens: tokens(inputChars(request)),
		outputTokens: tokens(outputChars),
		cacheReadTokens: 0,
		cacheWriteTokens: 0,
		costUsd: 0,
	};
	const stopReason = plan.calls.length > 0 ? 'tool_use' : 'stop';
	return [
		...answer,
		[
			{ type: 'usage', usage },
			{ type: 'done', stopReason },
		],
	];
}

function callHops(call: Plan['calls'][number], index: number, id: string): (readonly ModelChunk[])[] {
	const text = JSON.stringify(call.args);
	const size = Math.max(1, Math.ceil(text.length / argumentPieces));
	const deltas = text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
	return [
		[{ type: 'tool_call_start', index, id, name: call.name }],
		...deltas.map((delta) => [{ type: 'tool_call_delta', index, delta }] as const),
	];
}

/** Words with the blanks that follow them. */
function pieces(text: string): string[] {
	return text.match(/\S+\s*|\s+/g) ?? [];
}

function callCount(request: ModelRequest): number {
	return request.messages.reduce(
		(sum, message) => sum + message.content.filter((block) => block.type === 'tool_call').length,
		0,
	);
}

function inputChars(request: ModelRequest): number {
	const messages = request.messages.reduce(
		(sum, message) => sum + message.content.reduce((own, block) => own + blockChars(block), 0),
		0,
	);
	return (
		request.systemPrompt.length + messages + (request.tools.length === 0 ? 0 : JSON.stringify(request.tools).length)
	);
}

function blockChars(block: ModelRequest['messages'][number]['content'][number]): number {
	if (block.type === 'text') return block.text.length;
	return block.type === 'tool_call' ? JSON.stringify(block.args).length : 0;
}

/** About four characters make a token. */
function tokens(chars: number): number {
	return Math.ceil(chars / 4);
}
