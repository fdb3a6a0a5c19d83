import * as z from 'zod';
import { count, define, jsonObject } from '../define.ts';
import { sessionId } from '../session-id.ts';

export const LabelParams = define(
	'LabelParams',
	'The label of an entry; null is none.',
	z.object({ sessionId, entryId: z.string(), label: z.string().min(1).nullable() }),
);

export const EntriesParams = define(
	'EntriesParams',
	'Which page: `after` is the `next` of the page before; 100 entries if `limit` is absent.',
	z.object({ sessionId, after: count.optional(), limit: z.int().min(1).max(1000).optional() }),
);

export const Entry = define(
	'Entry',
	"One entry of a session's tree. `type` is open and says what `data` holds; a tool's message has its content in the `tool_execution` that `resultOf` names. `leftOut`: it is larger than a message may be, and came without its large parts; texts say how much is gone.",
	z.object({
		id: z.string(),
		parentId: z.string().nullable(),
		seq: count,
		at: z.int(),
		type: z.string(),
		leftOut: z.boolean().optional(),
		data: jsonObject,
	}),
);

export const EntriesResult = define(
	'EntriesResult',
	'The entries in the order of writing, as many as were asked for and one message holds; `next` is set where more may follow.',
	z.object({ entries: z.array(Entry), next: count.optional() }),
);

export const NavigateParams = define(
	'NavigateParams',
	'The entry to go on behind; null stands for the beginning.',
	z.object({ sessionId, entryId: z.string().nullable() }),
);

export const CompactParams = define(
	'CompactParams',
	'What the summary should heed, if anything.',
	z.object({ sessionId, instructions: z.string().min(1).optional() }),
);

export const CompactResult = define(
	'CompactResult',
	'The size of the next request before and after, in tokens, and the id of the message that stands for those left out.',
	z.object({ tokensBefore: count, tokensAfter: count, summaryId: z.string() }),
);

export const ForkParams = define(
	'ForkParams',
	'The last entry that the fork has: where the session stands if it is absent.',
	z.object({ sessionId, entryId: z.string().optional() }),
);

export const ForkResult = define('ForkResult', 'The new session.', z.object({ sessionId }));
