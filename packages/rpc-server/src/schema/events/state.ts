import * as z from 'zod';
import { count, define, jsonObject } from '../define.ts';
import { AssistantMessage, ModelRef, Usage } from '../messages.ts';
import { Goal } from './goals.ts';
import { ErrorInfo } from './kernel.ts';
import { CompactionReason, QueueItem, ThinkingLevel } from './session.ts';

export const ToolCallInfo = define(
	'ToolCallInfo',
	'A tool call: its arguments as they are known at that point.',
	z.object({ toolCallId: z.string(), toolName: z.string(), args: jsonObject }),
);

export const SessionState = define(
	'SessionState',
	'Where a session stands, without its history. `leaf` is the entry that the conversation goes on behind; `compacting` is there while what its model is shown is being made shorter, and prompts wait for that.',
	z.object({
		sessionId: z.string().min(1),
		cwd: z.string(),
		name: z.string().optional(),
		leaf: z.string().optional(),
		model: ModelRef.optional(),
		thinkingLevel: ThinkingLevel,
		isRunning: z.boolean(),
		runId: z.string().optional(),
		promptIds: z.array(z.string()).optional(),
		streamingMessage: AssistantMessage.optional(),
		pendingToolCalls: z.array(ToolCallInfo),
		compacting: CompactionReason.optional(),
		steering: z.array(QueueItem),
		followUp: z.array(QueueItem),
		goal: Goal.optional(),
		totalUsage: Usage,
		lastError: ErrorInfo.optional(),
	}),
);

export const Gap = define(
	'Gap',
	'What a subscriber gets instead of events that are no longer there: the numbers missed, both included, and where the session stands. A connection has one place in the stream: where one loop asks for earlier events, `from` may be what another has had.',
	z.object({ type: z.literal('gap'), from: count, to: count, state: SessionState }),
);
