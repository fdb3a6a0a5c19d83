import type { SessionState } from '@myelin/session';
import type { Result } from './methods.ts';

/** A session's state as it travels: what is not set is left out, and the number it stands for is said beside it. */
export function wireState({
	seq: _seq,
	streamingMessage,
	leaf,
	goal,
	...state
}: SessionState): Result<'session/state'>['state'] {
	const present = Object.entries({
		...state,
		leaf: leaf ?? undefined,
		goal: goal ?? undefined,
		streamingMessage: streamingMessage ?? undefined,
	}).filter(([, value]) => value !== undefined);
	return Object.fromEntries(present) as Result<'session/state'>['state'];
}
