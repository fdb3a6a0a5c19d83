import { type Clock, type Message, type Model, ModelError, textContent } from '@myelin/core';
import type { SideAnswer, SideCall } from '../side-request.ts';
import { askWithRetries, type SideRetries } from '../side-retries.ts';
import { textTokens } from './estimate.ts';
import { middleLeftOut } from './shorten.ts';
import { type SummaryQuestion, summarizerPrompt, summaryQuestion } from './summary-prompt.ts';
import { transcriptParts } from './transcript.ts';

/** What is to be summarised. */
export interface SummaryTask {
	/** Turns that are over. */
	readonly history: readonly Message[];
	/** The beginning of the turn that is split, its request first. */
	readonly turn: readonly Message[];
	/** The text of the summary that stands for all before. */
	readonly previous: string | undefined;
	readonly instructions: string | undefined;
	/** What is known of the project from before. */
	readonly known?: string | undefined;
}

/** What summarising stands on. */
export interface SummaryPorts {
	readonly model: Model;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	/** Tokens that a summary may have. */
	readonly maxTokens: number;
	/** What the model counts for one token that is estimated. */
	readonly factor: number;
	readonly retries: SideRetries;
	/** Records that the model was called, whatever came of it. */
	called(call: SideCall): void | Promise<void>;
}

/** Milliseconds that the model may be silent. */
const idleTimeoutMs = 60_000;
/** How often the parts are halved after the model said that one is too long for it. */
const maxHalvings = 4;
/** The least that a part holds. */
const leastPart = 500;
/** So much of the request of a split turn stays in its own words. */
const requestTokens = 1000;

/**
 * Asks the model for a summary: of the turns that are over, and at the same time of the beginning of a turn that is split. What does
 * not fit into one request is summarised part by part, each with the summary so far. Rejects as `askWithRetries` does, and when an answer is empty.
 */
export async function summarize(task: SummaryTask, ports: SummaryPorts): Promise<string> {
	const { history, turn, previous, instructions, known } = task;
	if (turn.length === 0) return fold(history, { instructions, known, of: 'history', previous }, ports);
	const quit = new AbortController();
	const signal = AbortSignal.any([ports.signal, quit.signal]);
	try {
		const [before, begun] = await Promise.all([
			history.length === 0
				? previous
				: fold(history, { instructions, known, of: 'history', previous }, { ...ports, signal }),
			fold(turn, { instructions, known, of: 'turn', previous: undefined }, { ...ports, signal }),
		]);
		const parts = [before, `# The task under way\n\n${requestOf(turn)}${begun}`];
		return parts.filter((part) => part !== undefined).join('\n\n');
	} finally {
		quit.abort(new Error('another part of the summary failed'));
	}
}

/** What the person said at the beginning of the turn, in their own words: a task must not be lost in retelling. */
function requestOf(turn: readonly Message[]): string {
	const said = turn.find(({ role }) => role === 'user');
	return said === undefined ? '' : `The person said:\n${middleLeftOut(textContent(said), requestTokens)}\n\n`;
}

type FoldQuestion = Omit<SummaryQuestion, 'transcript'>;

async function fold(messages: readonly Message[], question: FoldQuestion, ports: SummaryPorts): Promise<string> {
	let room = partTokens(question, ports);
	for (let halvings = 0; ; halvings++) {
		try {
			return await foldParts(transcriptParts(messages, room), question, ports);
		} catch (error) {
			const tooLong = error instanceof ModelError && error.code === 'CONTEXT_OVERFLOW';
			if (!tooLong || halvings === maxHalvings || room <= leastPart) throw error;
			room = Math.max(leastPart, Math.floor(room / 2));
		}
	}
}

async function foldParts(parts: readonly string[], question: FoldQuestion, ports: SummaryPorts): Promise<string> {
	let summary = question.previous;
	for (const transcript of parts)
		summary = await ask(summaryQuestion({ ...question, previous: summary, transcript }), ports);
	if (summary === undefined) throw new ModelError('INVALID_REQUEST', 'there is nothing in these messages to summarise');
	return summary;
}

async function ask(text: string, ports: SummaryPorts): Promise<string> {
	const answer = await recorded(text, ports);
	const name = `${ports.model.provider}/${ports.model.id}`;
	const summary = answer.text.trim();
	if (answer.stopReason === 'refusal') throw new ModelError('CONTENT_FILTER', `${name} refused to summarise`);
	if (summary === '') throw new ModelError('INVALID_REQUEST', `${name} answered no summary at all`);
	return answer.stopReason === 'length' ? `${summary}\n[The summary was cut off here.]` : summary;
}

function recorded(
	text: string,
	{ model, clock, signal, maxTokens, retries, called }: SummaryPorts,
): Promise<SideAnswer> {
	// A token is never more than some ten characters for long: what is longer does not end.
	const limits = { clock, signal, idleTimeoutMs, maxLength: maxTokens * 10 };
	return askWithRetries(model, { systemPrompt: summarizerPrompt, text }, limits, called, retries);
}

/** What a request has room for besides the instructions, the summaries before and the answer. */
function partTokens(question: FoldQuestion, ports: SummaryPorts): number {
	const { model, maxTokens, factor } = ports;
	const besides = textTokens(summarizerPrompt + summaryQuestion({ ...question, transcript: '' }));
	const room = (model.contextWindow - maxTokens) / factor - besides;
	return Math.max(leastPart, Math.floor(room * 0.9));
}
