/** Where an event stands in its session, as far as the chain goes. */
export interface Link {
	readonly seq: number;
	/** The seq that was sent before it; absent when that is `seq - 1`. */
	readonly prev?: number;
}

/** What an event is to somebody who has everything up to `last`: the next one, one that was there already, or behind something missed. */
export type Step = 'next' | 'double' | 'broken';

/** Compares an event's place with the seq that came last (protocol: `prev === last` is how a client knows that it missed nothing). */
export function stepOf({ seq, prev = seq - 1 }: Link, last: number): Step {
	if (seq <= last) return 'double';
	return prev === last ? 'next' : 'broken';
}
