import type { ErrorInfo } from '@myelin/core';
import type { Concern, ConcernSource, Effect, SessionFacts } from '../concern.ts';
import type { SessionEvent } from '../events.ts';

/** The tries of a model call that were told, until it is known how they ended. */
interface Tries {
	attempt: number | undefined;
	/** What ended the turn, where something did. */
	error: ErrorInfo | undefined;
}

/** Tells that a model call is tried again, and how that ended: with the answer, or with the turn that it failed. */
export const tellRetries: ConcernSource = {
	forSession(): Concern {
		const tries: Tries = { attempt: undefined, error: undefined };
		return {
			on: ['turn_start', 'retry', 'message_end', 'error', 'turn_end'],
			when: 'told',
			effects: ({ event }, facts) => take(tries, event, facts),
		};
	},
};

function take(tries: Tries, event: SessionEvent, facts: SessionFacts): readonly Effect[] {
	switch (event.type) {
		case 'turn_start':
			tries.error = undefined;
			return [];
		case 'retry': {
			const { type: _type, ...facts } = event;
			tries.attempt = event.attempt;
			return [{ kind: 'say', event: { type: 'auto_retry_start', scope: 'call', ...facts } }];
		}
		case 'message_end': {
			if (event.message.role !== 'assistant' || event.discarded) return [];
			return end(tries, event.message.stopReason !== 'aborted');
		}
		case 'error':
			tries.error = event.error;
			return [];
		case 'turn_end':
			// An answer of which nothing is kept is one, too.
			return end(tries, tries.error === undefined && !facts.isAborting());
		default:
			return [];
	}
}

function end(tries: Tries, success: boolean): readonly Effect[] {
	const { attempt, error } = tries;
	if (attempt === undefined) return [];
	tries.attempt = undefined;
	const failure = success || error === undefined ? {} : { error };
	return [{ kind: 'say', event: { type: 'auto_retry_end', scope: 'call', attempt, success, ...failure } }];
}
