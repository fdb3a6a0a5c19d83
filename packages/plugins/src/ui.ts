import { isRecord, kindOf } from '@myelin/core';
import type { HookScope, Question, QuestionAsker } from '@myelin/session';
import { cutText } from './cut-text.ts';
import type { Ui } from './plugin.ts';

/** Whether a person had a say in what a hook answers: `user` if one answered, `default` if nobody did. */
export type Heard = 'user' | 'default' | undefined;

/** Who asks, whom, and who hears of what came of it. */
export interface UiPorts {
	readonly plugin: string;
	/** Without it there is nobody to ask. */
	readonly questions: QuestionAsker | undefined;
	/** Its signal ends the wait for an answer. */
	scope(): HookScope;
	heard(what: NonNullable<Heard>): void;
}

/** What a plugin asks a person with. What is no question throws `TypeError`. */
export function createUi({ plugin, questions, scope, heard }: UiPorts): Ui {
	const ask = async (question: Question): Promise<unknown> => {
		if (questions === undefined) {
			heard('default');
			return question.default;
		}
		const { value, by } = await questions.ask(question, scope());
		heard(by === 'default' ? 'default' : 'user');
		return value;
	};
	return {
		async confirm(asked) {
			const { default: given = false } = asked;
			return (await ask({ kind: 'confirm', ...headOf(plugin, asked), default: given === true })) === true;
		},
		async select(asked) {
			const question: Question = { kind: 'select', ...headOf(plugin, asked), ...choiceOf(asked) };
			return (await ask(question)) as string | undefined;
		},
		async input(asked) {
			const { placeholder, default: given } = asked;
			const question: Question = {
				kind: 'input',
				...headOf(plugin, asked),
				...(placeholder === undefined ? {} : { placeholder: String(placeholder) }),
				...(given === undefined ? {} : { default: String(given) }),
			};
			return (await ask(question)) as string | undefined;
		},
	};
}

function headOf(plugin: string, asked: { readonly title: string; readonly message?: string }) {
	if (!isRecord(asked) || typeof asked.title !== 'string' || asked.title === '')
		throw new TypeError(`the title of a question is ${kindOf((asked as { title?: unknown } | undefined)?.title)}`);
	const { title, message } = asked;
	return message === undefined
		? { plugin, title: cutText(title) }
		: { plugin, title: cutText(title), message: cutText(String(message)) };
}

function choiceOf({ options, default: given }: Parameters<Ui['select']>[0]) {
	if (!Array.isArray(options) || options.length === 0)
		throw new TypeError(`the options of a choice are ${kindOf(options)}; give a list with something in it`);
	const odd = options.find((option) => typeof option?.value !== 'string');
	if (odd !== undefined) throw new TypeError(`an option is { value, label? }, and one is ${kindOf(odd)}`);
	const copies = options.map(({ value, label }) => (label === undefined ? { value } : { value, label: String(label) }));
	if (given === undefined) return { options: copies };
	if (copies.some(({ value }) => value === given)) return { options: copies, default: given };
	throw new TypeError(`the default of a choice is one of its values, and ${kindOf(given)} is none`);
}
