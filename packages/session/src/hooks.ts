import type {
	ContextRequest,
	JsonObject,
	Message,
	ModelRequest,
	ToolCall,
	ToolResult,
	ToolResultPatch,
} from '@myelin/core';
import type { CompactionReason } from './compaction/budget.ts';
import type { Decision, Envelope, OwnEvent, Rewrite } from './events.ts';

/** Where a hook is called from. */
export interface HookScope {
	readonly sessionId: string;
	/** The session's working folder: an absolute path. */
	readonly cwd: string;
	/** Aborts with the run. */
	readonly signal: AbortSignal;
	/** Says something on the session's stream, in its turn. */
	report(event: OwnEvent): void;
}

/** What became of a question to the guards. `blocked` is set when somebody denied it. */
export interface GuardOutcome {
	readonly decisions: readonly Decision[];
	readonly blocked?: { readonly reason: string };
}

/** What a call's arguments became, and everybody who changed them, in turn. */
export interface RewrittenArgs {
	readonly args: JsonObject;
	readonly rewrittenBy: readonly Rewrite[];
}

/** What a session does to itself, and asks for before: goes on behind another entry, is forked, shows its model less, or goes. */
export type SessionStep =
	| { readonly point: 'session_before_navigate'; readonly entryId: string | null }
	| { readonly point: 'session_before_fork'; readonly entryId: string | null; readonly newSessionId: string }
	| { readonly point: 'session_before_compact'; readonly reason: CompactionReason }
	| { readonly point: 'session_before_delete' };

/** What a person says, before it is queued or run. */
export interface InputRequest {
	/** Made when they are first read. More than one only in a prompt. */
	readonly messages: readonly Message[];
	/** How it is to be taken while a run is live; a `prompt` begins one. */
	readonly how: 'prompt' | 'steer' | 'follow_up';
}

/** What a summary is to stand for. */
export interface CompactionRequest {
	readonly reason: CompactionReason;
	/** The messages that the model is shown no longer, whole. */
	readonly messages: readonly Message[];
	/** What stands for all before them. */
	readonly previousSummary?: string;
	/** What a person asked to be heeded. */
	readonly instructions?: string;
}

type Answer<T> = T | Promise<T>;

/**
 * How others interfere with a session; the session declares it, `@myelin/plugins` implements it. None of these throws but those that
 * change something, with `AgentError` and `HOOK_FAILED` when a required hook failed: whatever else a stranger's code does has become
 * a decision or a report by the time it arrives here.
 */
export interface SessionHooks {
	/** Sees every event after the session itself and before its subscribers. */
	observe(envelope: Envelope, scope: HookScope): Answer<void>;
	/** The session begins, or ends: nobody subscribes yet, or any more. What is said at its beginning waits for the first who does. */
	lifecycle(point: 'session_start' | 'session_shutdown', scope: HookScope): Answer<void>;
	/** Asks every guard of tools; nothing when nobody guards. */
	toolCall(call: ToolCall, scope: HookScope): Answer<GuardOutcome | undefined>;
	/** Asks every guard of what the session does to itself. */
	before(step: SessionStep, scope: HookScope): Answer<GuardOutcome | undefined>;
	/** The messages that a person's become; nothing at once when nobody looks at them. */
	input(request: InputRequest, scope: HookScope): Answer<readonly Message[]> | undefined;
	/** Other arguments for a call, and who gave them; nothing leaves them. Whatever fails here throws: the call is denied. */
	toolArgs(call: ToolCall, scope: HookScope): Answer<RewrittenArgs | undefined>;
	/** What is replaced of a tool's result. */
	toolResult(call: ToolCall, result: ToolResult, scope: HookScope): Answer<ToolResultPatch | undefined>;
	/** The system prompt of one request. */
	systemPrompt(systemPrompt: string, scope: HookScope): Answer<string>;
	/** The messages of one request, after everybody's patches. */
	context(request: ContextRequest, scope: HookScope): Answer<readonly Message[]>;
	/** A summary, instead of asking the model for one; nothing leaves it to the model. */
	compaction(request: CompactionRequest, scope: HookScope): Answer<string | undefined>;
	/** What the model is called with. */
	modelRequest(request: ModelRequest, scope: HookScope): Answer<ModelRequest>;
}

/** Nobody interferes. */
export const noHooks: SessionHooks = {
	observe: () => undefined,
	lifecycle: () => undefined,
	toolCall: () => undefined,
	before: () => undefined,
	input: () => undefined,
	toolArgs: () => undefined,
	toolResult: () => undefined,
	systemPrompt: (systemPrompt) => systemPrompt,
	context: (request) => request.messages,
	compaction: () => undefined,
	modelRequest: (request) => request,
};
