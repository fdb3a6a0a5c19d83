import type { AssistantMessage, Json, JsonObject, StopReason } from '@myelin/core';

/** A chat completion as the vendor's SDK puts it together. */
export interface GoldenCompletion {
	readonly choices: readonly {
		readonly message: { readonly content?: string | null; readonly tool_calls?: readonly GoldenCall[] };
		readonly finish_reason: string;
	}[];
	readonly usage?: { readonly prompt_tokens: number; readonly total_tokens: number } | null;
}

interface GoldenCall {
	readonly id: string;
	readonly function: { readonly name: string; readonly arguments: string };
}

/** What of an answer is compared: all that the SDK keeps, and the thinking, of which it keeps only the last piece. */
export interface Said {
	readonly text: string;
	readonly thinking: string;
	readonly calls: readonly { readonly id: string; readonly name: string; readonly args: JsonObject }[];
	readonly stopReason: StopReason | undefined;
	readonly promptTokens: number;
	readonly totalTokens: number;
}

const stopReasons: Readonly<Record<string, StopReason>> = { stop: 'stop', length: 'length', tool_calls: 'tool_use' };

/** A golden answer in our words. The thinking is read from the recorded stream itself. */
export function saidByGolden({ choices, usage }: GoldenCompletion, body: Buffer): Said {
	const choice = choices[0];
	const calls = choice?.message.tool_calls ?? [];
	return {
		text: choice?.message.content ?? '',
		thinking: thinkingIn(body),
		calls: calls.map(({ id, function: { name, arguments: args } }) => ({
			id,
			name,
			args: JSON.parse(args || '{}') as JsonObject,
		})),
		stopReason: stopReasons[choice?.finish_reason ?? ''],
		promptTokens: usage?.prompt_tokens ?? 0,
		totalTokens: usage?.total_tokens ?? 0,
	};
}

/** Line by line, as simply as can be. */
function thinkingIn(body: Buffer): string {
	const lines = body.toString('utf8').split(/\r?\n/);
	const chunks = lines.filter((line) => line.startsWith('data:') && !line.includes('[DONE]'));
	return chunks.map((line) => thinkingOf(JSON.parse(line.slice(5)) as JsonObject)).join('');
}

function thinkingOf(chunk: JsonObject): string {
	const [choice] = chunk.choices as readonly { readonly delta?: { readonly [field: string]: Json | undefined } }[];
	const { reasoning, reasoning_content, reasoning_details } = choice?.delta ?? {};
	if (typeof reasoning === 'string' && reasoning !== '') return reasoning;
	if (typeof reasoning_content === 'string') return reasoning_content;
	const details = (reasoning_details ?? []) as readonly { readonly text?: string; readonly summary?: string }[];
	return details.map(({ text = '', summary = '' }) => text + summary).join('');
}

/** A message in the same words. A call goes by the id that its provider gave it. */
export function saidByUs({ content, stopReason, usage }: AssistantMessage): Said {
	const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage ?? {};
	const promptTokens = inputTokens + cacheReadTokens + cacheWriteTokens;
	return {
		text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
		thinking: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
		calls: content.flatMap((block) =>
			block.type === 'tool_call' ? [{ id: block.providerId ?? block.id, name: block.name, args: block.args }] : [],
		),
		stopReason,
		promptTokens,
		totalTokens: promptTokens + outputTokens,
	};
}
