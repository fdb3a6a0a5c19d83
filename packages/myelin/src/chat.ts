import { createInterface } from 'node:readline';
import { Myelin, MyelinError } from '@myelin/client';
import { type Place, runPrompt } from './run.ts';
import { typedLines } from './typed-lines.ts';

/**
 * Chats at a terminal until its input ends. What is typed while a run is live is the next prompt. Ctrl-C aborts the run that is
 * live; while none is, it leaves. Ctrl-D ends a live run and leaves.
 */
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
		`Myelin with ${model === undefined ? 'no model' : `${model.provider}/${model.id}`}. Ctrl-C stops a run, Ctrl-D leaves.\n`,
	);
	const terminal = createInterface({ input: stdin, output: stdout, prompt: '› ' });
	const lines = typedLines(terminal);
	let running = false;
	const stop = () => {
		if (running) void session.abort('interrupted at the terminal').catch(() => undefined);
	};
	terminal.on('SIGINT', () => {
		if (running) stop();
		else terminal.close();
	});
	terminal.on('close', stop);
	try {
		for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
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

function failure(error: unknown): string {
	if (error instanceof MyelinError && error.code === 'PROCESS_EXITED') throw error;
	return error instanceof Error ? error.message : String(error);
}
