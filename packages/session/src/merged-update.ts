import type { AssistantMessage, Block, DeltaKind, MessageUpdate, ModelChunk } from '@myelin/core';

/** A model's chunk that is nothing but a piece of text. */
export type DeltaChunk = Extract<ModelChunk, { readonly delta: string }>;

/** Several deltas of one block as one: what somebody reads who comes late. Its snapshot is the one after them. */
export class MergedUpdate implements MessageUpdate {
	readonly type = 'message_update';
	readonly delta: string;
	readonly deltaKind: DeltaKind;
	readonly contentIndex: number;
	declare readonly block?: Block;
	readonly chunk: ModelChunk;
	readonly #last: MessageUpdate;
	readonly #later: number;

	/** `block` is the opening block if the first of the deltas is among them; `later` is how much of the block came between them and `last`. */
	constructor(delta: string, block: Block | undefined, last: MessageUpdate, later = 0) {
		this.delta = delta;
		this.deltaKind = last.deltaKind;
		this.contentIndex = last.contentIndex;
		if (block !== undefined) this.block = block;
		this.chunk = { ...(last.chunk as DeltaChunk), delta };
		this.#last = last;
		this.#later = later;
	}

	get message(): AssistantMessage {
		const { message } = this.#last;
		if (this.#later === 0) return message;
		const content = message.content.map((block, place) =>
			place === this.contentIndex ? Object.freeze(without(block, this.#later)) : block,
		);
		return Object.freeze({ ...message, content: Object.freeze(content) });
	}

	/** The delta alone: neither the snapshot nor the model's chunk. */
	toJSON(): Omit<MessageUpdate, 'message' | 'chunk'> {
		const { type, delta, deltaKind, contentIndex, block } = this;
		return { type, delta, deltaKind, contentIndex, ...(block === undefined ? {} : { block }) };
	}
}

/** A block that streams as it was before so many characters came. */
function without(block: Block, characters: number): Block {
	switch (block.type) {
		case 'text':
			return { ...block, text: block.text.slice(0, -characters) };
		case 'thinking':
			return { ...block, thinking: block.thinking.slice(0, -characters) };
		case 'tool_call':
			return block.argsText === undefined ? block : { ...block, argsText: block.argsText.slice(0, -characters) };
		default:
			return block;
	}
}

/** Whether `next` continues the text of `last`, so that the two can be told as one. */
export function continues(last: MessageUpdate, next: MessageUpdate): boolean {
	return (
		next.block === undefined &&
		next.deltaKind === last.deltaKind &&
		next.contentIndex === last.contentIndex &&
		isDelta(next) &&
		isDelta(last) &&
		next.chunk.type === last.chunk.type &&
		next.chunk.index === last.chunk.index
	);
}

/** Whether the model's chunk is this very delta: one that opens or closes something is kept by itself. */
function isDelta(update: MessageUpdate): update is MessageUpdate & { readonly chunk: DeltaChunk } {
	return 'delta' in update.chunk && update.chunk.delta === update.delta;
}
