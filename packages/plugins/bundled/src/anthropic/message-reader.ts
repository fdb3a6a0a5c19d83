import type { Json, JsonObject, ModelChunk } from '@myelin/plugins';
import type { AnswerReader } from '../provider/answer.ts';
import { brokenStream, streamError } from '../provider/api-error.ts';
import { isObject, listOf } from '../provider/json-fields.ts';
import type { SseEvent } from '../provider/sse.ts';
import type { ToolNames } from '../provider/tool-names.ts';
import type { ModelEntry } from './model-entry.ts';
import { closeBlock, growBlock, type OpenBlock, openBlock } from './open-block.ts';
import { service } from './service.ts';
import { type ApiUsage, mergedUsage, usageOf } from './usage.ts';

type DoneReason = Extract<ModelChunk, { type: 'done' }>['stopReason'];

const stopReasons: Readonly<Record<string, DoneReason>> = {
	end_turn: 'stop',
	stop_sequence: 'stop',
	tool_use: 'tool_use',
	max_tokens: 'length',
	model_context_window_exceeded: 'length',
	refusal: 'refusal',
	pause_turn: 'pause',
};

interface State {
	hasStarted: boolean;
	isDone: boolean;
	usage: ApiUsage;
	stopReason: string | undefined;
	/** By the API's index; a block that has ended stays, as `undefined`. */
	readonly blocks: Map<number, OpenBlock | undefined>;
}

/**
 * Turns the events of one Messages stream (https://platform.claude.com/docs/en/build-with-claude/streaming) into chunks. Events that make no sense where
 * they stand throw `STREAM_BROKEN`, an `error` event what it says; unknown events, `ping` and `[DONE]` are passed over.
 */
export class MessageReader implements AnswerReader {
	readonly service = service;
	readonly #entry: ModelEntry;
	readonly #names: ToolNames;
	readonly #state: State = { hasStarted: false, isDone: false, usage: {}, stopReason: undefined, blocks: new Map() };

	constructor(entry: ModelEntry, names: ToolNames) {
		this.#entry = entry;
		this.#names = names;
	}

	/** Whether the message is whole; nothing more is to be taken then. */
	get isDone(): boolean {
		return this.#state.isDone;
	}

	/** Adds the chunks of one event to `out`. */
	take({ name, data }: SseEvent, out: ModelChunk[]): void {
		if (this.isDone || name === 'ping' || data === '' || data === '[DONE]') return;
		if (name === 'error') throw streamError(service, data, Date.now());
		const event = parseEvent(data);
		if (event.type === 'error') throw streamError(service, data, Date.now());
		this.#takeEvent(event, out);
	}

	/** A message that did not stream, as if it had. */
	takeWhole(body: Json, out: ModelChunk[]): boolean {
		if (!isObject(body) || body.type !== 'message') return false;
		this.#takeEvent({ type: 'message_start', message: body }, out);
		this.#takeEvent({ type: 'message_stop' }, out);
		return true;
	}

	#takeEvent(event: JsonObject, out: ModelChunk[]): void {
		switch (event.type) {
			case 'message_start':
				this.#start(objectIn(event, 'message'), out);
				break;
			case 'content_block_start':
				this.#open(indexIn(event), objectIn(event, 'content_block'), out);
				break;
			case 'content_block_delta':
				this.#grow(indexIn(event), objectIn(event, 'delta'), out);
				break;
			case 'content_block_stop':
				this.#close(indexIn(event), out);
				break;
			case 'message_delta':
				this.#delta(event, out);
				break;
			case 'message_stop':
				this.#stop(out);
				break;
		}
	}

	/** The stream is over. A message that told why it stopped is whole without its last event; any other is broken. */
	end(out: ModelChunk[]): void {
		if (!this.isDone) this.#stop(out);
	}

	/** A start that is repeated before anything else was said changes nothing, and proxies do send it. */
	#start(message: JsonObject, out: ModelChunk[]): void {
		if (this.#state.blocks.size > 0) throw brokenStream(service, 'a second message began before the first one ended');
		this.#state.hasStarted = true;
		this.#use(message.usage, out);
		this.#stopBecause(message.stop_reason);
		for (const [index, block] of listOf(message.content).entries()) {
			this.#open(index, objectIn({ block }, 'block'), out);
			this.#close(index, out);
		}
	}

	#open(index: number, block: JsonObject, out: ModelChunk[]): void {
		const { blocks } = this.#state;
		if (blocks.has(index)) throw brokenStream(service, `block ${index} began twice`);
		blocks.set(index, openBlock(block, this.#output(index, out)));
	}

	#opened(index: number): OpenBlock {
		const block = this.#state.blocks.get(index);
		if (block === undefined) throw brokenStream(service, `block ${index} is not open`);
		return block;
	}

	#grow(index: number, delta: JsonObject, out: ModelChunk[]): void {
		growBlock(this.#opened(index), delta, this.#output(index, out));
	}

	#close(index: number, out: ModelChunk[]): void {
		closeBlock(this.#opened(index), this.#output(index, out));
		this.#state.blocks.set(index, undefined);
	}

	#delta(event: JsonObject, out: ModelChunk[]): void {
		this.#stopBecause(objectIn(event, 'delta').stop_reason);
		this.#use(event.usage, out);
	}

	#stopBecause(reason: Json | undefined): void {
		if (typeof reason === 'string') this.#state.stopReason = reason;
	}

	#stop(out: ModelChunk[]): void {
		const { blocks, hasStarted, stopReason } = this.#state;
		if (!hasStarted) throw brokenStream(service, 'it ended before a message began');
		if (stopReason === undefined) throw brokenStream(service, 'it ended without saying why: the message is not whole');
		for (const [index, block] of blocks) if (block !== undefined) this.#close(index, out);
		this.#state.isDone = true;
		out.push({ type: 'done', stopReason: stopReasons[stopReason] ?? 'stop' });
	}

	#use(usage: Json | undefined, out: ModelChunk[]): void {
		if (typeof usage !== 'object' || usage === null) return;
		this.#state.usage = mergedUsage(this.#state.usage, usage as ApiUsage);
		out.push({ type: 'usage', usage: usageOf(this.#state.usage, this.#entry) });
	}

	#output(index: number, out: ModelChunk[]) {
		return { index, out, toolName: (name: string) => this.#names.fromApi(name) };
	}
}

function parseEvent(data: string): JsonObject {
	try {
		return objectIn({ data: JSON.parse(data) as Json }, 'data');
	} catch (cause) {
		throw brokenStream(service, `an event is no JSON object: ${data.slice(0, 80)}`, cause);
	}
}

function objectIn(holder: JsonObject, field: string): JsonObject {
	const value = holder[field];
	if (isObject(value)) return value;
	throw brokenStream(service, `an event has no object in ${field}`);
}

function indexIn(event: JsonObject): number {
	if (typeof event.index === 'number' && Number.isInteger(event.index) && event.index >= 0) return event.index;
	throw brokenStream(service, `a ${event.type} names no block`);
}
