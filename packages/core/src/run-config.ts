import type { AgentOptions } from './agent-options.ts';
import { systemClock } from './clock.ts';
import { randomId } from './identify.ts';
import { defaultRepeats } from './repeats.ts';
import { defaultRetry } from './retry.ts';
import type { RunConfig } from './run.ts';
import type { Settings } from './state.ts';

/** What a caller sets at first. */
export function settingsOf(options: AgentOptions): Settings {
	const { model, systemPrompt = '', thinkingLevel = 'off', tools = [] } = options;
	return { model, systemPrompt, thinkingLevel, tools };
}

/** How an agent runs, with a default for everything that its options leave out. */
export function configOf(options: AgentOptions): RunConfig {
	return {
		gates: options.gates ?? {},
		cwd: options.cwd ?? '/',
		maxTurns: options.maxTurns ?? 100,
		budget: options.budget ?? {},
		maxConcurrentTools: Math.max(1, options.maxConcurrentTools ?? 8),
		toolTimeoutMs: options.toolTimeoutMs ?? 600_000,
		maxResultChars: options.maxResultChars ?? 1024 * 1024,
		repeats: options.repeats ?? defaultRepeats,
		abortGraceMs: options.abortGraceMs ?? 2000,
		retry: options.retry ?? defaultRetry,
		idleTimeoutMs: options.idleTimeoutMs ?? 120_000,
		takeSteering: options.takeSteering ?? 'all',
		takeFollowUps: options.takeFollowUps ?? 'all',
		convertToModel: options.convertToModel,
		clock: options.clock ?? systemClock,
		identify: options.identify ?? randomId,
		random: options.random ?? Math.random,
	};
}
