export type { ModelCatalog, ToolSource } from './catalog.ts';
export type {
	Decision,
	Envelope,
	ModelChanged,
	Notice,
	OwnEvent,
	PluginError,
	PluginStatus,
	QueueItem,
	QueueUpdate,
	SessionAgentEnd,
	SessionErrorEvent,
	SessionEvent,
	SessionIdle,
	ToolDecision,
} from './events.ts';
export { type HookScope, noHooks, type SessionHooks, type ToolCallOutcome } from './hooks.ts';
