import { type Block, type Model, type ModelChunk, ModelError, type ModelMessage, textContent } from '@myelin/plugins';
import { describe, expect, it } from 'vitest';
import { assistant, readModel, toolAnswer, user } from '../testing/read-model.ts';
import { sampleTools as tools } from '../testing/sample-tools.ts';
import { createDemoModel } from './model.ts';

const anew = new AbortController().signal;

async function answer(messages: readonly ModelMessage[], options: { model?: Model; think?: boolean } = {}) {
	const thinkingLevel = options.think === true ? 'low' : 'off';
	return readModel(options.model ?? createDemoModel(), { messages, tools, thinkingLevel });
}

function callsIn(content: readonly Block[]): string[] {
	return content.flatMap((block) =>
		block.type === 'tool_call' ? [`${block.name} ${JSON.stringify(block.args)}`] : [],
	);
}

/** Plays a whole run: every call is answered by `execute`. Gives what was called, and the last text. */
async function play(prompt: string, execute: (name: string) => { text: string; isError?: boolean }) {
	const messages: ModelMessage[] = [user(prompt)];
	const called: string[] = [];
	for (let turn = 0; turn < 50; turn += 1) {
		const { content, stopReason } = await answer(messages);
		if (stopReason === 'stop') return { called, text: textContent({ content }) };
		called.push(...callsIn(content));
		messages.push(assistant(content));
		for (const block of content) {
			if (block.type !== 'tool_call') continue;
			const { text, isError } = execute(block.name);
			messages.push(toolAnswer(block.id, block.name, text, isError));
		}
	}
	throw new Error('the model never came to an end');
}

describe('the demo model', () => {
	it('says at once what it is when there is nothing to do', async () => {
		const { content, stopReason } = await answer([user('hello')]);
		expect(textContent({ content })).toMatch(/^I am the demo model: a few rules, no network/);
		expect(textContent({ content })).toContain('Offered here: open_file, folder_list, shell, word_count');
		expect(stopReason).toBe('stop');
	});

	it('reads a file and tells the name in it', async () => {
		const file = '{\n  "name": "sheath",\n  "version": "1.2.3",\n  "private": true\n}\n';
		const { called, text } = await play('open package.json and tell me its name and version', () => ({ text: file }));
		expect(called).toEqual(['open_file {"path":"package.json"}']);
		expect(text).toBe('In package.json the name is "sheath" and the version is "1.2.3".');
	});

	it('looks for nothing that belongs to the failure it was asked for', async () => {
		const { text } = await play('open a.txt and tell the port', () => ({ text: 'not twice\nport 80' }));
		expect(text).toBe('In a.txt this line says it: port 80');
		const model = createDemoModel();
		const call = { type: 'tool_call', id: 'c1', name: 'open_file', args: { path: 'a.txt' } } as const;
		const prompt = user('fail with overloaded twice, then open a.txt');
		const messages = [prompt, assistant([call]), toolAnswer('c1', 'open_file', 'not twice\nport 80')];
		for (let nth = 0; nth < 2; nth += 1) await expect(answer(messages, { model })).rejects.toThrow('OVERLOADED');
		expect(textContent(await answer(messages, { model }))).toBe('open_file says:\n\nnot twice\nport 80');
	});

	it.each(['Aborted before it was complete.', '[stopped: the run was aborted]'])(
		'heeds the next prompt after a run that ended in the middle of a call: %s',
		async (cut) => {
			const call = { type: 'tool_call', id: 'c1', name: 'shell', args: { command: 'sleep 60' } } as const;
			const cutOff = [user('run `sleep 60`'), assistant([call]), toolAnswer('c1', 'shell', cut, true)];
			expect(textContent(await answer([...cutOff, user('hello', 'u2')]))).toMatch(/^I am the demo model/);
			const next = await answer([...cutOff, user('open a.txt', 'u2')]);
			expect(callsIn(next.content)).toEqual(['open_file {"path":"a.txt"}']);
			const again = await answer([...cutOff, user('run `sleep 60`', 'u2')]);
			expect(callsIn(again.content)).toEqual(['shell {"command":"sleep 60"}']);
			const messages = [
				...cutOff,
				user('open a.txt', 'u2'),
				assistant(next.content),
				toolAnswer('demo_2', 'open_file', 'hi'),
			];
			expect(textContent(await answer(messages))).toBe('open_file says: hi');
		},
	);

	it('takes the note about an interrupted answer for nobody’s wish', async () => {
		const note = '[The answer above was interrupted before it was complete.]';
		const aborted = assistant([{ type: 'text', text: 'I am' }]);
		const counting = [{ name: 'complete', description: 'Complete an interrupted answer.', jsonSchema: {} }];
		const messages = [user('hello'), aborted, user(note, 'n'), user('who are you?', 'u2')];
		const { content } = await readModel(createDemoModel(), { messages, tools: counting });
		expect(callsIn(content)).toEqual([]);
	});

	it('tells a field out of lines that are no JSON', async () => {
		const { text } = await play('open config.yml: which port?', () => ({ text: 'host: here\nport: 8080\n' }));
		expect(text).toBe('In config.yml the port is 8080.');
	});

	it('tells the reason of a denial', async () => {
		const { text } = await play('run `rm -rf /`', () => ({ text: 'deleting is off in production', isError: true }));
		expect(text).toBe('I could not do that: shell answered “deleting is off in production”');
	});

	it('does one step after another, and hands a result on', async () => {
		const { called, text } = await play('open a.txt, then count the words of it', (name) => ({
			text: name === 'open_file' ? 'one two three' : '3 words',
		}));
		expect(called).toEqual(['open_file {"path":"a.txt"}', 'word_count {"text":"one two three"}']);
		expect(text).toBe('word_count says: 3 words');
	});

	it('stops after a step that failed', async () => {
		const { called } = await play('open a.txt then run `ls`', () => ({ text: 'no', isError: true }));
		expect(called).toEqual(['open_file {"path":"a.txt"}']);
	});

	it('does not call the same twice, so it always ends', async () => {
		const { called } = await play(Array(30).fill('open a.txt').join(' then '), () => ({ text: 'x' }));
		expect(called).toEqual(['open_file {"path":"a.txt"}']);
		const different = Array.from({ length: 30 }, (_, nth) => `open ${nth}/a.txt`).join(' then ');
		expect((await play(different, () => ({ text: 'x' }))).called.length).toBe(8);
	});

	it('follows what is said while it works', async () => {
		const call = { type: 'tool_call', id: 'c1', name: 'open_file', args: { path: 'a.txt' } } as const;
		const messages = [
			user('open a.txt'),
			assistant([call]),
			toolAnswer('c1', 'open_file', 'x'),
			user('no, run `date`', 'u2'),
		];
		expect(callsIn((await answer(messages)).content)).toEqual(['shell {"command":"date"}']);
	});

	it('answers the prompt although a note stands behind it', async () => {
		const messages = [user('open package.json and tell me its name'), user('It is 2026-11-30T12:00:00Z', 'u2')];
		expect(callsIn((await answer(messages)).content)).toEqual(['open_file {"path":"package.json"}']);
	});

	it('thinks when it is asked to, by word or by level', async () => {
		const byWord = await answer([user('think, and open a.txt')]);
		const byLevel = await answer([user('open a.txt')], { think: true });
		expect([byWord, byLevel].map(({ content }) => content.map((block) => block.type))).toEqual([
			['thinking', 'text', 'tool_call'],
			['thinking', 'text', 'tool_call'],
		]);
		expect((await answer([user('open a.txt')])).content.map((block) => block.type)).toEqual(['text', 'tool_call']);
	});

	it('says the same to the same request, chunk for chunk', async () => {
		const hops = async () => {
			const read: (readonly ModelChunk[])[] = [];
			const request = { systemPrompt: '', messages: [user('think, then read a.txt and b.txt')], tools } as const;
			for await (const hop of createDemoModel().stream({ ...request, thinkingLevel: 'off' }, anew)) read.push(hop);
			return read;
		};
		const first = await hops();
		expect(first.flat().filter((chunk) => chunk.type === 'tool_call_start')).toHaveLength(2);
		expect(await hops()).toEqual(first);
	});

	it('streams word by word, arguments in three pieces', async () => {
		const hops: (readonly ModelChunk[])[] = [];
		const request = { systemPrompt: '', messages: [user('open src/a.txt')], tools, thinkingLevel: 'off' } as const;
		for await (const hop of createDemoModel().stream(request, anew)) hops.push(hop);
		expect(hops.slice(0, -1).flat()).toEqual([
			{ type: 'text_delta', index: 0, delta: 'I ' },
			{ type: 'text_delta', index: 0, delta: 'will ' },
			{ type: 'text_delta', index: 0, delta: 'use ' },
			{ type: 'text_delta', index: 0, delta: 'open_file.' },
			{ type: 'tool_call_start', index: 1, id: 'demo_1', name: 'open_file' },
			{ type: 'tool_call_delta', index: 1, delta: '{"path"' },
			{ type: 'tool_call_delta', index: 1, delta: ':"src/a' },
			{ type: 'tool_call_delta', index: 1, delta: '.txt"}' },
		]);
		expect(hops.at(-1)?.map((chunk) => chunk.type)).toEqual(['usage', 'done']);
	});

	it('counts four characters as a token, and costs nothing', async () => {
		const { usage } = await readModel(createDemoModel(), {
			systemPrompt: 'x'.repeat(400),
			messages: [user('y'.repeat(40))],
		});
		expect(usage).toMatchObject({ inputTokens: 110, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 });
	});

	it('never gives two calls of a conversation the same id', async () => {
		const call = { type: 'tool_call', id: 'demo_1', name: 'open_file', args: { path: 'a.txt' } } as const;
		const earlier = [user('open a.txt'), assistant([call]), toolAnswer('demo_1', 'open_file', 'x')];
		const { content } = await answer([
			...earlier,
			assistant([{ type: 'text', text: 'x' }]),
			user('open b.txt and c.txt', 'u2'),
		]);
		expect(content.flatMap((block) => (block.type === 'tool_call' ? [block.id] : []))).toEqual(['demo_2', 'demo_3']);
	});
});

describe('a failure that the prompt asks for', () => {
	it('comes as often as asked, then the prompt is answered', async () => {
		const model = createDemoModel();
		const messages = [user('fail with overloaded twice, and open a.txt')];
		for (const nth of [1, 2]) {
			const failure = await answer(messages, { model }).catch((error: unknown) => error);
			expect(failure).toBeInstanceOf(ModelError);
			expect(failure).toMatchObject({ code: 'OVERLOADED', retryable: true });
			expect((failure as Error).message).toContain(`(${nth} of 2)`);
		}
		expect(callsIn((await answer(messages, { model })).content)).toEqual(['open_file {"path":"a.txt"}']);
	});

	it('is counted per message: another prompt of the same words fails anew', async () => {
		const model = createDemoModel();
		await expect(answer([user('fail with rate limit')], { model })).rejects.toMatchObject({ code: 'RATE_LIMIT' });
		await expect(answer([user('fail with rate limit')], { model })).rejects.toMatchObject({ code: 'RATE_LIMIT' });
	});

	it('is asked for where a clause begins, not wherever the words stand', async () => {
		await expect(answer([user('Hello. Fail with quota')])).rejects.toMatchObject({ code: 'QUOTA' });
		expect((await answer([user('Why do the tests fail with a timeout?')])).stopReason).toBe('stop');
	});

	it('can break a stream that has begun', async () => {
		const seen: ModelChunk[] = [];
		const request = {
			systemPrompt: '',
			messages: [user('fail midway with network')],
			tools,
			thinkingLevel: 'off',
		} as const;
		const reading = (async () => {
			for await (const hop of createDemoModel().stream(request, anew)) seen.push(...hop);
		})();
		await expect(reading).rejects.toMatchObject({ code: 'NETWORK' });
		expect(seen.length).toBeGreaterThan(3);
		expect(seen.some((chunk) => chunk.type === 'done')).toBe(false);
	});
});

describe('slow mode', () => {
	it('waits before each word', async () => {
		const waited: number[] = [];
		const model = createDemoModel({ pause: async (ms) => waited.push(ms) });
		const { hops } = await answer([user('slowly open a.txt')], { model });
		expect(waited).toEqual(Array(hops).fill(80));
	});

	it('ends its wait at once on abort, with the reason given', async () => {
		const abort = new AbortController();
		const request = { systemPrompt: '', messages: [user('slow, please')], tools, thinkingLevel: 'off' } as const;
		const stream = createDemoModel({ delayMs: 1e9 }).stream(request, abort.signal)[Symbol.asyncIterator]();
		const first = stream.next();
		abort.abort(new Error('enough'));
		await expect(first).rejects.toThrow('enough');
	});
});
