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
 * Makes a splitter by the rules of the HTML standard (9.2.6 "Interpreting an event stream"): lines end in LF, CR LF or CR, a line that
 * begins with a colon is a comment, `data` lines join with LF. Every character is looked at once. Unlike the standard it does not lose
 * a last event without a blank line: that is for its reader to judge.
 */
export function createSseSplitter(): SseSplitter {
	const decoder = new TextDecoder();
	const state = { pieces: [] as string[], endsInCr: false, name: '', data: [] as string[] };

	const takeLine = (line: string, events: SseEvent[]) => {
		if (line === '') {
			if (state.data.length > 0) events.push({ name: state.name, data: state.data.join('\n') });
			state.name = '';
			state.data = [];
			return;
		}
		const data = fieldValue(line, 'data');
		if (data !== undefined) state.data.push(data);
		else state.name = fieldValue(line, 'event') ?? state.name;
	};

	const take = (text: string): SseEvent[] => {
		const events: SseEvent[] = [];
		if (text === '') return events;
		const ending = text.includes('\r') ? /\r\n?|\n/g : undefined;
		let start = state.endsInCr && text.startsWith('\n') ? 1 : 0;
		for (;;) {
			const [end, next] = lineEnd(text, start, ending);
			if (end < 0) break;
			const tail = text.slice(start, end);
			takeLine(state.pieces.length === 0 ? tail : state.pieces.join('') + tail, events);
			state.pieces.length = 0;
			start = next;
		}
		if (start < text.length) state.pieces.push(text.slice(start));
		state.endsInCr = text.endsWith('\r');
		return events;
	};

	return {
		push: (bytes) => take(decoder.decode(bytes, { stream: true })),
		end: () => [...take(decoder.decode()), ...take('\n\n')],
	};
}

/** Where the line that begins at `start` ends, and where the next one begins; `[-1, -1]` if it does not end here. */
function lineEnd(text: string, start: number, ending: RegExp | undefined): readonly [end: number, next: number] {
	if (ending === undefined) {
		const end = text.indexOf('\n', start);
		return [end, end + 1];
	}
	ending.lastIndex = start;
	const match = ending.exec(text);
	return match === null ? [-1, -1] : [match.index, ending.lastIndex];
}

function fieldValue(line: string, field: string): string | undefined {
	if (!line.startsWith(field)) return undefined;
	if (line.length === field.length) return '';
	if (line[field.length] !== ':') return undefined;
	return line.slice(line[field.length + 1] === ' ' ? field.length + 2 : field.length + 1);
}
