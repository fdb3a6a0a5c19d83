import type { AskHandler, UiAskParams } from '@myelin/client';
import type { Coloured } from './terminal/screen.ts';
import { visible } from './terminal/wrap-text.ts';

/** What asking a person at a terminal needs. */
export interface QuestionPorts {
	print(lines: readonly Coloured[]): void;
	/** The line that the person types next; nothing when it is not wanted any longer, or at the end of input. */
	answer(signal: AbortSignal): Promise<string | undefined>;
}

/** Asks whoever sits at the terminal, again until it is an answer; an empty line is the default, where there is one. */
export function askAtTerminal({ print, answer }: QuestionPorts): AskHandler {
	return async (question, { signal }) => {
		print(shown(question));
		for (;;) {
			const line = await answer(signal);
			if (line === undefined) return undefined;
			const value = readAnswer(question, line.trim());
			if (value !== undefined) return value;
			print([{ text: hint(question), colour: 33 }]);
		}
	};
}

/** What a typed line means as an answer; nothing if it is none. */
export function readAnswer(question: UiAskParams, line: string): boolean | string | undefined {
	switch (question.kind) {
		case 'confirm':
			if (/^y(es)?$/i.test(line)) return true;
			if (/^no?$/i.test(line)) return false;
			return line === '' ? question.default : undefined;
		case 'select': {
			const options = question.options ?? [];
			if (line === '') return question.default;
			return (options.find(({ value }) => value === line) ?? options[Number(line) - 1])?.value;
		}
		case 'input':
			return line === '' ? (question.default ?? '') : line;
	}
}

function shown(question: UiAskParams): readonly Coloured[] {
	const { plugin, title, message, options = [] } = question;
	const lines = [
		`? ${plugin} asks: ${title}`,
		...(message === undefined ? [] : [message]),
		...options.map(({ value, label = value }, place) => `  ${place + 1} ${label}`),
		hint(question),
	];
	return lines.map((text) => ({ text: visible(text), colour: 33 }));
}

function hint({ kind, default: byDefault, options = [] }: UiAskParams): string {
	const otherwise = byDefault === undefined ? '' : `; just Enter is ${shownValue(byDefault)}`;
	switch (kind) {
		case 'confirm':
			return `  type y or n${otherwise}`;
		case 'select':
			return `  type a number from 1 to ${options.length}${otherwise}`;
		case 'input':
			return `  type an answer${otherwise}`;
	}
}

function shownValue(value: boolean | string): string {
	if (typeof value === 'string') return JSON.stringify(value);
	return value ? 'yes' : 'no';
}
