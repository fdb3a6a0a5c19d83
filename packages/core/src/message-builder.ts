import { cutHalf, replacement } from './code-points.ts';
import type { DeltaKind, MessageUpdate } from './events.ts';
import { deepFreeze } from './freeze.ts';
import type { JsonObject } from './json.ts';
import { asJson, jsonFault } from './json-check.ts';
import { blockWith, StreamedUpdate } from './message-update.ts';
import type { AssistantMessage, Block, ModelRef, StopReason, ToolCallBlock, Usage } from './messages.ts';
import type { ModelChunk } from './model.ts';
import { noUsage } from './usage.ts';

interface OpenBlock {
	/** The block's fields but for its text. */
	fixed: Block;
	text: string;
	/** A high surrogate whose other half has not arrived. */
	held: string;
}

/** What a builder needs to know of the conversation. */
export interface Identity {
	readonly messageId: string;
	readonly timestamp: number;
	readonly model: ModelRef;
	/** A tool call's own id for what the provider sent: unique in the conversation. */
	callId(providerId: string): string;
}

/** Grows one assistant message out of a model's chunks: the only place that knows how chunks become blocks. */
export class MessageBuilder {
	readonly head: {
		readonly id: string;
		readonly role: 'assistant';
		readonly timestamp: number;
		readonly model: ModelRef;
	};
	readonly #identity: Identity;
	readonly #open: OpenBlock[] = [];
	readonly #places = new Map<number, number>();
	/** The blocks as they were when `#current` was last switched to; replaced, never changed. */
	#blocks: readonly Block[] = [];
	#current = -1;
	#usage: Usage | undefined;

	constructor(identity: Identity) {
		this.#identity = identity;
		const { messageId: id, timestamp, model } = identity;
		this.head = { id, role: 'assistant', timestamp, model };
	}

	get isEmpty(): boolean {
		return this.#open.length === 0;
	}

	get usage(): Usage | undefined {
		return this.#usage;
	}

	/** The message before its first delta. */
	get begun(): AssistantMessage {
		const { id, role, timestamp, model } = this.head;
		return Object.freeze({ id, role, timestamp, model, content: Object.freeze([]) });
	}

	/** Takes one chunk; returns the update it makes, or nothing where no delta comes of it. */
	add(chunk: ModelChunk): MessageUpdate | undefined {
		switch (chunk.type) {
			case 'text_delta':
				return this.#delta(chunk, 'text');
			case 'thinking_delta':
				return this.#delta(chunk, 'thinking');
			case 'tool_call_delta':
				return this.#delta(chunk, 'tool_call');
			case 'tool_call_start':
				return this.#startCall(chunk);
			case 'thinking_signature':
				return this.#sign(chunk);
			case 'block':
				return this.#whole(chunk);
			case 'usage':
				this.#usage = { ...noUsage, ...this.#usage, ...(asJson(chunk.usage, 'usage') as typeof chunk.usage) };
				return undefined;
			case 'done':
				return undefined;
		}
	}

	/** The updates for characters that were held back and stayed halves: each becomes U+FFFD. Call once, before `finish`. */
	leftovers(chunk: ModelChunk): readonly MessageUpdate[] {
		const updates = this.#open.map((open, place) => {
			if (open.held === '') return undefined;
			open.held = '';
			return this.#update(place, kindOf(open.fixed), replacement, chunk, false);
		});
		return updates.filter((update) => update !== undefined);
	}

	/** The final message without blocks in which nothing arrived, calls of a refusal, and calls that an output limit cut off. */
	finish(stopReason: StopReason): AssistantMessage {
		const content = this.#open
			.filter((open, place) => open.fixed.type !== 'tool_call' || this.#mayRun(open, place, stopReason))
			.map(finishBlock)
			.filter((block) => !isBlank(block));
		return this.#message(content, stopReason);
	}

	/** A call without any arguments has arrived whole if something came after it; others show by their text. */
	#mayRun({ text }: OpenBlock, place: number, stopReason: StopReason): boolean {
		if (stopReason === 'refusal') return false;
		if (stopReason !== 'length') return true;
		return text.trim() === '' ? place < this.#open.length - 1 : parseArgs(text).argsText === undefined;
	}

	/** What an aborted message may keep: no calls (none ran), no thinking that its provider did not sign. */
	finishAborted(): AssistantMessage {
		const kept = this.#open
			.map(finishBlock)
			.filter((block) => block.type !== 'tool_call' && !isBlank(block))
			.filter((block) => block.type !== 'thinking' || block.signature !== undefined || block.redacted !== undefined);
		return this.#message(kept, 'aborted');
	}

	#message(blocks: readonly Block[], stopReason: StopReason): AssistantMessage {
		const { id, role, timestamp, model } = this.head;
		// Written out: engines give each frozen copy of a spread object a shape of its own, which costs more than the message.
		const content = blocks.slice();
		return deepFreeze(
			this.#usage === undefined
				? { id, role, timestamp, model, content, stopReason }
				: { id, role, timestamp, model, content, stopReason, usage: this.#usage },
		);
	}

	#call(providerId: string, name: string): ToolCallBlock {
		return { type: 'tool_call', name, args: {}, ...this.#callIds(providerId) };
	}

	#callIds(providerId: string): { id: string; providerId?: string } {
		const id = this.#identity.callId(providerId);
		return id === providerId || providerId === '' ? { id } : { id, providerId };
	}

	/** Where the block of an index stands; a chunk of another kind than the block's opens a new one. */
	#placeOf(index: number, type: Block['type']): number | undefined {
		const place = this.#places.get(index);
		return place === undefined || this.#open[place]?.fixed.type !== type ? undefined : place;
	}

	#delta(
		chunk: ModelChunk & { readonly index: number; readonly delta: string },
		type: 'text' | 'thinking' | 'tool_call',
	): MessageUpdate | undefined {
		const place = this.#placeOf(chunk.index, type);
		if (place === undefined) {
			return this.#update(this.#add(chunk.index, this.#fresh(type)), type, chunk.delta, chunk, true);
		}
		return chunk.delta === '' ? undefined : this.#update(place, type, chunk.delta, chunk, false);
	}

	#fresh(type: 'text' | 'thinking' | 'tool_call'): Block {
		if (type === 'text') return { type, text: '' };
		return type === 'thinking' ? { type, thinking: '' } : this.#call('', '');
	}

	#startCall(chunk: ModelChunk & { type: 'tool_call_start' }): MessageUpdate | undefined {
		const early = this.#open[this.#placeOf(chunk.index, 'tool_call') ?? -1];
		// Its arguments came before it did: the block is there, and lacks its name.
		if (early?.fixed.type === 'tool_call' && early.fixed.name === '') {
			early.fixed = { ...early.fixed, name: chunk.name, ...(chunk.id === '' ? {} : { providerId: chunk.id }) };
			this.#current = -1;
			return undefined;
		}
		return this.#update(this.#add(chunk.index, this.#call(chunk.id, chunk.name)), 'tool_call', '', chunk, true);
	}

	#sign(chunk: ModelChunk & { type: 'thinking_signature' }): MessageUpdate | undefined {
		const place = this.#placeOf(chunk.index, 'thinking');
		const { signature } = chunk;
		if (place === undefined) {
			const fixed: Block = { type: 'thinking', thinking: '', signature };
			return this.#update(this.#add(chunk.index, fixed), 'thinking', '', chunk, true);
		}
		const block = this.#open[place] as OpenBlock;
		if (block.fixed.type === 'thinking')
			block.fixed = { ...block.fixed, signature: (block.fixed.signature ?? '') + signature };
		// The next snapshot shows it, whichever block it is of.
		this.#current = -1;
		return undefined;
	}

	#whole(chunk: ModelChunk & { type: 'block' }): MessageUpdate | undefined {
		const plain = asJson(chunk.block, 'block') as unknown as Block;
		const block = plain.type === 'tool_call' ? { ...plain, ...this.#callIds(plain.id) } : plain;
		const { fixed, text } = split(block);
		return this.#update(this.#add(chunk.index, fixed), kindOf(block), text, chunk, true);
	}

	#add(index: number, fixed: Block): number {
		this.#open.push({ fixed: deepFreeze(fixed), text: '', held: '' });
		this.#places.set(index, this.#open.length - 1);
		return this.#open.length - 1;
	}

	#update(
		place: number,
		kind: DeltaKind,
		arrived: string,
		chunk: ModelChunk,
		first: boolean,
	): MessageUpdate | undefined {
		const open = this.#open[place] as OpenBlock;
		const [delta, held] = cutHalf(open.held + arrived);
		open.held = held;
		if (delta === '' && !first) return undefined;
		if (place !== this.#current) {
			this.#blocks = this.#open.map((block) => Object.freeze(blockWith(block.fixed, block.text)));
			this.#current = place;
		}
		open.text += delta;
		const capture = { head: this.head, blocks: this.#blocks, fixed: open.fixed, text: open.text };
		return new StreamedUpdate(delta, kind, place, first ? open.fixed : undefined, chunk, capture);
	}
}

function kindOf(block: Block): DeltaKind {
	return block.type === 'image' || block.type === 'opaque' ? 'none' : block.type;
}

/** A whole block as its fixed fields and its text. */
function split(block: Block): { fixed: Block; text: string } {
	switch (block.type) {
		case 'text':
			return { fixed: { ...block, text: '' }, text: block.text };
		case 'thinking':
			return { fixed: { ...block, thinking: '' }, text: block.thinking };
		case 'tool_call':
			return { fixed: { ...block, args: {} }, text: block.argsText ?? JSON.stringify(block.args) };
		case 'image':
		case 'opaque':
			return { fixed: block, text: '' };
	}
}

function isBlank(block: Block): boolean {
	if (block.type === 'text') return block.text === '';
	return (
		block.type === 'thinking' && block.thinking === '' && block.signature === undefined && block.redacted === undefined
	);
}

function finishBlock({ fixed, text }: OpenBlock): Block {
	return fixed.type === 'tool_call' ? { ...fixed, ...parseArgs(text) } : blockWith(fixed, text);
}

/** Arguments as they came: a call without any sends `''`. */
function parseArgs(text: string): { args: JsonObject; argsText?: string } {
	if (text.trim() === '') return { args: {} };
	try {
		const args: unknown = JSON.parse(text);
		const isUsable =
			typeof args === 'object' && args !== null && !Array.isArray(args) && jsonFault(args, '') === undefined;
		if (isUsable) return { args: args as JsonObject };
	} catch {
		// Not JSON: the raw text says what was meant.
	}
	return { args: {}, argsText: text };
}
