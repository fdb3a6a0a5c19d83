import { createInterface } from 'node:readline/promises';
import { Myelin, MyelinError } from '@myelin/client';
import { type Place, runPrompt } from './run.ts';

/** Chats at a terminal until its input ends. Ctrl-C aborts the run that is live; while none is, it leaves. */
export async function chat(place: Place): Promise<number> {
	const { stdin, stdout, stderr } = place;
	await using myelin = await Myelin.spawn({
		command: place.command,
		clientInfo: { name: 'myelin-chat' },
		onStderr: (chunk) => stderr.write(chunk),
	});
	const session = await myelin.createSession();
	const { model } = await session.state();
	stdout.write(
		`Myelin with ${model === undefined ? 'no model' : `${model.provider}/${model.id}`}. Ctrl-C stops a run; Ctrl-D leaves.\n`,
	);
	const terminal = createInterface({ input: stdin, output: stdout });
	let running = false;
	terminal.on('SIGINT', () => {
		if (running) void session.abort('interrupted at the terminal').catch(() => undefined);
		else terminal.close();
	});
	try {
		for (let line = await ask(terminal); line !== undefined; line = await ask(terminal)) {
			if (line.trim() === '') continue;
			running = true;
			await runPrompt(session, line, false, stdout).catch((error: unknown) => stderr.write(`${failure(error)}\n`));
			running = false;
		}
	} finally {
		terminal.close();
	}
	return 0;
}

/** The next line, or nothing at the end of input. */
function ask(terminal: ReturnType<typeof createInterface>): Promise<string | undefined> {
	return new Promise((resolve) => {
		terminal.once('close', () => resolve(undefined));
		terminal.question('› ').then(resolve, () => resolve(undefined));
	});
}

function failure(error: unknown): string {
	if (error instanceof MyelinError && error.code === 'PROCESS_EXITED') throw error;
	return error instanceof Error ? error.message : String(error);
}
