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

/** Neighbouring deltas of one block, each by the event behind that of the one before. Its text only grows, so that each of them is known by a length. */
interface Stretch {
	/** All blocks as they were when it began. */
	readonly others: readonly PartialBlock[];
	readonly index: number;
	readonly fixed: JsonObject;
	text: string;
	/** The seq of the first delta's event. */
	readonly first: number;
	/** How long the text was with each delta. */
	readonly lengths: number[];
}

/** The assistant message that streams. Each `add` costs the same however long the message is. */
export interface Snapshot {
	/** Takes the delta of an event in, which is the next one if it has no number, and gives what builds the whole message as it is now: the same whenever it is called. */
	add(update: SnapshotDelta, seq?: number): () => JsonObject;
	/** The message as it was at an earlier event; of one that began later nothing is known. */
	until(seq: number): Snapshot;
}

/** A message of which the beginning was never seen. */
export const unknownHead: JsonObject = {
	role: 'assistant',
	id: '',
	timestamp: 0,
	content: [],
	model: { provider: '', id: '' },
};

/** Starts from the message as an event of this number brought it. */
export function createSnapshot(head: JsonObject, seq = 0): Snapshot {
	return goOnWith(head, seq, []);
}

function goOnWith(head: JsonObject, start: number, stretches: Stretch[]): Snapshot {
	let current = stretches.at(-1);
	const newest = () => (current === undefined ? start : lastOf(current));

	function begin(first: number, index: number, deltaKind: string, block: JsonObject | undefined): Stretch {
		const others =
			current === undefined
				? asList(head.content).map((fixed) => ({ fixed }))
				: withBlock(current.others, current.index, current);
		const found: PartialBlock =
			block === undefined ? (others[index] ?? { fixed: emptyBlock(deltaKind) }) : { fixed: block };
		const { fixed, text = textOf(fixed) } = found;
		current = { others, index, fixed, text, first, lengths: [] };
		stretches.push(current);
		return current;
	}

	return {
		add({ delta, deltaKind, contentIndex, block }, seq = newest() + 1) {
			const isNext = current !== undefined && contentIndex === current.index && seq === lastOf(current) + 1;
			const goesOn = isNext && block === undefined;
			const stretch = goesOn ? (current as Stretch) : begin(seq, contentIndex, deltaKind, block);
			stretch.text += delta;
			const { length } = stretch.text;
			stretch.lengths.push(length);
			return () => {
				const block = { fixed: stretch.fixed, text: stretch.text.slice(0, length) };
				return { ...head, content: withBlock(stretch.others, contentIndex, block).map(joinBlock) };
			};
		},
		until(seq) {
			if (seq < start) return createSnapshot(unknownHead, seq);
			const kept = stretches.filter(({ first }) => first <= seq);
			const last = kept.pop();
			return goOnWith(head, start, last === undefined ? [] : [...kept, cut(last, seq)]);
		},
	};
}

/** The seq of its newest delta's event. */
function lastOf({ first, lengths }: Stretch): number {
	return first + lengths.length - 1;
}

/** A stretch as it was at an event, on its own. */
function cut({ text, lengths, ...stretch }: Stretch, seq: number): Stretch {
	const kept = lengths.slice(0, seq - stretch.first + 1);
	return { ...stretch, text: text.slice(0, kept.at(-1)), lengths: kept };
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

function withBlock(
	blocks: readonly PartialBlock[],
	index: number,
	{ fixed, text }: PartialBlock,
): readonly PartialBlock[] {
	const copy = [...blocks];
	while (copy.length < index) copy.push({ fixed: emptyBlock('text') });
	copy[index] = text === undefined ? { fixed } : { fixed, text };
	return copy;
}
