import { describe, expect, it } from 'vitest';
import type { PromptResult, RunSummary, SessionEvent } from './generated/protocol.ts';
import { createRun, createRunEvents } from './run.ts';

const summary = { endReason: 'stop' } as RunSummary;
const place = { sessionId: 's', seq: 1, event: {} };
const agentEnd = (willRetry: boolean): SessionEvent => ({
	type: 'agent_end',
	newMessageIds: [],
	newMessages: [],
	summary,
	willRetry,
});

/** The types a prompt's loop sees, of events given with the prompts they name. */
async function seen(...events: [SessionEvent, string[]?][]): Promise<string[]> {
	const runEvents = createRunEvents('mine');
	for (const [event, promptIds] of events) {
		runEvents.offer(event, { ...place, ...(promptIds && { promptIds }) });
	}
	const types: string[] = [];
	for await (const event of createRun('mine', runEvents, Promise.resolve({ promptId: 'mine' }))) types.push(event.type);
	return types;
}

describe('a run', () => {
	it('begins with the event that names its prompt and ends with its last agent_end', async () => {
		expect(
			await seen(
				[{ type: 'agent_start' }, ['other']],
				[agentEnd(false), ['other']],
				[{ type: 'session_idle' }],
				[{ type: 'agent_start' }, ['mine']],
				[{ type: 'turn_start' }],
				[agentEnd(true), ['mine']],
				[{ type: 'agent_start' }, ['mine']],
				[agentEnd(false), ['mine']],
				[{ type: 'session_idle' }],
			),
		).toEqual(['agent_start', 'turn_start', 'agent_end', 'agent_start', 'agent_end']);
	});

	it('that never took the prompt has no events', async () => {
		expect(await seen([{ type: 'agent_start' }, ['other']], [{ type: 'turn_start' }])).toEqual([]);
	});

	it('whose prompt fails throws the same from its loop, after the events', async () => {
		const events = createRunEvents('mine');
		events.offer({ type: 'agent_start' }, { ...place, promptIds: ['mine'] });
		const failure = new Error('lost');
		const run = createRun('mine', events, Promise.reject(failure));
		const types: string[] = [];
		const loop = async () => {
			for await (const event of run) types.push(event.type);
		};
		await expect(loop()).rejects.toBe(failure);
		await expect(run.result).rejects.toBe(failure);
		expect(types).toEqual(['agent_start']);
	});

	it('that nobody looks at rejects nobody', async () => {
		createRun('mine', createRunEvents('mine'), Promise.reject(new Error('unseen')));
		await new Promise((resolve) => setImmediate(resolve));
	});

	it('whose loop was left still has its result', async () => {
		const events = createRunEvents('mine');
		const result: PromptResult = { promptId: 'mine', runId: 'r1', summary };
		let answer: (result: PromptResult) => void = () => {};
		const run = createRun(
			'mine',
			events,
			new Promise((resolve) => {
				answer = resolve;
			}),
		);
		events.offer({ type: 'agent_start' }, { ...place, promptIds: ['mine'] });
		for await (const _event of run) break;
		events.offer({ type: 'turn_start' }, place);
		answer(result);
		expect(await run.result).toBe(result);
		for await (const event of run) throw new Error(`found ${event.type}`);
	});
});
