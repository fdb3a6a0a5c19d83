import type { JsonObject } from './generated/protocol.ts';

/** The raw members of an update that concern its snapshot. */
export interface SnapshotDelta {
	readonly delta: string;
	readonly deltaKind: string;
	readonly contentIndex: number;
	/** The block's fixed fields, if this update brought them. */
	readonly block?: JsonObject | undefined;
}

interface PartialBlock {
	readonly fixed: JsonObject;
	/** What streamed into it; absent while nothing did. */
	readonly text?: string;
}

/** The assistant message that streams. Each `add` costs the same however long the message is. */
export interface Snapshot {
	/** Takes a delta in, and gives what builds the whole message as it is now: the same whenever it is called. */
	add(update: SnapshotDelta): () => JsonObject;
}

/** Starts from the message as `message_start` brought it. */
export function createSnapshot(head: JsonObject): Snapshot {
	// A list is never changed once an update holds it; while the index stays, updates share the list and differ in `last`.
	let others: readonly PartialBlock[] = asList(head.content).map((fixed) => ({ fixed }));
	let lastIndex = -1;
	let last: PartialBlock = { fixed: {} };

	return {
		add({ delta, deltaKind, contentIndex, block }) {
			if (contentIndex !== lastIndex) {
				others = lastIndex === -1 ? others : withBlock(others, lastIndex, last);
				lastIndex = contentIndex;
				last = others[contentIndex] ?? { fixed: emptyBlock(deltaKind) };
			}
			const { fixed, text } = block === undefined ? last : { fixed: block };
			last = { fixed, text: (text ?? textOf(fixed)) + delta };
			const [seenOthers, seenLast] = [others, last];
			return () => ({
				...head,
				content: withBlock(seenOthers, contentIndex, seenLast).map(joinBlock),
			});
		},
	};
}

const textMembers: Readonly<Record<string, string>> = { text: 'text', thinking: 'thinking', tool_call: 'argsText' };

function textOf(block: JsonObject): string {
	const member = textMembers[String(block.type)];
	const text = member === undefined ? undefined : block[member];
	return typeof text === 'string' ? text : '';
}

function joinBlock({ fixed, text }: PartialBlock): JsonObject {
	const member = textMembers[String(fixed.type)];
	return member === undefined || text === undefined ? fixed : { ...fixed, [member]: text };
}

function asList(value: unknown): readonly JsonObject[] {
	return Array.isArray(value) ? value : [];
}

/** What a block must be of which only deltas were sent. */
function emptyBlock(deltaKind: string): JsonObject {
	switch (deltaKind) {
		case 'thinking':
			return { type: 'thinking', thinking: '' };
		case 'tool_call':
			return { type: 'tool_call', id: '', name: '', args: {} };
		default:
			return { type: 'text', text: '' };
	}
}

function withBlock(blocks: readonly PartialBlock[], index: number, block: PartialBlock): readonly PartialBlock[] {
	const copy = [...blocks];
	while (copy.length < index) copy.push({ fixed: emptyBlock('text') });
	copy[index] = block;
	return copy;
}
