import { deepFreeze, type Identify, isRecord, kindOf, type Message } from '@myelin/core';
import { HookError } from './errors.ts';
import { jsonCopy } from './json-copy.ts';
import { messageFault } from './message-check.ts';
import { pairFaults } from './message-pairs.ts';

/** Where the ids and times of new messages come from. */
export interface Minting {
	readonly identify: Identify;
	/** Unix milliseconds. */
	now(): number;
}

const members = ['prepend', 'append', 'insertBefore', 'replace', 'drop'] as const;

/**
 * Applies what a `context` hook answered (nothing, a patch or a whole list) to the messages it was shown. The result is
 * checked: the ids that it names exist, new messages are well formed, and no call is parted from its result that was not
 * before. New messages are copied and frozen. Throws `HookError` with `INVALID`, naming the first fault.
 */
export function applyContext(messages: readonly Message[], answer: unknown, minting: Minting): readonly Message[] {
	if (answer === undefined) return messages;
	const changed = Array.isArray(answer) ? wholeList(messages, answer) : patched(messages, answer, minting);
	if (changed.length === 0 && messages.length > 0) throw invalid('its answer leaves no message to show to a model');
	const faults = pairFaults(changed);
	const before = faults.size === 0 ? faults : pairFaults(messages);
	for (const fault of faults) if (!before.has(fault)) throw invalid(fault);
	return Object.freeze(changed);
}

function wholeList(messages: readonly Message[], answer: readonly unknown[]): Message[] {
	const known: ReadonlySet<unknown> = new Set(messages);
	return answer.map((value, index) => (known.has(value) ? (value as Message) : newMessage(value, `[${index}]`)));
}

function patched(messages: readonly Message[], answer: unknown, minting: Minting): Message[] {
	if (!isRecord(answer)) throw invalid(`the answer is ${kindOf(answer)}, not a patch or a list of messages`);
	const stranger = Object.keys(answer).find((key) => !members.includes(key as (typeof members)[number]));
	if (stranger !== undefined) throw invalid(`a patch has ${members.join(', ')}, and no "${stranger}"`);
	const ids: ReadonlySet<string> = new Set(messages.map((message) => message.id));
	const inserted = byId(answer.insertBefore, 'insertBefore', ids);
	const replaced = byId(answer.replace, 'replace', ids);
	const dropped = droppedIds(answer.drop, ids);
	for (const id of replaced.keys()) if (dropped.has(id)) throw invalid(`replace and drop both name ${id}`);
	const result = newMessages(answer.prepend, 'prepend', minting);
	for (const message of messages) {
		const { id } = message;
		if (inserted.has(id)) result.push(...newMessages(inserted.get(id), `insertBefore.${id}`, minting));
		if (replaced.has(id)) result.push(newMessage(replaced.get(id), `replace.${id}`));
		else if (!dropped.has(id)) result.push(message);
	}
	result.push(...newMessages(answer.append, 'append', minting));
	return result;
}

/** Messages from what a hook answered: whole ones, and texts that become user messages; copied and frozen. Throws `HookError` with `INVALID`. */
export function newMessages(value: unknown, path: string, minting: Minting): Message[] {
	if (value === undefined) return [];
	if (!Array.isArray(value)) throw invalid(`${path} is ${kindOf(value)}, not a list of messages`);
	return value.map((entry, index) =>
		typeof entry === 'string' ? userMessage(entry, minting) : newMessage(entry, `${path}[${index}]`),
	);
}

function userMessage(text: string, minting: Minting): Message {
	return deepFreeze({
		id: minting.identify('msg'),
		role: 'user',
		timestamp: minting.now(),
		content: [{ type: 'text', text }],
	});
}

function newMessage(value: unknown, path: string): Message {
	const copy = jsonCopy(value, path);
	const fault = messageFault(copy, path);
	if (fault !== undefined) throw invalid(fault);
	return deepFreeze(copy as Message);
}

function byId(value: unknown, member: string, ids: ReadonlySet<string>): ReadonlyMap<string, unknown> {
	if (value === undefined) return new Map();
	if (!isRecord(value)) throw invalid(`${member} is ${kindOf(value)}, not an object from message id to change`);
	for (const id of Object.keys(value)) known(id, member, ids);
	return new Map(Object.entries(value));
}

function droppedIds(value: unknown, ids: ReadonlySet<string>): ReadonlySet<string> {
	if (value === undefined) return new Set();
	if (!Array.isArray(value)) throw invalid(`drop is ${kindOf(value)}, not a list of message ids`);
	for (const id of value) known(id, 'drop', ids);
	return new Set(value);
}

function known(id: unknown, member: string, ids: ReadonlySet<string>): void {
	if (typeof id !== 'string' || !ids.has(id))
		throw invalid(`${member} names ${kindOf(id)}, and no message has this id`);
}

function invalid(fault: string): HookError {
	return new HookError('INVALID', fault);
}
