#!/usr/bin/env node
import { join } from 'node:path';
import { errorText } from '@myelin/core';
import { type Command, help, readCommand } from './command-line.ts';
import { asksForHelp } from './read-options.ts';
import type { Place } from './run.ts';
import { workingFolder } from './working-folder.ts';

/** The `myelin` command. `rpc` becomes the server at once; everything else is a client of a server that it spawns. */
async function main(argv: readonly string[]): Promise<number | undefined> {
	if (argv[0] === 'rpc' && !asksForHelp(argv)) {
		const { answerFirst } = await import('@myelin/rpc-server/entry');
		const { loadServer } = await import('./load-server.ts');
		await answerFirst({ argv: argv.slice(1), load: () => loadServer(import.meta.dirname) });
		return undefined;
	}
	return perform(readCommand(argv));
}

async function perform(command: Command): Promise<number> {
	switch (command.do) {
		case 'help':
			process.stdout.write(help);
			return 0;
		case 'version': {
			const { serverInfo } = await import('@myelin/rpc-server/entry');
			process.stdout.write(`myelin ${serverInfo.version}\n`);
			return 0;
		}
		default:
			return performIn(workingFolder(command.cwd, process.cwd()), command);
	}
}

/** What is done in a folder. */
async function performIn(cwd: string, command: Exclude<Command, { do: 'help' | 'version' }>): Promise<number> {
	switch (command.do) {
		case 'new-plugin': {
			const { newPlugin } = await import('./new-plugin.ts');
			process.stdout.write(newPlugin(command.name, cwd, import.meta.dirname));
			return 0;
		}
		case 'trust': {
			const { userTrust } = await import('./project.ts');
			const { askForTrust, forgetTrust } = await import('./trust.ts');
			const trust = userTrust(process.env);
			return command.forget
				? forgetTrust(cwd, trust, placeFor([]))
				: askForTrust(cwd, command.yes, trust, placeFor([]));
		}
		case 'run':
			return (await import('./run.ts')).runOnce(command.prompt, command.json, placeFor(command.server));
		case 'chat': {
			if (!process.stdin.isTTY) throw new Error('chatting needs a terminal; use myelin run, or myelin --help');
			const place = placeFor(command.server);
			await offerTrust(cwd, place);
			return (await import('./chat.ts')).chat(place);
		}
	}
}

/** A person at a terminal is asked once about what a project brings, and again when it has changed; what cannot be trusted is told. */
async function offerTrust(cwd: string, place: Place): Promise<void> {
	const { findProject, userTrust } = await import('./project.ts');
	const trust = userTrust(process.env);
	const project = await findProject(cwd, trust);
	if (project.kind !== 'refused' && project.kind !== 'shut') return;
	place.stdout.write(`${project.why}\n`);
	const { askForTrust } = await import('./trust.ts');
	await askForTrust(cwd, false, trust, place).catch((error) => place.stderr.write(`myelin: ${errorText(error)}\n`));
}

function placeFor(options: readonly string[]): Place {
	const { execPath, stdin, stdout, stderr } = process;
	return { command: [execPath, join(import.meta.dirname, 'server.cjs'), ...options], stdin, stdout, stderr };
}

/** Whoever reads what is printed may have seen enough: that is no failure. A full disk is one. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code !== 'EPIPE') process.stderr.write(`myelin: cannot print: ${error.message}\n`);
	process.exit(error.code === 'EPIPE' ? 0 : 1);
});

main(process.argv.slice(2)).then(
	(status) => {
		if (status !== undefined) process.exitCode = status;
	},
	(error: unknown) => {
		process.stderr.write(`myelin: ${errorText(error)}\n`);
		process.exitCode = 1;
	},
);
