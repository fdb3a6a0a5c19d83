import { CallLimits } from './call-limits.ts';
import { errorText, isThrown } from './errors.ts';
import type { ToolCall } from './gates.ts';
import type { Run } from './run.ts';
import { openProgressGate } from './tool-progress.ts';
import { asToolResult, refusal } from './tool-result.ts';
import type { Tool, ToolContext, ToolResult } from './tools.ts';
import { Interrupted, isThenable } from './wait.ts';

/**
 * Runs a tool. When its time is over, or the person interjects and it is a tool that wants to be cancelled, its signal aborts; it
 * is given the grace to say what it has, and then abandoned. What it said that is no progress fails it. Rejects with `Interrupted` if the run's own grace ends first.
 */
export async function executeTool(run: Run, tool: Tool, call: ToolCall): Promise<ToolResult> {
	const progress = openProgressGate(call, run.emit);
	const limits = new CallLimits(run, tool);
	const context: ToolContext = {
		toolCallId: call.toolCallId,
		cwd: run.config.cwd,
		get signal() {
			return limits.signal;
		},
		onUpdate: progress.update,
	};
	try {
		const answer = tool.execute(call.args, context);
		const returned = isThenable(answer) ? await limits.wait(answer) : answer;
		const result = asToolResult(tool.name, returned, run.config.maxResultChars);
		const failure = limits.cut ?? progress.fault;
		return failure === undefined
			? result
			: { ...result, isError: true, content: [...refusal(failure).content, ...result.content] };
	} catch (thrown) {
		if (isThrown(thrown, Interrupted)) throw thrown;
		return refusal(limits.cut ?? errorText(thrown));
	} finally {
		limits.close();
		await progress.shut();
	}
}
