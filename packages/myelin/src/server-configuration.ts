import { createWriteStream, openSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Logger } from '@myelin/plugins';
import { createLog } from '@myelin/rpc-server';
import { findProject, type Project, userTrust } from './project.ts';
import { type ServerArguments, serverArguments } from './server-options.ts';
import { loadSettings, type Settings } from './settings.ts';
import { workingFolder } from './working-folder.ts';

/** All that a server is told before it serves anybody. */
export interface ServerConfiguration {
	readonly args: ServerArguments;
	readonly settings: Settings;
	/** What the folder it works in brings along. */
	readonly project: Project;
	readonly log: Logger;
}

/** Reads a server's command line and settings, and opens its log. Rejects with what is wrong and what can be done. */
export async function configured(argv: readonly string[]): Promise<ServerConfiguration> {
	const args = serverArguments(argv, process.cwd());
	workingFolder(args.cwd, process.cwd());
	const settings = loadSettings(args.settings, process.env);
	const log = createLog(logStream(args.log), { debug: process.env.MYELIN_DEBUG !== undefined });
	return { args, settings, project: await findProject(args.cwd, userTrust(process.env)), log };
}

/** Only this user may read a log. One that cannot be written later on is told of on standard error. */
function logStream(path: string | undefined): Writable {
	if (path === undefined) return process.stderr;
	return createWriteStream(path, { fd: openLog(path) }).on('error', (error) => {
		process.stderr.write(`myelin: cannot write the log ${path}: ${error.message}\n`);
	});
}

function openLog(path: string): number {
	try {
		return openSync(path, 'a', 0o600);
	} catch (error) {
		const { code = 'unknown' } = error as NodeJS.ErrnoException;
		throw new Error(
			`--log ${path} must be a file that can be written, and it cannot (${code}); name one in a folder that is there`,
		);
	}
}
