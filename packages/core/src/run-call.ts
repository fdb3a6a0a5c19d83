import { errorText, isThrown } from './errors.ts';
import { executeTool } from './execute-tool.ts';
import { deepFreeze } from './freeze.ts';
import type { CallOrigin, ToolCall } from './gates.ts';
import type { JsonObject } from './json.ts';
import type { Block, ToolCallBlock } from './messages.ts';
import type { Run } from './run.ts';
import { showPreview } from './show-preview.ts';
import { offeredTools } from './state.ts';
import type { ToolLanes } from './tool-lanes.ts';
import { patchedResult, refusal } from './tool-result.ts';
import type { Concurrency, ParsedArgs, Tool, ToolResult } from './tools.ts';
import { Interrupted, isThenable, type Waiter } from './wait.ts';

/** A call whose tool was looked up and whose arguments were checked; `refused` already has its result. */
export type PreparedCall = { readonly block: ToolCallBlock; readonly concurrency: Concurrency } & (
	| { readonly kind: 'refused'; readonly result: ToolResult }
	| { readonly kind: 'ready'; readonly tool: Tool; readonly call: ToolCall }
);

/** Steps 1 and 2 of a call: look up its tool, check its arguments. Rejects with `Interrupted` only. */
export async function prepareCall(run: Run, block: ToolCallBlock): Promise<PreparedCall> {
	const { id: toolCallId, name: toolName } = block;
	try {
		const tool = lookUp(run, block);
		const parsed = await ask(run.waiter, () => tool.parse(block.args));
		if (!parsed.ok) return refused(block, parsed.message);
		const call = deepFreeze({ toolCallId, toolName, args: parsed.args });
		return { kind: 'ready', block, tool, call, concurrency: concurrencyOf(tool, call.args) };
	} catch (thrown) {
		if (isThrown(thrown, Interrupted)) throw thrown;
		return refused(block, errorText(thrown));
	}
}

function refused(block: ToolCallBlock, text: string): PreparedCall {
	return { kind: 'refused', block, concurrency: 'parallel', result: refusal(text) };
}

function lookUp(run: Run, { name, argsText }: ToolCallBlock): Tool {
	const tools = offeredTools(run.state.settings);
	const tool = tools.find((offered) => offered.name === name);
	if (tool === undefined) {
		const names = tools.map((offered) => offered.name).join(', ') || 'none';
		throw new Error(`There is no tool "${name}". The tools are: ${names}.`);
	}
	if (argsText === undefined) return tool;
	const clipped = argsText.length <= 200 ? argsText : `${argsText.slice(0, 200)}…`;
	throw new Error(`The arguments of "${name}" are not a JSON object: ${clipped}`);
}

function concurrencyOf({ concurrency = 'exclusive' }: Tool, args: JsonObject): Concurrency {
	if (typeof concurrency === 'string') return concurrency;
	try {
		return concurrency(args) === 'parallel' ? 'parallel' : 'exclusive';
	} catch {
		return 'exclusive';
	}
}

/**
 * One call in its lane, from start to end, whatever becomes of it; `note` is told the model with the result. Resolves with the
 * result; rejects with `Interrupted` if the run closes before the call has one.
 */
export async function runCall(
	run: Run,
	prepared: PreparedCall,
	lanes: ToolLanes,
	note: readonly Block[],
): Promise<ToolResult> {
	const { id: toolCallId, name: toolName, args } = prepared.block;
	try {
		await run.emit({ type: 'tool_execution_start', toolCallId, toolName, args });
		const answer = prepared.kind === 'refused' ? prepared.result : await resultOf(run, prepared, lanes);
		const result = deepFreeze(note.length === 0 ? answer : { ...answer, content: [...answer.content, ...note] });
		await run.emit({ type: 'tool_execution_end', toolCallId, toolName, result, isError: result.isError === true });
		return result;
	} finally {
		lanes.leave();
	}
}

type ReadyCall = PreparedCall & { readonly kind: 'ready' };

async function resultOf(run: Run, prepared: ReadyCall, lanes: ToolLanes): Promise<ToolResult> {
	try {
		const { tool } = prepared;
		const call = await rewriteArgs(run, prepared);
		if (prepared.concurrency === 'parallel' && concurrencyOf(tool, call.args) === 'exclusive') await lanes.upgrade();
		if (run.signal.aborted) throw new Interrupted('the run was interrupted');
		await showPreview(run, tool, call);
		await askGuard(run, call, { given: prepared.block.args, checked: prepared.call });
		return await filterResult(run, call, await executeTool(run, tool, call));
	} catch (thrown) {
		if (isThrown(thrown, Interrupted)) throw thrown;
		return refusal(errorText(thrown));
	}
}

/** Step 3a: the arguments as a gate wants them, validated again. Throws the denial if that fails. */
async function rewriteArgs(run: Run, { tool, call }: ReadyCall): Promise<ToolCall> {
	const { toolArgs } = run.config.gates;
	if (toolArgs === undefined) return call;
	const parsed = await orElse(
		'Denied: the arguments could not be rewritten',
		async (): Promise<ParsedArgs<JsonObject>> => {
			const rewritten = await ask(run.waiter, () => toolArgs(call, run.signal));
			if (rewritten === undefined || rewritten === call.args) return { ok: true, args: call.args };
			if (typeof rewritten !== 'object' || rewritten === null || Array.isArray(rewritten))
				throw new TypeError('they were replaced by something that is no object');
			return ask(run.waiter, () => tool.parse(rewritten));
		},
	);
	if (!parsed.ok) throw new Error(`Denied: the rewritten arguments are not valid. ${parsed.message}`);
	return deepFreeze({ ...call, args: parsed.args });
}

/** Step 3b. Throws the reason of a denial; a guard that fails or answers nonsense denies. */
async function askGuard(run: Run, call: ToolCall, origin: CallOrigin): Promise<void> {
	const { toolCall } = run.config.gates;
	if (toolCall === undefined) return;
	const verdict: unknown = await orElse('Denied: the guard failed', () =>
		ask<unknown>(run.waiter, () => toolCall(call, run.signal, origin)),
	);
	if (verdict === undefined) return;
	const { block, reason } = (verdict ?? {}) as { block?: unknown; reason?: unknown };
	throw new Error(block === true && typeof reason === 'string' ? reason : 'Denied: the guard answered nonsense.');
}

/** Step 5: what a gate leaves of the result. A gate that fails withholds it. */
async function filterResult(run: Run, call: ToolCall, result: ToolResult): Promise<ToolResult> {
	const { toolResult } = run.config.gates;
	if (toolResult === undefined) return result;
	return orElse('The result was withheld: its check failed', async () => {
		const patch: unknown = await ask(run.graceful, () => toolResult(call, deepFreeze(result), run.signal));
		return patch === undefined ? result : patchedResult(call.toolName, result, patch, run.config.maxResultChars);
	});
}

/** What a question answers, now or later. */
async function ask<T>(waiter: Waiter, question: () => T | PromiseLike<T>): Promise<T> {
	const answer = question();
	return isThenable(answer) ? waiter.wait(answer as PromiseLike<T>) : answer;
}

/** Says of any failure but an interruption what it means for the call. */
async function orElse<T>(meaning: string, attempt: () => Promise<T>): Promise<T> {
	try {
		return await attempt();
	} catch (thrown) {
		if (isThrown(thrown, Interrupted)) throw thrown;
		throw new Error(`${meaning} (${errorText(thrown)}).`, { cause: thrown });
	}
}
