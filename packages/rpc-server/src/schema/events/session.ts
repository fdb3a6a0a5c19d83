import * as z from 'zod';
import { count, define } from '../define.ts';
import { ModelRef } from '../messages.ts';
import { ErrorInfo } from './kernel.ts';

export const QueueItem = define(
	'QueueItem',
	'A message that waits for its turn; `id` is the id its message will have.',
	z.object({ id: z.string(), text: z.string() }),
);

export const QueueUpdate = define(
	'QueueUpdate',
	'The waiting messages changed.',
	z.object({ type: z.literal('queue_update'), steering: z.array(QueueItem), followUp: z.array(QueueItem) }),
);

export const ModelChanged = define(
	'ModelChanged',
	'The model was changed.',
	z.object({ type: z.literal('model_changed'), from: ModelRef, to: ModelRef }),
);

export const ThinkingLevel = define(
	'ThinkingLevel',
	'How much a model thinks first.',
	z.enum(['off', 'low', 'medium', 'high']),
);

export const ThinkingLevelChanged = define(
	'ThinkingLevelChanged',
	'The thinking level was changed.',
	z.object({ type: z.literal('thinking_level_changed'), from: ThinkingLevel, to: ThinkingLevel }),
);

export const ToolsChanged = define(
	'ToolsChanged',
	'The tools on offer changed: others were chosen, or there are others. Names, in the order in which they are offered.',
	z.object({ type: z.literal('tools_changed'), from: z.array(z.string()), to: z.array(z.string()) }),
);

const RetryScope = define(
	'RetryScope',
	'What is tried again: a call of the model, or the run whose calls failed to the last try.',
	z.enum(['call', 'run']),
);

export const AutoRetryStart = define(
	'AutoRetryStart',
	'Something that failed is tried again after `delayMs`; `attempt` counts from 1. With the scope `call` it says what `retry` says.',
	z.object({
		type: z.literal('auto_retry_start'),
		scope: RetryScope,
		attempt: count,
		maxAttempts: count,
		delayMs: count,
		error: ErrorInfo,
	}),
);

export const AutoRetryEnd = define(
	'AutoRetryEnd',
	"How trying again ended, as it really did: once for all tries of a call, with the last one's number, and once for each of a run's.",
	z.object({
		type: z.literal('auto_retry_end'),
		scope: RetryScope,
		attempt: count,
		success: z.boolean(),
		error: ErrorInfo.optional(),
	}),
);

export const SessionInfoChanged = define(
	'SessionInfoChanged',
	"The session's name was changed, or the label of `entryId`; null is none.",
	z.object({
		type: z.literal('session_info_changed'),
		field: z.enum(['name', 'label']),
		entryId: z.string().optional(),
		from: z.string().nullable(),
		to: z.string().nullable(),
	}),
);

export const BranchChanged = define(
	'BranchChanged',
	'The conversation goes on from another entry; null stands for its beginning.',
	z.object({ type: z.literal('branch_changed'), from: z.string().nullable(), to: z.string().nullable() }),
);

export const CompactionReason = define(
	'CompactionReason',
	'Why the model is shown less: by hand, because a request grew too large, or because the model refused one as too long.',
	z.enum(['manual', 'threshold', 'overflow']),
);

export const CompactionStart = define(
	'CompactionStart',
	'What the model is shown is being made shorter; history stays whole.',
	z.object({ type: z.literal('compaction_start'), reason: CompactionReason }),
);

export const CompactionEnd = define(
	'CompactionEnd',
	'What the model is shown is shorter now, or as it was if there is an `error`. Sizes are those of the next request, in tokens. `summaryId` is the message that stands for those left out; absent where short forms of old ones were enough.',
	z.object({
		type: z.literal('compaction_end'),
		reason: CompactionReason,
		tokensBefore: count,
		tokensAfter: count.optional(),
		summaryId: z.string().optional(),
		error: ErrorInfo.optional(),
	}),
);

export const SessionErrorEvent = define(
	'SessionErrorEvent',
	'Something failed beside the run.',
	z.object({ type: z.literal('session_error'), error: ErrorInfo }),
);

export const Notice = define(
	'Notice',
	'Something worth telling a person.',
	z.object({ type: z.literal('notice'), level: z.enum(['info', 'warning']), message: z.string() }),
);

export const SessionEndReason = define(
	'SessionEndReason',
	'Why a session is over: somebody closed it, or had it deleted, or the server ends.',
	z.enum(['closed', 'deleted', 'shutdown']),
);

export const SessionEnd = define(
	'SessionEnd',
	'The session is over here: the last event of every subscription to it, whatever it asked for. One that was not deleted may be opened again.',
	z.object({ type: z.literal('session_end'), reason: SessionEndReason }),
);

export const SessionIdle = define(
	'SessionIdle',
	'Nothing runs and nothing will start by itself.',
	z.object({ type: z.literal('session_idle') }),
);
