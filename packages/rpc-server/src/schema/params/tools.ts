import * as z from 'zod';
import { define, each, jsonObject } from '../define.ts';
import { ToolProgress } from '../events/kernel.ts';
import { sessionId } from '../session-id.ts';
import { Rejected } from './hooks.ts';

export const ClientTool = define(
	'ClientTool',
	'A tool that the client runs. `parameters` is a JSON Schema of an object.',
	z.object({ name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/), description: z.string(), parameters: jsonObject }),
);

export const ToolsRegisterParams = define(
	'ToolsRegisterParams',
	'Registers tools for one session, or for all sessions of this connection.',
	z.object({ tools: each(ClientTool), sessionId: sessionId.optional() }),
);

export const ToolsRegisterResult = define(
	'ToolsRegisterResult',
	'The names in force, and those refused.',
	z.object({ accepted: z.array(z.string()), rejected: z.array(Rejected) }),
);

export const ToolList = define(
	'ToolList',
	'The tools that a session offers.',
	z.object({ tools: z.array(ClientTool) }),
);

export const ToolExecuteParams = define(
	'ToolExecuteParams',
	"The server runs a client's tool; its progress goes to `$/progress` under `progressToken`.",
	z.object({
		sessionId,
		toolCallId: z.string(),
		toolName: z.string(),
		args: jsonObject,
		progressToken: z.string(),
	}),
);

export const ProgressParams = define(
	'ProgressParams',
	"What a client's tool says while it runs. What is none is logged, shown to nobody, and fails the call of the tool.",
	z.object({ token: z.string(), value: ToolProgress }),
);
