import { type BigIntStats, lstatSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { deleteLock, takeLock } from '@myelin/session';

/** Bytes that an operating system has for the path of a socket; what is longer it cuts off or refuses. */
const longestPath = process.platform === 'linux' ? 107 : 103;

/** What is wrong with a path for a socket before anything is made there. */
export function pathProblem(path: string): string | undefined {
	const size = Buffer.byteLength(path);
	if (size > longestPath)
		return `the path of a socket has at most ${longestPath} bytes, and this has ${size}; name a shorter one`;
	const folder = dirname(path);
	const found = statSync(folder, { throwIfNoEntry: false });
	if (found === undefined) return `there is no folder ${folder}; make it, or name another`;
	return found.isDirectory() ? undefined : `${folder} is no folder; name another`;
}

/** The place of a socket, which is this process's alone while it runs: no two servers can come to one place at once. */
export interface SocketPlace {
	/** A socket of this process stands there from now on. */
	taken(): void;
	/** Removes that socket, but no other that has come in its place, and lets others come. */
	leave(): void;
}

/**
 * Takes a place, and removes the socket that a dead server left there. Rejects when another process has it, when a server lives there,
 * and when something else is there. Who has it stands in the folder `.lock` beside it.
 */
export async function takePlace(path: string): Promise<SocketPlace> {
	const folder = `${path}.lock`;
	const taking = takeLock(folder);
	if ('owner' in taking) throw new Error(`a server is there, process ${taking.owner.pid}; end it, or name another`);
	const { lock } = taking;
	let own: BigIntStats | undefined;
	const leave = () => {
		if (own !== undefined && isSame(look(path), own)) rmSync(path, { force: true });
		if (lock.lostTo() === undefined) deleteLock(folder);
	};
	try {
		await makeRoom(path);
	} catch (error) {
		leave();
		throw error;
	}
	return {
		taken() {
			own = look(path);
		},
		leave,
	};
}

function look(path: string): BigIntStats | undefined {
	return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

/** The number of a file alone is given again once it is gone. */
function isSame(found: BigIntStats | undefined, own: BigIntStats): boolean {
	return found !== undefined && found.dev === own.dev && found.ino === own.ino && found.mtimeNs === own.mtimeNs;
}

/** A server that knows of no lock may be there. */
async function makeRoom(path: string): Promise<void> {
	const found = look(path);
	if (found === undefined) return;
	if (!found.isSocket()) throw new Error('there is something that is no socket; name another');
	const code = await knock(path);
	if (code === undefined) throw new Error('a server is there; end it, or name another');
	if (code === 'ECONNREFUSED') rmSync(path, { force: true });
	else if (code !== 'ENOENT')
		throw new Error(
			`there is a socket, and whether a server is behind it cannot be told (${code}); name another, or remove it`,
		);
}

/** Why nobody opened; undefined if somebody did. */
function knock(path: string): Promise<string | undefined> {
	return new Promise((resolve) => {
		const probe = connect(path);
		probe.once('connect', () => {
			probe.destroy();
			resolve(undefined);
		});
		probe.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
	});
}

/** Why a socket could not be made, for the person who named its path. */
export function placeProblem(error: NodeJS.ErrnoException, path: string): string {
	const folder = dirname(path);
	switch (error.code) {
		case 'EACCES':
		case 'EPERM':
		case 'EROFS':
			return `this user may not write in ${folder} (${error.code}); allow it, or name another`;
		case 'EADDRINUSE':
			return 'a server is there; end it, or name another';
		default:
			return error.message;
	}
}
