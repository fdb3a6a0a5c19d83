/** One server-sent event. */
export interface SseEvent {
	/** The `event` field, `''` when there is none. */
	readonly name: string;
	readonly data: string;
}

/** Cuts a byte stream into events, whatever the pieces. */
export interface SseSplitter {
	/** The events that these bytes complete, in order. */
	push(bytes: Uint8Array): SseEvent[];
	/** The event that stands at the end of the stream without its blank line, if there is one. */
	end(): SseEvent[];
}

/**
 * Makes a splitter by the rules of the HTML standard (9.2.6 "Interpreting an event stream"): lines end in LF, CR LF or CR, a line that begins with a
 * colon is a comment, `data` lines join with LF. Every character is looked at once. Unlike the standard it does not lose a last event without a blank line: that is for its reader to judge.
 */
export function createSseSplitter(): SseSplitter {
	const decoder = new TextDecoder();
	const state = { pieces: [] as string[], afterCr: false, name: '', data: [] as string[] };

	const takeLine = (line: string, events: SseEvent[]) => {
		if (line === '') {
			if (state.data.length > 0) events.push({ name: state.name, data: state.data.join('\n') });
			state.name = '';
			state.data = [];
			return;
		}
		const colon = line.indexOf(':');
		const field = colon < 0 ? line : line.slice(0, colon);
		const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
		if (field === 'data') state.data.push(value);
		else if (field === 'event') state.name = value;
	};

	const take = (text: string): SseEvent[] => {
		const events: SseEvent[] = [];
		let start = state.afterCr && text.startsWith('\n') ? 1 : 0;
		if (text !== '') state.afterCr = text.endsWith('\r');
		for (const { 0: ending, index } of text.matchAll(/\r\n|\n|\r/g)) {
			if (index < start) continue;
			const line = state.pieces.join('') + text.slice(start, index);
			state.pieces = [];
			start = index + ending.length;
			takeLine(line, events);
		}
		if (start < text.length) state.pieces.push(text.slice(start));
		return events;
	};

	return {
		push: (bytes) => take(decoder.decode(bytes, { stream: true })),
		end: () => [...take(decoder.decode()), ...take('\n\n')],
	};
}
