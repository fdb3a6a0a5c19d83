import type { Concern } from '../concern.ts';

/** Writes how a run ended before its end is visible: whoever prompts again under the same id is answered with that. */
export const recordRuns: Concern = {
	on: ['agent_end'],
	effects({ event, runId, promptIds = [] }) {
		if (event.type !== 'agent_end' || event.willRetry || runId === undefined) return [];
		return [{ kind: 'write', entry: { type: 'run', data: { runId, promptIds, summary: event.summary } } }];
	},
};
