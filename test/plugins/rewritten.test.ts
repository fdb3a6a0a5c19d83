import { calling, saying } from '@myelin/core/testing';
import type { Plugin } from '@myelin/plugins';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { hostedSession, plugin } from './hosted-session.ts';

const script = [calling({ id: 'c1', name: 'bash', args: { command: 'ls' } }), saying('done')];
const quoting = plugin('quoting', ({ on }) => {
	on('tool_args', ({ args }) => ({ command: `'${args.command}'` }), { hookId: 'q' });
});
const echoing = plugin('echoing', ({ on }) => void on('tool_args', ({ args }) => ({ ...args }), { hookId: 'e' }));
const guard = plugin('guard', ({ on }) => void on('tool_call', () => undefined, { hookId: 'g' }));

/** What was decided in a run, and what its tool ran. */
async function decided(...plugins: readonly Plugin[]) {
	const { session, all, ran } = await hostedSession(script, ...plugins);
	await session.prompt('go');
	return { decisions: all('tool_decision'), ran };
}

it('a call that a hook rewrote says so, with its final arguments and who gave them, also where nobody guards', async () => {
	verifies('R92');
	const { decisions, ran } = await decided(quoting, echoing);
	expect(ran).toEqual(["'ls'"]);
	expect(decisions).toEqual([
		{
			type: 'tool_decision',
			toolCallId: 'c1',
			toolName: 'bash',
			answer: 'allow',
			decisions: [],
			args: { command: "'ls'" },
			rewrittenBy: [{ by: 'quoting', hookId: 'q', durationMs: expect.any(Number) }],
		},
	]);
});

it('a guarded call that was rewritten has both in one decision', async () => {
	const { decisions } = await decided(guard, quoting);
	expect(decisions).toMatchObject([
		{
			answer: 'allow',
			decisions: [{ by: 'guard', hookId: 'g', answer: 'allow' }],
			args: { command: "'ls'" },
			rewrittenBy: [{ by: 'quoting', hookId: 'q' }],
		},
	]);
});

it('a call whose hooks left it as it was says nothing of its arguments', async () => {
	const unguarded = await decided(echoing);
	expect(unguarded.decisions).toEqual([]);
	const guarded = await decided(guard, echoing);
	expect(guarded.decisions).toHaveLength(1);
	expect(guarded.decisions[0]).not.toHaveProperty('args');
	expect(guarded.decisions[0]).not.toHaveProperty('rewrittenBy');
});
