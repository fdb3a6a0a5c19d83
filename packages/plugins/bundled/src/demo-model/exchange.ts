import { type ModelMessage, type ModelRequest, textContent } from '@myelin/plugins';
import type { PlannedCall } from './explicit-calls.ts';

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;
type UserMessage = Extract<ModelMessage, { role: 'user' }>;

/** What a tool answered, with the call it answers. */
export interface CallResult {
	readonly call: PlannedCall;
	readonly text: string;
	readonly isError: boolean;
	readonly images: number;
}

/** What is being talked about now: everything since the model's last answer without tool calls, or since its run was broken off. */
export interface Exchange {
	/** What was asked before the first tool round. */
	readonly prompts: readonly UserMessage[];
	/** What was said after the last tool round: steering, or a note that a plugin adds. */
	readonly later: readonly UserMessage[];
	/** How often tools have been called in this exchange. */
	readonly round: number;
	/** The results of the last round, in order. */
	readonly results: readonly CallResult[];
	/** Every call of this exchange. */
	readonly made: readonly PlannedCall[];
}

/** Reads the current exchange out of a request. */
export function exchangeOf(request: ModelRequest): Exchange {
	const { messages } = request;
	const answered =
		messages.findLastIndex((message) => message.role === 'assistant' && callsOf(message).length === 0) + 1;
	const current = messages.slice(Math.max(answered, endOfBrokenOff(messages)));
	const first = current.findIndex((message) => message.role === 'assistant');
	const last = current.findLastIndex((message) => message.role === 'assistant');
	const rounds = current.filter((message) => message.role === 'assistant');
	const lastRound = current.slice(last + 1);
	const told = last < 0 ? [] : lastRound.filter((message) => message.role === 'tool');
	return {
		prompts: current.slice(0, first < 0 ? undefined : first).filter(isUser),
		later: last < 0 ? [] : lastRound.filter(isUser),
		round: rounds.length,
		results: told.map((message) => resultOf(message, rounds.at(-1))),
		made: rounds.flatMap(callsOf),
	};
}

/** Where what a person said next begins, after a run that ended in the middle of its calls. */
function endOfBrokenOff(messages: readonly ModelMessage[]): number {
	const cut = messages.findLastIndex((message) => message.role === 'tool' && wasBrokenOff(message));
	if (cut < 0) return cut;
	// Below 0 if nothing was said since.
	return messages.findIndex((message, place) => place > cut && isUser(message));
}

/** In the words of the kernel, and of tools that were told to stop. */
function wasBrokenOff(message: ToolMessage): boolean {
	return (
		message.isError && /\baborted\b|^Not complete: |^The outcome of this call is unknown: /i.test(textContent(message))
	);
}

/** The texts of some messages, one after another. */
export function textOf(messages: readonly ModelMessage[]): string {
	return messages.map(textContent).join('\n').trim();
}

function resultOf(message: ToolMessage, round: ModelMessage | undefined): CallResult {
	const call = round?.content.find((block) => block.type === 'tool_call' && block.id === message.toolCallId);
	return {
		call: { name: message.toolName, args: call?.type === 'tool_call' ? call.args : {} },
		text: textContent(message),
		isError: message.isError,
		images: message.content.filter((block) => block.type === 'image').length,
	};
}

function callsOf(message: ModelMessage): PlannedCall[] {
	return message.content.flatMap((block) =>
		block.type === 'tool_call' ? [{ name: block.name, args: block.args }] : [],
	);
}

/** Whether a person said it; the kernel's note about an interruption is nobody's wish. */
function isUser(message: ModelMessage): message is UserMessage {
	return message.role === 'user' && !textContent(message).startsWith('[The answer above was interrupted ');
}
