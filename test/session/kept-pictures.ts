import type { Entry } from '@myelin/session';

/** What stands at one entry: ids of messages. */
export interface Picture {
	readonly history: readonly string[];
	/** What a model is shown of it; a summary stands under its own id. */
	readonly shown: readonly string[];
}

const beginning: Picture = { history: [], shown: [] };

/** What stands at each entry, told from the entries alone: a message adds itself, a compaction shows less of what is there. */
export function picturesOf(entries: readonly Entry[]): ReadonlyMap<string | null, Picture> {
	const pictures = new Map<string | null, Picture>([[null, beginning]]);
	for (const entry of entries) pictures.set(entry.id, after(pictures.get(entry.parentId) ?? beginning, entry));
	return pictures;
}

function after(before: Picture, { type, data }: Entry): Picture {
	const { history, shown } = before;
	if (type === 'message') return { history: [...history, data.message.id], shown: [...shown, data.message.id] };
	if (type !== 'compaction') return before;
	const kept = history.slice(history.lastIndexOf(data.firstKept));
	return { history, shown: data.summary === undefined ? kept : [data.summary.id, ...kept] };
}
