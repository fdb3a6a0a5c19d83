import * as z from 'zod';
import { count, define, each } from '../define.ts';
import { sessionId } from '../session-id.ts';
import { Rejected } from './hooks.ts';

export const CommandInfo = define(
	'CommandInfo',
	'A command. `action`: it does something itself. `prompt`: it makes a prompt, which whoever runs it then asks. `argumentHint` says to a person what belongs behind its name.',
	z.object({
		name: z.string(),
		description: z.string(),
		argumentHint: z.string().optional(),
		plugin: z.string(),
		kind: z.enum(['action', 'prompt']),
	}),
);

export const CommandList = define(
	'CommandList',
	'The commands, in the load order of their plugins.',
	z.object({ commands: z.array(CommandInfo) }),
);

export const CommandRunParams = define(
	'CommandRunParams',
	'Names a command, and what was typed behind its name.',
	z.object({ sessionId, name: z.string().min(1), args: z.string().optional() }),
);

export const CommandResult = define(
	'CommandResult',
	'What a command came to: `text` is to be shown if it is an `action`, and to be prompted if it is a `prompt`, which always has one.',
	z.object({ kind: z.enum(['action', 'prompt']), text: z.string().optional() }),
);

export const ClientCommand = define(
	'ClientCommand',
	'A command of the client: lower-case words joined by `-`, `_` or `:`. With a `template` it makes a prompt of that, where `$ARGUMENTS` stands for all that was typed behind the name, `$1` to `$9` for its words and `$$` for a dollar; without one the client runs it. `argumentHint` says to a person what belongs behind its name. `timeoutMs` is what the client has to run it, 0 or absent for no limit.',
	z.strictObject({
		name: z.string().regex(/^[a-z0-9]+([-_:][a-z0-9]+)*$/),
		description: z.string(),
		argumentHint: z.string().optional(),
		template: z.string().optional(),
		timeoutMs: count.optional(),
	}),
);

export const CommandsRegisterParams = define(
	'CommandsRegisterParams',
	'Registers commands for one session, or for all sessions of this connection.',
	z.object({ commands: each(ClientCommand), sessionId: sessionId.optional() }),
);

export const CommandsRegisterResult = define(
	'CommandsRegisterResult',
	'The names in force, and those refused.',
	z.object({ accepted: z.array(z.string()), rejected: z.array(Rejected) }),
);

export const CommandExecuteParams = define(
	'CommandExecuteParams',
	"The server runs a client's command; `args` is all that was typed behind its name.",
	z.object({ sessionId, name: z.string(), args: z.string() }),
);

export const CommandAnswer = define(
	'CommandAnswer',
	"What a client's command came to: a text to show, or nothing.",
	z.object({ text: z.string().optional() }),
);
