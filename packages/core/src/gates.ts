import type { ErrorInfo } from './errors.ts';
import type { JsonObject } from './json.ts';
import type { AssistantMessage, Block, Message } from './messages.ts';
import type { ModelRequest, ThinkingLevel } from './model.ts';
import type { ToolResult } from './tools.ts';

/** A tool call as a guard sees it: the final, validated arguments. */
export interface ToolCall {
	readonly toolCallId: string;
	readonly toolName: string;
	readonly args: JsonObject;
}

/** Where a guarded call came from. */
export interface CallOrigin {
	/** The arguments as the model gave them. */
	readonly given: JsonObject;
	/** The call as its tool read that: what `toolArgs` was asked about. */
	readonly checked: ToolCall;
}

/** A guard's answer: nothing lets the call run; `reason` is what the model and the person see. */
export type Verdict = { readonly block: true; readonly reason: string } | undefined;

/** What a model is about to be shown, before it is. */
export interface ContextRequest {
	readonly messages: readonly Message[];
	readonly systemPrompt: string;
	readonly thinkingLevel: ThinkingLevel;
}

/** What replaces parts of a tool's result; a part that is absent stays. */
export type ToolResultPatch = Partial<Pick<ToolResult, 'content' | 'details' | 'isError'>>;

/**
 * What is done where a run would stop by itself. Nothing lets it: follow-ups are taken, or the run ends. `inject` says a message
 * as the user and goes on; `end` ends the run with the reason `guard`, and follow-ups stay queued.
 */
export type StopVerdict =
	| { readonly kind: 'inject'; readonly content: string | readonly Block[] }
	| { readonly kind: 'end' }
	| undefined;

/** An answer that may come later. */
type Answer<T> = T | Promise<T>;

/**
 * Where a caller may interfere with a run: plain functions, each optional. A broken gate is a shut one: what throws, rejects or answers
 * nonsense denies the call, withholds the result, or ends the run with `HOOK_FAILED`. An abort interrupts whatever they wait for.
 */
export interface Gates {
	/** Before the context of each request: the system prompt that it has. What is shown of the messages is not for here. */
	systemPrompt?(systemPrompt: string, signal: AbortSignal): Answer<string>;
	/** Once per turn, and again after an overflow was recovered: the messages of this request. History is not changed. */
	transformContext?(request: ContextRequest, signal: AbortSignal): Answer<readonly Message[]>;
	/** The whole request, after everything else: what the model is called with instead. */
	modelRequest?(request: ModelRequest, signal: AbortSignal): Answer<ModelRequest>;
	/** Before anybody judges a call: other arguments for it, which are validated again; nothing leaves them. */
	toolArgs?(call: ToolCall, signal: AbortSignal): Answer<JsonObject | undefined>;
	/** Before a tool runs, with final arguments: all rewrites come before it. */
	toolCall?(call: ToolCall, signal: AbortSignal, origin: CallOrigin): Answer<Verdict>;
	/** After a tool ran: what of its result is replaced; nothing leaves it. */
	toolResult?(call: ToolCall, result: ToolResult, signal: AbortSignal): Answer<ToolResultPatch | undefined>;
	/** The request was too long for the model. True says that the next will be shorter, and the model is called once more. */
	recoverOverflow?(error: ErrorInfo, signal: AbortSignal): Answer<boolean>;
	/** The run would stop by itself, after `answer` (null if it was empty). Not asked where a limit keeps it from going on. */
	stop?(answer: AssistantMessage | null, signal: AbortSignal): Answer<StopVerdict>;
}
