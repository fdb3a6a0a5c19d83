import type { Question, QuestionAsker } from '@myelin/session';

/** A person who answers by a script. */
export interface ScriptedPerson extends QuestionAsker {
	/** What was asked, in order. */
	readonly asked: readonly Question[];
}

/** A person who gives these answers, one to each question; with `undefined`, and when there are no more, the default holds. */
export function scriptedPerson(answers: readonly (boolean | string | undefined)[]): ScriptedPerson {
	const asked: Question[] = [];
	return {
		asked,
		async ask(question) {
			const value = answers[asked.length];
			asked.push(question);
			if (value !== undefined) return { value, by: 'the person' };
			return question.default === undefined ? { by: 'default' } : { value: question.default, by: 'default' };
		},
	};
}
