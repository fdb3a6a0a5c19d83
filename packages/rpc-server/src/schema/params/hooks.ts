import * as z from 'zod';
import { define, jsonObject } from '../define.ts';
import { ThinkingLevel } from '../events/session.ts';
import { Message } from '../messages.ts';
import { sessionId } from '../session-id.ts';

export const HookPoint = define('HookPoint', 'Where a client may interfere.', z.enum(['tool_call', 'context']));

export const HookSpec = define(
	'HookSpec',
	'One hook. `onFailure` is for a veto: what a failing guard means, `deny` if absent. `required` is for a transform: its failure ends the run.',
	z.object({
		hookId: z.string().min(1).max(64),
		point: HookPoint,
		timeoutMs: z.int().min(1).optional(),
		onFailure: z.enum(['deny', 'allow']).optional(),
		required: z.boolean().optional(),
	}),
);

export const HooksRegisterParams = define(
	'HooksRegisterParams',
	'Registers hooks for one session, or for all sessions of this connection.',
	z.object({ hooks: z.array(HookSpec), sessionId: sessionId.optional() }),
);

export const Rejected = define(
	'Rejected',
	'What was not registered, and why.',
	z.object({ id: z.string(), reason: z.string() }),
);

export const HooksRegisterResult = define(
	'HooksRegisterResult',
	'The hooks in force, with the terms in force, and those refused.',
	z.object({ accepted: z.array(HookSpec), rejected: z.array(Rejected) }),
);

export const UnregisterParams = define(
	'UnregisterParams',
	'What goes: hook ids or tool names.',
	z.object({ ids: z.array(z.string()) }),
);

export const HookCallParams = define(
	'HookCallParams',
	'The server asks a hook. `payload` is a ToolCallInfo at `tool_call`, a ContextPayload at `context`.',
	z.object({ hookId: z.string(), sessionId, point: HookPoint, payload: jsonObject }),
);

export const ContextPayload = define(
	'ContextPayload',
	'What a model is about to be shown: the ids of all messages in order, and the bodies of those this connection was not sent.',
	z.object({
		messageIds: z.array(z.string()),
		messages: z.array(Message),
		systemPrompt: z.string(),
		thinkingLevel: ThinkingLevel,
	}),
);

export const NewMessage = define(
	'NewMessage',
	'A whole message, or a text that becomes a user message.',
	z.union([z.string(), Message]),
);

const newMessages = z.array(NewMessage);

export const ContextPatch = define(
	'ContextPatch',
	'A change to the messages of one request. A call and its result go together.',
	z.object({
		prepend: newMessages.optional(),
		append: newMessages.optional(),
		insertBefore: z.record(z.string(), newMessages).optional(),
		replace: z.record(z.string(), Message).optional(),
		drop: z.array(z.string()).optional(),
	}),
);

export const Verdict = define(
	'Verdict',
	"A guard's answer; anything else denies.",
	z.object({ decision: z.enum(['allow', 'block']), reason: z.string().optional() }),
);
