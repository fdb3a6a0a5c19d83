import { type AssistantMessage, type Block, type Message, type ToolMessage, toolCalls } from './messages.ts';

/** What becomes of a model that makes the same calls and gets the same results turn after turn. */
export interface RepeatPolicy {
	/** From this turn on each result tells the model so. */
	readonly tellAt: number;
	/** After this turn the run ends with the reason `guard`. */
	readonly stopAt: number;
}

/** Told in the third identical turn, stopped after the eighth: waiting for something is not a loop yet. */
export const defaultRepeats: RepeatPolicy = { tellAt: 3, stopAt: 8 };

const text =
	'[This is the same call with the same result again. Try something else, or say what keeps you from going on.]';

/** What is added to the results of a turn that repeats the ones before. */
export const repeatNote: readonly Block[] = [{ type: 'text', text }];

/**
 * How many turns in a row, the last one included, made the same calls and (as far as they have any yet) got the same results.
 * `messages` end with the answer whose calls are about to run.
 */
export function countRepeats(messages: readonly Message[]): number {
	const last = messages.at(-1);
	if (last?.role !== 'assistant') return 0;
	let results: string | undefined;
	let count = 1;
	for (let end = messages.length - 1; ; count++) {
		const turn = turnBefore(messages, end);
		if (turn === undefined || !sameCalls(turn.answer, last)) return count;
		const key = resultsKey(turn.results);
		if (results !== undefined && results !== key) return count;
		results = key;
		end = turn.start;
	}
}

interface PastTurn {
	readonly start: number;
	readonly answer: AssistantMessage;
	readonly results: readonly ToolMessage[];
}

/** The answer and its results that end right before `end`; nothing if something else does. */
function turnBefore(messages: readonly Message[], end: number): PastTurn | undefined {
	const results: ToolMessage[] = [];
	for (let place = end - 1; place >= 0; place--) {
		const message = messages[place];
		if (message?.role === 'assistant') return { start: place, answer: message, results };
		if (message?.role !== 'tool') return undefined;
		results.push(message);
	}
	return undefined;
}

function sameCalls(one: AssistantMessage, other: AssistantMessage): boolean {
	const [calls, others] = [toolCalls(one), toolCalls(other)];
	return (
		calls.length === others.length &&
		calls.every(({ name }, place) => name === others[place]?.name) &&
		calls.every(({ args, argsText }, place) =>
			sameJson([args, argsText], [others[place]?.args, others[place]?.argsText]),
		)
	);
}

function sameJson(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

function resultsKey(results: readonly ToolMessage[]): string {
	return JSON.stringify(results.map(({ content }) => content.filter((block) => !isNote(block))));
}

function isNote(block: Block): boolean {
	return block.type === 'text' && block.text === text;
}
