import type { JsonObject } from './json.ts';
import type { Block } from './messages.ts';

/** What a tool says while it runs. `status` replaces the one before; the others append. */
export interface ToolProgress {
	readonly kind: 'output' | 'tool_delta' | 'thinking' | 'status';
	readonly delta: string;
}

/** What a tool answers. `details` is for user interfaces and is never sent to a model. */
export interface ToolResult {
	readonly content: readonly Block[];
	readonly details?: JsonObject;
	readonly isError?: boolean;
	/** Asks the run to end after this turn. */
	readonly terminate?: boolean;
}

/** What a tool is given besides its arguments. `onUpdate` never waits and is ignored once the tool has settled. */
export interface ToolContext {
	readonly toolCallId: string;
	/** The working folder of the conversation: an absolute path. */
	readonly cwd: string;
	/** Aborts when the run is aborted. */
	readonly signal: AbortSignal;
	onUpdate(progress: ToolProgress): void;
}

/** The outcome of checking a tool's arguments; `message` names every issue, in words that help a model. */
export type ParsedArgs<Args> =
	| { readonly ok: true; readonly args: Args }
	| { readonly ok: false; readonly message: string };

/**
 * Something a model may do. `parse` checks the arguments as the model gave them; `execute` gets what it returned.
 * A throw is a result with `isError`, never the end of a run.
 */
export interface Tool<Args extends object = JsonObject> {
	readonly name: string;
	readonly description: string;
	/** JSON Schema (draft 2020-12) of the arguments object. */
	readonly jsonSchema: JsonObject;
	parse(args: JsonObject): ParsedArgs<Args> | Promise<ParsedArgs<Args>>;
	execute(args: Args, context: ToolContext): Promise<ToolResult | string> | ToolResult | string;
}
