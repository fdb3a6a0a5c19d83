import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Myelin } from '@myelin/client';
import { commandPath, serverPath } from '../scripts/bundle.mjs';

/** A project in a home of its own, with no model's key. */
export interface TemporaryProject {
	readonly folder: string;
	readonly env: Record<string, string>;
	/** Writes a file below `.myelin`. */
	write(path: string, text: string): void;
	/** Runs the command line there and gives what it prints. */
	command(...words: readonly string[]): string;
	/** Trusts the project as it is. */
	trust(): string;
	/** Starts a server there. */
	serve(...options: readonly string[]): Promise<Myelin>;
	remove(): void;
}

/** An empty project. */
export function temporaryProject(): TemporaryProject {
	const folder = mkdtempSync(join(tmpdir(), 'project-'));
	const env = {
		HOME: folder,
		XDG_CONFIG_HOME: folder,
		XDG_DATA_HOME: folder,
		ANTHROPIC_API_KEY: '',
		OPENAI_API_KEY: '',
	};
	mkdirSync(join(folder, '.myelin/plugins'), { recursive: true });
	const command = (...words: readonly string[]) =>
		execFileSync(process.execPath, [commandPath, ...words], { cwd: folder, env, encoding: 'utf8' });
	return {
		folder,
		env,
		write: (path, text) => writeFileSync(join(folder, '.myelin', path), text),
		command,
		trust: () => command('trust', '--yes'),
		serve: (...options) =>
			Myelin.spawn({ command: [process.execPath, serverPath, ...options], cwd: folder, env, onStderr: () => {} }),
		remove: () => rmSync(folder, { recursive: true }),
	};
}
