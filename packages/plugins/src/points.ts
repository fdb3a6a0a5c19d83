import type { EventPoint, Points } from './plugin.ts';
import { pointKinds } from './plugin.ts';

/** How a point treats its hooks. */
export type PointKind = 'veto' | 'transform' | 'observe';

const eventPoints = {
	agent_start: true,
	turn_start: true,
	message_start: true,
	message_update: true,
	message_end: true,
	tool_execution_start: true,
	tool_execution_update: true,
	tool_execution_end: true,
	turn_end: true,
	retry: true,
	error: true,
	agent_end: true,
	queue_update: true,
	model_changed: true,
	thinking_level_changed: true,
	tools_changed: true,
	auto_retry_start: true,
	auto_retry_end: true,
	session_info_changed: true,
	branch_changed: true,
	commands_changed: true,
	compaction_start: true,
	compaction_end: true,
	goal_updated: true,
	tool_decision: true,
	session_decision: true,
	plugin_error: true,
	plugin_status: true,
	session_error: true,
	notice: true,
	ui_request: true,
	ui_resolved: true,
	session_idle: true,
	session_end: true,
} as const satisfies Record<EventPoint, true>;

/** The kind of a point, or nothing when there is no such point: a misspelt guard must not pass for one. */
export function pointKind(point: string): PointKind | undefined {
	if (Object.hasOwn(pointKinds, point)) return pointKinds[point as keyof typeof pointKinds];
	return Object.hasOwn(eventPoints, point) ? 'observe' : undefined;
}

/** Every event of a session, by its name. */
export function eventNames(): readonly EventPoint[] {
	return Object.keys(eventPoints) as EventPoint[];
}

/** Every point, those that are no events first. */
export function pointNames(): readonly (keyof Points | EventPoint)[] {
	return [...Object.keys(pointKinds), ...Object.keys(eventPoints)] as (keyof Points | EventPoint)[];
}

/** Milliseconds that a hook has to answer unless it says otherwise. */
export const defaultTimeoutMs = { veto: 5_000, transform: 5_000, observe: 30_000 } as const satisfies Record<
	PointKind,
	number
>;
