import { expect, it } from 'vitest';
import { helpText, isCommand, readTypedLine, unknownText } from './typed-line.ts';

const names = ['review', 'deploy'];

it.each([
	['', { kind: 'nothing' }],
	['  \t', { kind: 'nothing' }],
	['hello /review', { kind: 'prompt', text: 'hello /review' }],
	['/review', { kind: 'command', name: 'review', args: '' }],
	['/review  src/a.ts  and more ', { kind: 'command', name: 'review', args: 'src/a.ts  and more' }],
	['/help', { kind: 'help' }],
	['/commands now', { kind: 'help' }],
	['/quit', { kind: 'leave' }],
	['/exit', { kind: 'leave' }],
	['/reveiw src', { kind: 'unknown', name: 'reveiw', meant: 'review' }],
	['/hlep', { kind: 'unknown', name: 'hlep', meant: 'help' }],
	['/constructor', { kind: 'unknown', name: 'constructor' }],
	['/usr/bin/env is missing', { kind: 'prompt', text: '/usr/bin/env is missing' }],
	['/ alone', { kind: 'prompt', text: '/ alone' }],
	['//review', { kind: 'prompt', text: '/review' }],
	[' /review', { kind: 'prompt', text: ' /review' }],
])('%j is read as %j', (line, read) => {
	expect(readTypedLine(line, names)).toEqual(read);
});

it('only a line that may be a command needs to know the commands', () => {
	expect(['/x', '/x y', 'x', '//x', '/a/b', ' /x'].map(isCommand)).toEqual([true, true, false, false, false, false]);
});

it('what is unknown is told with what was meant, and how it is said all the same', () => {
	expect(unknownText({ kind: 'unknown', name: 'reveiw', meant: 'review' })).toBe(
		'There is no command /reveiw. Did you mean /review? /help lists them; //reveiw is said to the model as it is.',
	);
});

it('the list names who a command is from', () => {
	const review = {
		name: 'review',
		description: 'Looks a file over',
		argumentHint: 'FILE',
		plugin: 'p',
		kind: 'prompt',
	} as const;
	expect(helpText([review])).toBe(
		[
			'/help         this list; /commands too',
			'/quit         leaves; /exit and Ctrl-D too',
			'/review FILE  Looks a file over (p)',
		].join('\n'),
	);
});
