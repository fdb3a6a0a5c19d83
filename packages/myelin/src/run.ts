import { text } from 'node:stream/consumers';
import { Myelin, type SessionEvent } from '@myelin/client';
import { systemClock } from '@myelin/core';
import { createPrinter } from './terminal/printer.ts';
import { type InputLine, liveScreen, plainScreen, type Screen } from './terminal/screen.ts';

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
	const run = session.prompt(input);
	const show = json ? printJson(place.stdout) : createPrinter(screenOf(place.stdout), session.toolCall).print;
	for await (const event of run) show(event);
	const { summary } = await run.result;
	return summary === undefined || ['error', 'aborted'].includes(summary.endReason) ? 1 : 0;
}

function printJson(stdout: NodeJS.WriteStream): (event: SessionEvent) => void {
	return (event) => void stdout.write(`${JSON.stringify(event)}\n`);
}

/** A live area needs a terminal that can draw one. */
export function screenOf(stdout: NodeJS.WriteStream, input?: InputLine): Screen {
	const colour = wantsColour(stdout, process.env);
	const isLive = stdout.isTTY && process.env.TERM !== 'dumb';
	return isLive ? liveScreen(stdout, colour, systemClock, input) : plainScreen(stdout, colour);
}
