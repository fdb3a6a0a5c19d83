import type {
	JsonObject,
	Message,
	Model,
	ModelRequest,
	StandardSchema,
	ThinkingLevel,
	ToolCall,
	ToolResult,
	ToolResultPatch,
	Verdict,
} from '@myelin/core';
import type {
	CompactionReason,
	CompactionRequest,
	InputRequest,
	QuestionOption,
	SessionEvent,
	SessionTool,
	SessionToolContext,
} from '@myelin/session';

/** Takes back what a registration did; calling it twice does nothing. */
export type Unregister = () => void;

/**
 * Asks the person before the session, through every client that can ask one; the first answer counts. Where there is nobody, or the run
 * is aborted, the default holds: for `confirm` that is no. The wait counts against the hook's time unless its `timeoutMs` is `Infinity`.
 */
export interface Ui {
	confirm(question: {
		readonly title: string;
		readonly message?: string;
		readonly default?: boolean;
	}): Promise<boolean>;
	/** The `value` of what was chosen. */
	select(question: {
		readonly title: string;
		readonly message?: string;
		readonly options: readonly QuestionOption[];
		readonly default?: string;
	}): Promise<string | undefined>;
	input(question: {
		readonly title: string;
		readonly message?: string;
		readonly placeholder?: string;
		readonly default?: string;
	}): Promise<string | undefined>;
}

/** Where and for whom a hook is called. */
export interface HookContext {
	readonly sessionId: string;
	/** The session's working folder: an absolute path. */
	readonly cwd: string;
	/** Aborts with the run, or when the hook's time is over. */
	readonly signal: AbortSignal;
	/** Says something to the person, as a `notice` on the session's stream; `info` if no level is given. */
	notify(message: string, level?: 'info' | 'warning'): void;
	readonly ui: Ui;
}

/** What a tool is given besides its arguments. */
export interface ToolContext extends SessionToolContext, Pick<HookContext, 'notify' | 'ui'> {}

/** What a model is about to be shown. The messages are frozen. */
export interface ContextPayload {
	readonly messages: readonly Message[];
	readonly systemPrompt: string;
	readonly thinkingLevel: ThinkingLevel;
}

/** A message to add: a whole one, or a text that becomes a user message. */
export type NewMessage = Message | string;

/**
 * A change to the messages of one request; history keeps what it has. Messages are named by id. A tool call and its result
 * go together: a patch that parts them is invalid.
 */
export interface ContextPatch {
	readonly prepend?: readonly NewMessage[];
	readonly append?: readonly NewMessage[];
	readonly insertBefore?: Readonly<Record<string, readonly NewMessage[]>>;
	readonly replace?: Readonly<Record<string, Message>>;
	readonly drop?: readonly string[];
}

/** A tool's result before anybody is told, and the call that it answers. */
export interface ToolResultPayload extends ToolCall {
	readonly result: ToolResult;
}

/** What of a request to a model may be changed last; `tools` names those that it is still told of. */
export interface ModelRequestPatch {
	readonly systemPrompt?: string;
	readonly thinkingLevel?: ThinkingLevel;
	readonly tools?: readonly string[];
}

/** What a summary is to stand for, and the one that a plugin before has supplied. */
export interface CompactionPayload extends CompactionRequest {
	readonly summary?: string;
}

/** The points where a plugin may interfere. Every session event is a point of its own, to observe. */
export interface Points {
	/** Transform: other messages instead of what a person says, each whole or a text, before they are queued or run; while a run is live, one. */
	input: { payload: InputRequest; answer: readonly NewMessage[] | undefined };
	/** Transform: other arguments for a call, which are checked again. A failing hook denies the call. */
	tool_args: { payload: ToolCall; answer: JsonObject | undefined };
	/** Veto: a returned `{ block: true, reason }` denies. Arguments are final. */
	tool_call: { payload: ToolCall; answer: Verdict };
	/** Transform: the members to replace. A failing hook that is `required` withholds the result. */
	tool_result: { payload: ToolResultPayload; answer: ToolResultPatch | undefined };
	/** Transform: another system prompt for one request; the session keeps its own. */
	system_prompt: { payload: { readonly systemPrompt: string }; answer: string | undefined };
	/** Transform: a patch, a whole new list, or nothing. */
	context: { payload: ContextPayload; answer: ContextPatch | readonly Message[] | undefined };
	/** Transform: the request as the model will get it, after all else. */
	model_request: { payload: ModelRequest; answer: ModelRequestPatch | undefined };
	/** Veto: the session goes on behind another entry, null for its beginning. */
	session_before_navigate: { payload: { readonly entryId: string | null }; answer: Verdict };
	/** Veto: another session is made of what stands up to an entry. */
	session_before_fork: {
		payload: { readonly entryId: string | null; readonly newSessionId: string };
		answer: Verdict;
	};
	/** Veto: the model is about to be shown less of what stands before. */
	session_before_compact: { payload: { readonly reason: CompactionReason }; answer: Verdict };
	/** Transform: a summary, instead of asking the model for one. */
	compaction: { payload: CompactionPayload; answer: { readonly summary: string } | undefined };
	/** Veto: the session goes for good; the context says which. It may not be open. */
	session_before_delete: { payload: Readonly<Record<string, never>>; answer: Verdict };
	/** Observe: a session begins, new or opened again. The context says which. */
	session_start: { payload: Readonly<Record<string, never>>; answer: undefined };
	/** Observe: a session ends. */
	session_shutdown: { payload: Readonly<Record<string, never>>; answer: undefined };
}

/** What a hook at a point may answer; ending without a `return` is answering nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function without a return is typed as void, and may be a hook
export type Answer<P extends keyof Points> = Points[P]['answer'] | void;

/** How each point treats its hooks. Events, which are not named here, are observed. */
export const pointKinds = {
	input: 'transform',
	tool_args: 'transform',
	tool_call: 'veto',
	tool_result: 'transform',
	system_prompt: 'transform',
	context: 'transform',
	model_request: 'transform',
	session_before_navigate: 'veto',
	session_before_fork: 'veto',
	session_before_compact: 'veto',
	session_before_delete: 'veto',
	compaction: 'transform',
	session_start: 'observe',
	session_shutdown: 'observe',
} as const satisfies Record<keyof Points, 'veto' | 'transform' | 'observe'>;

/** The type of every event, as a point to observe; but for `gap`, since no plugin falls behind: an abort ends every wait for one. */
export type EventPoint = Exclude<SessionEvent['type'], 'gap'>;

/** A hook's own terms. */
export interface HookOptions {
	/** Names the hook in decisions and reports; the plugin's own, unique within it. Default: the point and a number. */
	readonly hookId?: string;
	/** Milliseconds before the call counts as failed: 5000 for veto and transform, 30000 for observe. `Infinity` for a hook that asks a person. */
	readonly timeoutMs?: number;
	/** Veto only. What a failing guard means: `deny` (the default) or, visibly, `allow`. */
	readonly onFailure?: 'deny' | 'allow';
	/** Transform only. A failure ends the run (at `tool_result`: withholds the result) instead of being skipped. At `tool_args` it always denies. */
	readonly required?: boolean;
}

/** The arguments of a tool: a JSON Schema (draft 2020-12) of an object, or a schema that implements Standard Schema and Standard JSON Schema (zod 4 does). */
export type Parameters = JsonObject | StandardSchema;

/** A tool as a plugin writes it. A throw is a result with `isError`. */
export interface ToolSpec extends Pick<SessionTool, 'concurrency' | 'timeoutMs' | 'onInterjection' | 'preview'> {
	/** `[A-Za-z0-9_-]{1,64}`; one tool of a name in a session. */
	readonly name: string;
	/** What a model reads to decide when to use it. */
	readonly description: string;
	readonly parameters: Parameters;
	/** Annotate `args` with what `parameters` describes; they have been checked against it. */
	execute(args: never, context: ToolContext): Promise<ToolResult | string> | ToolResult | string;
}

/** What a person may ask for by name: `/name arguments`, or a button. */
export interface CommandSpec {
	/** Lower-case words joined by `-`, `_` or `:`; one command of a name. */
	readonly name: string;
	/** What it does, for a person to read. */
	readonly description: string;
	/** What belongs behind its name, for a person to read. */
	readonly argumentHint?: string;
	/** Milliseconds that `run` may take; as long as it takes if absent. Whoever runs it may end it. */
	readonly timeoutMs?: number;
	/** Does it; `args` is all that was typed behind the name. The answer is shown. What it throws is told to whoever ran it. */
	// biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing
	run(args: string, context: HookContext): Promise<string | void> | string | void;
}

/** A prompt that is asked for by name. */
export interface PromptSpec extends Omit<CommandSpec, 'run' | 'timeoutMs'> {
	/** `$ARGUMENTS` stands for all that was typed behind the name, `$1` to `$9` for its words, `$$` for a dollar. */
	readonly template: string;
}

/** Where a plugin writes what it has to say to its operator; never the protocol's stdout. */
export interface Logger {
	debug(...values: unknown[]): void;
	info(...values: unknown[]): void;
	warn(...values: unknown[]): void;
	error(...values: unknown[]): void;
}

/** How a program is run. A hook's or a tool's context may stand for it: its folder, and its signal. */
export interface ExecOptions {
	/** Its working folder; this process's own if absent. */
	readonly cwd?: string;
	/** Ends it. */
	readonly signal?: AbortSignal;
	/** Milliseconds after which it is ended. */
	readonly timeoutMs?: number;
	/** What it reads from standard input, which is empty if absent. */
	readonly input?: string;
	/** Added to this process's environment. */
	readonly env?: Readonly<Record<string, string>>;
}

/** How a program ended. */
export interface ExecResult {
	/** Null if a signal ended it. */
	readonly exitCode: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** What a plugin is given. Everything registered is undone when the plugin goes. */
export interface PluginApi {
	on<P extends keyof Points>(
		point: P,
		hook: (payload: Points[P]['payload'], context: HookContext) => Answer<P> | Promise<Answer<P>>,
		options?: HookOptions,
	): Unregister;
	on<T extends EventPoint>(
		event: T,
		hook: (event: Extract<SessionEvent, { readonly type: T }>, context: HookContext) => void | Promise<void>,
		options?: HookOptions,
	): Unregister;
	registerTool(tool: ToolSpec): Unregister;
	registerModel(model: Model): Unregister;
	registerCommand(command: CommandSpec): Unregister;
	registerPrompt(prompt: PromptSpec): Unregister;
	/** Calls `action` once, after so many milliseconds: a finite number. What it throws is reported and harms nobody. */
	after(ms: number, action: () => void | Promise<void>): Unregister;
	/**
	 * Calls `action` again and again, so many milliseconds, at least 1, after it was done before. When it has failed five times in a row it
	 * is stopped and the plugin is quarantined.
	 */
	every(ms: number, action: () => void | Promise<void>): Unregister;
	/**
	 * Runs a program without a shell, and ends it with the plugin. What it leaves running in its process group ends with it. Rejects with `HostError`, `EXEC_FAILED`, when it cannot be started, is
	 * called off, takes too long, or says more than a million bytes; any exit code is an answer.
	 */
	exec(command: string, args: readonly string[], options?: ExecOptions): Promise<ExecResult>;
	/** This plugin's part of the settings, as its schema has it, `{}` if there is none. */
	readonly settings: JsonObject;
	readonly log: Logger;
}

/** The version of this contract; a plugin that asks for another is not loaded. */
export const pluginApiVersion = 1;

/** A plugin: a plain object, the default export of its module. `name` is lower-case words joined by `-`. */
export interface Plugin {
	readonly name: string;
	readonly apiVersion?: number;
	/** What its part of the settings must be, checked before `setup`; a plugin whose settings do not fit is not loaded. */
	readonly settings?: StandardSchema;
	setup(myelin: PluginApi): void | Promise<void>;
}
