import type { JsonObject } from '@myelin/plugins';
import { describe, expect, it } from 'vitest';
import { user } from '../testing/read-model.ts';
import { sampleTools } from '../testing/sample-tools.ts';
import { planFor } from './plan.ts';

function planned(prompt: string, tools = sampleTools) {
	return planFor({ systemPrompt: '', messages: [user(prompt)], tools, thinkingLevel: 'off' });
}

function calls(prompt: string, tools = sampleTools): string[] {
	return planned(prompt, tools).calls.map((call) => `${call.name} ${JSON.stringify(call.args)}`);
}

function toolOf(properties: JsonObject, required: string[]) {
	return [
		{ name: 'send_greeting', description: 'Send a greeting.', jsonSchema: { type: 'object', properties, required } },
	];
}

describe('a tool is chosen by the words of the prompt', () => {
	it.each([
		['open package.json and tell me its name', 'open_file {"path":"package.json"}'],
		['What does LICENSE say?', 'open_file {"path":"LICENSE"}'],
		['please read `src/main.ts`.', 'open_file {"path":"src/main.ts"}'],
		['list the files here', 'folder_list {}'],
		['which files are in src/?', 'folder_list {"folder":"src/"}'],
		['list the folder src', 'folder_list {"folder":"src"}'],
		['run `npm test`', 'shell {"command":"npm test"}'],
		['run npm test', 'shell {"command":"npm test"}'],
		['count the words of the quick brown fox', 'word_count {"text":"the quick brown fox"}'],
		['Count the words in "to be or not to be"!', 'word_count {"text":"to be or not to be"}'],
		['word_count: a b c', 'word_count {"text":"a b c"}'],
		['open a.txt with a limit of 5', 'open_file {"path":"a.txt","limit":5}'],
	])('%s', (prompt, call) => {
		expect(calls(prompt)).toEqual([call]);
	});

	it.each(['hello', 'what is the word for hello?', 'who are you?', '', 'then', '"read a.txt"'])(
		'none for: %s',
		(prompt) => {
			expect(calls(prompt)).toEqual([]);
		},
	);

	it('once for each file named', () => {
		expect(calls('open a.txt and b/c.md')).toEqual(['open_file {"path":"a.txt"}', 'open_file {"path":"b/c.md"}']);
	});

	it('and asked for what it needs when the prompt does not say it', () => {
		expect(planned('read me a story').text).toBe(
			'I would use open_file, but the prompt does not say its path. Say it like this: open_file path="…"',
		);
	});

	it('among none, without trouble', () => {
		expect(planned('open a.txt', []).text).toContain('No tools are offered');
	});
});

describe('calls that are spelled out', () => {
	it.each([
		['open_file path="READ ME.md"', ['open_file {"path":"READ ME.md"}']],
		['open_file path=a.txt limit=5 please', ['open_file {"path":"a.txt","limit":5}']],
		['call shell(command=\'echo "hi"\')', ['shell {"command":"echo \\"hi\\""}']],
		['open_file path="a" and folder_list folder=b', ['open_file {"path":"a"}', 'folder_list {"folder":"b"}']],
		['shell command="echo a; then open_file path=b"', ['shell {"command":"echo a; then open_file path=b"}']],
		['word_count text="a\\nb"', ['word_count {"text":"a\\nb"}']],
		['word_count text=12', ['word_count {"text":"12"}']],
		['word_count text="12" deep=true level=-1.5', ['word_count {"text":"12","deep":true,"level":-1.5}']],
	])('%s', (prompt, expected) => {
		expect(calls(prompt)).toEqual(expected);
	});

	it('are those of offered tools only', () => {
		expect(calls('launch path="a"', [])).toEqual([]);
	});
});

describe('arguments are filled by the schema', () => {
	it.each([
		[
			'an enum by what is mentioned, else the first',
			{ tone: { enum: ['warm', 'cold'] } },
			'send a cold greeting',
			{ tone: 'cold' },
		],
		['a default', { tone: { type: 'string', default: 'warm' } }, 'send a greeting', { tone: 'warm' }],
		['a constant', { tone: { const: 'warm' } }, 'send a greeting', { tone: 'warm' }],
		['a number', { times: { type: 'integer' } }, 'send 3 greetings', { times: 3 }],
		['a flag', { loud: { type: 'boolean' } }, 'send a greeting', { loud: true }],
		[
			'a URL',
			{ url: { type: 'string' } },
			'send a greeting to https://example.com/a?b=c.',
			{ url: 'https://example.com/a?b=c.' },
		],
		[
			'a list of what is quoted',
			{ names: { type: 'array' } },
			'send greetings to "Ann" and "Bob"',
			{ names: ['Ann', 'Bob'] },
		],
		['a list of plain words', { names: { type: 'array' } }, 'send greetings to Ann and Bob', { names: ['Ann', 'Bob'] }],
		['a type among several', { name: { type: ['null', 'integer'] } }, 'send greeting 7', { name: 7 }],
	] as const)('%s', (_, properties, prompt, args) => {
		const [call] = planned(prompt, toolOf(properties, Object.keys(properties))).calls;
		expect(call?.args).toEqual(args);
	});

	it('two strings from two quotations', () => {
		const tools = toolOf({ from: { type: 'string' }, to: { type: 'string' } }, ['from', 'to']);
		expect(calls('send a greeting from "Ann" to "Bob"', tools)).toEqual(['send_greeting {"from":"Ann","to":"Bob"}']);
	});

	it('survives a schema without anything', () => {
		const tools = [{ name: 'greet', description: '', jsonSchema: {} }];
		expect(calls('greet everybody', tools)).toEqual(['greet {}']);
	});
});
