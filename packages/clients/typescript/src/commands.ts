import { errorText, MyelinError } from './errors.ts';
import type { ClientCommand, CommandAnswer, CommandExecuteParams } from './generated/protocol.ts';
import { type HookContext, wholeMs } from './hooks.ts';
import { createScopedTable } from './scoped-table.ts';

/** What a person may ask for by name, and this program runs. */
export interface CommandSpec {
	/** Lower-case words joined by `-`, `_` or `:`; one command of a name in a session. */
	readonly name: string;
	/** What it does, for a person to read. */
	readonly description: string;
	/** What belongs behind its name, for a person to read. */
	readonly argumentHint?: string;
	/** Milliseconds that it may take; absent, 0 or `Infinity` for no limit. */
	readonly timeoutMs?: number;
	/** Does it; `args` is all that was typed behind the name. The answer is shown; what it throws is told to whoever ran it. The context's signal aborts when nobody waits for it any longer. */
	// biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing
	run(args: string, context: HookContext): Promise<string | void> | string | void;
}

/** A prompt that a person may ask for by name; the server makes it. */
export interface PromptSpec extends Omit<CommandSpec, 'run' | 'timeoutMs'> {
	/** `$ARGUMENTS` stands for all that was typed behind the name, `$1` to `$9` for its words, `$$` for a dollar. */
	readonly template: string;
}

/** The commands of a connection. */
export interface CommandTable {
	/** Adds a command and gives what the server is told of it. The same name in the same scope replaces it. Throws `HOOK_REJECTED` for one that has nothing to run, and adds nothing. */
	add(command: CommandSpec | PromptSpec, sessionId: string | undefined): ClientCommand;
	/** Removes it, if it is still this one; says whether it was. */
	remove(command: CommandSpec | PromptSpec, sessionId: string | undefined): boolean;
	/** Removes the commands of a session. */
	forget(sessionId: string): void;
	/** Runs the command that a server names. Rejects when there is none, and as the command did. */
	execute(params: CommandExecuteParams, signal: AbortSignal): Promise<CommandAnswer>;
}

/** No commands. */
export function createCommandTable(): CommandTable {
	const commands = createScopedTable<CommandSpec | PromptSpec>();
	return {
		add(command, sessionId) {
			const told = offerOf(command);
			commands.set(sessionId, command.name, command);
			return told;
		},
		remove: (command, sessionId) => commands.remove(sessionId, command.name, command),
		forget: commands.forget,
		async execute({ sessionId, name, args }, signal) {
			const command = commands.find(sessionId, name);
			if (command === undefined || !('run' in command))
				throw new MyelinError('INVALID_PARAMS', `no command "${name}" is registered`);
			try {
				const text = await command.run(args, { sessionId, signal });
				return text === undefined ? {} : { text };
			} catch (cause) {
				throw new MyelinError('COMMAND_FAILED', errorText(cause), { cause });
			}
		},
	};
}

function offerOf(command: CommandSpec | PromptSpec): ClientCommand {
	const { name, description, argumentHint } = command;
	const told = { name, description, ...(argumentHint === undefined ? {} : { argumentHint }) };
	if ('template' in command && typeof command.template === 'string') return { ...told, template: command.template };
	const { run, timeoutMs } = command as Partial<CommandSpec>;
	if (typeof run !== 'function')
		throw new MyelinError(
			'HOOK_REJECTED',
			`the command "${name}" has neither a function as its run nor a text as its template`,
		);
	return { ...told, ...(timeoutMs === undefined ? {} : { timeoutMs: wholeMs(timeoutMs) }) };
}
