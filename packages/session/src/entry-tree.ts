import type { Entry } from './entries.ts';

/** Entries that speak of the session or of another entry: the conversation does not go on behind them. */
const asides: ReadonlySet<string> = new Set(['leaf', 'label', 'session_info', 'llm_call', 'goal']);

/** Which entry follows which, and where the conversation stands. It holds ids alone. */
export class EntryTree {
	readonly #parents = new Map<string, string | null>();
	#leaf: string | null = null;
	#last: string | null = null;

	/** The entry that the conversation goes on behind; null at its beginning. */
	get leaf(): string | null {
		return this.#leaf;
	}

	has(id: string): boolean {
		return this.#parents.has(id);
	}

	/** Takes the next entry. One whose parent cannot be read follows the entry that stands before it. */
	add(entry: Entry): void {
		const { id, parentId } = entry;
		this.#parents.set(id, parentId === null || this.has(parentId) ? parentId : this.#last);
		this.#last = id;
		if (entry.type === 'leaf') this.#leaf = entry.data.entryId;
		else if (!asides.has(entry.type)) this.#leaf = id;
	}

	/** The entries from the first to this one, the leaf if none is named, in order. */
	path(to = this.#leaf): Set<string> {
		const path: string[] = [];
		for (let id = to; id !== null; id = this.#parents.get(id) ?? null) path.push(id);
		return new Set(path.reverse());
	}
}
