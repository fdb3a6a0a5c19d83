import type { Run } from './run.ts';
import type { Tool } from './tools.ts';

/** Longer than a timer can be set for: no limit. */
const longestTimerMs = 2 ** 31 - 1;

/** What may end a tool's call before the tool does: its time-out, the person who interjects, the run's abort. Call `close` on every path. */
export class CallLimits {
	readonly #run: Run;
	readonly #tool: Tool;
	#controller: AbortController | undefined;
	#cut: string | undefined;
	readonly #undo: (() => void)[] = [];

	constructor(run: Run, tool: Tool) {
		this.#run = run;
		this.#tool = tool;
	}

	/** Why the call was cut short, in words for the model; nothing while it was not. */
	get cut(): string | undefined {
		return this.#cut;
	}

	/** The signal that a tool is given; made when it is first asked for, which most tools never do. */
	get signal(): AbortSignal {
		this.#controller ??= this.#openController();
		return this.#controller.signal;
	}

	/** Waits for the tool under its limits. A call that was cut short has its grace, and then rejects; `Interrupted` comes of the run's own. */
	async wait<T>(answer: PromiseLike<T>): Promise<T> {
		const { config, graceful, onInterjection } = this.#run;
		const { timeoutMs = config.toolTimeoutMs, onInterjection: manner } = this.#tool;
		const waiter = graceful.fork();
		this.#undo.push(waiter.release);
		const shorten = (why: string) => {
			if (this.#cut !== undefined) return;
			this.#cut = why;
			this.#undo.push(config.clock.after(config.abortGraceMs, () => waiter.fail(new Error(why))));
			this.#controller?.abort(why);
		};
		if (timeoutMs <= longestTimerMs) {
			this.#undo.push(config.clock.after(timeoutMs, () => shorten(`Timed out after ${timeoutMs} ms.`)));
		}
		if (manner === 'cancel') this.#undo.push(onInterjection(() => shorten('Cancelled: the user interjected.')));
		return waiter.wait(answer);
	}

	close(): void {
		for (const undo of this.#undo) undo();
	}

	#openController(): AbortController {
		const { signal } = this.#run;
		const controller = new AbortController();
		if (signal.aborted) controller.abort(signal.reason);
		if (this.#cut !== undefined) controller.abort(this.#cut);
		const passOn = () => controller.abort(signal.reason);
		signal.addEventListener('abort', passOn, { once: true });
		this.#undo.push(() => signal.removeEventListener('abort', passOn));
		return controller;
	}
}
