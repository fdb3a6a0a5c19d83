import { execFile } from 'node:child_process';
import { ModelError } from '@myelin/plugins';
import type { Secrets } from './secrets.ts';

/** Where a key comes from: a text, a command whose output it is, or nowhere. */
export type KeyOrigin =
	| { readonly kind: 'text'; readonly key: string }
	| { readonly kind: 'command'; readonly argv: readonly string[] }
	| { readonly kind: 'none' };

const timeoutMs = 30_000;

/** The key, or `undefined` where there is none. A command runs without a shell; rejects with an `AUTH` error that shows nothing of its output. */
export async function readKey(origin: KeyOrigin, secrets: Secrets): Promise<string | undefined> {
	if (origin.kind === 'none') return undefined;
	const key = origin.kind === 'text' ? origin.key : await outputOf(origin.argv);
	secrets.add(key);
	return key;
}

function outputOf(argv: readonly string[]): Promise<string> {
	const [command = '', ...args] = argv;
	return new Promise((resolve, reject) => {
		const child = execFile(command, args, { timeout: timeoutMs, windowsHide: true }, (error, stdout) => {
			const key = stdout.trim();
			if (error !== null) reject(failed(command, endOf(error)));
			else if (!/^[\x21-\x7e]+$/.test(key))
				reject(failed(command, 'printed no key: one line without blanks is wanted'));
			else resolve(key);
		});
		child.stdin?.end();
	});
}

function endOf(error: Error & { code?: unknown; killed?: boolean }): string {
	if (error.killed) return `did not end within ${timeoutMs / 1000} seconds`;
	if (error.code === 'ENOENT') return 'was not found';
	return typeof error.code === 'number' ? `ended with ${error.code}` : 'could not be run';
}

function failed(command: string, what: string): ModelError {
	return new ModelError('AUTH', `the key command ${command} ${what}; run it in a terminal to see why`);
}
