import type { Connection } from './connection.ts';
import { untilAborted } from './errors.ts';
import type {
	AbortResult,
	ClientRequests,
	ContentBlock,
	ModelRef,
	PromptResult,
	SessionEvent,
	SessionState,
	SteerResult,
	ToolCallInfo,
	ToolList,
	WhenBusy,
} from './generated/protocol.ts';
import { parseSessionResult } from './generated/protocol.ts';
import type { ContextHandler, HookOptions, ToolCallHandler } from './hooks.ts';
import type { Unregister } from './registrations.ts';
import { createRun, createRunEvents, type Run } from './run.ts';
import type { Scope } from './scope.ts';
import type { SessionStream } from './session-stream.ts';
import type { ToolSpec } from './tools.ts';

/** What a person says: a text, or blocks. */
export type Input = string | readonly ContentBlock[];

/** Ends a call from outside. Aborting sends `$/cancelRequest`; the call rejects `CANCELLED`. */
export interface CallOptions {
	readonly signal?: AbortSignal;
}

/** How a prompt is made. */
export interface PromptOptions extends CallOptions {
	/** What becomes of it while a run is live: it is refused (`SESSION_BUSY`, the default), or queued. */
	readonly whenBusy?: WhenBusy;
}

/** One conversation. Every call rejects with a `MyelinError`; see `errors.ts` for the codes. */
export interface Session {
	readonly id: string;
	/** Runs a prompt: loop over it for the events, await its `result` for the summary. Waits for the registrations of hooks and tools, and throws if one was refused. */
	prompt(input: Input, options?: PromptOptions): Run;
	/** Says something to the live run, taken after the next tool or turn. */
	steer(input: Input, options?: CallOptions): Promise<SteerResult>;
	/** Says something that is taken when the run would stop. */
	followUp(input: Input, options?: CallOptions): Promise<SteerResult>;
	/** Ends the live run, if there is one. */
	abort(reason?: string, options?: CallOptions): Promise<AbortResult>;
	/** Takes effect at the next model call. */
	setModel(model: ModelRef, options?: CallOptions): Promise<void>;
	state(options?: CallOptions): Promise<SessionState>;
	/** The tools that the model is offered. */
	tools(options?: CallOptions): Promise<ToolList['tools']>;
	/** All that the session says from now on, whoever prompts. Ends with the session; throws when the connection is lost. What waits for a slow loop is kept, so leave the loop when done. */
	events(): AsyncIterableIterator<SessionEvent>;
	/** The call with its final arguments as far as they are known: the end of a tool call does not repeat them. */
	toolCall(toolCallId: string): ToolCallInfo | undefined;
	/** Guards this session's tools. */
	onToolCall(handler: ToolCallHandler, options?: HookOptions): Unregister;
	/** Changes what the model of this session is shown. */
	onContext(handler: ContextHandler, options?: HookOptions): Unregister;
	/** Offers a tool to this session. */
	tool(tool: ToolSpec): Unregister;
	/** Aborts what runs and ends the session. */
	close(options?: CallOptions): Promise<void>;
}

/** What a session lives on: its connection, its stream since the server made it, and its own registrations. */
export interface SessionParts {
	readonly connection: Connection;
	readonly stream: SessionStream;
	readonly scope: Scope;
	/** Called once the server has closed the session. */
	onClosed(): void;
}

/** The session that the server knows by this id. */
export function createSession(id: string, { connection, stream, scope, onClosed }: SessionParts): Session {
	function call<M extends keyof ClientRequests>(
		method: M,
		params: Omit<ClientRequests[M]['params'], 'sessionId'>,
		{ signal }: CallOptions = {},
	): Promise<ClientRequests[M]['result']> {
		const whole = { sessionId: id, ...params } as ClientRequests[M]['params'];
		return connection.request(method, whole, { signal });
	}

	async function send(promptId: string, input: Input, { whenBusy, signal }: PromptOptions): Promise<PromptResult> {
		const registered = scope.settled();
		if (registered !== undefined) await untilAborted('session/prompt', registered, signal);
		const busy = whenBusy === undefined ? {} : { whenBusy };
		return call('session/prompt', { promptId, ...inputParams(input), ...busy }, { ...(signal && { signal }) });
	}

	return {
		id,
		prompt(input, options = {}) {
			const promptId = crypto.randomUUID();
			const events = createRunEvents(promptId);
			const unsubscribe = stream.subscribe(events.offer);
			const result = send(promptId, input, options).finally(unsubscribe);
			return createRun(promptId, events, result);
		},
		steer: (input, options) => call('session/steer', inputParams(input), options),
		followUp: (input, options) => call('session/followUp', inputParams(input), options),
		abort: (reason, options) => call('session/abort', reason === undefined ? {} : { reason }, options),
		async setModel(model, options) {
			await call('session/setModel', { model }, options);
		},
		async state({ signal } = {}) {
			const accept = (result: unknown) => parseSessionResult(result as never).state;
			return connection.request('session/state', { sessionId: id }, { signal, accept });
		},
		async tools(options) {
			return (await call('tools/list', {}, options)).tools;
		},
		events: () => stream.open(),
		toolCall: stream.toolCall,
		onToolCall: (handler, options) => scope.hook('tool_call', handler, options),
		onContext: (handler, options) => scope.hook('context', handler, options),
		tool: (tool) => scope.tool(tool),
		close: ({ signal } = {}) =>
			connection.request('session/close', { sessionId: id }, { signal, accept: () => onClosed() }),
	};
}

function inputParams(input: Input): { text: string } | { content: readonly ContentBlock[] } {
	return typeof input === 'string' ? { text: input } : { content: input };
}
