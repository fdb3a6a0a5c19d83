import * as z from 'zod';
import { count, define, each, jsonObject } from '../define.ts';
import { ToolProgress } from '../events/kernel.ts';
import { sessionId } from '../session-id.ts';
import { Rejected } from './hooks.ts';

const toolName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const ClientTool = define(
	'ClientTool',
	"A tool that the client runs. `parameters` is a JSON Schema of an object. `concurrency`: a `parallel` one may run beside others, an `exclusive` one (so if absent) runs alone. `timeoutMs` is what a call may take, the server's usual if absent, 0 for no limit. `onInterjection` is what becomes of a running call when the person interjects: it may `finish` (so if absent), or is cancelled. A call that is cut short is cancelled at the client. With `preview` the client is asked by `tool/preview` what a call is about to do, before anybody judges it.",
	z.strictObject({
		name: toolName,
		description: z.string(),
		parameters: jsonObject,
		concurrency: z.enum(['parallel', 'exclusive']).optional(),
		timeoutMs: count.optional(),
		onInterjection: z.enum(['finish', 'cancel']).optional(),
		preview: z.boolean().optional(),
	}),
);

export const ToolInfo = define(
	'ToolInfo',
	'A tool as a model is told of it. `parameters` is a JSON Schema of an object.',
	z.object({ name: toolName, description: z.string(), parameters: jsonObject }),
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

export const ToolList = define('ToolList', 'The tools that a session offers.', z.object({ tools: z.array(ToolInfo) }));

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

export const ToolPreviewParams = define(
	'ToolPreviewParams',
	"The server asks what a call of a client's tool is about to do.",
	z.object({ sessionId, toolCallId: z.string(), toolName: z.string(), args: jsonObject }),
);

export const ToolPreview = define(
	'ToolPreview',
	'What a call is about to do (a `diff`, …), or nothing to show. An error is the result of the call, which does not run.',
	z.object({ preview: jsonObject.optional() }),
);

export const ProgressParams = define(
	'ProgressParams',
	"What a client's tool says while it runs. What is none is logged, shown to nobody, and fails the call of the tool.",
	z.object({ token: z.string(), value: ToolProgress }),
);
