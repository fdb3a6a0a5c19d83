import type { HookScope } from '@myelin/session';
import { cutText } from './cut-text.ts';
import type { HookContext } from './plugin.ts';

/** A hook's context, and how the host ends it. */
export interface OwnedContext extends HookContext {
	/** The call is over and was answered: the run can no longer abort its signal. */
	release(): void;
	/** Nobody waits for the answer any longer: aborts the signal. */
	abandon(reason: unknown): void;
}

/** The context of one call. Its signal is made when it is first read: most hooks never look at it. */
export function createHookContext({ sessionId, cwd, signal: run, report }: HookScope): OwnedContext {
	let own: AbortController | undefined;
	let abandoned: { reason: unknown } | undefined;
	const follow = () => own?.abort(run.reason);
	const open = (): AbortController => {
		const controller = new AbortController();
		if (abandoned !== undefined) controller.abort(abandoned.reason);
		else if (run.aborted) controller.abort(run.reason);
		else run.addEventListener('abort', follow, { once: true });
		return controller;
	};
	const release = () => run.removeEventListener('abort', follow);
	return {
		sessionId,
		cwd,
		get signal() {
			own ??= open();
			return own.signal;
		},
		notify: (message, level = 'info') => report({ type: 'notice', level, message: cutText(String(message)) }),
		release,
		abandon(reason) {
			release();
			abandoned = { reason };
			own?.abort(reason);
		},
	};
}
