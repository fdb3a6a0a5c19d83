export type { AfterRun, EndedRun, NextStep, OwnRun } from './after-run.ts';
export type { ModelCatalog, SessionPreviewContext, SessionTool, SessionToolContext, ToolSource } from './catalog.ts';
export type { CompactionReason, CompactionSettings } from './compaction/budget.ts';
export type { CompactionResult } from './compaction/compactor.ts';
export type { KeptCut } from './compaction/kept-cut.ts';
export type { Summary, TouchedFiles } from './compaction/request-cut.ts';
export type { Concern, ConcernSource, Effect, SessionFacts } from './concern.ts';
export { allConcerns } from './concerns/all.ts';
export { deleteSession } from './delete-session.ts';
export type {
	CompactionEntry,
	Entry,
	EntryBody,
	GoalEntry,
	LabelEntry,
	LeafEntry,
	LlmCallEntry,
	MessageEntry,
	ModelChangeEntry,
	ResultlessMessage,
	RunEntry,
	SessionInfoEntry,
	ThinkingLevelChangeEntry,
	ToolExecutionEntry,
	ToolsChangeEntry,
} from './entries.ts';
export { SessionError, type SessionErrorCode } from './errors.ts';
export type {
	AutoRetryEnd,
	AutoRetryStart,
	BranchChanged,
	CommandsChanged,
	CompactionEnd,
	CompactionStart,
	Decision,
	Envelope,
	Gap,
	GoalUpdated,
	ModelChanged,
	Notice,
	OwnEvent,
	PluginError,
	PluginStatus,
	QuestionOption,
	QueueUpdate,
	Rewrite,
	SessionAgentEnd,
	SessionDecision,
	SessionEnd,
	SessionEndReason,
	SessionErrorEvent,
	SessionEvent,
	SessionIdle,
	SessionInfoChanged,
	ThinkingLevelChanged,
	ToolDecision,
	ToolsChanged,
	UiRequest,
	UiResolved,
} from './events.ts';
export type { ForkPoint } from './fork-session.ts';
export type { Goal, GoalAction, GoalBudget, GoalStatus } from './goals/goal.ts';
export { goalToolName } from './goals/goal-tool.ts';
export {
	type CompactionRequest,
	type GuardOutcome,
	type HookScope,
	type InputRequest,
	noHooks,
	type RewrittenArgs,
	type SessionHooks,
	type SessionStep,
} from './hooks.ts';
export { type MemoryStore, memoryFiles, userMemoryFolder } from './memory/memory-store.ts';
export type { MemorySettings } from './memory/session-memory.ts';
export { inputFault } from './prompt-input.ts';
export type { Question, QuestionAsker, QuestionOutcome } from './questions.ts';
export type { QueueItem } from './queue-item.ts';
export type { EntriesPage, EntriesQuery } from './read-entries.ts';
export type { RunNames } from './run-names.ts';
export { Session } from './session.ts';
export { nameFault } from './session-name.ts';
export type {
	CompactOptions,
	OpenOptions,
	PromptOptions,
	SessionListener,
	SessionOptions,
	SessionPorts,
	StepOptions,
	SubscribeOptions,
} from './session-options.ts';
export type { SessionState } from './session-state.ts';
export type {
	SessionHeader,
	SessionLease,
	SessionReader,
	SessionStore,
	StoredRecord,
	StoredSession,
	StoreRecord,
} from './store.ts';
export { jsonlStore, userSessionsFolder } from './stores/jsonl.ts';
export { deleteLock, takeLock } from './stores/lock.ts';
export { makeFolder } from './stores/make-folder.ts';
export { memoryStore } from './stores/memory.ts';
export { replaceFile } from './stores/replace-file.ts';
export type { PromptOutcome } from './tickets.ts';
