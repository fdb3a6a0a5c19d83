import { deepFreeze } from './freeze.ts';
import type { ToolCall } from './gates.ts';
import type { AssistantMessage, Block, ToolCallBlock, ToolMessage } from './messages.ts';
import { toolCalls } from './messages.ts';
import { countRepeats, repeatNote } from './repeats.ts';
import type { Run } from './run.ts';
import { type PreparedCall, prepareCall, runCall } from './run-call.ts';
import { createToolLanes } from './tool-lanes.ts';
import { refusal } from './tool-result.ts';
import type { ToolResult } from './tools.ts';
import { Interrupted } from './wait.ts';

/** What a batch of calls asks of its run. */
export type BatchOutcome = 'go_on' | 'terminate' | 'stop_repeating';

/**
 * Runs the calls of a kept message, each in its lane, then says their results as messages, in call order. When the person
 * interjects, the calls that have not begun are skipped. Settles only when every call it began has; rejects with `Interrupted`
 * only: whatever else fails is a result.
 */
export async function runTools(run: Run, message: AssistantMessage): Promise<BatchOutcome> {
	const { tellAt, stopAt } = run.config.repeats;
	const repeats = countRepeats(run.state.run?.newMessages ?? []);
	const results = await runBatch(run, toolCalls(message), repeats >= tellAt ? repeatNote : []);
	if (run.signal.aborted) throw new Interrupted('the run was interrupted');
	await tellResults(run);
	if (results.some(({ terminate }) => terminate === true)) return 'terminate';
	return repeats >= stopAt ? 'stop_repeating' : 'go_on';
}

async function runBatch(
	run: Run,
	blocks: readonly ToolCallBlock[],
	note: readonly Block[],
): Promise<readonly ToolResult[]> {
	const lanes = createToolLanes(run.config.maxConcurrentTools);
	const begun: Promise<ToolResult>[] = [];
	try {
		for (const block of blocks) {
			const prepared = await prepareCall(run, block);
			await lanes.enter(prepared.concurrency);
			if (run.signal.aborted) break;
			const call = runCall(run, begun.length === 0 ? prepared : unlessInterjected(run, prepared), lanes, note);
			// All are looked at together below; one that is interrupted must not go unhandled until then.
			call.catch(() => undefined);
			begun.push(call);
		}
	} finally {
		await Promise.allSettled(begun);
	}
	return Promise.all(begun);
}

function unlessInterjected(run: Run, prepared: PreparedCall): PreparedCall {
	if (run.state.queue.steering.length === 0) return prepared;
	return { ...prepared, kind: 'refused', result: refusal('Skipped: the user interjected.') };
}

/** Says the results of this turn's ended calls that history does not hold yet, in call order. */
export async function tellResults(run: Run): Promise<void> {
	for (const progress of [...(run.state.run?.turn?.calls.values() ?? [])]) {
		if (progress.state !== 'ended') continue;
		const message = toolMessage(run, progress.call, progress.result);
		await run.emit({ type: 'message_start', message });
		await run.emit({ type: 'message_end', message });
	}
}

function toolMessage({ config }: Run, { toolCallId, toolName }: ToolCall, result: ToolResult): ToolMessage {
	return deepFreeze({
		id: config.identify('msg'),
		role: 'tool',
		timestamp: config.clock.now(),
		toolCallId,
		toolName,
		content: result.content,
		isError: result.isError === true,
		...(result.details === undefined ? {} : { details: result.details }),
	});
}
