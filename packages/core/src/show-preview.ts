import type { ToolCall } from './gates.ts';
import type { JsonObject } from './json.ts';
import type { Run } from './run.ts';
import { asPreview } from './tool-result.ts';
import type { Tool } from './tools.ts';
import { isThenable } from './wait.ts';

/** Milliseconds that a preview may take whose tool has no limit of its own. */
const usualLimitMs = 5000;

/** A timer can be set for no longer. */
const longestTimerMs = 2 ** 31 - 1;

/** Shows what a call is about to do. One that does not come in time is left out: its signal aborts, and the call goes on. */
export async function showPreview(run: Run, tool: Tool, { toolCallId, toolName, args }: ToolCall): Promise<void> {
	const update = await previewOf(run, tool, { toolCallId, toolName, args });
	if (update === undefined) return;
	await run.emit({
		type: 'tool_execution_update',
		toolCallId,
		toolName,
		kind: 'preview',
		update: asPreview(toolName, update),
	});
}

async function previewOf(run: Run, tool: Tool, { toolCallId, args }: ToolCall): Promise<JsonObject | undefined> {
	if (tool.preview === undefined) return undefined;
	const controller = new AbortController();
	const passOn = () => controller.abort(run.signal.reason);
	run.signal.addEventListener('abort', passOn, { once: true });
	try {
		const answer = tool.preview(args, { toolCallId, cwd: run.config.cwd, signal: controller.signal });
		return isThenable(answer) ? await inTime(run, tool, answer, controller) : answer;
	} finally {
		run.signal.removeEventListener('abort', passOn);
	}
}

/** Nothing if it takes too long. Rejects with what it rejects with, and with `Interrupted`. */
async function inTime(
	run: Run,
	{ timeoutMs = usualLimitMs }: Tool,
	answer: PromiseLike<JsonObject | undefined>,
	controller: AbortController,
): Promise<JsonObject | undefined> {
	const limitMs = timeoutMs <= longestTimerMs ? timeoutMs : usualLimitMs;
	const late = new DOMException(`no preview within ${limitMs} ms`, 'TimeoutError');
	const waiter = run.waiter.fork();
	const callOff = run.config.clock.after(limitMs, () => {
		waiter.fail(late);
		controller.abort(late);
	});
	try {
		return await waiter.wait(answer);
	} catch (thrown) {
		if (thrown === late) return undefined;
		throw thrown;
	} finally {
		callOff();
		waiter.release();
	}
}
