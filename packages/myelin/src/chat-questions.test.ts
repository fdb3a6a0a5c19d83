import type { UiAskParams } from '@myelin/client';
import { expect, it } from 'vitest';
import { askAtTerminal, readAnswer } from './chat-questions.ts';

const about = { questionId: 'q', sessionId: 's', plugin: 'guard', title: 'Delete build?' };
const confirm: UiAskParams = { ...about, kind: 'confirm', default: false };
const options = [{ value: 'a', label: 'The first' }, { value: 'b' }];
const select: UiAskParams = { ...about, kind: 'select', options };
const input: UiAskParams = { ...about, kind: 'input', default: 'main' };

it('a typed line is an answer where it can be one', () => {
	expect(['y', 'YES', 'n', 'no', '', 'maybe'].map((line) => readAnswer(confirm, line))).toEqual([
		true,
		true,
		false,
		false,
		false,
		undefined,
	]);
	expect(['1', '2', 'b', '3', '0', '', 'x'].map((line) => readAnswer(select, line))).toEqual([
		'a',
		'b',
		'b',
		undefined,
		undefined,
		undefined,
		undefined,
	]);
	expect(['', 'dev'].map((line) => readAnswer(input, line))).toEqual(['main', 'dev']);
	expect(readAnswer({ ...about, kind: 'input' }, '')).toBe('');
});

it('a question is shown with all that can be answered, asked again until it is, and left to others at the end of input', async () => {
	const printed: string[] = [];
	const typed = ['5', '2'];
	const ask = askAtTerminal({
		print: (lines) => printed.push(...lines.map(({ text }) => text)),
		answer: async () => typed.shift(),
	});
	const context = { signal: new AbortController().signal };
	expect(await ask(select, context)).toBe('b');
	expect(printed).toEqual([
		'? guard asks: Delete build?',
		'  1 The first',
		'  2 b',
		'  type a number from 1 to 2',
		'  type a number from 1 to 2',
	]);
	expect(await ask(confirm, context)).toBeUndefined();
	expect(printed.at(-1)).toBe('  type y or n; just Enter is no');
});
