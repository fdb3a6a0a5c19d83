import * as z from 'zod';
import { define } from '../define.ts';
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

export const SessionIdle = define(
	'SessionIdle',
	'Nothing runs and nothing will start by itself.',
	z.object({ type: z.literal('session_idle') }),
);
