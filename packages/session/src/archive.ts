import { addUsage, noUsage, type Usage } from '@myelin/core';
import type { EntryBody } from './entries.ts';
import type { EntryLog } from './entry-log.ts';
import type { EntryTree } from './entry-tree.ts';
import { SessionError } from './errors.ts';
import { entryNotFound, type ForkPoint, forkSession } from './fork-session.ts';
import { type KeptPorts, type KeptSession, renewKept } from './kept-session.ts';
import { type LoadedSession, loadSession } from './load-session.ts';
import { type EntriesPage, type EntriesQuery, readEntries } from './read-entries.ts';
import type { SessionReader, SessionStore } from './store.ts';

interface Kept {
	readonly reader: SessionReader;
	readonly log: EntryLog | undefined;
	readonly tree: EntryTree;
}

interface ArchiveState {
	name: string | undefined;
	/** Whether it ever had a name, also one that was taken away. */
	isNamed: boolean;
	readonly labels: Map<string, string>;
	/** What was used before the agent of now began. */
	usage: Usage;
}

/** What a session has in its store, and what it knows of it. Without a store it keeps its name and nothing else. */
export class Archive {
	readonly #sessionId: string;
	readonly #kept: Kept | undefined;
	readonly #ports: KeptPorts;
	readonly #state: ArchiveState;

	constructor(sessionId: string, kept: KeptSession | undefined, ports: KeptPorts) {
		this.#sessionId = sessionId;
		if (kept !== undefined) this.#kept = { reader: kept.reader, log: kept.log, tree: kept.loaded.tree };
		this.#ports = ports;
		const { name, isNamed = false, labels = [], totalUsage = noUsage } = kept?.loaded ?? {};
		this.#state = { name, isNamed, labels: new Map(labels), usage: totalUsage };
	}

	get log(): EntryLog | undefined {
		return this.#kept?.log;
	}

	/** Whether a write has failed, and the store has not been read anew since. */
	get hasFailed(): boolean {
		return this.log?.failure !== undefined;
	}

	get name(): string | undefined {
		return this.#state.name;
	}

	/** Whether it was ever named, or is being named. */
	get isNamed(): boolean {
		return this.#state.isNamed;
	}

	get usage(): Usage {
		return this.#state.usage;
	}

	/** The entry that the conversation goes on behind. */
	get leaf(): string | null {
		return this.#tree?.leaf ?? null;
	}

	/** The label of an entry. Throws `ENTRY_NOT_FOUND`. */
	labelOf(entryId: string): string | null {
		this.assertEntry(entryId);
		return this.#state.labels.get(entryId) ?? null;
	}

	assertEntry(entryId: string): void {
		if (!this.#tree?.has(entryId)) throw entryNotFound(entryId, this.#sessionId);
	}

	/** Throws `SESSION_READ_ONLY`. */
	assertWritable(): void {
		if (this.#kept !== undefined && this.#kept.log === undefined)
			throw new SessionError('SESSION_READ_ONLY', `session ${this.#sessionId} was opened for reading only`);
	}

	/** Writes a change of the session's own; it is in force when this returns or resolves. */
	write(entry: EntryBody, seq: number, at: number): void | Promise<void> {
		// From now on nobody else names it, whenever this is written.
		if (entry.type === 'session_info') this.#state.isNamed = true;
		const written = this.log?.append([entry], seq, at);
		if (written === undefined) this.#note(entry);
		else return written.then(() => this.#note(entry));
	}

	/** It has been named, or its name has been taken away. */
	rename(name: string | null): void {
		this.#state.isNamed = true;
		this.#state.name = name ?? undefined;
	}

	/** Reads the branch that the conversation stands on now. */
	async branch(): Promise<LoadedSession> {
		return this.#take(await loadSession(this.#reader('its branch was to be read').reader));
	}

	/** Reads what the store holds after a write failed. */
	async renew(): Promise<LoadedSession> {
		const { log } = this.#reader('it was to be read anew');
		if (log === undefined) throw new SessionError('SESSION_READ_ONLY', `session ${this.#sessionId} writes nothing`);
		return this.#take(await renewKept(log, this.#ports));
	}

	/** One page of entries, in the order of writing. */
	async entries(query: EntriesQuery): Promise<EntriesPage> {
		return this.#kept === undefined ? { entries: [] } : readEntries(this.#kept.reader, query);
	}

	async fork(store: SessionStore, point: ForkPoint): Promise<void> {
		await forkSession(store, this.#reader('it was to be forked').reader, point);
	}

	/** Gives back the numbers above `seq` and the right to write. */
	async close(seq: number): Promise<void> {
		const { log } = this;
		if (log === undefined) return;
		try {
			await log.giveBack(seq);
		} finally {
			await log.lease.release();
		}
	}

	get #tree(): EntryTree | undefined {
		return this.log?.tree ?? this.#kept?.tree;
	}

	#reader(wish: string): Kept {
		if (this.#kept !== undefined) return this.#kept;
		throw new SessionError('SESSION_NOT_FOUND', `session ${this.#sessionId} has no store, and ${wish}`);
	}

	#take(loaded: LoadedSession): LoadedSession {
		this.#state.usage = loaded.totalUsage;
		return loaded;
	}

	#note(entry: EntryBody): void {
		if (entry.type === 'session_info') this.rename(entry.data.name);
		if (entry.type === 'llm_call') this.#state.usage = addUsage(this.#state.usage, entry.data.usage);
		if (entry.type !== 'label') return;
		const { entryId, label } = entry.data;
		if (label === null) this.#state.labels.delete(entryId);
		else this.#state.labels.set(entryId, label);
	}
}
