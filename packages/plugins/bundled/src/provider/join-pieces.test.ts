import { expect, it } from 'vitest';
import { joinPieces } from './join-pieces.ts';

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
	expect(joinPieces([...chunks, piece(1, '\n'), word('c'), piece(1, ' ')])).toEqual([
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
	expect(joinPieces([])).toEqual([]);
	expect(joinPieces([piece(0, '{}')])).toEqual([piece(0, '{}')]);
});

it('text and thinking come word by word up to 64 pieces a read, and as one above', () => {
	const words = (count: number) => Array.from({ length: count }, () => word('ab'));
	expect(joinPieces(words(64))).toEqual(words(64));
	expect(joinPieces(words(65))).toEqual([word('ab'.repeat(65))]);
	const thought = { type: 'thinking_delta', index: 0, delta: 'hm' } as const;
	const other = { type: 'text_delta', index: 1, delta: 'c' } as const;
	expect(joinPieces([thought, thought, ...words(63), other, word('z')])).toEqual([
		{ type: 'thinking_delta', index: 0, delta: 'hmhm' },
		word('ab'.repeat(63)),
		other,
		word('z'),
	]);
});
