import { closeSync, openSync } from 'node:fs';
import { SessionError } from '../errors.ts';
import type { SessionLease } from '../store.ts';
import { type FileCalls, writeAll } from './file-calls.ts';
import { recordLine } from './json-line.ts';
import { inspect, readRecords } from './jsonl-reader.ts';
import type { Lock } from './lock.ts';
import { nameKeeper, readName } from './name-keeper.ts';

/** What a lease needs beside its file. */
export interface LeaseParts {
	readonly path: string;
	readonly lock: Lock;
	readonly calls: FileCalls;
	/** The session has just been made: it goes again if no entry is written. */
	readonly isNew: boolean;
	/** Deletes the session. */
	drop(): void;
}

interface LeaseState {
	/** The bytes that are known to be whole lines. */
	size: number;
	hasEntries: boolean;
	/** Why nothing can be written any longer: a failed write could not be undone. */
	broken: unknown;
	/** Something was written since the last sync began. */
	isDirty: boolean;
	syncing: Promise<void> | undefined;
	nextSync: Promise<void> | undefined;
	released: boolean;
}

/** Opens a locked session's file for writing, and cuts what a killed writer left torn. */
export function openLease(parts: LeaseParts): SessionLease {
	const { path, calls, lock } = parts;
	const fd = openSync(path, 'r+');
	try {
		const { header, size, tornBytes } = inspect(fd, path);
		if (tornBytes > 0) calls.truncate(fd, size);
		const state: LeaseState = {
			size,
			hasEntries: !parts.isNew,
			broken: undefined,
			isDirty: false,
			syncing: undefined,
			nextSync: undefined,
			released: false,
		};
		const withName = nameKeeper(readName(fd, size));
		return {
			header,
			tornBytes,
			read: (position = 0) => readRecords(path, position, () => state.size),
			append(records) {
				assertWritable(parts, state);
				write(parts, state, fd, withName(records, records.map(recordLine).join('')));
				state.hasEntries ||= records.some(({ kind }) => kind === 'entry');
			},
			sync: () => sync(parts, state, fd),
			async release() {
				if (state.released) return;
				state.released = true;
				await sync(parts, state, fd).finally(() => {
					closeSync(fd);
					if (!state.hasEntries && lock.lostTo() === undefined) parts.drop();
					else lock.release();
				});
			},
		};
	} catch (error) {
		closeSync(fd);
		throw error;
	}
}

function assertWritable({ path, lock }: LeaseParts, { released, broken }: LeaseState): void {
	if (released) throw new SessionError('STORE_WRITE_FAILED', `${path} was written after its release`);
	if (broken !== undefined)
		throw new SessionError(
			'STORE_WRITE_FAILED',
			`${path} takes nothing more: an earlier write failed and could not be undone; open the session anew`,
			broken,
		);
	const owner = lock.lostTo();
	if (owner === undefined) return;
	const who = owner === 'nobody' ? 'another process' : `process ${owner.pid}`;
	throw new SessionError('STORE_WRITE_FAILED', `${path} was taken over by ${who}: nothing was written`);
}

/** All or nothing: what a failed write left is cut off. */
function write({ path, calls }: LeaseParts, state: LeaseState, fd: number, text: string): void {
	const bytes = Buffer.from(text);
	try {
		writeAll(calls, fd, bytes, state.size);
		state.size += bytes.length;
		state.isDirty = true;
	} catch (error) {
		try {
			calls.truncate(fd, state.size);
		} catch {
			state.broken = error;
		}
		throw new SessionError('STORE_WRITE_FAILED', `cannot write ${path}: ${(error as Error).message}`, error);
	}
}

/** Those who ask while one is under way share the next: what they wrote may have come too late for the first. */
function sync(parts: LeaseParts, state: LeaseState, fd: number): Promise<void> {
	if (state.syncing === undefined) return state.isDirty ? startSync(parts, state, fd) : Promise.resolve();
	state.nextSync ??= state.syncing
		.catch(() => undefined)
		.then(() => {
			state.nextSync = undefined;
			return startSync(parts, state, fd);
		});
	return state.nextSync;
}

async function startSync({ path, calls }: LeaseParts, state: LeaseState, fd: number): Promise<void> {
	state.isDirty = false;
	state.syncing = calls.sync(fd);
	try {
		await state.syncing;
	} catch (error) {
		state.isDirty = true;
		const lost = 'what was written last may not survive a power loss';
		throw new SessionError('STORE_WRITE_FAILED', `cannot sync ${path}: ${(error as Error).message}; ${lost}`, error);
	} finally {
		state.syncing = undefined;
	}
}
