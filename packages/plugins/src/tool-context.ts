import type { QuestionAsker, SessionToolContext } from '@myelin/session';
import { CallContext } from './hook-context.ts';
import type { ToolContext } from './plugin.ts';
import type { Reports } from './reports.ts';

/** What a plugin's tool is given: what the session gives it, and a voice on the session's stream. */
export function toolContext(
	plugin: string,
	context: SessionToolContext,
	{ reports, questions }: { readonly reports: Reports; readonly questions: QuestionAsker | undefined },
): ToolContext {
	const { sessionId, cwd, signal } = context;
	const scope = { sessionId, cwd, signal, report: reports.say.bind(undefined, sessionId) };
	const voice = new CallContext(scope, plugin, questions);
	return {
		...context,
		get notify() {
			return voice.notify;
		},
		get ui() {
			return voice.ui;
		},
	};
}
