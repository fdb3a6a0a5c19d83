import type { Agent } from '../agent.ts';
import type { AgentEvent } from '../events.ts';
import type { Message } from '../messages.ts';

/** What an agent said since the recording began. */
export interface Recording {
	readonly events: readonly AgentEvent[];
	/** The types alone, for a test that is about order. */
	types(): readonly AgentEvent['type'][];
	stop(): void;
}

/** Records every event of an agent. */
export function recordEvents(agent: Agent): Recording {
	const events: AgentEvent[] = [];
	const stop = agent.subscribe((event) => {
		events.push(event);
	});
	return { events, types: () => events.map(({ type }) => type), stop };
}

/** The history that a list of events makes of an initial one: what `state().messages` must be. */
export function replayHistory(initial: readonly Message[], events: readonly AgentEvent[]): readonly Message[] {
	const history = [...initial];
	for (const event of events) if (event.type === 'message_end' && !event.discarded) history.push(event.message);
	return history;
}
