import { kindOf } from '@myelin/core';
import type { HookScope, QuestionAsker } from '@myelin/session';
import { cutText } from './cut-text.ts';
import type { HookContext } from './plugin.ts';
import { createUi, type Heard } from './ui.ts';

/**
 * The context of one call. Most hooks look at little of it: the signal, `notify` and `ui` are made when they are first read. A hook may take
 * it apart, so that nothing of it needs `this`.
 */
export class CallContext implements HookContext {
	readonly sessionId: string;
	readonly cwd: string;
	readonly #scope: HookScope;
	readonly #plugin: string;
	readonly #questions: QuestionAsker | undefined;
	#heard: Heard;
	#own: AbortController | undefined;
	#follow: (() => void) | undefined;
	#abandoned: { readonly reason: unknown } | undefined;

	constructor(scope: HookScope, plugin: string, questions: QuestionAsker | undefined) {
		this.sessionId = scope.sessionId;
		this.cwd = scope.cwd;
		this.#scope = scope;
		this.#plugin = plugin;
		this.#questions = questions;
	}

	get signal(): AbortSignal {
		this.#own ??= this.#open();
		return this.#own.signal;
	}

	get notify(): HookContext['notify'] {
		const { report } = this.#scope;
		return (message, level = 'info') => {
			assertNotice(message, level);
			report({ type: 'notice', level, message: cutText(message) });
		};
	}

	get ui(): HookContext['ui'] {
		return createUi({
			plugin: this.#plugin,
			questions: this.#questions,
			scope: () => ({ ...this.#scope, signal: this.signal }),
			heard: (what) => {
				this.#heard = what;
			},
		});
	}

	/** Whether the call asked a person, and whether one answered. */
	static heard(context: CallContext): Heard {
		return context.#heard;
	}

	/** A person was asked for the call of this context, and answered or did not, elsewhere than through its `ui`. */
	static hear(context: HookContext, what: NonNullable<Heard>): void {
		if (context instanceof CallContext) context.#heard = what;
	}

	/** The call is over and was answered: the run can no longer abort its signal. */
	static release(context: CallContext): void {
		if (context.#follow !== undefined) context.#scope.signal.removeEventListener('abort', context.#follow);
	}

	/** Nobody waits for the answer any longer: aborts the signal. */
	static abandon(context: CallContext, reason: unknown): void {
		CallContext.release(context);
		context.#abandoned = { reason };
		context.#own?.abort(reason);
	}

	#open(): AbortController {
		const controller = new AbortController();
		const run = this.#scope.signal;
		if (this.#abandoned !== undefined) controller.abort(this.#abandoned.reason);
		else if (run.aborted) controller.abort(run.reason);
		else {
			this.#follow = () => controller.abort(run.reason);
			run.addEventListener('abort', this.#follow, { once: true });
		}
		return controller;
	}
}

function assertNotice(message: unknown, level: unknown): void {
	if (typeof message !== 'string' || message === '')
		throw new TypeError(`the message of a notice is ${kindOf(message)}; say a text`);
	if (level !== 'info' && level !== 'warning')
		throw new TypeError(`the level of a notice is ${kindOf(level)}; it is info or warning`);
}
