import type { JsonObject } from './json.ts';
import type { Block, ModelMessage, StopReason, Usage } from './messages.ts';

/** How much a model should think before it answers. */
export type ThinkingLevel = 'off' | 'low' | 'medium' | 'high';

/** What a model is told of a tool. `jsonSchema` describes the arguments object. */
export interface ToolDefinition {
	readonly name: string;
	readonly description: string;
	readonly jsonSchema: JsonObject;
}

/** One call of a model: everything it is shown. */
export interface ModelRequest {
	readonly systemPrompt: string;
	readonly messages: readonly ModelMessage[];
	readonly tools: readonly ToolDefinition[];
	readonly thinkingLevel: ThinkingLevel;
}

/**
 * One fact of a model's stream. `index` numbers the provider's content blocks, in any order; the first chunk of an index opens its block:
 * `tool_call_start` a tool call, `block` any block that arrives whole, a delta its own kind.
 * `usage` replaces the fields it names. `done` is the last chunk of a stream that is whole.
 */
export type ModelChunk =
	| { readonly type: 'text_delta'; readonly index: number; readonly delta: string }
	| { readonly type: 'thinking_delta'; readonly index: number; readonly delta: string }
	| { readonly type: 'thinking_signature'; readonly index: number; readonly signature: string }
	| { readonly type: 'tool_call_start'; readonly index: number; readonly id: string; readonly name: string }
	| { readonly type: 'tool_call_delta'; readonly index: number; readonly delta: string }
	| { readonly type: 'block'; readonly index: number; readonly block: Block }
	| { readonly type: 'usage'; readonly usage: Partial<Usage> }
	| { readonly type: 'done'; readonly stopReason: Exclude<StopReason, 'error' | 'aborted'> };

/** What a model can do, for whoever chooses one. */
export interface ModelCapabilities {
	readonly thinking: boolean;
	readonly images: boolean;
	readonly tools: boolean;
}

/**
 * A model that can be called. `stream` yields what each network read brought as one array, so that a burst costs one hop;
 * it throws `ModelError` and closes its connection when `signal` aborts. A stream that ends without `done` is broken.
 */
export interface Model {
	readonly id: string;
	readonly provider: string;
	readonly name?: string;
	/** Tokens. */
	readonly contextWindow: number;
	/** Tokens. */
	readonly maxOutputTokens: number;
	readonly capabilities: ModelCapabilities;
	/** Loads what the first call would load, while nobody waits for it; asks nobody, neither for a key. What fails fails again at the call. */
	prepare?(): Promise<void>;
	stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<readonly ModelChunk[]>;
}
