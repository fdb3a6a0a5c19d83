import { randomUUID } from 'node:crypto';
import { errorText, type JsonObject, type ToolProgress, type ToolResult } from '@myelin/core';
import type { PluginApi, ToolContext, ToolSpec, Unregister } from '@myelin/plugins';
import type { PluginHandle } from '@myelin/plugins/host';
import type * as z from 'zod';
import type { Connection } from './connection.ts';
import { type AskHook, inForce, type RemoteHook, registerRemoteHook } from './remote-hooks.ts';
import type { ClientTool } from './schema/params/tools.ts';

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
	registerHooks(
		hooks: readonly RemoteHook[],
		sessionId: string | undefined,
	): { accepted: RemoteHook[]; rejected: Rejection[] };
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

	const ask: AskHook = ({ hookId, point }, payload, { sessionId, signal }) =>
		connection.request('hook/call', { hookId, sessionId, point, payload }, signal);

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
					undo.set(`hook ${hook.hookId} ${sessionId ?? ''}`, registerRemoteHook(api, hook, ask, client.knows));
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

function resultFrom(toolName: string, answer: unknown): ToolResult {
	const { content } = (answer ?? {}) as { content?: unknown };
	if (Array.isArray(content)) return answer as ToolResult;
	throw new Error(
		`the client's tool ${toolName} answered something that is no result: it needs a list of blocks as content`,
	);
}
