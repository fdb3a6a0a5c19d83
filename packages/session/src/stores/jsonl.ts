import { randomBytes } from 'node:crypto';
import {
	chmodSync,
	closeSync,
	existsSync,
	fstatSync,
	linkSync,
	openSync,
	readdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SessionError } from '../errors.ts';
import type { SessionHeader, SessionLease, SessionStore, StoredSession } from '../store.ts';
import { type FileCalls, systemFileCalls } from './file-calls.ts';
import { headerLine } from './json-line.ts';
import { openLease } from './jsonl-lease.ts';
import { inspect, openReader } from './jsonl-reader.ts';
import { deleteLock, type Lock, takeLock } from './lock.ts';
import { makeFolder } from './make-folder.ts';
import { readName } from './name-keeper.ts';
import { exists, isSessionId, notFound } from './session-ids.ts';

/** So many sessions of a list are read before others have a turn. */
const listedAtOnce = 16;

/** Where a person's sessions are: `myelin/sessions` in the XDG data folder. */
export function userSessionsFolder(env: NodeJS.ProcessEnv): string {
	return join(env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'myelin', 'sessions');
}

/**
 * Keeps each session in a file `<id>.jsonl` of the folder, which only its user can read: a header, then one JSON object a line.
 * One process at a time writes a session; its lock is in the folder's `.locks`. For folders of one host.
 */
export function jsonlStore(folder: string, calls: FileCalls = systemFileCalls): SessionStore {
	const pathOf = (sessionId: string) => join(folder, `${sessionId}.jsonl`);
	const lockOf = (sessionId: string) => join(folder, '.locks', sessionId);
	const isThere = (sessionId: string) => isSessionId(sessionId) && existsSync(pathOf(sessionId));
	const drop = (sessionId: string) => {
		rmSync(pathOf(sessionId), { force: true });
		deleteLock(lockOf(sessionId));
	};
	const lease = (sessionId: string, lock: Lock, isNew: boolean): SessionLease =>
		orRelease(lock, () => openLease({ path: pathOf(sessionId), lock, calls, isNew, drop: () => drop(sessionId) }));

	const take = (sessionId: string): Lock => {
		if (!isThere(sessionId)) throw notFound(sessionId, folder);
		const lock = lockOrRefuse(lockOf(sessionId), sessionId);
		if (isThere(sessionId)) return lock;
		deleteLock(lockOf(sessionId));
		throw notFound(sessionId, folder);
	};

	return {
		async create(header) {
			const { sessionId } = header;
			if (!isSessionId(sessionId))
				throw new SessionError('SESSION_EXISTS', `${JSON.stringify(sessionId)} cannot be a session's id`);
			if (isThere(sessionId)) throw exists(sessionId, folder);
			orWriteFailed(`cannot make the folder ${folder}`, () => {
				if (!makeFolder(folder)) chmodSync(folder, 0o700);
			});
			const lock = lockOrRefuse(lockOf(sessionId), sessionId);
			return orRelease(lock, () => {
				linkFile(folder, pathOf(sessionId), header);
				return lease(sessionId, lock, true);
			});
		},
		acquire: async (sessionId) => lease(sessionId, take(sessionId), false),
		async open(sessionId) {
			if (!isThere(sessionId)) throw notFound(sessionId, folder);
			return openReader(pathOf(sessionId));
		},
		async list() {
			const found: StoredSession[] = [];
			for (const [place, sessionId] of sessionFiles(folder).entries()) {
				if (place > 0 && place % listedAtOnce === 0) await setImmediate();
				const session = listed(sessionId, pathOf(sessionId));
				if (session !== undefined) found.push(session);
			}
			return found;
		},
		async delete(sessionId) {
			take(sessionId);
			drop(sessionId);
		},
	};
}

function lockOrRefuse(folder: string, sessionId: string): Lock {
	const taking = orWriteFailed(`cannot lock session ${sessionId} in ${folder}`, () => takeLock(folder));
	if ('lock' in taking) return taking.lock;
	const { pid } = taking.owner;
	const who = pid === process.pid ? 'this process' : `process ${pid}`;
	throw new SessionError(
		'SESSION_LOCKED',
		`session ${sessionId} is open for writing in ${who}: close it there, or open it read-only`,
	);
}

/** What the system refuses is told by what was tried. */
function orWriteFailed<T>(what: string, action: () => T): T {
	try {
		return action();
	} catch (error) {
		throw new SessionError('STORE_WRITE_FAILED', `${what}: ${(error as Error).message}`, error);
	}
}

function orRelease<T>(lock: Lock, action: () => T): T {
	try {
		return action();
	} catch (error) {
		lock.release();
		throw error;
	}
}

/** The file comes into being with its header in it: a kill leaves all of it or nothing. */
function linkFile(folder: string, path: string, header: SessionHeader): void {
	const draft = join(folder, `.draft-${process.pid}-${randomBytes(6).toString('hex')}`);
	try {
		writeFileSync(draft, headerLine(header), { mode: 0o600, flag: 'wx' });
		linkSync(draft, path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists(header.sessionId, folder);
		throw new SessionError('STORE_WRITE_FAILED', `cannot make ${path}: ${(error as Error).message}`, error);
	} finally {
		rmSync(draft, { force: true });
	}
}

function sessionFiles(folder: string): string[] {
	try {
		return readdirSync(folder)
			.filter((name) => name.endsWith('.jsonl'))
			.map((name) => name.slice(0, -'.jsonl'.length))
			.filter(isSessionId);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw error;
	}
}

/** One session of a list; nothing if it has been deleted meanwhile. */
function listed(sessionId: string, path: string): StoredSession | undefined {
	try {
		const fd = openSync(path, 'r');
		try {
			const { header, size } = inspect(fd, path);
			const name = readName(fd, size) ?? null;
			const { cwd, createdAt } = header;
			const updatedAt = Math.round(fstatSync(fd).mtimeMs);
			return { sessionId, cwd, createdAt, updatedAt, ...(name === null ? {} : { name }) };
		} finally {
			closeSync(fd);
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		return { sessionId, problem: (error as Error).message };
	}
}
