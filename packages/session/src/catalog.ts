import type { Model, ModelRef, Tool } from '@myelin/core';

/** The models that a session may choose from. */
export interface ModelCatalog {
	list(): readonly Model[];
	find(ref: ModelRef): Model | undefined;
	/** What a session gets that asks for none; nothing when there is no model at all. */
	defaultModel(): Model | undefined;
}

/** The tools that a session offers to its model. */
export interface ToolSource {
	/** The tools for one session, in a stable order; names are unique. */
	tools(sessionId: string): readonly Tool[];
}
