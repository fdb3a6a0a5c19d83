import { afterTurn, type TurnOutcome } from './after-turn.ts';
import { callModel } from './call-model.ts';
import { closeRun, endingOf } from './close-run.ts';
import { errorText, isThrown } from './errors.ts';
import type { RunSummary } from './events.ts';
import { deepFreeze } from './freeze.ts';
import type { StopVerdict } from './gates.ts';
import type { AssistantMessage, Block, Message, UserMessage } from './messages.ts';
import { hasToolCalls } from './messages.ts';
import { type Ending, type Run, RunFailure } from './run.ts';
import { runTools } from './run-tools.ts';
import { kindOf } from './value-at.ts';
import { Interrupted, isThenable } from './wait.ts';

const cutOffNote =
	'[Your answer reached its output limit. What had arrived whole is kept; a tool call that was cut off is not, and did not run. Go on from there, and make large calls in smaller parts.]';

/**
 * One run: model → tools → model until it would stop, all of it said on the stream. It holds no state of its own: it reads
 * `run.state`, which changes by the events it says. Never rejects for what a model, a tool or a listener does: that is in the summary.
 */
export async function playTurns(run: Run, prompt: readonly Message[]): Promise<RunSummary> {
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
	let messages: readonly Message[] | undefined = prompt;
	let cutOffs = 0;
	for (let turn = 1; ; turn++) {
		const breath = run.pacer.look();
		if (breath !== undefined) await breath;
		const outcome = await oneTurn(run, messages);
		cutOffs = outcome.stopReason === 'length' ? cutOffs + 1 : 0;
		const { maxTurns, budget } = run.config;
		const { queue } = run.state;
		const usage = run.state.run?.usage ?? run.state.totalUsage;
		const next = afterTurn(outcome, { queue, turn, maxTurns, usage, budget, cutOffs });
		switch (next.kind) {
			case 'end':
				return { reason: next.reason };
			case 'turn':
				messages = [];
				break;
			case 'recover':
				messages = [userMessage(run, cutOffNote)];
				break;
			case 'natural': {
				const wanted = await atNaturalStop(run, outcome.message, next);
				if (!Array.isArray(wanted)) return wanted as Ending;
				messages = wanted;
			}
		}
	}
}

/** What the next turn begins with, or how the run ends where it would stop by itself. */
async function atNaturalStop(
	run: Run,
	answer: AssistantMessage | null,
	{ reason, limit }: { readonly reason: 'stop' | 'length'; readonly limit: 'max_turns' | 'budget' | undefined },
): Promise<readonly Message[] | Ending> {
	const { followUp, steering } = run.state.queue;
	if (limit !== undefined) return { reason: followUp.length > 0 ? limit : reason };
	const verdict = await askStop(run, answer);
	checkpoint(run);
	if (verdict?.kind === 'end') return { reason: 'guard' };
	if (verdict?.kind === 'inject') return [userMessage(run, verdict.content)];
	if (run.state.queue.steering.length > steering.length) return [];
	const waiting = take(run.state.queue.followUp, run.config.takeFollowUps);
	return waiting.length > 0 ? waiting : { reason };
}

async function askStop(run: Run, answer: AssistantMessage | null): Promise<StopVerdict> {
	const { stop } = run.config.gates;
	if (stop === undefined) return undefined;
	try {
		const verdict = stop(answer, run.signal);
		return assertVerdict(isThenable(verdict) ? await run.waiter.wait(verdict) : verdict);
	} catch (thrown) {
		if (isThrown(thrown, Interrupted)) throw thrown;
		const message = `the stop gate failed: ${errorText(thrown)}`;
		throw new RunFailure({ code: 'HOOK_FAILED', message, retryable: false });
	}
}

function assertVerdict(verdict: StopVerdict): StopVerdict {
	if (verdict === undefined || verdict?.kind === 'end') return verdict;
	if (verdict?.kind === 'inject' && (typeof verdict.content === 'string' || Array.isArray(verdict.content)))
		return verdict;
	throw new TypeError(
		`{ kind: 'inject', content }, { kind: 'end' } or nothing was asked for, and ${kindOf(verdict)} was answered`,
	);
}

async function oneTurn(run: Run, messages: readonly Message[]): Promise<TurnOutcome> {
	await run.emit({ type: 'turn_start' });
	for (const message of messages) await say(run, message);
	for (const message of take(run.state.queue.steering, run.config.takeSteering)) await say(run, message);
	checkpoint(run);
	const { message, stopReason } = await callModel(run);
	checkpoint(run);
	const batch = message !== null && hasToolCalls(message) ? await runTools(run, message) : undefined;
	checkpoint(run);
	const toolResults = [...(run.state.run?.turn?.results ?? [])];
	await run.emit({ type: 'turn_end', message, toolResults });
	checkpoint(run);
	return { message, stopReason, batch };
}

/** Says a whole message, unless the run is over: what was not said stays queued. */
async function say(run: Run, message: Message): Promise<void> {
	checkpoint(run);
	await run.emit({ type: 'message_start', message });
	await run.emit({ type: 'message_end', message });
}

function userMessage({ config }: Run, content: string | readonly Block[]): UserMessage {
	const blocks: readonly Block[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
	return deepFreeze({ id: config.identify('msg'), role: 'user', timestamp: config.clock.now(), content: blocks });
}

function checkpoint({ signal }: Run): void {
	if (signal.aborted) throw new Interrupted('the run was interrupted');
}

/** The waiting messages that are taken next, in one of the two modes. */
export function take(waiting: readonly UserMessage[], mode: 'one' | 'all'): readonly UserMessage[] {
	return mode === 'one' ? waiting.slice(0, 1) : waiting;
}
