import { createInterface, type Interface } from 'node:readline';
import { Myelin, type Session, type SessionEvent } from '@myelin/client';
import { askAtTerminal } from './chat-questions.ts';
import { LineRunner } from './line-runner.ts';
import { type Place, screenOf } from './run.ts';
import { createPrinter } from './terminal/printer.ts';
import { typedLines } from './typed-lines.ts';

/**
 * Chats at a terminal until its input ends. What is typed while a run is live is the next prompt. Ctrl-C aborts the run that is
 * live; while none is, it leaves. Ctrl-D ends a live run and leaves. A line that begins with a slash and a name asks for a command.
 */
export async function chat(place: Place): Promise<number> {
	const terminal = createInterface({ input: place.stdin, output: place.stdout, prompt: '› ' });
	try {
		await chatAt(terminal, place);
	} finally {
		// An open one keeps the process alive.
		terminal.close();
	}
	return 0;
}

async function chatAt(terminal: Interface, { command, stdout, stderr }: Place): Promise<void> {
	const screen = screenOf(stdout, terminal);
	terminal.on('line', (line) => screen.typed(`› ${line}`));
	const lines = typedLines(terminal);
	await using myelin = await Myelin.spawn({
		command,
		clientInfo: { name: 'myelin-chat' },
		onStderr: (chunk) => stderr.write(chunk),
		onAsk: askAtTerminal({ print: screen.print, answer: lines.answer }),
	});
	const session = await myelin.createSession();
	const { model } = await session.state();
	stdout.write(
		`Myelin with ${model === undefined ? 'no model' : `${model.provider}/${model.id}`}. /help lists commands, Ctrl-C stops a run, Ctrl-D leaves.\n`,
	);
	const runner = new LineRunner(session, screen.print);
	let isRunning = false;
	const stop = () => {
		runner.stop();
		if (isRunning) void session.abort('interrupted at the terminal').catch(() => undefined);
	};
	terminal.on('SIGINT', () => {
		if (isRunning || runner.runsCommand) stop();
		else terminal.close();
	});
	terminal.on('close', stop);
	const printer = createPrinter(screen, session.toolCall);
	const showing = show(session, (event) => {
		if (event.type === 'agent_start') isRunning = true;
		if (event.type === 'agent_end') isRunning = event.willRetry;
		// The question itself is shown by whoever asks it here.
		if (event.type !== 'ui_request') printer.print(event);
	}).finally(() => terminal.close());
	// Waited for at the end: until then its failure is nobody's.
	showing.catch(() => undefined);
	for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
		if (!(await runner.obey(line))) break;
	}
	terminal.close();
	await myelin[Symbol.asyncDispose]();
	await showing;
}

/** Shows all that a session says, to its end. */
async function show(session: Session, print: (event: SessionEvent) => void): Promise<void> {
	for await (const event of session.events()) print(event);
}
