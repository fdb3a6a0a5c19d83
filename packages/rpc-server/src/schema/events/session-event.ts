import * as z from 'zod';
import { union } from '../define.ts';
import { GoalUpdated } from './goals.ts';
import {
	AgentEnd,
	AgentStart,
	ErrorEvent,
	MessageEnd,
	MessageStart,
	MessageUpdate,
	Retry,
	ToolExecutionEnd,
	ToolExecutionStart,
	ToolExecutionUpdate,
	TurnEnd,
	TurnStart,
} from './kernel.ts';
import { CommandsChanged, PluginError, PluginStatus, SessionDecision, ToolDecision } from './plugins.ts';
import { UiRequest, UiResolved } from './questions.ts';
import {
	AutoRetryEnd,
	AutoRetryStart,
	BranchChanged,
	CompactionEnd,
	CompactionStart,
	ModelChanged,
	Notice,
	QueueUpdate,
	SessionEnd,
	SessionErrorEvent,
	SessionIdle,
	SessionInfoChanged,
	ThinkingLevelChanged,
	ToolsChanged,
} from './session.ts';
import { Gap } from './state.ts';

/** The events of a session's own, which travel as they are. */
export const ownEvents = [
	QueueUpdate,
	ModelChanged,
	ThinkingLevelChanged,
	ToolsChanged,
	AutoRetryStart,
	AutoRetryEnd,
	SessionInfoChanged,
	BranchChanged,
	CommandsChanged,
	CompactionStart,
	CompactionEnd,
	GoalUpdated,
	ToolDecision,
	SessionDecision,
	PluginError,
	PluginStatus,
	SessionErrorEvent,
	Notice,
	UiRequest,
	UiResolved,
	SessionIdle,
	SessionEnd,
	Gap,
] as const;

/** The kernel's events that travel as they are. */
export const unchanged = [
	AgentStart,
	TurnStart,
	ToolExecutionStart,
	ToolExecutionUpdate,
	ToolExecutionEnd,
	Retry,
	ErrorEvent,
] as const;

export const SessionEvent = union(
	'SessionEvent',
	'All that a session says, told apart by `type`.',
	z.discriminatedUnion('type', [
		MessageStart,
		MessageUpdate,
		MessageEnd,
		TurnEnd,
		AgentEnd,
		...unchanged,
		...ownEvents,
	]),
);
