import type { ContextRequest, Message, ToolCall } from '@myelin/core';
import type { Decision, Envelope, OwnEvent } from './events.ts';

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

/** What became of one tool call at the gate. `blocked` is set when somebody denied it. */
export interface ToolCallOutcome {
	readonly decisions: readonly Decision[];
	readonly blocked?: { readonly reason: string };
}

/**
 * How others interfere with a session; the session declares it, `@myelin/plugins` implements it. None of these
 * throws, but `context`: whatever a stranger's code does has become a decision or a report by the time it arrives here.
 */
export interface SessionHooks {
	/** Sees every event after the session itself and before its subscribers. */
	observe(envelope: Envelope, scope: HookScope): void | Promise<void>;
	/** Asks every guard; nothing when nobody guards. */
	toolCall(call: ToolCall, scope: HookScope): ToolCallOutcome | undefined | Promise<ToolCallOutcome | undefined>;
	/** The messages of one request, after everybody's patches. Throws `AgentError` with `HOOK_FAILED` when a required hook failed. */
	context(request: ContextRequest, scope: HookScope): readonly Message[] | Promise<readonly Message[]>;
}

/** Nobody interferes. */
export const noHooks: SessionHooks = {
	observe: () => undefined,
	toolCall: () => undefined,
	context: (request) => request.messages,
};
