import { errorText, type Identify } from '@myelin/core';
import type { Entry, EntryBody } from './entries.ts';
import { EntryTree } from './entry-tree.ts';
import { SessionError } from './errors.ts';
import type { SessionLease, StoreRecord } from './store.ts';

/** Numbers are reserved in blocks of so many: after a crash the next event has a number above the block. */
const seqBlock = 4096;

/** Writes a session's entries, each behind the one before, and reserves the numbers of its events. */
export class EntryLog {
	readonly lease: SessionLease;
	readonly #identify: Identify;
	#tree: EntryTree;
	#bound: number;
	#failure: SessionError | undefined;

	/** `bound`: numbers up to it are reserved. */
	constructor(lease: SessionLease, identify: Identify, tree = new EntryTree(), bound = 0) {
		this.lease = lease;
		this.#identify = identify;
		this.#tree = tree;
		this.#bound = bound;
	}

	get tree(): EntryTree {
		return this.#tree;
	}

	/** Why nothing more is taken until the tree has been read anew; what was asked for after a failure may hang on what failed. */
	get failure(): SessionError | undefined {
		return this.#failure;
	}

	/** Nothing more is taken, for this reason; answers the error to fail with. */
	fail(error: unknown): SessionError {
		const { sessionId } = this.lease.header;
		const failure =
			error instanceof SessionError
				? error
				: new SessionError(
						'STORE_WRITE_FAILED',
						`session ${sessionId} could not be written: ${errorText(error)}`,
						error,
					);
		this.#failure ??= failure;
		return failure;
	}

	/** The store has been read anew: this is what it holds. */
	renew(tree: EntryTree, bound: number): void {
		this.#tree = tree;
		this.#bound = bound;
		this.#failure = undefined;
	}

	/** Makes a number safe to use: none is ever used again, whenever this process is killed. */
	reserve(seq: number): void | Promise<void> {
		if (seq <= this.#bound || this.#failure !== undefined) return;
		return this.#write([this.#block(seq)]);
	}

	/** Gives back the numbers above `seq`: the next process goes on there. */
	giveBack(seq: number): void | Promise<void> {
		if (this.#failure !== undefined || this.#bound <= seq) return;
		this.#bound = seq;
		return this.#write([{ kind: 'seq_bound', bound: seq }]);
	}

	/** Writes entries together. Throws or rejects with `STORE_WRITE_FAILED`. */
	append(bodies: readonly EntryBody[], seq: number, at: number): void | Promise<void> {
		if (this.#failure !== undefined) throw this.#failure;
		const records: StoreRecord[] = seq > this.#bound ? [this.#block(seq)] : [];
		for (const body of bodies) {
			const entry: Entry = { ...body, id: this.#identify('e'), parentId: this.#tree.leaf, seq, at };
			this.#tree.add(entry);
			records.push({ kind: 'entry', entry });
		}
		return this.#write(records);
	}

	#block(seq: number): StoreRecord {
		this.#bound = seq + seqBlock;
		return { kind: 'seq_bound', bound: this.#bound };
	}

	#write(records: readonly StoreRecord[]): void | Promise<void> {
		const fail = (error: unknown): never => {
			throw this.fail(error);
		};
		try {
			const written = this.lease.append(records);
			if (written instanceof Promise) return written.catch(fail);
		} catch (error) {
			fail(error);
		}
	}
}
