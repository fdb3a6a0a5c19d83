import type { Budget, ModelRef, ThinkingLevel } from '@myelin/core';
import type { CompactionSettings } from './compaction/budget.ts';
import type { Entry } from './entries.ts';

/** What is fixed when a session is made. */
export interface SessionHeader {
	/** Matches `[A-Za-z0-9_-]{1,64}`. */
	readonly sessionId: string;
	/** The working folder: an absolute path. */
	readonly cwd: string;
	/** Unix milliseconds. */
	readonly createdAt: number;
	readonly model?: ModelRef;
	readonly thinkingLevel?: ThinkingLevel;
	readonly systemPrompt?: string;
	readonly maxTurns?: number;
	readonly budget?: Budget;
	readonly compaction?: CompactionSettings;
	/** The session that this one was forked from, and the entry that it goes on behind. */
	readonly forkedFrom?: { readonly sessionId: string; readonly entryId: string | null };
}

/** What may be appended: an entry, or the number up to which events may be numbered from now on. */
export type StoreRecord =
	| { readonly kind: 'entry'; readonly entry: Entry }
	| { readonly kind: 'seq_bound'; readonly bound: number };

/** What is read back: what was appended in the order of writing, or a place where something cannot be read. */
export type StoredRecord = (
	| StoreRecord
	| {
			readonly kind: 'damaged';
			/** Counted from 1. */
			readonly line: number;
			readonly problem: string;
	  }
) & {
	/** Where to read on behind this record; means something to its store only. */
	readonly position: number;
};

/** A session in a list. One that cannot be read has a `problem` instead. */
export type StoredSession =
	| {
			readonly sessionId: string;
			readonly cwd: string;
			readonly createdAt: number;
			/** When something was last written: Unix milliseconds. */
			readonly updatedAt: number;
			readonly name?: string;
	  }
	| { readonly sessionId: string; readonly problem: string };

/** Reads one session. */
export interface SessionReader {
	readonly header: SessionHeader;
	/** Bytes at the end that hold no whole record: a writer was killed there. */
	readonly tornBytes: number;
	/** Everything in the order of writing, in batches, or what stands behind a `position`. */
	read(position?: number): AsyncIterable<readonly StoredRecord[]>;
}

/**
 * The right to write one session, held by one at a time. Appends are applied in the order of the calls, each whole or not at
 * all; one that fails leaves the session as it was and rejects with `STORE_WRITE_FAILED`.
 */
export interface SessionLease extends SessionReader {
	/** Resolves, or returns, when the records survive the end of this process. */
	append(records: readonly StoreRecord[]): void | Promise<void>;
	/** Resolves when all that was appended survives the end of the machine. */
	sync(): Promise<void>;
	/** Syncs and gives the right back. A session in which no entry was ever written goes. */
	release(): Promise<void>;
}

/** Where sessions are kept. `stores/memory` and `stores/jsonl` are built in; another one must pass `storeConformance`. */
export interface SessionStore {
	/** Makes a session. Rejects with `SESSION_EXISTS`. */
	create(header: SessionHeader): Promise<SessionLease>;
	/** Takes the right to write; what a killed writer left torn is cut. Rejects with `SESSION_NOT_FOUND`, `SESSION_LOCKED` naming the owner, `SESSION_VERSION`, `SESSION_DAMAGED`. */
	acquire(sessionId: string): Promise<SessionLease>;
	/** Reads without the right to write. Rejects as `acquire` does, but never with `SESSION_LOCKED`. */
	open(sessionId: string): Promise<SessionReader>;
	list(): Promise<readonly StoredSession[]>;
	/** Rejects with `SESSION_NOT_FOUND`, `SESSION_LOCKED`. */
	delete(sessionId: string): Promise<void>;
}
