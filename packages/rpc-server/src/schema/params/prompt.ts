import * as z from 'zod';
import { define } from '../define.ts';
import { RunSummary } from '../events/kernel.ts';
import { ThinkingLevel } from '../events/session.ts';
import { Block, ModelRef } from '../messages.ts';
import { sessionId } from '../session-id.ts';

/** What a person says: exactly one of the two. */
export const input = { text: z.string().optional(), content: z.array(Block).optional() };

export const PromptParams = define(
	'PromptParams',
	'Starts a run with `text` or `content` (exactly one). The caller mints `promptId`. `whenBusy` says what becomes of it while a run is live. `model`, `thinkingLevel` and `tools` (the only ones offered) hold for its run alone; a prompt with any of them never joins a live run.',
	z.object({
		sessionId,
		promptId: z.string().min(1).max(64),
		...input,
		model: ModelRef.optional(),
		thinkingLevel: ThinkingLevel.optional(),
		tools: z.array(z.string()).optional(),
		whenBusy: define(
			'WhenBusy',
			'What a prompt does while a run is live.',
			z.enum(['reject', 'steer', 'follow_up']),
		).optional(),
	}),
);

export const PromptResult = define(
	'PromptResult',
	'The run that answered the prompt, after all its events. `queued` instead: the run ended without taking it, the item waits for the next.',
	z.object({
		promptId: z.string(),
		runId: z.string().optional(),
		summary: RunSummary.optional(),
		queued: z.string().optional(),
	}),
);
