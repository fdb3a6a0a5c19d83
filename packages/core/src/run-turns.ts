import { callModel } from './call-model.ts';
import { closeRun, endingOf } from './close-run.ts';
import type { RunSummary } from './events.ts';
import type { AssistantMessage, Message, UserMessage } from './messages.ts';
import { hasToolCalls } from './messages.ts';
import type { Ending, Run } from './run.ts';
import { runTools } from './run-tools.ts';
import type { Queue } from './state.ts';
import { Interrupted } from './wait.ts';

/**
 * One run: model → tools → model until it would stop, all of it said on the stream. It holds no state of its own: it reads
 * `run.state`, which changes by the events it says. Never rejects for what a model, a tool or a listener does: that is in the summary.
 */
export async function runTurns(run: Run, prompt: readonly Message[]): Promise<RunSummary> {
	const startedAt = run.config.clock.elapsed();
	let ending: Ending;
	try {
		await run.emit({ type: 'agent_start' });
		checkpoint(run);
		ending = await turns(run, prompt);
	} catch (thrown) {
		ending = endingOf(run, thrown);
	}
	return closeRun(run, ending, startedAt);
}

async function turns(run: Run, prompt: readonly Message[]): Promise<Ending> {
	let messages = prompt;
	for (let turn = 1; ; turn++) {
		await run.pacer.look();
		const { message, terminate } = await oneTurn(run, messages);
		if (terminate) return { reason: 'terminated' };
		const next = afterTurn(message, run.state.queue, turn, run.config.maxTurns);
		if (next.kind === 'end') return next.ending;
		messages = next.kind === 'follow_up' ? take(run.state.queue.followUp, run.config.takeFollowUps) : [];
	}
}

async function oneTurn(
	run: Run,
	messages: readonly Message[],
): Promise<{ message: AssistantMessage | null; terminate: boolean }> {
	await run.emit({ type: 'turn_start' });
	for (const message of messages) await say(run, message);
	for (const message of take(run.state.queue.steering, run.config.takeSteering)) await say(run, message);
	checkpoint(run);
	const message = await callModel(run);
	checkpoint(run);
	const terminate = message !== null && hasToolCalls(message) ? await runTools(run, message) : false;
	checkpoint(run);
	const toolResults = [...(run.state.run?.turn?.results ?? [])];
	await run.emit({ type: 'turn_end', message, toolResults });
	checkpoint(run);
	return { message, terminate };
}

/** Says a whole message, unless the run is over: what was not said stays queued. */
async function say(run: Run, message: Message): Promise<void> {
	checkpoint(run);
	await run.emit({ type: 'message_start', message });
	await run.emit({ type: 'message_end', message });
}

function checkpoint({ signal }: Run): void {
	if (signal.aborted) throw new Interrupted('the run was interrupted');
}

/** The waiting messages that are taken next, in one of the two modes. */
export function take(waiting: readonly UserMessage[], mode: 'one' | 'all'): readonly UserMessage[] {
	return mode === 'one' ? waiting.slice(0, 1) : waiting;
}

/** What follows a turn. */
export type Next =
	| { readonly kind: 'turn' }
	| { readonly kind: 'follow_up' }
	| { readonly kind: 'end'; readonly ending: Ending };

/** Decides what follows a turn: tools and steering want another one, a follow-up comes only where the run would stop. */
export function afterTurn(message: AssistantMessage | null, queue: Queue, turn: number, maxTurns: number): Next {
	const next = wish(message, queue);
	return next.kind !== 'end' && turn >= maxTurns ? { kind: 'end', ending: { reason: 'max_turns' } } : next;
}

function wish(message: AssistantMessage | null, queue: Queue): Next {
	if (message?.stopReason === 'refusal') return { kind: 'end', ending: { reason: 'refusal' } };
	if (message !== null && (hasToolCalls(message) || message.stopReason === 'pause')) return { kind: 'turn' };
	if (queue.steering.length > 0) return { kind: 'turn' };
	if (queue.followUp.length > 0) return { kind: 'follow_up' };
	return { kind: 'end', ending: { reason: message?.stopReason === 'length' ? 'length' : 'stop' } };
}
