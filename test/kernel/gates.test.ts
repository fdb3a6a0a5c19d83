import {
	type AgentOptions,
	type Gates,
	type JsonObject,
	ModelError,
	type StopVerdict,
	textContent,
	type Verdict,
} from '@myelin/core';
import { calling, checkGrammar, saying } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { only, stage, tool } from './stage.ts';

function staged(gates: Gates, options: AgentOptions = {}) {
	const ran: JsonObject[] = [];
	const edit = tool('edit', {
		parse: (args) =>
			typeof args.path === 'string' ? { ok: true, args } : { ok: false, message: 'path: expected text' },
		execute(args) {
			ran.push(args);
			return 'edited';
		},
	});
	const call = calling({ id: 'a', name: 'edit', args: { path: 'x' } });
	const made = stage([call, saying('ok')], { gates, ...options, tools: [edit] });
	return {
		...made,
		ran,
		told: () => made.model.requests[1]?.messages.filter(({ role }) => role === 'tool').map(textContent),
	};
}

describe('the pipeline of a call', () => {
	it('asks in its order: rewrite, preview, veto, run, filter; everybody after the rewrite sees its arguments alone', async () => {
		verifies('R84', 'R85');
		const order: unknown[] = [];
		const { agent, recording } = stage([calling({ id: 'a', name: 'edit', args: { path: 'x' } }), saying('ok')], {
			tools: [
				tool('edit', {
					parse(args) {
						order.push(['parse', args]);
						return { ok: true, args };
					},
					async preview(args) {
						order.push(['preview', args]);
						return { diff: '+x' };
					},
					execute(args) {
						order.push(['execute', args]);
						return 'edited';
					},
				}),
			],
			gates: {
				async toolArgs(call) {
					order.push(['toolArgs', call.args]);
					return { path: '/safe/x' };
				},
				async toolCall(call) {
					order.push(['toolCall', call.args]);
					return undefined;
				},
				async toolResult(call, result) {
					order.push(['toolResult', call.args, textContent(result)]);
					return { content: [{ type: 'text', text: 'filtered' }], details: { was: 'edited' } };
				},
			},
		});
		agent.subscribe((event) => {
			if (event.type === 'tool_execution_update') order.push(['shown', event.kind, event.update]);
		});
		await agent.prompt('go');
		const safe = { path: '/safe/x' };
		expect(order).toEqual([
			['parse', { path: 'x' }],
			['toolArgs', { path: 'x' }],
			['parse', safe],
			['preview', safe],
			['shown', 'preview', { diff: '+x' }],
			['toolCall', safe],
			['execute', safe],
			['toolResult', safe, 'edited'],
		]);
		expect(only(recording.events, 'tool_execution_start')[0]?.args).toEqual({ path: 'x' });
		expect(only(recording.events, 'tool_execution_end')[0]?.result).toEqual({
			content: [{ type: 'text', text: 'filtered' }],
			details: { was: 'edited' },
		});
		expect(checkGrammar(recording.events)).toEqual([]);
	});

	it('waits for every listener of the preview before it asks the guard', async () => {
		verifies('R52');
		const order: string[] = [];
		const { agent, clock } = stage([calling({ id: 'a', name: 'edit' }), saying('ok')], {
			tools: [tool('edit', { preview: () => ({ diff: '' }) })],
			gates: {
				toolCall() {
					order.push('asked');
					return undefined;
				},
			},
		});
		agent.subscribe(async (event) => {
			if (event.type !== 'tool_execution_update') return;
			await new Promise<void>((resolve) => clock.after(10, resolve));
			order.push('shown');
		});
		const run = agent.prompt('go');
		await clock.advance(1000);
		await run;
		expect(order).toEqual(['shown', 'asked']);
	});

	it('does not run a blocked call: the reason is its result, for the model and for everybody', async () => {
		verifies('R84');
		const { agent, ran, told, recording } = staged({ toolCall: () => ({ block: true, reason: 'not on a Friday' }) });
		expect(await agent.prompt('go')).toMatchObject({ toolCalls: 1, toolErrors: 1, endReason: 'stop' });
		expect(ran).toEqual([]);
		expect(told()).toEqual(['not on a Friday']);
		expect(only(recording.events, 'tool_execution_end')[0]).toMatchObject({ isError: true });
	});

	it.each<[string, Gates, string]>([
		['a guard that throws', { toolCall: thrower }, 'Denied: the guard failed (my bug).'],
		['a guard that rejects', { toolCall: async () => thrower() }, 'Denied: the guard failed (my bug).'],
		['a guard that answers null', { toolCall: nonsense(null) }, 'Denied: the guard answered nonsense.'],
		['a guard that answers true', { toolCall: nonsense(true) }, 'Denied: the guard answered nonsense.'],
		[
			'a guard that blocks without a reason',
			{ toolCall: nonsense({ block: true }) },
			'Denied: the guard answered nonsense.',
		],
		['a rewrite that throws', { toolArgs: thrower }, 'Denied: the arguments could not be rewritten (my bug).'],
		[
			'a rewrite to no object',
			{ toolArgs: nonsense('x') as () => undefined },
			'Denied: the arguments could not be rewritten (they were replaced by something that is no object).',
		],
		[
			'a rewrite to invalid arguments',
			{ toolArgs: () => ({ path: 1 }) },
			'Denied: the rewritten arguments are not valid. path: expected text',
		],
	])('%s denies, with the cause', async (_title, gates, told) => {
		verifies('R85');
		const staging = staged(gates);
		await staging.agent.prompt('go');
		expect(staging.ran).toEqual([]);
		expect(staging.told()).toEqual([told]);
	});

	it('withholds the result where its filter fails', async () => {
		const { agent, ran, told } = staged({ toolResult: thrower });
		await agent.prompt('go');
		expect(ran).toEqual([{ path: 'x' }]);
		expect(told()).toEqual(['The result was withheld: its check failed (my bug).']);
	});

	it.each([
		['hidden', 'it answered "hidden", not an object with content, details, isError'],
		[{ isError: 'no' }, 'isError is "no", not a boolean'],
		[{ details: 'x' }, 'details is "x", not an object'],
		[{ content: [{ type: 'text' }] }, 'content[0].text is missing, not a text'],
		[{ terminate: true }, 'its answer has a member "terminate"; there are content, details, isError'],
		[{ details: { v: 10n } }, 'its answer.details.v is a BigInt; give a number or a text'],
	])('withholds the result where its filter answers nonsense, and says what', async (answer, fault) => {
		const { agent, told } = staged({ toolResult: () => answer as never });
		await agent.prompt('go');
		expect(told()).toEqual([`The result was withheld: its check failed (${fault}).`]);
	});

	it('lets a filter make an error of a result, and nothing else of it change', async () => {
		const { agent, recording } = staged({ toolResult: () => ({ isError: true, content: undefined as never }) });
		expect(await agent.prompt('go')).toMatchObject({ toolErrors: 1 });
		expect(only(recording.events, 'tool_execution_end')[0]?.result).toEqual({
			content: [{ type: 'text', text: 'edited' }],
			isError: true,
		});
	});

	it.each([
		['for five seconds', {}, 5000],
		['as long as its tool may take', { timeoutMs: 700 }, 700],
		['for five seconds where its tool has no limit', { timeoutMs: Number.POSITIVE_INFINITY }, 5000],
	])('waits for a preview %s, tells it so, and goes on without', async (_title, limit, ms) => {
		let signal: AbortSignal | undefined;
		const preview = (_args: unknown, context: { readonly signal: AbortSignal }) => {
			signal = context.signal;
			return new Promise<JsonObject>(() => {});
		};
		const { agent, clock, recording } = stage([calling({ id: 'a', name: 'edit' }), saying('ok')], {
			tools: [tool('edit', { ...limit, preview })],
		});
		const run = agent.prompt('go');
		await clock.advance(ms - 1);
		expect(signal?.aborted).toBe(false);
		await clock.advance(1);
		expect(await run).toMatchObject({ toolCalls: 1, toolErrors: 0, endReason: 'stop' });
		expect(signal?.reason).toMatchObject({ name: 'TimeoutError', message: `no preview within ${ms} ms` });
		expect(recording.events.map(({ type }) => type)).not.toContain('tool_execution_update');
		expect(clock.waiting).toBe(0);
	});

	it('ends a preview with the run', async () => {
		let signal: AbortSignal | undefined;
		const { agent, clock } = stage([calling({ id: 'a', name: 'edit' }), saying('ok')], {
			tools: [
				tool('edit', {
					preview(_args, context) {
						signal = context.signal;
						return new Promise(() => {});
					},
				}),
			],
		});
		const run = agent.prompt('go');
		await clock.advance(0);
		const aborted = agent.abort('enough');
		expect(signal?.reason).toBe('enough');
		expect(await aborted).toMatchObject({ stopped: true });
		expect(await run).toMatchObject({ endReason: 'aborted' });
		expect(clock.waiting).toBe(0);
	});

	it('does not run a call whose preview throws', async () => {
		const asked: string[] = [];
		const { agent, model } = stage([calling({ id: 'a', name: 'edit' }), saying('ok')], {
			tools: [
				tool('edit', {
					preview() {
						throw new Error('no such file');
					},
				}),
			],
			gates: { toolCall: ({ toolName }) => void asked.push(toolName) as undefined },
		});
		await agent.prompt('go');
		expect(asked).toEqual([]);
		expect(model.requests[1]?.messages.map(textContent).at(-1)).toBe('no such file');
	});

	it('shows the guard the very arguments that run: what a listener or gate is given cannot be changed', async () => {
		const { agent, ran, told } = staged({
			toolCall({ args }) {
				(args as { path: string }).path = '/etc/passwd';
				return undefined;
			},
		});
		await agent.prompt('go');
		expect(ran).toEqual([]);
		expect(told()?.[0]).toMatch(/^Denied: the guard failed \(Cannot assign to read only property/);
	});

	it.each(['toolArgs', 'toolCall', 'toolResult', 'transformContext', 'stop', 'recoverOverflow'] as const)(
		'is left by an abort while %s hangs',
		async (gate) => {
			const hang = () => new Promise<never>(() => {});
			const overflow = gate === 'recoverOverflow' ? [[new ModelError('CONTEXT_OVERFLOW', 'too long')]] : [];
			const { agent, clock, recording } = stage([...overflow, calling({ id: 'a', name: 'edit' }), saying('ok')], {
				tools: [tool('edit')],
				gates: { [gate]: hang },
			});
			const run = agent.prompt('go');
			await clock.advance(0);
			expect(agent.state().isRunning).toBe(true);
			const receipt = agent.abort();
			await clock.advance(2000);
			expect(await run).toMatchObject({ endReason: 'aborted' });
			expect(await receipt).toMatchObject({ stopped: true });
			expect(checkGrammar(recording.events)).toEqual([]);
		},
	);
});

describe('the stop gate', () => {
	it('makes the run go on with a message as often as it says, and then lets it stop', async () => {
		verifies('R30');
		let left = 2;
		const answers: (string | undefined)[] = [];
		const { agent } = stage([saying('one'), saying('two'), saying('three')], {
			gates: {
				stop(answer) {
					answers.push(answer === null ? undefined : textContent(answer));
					return left-- > 0 ? { kind: 'inject', content: 'are you sure?' } : undefined;
				},
			},
		});
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop', turnCount: 3 });
		expect(answers).toEqual(['one', 'two', 'three']);
		expect(agent.state().messages.map(textContent)).toEqual([
			'go',
			'one',
			'are you sure?',
			'two',
			'are you sure?',
			'three',
		]);
	});

	it('may end the run, and follow-ups stay queued', async () => {
		const { agent } = stage([saying('one')], { gates: { stop: () => ({ kind: 'end' }) } });
		agent.followUp('and then');
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'guard', turnCount: 1 });
		expect(agent.queue.followUp).toHaveLength(1);
	});

	it('that fails ends the run with HOOK_FAILED', async () => {
		const { agent } = stage([saying('one')], { gates: { stop: thrower } });
		expect(await agent.prompt('go')).toMatchObject({
			endReason: 'error',
			error: { code: 'HOOK_FAILED', message: 'the stop gate failed: my bug' },
		});
	});

	it.each([true, null, { kind: 'inject' }, { kind: 'go on' }])(
		'that answers %j ends the run with HOOK_FAILED',
		async (answer) => {
			const { agent } = stage([saying('one')], { gates: { stop: () => answer as StopVerdict } });
			expect(await agent.prompt('go')).toMatchObject({ endReason: 'error', error: { code: 'HOOK_FAILED' } });
		},
	);

	it('is not asked where a limit ends the run', async () => {
		let asked = 0;
		const { agent } = stage([saying('one')], {
			maxTurns: 1,
			gates: { stop: () => void asked++ as undefined },
		});
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop' });
		expect(asked).toBe(0);
	});
});

function thrower(): never {
	throw new Error('my bug');
}

function nonsense(answer: unknown): () => Verdict {
	return () => answer as Verdict;
}
