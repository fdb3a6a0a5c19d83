import { errorText } from './errors.ts';
import { deepFreeze } from './freeze.ts';
import type { ToolCall } from './gates.ts';
import type { AssistantMessage, ToolCallBlock, ToolMessage } from './messages.ts';
import { toolCalls } from './messages.ts';
import type { Run } from './run.ts';
import { offeredTools } from './state.ts';
import { openProgressGate } from './tool-progress.ts';
import type { Tool, ToolResult } from './tools.ts';
import { Interrupted, isThenable } from './wait.ts';

/**
 * Runs the calls of a kept message one after the other, then says their results as messages, in call order. When the person
 * interjects, the calls that have not begun are skipped. Resolves with whether a tool asked the run to end; rejects with
 * `Interrupted` only: whatever else fails is a result.
 */
export async function runTools(run: Run, message: AssistantMessage): Promise<boolean> {
	let terminate = false;
	for (const [place, block] of toolCalls(message).entries()) {
		if (run.signal.aborted) throw new Interrupted('the run was interrupted');
		const interjected = place > 0 && run.state.queue.steering.length > 0;
		const result = await runCall(run, block, interjected ? refusal('Skipped: the user interjected.') : undefined);
		terminate ||= result.terminate === true;
	}
	if (run.signal.aborted) throw new Interrupted('the run was interrupted');
	await tellResults(run);
	return terminate;
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

/** A result with `isError` that says why a call did not run. */
export function refusal(text: string): ToolResult {
	return { content: [{ type: 'text', text }], isError: true };
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

/** One call from start to end, whatever becomes of it. */
async function runCall(run: Run, block: ToolCallBlock, skipped: ToolResult | undefined): Promise<ToolResult> {
	const { id: toolCallId, name: toolName, args } = block;
	await run.emit({ type: 'tool_execution_start', toolCallId, toolName, args });
	const result = deepFreeze(skipped ?? (await resultOf(run, block)));
	await run.emit({ type: 'tool_execution_end', toolCallId, toolName, result, isError: result.isError === true });
	return result;
}

async function resultOf(run: Run, block: ToolCallBlock): Promise<ToolResult> {
	try {
		return await pipeline(run, block);
	} catch (thrown) {
		if (thrown instanceof Interrupted) throw thrown;
		return refusal(errorText(thrown));
	}
}

/** Look up → check the arguments → ask the guard → execute. */
async function pipeline(run: Run, block: ToolCallBlock): Promise<ToolResult> {
	const tools = offeredTools(run.state.settings);
	const tool = tools.find((offered) => offered.name === block.name);
	if (tool === undefined)
		return refusal(
			`There is no tool "${block.name}". The tools are: ${tools.map(({ name }) => name).join(', ') || 'none'}.`,
		);
	if (block.argsText !== undefined)
		return refusal(`The arguments of "${block.name}" are not a JSON object: ${clip(block.argsText)}`);
	const answer = tool.parse(block.args);
	const parsed = isThenable(answer) ? await run.waiter.wait(answer) : answer;
	if (!parsed.ok) return refusal(parsed.message);
	const call: ToolCall = { toolCallId: block.id, toolName: block.name, args: deepFreeze(parsed.args) };
	const denied = await askGuard(run, call);
	return denied === undefined ? execute(run, tool, call) : refusal(denied);
}

function clip(text: string): string {
	return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}

/** The reason of a denial, or nothing. A guard that fails denies. */
async function askGuard(run: Run, call: ToolCall): Promise<string | undefined> {
	const { toolCall } = run.config.gates;
	if (toolCall === undefined) return undefined;
	try {
		const answer = toolCall(call, run.signal);
		const verdict = isThenable(answer) ? await run.waiter.wait(answer) : answer;
		return verdict === undefined ? undefined : verdict.reason;
	} catch (thrown) {
		if (thrown instanceof Interrupted) throw thrown;
		return `Denied: the guard failed (${errorText(thrown)}).`;
	}
}

/** Runs the tool; an interrupted one is given its grace and then abandoned. */
async function execute(run: Run, tool: Tool, { toolCallId, args, toolName }: ToolCall): Promise<ToolResult> {
	const progress = openProgressGate({ toolCallId, toolName, args }, run.emit);
	const context = { toolCallId, cwd: run.config.cwd, signal: run.signal, onUpdate: progress.update };
	try {
		const returned = await run.graceful.wait(Promise.resolve().then(() => tool.execute(args, context)));
		return typeof returned === 'string' ? { content: [{ type: 'text', text: returned }] } : returned;
	} finally {
		await progress.shut();
	}
}
