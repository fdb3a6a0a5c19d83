import { MyelinError } from './errors.ts';
import type { EventTap } from './event-tap.ts';
import type { PromptResult, SessionEvent } from './generated/protocol.ts';
import type { EventListener } from './session-stream.ts';

/**
 * A prompt and the run that answers it. Looping over it gives the events of that run, `agent_start` to `agent_end`, and
 * throws what `result` rejects with. The server waits for a loop that has begun, and feels how slow it is. Leaving the loop
 * early does not abort the run. For one loop, begun at once: of a run without one, no more events are kept than the
 * window of its session holds, and a loop that begins later than that throws `EVENTS_MISSED`, as a second one does.
 */
export interface Run extends AsyncIterable<SessionEvent> {
	/** Minted by this library: names the prompt to the server. */
	readonly promptId: string;
	/** How the prompt was answered, after all events of its run, for every `endReason`. Rejects on misuse, a failing listener or store, cancellation, and the end of the connection. Inside the loop it may wait for the loop itself. */
	readonly result: Promise<PromptResult>;
}

/** Picks the events of the run that takes `promptId` out of a session's, for a tap. */
export function createRunListener(promptId: string, tap: EventTap): EventListener {
	let phase: 'waiting' | 'running' | 'over' = 'waiting';
	return (sent, { promptIds }) => {
		const { event } = sent;
		const running = event.type === 'gap' ? event.state.promptIds : promptIds;
		const isOurs = running?.includes(promptId) === true;
		if (phase === 'waiting' && isOurs) phase = 'running';
		if (phase !== 'running') return;
		tap.offer(sent);
		const isLast = event.type === 'gap' ? !isOurs : event.type === 'agent_end' && !event.willRetry;
		if (isLast) phase = 'over';
	};
}

/** Puts a run together from its events and its answer. */
export function createRun(promptId: string, tap: EventTap, result: Promise<PromptResult>): Run {
	result.then(
		() => tap.end(),
		(error: Error) => tap.end(error),
	);
	let isTaken = false;
	return {
		promptId,
		result,
		[Symbol.asyncIterator]() {
			if (isTaken)
				throw new MyelinError(
					'EVENTS_MISSED',
					'another loop took the events of this run; loop over them once, or open session.events() beside it',
				);
			isTaken = true;
			tap.hold();
			return tap.stream;
		},
	};
}
