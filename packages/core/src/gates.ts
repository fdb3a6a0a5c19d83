import type { JsonObject } from './json.ts';
import type { Message } from './messages.ts';
import type { ThinkingLevel } from './model.ts';

/** A tool call as a guard sees it: the final, validated arguments. */
export interface ToolCall {
	readonly toolCallId: string;
	readonly toolName: string;
	readonly args: JsonObject;
}

/** A guard's answer: nothing lets the call run; `reason` is what the model and the person see. */
export type Verdict = { readonly block: true; readonly reason: string } | undefined;

/** What a model is about to be shown, before it is. */
export interface ContextRequest {
	readonly messages: readonly Message[];
	readonly systemPrompt: string;
	readonly thinkingLevel: ThinkingLevel;
}

/** Where a caller may interfere with a run: plain functions, each optional. A throw in `toolCall` blocks the call; in `transformContext` it ends the run. */
export interface Gates {
	/** Once per turn: the messages of this request. History is not changed. */
	transformContext?(request: ContextRequest, signal: AbortSignal): readonly Message[] | Promise<readonly Message[]>;
	/** Before a tool runs, with final arguments. */
	toolCall?(call: ToolCall, signal: AbortSignal): Verdict | Promise<Verdict>;
}
