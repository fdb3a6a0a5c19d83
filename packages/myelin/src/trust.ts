import { createInterface } from 'node:readline/promises';
import { filesIn, type TrustStore } from '@myelin/plugins/host';
import { projectFolder } from './project.ts';
import type { Place } from './run.ts';

/** Shows a person what a project brings and asks whether to trust it; `yes` answers for them. Resolves with the exit status: 0 if it is trusted now. */
export async function askForTrust(cwd: string, yes: boolean, trust: TrustStore, place: Place): Promise<number> {
	const { stdin, stdout } = place;
	const folder = projectFolder(cwd);
	const files = await filesIn(folder).catch((cause: NodeJS.ErrnoException) => {
		if (cause.code !== 'ENOENT') throw cause;
		throw new Error(`${folder} does not exist: this project brings no plugins and no settings`);
	});
	stdout.write(`${folder} brings:\n${files.map((file) => `  ${file}\n`).join('')}`);
	if (!yes && !(await confirmed('Its plugins run as you. Trust them as they are now? [y/N] ', stdin, stdout))) {
		stdout.write('Nothing was trusted.\n');
		return 1;
	}
	await trust.trust(folder);
	stdout.write('Trusted, until something in it changes.\n');
	return 0;
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
