import { lstatSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';

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

/** Removes the socket that a dead server left. Rejects when a server lives there, and when something else is there. */
export async function makeRoom(path: string): Promise<void> {
	const found = lstatSync(path, { throwIfNoEntry: false });
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
