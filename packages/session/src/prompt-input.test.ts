import { fakeClock, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { noHooks } from './hooks.ts';
import { digestOf, inputFault, wellFormed } from './prompt-input.ts';
import { Session } from './session.ts';
import type { SessionStore } from './store.ts';
import { memoryStore } from './stores/memory.ts';

const image = { type: 'image', mimeType: 'image/png', data: 'AA==' } as const;
const text = (said: string) => ({ type: 'text', text: said }) as const;

it('nobody says nothing at all', () => {
	const empty = 'something must be said, and the text is empty';
	expect(['', ' \n\t', [], [text(' ')], { messages: [] }].map(inputFault)).toEqual(Array(5).fill(empty));
	expect(['x', [text(''), text('x')], [image]].map(inputFault)).toEqual([undefined, undefined, undefined]);
});

it('a person says no thoughts and calls no tools', () => {
	const call = { type: 'tool_call', id: 'c', name: 'bash', args: {} } as const;
	expect(inputFault([text('x'), call])).toBe("a tool_call block is a model's to say; give text and images");
	expect(inputFault([{ type: 'thinking', thinking: 'hm' }])).toBe(
		"a thinking block is a model's to say; give text and images",
	);
});

it('a person says nothing that JSON cannot hold', () => {
	expect(inputFault([{ ...text('x'), v: 10n } as never])).toBe(
		'what JSON cannot hold cannot be said: it[0].v is a BigInt; give a number or a text',
	);
});

it('halves of characters are replaced before anybody hears them', () => {
	expect(wellFormed('a\ud800b\udc00\u{1f600}')).toBe('a\ufffdb\ufffd\u{1f600}');
	expect(wellFormed([text('\udfff'), image])).toEqual([text('\ufffd'), image]);
	const message = { id: 'm1', role: 'user', timestamp: 1, content: [text('\ud800')] } as const;
	expect(wellFormed({ messages: [message] })).toEqual({ messages: [{ ...message, content: [text('\ufffd')] }] });
});

it('a digest is that of the content, however it is given', () => {
	const message = { id: 'm1', role: 'user', timestamp: 1, content: [text('hi')] } as const;
	expect(digestOf('hi')).toBe(digestOf([text('hi')]));
	expect(digestOf('hi')).toBe(digestOf({ messages: [message] }));
	expect(digestOf('hi')).not.toBe(digestOf('hi '));
	expect(digestOf('hi')).toMatch(/^[\w-]{16}$/);
});

async function sessionOn(store: SessionStore, answers: readonly string[]) {
	const model = scriptedModel(answers.map((answer) => saying(answer)));
	const models = { list: () => [model], find: () => model, defaultModel: () => model };
	const ports = { hooks: noHooks, models, tools: { tools: () => [] }, clock: fakeClock() };
	const isKept = (await store.list()).length > 0;
	return isKept ? Session.open(store, 's1', ports) : Session.create(store, { id: 's1', cwd: '/' }, ports);
}

describe('a promptId', () => {
	it('under which something else was asked is refused: during its run, after it, and in the next process', async () => {
		const store = memoryStore();
		const session = await sessionOn(store, ['one', 'two']);
		const first = session.prompt('hello', { promptId: 'p1' });
		await expect(session.prompt('other', { promptId: 'p1' })).rejects.toMatchObject({
			code: 'PROMPT_MISMATCH',
			message: 'prompt p1 was asked before with another text: ask again with the same, or under a new id',
		});
		const outcome = await first;
		await expect(session.prompt('other', { promptId: 'p1' })).rejects.toMatchObject({ code: 'PROMPT_MISMATCH' });
		expect(await session.prompt('hello', { promptId: 'p1' })).toEqual(outcome);
		await session.close();
		const again = await sessionOn(store, []);
		await expect(again.prompt('other', { promptId: 'p1' })).rejects.toMatchObject({ code: 'PROMPT_MISMATCH' });
		expect(await again.prompt('hello', { promptId: 'p1' })).toEqual(outcome);
	});

	it('that was refused may be used with other words', async () => {
		const session = await sessionOn(memoryStore(), ['one', 'two']);
		const first = session.prompt('hello', { promptId: 'p1' });
		await expect(session.prompt('and?', { promptId: 'p2' })).rejects.toMatchObject({ code: 'SESSION_BUSY' });
		await first;
		expect(await session.prompt('and then?', { promptId: 'p2' })).toMatchObject({
			promptId: 'p2',
			runId: expect.any(String),
		});
	});

	it('is not looked at where nothing is said: that is refused as it is', async () => {
		const session = await sessionOn(memoryStore(), []);
		await expect(session.prompt(' ')).rejects.toThrow(new TypeError('something must be said, and the text is empty'));
		expect(() => session.steer('')).toThrow(TypeError);
		expect(() => session.followUp([])).toThrow(TypeError);
	});
});
