import { text } from 'node:stream/consumers';
import { Myelin, type Session } from '@myelin/client';
import { createPrinter } from './printer.ts';

/** How a front end reaches its server and its person. */
export interface Place {
	/** The command that starts the server. */
	readonly command: readonly string[];
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
}

/** Whether to write in colour; see no-color.org. */
export function wantsColour(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean {
	return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** Runs one prompt and prints its stream, as JSON lines if `json`. Resolves with the exit status: 0 if the run ended well. */
export async function runOnce(prompt: string | undefined, json: boolean, place: Place): Promise<number> {
	const input = prompt ?? (await text(place.stdin)).trim();
	if (input === '') throw new Error('run needs a prompt, as an argument or on standard input, and got none');
	await using myelin = await Myelin.spawn({
		command: place.command,
		clientInfo: { name: 'myelin-run' },
		onStderr: (chunk) => place.stderr.write(chunk),
	});
	const session = await myelin.createSession();
	return await runPrompt(session, input, json, place.stdout);
}

/** Prints one run of a session. */
export async function runPrompt(
	session: Session,
	input: string,
	json: boolean,
	stdout: NodeJS.WriteStream,
): Promise<number> {
	const write = (chunk: string) => stdout.write(chunk);
	const printer = createPrinter(write, wantsColour(stdout, process.env), session.toolCall);
	const run = session.prompt(input);
	for await (const event of run) {
		if (json) write(`${JSON.stringify(event)}\n`);
		else printer.print(event);
	}
	const { summary } = await run.result;
	return summary === undefined || ['error', 'aborted'].includes(summary.endReason) ? 1 : 0;
}
