import * as z from 'zod';
import { count, define } from '../define.ts';
import { QueueItem, ThinkingLevel } from '../events/session.ts';
import { SessionState } from '../events/state.ts';
import { ModelRef } from '../messages.ts';
import { sessionId } from '../session-id.ts';
import { Subscription } from './subscription.ts';

export const CompactionSettings = define(
	'CompactionSettings',
	"When what the model is shown is made shorter, and by how much, in tokens. `enabled`: by itself (true if absent). `reserveTokens` must stay free of the model's window (16384 if absent, never more than half of it); `keepRecentTokens` of the newest messages stay as they are (20000 if absent).",
	z.strictObject({
		enabled: z.boolean().optional(),
		reserveTokens: count.optional(),
		keepRecentTokens: count.optional(),
	}),
);

export const Budget = define(
	'Budget',
	'What one run may spend: tokens of all kinds together, and US dollars as far as providers tell prices. It ends after the turn that reaches it.',
	z.strictObject({ tokens: z.int().min(1).optional(), costUsd: z.number().positive().optional() }),
);

export const SessionCreateParams = define(
	'SessionCreateParams',
	"Makes a session and subscribes the caller. `cwd` is an absolute path, the server's own folder if absent; `model` the default if absent.",
	z.object({
		cwd: z.string().optional(),
		model: ModelRef.optional(),
		thinkingLevel: ThinkingLevel.optional(),
		systemPrompt: z.string().optional(),
		maxTurns: z.int().min(1).optional(),
		budget: Budget.optional(),
		compaction: CompactionSettings.optional(),
		...Subscription,
	}),
);

export const SessionResult = define(
	'SessionResult',
	'The state, and the seq it stands for: the next event has a higher one.',
	z.object({ sessionId, seq: count, state: SessionState }),
);

export const SessionOpenParams = define(
	'SessionOpenParams',
	'Names a session that is kept, and says what its events are to carry.',
	z.object({ sessionId, ...Subscription }),
);

export const SessionOpenResult = define(
	'SessionOpenResult',
	'The state, the seq it stands for, and what a person should know of the session as it was found: cut, unreadable, unknown.',
	z.object({ sessionId, seq: count, state: SessionState, findings: z.array(z.string()).optional() }),
);

export const SessionParams = define('SessionParams', 'Names a session.', z.object({ sessionId }));

export const SetThinkingLevelParams = define(
	'SetThinkingLevelParams',
	'Takes effect at the next model call.',
	z.object({ sessionId, thinkingLevel: ThinkingLevel }),
);

export const SetToolsParams = define(
	'SetToolsParams',
	'The names of the only tools to offer; null for all that there are.',
	z.object({ sessionId, tools: z.array(z.string()).nullable() }),
);

export const SetModelParams = define(
	'SetModelParams',
	'Takes effect at the next model call.',
	z.object({ sessionId, model: ModelRef }),
);

export const SessionList = define(
	'SessionList',
	'The sessions that this process has open, then the others that are kept.',
	z.object({
		sessions: z.array(
			define(
				'SessionInfo',
				'A session in a list. `isOpen`: this process has it open. Times are Unix milliseconds.',
				z.object({
					sessionId,
					cwd: z.string(),
					name: z.string().optional(),
					createdAt: z.int().optional(),
					updatedAt: z.int().optional(),
					isRunning: z.boolean(),
					isOpen: z.boolean().optional(),
				}),
			),
		),
	}),
);

export const RenameParams = define(
	'RenameParams',
	'The name of a session; null is none.',
	z.object({ sessionId, name: z.string().min(1).nullable() }),
);

export const AbortParams = define(
	'AbortParams',
	'Ends the run that is live.',
	z.object({ sessionId, reason: z.string().optional() }),
);

export const AbortResult = define(
	'AbortResult',
	'What the abort did: whether a run was stopped, or a prompt before it ran, the tool calls that did not stop in time, and what still waits.',
	z.object({ stopped: z.boolean(), abandoned: z.array(z.string()), queued: z.array(QueueItem) }),
);
