import { MyelinError, type Session } from '@myelin/client';
import { errorText } from '@myelin/core';
import type { Coloured } from './terminal/screen.ts';
import { visible } from './terminal/wrap-text.ts';
import { helpText, isCommand, readTypedLine, type TypedLine, unknownText } from './typed-line.ts';

const yellow = 33;
const red = 31;

/** Does what typed lines ask of a session, one line after the other. */
export class LineRunner {
	readonly #session: Session;
	readonly #print: (finished: readonly Coloured[]) => void;
	/** Calls off the command that runs. */
	#command: AbortController | undefined;

	constructor(session: Session, print: (finished: readonly Coloured[]) => void) {
		this.#session = session;
		this.#print = print;
	}

	/** Whether a command runs: its run, if it leads to one, is the session's. */
	get runsCommand(): boolean {
		return this.#command !== undefined;
	}

	/** Calls off the command that runs. */
	stop(): void {
		this.#command?.abort();
	}

	/** Does what a line asks for, and shows what has failed. Answers whether the chat goes on. Rejects if the server is gone. */
	async obey(line: string): Promise<boolean> {
		try {
			const commands = isCommand(line) ? await this.#session.commands() : [];
			const typed = readTypedLine(
				line,
				commands.map(({ name }) => name),
			);
			if (typed.kind === 'help') this.#show(helpText(commands));
			else await this.#do(typed);
			return typed.kind !== 'leave';
		} catch (error) {
			if (error instanceof MyelinError && error.code === 'PROCESS_EXITED') throw error;
			this.#show(errorText(error), red);
			return true;
		}
	}

	async #do(typed: TypedLine): Promise<void> {
		if (typed.kind === 'unknown') this.#show(unknownText(typed), yellow);
		if (typed.kind === 'prompt') await this.#say(typed.text);
		if (typed.kind !== 'command') return;
		const { kind, text = '' } = await this.#run(typed.name, typed.args);
		if (kind === 'prompt') await this.#say(text);
		else if (text !== '') this.#show(text);
	}

	async #run(name: string, args: string) {
		this.#command = new AbortController();
		try {
			return await this.#session.runCommand(name, args, { signal: this.#command.signal });
		} finally {
			this.#command = undefined;
		}
	}

	/** A run that nobody here asked for may have begun: a goal's. */
	async #say(text: string): Promise<void> {
		await this.#session.prompt(text, { whenBusy: 'follow_up' }).result;
	}

	#show(text: string, colour?: number): void {
		this.#print([{ text: visible(text), colour }]);
	}
}
