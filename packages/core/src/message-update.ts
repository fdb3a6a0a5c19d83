import type { DeltaKind, MessageUpdate } from './events.ts';
import type { AssistantMessage, Block } from './messages.ts';
import type { ModelChunk } from './model.ts';

/** What a snapshot of a message is built from, captured when the delta arrived. */
export interface Capture {
	/** The message's fixed fields. */
	readonly head: Omit<AssistantMessage, 'content'>;
	/** All blocks, as they were when the current one was last switched to. Never changed. */
	readonly blocks: readonly Block[];
	/** The current block without its text. */
	readonly fixed: Block;
	/** The current block's text so far: a string that the engine keeps as a rope, so that nothing is copied. */
	readonly text: string;
}

/** A block with its text put in. */
export function blockWith(fixed: Block, text: string): Block {
	switch (fixed.type) {
		case 'text':
			return { ...fixed, text };
		case 'thinking':
			return { ...fixed, thinking: text };
		case 'tool_call':
			return { ...fixed, argsText: text };
		case 'image':
		case 'opaque':
			return fixed;
	}
}

/** One delta. `message` is built when first read and is no own property, so that keeping or serialising an event costs its delta alone. */
export class StreamedUpdate implements MessageUpdate {
	readonly type = 'message_update';
	readonly delta: string;
	readonly deltaKind: DeltaKind;
	readonly contentIndex: number;
	declare readonly block?: Block;
	readonly chunk: ModelChunk;
	#capture: Capture | undefined;
	#message: AssistantMessage | undefined;

	constructor(
		delta: string,
		deltaKind: DeltaKind,
		contentIndex: number,
		block: Block | undefined,
		chunk: ModelChunk,
		capture: Capture,
	) {
		this.delta = delta;
		this.deltaKind = deltaKind;
		this.contentIndex = contentIndex;
		if (block !== undefined) this.block = block;
		this.chunk = chunk;
		this.#capture = capture;
	}

	get message(): AssistantMessage {
		if (this.#message === undefined && this.#capture !== undefined) {
			this.#message = snapshot(this.#capture, this.contentIndex);
			this.#capture = undefined;
		}
		return this.#message as AssistantMessage;
	}

	/** The delta alone: neither the snapshot nor the model's chunk. */
	toJSON(): Omit<MessageUpdate, 'message' | 'chunk'> {
		const { type, delta, deltaKind, contentIndex, block } = this;
		return block === undefined
			? { type, delta, deltaKind, contentIndex }
			: { type, delta, deltaKind, contentIndex, block };
	}
}

function snapshot({ head, blocks, fixed, text }: Capture, contentIndex: number): AssistantMessage {
	const content = [...blocks];
	content[contentIndex] = Object.freeze(blockWith(fixed, text));
	const { id, role, timestamp, model } = head;
	return Object.freeze({ id, role, timestamp, model, content: Object.freeze(content) });
}
