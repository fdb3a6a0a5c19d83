import * as z from 'zod';
import { count, wireOnly } from '../define.ts';
import { AssistantMessage, Block } from '../messages.ts';
import { DeltaKind, RunSummary } from './kernel.ts';
import { ownEvents, unchanged } from './session-event.ts';

export const WireMessage = wireOnly(
	'WireMessage',
	'A message as it travels. A tool result has no `content` and `details` where `tool_execution_end` carried them.',
	z.looseObject({ id: z.string(), role: z.string(), timestamp: z.int(), content: z.array(Block).optional() }),
);

export const WireMessageStart = wireOnly(
	'WireMessageStart',
	'`message_start` as it travels.',
	z.object({ type: z.literal('message_start'), message: WireMessage }),
);

export const WireMessageUpdate = wireOnly(
	'WireMessageUpdate',
	"`message_update` as it travels: `deltaKind` and `contentIndex` are absent while they are those of this subscription's update before; `message` and `chunk` only if asked for.",
	z.object({
		type: z.literal('message_update'),
		delta: z.string(),
		deltaKind: DeltaKind.optional(),
		contentIndex: count.optional(),
		block: Block.optional(),
		message: AssistantMessage.optional(),
		chunk: z.unknown().optional(),
	}),
);

export const WireMessageEnd = wireOnly(
	'WireMessageEnd',
	"`message_end` as it travels: the whole `message` for an assistant's, which wins over the deltas; else `messageId`.",
	z.object({
		type: z.literal('message_end'),
		message: AssistantMessage.optional(),
		messageId: z.string().optional(),
		discarded: z.literal(true).optional(),
	}),
);

export const WireTurnEnd = wireOnly(
	'WireTurnEnd',
	'`turn_end` as it travels.',
	z.object({ type: z.literal('turn_end'), messageId: z.string().nullable(), toolResultIds: z.array(z.string()) }),
);

export const WireAgentEnd = wireOnly(
	'WireAgentEnd',
	'`agent_end` as it travels. With `forget`, no later event or hook names a message that was sent so far, unless it is sent again: a client may let them go.',
	z.object({
		type: z.literal('agent_end'),
		newMessageIds: z.array(z.string()),
		summary: RunSummary,
		willRetry: z.boolean(),
		forget: z.literal(true).optional(),
	}),
);

export const WireEvent = wireOnly(
	'WireEvent',
	'An event as it travels, told apart by `type`.',
	z.discriminatedUnion('type', [
		WireMessageStart,
		WireMessageUpdate,
		WireMessageEnd,
		WireTurnEnd,
		WireAgentEnd,
		...unchanged,
		...ownEvents,
	]),
);
