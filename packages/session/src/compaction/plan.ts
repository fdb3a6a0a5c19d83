import { type Message, toolCalls } from '@myelin/core';
import { messageTokens } from './estimate.ts';
import { type RequestCut, shownMessage, sparedMessage } from './request-cut.ts';
import { shortForm } from './shorten.ts';

/** What a plan is made of; tokens as they are estimated. */
export interface PlanInput {
	readonly history: readonly Message[];
	/** What is shown now. */
	readonly shown: RequestCut;
	/** How much of the newest messages stays as it is. */
	readonly keepTokens: number;
	/** A summary is worth its model call if it stands for at least so much. */
	readonly leastGain: number;
	/** If short forms alone get the messages down to this, no model is called; absent where a summary is wanted anyway. */
	readonly shortTarget: number | undefined;
	/** Also the newest messages are shown in their short form. */
	readonly shortenAll: boolean;
}

/** What a compaction is to do. */
export type Plan =
	| { readonly kind: 'nothing' }
	/** Short forms before this place are enough. */
	| { readonly kind: 'shorten'; readonly short: number }
	/** A summary is to stand for the messages before `cut`. */
	| {
			readonly kind: 'summarize';
			readonly cut: number;
			readonly short: number;
			/** The turn that `cut` splits begins here; absent if none is split, or it began before what is shown. */
			readonly turn: number | undefined;
	  };

/** Short forms are worth it alone from this share of the messages on, where nothing can be cut. */
const leastShortGain = 0.1;

/**
 * Decides what of a history is shown no longer; looks at each message that is shown a few times and at no other. A call and its result
 * are never parted, the newest messages stay, and a turn is split only where it alone is more than what stays.
 */
export function planCompaction(input: PlanInput): Plan {
	const { history, shown, leastGain, shortTarget, shortenAll } = input;
	const tokens = shownTokens(input);
	const total = sum(tokens);
	const cut = findCut(input, tokens);
	const short = Math.max(shown.short, shortenAll ? history.length : (cut ?? shown.cut));
	const mayShorten = short > shown.short && (shortenAll || shortTarget !== undefined);
	const shortTotal = mayShorten ? total - shortGain(input, tokens, short) : total;
	if (shortTarget !== undefined && shortTotal < total && shortTotal <= shortTarget) return { kind: 'shorten', short };
	const gain = cut === undefined ? 0 : sum(tokens.slice(0, cut - shown.cut));
	if (cut !== undefined && gain >= leastGain) {
		const turn = splitTurn(history, shown.cut, cut);
		return { kind: 'summarize', cut, short: shortenAll ? short : shown.short, turn };
	}
	return shortenAll && total - shortTotal > total * leastShortGain ? { kind: 'shorten', short } : { kind: 'nothing' };
}

/** Of each message that is shown. */
function shownTokens({ history, shown }: PlanInput): number[] {
	const spared = sparedMessage(shown, history);
	const tokens: number[] = [];
	for (let place = shown.cut; place < history.length; place++)
		tokens.push(messageTokens(shownMessage(shown, history, place, spared)));
	return tokens;
}

function shortGain({ history, shown }: PlanInput, tokens: readonly number[], short: number): number {
	const spared = sparedMessage({ ...shown, short }, history);
	let gain = 0;
	for (let place = shown.cut; place < short; place++) {
		if (place === spared) continue;
		gain += (tokens[place - shown.cut] as number) - messageTokens(shortForm(history[place] as Message));
	}
	return gain;
}

/** Where to cut, if anywhere: the first turn that what stays has room for, or an answer inside a turn that is too long. */
function findCut({ history, shown, keepTokens }: PlanInput, tokens: readonly number[]): number | undefined {
	const places = cutPlaces(history, shown.cut);
	let kept = 0;
	let from = history.length;
	while (from > shown.cut && kept + (tokens[from - 1 - shown.cut] as number) <= keepTokens)
		kept += tokens[--from - shown.cut] as number;
	if (from <= shown.cut) return undefined;
	const keptFrom = (cut: number) => sum(tokens.slice(cut - shown.cut));
	const fitting = places.filter(({ place }) => place >= from);
	const turn = fitting.find(({ isTurn }) => isTurn)?.place;
	if (turn !== undefined && keptFrom(turn) >= keepTokens / 4) return turn;
	return fitting[0]?.place ?? places.at(-1)?.place;
}

interface CutPlace {
	readonly place: number;
	/** Whether a turn begins there. */
	readonly isTurn: boolean;
}

/** The places behind `from` where no call is parted from its result: before a turn, and before an answer. */
function cutPlaces(history: readonly Message[], from: number): CutPlace[] {
	const callPlaces = new Map<string, number>();
	/** By the place of an answer: where its last result stands. */
	const reach = new Map<number, number>();
	for (let place = from; place < history.length; place++) {
		const message = history[place] as Message;
		if (message.role === 'assistant') for (const { id } of toolCalls(message)) callPlaces.set(id, place);
		if (message.role !== 'tool') continue;
		const call = callPlaces.get(message.toolCallId);
		if (call !== undefined) reach.set(call, place);
	}
	const places: CutPlace[] = [];
	let open = -1;
	for (let place = from; place < history.length; place++) {
		const isTurn = beginsTurn(history, place);
		// A turn of which nothing but its prompt would go is not split.
		const isSplit = history[place]?.role === 'assistant' && !isSaid(history[place - 1]);
		if (place > from && open < place && (isTurn || isSplit)) places.push({ place, isTurn });
		open = Math.max(open, reach.get(place) ?? -1);
	}
	return places;
}

/** The first of the messages that are neither the model's nor a tool's. */
function beginsTurn(history: readonly Message[], place: number): boolean {
	return isSaid(history[place]) && !(place > 0 && isSaid(history[place - 1]));
}

function isSaid(message: Message | undefined): boolean {
	return message !== undefined && message.role !== 'assistant' && message.role !== 'tool';
}

function splitTurn(history: readonly Message[], from: number, cut: number): number | undefined {
	if (beginsTurn(history, cut)) return undefined;
	for (let place = cut - 1; place >= from; place--) if (beginsTurn(history, place)) return place;
	return undefined;
}

function sum(numbers: readonly number[]): number {
	let total = 0;
	for (const number of numbers) total += number;
	return total;
}
