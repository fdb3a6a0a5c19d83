import * as z from 'zod';
import { define } from '../define.ts';
import { QueueItem } from '../events/session.ts';
import { sessionId } from '../session-id.ts';
import { input } from './prompt.ts';

export const QueueList = define(
	'QueueList',
	'What waits: steering is taken after the next tool or turn, a follow-up when the run would stop.',
	z.object({ steering: z.array(QueueItem), followUp: z.array(QueueItem) }),
);

export const QueueRemoveParams = define(
	'QueueRemoveParams',
	'Names waiting messages.',
	z.object({ sessionId, itemIds: z.array(z.string()) }),
);

export const QueueRemoved = define(
	'QueueRemoved',
	'The messages that did wait and wait no more.',
	z.object({ removed: z.array(z.string()) }),
);

export const SteerParams = define(
	'SteerParams',
	'Queues `text` or `content` (exactly one). Steering is taken after the next tool or turn, a follow-up when the run would stop.',
	z.object({ sessionId, ...input }),
);

export const SteerResult = define(
	'SteerResult',
	'The id that the queued message will have.',
	z.object({ itemId: z.string() }),
);
