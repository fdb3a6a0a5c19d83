import * as z from 'zod';
import { count, define } from '../define.ts';
import { WireEvent } from '../events/wire.ts';
import { sessionId } from '../session-id.ts';

export const WhenFull = define(
	'WhenFull',
	'What happens when a client takes too little: the session waits for it, or it gets one gap instead of what waits.',
	z.enum(['wait', 'gap']),
);

/** What a caller says of the events that it wants. */
export const Subscription = {
	snapshots: z.boolean().optional(),
	chunks: z.boolean().optional(),
	types: z.array(z.string()).optional(),
	windowBytes: z.int().min(1).optional(),
	acknowledge: z.boolean().optional(),
	whenFull: WhenFull.optional(),
};

export const AttachParams = define(
	'AttachParams',
	"Subscribes the caller, in place of the subscription that it may have. Events after `afterSeq` are sent again, or one gap for those that are gone; from now on if absent. `seenSeq`: the newest event that the client has given on; no delta is merged up to it, so that those who had it are not given text twice. `types`: the only events that are sent. `snapshots` adds the message so far to each update, `chunks` the model's own. `windowBytes`: so much may be on its way until `session/ack`; `acknowledge`: one event at a time. `whenFull` is `gap` if absent.",
	z.object({ sessionId, afterSeq: count.optional(), seenSeq: count.optional(), ...Subscription }),
);

export const AckParams = define(
	'AckParams',
	'The client has taken all events of the session up to `seq`.',
	z.object({ sessionId, seq: count }),
);

export const SessionEventParams = define(
	'SessionEventParams',
	'An event with its place. `prev` is the seq sent before it, absent when that is `seq - 1`; `at` is absent on deltas. `leftOut`: it was larger than a message may be, and came without its large parts; texts say how much is gone.',
	z.object({
		sessionId,
		seq: count,
		prev: count.optional(),
		at: z.int().optional(),
		runId: z.string().optional(),
		promptIds: z.array(z.string()).optional(),
		leftOut: z.boolean().optional(),
		event: WireEvent,
	}),
);
