import type { Concern } from '../concern.ts';

/** Writes what a tool said as soon as it is over: a kill before its message comes to be loses nothing. */
export const recordTools: Concern = {
	on: ['tool_execution_end'],
	effects({ event }) {
		if (event.type !== 'tool_execution_end') return [];
		const { toolCallId, toolName, result } = event;
		return [{ kind: 'write', entry: { type: 'tool_execution', data: { toolCallId, toolName, result } } }];
	},
};
