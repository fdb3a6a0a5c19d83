import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Message, toolCalls } from '@myelin/core';
import { type Entry, jsonlStore, Session, type SessionEvent } from '@myelin/session';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleScript } from './bundle-script.ts';
import { scriptedPorts } from './scripted-session.ts';
import { randomNumbers, seed, soaks } from './soak.ts';

interface Announced {
	readonly seq: number;
	readonly promptIds?: readonly string[];
	readonly event: SessionEvent;
}

let script: string;

beforeAll(async () => {
	script = await bundleScript('talking-process.ts');
});

describe(`a process that is killed at any moment (MYELIN_SEED=${seed})`, () => {
	it('has kept all that it announced, each once, and the next one goes on from there', {
		timeout: 600_000,
	}, async () => {
		const folder = join(mkdtempSync(join(tmpdir(), 'myelin-kill-')), 'sessions');
		const random = randomNumbers(seed);
		const announced: Announced[] = [];
		for (let round = 0; round < (soaks ? 400 : 12); round++) {
			const heard = await talkUntilKilled(folder, round, 1 + Math.floor(random() * 150));
			expectRising(announced.at(-1)?.seq ?? 0, heard);
			announced.push(...heard);
			await expectKept(folder, announced);
		}
		const ended = announced.filter(({ event }) => event.type === 'agent_end');
		expect(ended.length).toBeGreaterThan(5);
		await expectAnsweredFromStore(folder, ended);
	});
});

/** Kills a process as soon as it is seen to have announced so many things, and answers all that it announced. */
function talkUntilKilled(folder: string, round: number, enough: number): Promise<Announced[]> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [script, folder, `${round}`], { stdio: ['ignore', 'pipe', 'pipe'] });
		let text = '';
		let complaint = '';
		child.stdout.on('data', (chunk) => {
			text += chunk;
			if (text.split('\n').length > enough) child.kill('SIGKILL');
		});
		child.stderr.on('data', (chunk) => {
			complaint += chunk;
		});
		child.once('close', (code, signal) => {
			if (signal !== 'SIGKILL') reject(new Error(`the process ended with ${code} by itself: ${complaint}`));
			else
				resolve(
					text
						.split('\n')
						.slice(0, -1)
						.map((line) => JSON.parse(line)),
				);
		});
	});
}

function expectRising(before: number, heard: readonly Announced[]): void {
	let last = before;
	for (const { seq } of heard) {
		expect(seq).toBeGreaterThan(last);
		last = seq;
	}
}

async function expectKept(folder: string, announced: readonly Announced[]): Promise<void> {
	const session = await Session.open(jsonlStore(folder), 'talk', scriptedPorts([]), { readOnly: true });
	const { entries } = await session.entries({ limit: Number.POSITIVE_INFINITY });
	expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
	const messages = new Map(session.messages().map((message) => [message.id, message]));
	expect(messages.size).toBe(session.messages().length);
	for (const { event, promptIds = [] } of announced) expectEvent(event, promptIds, entries, messages);
	expectAnswered(session.messages());
	const lastSeq = announced.at(-1)?.seq ?? 0;
	expect(session.state().seq).toBeGreaterThanOrEqual(lastSeq);
}

function expectEvent(
	event: SessionEvent,
	promptIds: readonly string[],
	entries: readonly Entry[],
	messages: ReadonlyMap<string, Message>,
): void {
	switch (event.type) {
		case 'message_end':
			expect(JSON.parse(JSON.stringify(messages.get(event.message.id)))).toEqual(event.message);
			return;
		case 'tool_execution_end': {
			const kept = entries.filter(
				(entry) => entry.type === 'tool_execution' && entry.data.toolCallId === event.toolCallId,
			);
			expect(kept.map(({ data }) => data)).toMatchObject([{ result: event.result }]);
			return;
		}
		case 'agent_end': {
			const kept = entries.filter((entry) => entry.type === 'run' && entry.data.promptIds[0] === promptIds[0]);
			expect(kept.map(({ data }) => data)).toMatchObject([{ promptIds, summary: event.summary }]);
			return;
		}
		case 'session_info_changed':
			expect(entries.some((entry) => entry.type === 'session_info' && entry.data.name === event.to)).toBe(true);
			return;
		default:
			return;
	}
}

/** Every call has its result, in call order, right behind its message. */
function expectAnswered(messages: readonly Message[]): void {
	for (const [place, message] of messages.entries()) {
		const calls = message.role === 'assistant' ? toolCalls(message).map(({ id }) => id) : [];
		const results = messages.slice(place + 1, place + 1 + calls.length);
		expect(results.map((result) => result.role === 'tool' && result.toolCallId)).toEqual(calls);
	}
}

/** A prompt whose end was announced is answered with it, and never run again: the model here has nothing to say. */
async function expectAnsweredFromStore(folder: string, ended: readonly Announced[]): Promise<void> {
	const session = await Session.open(jsonlStore(folder), 'talk', scriptedPorts([]));
	for (const { event, promptIds = [] } of ended) {
		const promptId = promptIds[0] ?? '';
		const outcome = await session.prompt(`prompt ${promptId.split('-').at(-1)}`, { promptId });
		expect(outcome).toMatchObject({ summary: event.type === 'agent_end' && event.summary });
	}
	await session.close();
}
