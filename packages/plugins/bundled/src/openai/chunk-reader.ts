import { type Json, type JsonObject, type ModelChunk, ModelError } from '@myelin/plugins';
import type { AnswerReader } from '../provider/answer.ts';
import { brokenStream, streamError } from '../provider/api-error.ts';
import { isObject, listOf, objectOf, parsedOr, textOf } from '../provider/json-fields.ts';
import type { SseEvent } from '../provider/sse.ts';
import type { ToolNames } from '../provider/tool-names.ts';
import { type Content, contentOf, imagesOf } from './content-parts.ts';
import type { ModelEntry } from './model-entry.ts';
import { createReasoningDetails, type ReasoningDetails } from './reasoning-details.ts';
import { type CallBlocks, ToolCallDeltas } from './tool-call-deltas.ts';
import { usageOf } from './usage.ts';

type DoneReason = Extract<ModelChunk, { type: 'done' }>['stopReason'];

/** What says more than that the model has come to its end or calls tools. */
const stopReasons: Readonly<Record<string, DoneReason>> = {
	length: 'length',
	max_tokens: 'length',
	model_length: 'length',
	MAX_TOKENS: 'length',
	content_filter: 'refusal',
	sensitive: 'refusal',
	SAFETY: 'refusal',
};

/** Reasons that are failures of the service. */
const failures = new Set(['error', 'network_error', 'insufficient_system_resource']);

interface State {
	hasBegun: boolean;
	isDone: boolean;
	finish: string | undefined;
	isRefused: boolean;
	/** The indices of our blocks, and the next one. */
	text: number | undefined;
	thinking: number | undefined;
	next: number;
	readonly calls: ToolCallDeltas;
	readonly details: ReasoningDetails;
}

/**
 * Turns the chunks of one chat completion (https://platform.openai.com/docs/api-reference/chat-streaming) into ours. A message is whole with `[DONE]`, or
 * at the stream's end when it told why it stopped. What is no JSON throws `STREAM_BROKEN`, an error among the chunks what it says.
 */
export class ChunkReader implements AnswerReader {
	readonly service: string;
	readonly #entry: ModelEntry;
	readonly #blocks: CallBlocks;
	readonly #state: State = {
		hasBegun: false,
		isDone: false,
		finish: undefined,
		isRefused: false,
		text: undefined,
		thinking: undefined,
		next: 0,
		calls: new ToolCallDeltas(),
		details: createReasoningDetails(),
	};

	constructor(service: string, entry: ModelEntry, names: ToolNames) {
		this.service = service;
		this.#entry = entry;
		this.#blocks = { next: () => this.#nextBlock(), toolName: (name) => names.fromApi(name) };
	}

	get isDone(): boolean {
		return this.#state.isDone;
	}

	take({ name, data }: SseEvent, out: ModelChunk[]): void {
		const text = data.trim();
		if (this.isDone || text === '' || name === 'ping') return;
		if (text === '[DONE]') this.#finish(out);
		else if (name === 'error') throw streamError(this.service, text, Date.now());
		else this.#takeChunk(this.#parsed(text), out);
	}

	end(out: ModelChunk[]): void {
		if (this.isDone) return;
		if (this.#state.finish === undefined) throw this.#broken('it ended without saying why: the message is not whole');
		this.#finish(out);
	}

	takeWhole(body: Json, out: ModelChunk[]): boolean {
		if (!isObject(body) || listOf(body.choices).length === 0) return false;
		this.#takeChunk(body, out);
		this.#finish(out);
		return true;
	}

	#takeChunk(chunk: JsonObject, out: ModelChunk[]): void {
		if (isError(chunk)) throw streamError(this.service, chunk, Date.now());
		const choice = firstChoice(chunk.choices);
		if (choice !== undefined) this.#takeChoice(choice, out);
		const usage = chunk.usage ?? choice?.usage ?? objectOf(chunk.x_groq).usage;
		if (isObject(usage)) out.push({ type: 'usage', usage: usageOf(usage, this.#entry) });
	}

	#takeChoice(choice: JsonObject, out: ModelChunk[]): void {
		if (isError(choice)) throw streamError(this.service, choice, Date.now());
		this.#state.hasBegun = true;
		this.#takeDelta(objectOf(isObject(choice.delta) ? choice.delta : choice.message), out);
		const finish = textOf(choice.finish_reason);
		if (failures.has(finish)) {
			throw new ModelError('OVERLOADED', `${this.service} broke its answer off: it names the reason ${finish}`);
		}
		if (finish !== '') this.#state.finish = finish;
	}

	#takeDelta(delta: JsonObject, out: ModelChunk[]): void {
		const { calls, details } = this.#state;
		const detailed = delta.reasoning_details === undefined ? '' : details.add(delta.reasoning_details);
		this.#think(textOf(delta.reasoning) || textOf(delta.reasoning_content) || detailed, out);
		if (typeof delta.content === 'string') this.#say(delta.content, out);
		else if (Array.isArray(delta.content)) this.#takeContent(contentOf(delta.content), out);
		if (delta.images !== undefined) this.#show(imagesOf(delta.images), out);
		if (textOf(delta.refusal) !== '') this.#state.isRefused = true;
		this.#say(textOf(delta.refusal), out);
		const asked = callsIn(delta);
		if (asked !== undefined) calls.add(asked, out, this.#blocks);
	}

	#takeContent({ thinking, text, images }: Content, out: ModelChunk[]): void {
		this.#think(thinking, out);
		this.#say(text, out);
		this.#show(images, out);
	}

	#show(images: Content['images'], out: ModelChunk[]): void {
		for (const block of images) out.push({ type: 'block', index: this.#nextBlock(), block });
	}

	#say(delta: string, out: ModelChunk[]): void {
		if (delta === '') return;
		this.#state.text ??= this.#nextBlock();
		out.push({ type: 'text_delta', index: this.#state.text, delta });
	}

	#think(delta: string, out: ModelChunk[]): void {
		if (delta === '') return;
		this.#state.thinking ??= this.#nextBlock();
		out.push({ type: 'thinking_delta', index: this.#state.thinking, delta });
	}

	#finish(out: ModelChunk[]): void {
		const { hasBegun, finish, calls, details, text } = this.#state;
		if (!hasBegun) throw this.#broken('it ended before a message began');
		if (!calls.areNamed) throw this.#broken('a call of a tool has no name');
		if (finish === undefined && calls.count === 0 && text === undefined) {
			throw this.#broken('it ended without saying why, and says nothing');
		}
		const signature = details.signature();
		if (signature !== '') {
			this.#state.thinking ??= this.#nextBlock();
			out.push({ type: 'thinking_signature', index: this.#state.thinking, signature });
		}
		this.#state.isDone = true;
		out.push({ type: 'done', stopReason: this.#stopReason() });
	}

	#stopReason(): DoneReason {
		const { finish, isRefused, calls } = this.#state;
		if (isRefused) return 'refusal';
		const said = finish === undefined ? undefined : stopReasons[finish];
		return said ?? (calls.count > 0 ? 'tool_use' : 'stop');
	}

	#nextBlock(): number {
		const index = this.#state.next;
		this.#state.next = index + 1;
		return index;
	}

	#parsed(text: string): JsonObject {
		const body = parsedOr(text);
		if (isObject(body)) return body;
		if (Array.isArray(body)) throw streamError(this.service, body, Date.now());
		throw this.#broken(`an event is no JSON object: ${text.slice(0, 80)}`);
	}

	#broken(what: string): ModelError {
		return brokenStream(this.service, what);
	}
}

/** Only one choice is ever asked for. */
function firstChoice(choices: Json | undefined): JsonObject | undefined {
	for (const choice of listOf(choices)) if (isObject(choice) && (choice.index ?? 0) === 0) return choice;
	return undefined;
}

/** `tool_calls`, or what came before them: one `function_call`. */
function callsIn({ tool_calls, function_call }: JsonObject): Json | undefined {
	return isObject(function_call) ? [{ index: 0, function: function_call }] : tool_calls;
}

/** An error says so in `error`; where there are no choices also in `message` or `detail`. */
function isError(chunk: JsonObject): boolean {
	if (isObject(chunk.error) || textOf(chunk.error) !== '') return true;
	const isEmpty = chunk.choices === undefined && chunk.delta === undefined && chunk.usage === undefined;
	return isEmpty && [chunk.message, chunk.detail].some((words) => textOf(words) !== '' || Array.isArray(words));
}
