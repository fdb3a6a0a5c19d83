import { relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { contentOf, folderHash, type TrustStore } from '@myelin/plugins/host';
import type { PluginEntry } from './plugin-entry.ts';
import { projectFolder } from './project.ts';
import { readProject } from './read-project.ts';
import type { Place } from './run.ts';

/**
 * Shows a person what a project brings and asks whether to trust it; `yes` answers for them. Resolves with the exit status: 0 if it
 * is trusted now. Rejects for what cannot be trusted.
 */
export async function askForTrust(cwd: string, yes: boolean, trust: TrustStore, place: Place): Promise<number> {
	const { stdin, stdout } = place;
	const folder = projectFolder(cwd);
	const hash = await folderHash(folder).catch((cause: NodeJS.ErrnoException) => {
		if (cause.code !== 'ENOENT') throw cause;
		throw new Error(`${folder} does not exist: this project brings no plugins and no settings`);
	});
	const { plugins } = await readProject(folder);
	stdout.write(`${folder} brings:\n${(await listed(folder)).map((line) => `  ${line}\n`).join('')}`);
	stdout.write(
		`Of these are loaded:\n${plugins.map((entry) => `  ${named(entry, folder)}\n`).join('') || '  no plugins\n'}`,
	);
	if (!yes && !(await confirmed('Its plugins run as you. Trust them as they are now? [y/N] ', stdin, stdout))) {
		stdout.write('Nothing was trusted.\n');
		return 1;
	}
	await trust.trust(folder, hash);
	stdout.write('Trusted, until something in it changes.\n');
	return 0;
}

/** Trusts what a project brings no more. Resolves with the exit status. */
export async function forgetTrust(cwd: string, trust: TrustStore, { stdout }: Place): Promise<number> {
	const folder = projectFolder(cwd);
	const wasTrusted = await trust.forget(folder);
	stdout.write(wasTrusted ? `${folder} is trusted no more: nothing in it is used.\n` : `${folder} was not trusted.\n`);
	return 0;
}

/** Packages are told by their number. */
async function listed(folder: string): Promise<readonly string[]> {
	const content = await contentOf(folder);
	const own = content.filter(({ path }) => !path.split('/').includes('node_modules'));
	const lines = own.map(({ path, link }) => (link === undefined ? path : `${path} -> ${link}`));
	const others = content.length - own.length;
	return others === 0 ? lines : [...lines, `${others} files in node_modules`];
}

function named(entry: PluginEntry, folder: string): string {
	return entry.kind === 'program' ? entry.command.join(' ') : relative(folder, entry.path);
}

async function confirmed(question: string, stdin: Place['stdin'], stdout: Place['stdout']): Promise<boolean> {
	if (stdin.isTTY !== true) throw new Error('trusting needs a person at a terminal, or --yes');
	const terminal = createInterface({ input: stdin, output: stdout });
	try {
		return /^y(es)?$/i.test((await terminal.question(question)).trim());
	} finally {
		terminal.close();
	}
}
