export type { Budget } from './after-turn.ts';
export { Agent } from './agent.ts';
export type { AbortReceipt, AgentOptions, AgentState, Input } from './agent-options.ts';
export { type ArgumentCheck, type Checked, type Issue, issueText, parseBy } from './argument-check.ts';
export { type Clock, systemClock } from './clock.ts';
export { wellFormedText } from './code-points.ts';
export { contentFault } from './content-check.ts';
export { type ArgsOf, defineTool, type ToolDraft } from './define-tool.ts';
export { Emitter, type EmitterPorts, type Listener } from './emitter.ts';
export {
	AgentError,
	type AgentErrorCode,
	type ErrorInfo,
	errorInfo,
	errorText,
	isThrown,
	ModelError,
	type ModelErrorCode,
} from './errors.ts';
export type {
	AgentEnd,
	AgentEvent,
	AgentStart,
	DeltaKind,
	EndReason,
	ErrorEvent,
	MessageEnd,
	MessageStart,
	MessageUpdate,
	Retry,
	RunSummary,
	ToolExecutionEnd,
	ToolExecutionStart,
	ToolExecutionUpdate,
	TurnEnd,
	TurnStart,
} from './events.ts';
export { deepFreeze } from './freeze.ts';
export type { CallOrigin, ContextRequest, Gates, StopVerdict, ToolCall, ToolResultPatch, Verdict } from './gates.ts';
export { type Identify, randomId } from './identify.ts';
export type { Json, JsonObject } from './json.ts';
export { asJson, jsonFault } from './json-check.ts';
export { largestPart, sizeFault, sizeWithin } from './json-size.ts';
export { booleanFault, type FaultOf, membersFault, recordFault, textFault } from './member-check.ts';
export {
	type AssistantMessage,
	type Block,
	type CustomMessage,
	hasToolCalls,
	type ImageBlock,
	type Message,
	type ModelMessage,
	type ModelRef,
	type OpaqueBlock,
	type StopReason,
	type TextBlock,
	type ThinkingBlock,
	type ToolCallBlock,
	type ToolMessage,
	textContent,
	thinkingContent,
	toolCalls,
	type Usage,
	type UserMessage,
} from './messages.ts';
export type { Model, ModelCapabilities, ModelChunk, ModelRequest, ThinkingLevel, ToolDefinition } from './model.ts';
export { defaultRepeats, type RepeatPolicy } from './repeats.ts';
export { resultPatchFault } from './result-check.ts';
export { defaultRetry, type RetryPolicy, retryDelay } from './retry.ts';
export { runTurns, type TurnsContext } from './run-alone.ts';
export { isSecretName, isSecretVariable } from './secret-names.ts';
export {
	isStandardSchema,
	jsonSchemaOf,
	type StandardResult,
	type StandardSchema,
	standardSchemaCheck,
} from './standard-schema.ts';
export type { Queue, Settings } from './state.ts';
export type {
	Concurrency,
	ConcurrencyOf,
	ParsedArgs,
	PreviewContext,
	Tool,
	ToolContext,
	ToolProgress,
	ToolResult,
} from './tools.ts';
export { addUsage, noUsage } from './usage.ts';
export { isRecord, kindOf, valueAt } from './value-at.ts';
export { isThenable } from './wait.ts';
