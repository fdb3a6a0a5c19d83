import type { ModelChunk } from '@myelin/plugins';

/** More pieces than anybody could follow: text that comes so is a burst, and is handed on as one. */
const burst = 64;

/**
 * The chunks of one network read with neighbouring pieces of one block joined: of a call's arguments always, which nobody follows
 * piece by piece; of text and thinking where the read brings more than 64 chunks. A person sees each word of an answer that comes at any
 * speed of a model, and a recorded or local one costs no event for every word.
 */
export function joinPieces(chunks: readonly ModelChunk[]): readonly ModelChunk[] {
	const joined: ModelChunk[] = [];
	const isBurst = chunks.length > burst;
	let last: ModelChunk | undefined;
	for (const chunk of chunks) {
		const one = last === undefined ? undefined : joinedPiece(last, chunk, isBurst);
		if (one !== undefined) joined[joined.length - 1] = one;
		else joined.push(chunk);
		last = one ?? chunk;
	}
	return joined;
}

/** Two neighbours as one, or nothing where they stay two. */
function joinedPiece(last: ModelChunk, next: ModelChunk, isBurst: boolean): ModelChunk | undefined {
	switch (next.type) {
		case 'tool_call_delta':
			if (last.type !== next.type || last.index !== next.index) return undefined;
			return { type: next.type, index: next.index, delta: last.delta + next.delta };
		case 'text_delta':
		case 'thinking_delta':
			if (!isBurst || last.type !== next.type || last.index !== next.index) return undefined;
			return { type: next.type, index: next.index, delta: last.delta + next.delta };
		default:
			return undefined;
	}
}
