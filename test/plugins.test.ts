import { textContent } from '@myelin/core';
import { calling, saying } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { hostedSession, plugin } from './plugins/hosted-session.ts';
import { verifies } from './verifies.ts';

const examples = `${import.meta.dirname}/../examples/plugins`;

function bash(command: unknown, id = 'c1') {
	return calling({ id, name: 'bash', args: { command: command as string } });
}

describe('a plugin that guards', () => {
	it('blocks a tool call: the tool does not run, and its reason is what the model is told', async () => {
		verifies('R84', 'R89');
		const { session, all, ran, shown } = await hostedSession(
			[bash('rm -rf build'), saying('I may not.')],
			`${examples}/no-deletes.ts`,
		);
		await session.prompt('clean up');
		expect(ran).toEqual([]);
		expect(all('tool_execution_end').map(({ isError, result }) => [isError, textContent(result)])).toEqual([
			[true, expect.stringContaining('deleting is off in this folder')],
		]);
		expect(shown(1).at(-1)).toContain('deleting is off in this folder');
		const decision = { by: 'no-deletes', answer: 'block', reason: 'deleting is off in this folder', cause: 'policy' };
		expect(all('tool_decision')).toMatchObject([{ toolName: 'bash', answer: 'block', decisions: [decision] }]);
	});

	it('lets everything else run', async () => {
		const { session, ran, all } = await hostedSession([bash('ls'), saying('Done.')], `${examples}/no-deletes.ts`);
		await session.prompt('look');
		expect(ran).toEqual(['ls']);
		expect(all('tool_decision')).toMatchObject([{ answer: 'allow', decisions: [{ by: 'no-deletes' }] }]);
	});

	it('denies when it throws, and the run goes on', async () => {
		verifies('R81', 'R82');
		const { session, ran, all } = await hostedSession(
			[bash('ls'), saying('I may not.')],
			`${examples}/broken-guard.js`,
		);
		const outcome = await session.prompt('look');
		expect(ran).toEqual([]);
		expect(all('tool_decision')).toMatchObject([{ answer: 'block', decisions: [{ cause: 'crash' }] }]);
		expect(all('plugin_error')).toEqual([
			{ type: 'plugin_error', plugin: 'broken-guard', hook: 'tool_call-1', message: 'Invalid URL' },
		]);
		expect(outcome).toMatchObject({ summary: { endReason: 'stop', toolErrors: 1 } });
	});

	it('is asked once the arguments were found valid, and not at all when they are not', async () => {
		verifies('R85');
		const asked: unknown[] = [];
		const { session, ran } = await hostedSession(
			[bash(7), bash('ls', 'c2'), saying('Done.')],
			plugin('watch', (myelin) => void myelin.on('tool_call', ({ args }) => void asked.push(args))),
		);
		await session.prompt('look');
		expect(asked).toEqual([{ command: 'ls' }]);
		expect(ran).toEqual(['ls']);
	});

	it('is not waited for when the run is aborted', async () => {
		let tellAsked: () => void = () => undefined;
		const asked = new Promise<void>((resolve) => {
			tellAsked = resolve;
		});
		const hang = () => {
			tellAsked();
			return new Promise<undefined>(() => undefined);
		};
		const { session, ran, all } = await hostedSession(
			[bash('ls')],
			plugin('slow', (myelin) => void myelin.on('tool_call', hang, { timeoutMs: Number.POSITIVE_INFINITY })),
		);
		const prompted = session.prompt('look');
		await asked;
		await session.abort();
		expect(await prompted).toMatchObject({ summary: { endReason: 'aborted' } });
		expect(ran).toEqual([]);
		expect(all('tool_execution_end')).toHaveLength(1);
	});
});

describe('a plugin that changes the context', () => {
	it('shows the model what history does not hold', async () => {
		verifies('R86', 'R89');
		const { session, shown, all } = await hostedSession([saying('Noon.')], `${examples}/clock.ts`);
		await session.prompt('what time is it?');
		expect(shown(0)).toEqual([expect.stringMatching(/^\(It is \d{4}-.+Z\.\)$/), 'what time is it?']);
		expect(all('message_end').map(({ message }) => textContent(message))).toEqual(['what time is it?', 'Noon.']);
	});

	it('ends the run when it is required and fails', async () => {
		const fail = () => {
			throw new Error('no secrets list');
		};
		const { session, model } = await hostedSession(
			[saying('never')],
			plugin('redact', (myelin) => void myelin.on('context', fail, { required: true })),
		);
		expect(await session.prompt('hello')).toMatchObject({
			summary: {
				endReason: 'error',
				error: {
					code: 'HOOK_FAILED',
					message: expect.stringContaining(
						'plugin redact, hook context-1 is required at context and failed: no secrets list',
					),
				},
			},
		});
		expect(model.requests).toEqual([]);
	});
});

describe('a plugin that observes', () => {
	it('logs each tool with its arguments and outcome', async () => {
		verifies('R87', 'R89');
		const { session, logged } = await hostedSession(
			[bash('ls'), saying('Done.')],
			plugin('watch', (myelin) => {
				myelin.on('tool_execution_start', ({ toolName, args }) => myelin.log.info(toolName, JSON.stringify(args)));
				myelin.on('tool_execution_end', ({ toolName, isError }) =>
					myelin.log.info(toolName, isError ? 'failed' : 'ok'),
				);
			}),
		);
		await session.prompt('look');
		expect(logged.filter((line) => line.startsWith('[watch]'))).toEqual([
			'[watch] bash {"command":"ls"}',
			'[watch] bash ok',
		]);
	});

	it('forwards deltas as they come and closes at the end', async () => {
		verifies('R88', 'R89');
		const sent: string[] = [];
		const { session } = await hostedSession(
			[saying('hello there')],
			plugin('sse', (myelin) => {
				myelin.on('message_update', ({ delta }) => void sent.push(delta));
				myelin.on('agent_end', () => void sent.push('(closed)'));
			}),
		);
		await session.prompt('hi');
		expect(sent).toEqual(['hello ', 'there', '(closed)']);
	});

	it('that fails every time is quarantined in the middle of the run, which goes on', async () => {
		verifies('R81');
		const fail = () => {
			throw new Error('boom');
		};
		const { session, all } = await hostedSession(
			[saying('one two three four five six seven')],
			plugin('faulty', (myelin) => void myelin.on('message_update', fail)),
		);
		expect(await session.prompt('count')).toMatchObject({ summary: { endReason: 'stop' } });
		expect(all('plugin_error')).toHaveLength(5);
		expect(all('plugin_status')).toMatchObject([{ plugin: 'faulty', status: 'quarantined' }]);
	});

	it('may fail at observing failures without an end of failures', async () => {
		const fail = () => {
			throw new Error('boom');
		};
		const { session, all } = await hostedSession(
			[saying('hi')],
			plugin('faulty', (myelin) => {
				myelin.on('turn_start', fail);
				myelin.on('plugin_error', fail);
			}),
		);
		await session.prompt('hi');
		expect(all('plugin_error')).toMatchObject([{ hook: 'turn_start-1' }]);
	});
});

describe('a plugin that adds a tool', () => {
	it('has it called with arguments that were checked', async () => {
		const { session, shown } = await hostedSession(
			[
				calling({ id: 'c1', name: 'word_count', args: { words: 'a b c' } }),
				calling({ id: 'c2', name: 'word_count', args: { text: 'a b c' } }),
				saying('Three.'),
			],
			`${examples}/word-count.ts`,
		);
		await session.prompt('count the words of "a b c"');
		expect(shown(1).at(-1)).toContain('- text: expected it to be given, found nothing');
		expect(shown(2).at(-1)).toBe('3 words');
	});

	it('takes it away when it is unloaded', async () => {
		const { session, host, model } = await hostedSession([saying('a'), saying('b')], `${examples}/word-count.ts`);
		await session.prompt('hi');
		await host.unload('word-count');
		await session.prompt('hi');
		expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
			['bash', 'word_count'],
			['bash'],
		]);
	});
});
