import { expect, it } from 'vitest';
import { joinArguments } from './join-arguments.ts';

const piece = (index: number, delta: string) => ({ type: 'tool_call_delta', index, delta }) as const;
const word = (delta: string) => ({ type: 'text_delta', index: 0, delta }) as const;

it('neighbouring pieces of one call are one; other calls, text and order stay', () => {
	const start = { type: 'tool_call_start', index: 2, id: 'call_2', name: 'ls' } as const;
	const chunks = [
		word('a'),
		word('b'),
		piece(1, '{"a'),
		piece(1, '":'),
		piece(1, '1}'),
		start,
		piece(2, '{'),
		piece(1, ' '),
	];
	expect(joinArguments([...chunks, piece(1, '\n'), word('c'), piece(1, ' ')])).toEqual([
		word('a'),
		word('b'),
		piece(1, '{"a":1}'),
		start,
		piece(2, '{'),
		piece(1, ' \n'),
		word('c'),
		piece(1, ' '),
	]);
});

it('what has nothing to join is what it was', () => {
	expect(joinArguments([])).toEqual([]);
	expect(joinArguments([piece(0, '{}')])).toEqual([piece(0, '{}')]);
});
