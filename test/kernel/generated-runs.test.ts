import type { AgentEvent } from '@myelin/core';
import { checkGrammar, replayHistory } from '@myelin/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { type Outcome, type Played, play } from './play-scenario.ts';
import { scenario } from './scenario.ts';

const seed = Number(process.env.MYELIN_SEED ?? Date.now() % 2 ** 31);
const numRuns = Number(process.env.MYELIN_RUNS ?? 1500);
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

beforeAll(() => process.on('unhandledRejection', note));
afterAll(() => process.off('unhandledRejection', note));

describe(`any run (MYELIN_SEED=${seed})`, () => {
	it('keeps every promise of the stream, whoever interferes and wherever it is aborted', {
		timeout: Math.max(120_000, numRuns * 100),
	}, async () => {
		verifies('R21', 'R31', 'R41', 'R74', 'R124', 'R125', 'R126', 'R127');
		await fc.assert(
			fc.asyncProperty(scenario, async (plan) => {
				const played = await play(plan);
				checkRuns(played);
				checkState(played);
				checkSnapshots(played.events);
				checkListeners(played);
				expect(unhandled).toEqual([]);
			}),
			{ seed, numRuns, endOnFailure: false },
		);
	});
});

/** The events of each run. */
function runsOf(events: readonly AgentEvent[]): AgentEvent[][] {
	const runs: AgentEvent[][] = [];
	for (const event of events) {
		if (event.type === 'agent_start') runs.push([]);
		runs.at(-1)?.push(event);
	}
	return runs;
}

function checkRuns({ events, outcomes }: Played): void {
	const runs = runsOf(events);
	expect(runs.map((run) => checkGrammar(run))).toEqual(runs.map(() => []));
	expect(outcomes.length).toBeGreaterThanOrEqual(runs.length);
	for (const run of runs) checkSummary(run);
	for (const outcome of outcomes) checkOutcome(outcome);
}

function checkSummary(run: readonly AgentEvent[]): void {
	const end = run.at(-1);
	if (end?.type !== 'agent_end') throw new Error('a run does not end with agent_end');
	const { summary, newMessages } = end;
	expect(summary.turnCount).toBe(run.filter(({ type }) => type === 'turn_start').length);
	expect(summary.toolCalls).toBe(run.filter(({ type }) => type === 'tool_execution_start').length);
	expect(summary.toolErrors).toBe(run.filter((event) => event.type === 'tool_execution_end' && event.isError).length);
	expect(newMessages).toEqual(replayHistory([], run));
	expect(summary.error === undefined).toBe(!run.some(({ type }) => type === 'error'));
	expect(summary.endReason === 'error').toBe(summary.error !== undefined);
}

function checkOutcome(outcome: Outcome): void {
	if ('thrown' in outcome) expect(outcome.thrown).toMatchObject({ name: 'AgentError' });
}

function checkState({ agent, events, faults, queued }: Played): void {
	expect(faults).toEqual([]);
	const state = agent.state();
	expect(state).toMatchObject({ isRunning: false, streamingMessage: null, pendingToolCalls: [] });
	expect(state.messages).toEqual(replayHistory([], events));
	const waiting = [...state.queue.steering, ...state.queue.followUp].map(({ id }) => id);
	const taken = state.messages.filter(({ id }) => queued.includes(id)).map(({ id }) => id);
	expect([...taken, ...waiting].sort()).toEqual([...queued].sort());
}

/** Snapshots only grow, and deltas add up to what is kept. */
function checkSnapshots(events: readonly AgentEvent[]): void {
	const texts = new Map<number, string>();
	for (const event of events) {
		if (event.type === 'message_start') texts.clear();
		if (event.type === 'message_update') {
			const text = (texts.get(event.contentIndex) ?? '') + event.delta;
			texts.set(event.contentIndex, text);
			const block = event.message.content[event.contentIndex];
			const shown =
				block?.type === 'text'
					? block.text
					: block?.type === 'thinking'
						? block.thinking
						: block?.type === 'tool_call'
							? block.argsText
							: '';
			expect(shown).toBe(text);
			expect(event.delta.at(-1) ?? '').not.toMatch(/[\ud800-\udbff]$/);
		}
		if (event.type === 'message_end' && event.message.role === 'assistant' && event.message.stopReason !== 'aborted') {
			const kept = event.message.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
			for (const text of kept) expect([...texts.values()]).toContain(text);
		}
	}
}

function checkListeners({ heard, events }: Played): void {
	for (const list of heard) expect(list).toEqual(events);
}
