import type { HookScope, QuestionAsker } from '@myelin/session';
import { CallContext } from './hook-context.ts';
import type { HookContext } from './plugin.ts';
import type { Reports } from './reports.ts';
import type { Heard } from './ui.ts';

/** What a plugin says to the person before a session, and asks of one, outside any hook. */
export interface Voice extends Pick<HookContext, 'notify' | 'ui'> {
	/** Whether a person was asked, and whether one answered. */
	readonly heard: Heard;
}

/** A plugin's voice on a session's stream; the scope's signal ends its questions. */
export function createVoice(
	plugin: string,
	{ sessionId, cwd, signal }: Omit<HookScope, 'report'>,
	{ reports, questions }: { readonly reports: Reports; readonly questions: QuestionAsker | undefined },
): Voice {
	const scope = { sessionId, cwd, signal, report: reports.say.bind(undefined, sessionId) };
	const context = new CallContext(scope, plugin, questions);
	return {
		get notify() {
			return context.notify;
		},
		get ui() {
			return context.ui;
		},
		get heard() {
			return CallContext.heard(context);
		},
	};
}
