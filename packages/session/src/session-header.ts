import type { ModelRef } from '@myelin/core';
import type { LoadedSession } from './load-session.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionHeader } from './store.ts';

/** What is kept of how a session was made. */
export function headerOf(options: SessionOptions, createdAt: number): SessionHeader {
	const { id: sessionId, cwd, model, thinkingLevel, systemPrompt, maxTurns, budget, compaction } = options;
	return {
		sessionId,
		cwd,
		createdAt,
		...(model === undefined ? {} : { model }),
		...(thinkingLevel === undefined ? {} : { thinkingLevel }),
		...(systemPrompt === undefined ? {} : { systemPrompt }),
		...(maxTurns === undefined ? {} : { maxTurns }),
		...(budget === undefined ? {} : { budget }),
		...(compaction === undefined ? {} : { compaction }),
	};
}

/** How a kept session goes on: as it was made, with what was changed since. */
export function optionsOf(
	header: SessionHeader,
	{ thinkingLevel = header.thinkingLevel }: LoadedSession,
	model: ModelRef | undefined,
): SessionOptions {
	const { sessionId: id, cwd, systemPrompt, maxTurns, budget, compaction } = header;
	return {
		id,
		cwd,
		...(model === undefined ? {} : { model }),
		...(thinkingLevel === undefined ? {} : { thinkingLevel }),
		...(systemPrompt === undefined ? {} : { systemPrompt }),
		...(maxTurns === undefined ? {} : { maxTurns }),
		...(budget === undefined ? {} : { budget }),
		...(compaction === undefined ? {} : { compaction }),
	};
}
