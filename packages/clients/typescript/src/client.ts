import { resolve } from 'node:path';
import type { AskHandler } from './ask.ts';
import { findCommand } from './command.ts';
import { type CommandSpec, createCommandTable, type PromptSpec } from './commands.ts';
import { MyelinError } from './errors.ts';
import type {
	ClientInfo,
	HookPoint,
	InitializeResult,
	ModelList,
	PluginInfo,
	PluginList,
	PluginResult,
	ServerStatus,
	SessionCreateParams,
	SessionInfo,
	SessionOpenParams,
	UiRequestParams,
	UiRequestResult,
} from './generated/protocol.ts';
import {
	type ContextHandler,
	createHookTable,
	type HookHandler,
	type HookOptions,
	type ToolCallHandler,
} from './hooks.ts';
import { initialize } from './initialize.ts';
import { type Link, openLink } from './link.ts';
import { createOpenSessions } from './open-sessions.ts';
import { startProcess } from './process.ts';
import type { Unregister } from './registrations.ts';
import { createScope, type Scope } from './scope.ts';
import type { CallOptions, Session } from './session.ts';
import type { SessionStream } from './session-stream.ts';
import { ownStdio } from './stdio.ts';
import { createToolTable, type Parameters, type ToolSpec } from './tools.ts';
import { dialSocket, parentTransport, processTransport, type Transport } from './transport.ts';

/** How a server is spoken to. */
export interface ConnectOptions extends CallOptions {
	/** Who speaks. The name identifies hooks in decisions and when they are registered again. */
	readonly clientInfo?: ClientInfo;
	/** Asks the person before this program what plugins want to know. */
	readonly onAsk?: AskHandler;
	/** How long a server may take to answer at the start, in ms: 30 000 if absent, 0 or `Infinity` for ever. */
	readonly timeoutMs?: number;
}

/** How a server is started. */
export interface SpawnOptions extends ConnectOptions {
	/** The program and its arguments. Absent: `MYELIN_COMMAND` of the environment, else `myelin rpc`. */
	readonly command?: readonly string[];
	/** The server's working folder; this process's own if absent. */
	readonly cwd?: string;
	/** Added to this process's environment. */
	readonly env?: Readonly<Record<string, string>>;
	/** Given what the server writes to stderr: its log, and what plugins print. */
	readonly onStderr?: (text: string) => void;
}

/** How a server on a socket is reached. */
export interface SocketOptions extends ConnectOptions {
	/** How long a connection that is lost is sought anew, in ms: 30 000 if absent, 0 for not at all. */
	readonly reconnectMs?: number;
}

/** A server of our own, one on a socket, or the one that started this program. Every call rejects with a `MyelinError`; when the process ends, all that waits rejects `PROCESS_EXITED` at once. */
export interface Myelin extends AsyncDisposable {
	/** Who answers, and the limits in force. */
	readonly server: InitializeResult;
	/** Makes a session. `cwd` is the folder it works in: the server's own if absent; a relative one is seen from this program's own. A call that is cancelled leaves no session behind. */
	createSession(params?: SessionCreateParams, options?: CallOptions): Promise<Session>;
	/** Goes on with a kept session, or with one that is open already. A session that this client has open is the same object again. */
	openSession(
		sessionId: string,
		params?: Omit<SessionOpenParams, 'sessionId'>,
		options?: CallOptions,
	): Promise<Session>;
	/** Deletes a session for good. */
	deleteSession(sessionId: string, options?: CallOptions): Promise<void>;
	/** The sessions that are open, and those that are kept. */
	sessions(options?: CallOptions): Promise<readonly SessionInfo[]>;
	/** The models to choose from, and the default. */
	models(options?: CallOptions): Promise<ModelList>;
	/** The plugins and their state. */
	plugins(options?: CallOptions): Promise<PluginList['plugins']>;
	/** Loads a plugin from a file or folder, seen from this program's own folder. Its code runs in the server. One that cannot be set up is `failed`. */
	loadPlugin(path: string, options?: CallOptions): Promise<PluginInfo>;
	/** Takes a plugin out and loads it again from where it came. */
	reloadPlugin(name: string, options?: CallOptions): Promise<PluginInfo>;
	/** Takes a plugin out, with all it registered. */
	unloadPlugin(name: string, options?: CallOptions): Promise<void>;
	/** What is set in the server's settings file, by a key with dots or as a whole; undefined where nothing is. Secrets are `***`. */
	settings(key?: string, options?: CallOptions): Promise<unknown>;
	/** Changes the settings file; null takes a setting away. */
	setSetting(key: string, value: unknown, options?: CallOptions): Promise<void>;
	/** Asks the person before a session in this program's name, through every client that can ask one; nobody there: the default. */
	ask(question: UiRequestParams, options?: CallOptions): Promise<UiRequestResult>;
	/** Tells the person before a session something: a `notice`. */
	notify(sessionId: string, message: string, level?: 'info' | 'warning', options?: CallOptions): Promise<void>;
	/** How the server fares. */
	status(options?: CallOptions): Promise<ServerStatus>;
	/** Guards the tools of all sessions of this client. */
	onToolCall(handler: ToolCallHandler, options?: HookOptions): Unregister;
	/** Changes what the models of all sessions of this client are shown. */
	onContext(handler: ContextHandler, options?: HookOptions): Unregister;
	/** Interferes in all sessions of this client at any point, or looks on. */
	on<P extends HookPoint>(point: P, handler: HookHandler<P>, options?: HookOptions): Unregister;
	/** Offers a tool to all sessions of this client. */
	tool<P extends Parameters>(tool: ToolSpec<P>): Unregister;
	/** Offers a command, or a prompt, to whoever asks for it by name in a session of this client. */
	command(command: CommandSpec | PromptSpec): Unregister;
	/**
	 * Says that all hooks, tools and commands are registered, and resolves when the server is gone: what a plugin in a process of its own ends
	 * with. Rejects `HOOK_REJECTED` if one was refused.
	 */
	serve(): Promise<void>;
	/** Ends the server and everything it started, if this program started it; on a socket, takes this client's hooks, tools and commands back and leaves the sessions. Resolves when all is gone. Streams end; calls that wait reject `DISCONNECTED`. */
	close(): Promise<void>;
}

/** The way in. */
export const Myelin = {
	/** Starts a server and opens the connection. Rejects `SPAWN_FAILED` (also when it does not answer within `timeoutMs`), `VERSION_MISMATCH`, `PROCESS_EXITED` or `CANCELLED`, and leaves no process behind then. The signal is for the start alone. */
	spawn(options: SpawnOptions = {}): Promise<Myelin> {
		const { cwd, env, onStderr } = options;
		return open(options, {
			async dial() {
				const command = findCommand(options.command, { ...process.env, ...env }, process.execPath);
				return processTransport(await startProcess({ command, cwd, env, onStderr }), command);
			},
		});
	},
	/**
	 * Reaches a server on its Unix socket (`myelin rpc --socket PATH`). Rejects `DISCONNECTED` when there is none or it does not answer within
	 * `timeoutMs`, else as `spawn` does.
	 * A connection that is lost is sought anew: hooks, tools and commands are registered again, streams go on behind their last event, and
	 * prompts are answered; other calls that wait reject `DISCONNECTED`.
	 */
	connect(path: string, options: SocketOptions = {}): Promise<Myelin> {
		const { reconnectMs = 30_000 } = options;
		return open(options, { dial: () => dialSocket(path), reconnectMs, takesLeave: true });
	},
	/**
	 * Opens the connection to the server that started this program as a plugin, over standard input and output; they are the
	 * protocol's from then on, and what the program prints goes to standard error. Rejects as `connect` does.
	 */
	connectStdio(options: ConnectOptions = {}): Promise<Myelin> {
		return open(options, { dial: async () => parentTransport(ownStdio()) });
	},
};

/** How a client comes to its server. */
interface Way {
	dial(): Promise<Transport>;
	readonly reconnectMs?: number;
	readonly takesLeave?: boolean;
}

async function open({ clientInfo, onAsk, signal, timeoutMs }: ConnectOptions, way: Way): Promise<Myelin> {
	const limitMs = startLimit(timeoutMs);
	const hooks = createHookTable();
	const tools = createToolTable();
	const commands = createCommandTable();
	const streams = new Map<string, SessionStream>();
	const scopes = new Set<Scope>();
	const hello = { clientInfo: clientInfo ?? { name: 'myelin-typescript' }, canAsk: onAsk !== undefined };
	const link = await openLink({
		reconnectMs: 0,
		takesLeave: false,
		timeoutMs: limitMs,
		...way,
		desk: { hooks, tools, commands, streams, onAsk },
		scopes,
		greet: (connection, later) => initialize(connection, hello, later ?? signal),
	});
	const { requests, recovered, restoring } = link;
	const scope = createScope({ requests, recovered, hooks, tools, commands });
	scopes.add(scope);
	const sessions = createOpenSessions({
		requests,
		recovered,
		restoring,
		hooks,
		tools,
		commands,
		streams,
		scopes,
		outer: scope,
	});
	return {
		server: link.server,
		...serverCalls(link),
		createSession({ cwd, ...params } = {}, options = {}) {
			return sessions.create({ ...(cwd !== undefined && { cwd: fromHere(cwd) }), ...params }, options);
		},
		openSession: (sessionId, params = {}, options = {}) => sessions.open({ sessionId, ...params }, options),
		deleteSession: (sessionId, { signal: cancel } = {}) =>
			requests.request('session/delete', { sessionId }, { signal: cancel, accept: () => sessions.forget(sessionId) }),
		onToolCall: (handler, options) => scope.hook('tool_call', handler, options),
		onContext: (handler, options) => scope.hook('context', handler, options),
		on: (point, handler, options) => scope.hook(point, handler as never, options),
		tool: (tool) => scope.tool(tool),
		command: (command) => scope.command(command),
		async serve() {
			await scope.settled();
			requests.notify('plugin/ready', {});
			await link.ended;
		},
		close: link.close,
		[Symbol.asyncDispose]: link.close,
	};
}

function startLimit(timeoutMs = 30_000): number {
	if (typeof timeoutMs === 'number' && timeoutMs >= 0) return timeoutMs === 0 ? Number.POSITIVE_INFINITY : timeoutMs;
	throw new MyelinError(
		'INVALID_PARAMS',
		`timeoutMs must be a number of milliseconds, 0 or Infinity to wait for ever, and is ${String(timeoutMs)}`,
	);
}

/** A path as the server takes it. What is no text goes as it is, to be refused. */
function fromHere(path: string): string {
	return typeof path === 'string' ? resolve(path) : path;
}

type ServerCalls = Pick<
	Myelin,
	| 'sessions'
	| 'models'
	| 'plugins'
	| 'loadPlugin'
	| 'reloadPlugin'
	| 'unloadPlugin'
	| 'settings'
	| 'setSetting'
	| 'ask'
	| 'notify'
	| 'status'
>;

/** The calls that are about no session. */
function serverCalls({ requests }: Link): ServerCalls {
	return {
		async sessions(options = {}) {
			return (await requests.request<{ sessions: readonly SessionInfo[] }>('session/list', {}, options)).sessions;
		},
		models: (options = {}) => requests.request('models/list', {}, options),
		async plugins(options = {}) {
			return (await requests.request<PluginList>('plugins/list', {}, options)).plugins;
		},
		async loadPlugin(path, options = {}) {
			return (await requests.request<PluginResult>('plugins/load', { path: fromHere(path) }, options)).plugin;
		},
		async reloadPlugin(name, options = {}) {
			return (await requests.request<PluginResult>('plugins/reload', { name }, options)).plugin;
		},
		unloadPlugin: (name, options = {}) =>
			requests.request('plugins/unload', { name }, { ...options, accept: () => {} }),
		async settings(key, options = {}) {
			const params = key === undefined ? {} : { key };
			return (await requests.request<{ value?: unknown }>('settings/get', params, options)).value;
		},
		setSetting: (key, value, options = {}) =>
			requests.request('settings/set', { key, value }, { ...options, accept: () => {} }),
		ask: (question, options = {}) => requests.request('ui/request', question, options),
		notify: (sessionId, message, level = 'info', options = {}) =>
			requests.request('ui/notify', { sessionId, message, level }, { ...options, accept: () => {} }),
		status: (options = {}) => requests.request('server/status', {}, options),
	};
}
