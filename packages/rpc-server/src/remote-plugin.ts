import { randomUUID } from 'node:crypto';
import { errorText, type ToolProgress } from '@myelin/core';
import type { Unregister } from '@myelin/plugins';
import {
	type Heard,
	HookError,
	HostError,
	type JoinOptions,
	type PluginHandle,
	type Voice,
} from '@myelin/plugins/host';
import type { Connection } from './connection.ts';
import { createGuardCalls } from './guard-calls.ts';
import { Recall } from './recall.ts';
import { type AskCommand, type RemoteCommand, registerRemoteCommand } from './remote-commands.ts';
import { type AskHook, inForce, type RemoteHook, registerRemoteHook, showsHistory } from './remote-hooks.ts';
import { type RemoteTool, registerRemoteTool, type ToolCalls } from './remote-tools.ts';

/** What was not registered, and why. */
export interface Rejection {
	readonly id: string;
	readonly reason: string;
}

/** What a remote plugin asks of its client. */
interface ClientView {
	holds(sessionId: string): boolean;
	/** The sessions that it is subscribed to. */
	held(): readonly string[];
	/** Whether the client was sent this message's body. */
	knows(sessionId: string, messageId: string): boolean;
}

/** A connected client as a plugin like any other: its hooks, tools and commands are asked over the wire. */
export interface RemotePlugin {
	/** Registers hooks, for one session or for all that the client holds. */
	registerHooks(
		hooks: readonly RemoteHook[],
		sessionId: string | undefined,
	): { accepted: RemoteHook[]; rejected: Rejection[] };
	registerTools(
		tools: readonly RemoteTool[],
		sessionId: string | undefined,
	): { accepted: string[]; rejected: Rejection[] };
	registerCommands(
		commands: readonly RemoteCommand[],
		sessionId: string | undefined,
	): { accepted: string[]; rejected: Rejection[] };
	/** Whether one of its hooks is shown the history of a session. */
	isShownHistory(sessionId: string): boolean;
	/** Its client hears this session from now on. */
	comeTo(sessionId: string): void;
	/** Takes things of one kind back, by hook id or name, in whatever sessions. */
	unregister(what: Kind, ids: readonly string[]): void;
	/** Speaks in its name in a session. */
	voice(scope: Parameters<PluginHandle['voice']>[0]): Voice;
	/** Looks now which of its guards it asks a person for; what is returned notes with that guard's decision whether one answered. */
	asker(sessionId: string, toolCallId: string | undefined): (heard: NonNullable<Heard>) => void;
	/** A client's tool says something. */
	progress(token: string, value: ToolProgress): void;
	/** It has registered all it has. */
	complete(): void;
	/** It goes, with all it registered. */
	leave(): void;
	/** Its client hears this session no longer: takes back what was registered for that one. */
	leaveSession(sessionId: string): void;
	/** The connection ended without `unregister`: its guards stay as shut gates. */
	lose(reason: string): void;
}

type Kind = 'hook' | 'tool' | 'command';

/** What a client registered for one session, or for all that it holds: how each is taken back, by hook id or name. */
interface Place {
	readonly handle: PluginHandle;
	/** The hooks that are shown the history. */
	readonly historians: Set<string>;
	readonly undo: Readonly<Record<Kind, Map<string, Unregister>>>;
}

/** Makes a client a plugin; `join` makes room for it where it interferes. */
export function createRemotePlugin(
	join: (where: JoinOptions) => PluginHandle,
	connection: Connection,
	client: ClientView,
): RemotePlugin {
	const places = new Map<string | undefined, Place>();
	const listening = new Map<string, (progress: ToolProgress) => void>();

	const placeFor = (sessionId: string | undefined): Place => {
		const where = sessionId === undefined ? { sessions: client.holds, held: client.held } : { session: sessionId };
		const place = places.get(sessionId) ?? {
			handle: join(where),
			historians: new Set<string>(),
			undo: { hook: new Map(), tool: new Map(), command: new Map() },
		};
		places.set(sessionId, place);
		return place;
	};

	const handleIn = (sessionId: string) => (places.get(sessionId) ?? placeFor(undefined)).handle;

	/** The client is asked by this and the session: two of one kind must not be the same there. */
	const assertOne = (what: 'hook' | 'command', id: string, sessionId: string | undefined) => {
		for (const [other, { undo }] of places)
			if (undo[what].has(id) && (other === undefined) !== (sessionId === undefined))
				throw new HostError(
					what === 'hook' ? 'HOOK_TAKEN' : 'COMMAND_TAKEN',
					`it has a ${what} ${id} for ${other === undefined ? 'all its sessions' : `session ${other}`}; give this one another ${what === 'hook' ? 'hookId' : 'name'}`,
				);
	};

	const guardCalls = createGuardCalls();
	const askBy =
		(recall: Recall): AskHook =>
		({ hookId, point }, payload, context) => {
			const { sessionId, signal } = context;
			const answered = guardCalls.enter(point, payload, context);
			return recall
				.ask((own) => connection.request('hook/call', { hookId, sessionId, point, payload }, own), signal)
				.finally(answered);
		};

	const askToRun =
		(recall: Recall): AskCommand =>
		(name, args, { sessionId, signal }) =>
			recall.ask((own) => connection.request('command/execute', { sessionId, name, args }, own), signal);

	const askTool = (recall: Recall): ToolCalls => ({
		async execute(toolName, args, { sessionId, toolCallId, signal, onUpdate }) {
			const progressToken = randomUUID();
			listening.set(progressToken, onUpdate);
			try {
				const params = { sessionId, toolCallId, toolName, args, progressToken };
				return await recall.ask((own) => connection.request('tool/execute', params, own), signal);
			} finally {
				listening.delete(progressToken);
			}
		},
		preview: (toolName, args, { sessionId, toolCallId, signal }) =>
			recall.ask((own) => connection.request('tool/preview', { sessionId, toolCallId, toolName, args }, own), signal),
	});

	return {
		registerHooks(hooks, sessionId) {
			const { handle, undo, historians } = placeFor(sessionId);
			return sorted(
				hooks,
				(hook) => hook.hookId,
				(hook) => {
					assertOne('hook', hook.hookId, sessionId);
					const recall = new Recall();
					const remove = registerRemoteHook(handle.api, hook, askBy(recall), client.knows);
					if (showsHistory(hook.point)) historians.add(hook.hookId);
					undo.hook.set(hook.hookId, () => {
						remove();
						historians.delete(hook.hookId);
						recall.takeBack(new HookError('DISCONNECT', 'its client took it back while it was asked'));
					});
					return inForce(hook);
				},
			);
		},
		registerTools(tools, sessionId) {
			const { handle, undo } = placeFor(sessionId);
			return sorted(
				tools,
				(tool) => tool.name,
				(tool) => {
					const recall = new Recall();
					const remove = registerRemoteTool(handle.api, tool, askTool(recall));
					undo.tool.set(tool.name, () => {
						remove();
						recall.takeBack(new Error(`the client took its tool ${tool.name} back while it ran`));
					});
					return tool.name;
				},
			);
		},
		registerCommands(commands, sessionId) {
			const { handle, undo } = placeFor(sessionId);
			return sorted(
				commands,
				(command) => command.name,
				(command) => {
					const { name } = command;
					assertOne('command', name, sessionId);
					const recall = new Recall();
					const remove = registerRemoteCommand(handle.api, command, askToRun(recall));
					undo.command.set(name, () => {
						remove();
						recall.takeBack(new Error('its client took it back while it ran'));
					});
					return name;
				},
			);
		},
		isShownHistory: (sessionId) =>
			[undefined, sessionId].some((place) => (places.get(place)?.historians.size ?? 0) > 0),
		comeTo: (sessionId) => places.get(undefined)?.handle.comeTo(sessionId),
		unregister(what, ids) {
			for (const { undo } of places.values()) {
				for (const id of ids) {
					undo[what].get(id)?.();
					undo[what].delete(id);
				}
			}
		},
		asker(sessionId, toolCallId) {
			const context = guardCalls.askedFor(sessionId, toolCallId);
			return (heard) => {
				if (context !== undefined) handleIn(sessionId).hear(context, heard);
			};
		},
		voice: (scope) => handleIn(scope.sessionId).voice(scope),
		progress: (token, value) => listening.get(token)?.(value),
		complete() {
			placeFor(undefined);
			for (const { handle } of places.values()) handle.complete();
		},
		leave() {
			for (const place of places.values()) leavePlace(place);
			places.clear();
		},
		leaveSession(sessionId) {
			const place = places.get(sessionId);
			places.delete(sessionId);
			if (place !== undefined) leavePlace(place);
			places.get(undefined)?.handle.goFrom(sessionId);
		},
		lose(reason) {
			for (const { handle } of places.values()) handle.lose(reason);
			places.clear();
		},
	};
}

/** What is asked ends with the plugin, but for a tool that runs; whoever runs something is told that nobody waits for it. */
function leavePlace({ handle, undo }: Place): void {
	handle.leave();
	for (const takeBack of [...undo.tool.values(), ...undo.command.values()]) takeBack();
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
