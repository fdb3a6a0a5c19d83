import type { Message } from '@myelin/core';
import { describe, expect, it } from 'vitest';
import { textTokens } from './estimate.ts';
import { middleLeftOut, shortForm } from './shorten.ts';

const common = { id: 'm1', timestamp: 0 };
const text = (value: string) => ({ type: 'text', text: value }) as const;

describe('the short form', () => {
	it('of a tool’s answer has its beginning and its end, in any script, and a word instead of an image', () => {
		for (const char of ['a', '会', '😀']) {
			const long = `begin ${char.repeat(20_000)} end`;
			const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
			const message: Message = {
				...common,
				role: 'tool',
				toolCallId: 'c',
				toolName: 'read',
				isError: false,
				content: [text(long), image],
			};
			const [short, word] = shortForm(message).content as [{ text: string }, unknown];
			expect(short.text).toMatch(/^begin .+\n\[… \d+ characters left out …\]\n.+ end$/);
			expect(Buffer.from(short.text).toString()).toBe(short.text);
			expect(textTokens(short.text)).toBeLessThan(560);
			expect(word).toEqual(text('[an image that was shown here before]'));
		}
	});

	it('of a call keeps what its arguments are named, and shortens long texts however deep', () => {
		const args = { path: 'a.ts', edits: [{ text: 'a'.repeat(10_000), line: 3 }] };
		const call = { type: 'tool_call', id: 'c', name: 'edit', args } as const;
		const message: Message = { ...common, role: 'assistant', model: { provider: 't', id: 'm' }, content: [call] };
		expect(shortForm(message).content[0]).toMatchObject({
			args: { path: 'a.ts', edits: [{ text: expect.stringContaining('characters left out'), line: 3 }] },
		});
	});

	it('of what a model said is the same, and of a person’s text only a very long one is another', () => {
		const answer: Message = {
			...common,
			role: 'assistant',
			model: { provider: 't', id: 'm' },
			content: [text('a'.repeat(50_000))],
		};
		expect(shortForm(answer)).toBe(answer);
		const person: Message = { ...common, role: 'user', content: [text('a'.repeat(9_000))] };
		expect(shortForm(person)).toBe(person);
		const pasted: Message = { ...common, role: 'user', content: [text('a'.repeat(50_000))] };
		expect(shortForm(pasted)).not.toBe(pasted);
	});

	it('is the same message every time', () => {
		const message: Message = { ...common, role: 'user', content: [text('a'.repeat(50_000))] };
		expect(shortForm(message)).toBe(shortForm(message));
	});

	it('never cuts a code point', () => {
		for (let tokens = 1; tokens < 40; tokens++)
			expect(middleLeftOut('😀'.repeat(100), tokens)).not.toMatch(/[\ud800-\udfff]/u);
	});
});
