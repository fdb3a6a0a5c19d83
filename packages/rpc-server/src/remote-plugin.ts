import { randomUUID } from 'node:crypto';
import { errorText, type JsonObject, type ToolProgress, type ToolResult } from '@myelin/core';
import type {
	ContextPatch,
	ContextPayload,
	HookContext,
	HookOptions,
	PluginApi,
	ToolContext,
	ToolSpec,
	Unregister,
} from '@myelin/plugins';
import { HookError, type PluginHandle } from '@myelin/plugins/host';
import type * as z from 'zod';
import type { Connection } from './connection.ts';
import { ServerError } from './errors.ts';
import type { HookSpec } from './schema/params/hooks.ts';
import type { ClientTool } from './schema/params/tools.ts';

type Hook = z.infer<typeof HookSpec>;
type Tool = z.infer<typeof ClientTool>;

/** What was not registered, and why. */
export interface Rejection {
	readonly id: string;
	readonly reason: string;
}

/** What a remote plugin asks of its client. */
interface ClientView {
	holds(sessionId: string): boolean;
	/** Whether the client was sent this message's body. */
	knows(sessionId: string, messageId: string): boolean;
}

/** A connected client as a plugin like any other: its hooks and tools are asked over the wire. */
export interface RemotePlugin {
	/** Registers hooks, for one session or for all that the client holds. */
	registerHooks(hooks: readonly Hook[], sessionId: string | undefined): { accepted: Hook[]; rejected: Rejection[] };
	registerTools(tools: readonly Tool[], sessionId: string | undefined): { accepted: string[]; rejected: Rejection[] };
	/** Takes hooks or tools back, by hook id or tool name, in whatever sessions. */
	unregister(what: 'hook' | 'tool', ids: readonly string[]): void;
	/** A client's tool says something. */
	progress(token: string, value: ToolProgress): void;
	/** It has registered all it has. */
	complete(): void;
	/** It goes, with all it registered. */
	leave(): void;
	/** Takes back what was registered for one session. */
	leaveSession(sessionId: string): void;
	/** The connection ended without `unregister`: its guards stay as shut gates. */
	lose(reason: string): void;
}

/** Makes a client a plugin; `join` makes room for it where it interferes. */
export function createRemotePlugin(
	join: (sessions: (sessionId: string) => boolean) => PluginHandle,
	connection: Connection,
	client: ClientView,
): RemotePlugin {
	const handles = new Map<string | undefined, PluginHandle>();
	const undo = new Map<string, Unregister>();
	const listening = new Map<string, (progress: ToolProgress) => void>();

	const apiFor = (sessionId: string | undefined): PluginApi => {
		const sessions = sessionId === undefined ? client.holds : (other: string) => other === sessionId;
		const handle = handles.get(sessionId) ?? join(sessions);
		handles.set(sessionId, handle);
		return handle.api;
	};

	const ask = (spec: Hook, payload: object, { sessionId, signal }: HookContext) =>
		asked(connection.request('hook/call', { hookId: spec.hookId, sessionId, point: spec.point, payload }, signal));

	const registerHook = (api: PluginApi, spec: Hook): Unregister => {
		switch (spec.point) {
			case 'tool_call':
				return api.on('tool_call', async (call, context) => verdictFrom(await ask(spec, call, context)), termsOf(spec));
			case 'context':
				return api.on(
					'context',
					async (payload, context) =>
						patchFrom(await ask(spec, wirePayload(payload, context.sessionId, client), context)),
					termsOf(spec),
				);
		}
	};

	const execute = async (tool: Tool, args: object, { sessionId, toolCallId, signal, onUpdate }: ToolContext) => {
		const progressToken = randomUUID();
		listening.set(progressToken, onUpdate);
		try {
			const params = { sessionId, toolCallId, toolName: tool.name, args, progressToken };
			return resultFrom(tool.name, await connection.request('tool/execute', params, signal));
		} finally {
			listening.delete(progressToken);
		}
	};

	return {
		registerHooks(hooks, sessionId) {
			const api = apiFor(sessionId);
			return sorted(
				hooks,
				(hook) => hook.hookId,
				(hook) => {
					undo.set(`hook ${hook.hookId} ${sessionId ?? ''}`, registerHook(api, hook));
					return inForce(hook);
				},
			);
		},
		registerTools(tools, sessionId) {
			const api = apiFor(sessionId);
			return sorted(
				tools,
				(tool) => tool.name,
				(tool) => {
					undo.set(
						`tool ${tool.name} ${sessionId ?? ''}`,
						api.registerTool(specOf(tool, (args, context) => execute(tool, args, context))),
					);
					return tool.name;
				},
			);
		},
		unregister(what, ids) {
			const gone = ids.map((id) => `${what} ${id} `);
			for (const [key, takeBack] of undo) {
				if (!gone.some((start) => key.startsWith(start))) continue;
				takeBack();
				undo.delete(key);
			}
		},
		progress: (token, value) => listening.get(token)?.(value),
		complete() {
			apiFor(undefined);
			for (const handle of handles.values()) handle.complete();
		},
		leave() {
			for (const handle of handles.values()) handle.leave();
			handles.clear();
		},
		leaveSession(sessionId) {
			handles.get(sessionId)?.leave();
			handles.delete(sessionId);
		},
		lose(reason) {
			for (const handle of handles.values()) handle.lose(reason);
			handles.clear();
		},
	};
}

/** Registers each item by itself: what is refused does not harm the others. */
function sorted<Item, Accepted>(
	items: readonly Item[],
	idOf: (item: Item) => string,
	register: (item: Item) => Accepted,
) {
	const accepted: Accepted[] = [];
	const rejected: Rejection[] = [];
	for (const item of items) {
		try {
			accepted.push(register(item));
		} catch (thrown) {
			rejected.push({ id: idOf(item), reason: errorText(thrown) });
		}
	}
	return { accepted, rejected };
}

function specOf({ name, description, parameters }: Tool, execute: ToolSpec['execute']): ToolSpec {
	return { name, description, parameters: parameters as JsonObject, execute };
}

function termsOf({ hookId, timeoutMs, onFailure, required }: Hook): HookOptions {
	return {
		hookId,
		...(timeoutMs === undefined ? {} : { timeoutMs }),
		...(onFailure === undefined ? {} : { onFailure }),
		...(required === undefined ? {} : { required }),
	};
}

function inForce(hook: Hook): Hook {
	const timeoutMs = hook.timeoutMs ?? 5000;
	return hook.point === 'tool_call'
		? { ...hook, timeoutMs, onFailure: hook.onFailure ?? 'deny' }
		: { ...hook, timeoutMs };
}

/** A client that is gone or answers with an error is a hook that failed, and the decision says which. */
async function asked(answer: Promise<unknown>): Promise<unknown> {
	try {
		return await answer;
	} catch (thrown) {
		if (thrown instanceof ServerError && thrown.code === 'DISCONNECTED')
			throw new HookError('DISCONNECT', thrown.message, thrown);
		if (thrown instanceof ServerError && thrown.code === 'CLIENT_FAILED')
			throw new HookError('CRASH', thrown.message, thrown);
		throw thrown;
	}
}

function verdictFrom(answer: unknown) {
	const { decision, reason } = (answer ?? {}) as { decision?: unknown; reason?: unknown };
	if (decision === 'allow') return undefined;
	// The host looks at what it is, as with everybody's.
	if (decision === 'block') return { block: true as const, reason: reason as string };
	throw new HookError(
		'INVALID',
		"a guard's answer is { decision: 'allow' } or { decision: 'block', reason: '…' }, and this is neither",
	);
}

/** `null` leaves the context as it is; the host checks everything else. */
function patchFrom(answer: unknown): ContextPatch | undefined {
	return answer === null ? undefined : (answer as ContextPatch);
}

function wirePayload({ messages, systemPrompt, thinkingLevel }: ContextPayload, sessionId: string, client: ClientView) {
	const messageIds = messages.map(({ id }) => id);
	return {
		messageIds,
		messages: messages.filter(({ id }) => !client.knows(sessionId, id)),
		systemPrompt,
		thinkingLevel,
	};
}

function resultFrom(toolName: string, answer: unknown): ToolResult {
	const { content } = (answer ?? {}) as { content?: unknown };
	if (Array.isArray(content)) return answer as ToolResult;
	throw new Error(
		`the client's tool ${toolName} answered something that is no result: it needs a list of blocks as content`,
	);
}
