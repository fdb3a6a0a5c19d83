import { deepFreeze, type Message, type UserMessage } from '@myelin/core';
import { shortForm } from './shorten.ts';
import { summaryText } from './summary-prompt.ts';

/** The files that tools read and changed, each once, the one touched last at the end. */
export interface TouchedFiles {
	readonly read: readonly string[];
	readonly changed: readonly string[];
}

/** What was made of messages that are shown no longer. */
export interface Summary {
	/** The id of the message that it is shown as. */
	readonly id: string;
	/** Unix milliseconds. */
	readonly timestamp: number;
	readonly text: string;
}

/**
 * What a model is shown of a history that stays whole: a summary instead of the messages before `cut`, and those before `short` in
 * their short form. Places count the history's messages, which only grow.
 */
export interface RequestCut {
	/** Stands for all before `cut`. */
	readonly summary: Summary | undefined;
	/** The first message that is shown. */
	readonly cut: number;
	/** The messages before this one are shown in their short form. */
	readonly short: number;
	/** How many messages there were when this was made: what answers before that report is the size of something else. */
	readonly madeAt: number;
	/** What tools touched before `cut`. */
	readonly files: TouchedFiles;
}

/** Everything is shown. */
export const wholeHistory: RequestCut = {
	summary: undefined,
	cut: 0,
	short: 0,
	madeAt: 0,
	files: { read: [], changed: [] },
};

const messages = new WeakMap<RequestCut, UserMessage>();

/** What is shown instead of the messages before the cut, the same every time; nothing if none are left out. */
export function summaryMessage(cut: RequestCut): UserMessage | undefined {
	const { summary, files } = cut;
	if (summary === undefined) return undefined;
	const made = messages.get(cut);
	if (made !== undefined) return made;
	const { id, timestamp, text } = summary;
	const content = [{ type: 'text', text: summaryText(text, files) }] as const;
	const message: UserMessage = deepFreeze({ id, role: 'user', timestamp, content });
	messages.set(cut, message);
	return message;
}

/** The messages of a request; the history itself while all of it is shown. */
export function shownMessages(cut: RequestCut, history: readonly Message[]): readonly Message[] {
	if (cut.cut === 0 && cut.short === 0) return history;
	const spared = sparedMessage(cut, history);
	const summary = summaryMessage(cut);
	const shown: Message[] = summary === undefined ? [] : [summary];
	for (let place = cut.cut; place < history.length; place++) shown.push(shownMessage(cut, history, place, spared));
	return shown;
}

/** One message as it is shown. `spared` is what `sparedMessage` answers. */
export function shownMessage(cut: RequestCut, history: readonly Message[], place: number, spared: number): Message {
	const message = history[place] as Message;
	return place < cut.short && place !== spared ? shortForm(message) : message;
}

/** The last thing that a person said is never shortened: it is what the model is working on. */
export function sparedMessage({ short, cut }: RequestCut, history: readonly Message[]): number {
	for (let place = short - 1; place >= cut; place--) if (history[place]?.role === 'user') return place;
	return -1;
}
