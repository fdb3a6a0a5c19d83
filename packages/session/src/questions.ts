import type { QuestionOption } from './events.ts';
import type { HookScope } from './hooks.ts';

/** What whoever interferes wants to know from a person. */
export type Question = {
	/** Who asks. */
	readonly plugin: string;
	readonly title: string;
	readonly message?: string;
} & (
	| { readonly kind: 'confirm'; readonly default: boolean }
	/** One of the options; `default` is the value of one. */
	| { readonly kind: 'select'; readonly options: readonly QuestionOption[]; readonly default?: string }
	| { readonly kind: 'input'; readonly placeholder?: string; readonly default?: string }
);

/** How a question ended: `value` is absent where nobody answered and there is no default. */
export interface QuestionOutcome {
	readonly value?: boolean | string;
	/** The client that answered, or `default`. */
	readonly by: string;
}

/**
 * Asks the people before a session; those who know them implement it. Tells the session of the question and of its end
 * (`ui_request`, `ui_resolved`). Never rejects and never outlasts the scope's signal: where nobody answers, the default holds.
 */
export interface QuestionAsker {
	ask(question: Question, scope: HookScope): Promise<QuestionOutcome>;
}
