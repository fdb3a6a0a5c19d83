import type { QuestionAsker, SessionToolContext } from '@myelin/session';
import type { ToolContext } from './plugin.ts';
import type { Reports } from './reports.ts';
import { createVoice } from './voice.ts';

/** What a plugin's tool is given: what the session gives it, and a voice on the session's stream. */
export function toolContext(
	plugin: string,
	context: SessionToolContext,
	ports: { readonly reports: Reports; readonly questions: QuestionAsker | undefined },
): ToolContext {
	const voice = createVoice(plugin, context, ports);
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
