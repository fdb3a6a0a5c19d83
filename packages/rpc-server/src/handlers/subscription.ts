import { eventNames } from '@myelin/plugins/host';
import type { Session } from '@myelin/session';
import type { Client } from '../client.ts';
import type { Call } from '../connection.ts';
import type { Window } from '../credit.ts';
import { ServerError } from '../errors.ts';
import type { Params, Result } from '../methods.ts';
import type { SubscriptionOptions } from '../subscription.ts';
import { wireState } from '../wire-state.ts';

/** What the parameters of `session/attach` and of those that attach their caller have in common. */
type Wishes = Omit<Params<'session/attach'>, 'sessionId' | 'afterSeq' | 'seenSeq'>;

/** A subscription as a client wishes it; `whenFull` is what holds where it says nothing. */
export function subscriptionOptions(
	{ snapshots = false, chunks = false, types, windowBytes, acknowledge, whenFull }: Wishes,
	otherwise: 'wait' | 'gap',
): SubscriptionOptions {
	return {
		snapshots,
		chunks,
		types: types === undefined ? undefined : eventTypes(types),
		window: windowOf(windowBytes, acknowledge === true),
		whenFull: whenFull ?? otherwise,
	};
}

/** A misspelt type would never come, and nobody would know. */
function eventTypes(types: readonly string[]): ReadonlySet<string> {
	const known = [...eventNames(), 'gap'];
	const strangers = types.filter((type) => !known.includes(type));
	if (strangers.length === 0) return new Set(types);
	throw new ServerError(
		'INVALID_PARAMS',
		`types: there is no event ${strangers.map((type) => JSON.stringify(type.slice(0, 60))).join(', ')}; there are ${known.join(', ')}`,
	);
}

function windowOf(bytes: number | undefined, acknowledge: boolean): Window {
	if (acknowledge) return { kind: 'one' };
	return bytes === undefined ? { kind: 'open' } : { kind: 'bytes', bytes };
}

/** Where a session stands, and the number that stands for. */
export function standing(session: Session): Result<'session/state'> {
	const state = session.state();
	return { sessionId: session.id, seq: state.seq, state: wireState(state) };
}

/** Subscribes the caller; the first event comes after the answer, and follows its `seq` or the one that was asked for. */
export function attach(
	{ sessionId, afterSeq, seenSeq, ...wishes }: Params<'session/attach'>,
	client: Client,
	call: Call,
): Result<'session/attach'> {
	const session = client.parts.sessions.get(sessionId);
	const answer = standing(session);
	if (afterSeq !== undefined && afterSeq > answer.seq) {
		throw new ServerError(
			'INVALID_PARAMS',
			`session/attach: afterSeq is ${afterSeq}, but the newest event of session ${sessionId} is ${answer.seq}; attach without it`,
		);
	}
	const options = { ...subscriptionOptions(wishes, 'gap'), afterSeq: afterSeq ?? answer.seq };
	call.afterAnswer(() => {
		// The subscription that this one replaces has told more since the client asked.
		const seen = seenSeq === undefined ? {} : { seenSeq: Math.max(seenSeq, session.state().seq) };
		client.attach(session, { ...options, ...seen });
	});
	return answer;
}

/** Ends the caller's subscription, with what it registered for the session. */
export function detach({ sessionId }: Params<'session/detach'>, client: Client): Result<'session/detach'> {
	client.parts.sessions.get(sessionId);
	client.detach(sessionId);
	return {};
}
