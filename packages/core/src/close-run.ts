import { errorInfo, isThrown } from './errors.ts';
import type { RunSummary } from './events.ts';
import { type Ending, type Run, RunFailure } from './run.ts';
import { tellResults } from './run-tools.ts';
import { summarize } from './state.ts';
import { refusal } from './tool-result.ts';

/** How a run ends whose body threw. */
export function endingOf(run: Run, thrown: unknown): Ending {
	const interruption = run.interruption();
	switch (interruption?.kind) {
		case undefined:
			return { reason: 'error', error: isThrown(thrown, RunFailure) ? thrown.info : errorInfo(thrown) };
		case 'abort':
			return { reason: 'aborted' };
		case 'listener':
			return { reason: 'error', error: listenerFailure(interruption.thrown) };
	}
}

function listenerFailure(thrown: unknown) {
	return { code: 'LISTENER_FAILED', message: `a listener failed: ${errorInfo(thrown).message}`, retryable: false };
}

/** Closes whatever is open, innermost first, and says the end: the last step of a run on every path. */
export async function closeRun(run: Run, ending: Ending, startedAt: number): Promise<RunSummary> {
	await closeCalls(run, ending);
	await sayError(run, ending);
	await closeTurn(run);
	// A listener may have failed only now, while the rest was being closed.
	if (run.interruption()?.kind === 'listener') await sayError(run, endingOf(run, undefined));
	return sayEnd(run, ending, startedAt);
}

/** Every call of a kept message gets what it lacks: its start, its end, its message. */
async function closeCalls(run: Run, ending: Ending): Promise<void> {
	const result = refusal(
		ending.reason === 'aborted' ? 'Aborted before it was complete.' : 'Not complete: the run ended with an error.',
	);
	for (const { state, call } of [...(run.state.run?.turn?.calls.values() ?? [])]) {
		const { toolCallId, toolName, args } = call;
		if (state === 'waiting') await run.emit({ type: 'tool_execution_start', toolCallId, toolName, args });
		if (state === 'waiting' || state === 'started') {
			await run.emit({ type: 'tool_execution_end', toolCallId, toolName, result, isError: true });
		}
	}
	await tellResults(run);
}

/** At most once a run. */
async function sayError(run: Run, { error }: Ending): Promise<void> {
	if (error !== undefined && run.state.run?.error === undefined) await run.emit({ type: 'error', error });
}

async function closeTurn(run: Run): Promise<void> {
	const turn = run.state.run?.turn;
	if (turn !== undefined) await run.emit({ type: 'turn_end', message: turn.message, toolResults: [...turn.results] });
}

async function sayEnd(run: Run, ending: Ending, startedAt: number): Promise<RunSummary> {
	const record = run.state.run;
	if (record === undefined) throw new Error('a run was closed twice');
	const reason = record.error === undefined ? ending.reason : 'error';
	const summary = summarize(record, reason, Math.round(run.config.clock.elapsed() - startedAt));
	await run.emit({ type: 'agent_end', newMessages: [...record.newMessages], summary });
	return summary;
}
