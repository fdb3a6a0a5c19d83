import type { AssistantMessage, Block, DeltaKind, MessageUpdate, ModelChunk } from '@myelin/core';

/** A model's chunk that is nothing but a piece of text. */
export type DeltaChunk = Extract<ModelChunk, { readonly delta: string }>;

/** Several deltas of one block as one: what somebody reads who comes late. Its snapshot is the one after the last of them. */
export class MergedUpdate implements MessageUpdate {
	readonly type = 'message_update';
	readonly delta: string;
	readonly deltaKind: DeltaKind;
	readonly contentIndex: number;
	declare readonly block?: Block;
	readonly chunk: ModelChunk;
	readonly #last: MessageUpdate;

	/** `block` is the opening block if the first of the deltas is among them. */
	constructor(delta: string, block: Block | undefined, last: MessageUpdate) {
		this.delta = delta;
		this.deltaKind = last.deltaKind;
		this.contentIndex = last.contentIndex;
		if (block !== undefined) this.block = block;
		this.chunk = { ...(last.chunk as DeltaChunk), delta };
		this.#last = last;
	}

	get message(): AssistantMessage {
		return this.#last.message;
	}

	/** The delta alone: neither the snapshot nor the model's chunk. */
	toJSON(): Omit<MessageUpdate, 'message' | 'chunk'> {
		const { type, delta, deltaKind, contentIndex, block } = this;
		return { type, delta, deltaKind, contentIndex, ...(block === undefined ? {} : { block }) };
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
