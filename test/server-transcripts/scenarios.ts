import type { ModelChunk } from '@myelin/core';
import type { Surroundings } from './scripted-server.ts';

/** A JSON-RPC message without its version; ids and other values that a run makes are placeholders of the transcripts' language. */
export type Message = Readonly<Record<string, unknown>>;

/** What the model says at each of its calls: the chunks of each network read, or `silence` until it is aborted. */
export type Script = readonly (readonly (readonly ModelChunk[] | 'silence')[])[];

/**
 * One step of a conversation: what the program does and what its client sends for that, or how far the server's side goes on:
 * up to the first message with this method or event type, or to the answer of the request with this id.
 */
export type Step =
	| { readonly do?: Message; readonly expect?: Message; readonly sends?: readonly Message[] }
	| { readonly until: string }
	/** What the program gets of an answer that has come: all of it, or one member. */
	| { readonly answered: string; readonly of: string; readonly pick?: string }
	/** What the program is called with by a request that has come. */
	| { readonly called: string; readonly of: string };

/** The values of a client's own that transcripts have placeholders for. */
export const ownNames = ['init', 'create', 'hook', 'tool', 'prompt', 'abort', 'p', 'c0', 'c1', 'c2', 'c3', 'c4'];

/** A conversation with a real server whose model follows a script. */
export interface Scenario extends Surroundings {
	readonly note: string;
	readonly script: Script;
	readonly steps: readonly Step[];
}

const window = { min: 1, max: 1 };

/** Every conversation begins so. */
export const opening: readonly Step[] = [
	{
		do: { op: 'spawn', name: 'driver' },
		sends: [
			{ id: '$id:init', method: 'initialize', params: { clientInfo: { name: 'driver' }, protocolVersion: window } },
		],
	},
	{ until: '$id:init' },
	{
		do: { op: 'create', params: { cwd: '/tmp' } },
		sends: [{ id: '$id:create', method: 'session/create', params: { cwd: '/tmp' } }],
	},
	{ until: '$id:create' },
];

/** Prompts, and does not wait. */
export function prompt(text: string): Step {
	const params = { sessionId: 's1', promptId: '$bind:p', text };
	return { do: { op: 'prompt', text }, sends: [{ id: '$id:prompt', method: 'session/prompt', params }] };
}

/** A model that says a text, word by word. */
export function says(text: string): readonly (readonly ModelChunk[])[] {
	const words = text.match(/\S+\s*/g) ?? [];
	return [
		...words.map((delta): ModelChunk[] => [{ type: 'text_delta', index: 0, delta }]),
		[{ type: 'done', stopReason: 'stop' }],
	];
}

/** A model that calls one tool. */
export function calls(name: string, args: object): readonly (readonly ModelChunk[])[] {
	const delta = JSON.stringify(args);
	return [
		[{ type: 'tool_call_start', index: 0, id: 'c1', name }],
		[{ type: 'tool_call_delta', index: 0, delta: delta.slice(0, 5) }],
		[{ type: 'tool_call_delta', index: 0, delta: delta.slice(5) }],
		[
			{ type: 'usage', usage: { inputTokens: 3, outputTokens: 5 } },
			{ type: 'done', stopReason: 'tool_use' },
		],
	];
}

const guard: Step = {
	do: { op: 'onToolCall', hookId: 'g' },
	sends: [
		{
			id: '$id:hook',
			method: 'hooks/register',
			params: { hooks: [{ hookId: 'g', point: 'tool_call' }], sessionId: 's1' },
		},
	],
};

const guardedCall = { toolCallId: 'c1', toolName: 'echo', args: { text: 'hello' } };

/** The conversations, by the name of their file. */
export const scenarios: Readonly<Record<string, Scenario>> = {
	'server-text': {
		note: 'Said by a real server: thinking with its signature, text with an emoji cut between reads, usage.',
		script: [
			[
				[{ type: 'thinking_delta', index: 0, delta: 'A greeting.' }],
				[{ type: 'thinking_signature', index: 0, signature: 'c2ln' }],
				[{ type: 'text_delta', index: 1, delta: 'Hel\ud83d' }],
				[{ type: 'text_delta', index: 1, delta: '\ude00lo\u2028' }],
				[
					{ type: 'usage', usage: { inputTokens: 3, outputTokens: 5, cacheReadTokens: 2 } },
					{ type: 'done', stopReason: 'stop' },
				],
			],
		],
		steps: [...opening, prompt('hi'), { until: '$id:prompt' }],
	},
	'server-tool': {
		note: "Said by a real server: a plugin's tool runs, and its result is not sent twice.",
		script: [calls('echo', { text: 'hello' }), says('all done')],
		steps: [...opening, prompt('go'), { until: '$id:prompt' }],
	},
	'server-veto': {
		note: 'Said by a real server: a guard of the program denies a tool, and the reason is its result.',
		script: [calls('echo', { text: 'hello' }), says('I was not allowed to')],
		steps: [
			...opening,
			guard,
			{ until: '$id:hook' },
			prompt('go'),
			{ until: 'hook/call' },
			{ expect: { call: guardedCall, of: 'guard' } },
			{
				do: { op: 'answer', of: 'guard', with: { block: 'not here' } },
				sends: [{ id: 1_000_000, result: { decision: 'block', reason: 'not here' } }],
			},
			{ until: '$id:prompt' },
		],
	},
	'server-allow': {
		note: 'Said by a real server: a guard of the program lets a tool run.',
		script: [calls('echo', { text: 'hello' }), says('done')],
		steps: [
			...opening,
			guard,
			{ until: '$id:hook' },
			prompt('go'),
			{ until: 'hook/call' },
			{ expect: { call: guardedCall, of: 'guard' } },
			{
				do: { op: 'answer', of: 'guard', with: { nothing: true } },
				sends: [{ id: 1_000_000, result: { decision: 'allow' } }],
			},
			{ until: '$id:prompt' },
		],
	},
	'server-unknown-tool': {
		note: 'Said by a real server: a call of a tool that is not there is a result, and the run goes on.',
		script: [calls('fly', { to: 'the moon' }), says('I cannot fly')],
		steps: [...opening, prompt('go'), { until: '$id:prompt' }],
	},
	'server-client-tool': {
		note: "Said by a real server: a tool of the program's runs, says something meanwhile, and answers.",
		script: [calls('lookup', { word: 'myelin' }), says('a sheath')],
		steps: [
			...opening,
			{
				do: {
					op: 'tool',
					on: 'session',
					name: 'lookup',
					description: 'Looks a word up',
					parameters: { type: 'object' },
				},
				sends: [
					{
						id: '$id:tool',
						method: 'tools/register',
						params: {
							tools: [{ name: 'lookup', description: 'Looks a word up', parameters: { type: 'object' } }],
							sessionId: 's1',
						},
					},
				],
			},
			{ until: '$id:tool' },
			prompt('go'),
			{ until: 'tool/execute' },
			{ expect: { call: { toolCallId: 'c1', toolName: 'lookup', args: { word: 'myelin' } }, of: 'lookup' } },
			{
				do: { op: 'progress', of: 'lookup', kind: 'status', delta: 'looking' },
				sends: [{ method: '$/progress', params: { token: 't1', value: { kind: 'status', delta: 'looking' } } }],
			},
			{ until: 'tool_execution_update' },
			{
				do: { op: 'answer', of: 'lookup', with: { text: 'the sheath of a nerve' } },
				sends: [{ id: 1_000_000, result: { content: [{ type: 'text', text: 'the sheath of a nerve' }] } }],
			},
			{ until: '$id:prompt' },
		],
	},
	'server-abort': {
		note: 'Said by a real server: a run is aborted; its text stays, and the abort is answered after the closing events.',
		script: [[[{ type: 'text_delta', index: 0, delta: 'half an an' }], 'silence']],
		steps: [
			...opening,
			prompt('go'),
			{ until: 'message_update' },
			{
				expect: {
					types: [
						'agent_start',
						'turn_start',
						'message_start',
						'message_end',
						'session_info_changed',
						'message_start',
						'message_update',
					],
				},
			},
			{
				do: { op: 'abort', reason: 'enough', as: 'abort' },
				sends: [{ id: '$id:abort', method: 'session/abort', params: { sessionId: 's1', reason: 'enough' } }],
			},
			{ until: '$id:prompt' },
		],
	},
};
