import { findCommand } from './command.ts';
import { MyelinError } from './errors.ts';
import {
	type ClientInfo,
	type InitializeResult,
	type ModelList,
	type PluginList,
	parseSessionResult,
	type SessionCreateParams,
	type SessionInfo,
} from './generated/protocol.ts';
import type { ContextHandler, HookOptions, ToolCallHandler } from './hooks.ts';
import { initialize } from './initialize.ts';
import { connect, exitError, type Link } from './link.ts';
import { startProcess } from './process.ts';
import type { Unregister } from './registrations.ts';
import { createScope } from './scope.ts';
import { type CallOptions, createSession, type Session } from './session.ts';
import { createSessionStream } from './session-stream.ts';
import { ownStdio } from './stdio.ts';
import type { ToolSpec } from './tools.ts';

/** How a server is started. */
export interface SpawnOptions extends CallOptions {
	/** The program and its arguments. Absent: `MYELIN_COMMAND` of the environment, else `myelin rpc`. */
	readonly command?: readonly string[];
	/** The server's working folder; this process's own if absent. */
	readonly cwd?: string;
	/** Added to this process's environment. */
	readonly env?: Readonly<Record<string, string>>;
	/** Who speaks. The name identifies hooks in decisions and when they are registered again. */
	readonly clientInfo?: ClientInfo;
	/** Given what the server writes to stderr: its log, and what plugins print. */
	readonly onStderr?: (text: string) => void;
}

/** A server of our own, or the one that started this program. Every call rejects with a `MyelinError`; when the process ends, all that waits rejects `PROCESS_EXITED` at once. */
export interface Myelin extends AsyncDisposable {
	/** Who answers, and the limits in force. */
	readonly server: InitializeResult;
	/** Makes a session. `cwd` is an absolute path. */
	createSession(params?: SessionCreateParams, options?: CallOptions): Promise<Session>;
	sessions(options?: CallOptions): Promise<readonly SessionInfo[]>;
	models(options?: CallOptions): Promise<ModelList>;
	plugins(options?: CallOptions): Promise<PluginList['plugins']>;
	/** Guards the tools of all sessions of this client. */
	onToolCall(handler: ToolCallHandler, options?: HookOptions): Unregister;
	/** Changes what the models of all sessions of this client are shown. */
	onContext(handler: ContextHandler, options?: HookOptions): Unregister;
	/** Offers a tool to all sessions of this client. */
	tool(tool: ToolSpec): Unregister;
	/**
	 * Says that all hooks and tools are registered, and resolves when the server is gone: what a plugin in a process of its own ends
	 * with. Rejects `HOOK_REJECTED` if one was refused.
	 */
	serve(): Promise<void>;
	/** Ends the server and everything it started, if this program started it, and resolves when they are gone. Streams end; calls that wait reject `DISCONNECTED`. */
	close(): Promise<void>;
}

/** The way in. */
export const Myelin = {
	/** Starts a server and opens the connection. Rejects `SPAWN_FAILED`, `VERSION_MISMATCH`, `PROCESS_EXITED` or `CANCELLED`, and leaves no process behind then. The signal is for the start alone. */
	async spawn(options: SpawnOptions = {}): Promise<Myelin> {
		const command = findCommand(options.command, { ...process.env, ...options.env }, process.execPath);
		const { cwd, env, onStderr } = options;
		const server = await startProcess({ command, cwd, env, onStderr });
		return open(
			connect(server, (exit) => exitError(command, exit)),
			options,
		);
	},
	/**
	 * Opens the connection to the server that started this program as a plugin, over standard input and output; they are the
	 * protocol's from then on, and what the program prints goes to standard error. Rejects as `spawn` does.
	 */
	async connectStdio(options: CallOptions & { readonly clientInfo?: ClientInfo } = {}): Promise<Myelin> {
		const whyGone = () => new MyelinError('DISCONNECTED', 'the server that started this program is gone');
		return open(connect(ownStdio(), whyGone), options);
	},
};

async function open(link: Link, { clientInfo, signal }: SpawnOptions): Promise<Myelin> {
	try {
		const hello = await initialize(link.connection, clientInfo ?? { name: 'myelin-typescript' }, signal);
		link.connection.limitFrames(hello.limits.maxFrameBytes);
		return createMyelin(link, hello);
	} catch (error) {
		await link.close();
		throw error;
	}
}

function createMyelin(link: Link, server: InitializeResult): Myelin {
	const { connection, hooks, tools, streams } = link;
	const scope = createScope(link);

	function begin(result: unknown): Session {
		const { sessionId } = parseSessionResult(result as never);
		const stream = createSessionStream();
		streams.set(sessionId, stream);
		const onClosed = () => {
			streams.delete(sessionId);
			hooks.forget(sessionId);
			tools.forget(sessionId);
			stream.end();
		};
		return createSession(sessionId, { connection, stream, scope: createScope(link, sessionId, scope), onClosed });
	}

	return {
		server,
		createSession: (params = {}, { signal } = {}) =>
			connection.request('session/create', params, { signal, accept: begin }),
		async sessions({ signal } = {}) {
			return (await connection.request<{ sessions: readonly SessionInfo[] }>('session/list', {}, { signal })).sessions;
		},
		models: ({ signal } = {}) => connection.request('models/list', {}, { signal }),
		async plugins({ signal } = {}) {
			return (await connection.request<PluginList>('plugins/list', {}, { signal })).plugins;
		},
		onToolCall: (handler, options) => scope.hook('tool_call', handler, options),
		onContext: (handler, options) => scope.hook('context', handler, options),
		tool: (tool) => scope.tool(tool),
		async serve() {
			await scope.settled();
			connection.notify('plugin/ready', {});
			await link.ended;
		},
		close: link.close,
		[Symbol.asyncDispose]: link.close,
	};
}
