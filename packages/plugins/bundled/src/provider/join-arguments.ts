import type { ModelChunk } from '@myelin/plugins';

/** The chunks of one network read with neighbouring pieces of one call's arguments as one: a person follows text word by word, arguments nobody. */
export function joinArguments(chunks: readonly ModelChunk[]): readonly ModelChunk[] {
	const joined: ModelChunk[] = [];
	let last: ModelChunk | undefined;
	for (const chunk of chunks) {
		if (chunk.type === 'tool_call_delta' && last?.type === 'tool_call_delta' && last.index === chunk.index) {
			last = { type: 'tool_call_delta', index: chunk.index, delta: last.delta + chunk.delta };
			joined[joined.length - 1] = last;
		} else {
			last = chunk;
			joined.push(chunk);
		}
	}
	return joined;
}
