import * as z from 'zod';
import { define } from '../define.ts';
import { sessionId } from '../session-id.ts';

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
