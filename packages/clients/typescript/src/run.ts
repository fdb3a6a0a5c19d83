import { createEventQueue, type EventQueue } from './event-queue.ts';
import type { PromptResult, SessionEvent } from './generated/protocol.ts';
import type { EventListener } from './session-stream.ts';

/**
 * A prompt and the run that answers it. Looping over it gives the events of that run, `agent_start` to `agent_end`, and
 * throws what `result` rejects with. Leaving the loop early does not abort the run. For one loop.
 */
export interface Run extends AsyncIterable<SessionEvent> {
	/** Minted by this library: names the prompt to the server. */
	readonly promptId: string;
	/** How the prompt was answered, after all events of its run, for every `endReason`. Rejects on misuse, a failing listener or store, cancellation, and the end of the connection. */
	readonly result: Promise<PromptResult>;
}

/** Which events of a session belong to a prompt's run. */
export interface RunEvents {
	/** Takes the session's events in their order. */
	readonly offer: EventListener;
	/** The answer is there: nothing more will come. */
	end(error?: Error): void;
	readonly queue: EventQueue<SessionEvent>;
}

/** Collects the events of the run that takes `promptId`, for one consumer. */
export function createRunEvents(promptId: string): RunEvents {
	const queue = createEventQueue<SessionEvent>();
	let phase: 'waiting' | 'running' | 'over' = 'waiting';
	return {
		queue,
		offer(event, { promptIds }) {
			if (phase === 'waiting' && promptIds?.includes(promptId)) phase = 'running';
			if (phase !== 'running') return;
			queue.push(event);
			if (event.type === 'agent_end' && !event.willRetry) phase = 'over';
		},
		end(error) {
			phase = 'over';
			queue.end(error);
		},
	};
}

/** Puts a run together from its events and its answer. */
export function createRun(promptId: string, events: RunEvents, result: Promise<PromptResult>): Run {
	result.then(
		() => events.end(),
		(error: Error) => events.end(error),
	);
	let isTaken = false;
	return {
		promptId,
		result,
		[Symbol.asyncIterator]() {
			if (isTaken)
				throw new TypeError(
					'the events of a run are for one loop, and a second one was begun; use session.events() beside it',
				);
			isTaken = true;
			return events.queue;
		},
	};
}
