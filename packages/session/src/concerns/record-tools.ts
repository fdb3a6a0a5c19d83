import type { JsonObject } from '@myelin/core';
import type { Concern, ConcernSource } from '../concern.ts';

/** Writes what a tool said as soon as it is over: a kill before its message comes to be loses nothing. With it stand the arguments that it ran with, where they are not the model's. */
export const recordTools: ConcernSource = {
	forSession(): Concern {
		const changed = new Map<string, JsonObject>();
		return {
			on: ['tool_decision', 'tool_execution_end'],
			effects({ event }) {
				if (event.type === 'tool_decision' && event.args !== undefined) changed.set(event.toolCallId, event.args);
				if (event.type !== 'tool_execution_end') return [];
				const { toolCallId, toolName, result } = event;
				const args = changed.get(toolCallId);
				changed.delete(toolCallId);
				const data = { toolCallId, toolName, ...(args === undefined ? {} : { args }), result };
				return [{ kind: 'write', entry: { type: 'tool_execution', data } }];
			},
		};
	},
};
