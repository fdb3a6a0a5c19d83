import type { CommandSpec, PromptSpec } from './commands.ts';
import type { Requests } from './connection.ts';
import { untilAborted } from './errors.ts';
import type { EventStream } from './event-tap.ts';
import type {
	AbortResult,
	AttachParams,
	CommandInfo,
	CommandResult,
	CompactResult,
	ContentBlock,
	EntriesParams,
	EntriesResult,
	Goal,
	GoalAction,
	HookPoint,
	ModelRef,
	PromptResult,
	QueueList,
	SessionState,
	SteerResult,
	ThinkingLevel,
	ToolCallInfo,
	ToolList,
	WhenBusy,
} from './generated/protocol.ts';
import type { ContextHandler, HookHandler, HookOptions, ToolCallHandler } from './hooks.ts';
import type { Unregister } from './registrations.ts';
import { createRun, createRunListener, type Run } from './run.ts';
import type { Scope } from './scope.ts';
import { createSessionCalls } from './session-calls.ts';
import type { SessionStream } from './session-stream.ts';
import type { Parameters, ToolSpec } from './tools.ts';

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
	/** The model of this run alone. */
	readonly model?: ModelRef;
	/** How much the model thinks in this run alone. */
	readonly thinkingLevel?: ThinkingLevel;
	/** The tools that the model is offered in this run alone. */
	readonly tools?: readonly string[];
}

/** Where a stream of events begins. */
export interface EventsOptions {
	/** After the event of this number, which may be in the past; what is gone by then comes as one `gap`. */
	readonly afterSeq?: number;
}

/** One conversation. Every call rejects with a `MyelinError`; see `errors.ts` for the codes. */
export interface Session {
	readonly id: string;
	/** What a person should know of a session that was opened, as it was found: cut, unreadable, unknown. */
	readonly findings: readonly string[];
	/** Runs a prompt: loop over it for the events, await its `result` for the summary. Waits for the registrations of hooks, tools and commands, and throws if one was refused. */
	prompt(input: Input, options?: PromptOptions): Run;
	/** Says something to the live run, taken after the next tool or turn. */
	steer(input: Input, options?: CallOptions): Promise<SteerResult>;
	/** Says something that is taken when the run would stop. */
	followUp(input: Input, options?: CallOptions): Promise<SteerResult>;
	/** Ends the live run, if there is one. */
	abort(reason?: string, options?: CallOptions): Promise<AbortResult>;
	/** What waits for the run to take it. */
	queue(options?: CallOptions): Promise<QueueList>;
	/** Takes waiting messages back, all if no ids are given; gives the ids of those that did wait. */
	unqueue(itemIds?: readonly string[], options?: CallOptions): Promise<readonly string[]>;
	/** Takes effect at the next model call. */
	setModel(model: ModelRef, options?: CallOptions): Promise<void>;
	/** Takes effect at the next model call. */
	setThinkingLevel(level: ThinkingLevel, options?: CallOptions): Promise<void>;
	/** The tools that the model is offered by name; null is all there are. Unknown names are refused. */
	setTools(tools: readonly string[] | null, options?: CallOptions): Promise<void>;
	/** Creates the goal that the session works on by itself, pauses, resumes, completes, blocks or clears it; gives the goal as it is then. */
	setGoal(goal: GoalAction, options?: CallOptions): Promise<Goal | null>;
	/** Names the session; null takes the name away. */
	rename(name: string | null, options?: CallOptions): Promise<void>;
	/** Where the session stands, without its history. */
	state(options?: CallOptions): Promise<SessionState>;
	/** The tools that the model is offered. */
	tools(options?: CallOptions): Promise<ToolList['tools']>;
	/** One page of what is kept of the session, of all branches, in the order of writing; `next` is the `after` of the page behind it. */
	entries(page?: Omit<EntriesParams, 'sessionId'>, options?: CallOptions): Promise<EntriesResult>;
	/** Labels an entry; null takes the label away. */
	label(entryId: string, label: string | null, options?: CallOptions): Promise<void>;
	/** Goes on behind another entry; null is the beginning. Refused while a run is live. */
	navigate(entryId: string | null, options?: CallOptions): Promise<void>;
	/** Makes another session of what stands up to an entry, or up to here, and gives its id for `openSession`. Refused while a run is live. */
	fork(entryId?: string, options?: CallOptions): Promise<string>;
	/** Makes what the model is shown shorter, by a summary that heeds the instructions; history stays whole. */
	compact(instructions?: string, options?: CallOptions): Promise<CompactResult>;
	/** The commands of the plugins. */
	commands(options?: CallOptions): Promise<readonly CommandInfo[]>;
	/** Runs a command; a `prompt` gives the text that is to be prompted. */
	runCommand(name: string, args?: string, options?: CallOptions): Promise<CommandResult>;
	/**
	 * All that the session says from now on, or after a number, whoever prompts. Ends behind `session_end`, whoever closes or deletes the session; throws when the connection is
	 * lost for good. The server waits for a loop over it (and makes a gap when nothing is taken for half a minute), so leave
	 * the loop when done. What came before is sent again to this loop alone. Of a message whose beginning this client never
	 * saw, `message` holds what came since, under an empty id, until its `message_end` brings it whole.
	 */
	events(options?: EventsOptions): EventStream;
	/** The call with its final arguments as far as they are known: the end of a tool call does not repeat them. Of calls that are over, the last 64 at least are known. */
	toolCall(toolCallId: string): ToolCallInfo | undefined;
	/** Guards this session's tools. */
	onToolCall(handler: ToolCallHandler, options?: HookOptions): Unregister;
	/** Changes what the model of this session is shown. */
	onContext(handler: ContextHandler, options?: HookOptions): Unregister;
	/** Interferes in this session at any point, or looks on. */
	on<P extends HookPoint>(point: P, handler: HookHandler<P>, options?: HookOptions): Unregister;
	/** Offers a tool to this session. */
	tool<P extends Parameters>(tool: ToolSpec<P>): Unregister;
	/** Offers a command, or a prompt, to whoever asks for it by name in this session. */
	command(command: CommandSpec | PromptSpec): Unregister;
	/** Subscribes anew, with other wishes. Streams and runs that are open go on. */
	attach(wishes?: Omit<AttachParams, 'sessionId'>, options?: CallOptions): Promise<void>;
	/** Ends the subscription, and takes this program's hooks, tools and commands of the session back; streams end, the session lives on. */
	detach(options?: CallOptions): Promise<void>;
	/** Aborts what runs and ends the session. */
	close(options?: CallOptions): Promise<void>;
}

/** What a session lives on: its connection, its stream since the server made it, and its own registrations. */
export interface SessionParts {
	readonly requests: Requests;
	readonly stream: SessionStream;
	readonly scope: Scope;
	readonly findings: readonly string[];
	/** When the connection that was lost with this error is there again; nothing if the error is another. */
	recovered(error: unknown): Promise<void> | undefined;
	/** When a connection that is sought is there; nothing if none is sought. */
	restoring(): Promise<void> | undefined;
	/** Subscribes anew with other wishes. */
	attach(wishes: Omit<AttachParams, 'sessionId'>, signal: AbortSignal | undefined): Promise<void>;
	/** Called once the server has ended the subscription. */
	onDetached(): void;
	/** Called once the server has closed the session. */
	onClosed(): void;
}

function promptResultOf(answer: unknown): PromptResult {
	const result = answer as PromptResult;
	const isSummary = result.summary === undefined || (typeof result.summary === 'object' && result.summary !== null);
	if (typeof result.promptId === 'string' && isSummary) return result;
	throw new TypeError(`no promptId, or a summary that is none: ${JSON.stringify(answer).slice(0, 200)}`);
}

/** The session that the server knows by this id. */
export function createSession(id: string, parts: SessionParts): Session {
	const { requests, stream, scope, recovered, restoring, findings } = parts;
	const unready = () => restoring() ?? scope.settled();
	const { call, ...calls } = createSessionCalls(id, requests);

	async function send(promptId: string, input: Input, { signal, ...terms }: PromptOptions): Promise<PromptResult> {
		const params = { sessionId: id, promptId, ...inputParams(input), ...terms };
		for (;;) {
			// What is in force is known only where there is a connection: the next one may refuse a guard.
			for (let wait = unready(); wait !== undefined; wait = unready()) {
				await untilAborted('session/prompt', wait, signal);
			}
			try {
				return await requests.request('session/prompt', params, { signal, accept: promptResultOf });
			} catch (error) {
				// The server knows the prompt by its id: asking again joins its run, or gives its answer.
				const wait = recovered(error);
				if (wait === undefined) throw error;
				await untilAborted('session/prompt', wait, signal);
			}
		}
	}

	return {
		id,
		findings,
		...calls,
		prompt(input, options = {}) {
			const promptId = crypto.randomUUID();
			const tap = stream.tap();
			const unsubscribe = stream.subscribe(createRunListener(promptId, tap));
			const result = send(promptId, input, options).finally(unsubscribe);
			return createRun(promptId, tap, result);
		},
		steer: (input, options) => call('session/steer', inputParams(input), options),
		followUp: (input, options) => call('session/followUp', inputParams(input), options),
		events: ({ afterSeq } = {}) => stream.open(afterSeq),
		toolCall: stream.toolCall,
		onToolCall: (handler, options) => scope.hook('tool_call', handler, options),
		onContext: (handler, options) => scope.hook('context', handler, options),
		on: (point, handler, options) => scope.hook(point, handler as never, options),
		tool: (tool) => scope.tool(tool),
		command: (command) => scope.command(command),
		attach: (wishes = {}, { signal } = {}) => parts.attach(wishes, signal),
		detach: ({ signal } = {}) =>
			requests.request('session/detach', { sessionId: id }, { signal, accept: () => parts.onDetached() }),
		close: ({ signal } = {}) =>
			requests.request('session/close', { sessionId: id }, { signal, accept: () => parts.onClosed() }),
	};
}

function inputParams(input: Input): { text: string } | { content: readonly ContentBlock[] } {
	return typeof input === 'string' ? { text: input } : { content: input };
}
