import { type AgentOptions, type Message, type ToolResult, textContent } from '@myelin/core';
import { calling, checkGrammar, saying } from '@myelin/core/testing';
import { describe, expect, it, vi } from 'vitest';
import { verifies } from '../verifies.ts';
import { only, signal, stage, tool } from './stage.ts';

/** Runs one answer with calls of the given tools, and then a last answer. */
function staged(names: readonly string[], options: AgentOptions) {
	const calls = names.map((name, place) => ({ id: `c${place + 1}`, name }));
	return stage([calling(...calls), saying('ok')], options);
}

function resultsOf(messages: readonly Message[]): readonly string[] {
	return messages.filter(({ role }) => role === 'tool').map(textContent);
}

/** Resolves when every call that could begin meanwhile has. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const parallel = { concurrency: 'parallel' } as const;

describe('tools of one answer', () => {
	it('run beside each other where they are parallel, and their results stand in call order', async () => {
		verifies('R125');
		const [slow, fast] = [signal(), signal()];
		const { agent, recording, clock } = staged(['slow', 'fast'], {
			tools: [
				tool('slow', { ...parallel, execute: () => slow.given.then(() => 'slow') }),
				tool('fast', { ...parallel, execute: () => fast.given.then(() => 'fast') }),
			],
		});
		const run = agent.prompt('go');
		await clock.advance(0);
		expect(agent.state().pendingToolCalls.map(({ toolCallId }) => toolCallId)).toEqual(['c1', 'c2']);
		fast.give();
		await clock.advance(0);
		expect(agent.state().pendingToolCalls.map(({ toolCallId }) => toolCallId)).toEqual(['c1']);
		slow.give();
		await run;
		expect(only(recording.events, 'tool_execution_end').map(({ toolCallId }) => toolCallId)).toEqual(['c2', 'c1']);
		expect(resultsOf(agent.state().messages)).toEqual(['slow', 'fast']);
		expect(only(recording.events, 'turn_end')[0]?.toolResults.map(textContent)).toEqual(['slow', 'fast']);
	});

	it('never run beside an exclusive one, which is what a tool is that does not say; later ones wait behind it', async () => {
		let running: string[] = [];
		const seen: string[][] = [];
		const watched = (name: string, more = {}) =>
			tool(name, {
				...more,
				async execute() {
					running = [...running, name];
					seen.push(running);
					await turn();
					running = running.filter((other) => other !== name);
					return name;
				},
			});
		const { agent } = staged(['a', 'b', 'edit', 'c', 'd'], {
			tools: [...['a', 'b', 'c', 'd'].map((name) => watched(name, parallel)), watched('edit')],
		});
		await agent.prompt('go');
		expect(seen).toEqual([['a'], ['a', 'b'], ['edit'], ['c'], ['c', 'd']]);
		expect(resultsOf(agent.state().messages)).toEqual(['a', 'b', 'edit', 'c', 'd']);
	});

	it('may decide by their arguments, and after a rewrite by the rewritten ones', async () => {
		const beside: number[] = [];
		let running = 0;
		const shell = tool('shell', {
			concurrency: ({ command }) => (command === 'ls' ? 'parallel' : 'exclusive'),
			async execute() {
				beside.push(running++);
				await turn();
				running--;
				return 'done';
			},
		});
		const calls = ['ls', 'ls', 'ls', 'make', 'ls'].map((command, place) => ({
			id: `c${place}`,
			name: 'shell',
			args: { command },
		}));
		const { agent, recording } = stage([calling(...calls), saying('ok')], {
			tools: [shell],
			gates: { toolArgs: ({ toolCallId }) => (toolCallId === 'c2' ? { command: 'rm' } : undefined) },
		});
		await agent.prompt('go');
		expect(beside).toEqual([0, 1, 0, 0, 0]);
		expect(checkGrammar(recording.events)).toEqual([]);
		expect(resultsOf(agent.state().messages)).toEqual(Array(5).fill('done'));
	});

	it('run eight at a time of sixty-four', async () => {
		let running = 0;
		let most = 0;
		const wide = tool('wide', {
			...parallel,
			async execute() {
				most = Math.max(most, ++running);
				await turn();
				running--;
				return 'done';
			},
		});
		const { agent, recording } = staged(Array(64).fill('wide'), { tools: [wide] });
		expect(await agent.prompt('go')).toMatchObject({ toolCalls: 64, toolErrors: 0, endReason: 'stop' });
		expect(most).toBe(8);
		expect(checkGrammar(recording.events)).toEqual([]);
		expect(recording.events.at(-1)).toMatchObject({ summary: { toolCalls: 64 } });
	});

	it('of which one throws: prompt waits for those that still run, and each call has its result', async () => {
		const last = signal();
		const { agent, clock } = staged(['bad', 'good'], {
			tools: [
				tool('bad', {
					...parallel,
					execute: () => {
						throw new Error('broken');
					},
				}),
				tool('good', { ...parallel, execute: () => last.given.then(() => 'good') }),
			],
		});
		let settled = false;
		const run = agent.prompt('go').then((summary) => {
			settled = true;
			return summary;
		});
		await clock.advance(1000);
		expect(settled).toBe(false);
		last.give();
		expect(await run).toMatchObject({ toolCalls: 2, toolErrors: 1, endReason: 'stop' });
		expect(resultsOf(agent.state().messages)).toEqual(['broken', 'good']);
	});
});

const circle: Record<string, unknown> = {};
circle.self = circle;

describe('a call', () => {
	it.each([
		['of an unknown tool', { name: 'nope' }, 'There is no tool "nope". The tools are: read, strict.'],
		[
			'with arguments that are no object',
			{ name: 'read', args: [1] },
			'The arguments of "read" are not a JSON object: [1]',
		],
		['with arguments that its tool refuses', { name: 'strict' }, 'path is missing'],
	])('%s is told why, and the run goes on', async (_title, call, told) => {
		verifies('R21', 'R28');
		const strict = tool('strict', { parse: () => ({ ok: false, message: 'path is missing' }) });
		const { agent, recording } = stage([calling({ id: 'a', ...call }), saying('ok')], {
			tools: [tool('read'), strict],
		});
		expect(await agent.prompt('go')).toMatchObject({ toolCalls: 1, toolErrors: 1, endReason: 'stop' });
		expect(resultsOf(agent.state().messages)).toEqual([told]);
		expect(only(recording.events, 'tool_execution_start')).toHaveLength(1);
	});

	it.each([
		[undefined, 'it answered nothing, not an object with content, details, isError, terminate'],
		[7, 'it answered 7, not an object with content, details, isError, terminate'],
		[[], 'it answered a list, not an object with content, details, isError, terminate'],
		[{}, 'content is missing, not a list of blocks'],
		[{ content: ['text'] }, 'content[0] is "text", not a block'],
		[{ content: [{ type: 'video' }] }, 'content[0].type is "video", not text, thinking, tool_call, image or opaque'],
		[{ content: [{ type: 'text', text: 7 }] }, 'content[0].text is 7, not a text'],
		[{ content: [{ type: 'thinking', thinking: '', signature: 7 }] }, 'content[0].signature is 7, not a text'],
		[{ content: [{ type: 'image', mimeType: 'image/png' }] }, 'content[0] has not exactly one of data and url'],
		[{ content: [{ type: 'image', mimeType: 'image/png', url: 'u', data: 7 }] }, 'content[0].data is 7, not a text'],
		[{ content: [], isError: 'no' }, 'isError is "no", not a boolean'],
		[{ content: [], isError: null }, 'isError is null, not a boolean'],
		[{ content: [], terminate: 'no' }, 'terminate is "no", not a boolean'],
		[{ content: [], details: 'seen' }, 'details is "seen", not an object'],
		[{ content: [], details: [1] }, 'details is a list, not an object'],
		[{ content: [], details: new Date(0) }, 'details is "1970-01-01T00:00:00.000Z", not an object'],
		[
			{ content: [], is_error: true },
			'its answer has a member "is_error"; there are content, details, isError, terminate',
		],
	])('whose tool answers %j is an error for the model, that names what is wrong', async (answer, fault) => {
		const odd = tool('odd', { execute: () => answer as unknown as ToolResult });
		const { agent, recording } = staged(['odd'], { tools: [odd] });
		expect(await agent.prompt('go')).toMatchObject({ toolErrors: 1, endReason: 'stop' });
		const text = `The tool "odd" gave no result, which is a text or { content: [blocks] }: ${fault}.`;
		expect(only(recording.events, 'tool_execution_end')).toMatchObject([
			{ isError: true, result: { content: [{ type: 'text', text }], isError: true } },
		]);
	});

	it.each([
		[undefined, 'it answered nothing, not an object with kind, delta'],
		[{ kind: 'print', delta: 'x' }, 'kind is "print", not output, tool_delta, thinking or status'],
		[{ kind: 'output' }, 'delta is missing, not a text'],
		[{ kind: 'output', delta: 7 }, 'delta is 7, not a text'],
		[{ kind: 'output', delta: 'x', stream: 2 }, 'its answer has a member "stream"; there are kind, delta'],
	])('whose tool says %j has failed, is told why, and keeps what it answers', async (said, fault) => {
		const odd = tool('odd', {
			execute(_args, { onUpdate }) {
				onUpdate(said as never);
				onUpdate({ kind: 'output', delta: 'fine' });
				onUpdate({ kind: 'output', delta: 8 } as never);
				return 'done';
			},
		});
		const { agent, recording } = staged(['odd'], { tools: [odd] });
		expect(await agent.prompt('go')).toMatchObject({ toolErrors: 1, endReason: 'stop' });
		const text = `The tool "odd" said something that is no progress, which is { kind, delta }: ${fault}.`;
		const content = [
			{ type: 'text', text },
			{ type: 'text', text: 'done' },
		];
		expect(only(recording.events, 'tool_execution_end')).toMatchObject([{ isError: true, result: { content } }]);
		expect(only(recording.events, 'tool_execution_update').map(({ update }) => update)).toEqual([
			{ kind: 'output', delta: 'fine' },
		]);
	});

	it.each([
		['a diff', '"a diff"'],
		[[1], 'a list'],
		[null, 'null'],
		[new Date(0), '"1970-01-01T00:00:00.000Z"'],
	])('whose preview is %j does not run, and says why', async (preview, kind) => {
		const odd = tool('odd', { preview: () => preview as never });
		const { agent, recording } = staged(['odd'], { tools: [odd] });
		expect(await agent.prompt('go')).toMatchObject({ toolErrors: 1, endReason: 'stop' });
		expect(resultsOf(agent.state().messages)).toEqual([
			`The tool "odd" gave no preview: it is ${kind}, not an object.`,
		]);
		expect(only(recording.events, 'tool_execution_update')).toEqual([]);
	});

	it('has its arguments read once, however many pieces they come in', async () => {
		const args = { text: 'x'.repeat(5000) };
		const pieces = JSON.stringify(args).match(/.{1,5}/g) ?? [];
		const chunks = pieces.map((delta) => ({ type: 'tool_call_delta', index: 0, delta }) as const);
		const { agent } = stage(
			[
				[
					[
						{ type: 'tool_call_start', index: 0, id: 'a', name: 'read' },
						...chunks,
						{ type: 'done', stopReason: 'tool_use' },
					],
				],
				saying('ok'),
			],
			{ tools: [tool('read')] },
		);
		const parse = vi.spyOn(JSON, 'parse');
		await agent.prompt('go');
		const calls = parse.mock.calls.length;
		parse.mockRestore();
		expect(calls).toBe(1);
		expect(agent.state().messages[1]?.content).toMatchObject([{ args }]);
	});

	it('that takes too long is aborted at its own time or the agent’s, and may still say what it has', async () => {
		const polite = tool('polite', {
			timeoutMs: 100,
			execute: (_args, { signal: given }) =>
				new Promise<string>((resolve) => given.addEventListener('abort', () => resolve('this far'))),
		});
		const { agent, clock, recording } = staged(['polite', 'never'], {
			tools: [polite, tool('never', { execute: () => new Promise<string>(() => {}) })],
			toolTimeoutMs: 5000,
		});
		const run = agent.prompt('go');
		await clock.advance(100);
		expect(only(recording.events, 'tool_execution_end')).toHaveLength(1);
		await clock.advance(6999);
		expect(only(recording.events, 'tool_execution_end')).toHaveLength(1);
		await clock.advance(1);
		expect(await run).toMatchObject({ toolErrors: 2, endReason: 'stop' });
		expect(resultsOf(agent.state().messages)).toEqual(['Timed out after 100 ms.this far', 'Timed out after 5000 ms.']);
		expect(clock.waiting).toBe(0);
	});

	it('has no time-out where its tool says Infinity', async () => {
		const patient = signal();
		const { agent, clock } = staged(['long'], {
			tools: [
				tool('long', { timeoutMs: Number.POSITIVE_INFINITY, execute: () => patient.given.then(() => 'at last') }),
			],
		});
		const run = agent.prompt('go');
		await clock.advance(100 * 24 * 3_600_000);
		patient.give();
		await run;
		expect(resultsOf(agent.state().messages)).toEqual(['at last']);
	});

	it.each([
		[
			'details with a BigInt',
			{ content: [], details: { v: 10n } },
			'result.details.v is a BigInt; give a number or a text',
		],
		[
			'a block with a BigInt',
			{ content: [{ type: 'text', text: 'x', v: 10n }] },
			'result.content[0].v is a BigInt; give a number or a text',
		],
		[
			'circular details',
			{ content: [], details: circle },
			'result.details.self leads back to result.details, and JSON has no circles',
		],
	])('whose tool answers %s has failed, and says where', async (_title, answer, fault) => {
		const odd = tool('odd', { execute: () => answer as unknown as ToolResult });
		const { agent, recording } = staged(['odd'], { tools: [odd] });
		expect(await agent.prompt('go')).toMatchObject({ toolErrors: 1, endReason: 'stop' });
		const text = `The tool "odd" gave a result that JSON cannot hold: ${fault}.`;
		expect(only(recording.events, 'tool_execution_end')).toMatchObject([
			{ isError: true, result: { content: [{ type: 'text', text }] } },
		]);
	});

	it('whose arguments are nested deeper than anybody could carry is refused as their text', async () => {
		const args = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
		const chunk = { type: 'tool_call_delta', index: 0, delta: args } as const;
		const call = [{ type: 'tool_call_start', index: 0, id: 'a', name: 'read' } as const, chunk];
		const { agent, recording } = stage([[[...call, { type: 'done', stopReason: 'tool_use' }]], saying('ok')], {
			tools: [tool('read')],
		});
		expect(await agent.prompt('go')).toMatchObject({ toolErrors: 1, endReason: 'stop' });
		expect(resultsOf(agent.state().messages)[0]).toMatch(/^The arguments of "read" are not a JSON object: \{"a":\[\[/);
		expect(() => JSON.stringify(recording.events)).not.toThrow();
	});

	it('with a result of 100 MB is cut for everybody, and the rest of the run goes on', async () => {
		const huge = 'x'.repeat(100 * 1024 * 1024);
		const flood = tool('flood', {
			execute: () => ({
				content: [
					{ type: 'text', text: huge },
					{ type: 'image', mimeType: 'image/png', data: huge },
					{ type: 'text', text: 'and this' },
				],
				details: { log: huge },
			}),
		});
		const { agent, recording } = staged(['flood'], { tools: [flood] });
		expect(await agent.prompt('go')).toMatchObject({ toolErrors: 0, endReason: 'stop' });
		const [end] = only(recording.events, 'tool_execution_end');
		expect(end?.result.content.map((block) => (block.type === 'text' ? block.text.slice(-60) : block.type))).toEqual([
			`${'x'.repeat(24)}\n[… 103809024 characters left out …]`,
			'[… a block of type image left out: the result has more than 16777216 characters …]'.slice(-60),
			'\n[… 8 characters left out …]',
		]);
		expect(end?.result.details).toEqual({ leftOut: 'details of a result of more than 16777216 characters' });
		expect(JSON.stringify(end).length).toBeLessThan(1_100_000);
	});

	it('with parts that are too much together has those for which there is room, in turn, and notes for the others', async () => {
		const image = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(12_000_000) } as const;
		const small = { ...image, data: 'B'.repeat(4_000_000) };
		const shots = tool('shots', {
			execute: () => ({ content: [image, image, small], details: { log: 'x'.repeat(1_000_000) } }),
		});
		const { agent, recording } = staged(['shots'], { tools: [shots] });
		expect(await agent.prompt('go')).toMatchObject({ toolErrors: 0, endReason: 'stop' });
		const [end] = only(recording.events, 'tool_execution_end');
		expect(end?.result).toEqual({
			content: [
				image,
				{ type: 'text', text: '[… a block of type image left out: the result has more than 16777216 characters …]' },
				small,
			],
			details: { leftOut: 'details of a result of more than 16777216 characters' },
		});
	});

	it('with two million blocks has the first ten thousand, and its last tells how many are not there', async () => {
		const crumb = { type: 'text', text: 'b' } as const;
		const crumbs = tool('crumbs', { execute: () => ({ content: Array.from({ length: 2_000_000 }, () => crumb) }) });
		const patched = { toolResult: () => ({ content: Array.from({ length: 10_001 }, () => crumb) }) };
		for (const [gates, left] of [
			[{}, 1_990_001],
			[patched, 2],
		] as const) {
			const { agent, recording } = staged(['crumbs'], { tools: [crumbs], gates });
			expect(await agent.prompt('go')).toMatchObject({ toolErrors: 0, endReason: 'stop' });
			const [end] = only(recording.events, 'tool_execution_end');
			expect(end?.result.content).toHaveLength(10_000);
			expect(end?.result.content.at(-1)).toEqual({ type: 'text', text: `[… ${left} blocks left out …]` });
		}
	});

	it('whose text was cut within a character ends with U+FFFD, since providers refuse a half for ever', async () => {
		const cut = tool('cut', { execute: () => ({ content: [{ type: 'text', text: '\u{1f600}'.slice(0, 1) }] }) });
		const { agent, recording } = staged(['cut'], { tools: [cut] });
		await agent.prompt('go');
		expect(only(recording.events, 'tool_execution_end')[0]?.result.content).toEqual([{ type: 'text', text: '\ufffd' }]);
		expect(resultsOf(agent.state().messages)).toEqual(['\ufffd']);
	});

	it('of a tool that asks to end does end the run, after the calls beside it', async () => {
		const { agent } = staged(['done', 'read'], {
			tools: [tool('done', { execute: () => ({ content: [], terminate: true }) }), tool('read')],
		});
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'terminated', toolCalls: 2, turnCount: 1 });
		expect(resultsOf(agent.state().messages)).toEqual(['', 'read is done']);
	});
});

describe('the person who interjects', () => {
	it('lets the running tool finish, skips those that have not begun, and is heard in the next turn', async () => {
		const { agent, model } = staged(['first', 'second', 'third'], {
			tools: [
				tool('first', {
					execute: () => {
						agent.steer('stop that');
						return 'finished';
					},
				}),
				tool('second'),
				tool('third'),
			],
		});
		expect(await agent.prompt('go')).toMatchObject({ toolCalls: 3, toolErrors: 2, turnCount: 2 });
		expect(model.requests[1]?.messages.slice(2).map(textContent)).toEqual([
			'finished',
			'Skipped: the user interjected.',
			'Skipped: the user interjected.',
			'stop that',
		]);
	});

	it('cancels a running tool that wants to be', async () => {
		const cancellable = tool('wait', {
			onInterjection: 'cancel',
			execute: (_args, { signal: given }) =>
				new Promise<string>((_, reject) => given.addEventListener('abort', () => reject(new Error('stopped')))),
		});
		const { agent, clock } = staged(['wait'], { tools: [cancellable] });
		const run = agent.prompt('go');
		await clock.advance(0);
		agent.steer('never mind');
		expect(await run).toMatchObject({ toolErrors: 1, turnCount: 2, endReason: 'stop' });
		expect(resultsOf(agent.state().messages)).toEqual(['Cancelled: the user interjected.']);
	});
});

describe('a model that repeats itself', () => {
	const same = calling({ id: '', name: 'read', args: { path: 'x' } });

	it('is told from the third identical turn on, and stopped after the eighth', async () => {
		const { agent } = stage(Array(10).fill(same), { tools: [tool('read')] });
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'guard', turnCount: 8 });
		const told = resultsOf(agent.state().messages).map((text) => text.includes('the same call with the same result'));
		expect(told).toEqual([false, false, true, true, true, true, true, true]);
	});

	it('is let be where the results differ, or somebody spoke between', async () => {
		let count = 0;
		const { agent } = stage([...Array(9).fill(same), saying('ok')], {
			tools: [tool('read', { execute: () => `${count++}` })],
		});
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop', turnCount: 10 });
		const other = stage([same, same, same, same, saying('ok')], { tools: [tool('read')] });
		other.agent.subscribe((event) => {
			if (event.type === 'turn_end' && other.model.requests.length === 2) other.agent.steer('go on');
		});
		await other.agent.prompt('go');
		expect(resultsOf(other.agent.state().messages)).toEqual(Array(4).fill('read is done'));
	});
});
