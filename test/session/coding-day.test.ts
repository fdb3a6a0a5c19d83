import { type Model, ModelError, type ModelRequest, type Tool, textContent } from '@myelin/core';
import { calling, type ScriptedAnswer, saying, scriptedModel } from '@myelin/core/testing';
import { type Envelope, Session } from '@myelin/session';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { scriptedPorts } from './scripted-session.ts';

const window = 60_000;
const turnsPerPrompt = 50;
const prompts = 29;

/** A source file as a tool shows it, other lines each time; every seventh has comments in Japanese. */
function sourceOf(number: number): string {
	const lines = Array.from({ length: 40 + ((number * 37) % 160) }, (_, line) =>
		number % 7 === 0
			? `${line}\t// 設定を読み込んで検証する ${number * line}`
			: `${line}\tconst value${line} = await load('${number * line}.json');`,
	);
	return lines.join('\n');
}

function tool(name: string, output: (number: number) => string): Tool {
	return {
		name,
		description: `The tool ${name}.`,
		jsonSchema: { type: 'object' },
		parse: (args) => ({ ok: true, args }),
		execute: (args) => output(Number(args.number)),
	};
}

/** About what a provider counts: bytes by three, whatever the script. */
function countedBy({ systemPrompt, messages, tools }: ModelRequest): number {
	const shown = messages.map(({ role, content }) => ({ role, content }));
	return Math.ceil(Buffer.byteLength(systemPrompt + JSON.stringify({ shown, tools })) / 3);
}

/** A model that reads and edits file after file, counts what it is shown, and refuses what is too much for it. */
function codingModel() {
	const facts = { calls: 0, summaries: 0, refused: 0, largest: 0, last: '' };
	const answerTo = (request: ModelRequest): ScriptedAnswer => {
		if (request.messages[0]?.id === 'aside') {
			facts.summaries++;
			return saying(`## Done\nWhat was done until call ${facts.calls}.`);
		}
		const number = ++facts.calls;
		if (number % turnsPerPrompt === 0) return saying(`The change of ${number} is made and its tests pass.`);
		const args = { number, path: `src/part-${number % 20}.ts` };
		const edit = { ...args, text: sourceOf(number).slice(0, 900) };
		return number % 3 === 0
			? calling({ id: `c${number}`, name: 'edit', args: edit })
			: calling({ id: `c${number}`, name: 'read', args });
	};
	const model: Model = {
		...scriptedModel([]),
		contextWindow: window,
		maxOutputTokens: 8_000,
		stream(request, signal) {
			const inputTokens = countedBy(request);
			if (inputTokens > window) {
				facts.refused++;
				throw new ModelError('CONTEXT_OVERFLOW', 'too long');
			}
			facts.largest = Math.max(facts.largest, inputTokens);
			facts.last = textContent(request.messages[0] ?? { content: [] });
			const usage = [{ type: 'usage', usage: { inputTokens, outputTokens: 100 } }] as const;
			return scriptedModel([[usage, ...answerTo(request)]]).stream(request, signal);
		},
	};
	return { model, facts };
}

it('a coding day of 3000 messages never asks too much of its model, and is remembered from end to end', async () => {
	verifies('R105', 'R108');
	const { model, facts } = codingModel();
	const models = { list: () => [model], find: () => model, defaultModel: () => model };
	const tools = [tool('read', sourceOf), tool('edit', () => 'Edited.')];
	const ports = { ...scriptedPorts([]), models, tools: { tools: () => tools } };
	const session = new Session({ id: 's1', cwd: '/work' }, ports);
	const heard: Envelope[] = [];
	session.subscribe(({ event, ...rest }) => {
		if (event.type === 'compaction_end') heard.push({ event, ...rest });
	});
	for (let number = 0; number < prompts; number++) {
		const outcome = await session.prompt(`Make change ${number}, please.`);
		expect(outcome).toMatchObject({ summary: { endReason: 'stop', toolErrors: 0 } });
	}
	expect(session.messages().length).toBeGreaterThan(2800);
	expect([facts.refused, facts.largest < window]).toEqual([0, true]);
	expect(facts.summaries).toBeGreaterThan(5);
	expect(facts.summaries).toBeLessThan(80);
	const ends = heard.map(({ event }) => event);
	expect(ends.filter((event) => event.type === 'compaction_end' && event.error !== undefined)).toEqual([]);
	expect(facts.last).toMatch(/^\[The conversation before this was replaced by this summary of it.\]/);
	for (let part = 0; part < 20; part++) expect(facts.last).toContain(`src/part-${part}.ts`);
	await session.close();
}, 60_000);
