import { errorText } from './errors.ts';
import type { ToolCall } from './gates.ts';
import type { Run } from './run.ts';
import { openProgressGate } from './tool-progress.ts';
import { asToolResult, refusal } from './tool-result.ts';
import type { Tool, ToolResult } from './tools.ts';
import { Interrupted, type Waiter } from './wait.ts';

/** Longer than a timer can be set for: no limit. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Runs a tool. When its time is over, or the person interjects and it is a tool that wants to be cancelled, its signal aborts; it
 * is given the grace to say what it has, and then abandoned. Rejects with `Interrupted` if the run's own grace ends first.
 */
export async function executeTool(run: Run, tool: Tool, call: ToolCall): Promise<ToolResult> {
	const { toolCallId, args } = call;
	const progress = openProgressGate(call, run.emit);
	const waiter = run.graceful.fork();
	const limits = openLimits(run, tool, waiter);
	const context = {
		toolCallId,
		cwd: run.config.cwd,
		get signal() {
			return limits.signal;
		},
		onUpdate: progress.update,
	};
	try {
		const returned = await waiter.wait(Promise.resolve().then(() => tool.execute(args, context)));
		const result = asToolResult(tool.name, returned, run.config.maxResultChars);
		const { cut } = limits;
		return cut === undefined
			? result
			: { ...result, isError: true, content: [...refusal(cut).content, ...result.content] };
	} catch (thrown) {
		if (thrown instanceof Interrupted) throw thrown;
		return refusal(limits.cut ?? errorText(thrown));
	} finally {
		limits.close();
		waiter.release();
		await progress.shut();
	}
}

/** What may end a call before its tool does. */
interface Limits {
	/** Made when it is first asked for: most tools never do. */
	readonly signal: AbortSignal;
	/** Why the call was cut short, in words for the model; nothing while it was not. */
	readonly cut: string | undefined;
	close(): void;
}

function openLimits(run: Run, tool: Tool, waiter: Waiter): Limits {
	const { clock, toolTimeoutMs, abortGraceMs } = run.config;
	let controller: AbortController | undefined;
	let cut: string | undefined;
	let callOffGrace = () => {};
	const shorten = (why: string) => {
		if (cut !== undefined) return;
		cut = why;
		controller?.abort(why);
		callOffGrace = clock.after(abortGraceMs, () => waiter.fail(new Error(why)));
	};
	const passOn = () => controller?.abort(run.signal.reason);
	const open = () => {
		const made = new AbortController();
		if (run.signal.aborted) made.abort(run.signal.reason);
		else if (cut !== undefined) made.abort(cut);
		else run.signal.addEventListener('abort', passOn, { once: true });
		return made;
	};

	const ms = tool.timeoutMs ?? toolTimeoutMs;
	const callOffTimeout = ms > longestTimerMs ? () => {} : clock.after(ms, () => shorten(`Timed out after ${ms} ms.`));
	const ignoreInterjection =
		tool.onInterjection === 'cancel' ? run.onInterjection(() => shorten('Cancelled: the user interjected.')) : () => {};
	return {
		get signal() {
			controller ??= open();
			return controller.signal;
		},
		get cut() {
			return cut;
		},
		close() {
			run.signal.removeEventListener('abort', passOn);
			callOffTimeout();
			callOffGrace();
			ignoreInterjection();
		},
	};
}
