import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AssistantMessage, Block, Json, JsonObject, StopReason, Usage } from '@myelin/core';
import type { GoldenCompletion } from './openai-goldens.ts';

/** One recorded stream. `Final` is what the vendor's own SDK makes of one. */
export interface Recording<Final> {
	/** `origin/file`, for titles. */
	readonly name: string;
	readonly body: Buffer;
	/** Undefined when the SDK refuses it. */
	readonly final: Final | undefined;
}

/** One recorded stream of the Messages API. */
export type AnthropicRecording = Recording<GoldenMessage>;

/** A message as the API gives it when it does not stream. */
export interface GoldenMessage {
	readonly content: readonly JsonObject[];
	readonly stop_reason: string | null;
	readonly usage: JsonObject;
}

/**
 * Where recorded model streams lie: `$MYELIN_SHARED/recordings`, else a folder `shared/recordings` beside the checkout or beside the folder it is in.
 * They are not part of the project; undefined when they are not there.
 */
export function recordingsFolder(): string | undefined {
	const root = fileURLToPath(new URL('..', import.meta.url));
	const shared = process.env.MYELIN_SHARED;
	const places = shared === undefined ? [join(root, '../shared'), join(root, '../../shared')] : [shared];
	return places.map((place) => join(place, 'recordings')).find((place) => existsSync(place));
}

/** Every recorded stream of the Messages API that has a golden answer, in order of name; none when the recordings are not there. */
export function anthropicRecordings(): AnthropicRecording[] {
	return recordingsOf<GoldenMessage>('anthropic-messages');
}

/** Every recorded stream of chat completions that has a golden answer, in order of name; none when the recordings are not there. */
export function openaiRecordings(): Recording<GoldenCompletion>[] {
	return recordingsOf<GoldenCompletion>('openai-chat');
}

function recordingsOf<Final>(api: string): Recording<Final>[] {
	const folder = recordingsFolder();
	if (folder === undefined) return [];
	const files = readdirSync(folder).flatMap((origin) => {
		const inner = join(origin, api);
		return existsSync(join(folder, inner)) ? readdirSync(join(folder, inner)).map((file) => join(inner, file)) : [];
	});
	const streams = files.filter((file) => file.endsWith('.sse')).toSorted();
	return streams.map((file) => {
		const golden = readFileSync(join(folder, file.replace(/\.sse$/, '.golden.json')), 'utf8');
		return {
			name: file.replace(`/${api}/`, '/').replace(/\.sse$/, ''),
			body: readFileSync(join(folder, file)),
			final: (JSON.parse(golden) as { final?: Final }).final,
		};
	});
}

/** One recorded body of an answer that says no. */
export interface ErrorRecording {
	readonly name: string;
	readonly status: number;
	readonly body: Buffer;
}

/** Every recorded error body of an API: files `<origin>/errors/<api>.<status>.<what>.json`. */
export function recordedErrors(api: 'anthropic' | 'openai-chat'): ErrorRecording[] {
	const folder = recordingsFolder();
	if (folder === undefined) return [];
	return readdirSync(folder).flatMap((origin) => {
		const errors = join(folder, origin, 'errors');
		const files = existsSync(errors) ? readdirSync(errors).toSorted() : [];
		return files.flatMap((file) => {
			const [name, status = ''] = file.split('.');
			if (name !== api) return [];
			return [{ name: `${origin}/${file}`, status: Number(status), body: readFileSync(join(errors, file)) }];
		});
	});
}

const stopReasons: Readonly<Record<string, StopReason>> = {
	end_turn: 'stop',
	stop_sequence: 'stop',
	tool_use: 'tool_use',
	max_tokens: 'length',
	refusal: 'refusal',
	pause_turn: 'pause',
	model_context_window_exceeded: 'length',
};

/** A golden answer in our words. */
export interface Expected {
	readonly content: readonly Block[];
	readonly stopReason: StopReason | undefined;
	readonly usage: Omit<Usage, 'costUsd'>;
}

/**
 * A golden answer in our words: the side of a comparison that is expected. One difference is ours by intent: a last call that the token
 * limit cut off is not kept, where the SDK guesses what its arguments might have been.
 */
export function expectedOf({ content, stop_reason, usage }: GoldenMessage): Expected {
	const count = (field: string) => (typeof usage[field] === 'number' ? usage[field] : 0);
	const stopReason = stopReasons[stop_reason ?? ''];
	const blocks = content.map(expectedBlock).filter((block) => block.type !== 'text' || block.text !== '');
	return {
		content: stopReason === 'length' && blocks.at(-1)?.type === 'tool_call' ? blocks.slice(0, -1) : blocks,
		stopReason,
		usage: {
			inputTokens: count('input_tokens'),
			outputTokens: count('output_tokens'),
			cacheReadTokens: count('cache_read_input_tokens'),
			cacheWriteTokens: count('cache_creation_input_tokens'),
		},
	};
}

function expectedBlock(block: JsonObject): Block {
	const text = (field: string) => String(block[field] ?? '');
	switch (block.type) {
		case 'text':
			return { type: 'text', text: text('text') };
		case 'thinking':
			return {
				type: 'thinking',
				thinking: text('thinking'),
				...(text('signature') === '' ? {} : { signature: text('signature') }),
			};
		case 'redacted_thinking':
			return { type: 'thinking', thinking: '', redacted: text('data') };
		case 'tool_use':
			return { type: 'tool_call', id: text('id'), name: text('name'), args: block.input as JsonObject };
		default:
			return { type: 'opaque', provider: 'anthropic', data: block as Json };
	}
}

/** A message as it can be compared with `expectedOf`. */
export function comparable(message: AssistantMessage): Expected {
	const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = message.usage ?? {};
	return {
		content: message.content,
		stopReason: message.stopReason,
		usage: { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens },
	};
}
