import { fakeClock } from '@myelin/core/testing';
import { expect, it } from 'vitest';
import { liveScreen } from './screen.ts';
import { columnsOf, wrapText } from './wrap-text.ts';

/** A terminal as far as a screen uses one: line breaks, up, and erasing to the end. */
function terminal(columns = 20, rows = 10) {
	const lines = [''];
	let row = 0;
	const feed = (piece: string) => {
		if (piece === '\n') {
			row++;
			lines[row] ??= '';
			return;
		}
		const up = piece.endsWith('A') && piece.startsWith('\u001b[') ? Number(piece.slice(2, -1)) : 0;
		if (up > 0) row = Math.max(0, row - up);
		else if (piece === '\u001b[J') lines.splice(row, lines.length, '');
		else if (piece !== '\r') lines[row] += piece;
	};
	return {
		columns,
		rows,
		write: (text: string) => {
			// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal is told
			for (const piece of text.match(/\u001b\[\d*[A-Z]|\n|\r|[^\u001b\n\r]+/g) ?? []) feed(piece);
		},
		get shown() {
			return lines.join('\n');
		},
	};
}

it('finished lines stay above what is in progress, which is drawn anew in its place', async () => {
	const [output, clock] = [terminal(), fakeClock()];
	const screen = liveScreen(output, false, clock);
	screen.live(() => [{ text: 'wor' }]);
	await clock.advance(33);
	expect(output.shown).toBe('wor\n');
	screen.live(() => [{ text: 'working\non it' }]);
	await clock.advance(33);
	screen.print([{ text: 'done one' }]);
	expect(output.shown).toBe('done one\nworking\non it\n');
	screen.live(() => []);
	screen.print([{ text: 'done two' }]);
	expect(output.shown).toBe('done one\ndone two\n');
});

it('what is in progress is built once a frame, however often it changes', async () => {
	const [output, clock] = [terminal(), fakeClock()];
	const screen = liveScreen(output, false, clock);
	let built = 0;
	for (let change = 0; change < 1000; change++) {
		screen.live(() => {
			built++;
			return [{ text: String(change) }];
		});
	}
	await clock.advance(33);
	expect([built, output.shown]).toEqual([1, '999\n']);
});

it('what is in progress never fills more rows than can be drawn anew, also in wide characters', async () => {
	const [output, clock] = [terminal(11, 6), fakeClock()];
	const screen = liveScreen(output, false, clock);
	screen.live(() => [{ text: '一二三四五六七八九十一二三四五六七八九十' }]);
	await clock.advance(33);
	expect(output.shown).toBe('六七八九十\n一二三四五\n六七八九十\n');
	screen.live(() => []);
	await clock.advance(33);
	expect(output.shown).toBe('');
});

it('a line that is typed stays below what is in progress, and above it once it is entered', async () => {
	const [output, clock] = [terminal(), fakeClock()];
	const typed = { getCursorPos: () => ({ rows: 0 }), prompt: () => output.write('\r› hel') };
	const screen = liveScreen(output, false, clock, typed);
	screen.live(() => [{ text: 'working' }]);
	await clock.advance(33);
	expect(output.shown).toBe('working\n› hel');
	typed.prompt = () => output.write('\r› ');
	output.write('lo\n');
	screen.typed('› hello');
	expect(output.shown).toBe('› hello\nworking\n› ');
});

it('a text takes as many columns as a terminal gives it', () => {
	expect(['a', 'é', '語', '🚀', '\u0301', '\u200d'].map(columnsOf)).toEqual([1, 1, 2, 2, 0, 0]);
	expect(wrapText('ab語cd\n\nx', 4)).toEqual(['ab語', 'cd', '', 'x']);
});
