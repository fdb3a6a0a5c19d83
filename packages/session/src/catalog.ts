import type { JsonObject, Model, ModelRef, PreviewContext, Tool, ToolContext, ToolResult } from '@myelin/core';

/** The models that a session may choose from. */
export interface ModelCatalog {
	list(): readonly Model[];
	find(ref: ModelRef): Model | undefined;
	/** What a session gets that asks for none; nothing when there is no model at all. */
	defaultModel(): Model | undefined;
}

/** What a preview is given besides the arguments, in a session. */
export interface SessionPreviewContext extends PreviewContext {
	readonly sessionId: string;
}

/** What a tool is given besides its arguments, in a session. */
export interface SessionToolContext extends ToolContext {
	readonly sessionId: string;
}

/** A tool that may serve many sessions: it is told which one calls. */
export interface SessionTool extends Omit<Tool, 'execute' | 'preview'> {
	preview?(args: JsonObject, context: SessionPreviewContext): JsonObject | undefined | Promise<JsonObject | undefined>;
	execute(args: JsonObject, context: SessionToolContext): Promise<ToolResult | string> | ToolResult | string;
}

/** The tools that a session offers to its model. */
export interface ToolSource {
	/** The tools for one session, in a stable order; names are unique. */
	tools(sessionId: string): readonly SessionTool[];
	/** Calls `listener` whenever there may be other tools; returns what undoes it. A source without it never changes. */
	onChange?(listener: () => void): () => void;
}
