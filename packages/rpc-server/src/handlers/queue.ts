import type { Client } from '../client.ts';
import type { Params, Result } from '../methods.ts';

/** What waits in a session. */
export function list({ sessionId }: Params<'queue/list'>, client: Client): Result<'queue/list'> {
	const { steering, followUp } = client.parts.sessions.get(sessionId).state();
	return { steering: [...steering], followUp: [...followUp] };
}

/** Takes waiting messages back; ids that do not wait are no fault. */
export function remove({ sessionId, itemIds }: Params<'queue/remove'>, client: Client): Result<'queue/remove'> {
	return { removed: [...client.parts.sessions.get(sessionId).unqueue(itemIds)] };
}

/** Takes all waiting messages back. */
export function clear({ sessionId }: Params<'queue/clear'>, client: Client): Result<'queue/clear'> {
	return { removed: [...client.parts.sessions.get(sessionId).unqueue()] };
}
