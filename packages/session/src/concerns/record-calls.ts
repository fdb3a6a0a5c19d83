import type { AssistantMessage, ErrorInfo } from '@myelin/core';
import type { Concern, ConcernSource, Effect, SessionFacts } from '../concern.ts';
import type { LlmCallEntry } from '../entries.ts';
import type { Envelope } from '../events.ts';

/** A model call, from its request to its record. Unix milliseconds. */
interface Call {
	/** When it began, if that is not when the request of its turn was ready: it is a later try. */
	triedAt: number | undefined;
	firstTokenAt: number | undefined;
	isRecorded: boolean;
}

type Failure = Pick<LlmCallEntry['data'], 'stopReason' | 'errorCode'>;

/** Records every call of the model: with the message that it answered, or as soon as it is known to have failed without one. */
export const recordCalls: ConcernSource = {
	forSession(): Concern {
		const call: Call = { triedAt: undefined, firstTokenAt: undefined, isRecorded: false };
		return {
			on: ['turn_start', 'message_start', 'message_end', 'retry', 'error', 'turn_end'],
			effects: (envelope, facts) => take(call, envelope, facts),
		};
	},
};

function take(call: Call, { event, at }: Envelope, facts: SessionFacts): readonly Effect[] {
	switch (event.type) {
		case 'turn_start':
			begin(call, undefined);
			return [];
		case 'message_start':
			if (event.message.role === 'assistant') call.firstTokenAt = at;
			return [];
		case 'message_end':
			return event.message.role === 'assistant' ? answered(call, event.message, at, facts) : [];
		case 'retry': {
			const effects = failed(call, failureOf(event.error), at, facts);
			begin(call, at + event.delayMs);
			return effects;
		}
		case 'error':
			return failed(call, failureOf(event.error), at, facts);
		case 'turn_end':
			return failed(call, { stopReason: facts.isAborting() ? 'aborted' : 'stop' }, at, facts);
		default:
			return [];
	}
}

function begin(call: Call, triedAt: number | undefined): void {
	call.triedAt = triedAt;
	call.firstTokenAt = undefined;
	call.isRecorded = false;
}

function failureOf({ code }: ErrorInfo): Failure {
	return { stopReason: 'error', errorCode: code };
}

function answered(call: Call, message: AssistantMessage, at: number, facts: SessionFacts): readonly Effect[] {
	const { id: messageId, model, stopReason = 'stop', usage } = message;
	call.isRecorded = true;
	const data = { model, messageId, stopReason, ...(usage === undefined ? {} : { usage }), ...timesOf(call, at, facts) };
	return [{ kind: 'write', entry: { type: 'llm_call', data } }];
}

/** A call of which there is no message. */
function failed(call: Call, failure: Failure, at: number, facts: SessionFacts): readonly Effect[] {
	if (call.isRecorded || facts.requestedAt() === undefined) return [];
	call.isRecorded = true;
	const data = { model: facts.model(), ...failure, ...timesOf(call, at, facts) };
	return [{ kind: 'write', entry: { type: 'llm_call', data } }];
}

function timesOf({ triedAt, firstTokenAt }: Call, at: number, facts: SessionFacts) {
	const from = Math.max(triedAt ?? 0, facts.requestedAt() ?? triedAt ?? at);
	const firstToken = firstTokenAt === undefined ? {} : { firstTokenMs: Math.max(0, firstTokenAt - from) };
	return { ...firstToken, totalMs: Math.max(0, at - from) };
}
