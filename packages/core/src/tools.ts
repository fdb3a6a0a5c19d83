import type { JsonObject } from './json.ts';
import type { Block } from './messages.ts';

/** What a tool says while it runs. `status` replaces the one before; the others append. */
export interface ToolProgress {
	readonly kind: 'output' | 'tool_delta' | 'thinking' | 'status';
	readonly delta: string;
}

/** What a tool answers. `details` is for user interfaces and is never sent to a model. A member that is none of these fails the call. */
export interface ToolResult {
	readonly content: readonly Block[];
	readonly details?: JsonObject;
	readonly isError?: boolean;
	/** Asks the run to end after this turn. */
	readonly terminate?: boolean;
}

/** What a preview is given besides the arguments. */
export interface PreviewContext {
	readonly toolCallId: string;
	/** The working folder of the conversation: an absolute path. */
	readonly cwd: string;
	/** Aborts when the run is aborted or its time is over, for `execute` also when it is cancelled. */
	readonly signal: AbortSignal;
}

/** What a tool is given besides its arguments. `onUpdate` never waits or throws, and is ignored once the tool has settled; what is no progress fails the call. */
export interface ToolContext extends PreviewContext {
	onUpdate(progress: ToolProgress): void;
}

/** The outcome of checking a tool's arguments; `message` names every issue, in words that help a model. */
export type ParsedArgs<Args> =
	| { readonly ok: true; readonly args: Args }
	| { readonly ok: false; readonly message: string };

/** Whether a call may run beside others; an exclusive one runs alone, and later ones wait behind it. */
export type Concurrency = 'parallel' | 'exclusive';

/** Decides by the final arguments; a throw counts as `exclusive`. */
export type ConcurrencyOf<Args> = { decide(args: Args): Concurrency }['decide'];

/**
 * Something a model may do. `parse` checks the arguments as the model gave them, and again what a gate made of what it returned;
 * `execute` gets what it returned last. A throw is a result with `isError`, never the end of a run.
 */
export interface Tool<Args extends object = JsonObject> {
	readonly name: string;
	readonly description: string;
	/** JSON Schema (draft 2020-12) of the arguments object. */
	readonly jsonSchema: JsonObject;
	/** `exclusive` if absent: only a tool that says so runs beside others. */
	readonly concurrency?: Concurrency | ConcurrencyOf<Args>;
	/** Milliseconds that `execute` may take; the agent's if absent, no limit if Infinity. Then its signal aborts, and after the grace it is abandoned. */
	readonly timeoutMs?: number;
	/** What becomes of a running call when the person interjects: it may `finish` (so if absent), or its signal aborts. */
	readonly onInterjection?: 'finish' | 'cancel';
	parse(args: JsonObject): ParsedArgs<Args> | Promise<ParsedArgs<Args>>;
	/**
	 * What the call is about to do, shown before anybody judges it (a `diff`, …). A throw is the call's result, and it does not run.
	 * It may take as long as `timeoutMs`, or five seconds; then its signal aborts with a `TimeoutError`, and the call goes on without.
	 */
	preview?(args: Args, context: PreviewContext): JsonObject | undefined | Promise<JsonObject | undefined>;
	execute(args: Args, context: ToolContext): Promise<ToolResult | string> | ToolResult | string;
}
