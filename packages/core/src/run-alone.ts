import { Agent } from './agent.ts';
import type { AgentOptions } from './agent-options.ts';
import type { Listener } from './emitter.ts';
import type { AgentEvent, RunSummary } from './events.ts';
import type { Message } from './messages.ts';
import type { Settings } from './state.ts';

/** The conversation that one run goes on with; it is not changed. */
export interface TurnsContext extends Partial<Settings> {
	readonly messages: readonly Message[];
	readonly prompt: readonly Message[];
}

/**
 * One run without an agent to keep: all that comes of it is what `emit` hears, each event awaited, and the summary. Aborts with
 * `signal`. Resolves and rejects as an agent's `prompt` does; what `emit` throws fails the run.
 */
export async function runTurns(
	{ prompt, ...context }: TurnsContext,
	config: Omit<AgentOptions, keyof TurnsContext>,
	emit: Listener<AgentEvent>,
	signal: AbortSignal,
): Promise<RunSummary> {
	const agent = new Agent({ ...config, ...context });
	agent.subscribe(emit);
	const run = agent.prompt({ messages: prompt });
	const abort = () => void agent.abort(typeof signal.reason === 'string' ? signal.reason : undefined);
	if (signal.aborted) abort();
	signal.addEventListener('abort', abort, { once: true });
	try {
		return await run;
	} finally {
		signal.removeEventListener('abort', abort);
	}
}
