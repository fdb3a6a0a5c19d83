import type { Question, QuestionAsker } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import type { HookContext } from './plugin.ts';
import { bashCall, hostFixture } from './testing/host-fixture.ts';
import { scriptedPerson } from './testing/scripted-person.ts';

/** What a guard answers that does `ask`, and what its decision says. */
async function guarding(ask: (context: HookContext) => unknown, questions?: QuestionAsker, timeoutMs = 5_000) {
	const fixture = hostFixture({}, questions);
	await fixture.plugin(
		'careful',
		(myelin) => void myelin.on('tool_call', (_call, context) => ask(context) as never, { timeoutMs }),
	);
	const call = async () => fixture.host.hooks.toolCall(bashCall('rm x'), fixture.scope);
	return { ...fixture, call };
}

const confirming = async ({ ui }: HookContext) =>
	(await ui.confirm({ title: 'Run rm?', message: 'rm x' })) ? undefined : { block: true, reason: 'you said no' };

describe('a guard that asks a person', () => {
	it.each([
		[true, 'allow', 'user'],
		[false, 'block', 'user'],
		[undefined, 'block', 'default'],
	])('who says %s decides %s, and the record says %s', async (said, answer, cause) => {
		const person = scriptedPerson([said]);
		const { call } = await guarding(confirming, person);
		expect((await call())?.decisions).toMatchObject([{ by: 'careful', answer, cause }]);
		expect(person.asked).toEqual([
			{ kind: 'confirm', plugin: 'careful', title: 'Run rm?', message: 'rm x', default: false },
		]);
	});

	it('where there is nobody has the default, which is no', async () => {
		const { call } = await guarding(confirming);
		expect((await call())?.decisions).toMatchObject([{ answer: 'block', cause: 'default', reason: 'you said no' }]);
	});

	/** Somebody who never answers, and what ended the wait. */
	function nobody() {
		const ended: string[] = [];
		const asker: QuestionAsker = {
			ask: (_question, { signal }) =>
				new Promise((resolve) => {
					signal.addEventListener('abort', () => {
						ended.push(String(signal.reason?.message ?? signal.reason));
						resolve({ by: 'default' });
					});
				}),
		};
		return { asker, ended };
	}

	it('waits within its own time, and the question ends with that', async () => {
		const { asker, ended } = nobody();
		const { call, clock } = await guarding(confirming, asker);
		const called = call();
		clock.advance(5_000);
		expect((await called)?.decisions).toMatchObject([{ answer: 'block', cause: 'timeout' }]);
		expect(ended).toEqual(['no answer within 5000 ms']);
	});

	it('without a limit waits as long as the run lives, and the question ends with that', async () => {
		const { asker, ended } = nobody();
		const { call, clock, run } = await guarding(confirming, asker, Number.POSITIVE_INFINITY);
		const called = call();
		clock.advance(86_400_000);
		run.abort(new Error('aborted'));
		expect((await called)?.decisions).toMatchObject([{ answer: 'block', cause: 'default' }]);
		expect(ended).toEqual(['aborted']);
	});
});

describe('a question', () => {
	async function asking(ask: (context: HookContext) => Promise<unknown>, ...answers: (string | boolean | undefined)[]) {
		const person = scriptedPerson(answers);
		let answer: unknown;
		const { call } = await guarding(async (context) => {
			answer = await ask(context);
		}, person);
		const outcome = await call();
		return { answer, asked: person.asked as readonly Question[], outcome };
	}
	const options = [{ value: 'a', label: 'A' }, { value: 'b' }];

	it('may be a choice', async () => {
		const { answer, asked } = await asking(({ ui }) => ui.select({ title: 'Which?', options, default: 'a' }), 'b');
		expect(answer).toBe('b');
		expect(asked).toEqual([{ kind: 'select', plugin: 'careful', title: 'Which?', options, default: 'a' }]);
	});

	it('may want a text', async () => {
		const { answer, asked } = await asking(({ ui }) => ui.input({ title: 'Why?', placeholder: 'because' }), 'it must');
		expect(answer).toBe('it must');
		expect(asked).toEqual([{ kind: 'input', plugin: 'careful', title: 'Why?', placeholder: 'because' }]);
	});

	it.each(['select', 'input'] as const)('of kind %s without an answer and a default has none', async (kind) => {
		const { answer } = await asking(({ ui }) => ui[kind]({ title: 'Which?', options }));
		expect(answer).toBeUndefined();
	});

	it.each([
		['confirm', {}, 'the title of a question is missing'],
		['select', { title: 'x', options: [] }, 'the options of a choice are a list; give a list with something in it'],
		['select', { title: 'x', options: ['a'] }, 'an option is { value, label? }, and one is "a"'],
		['select', { title: 'x', options, default: 'c' }, 'the default of a choice is one of its values, and "c" is none'],
	])('that is none is the failure of the hook: %s %j', async (kind, question, message) => {
		const { outcome, asked } = await asking(({ ui }) => ui[kind as 'confirm'](question as never));
		expect(outcome?.decisions).toMatchObject([
			{ answer: 'block', cause: 'crash', reason: expect.stringContaining(message) },
		]);
		expect(asked).toEqual([]);
	});
});

it('a tool asks and says something too', async () => {
	const person = scriptedPerson(['blue']);
	const fixture = hostFixture({}, person);
	fixture.host.hooks.lifecycle('session_start', fixture.scope);
	await fixture.plugin('painter', (myelin) => {
		myelin.registerTool({
			name: 'paint',
			description: 'Paints.',
			parameters: {},
			async execute(_args: object, { ui, notify }) {
				notify('painting');
				return `painted ${await ui.input({ title: 'Which colour?' })}`;
			},
		});
	});
	const [tool] = fixture.host.tools.tools('s1');
	const context = {
		toolCallId: 'c1',
		cwd: '/',
		signal: fixture.run.signal,
		onUpdate: () => undefined,
		sessionId: 's1',
	};
	await expect(tool?.execute({}, context)).resolves.toBe('painted blue');
	expect(fixture.reported.at(-1)).toEqual({ type: 'notice', level: 'info', message: 'painting' });
});

it.each([
	['', 'info', 'the message of a notice is ""; say a text'],
	[undefined, 'info', 'the message of a notice is missing; say a text'],
	['x', 'loud', 'the level of a notice is "loud"; it is info or warning'],
	['x', null, 'the level of a notice is null; it is info or warning'],
])(
	'what is no notice is the failure of whoever says it, and is shown to nobody: %j %j',
	async (said, level, message) => {
		const { host, plugin, reported, scope } = hostFixture();
		await plugin('guard', (myelin) => {
			myelin.on('tool_call', (_call, { notify }) => notify(said as string, level as 'info'));
		});
		expect(await host.hooks.toolCall({ toolCallId: 'c', toolName: 't', args: {} }, scope)).toMatchObject({
			decisions: [{ answer: 'block', cause: 'crash', reason: expect.stringContaining(message) }],
		});
		expect(reported.filter(({ type }) => type === 'notice')).toEqual([]);
	},
);
