import type { JsonObject, SessionEventParams } from './generated/protocol.ts';

/** Throws a TypeError if the parameters of a `session/event` are not as the protocol has them: an event without its place cannot be used. What the event says is not looked at. */
export function checkPlace(params: unknown): asserts params is SessionEventParams {
	const { sessionId, seq, prev, promptIds, event } = (params ?? {}) as JsonObject;
	if (typeof sessionId !== 'string') throw fault('sessionId', sessionId, 'a string');
	if (!isSeq(seq)) throw fault('seq', seq, 'a whole number');
	if (prev !== undefined && !isSeq(prev)) throw fault('prev', prev, 'a whole number');
	if (promptIds !== undefined && !areStrings(promptIds)) throw fault('promptIds', promptIds, 'a list of strings');
	if (typeof event !== 'object' || event === null || Array.isArray(event)) throw fault('event', event, 'an object');
}

function fault(name: string, found: unknown, expected: string): TypeError {
	return new TypeError(`a session/event whose "${name}" is not ${expected}: ${JSON.stringify(found)?.slice(0, 100)}`);
}

function isSeq(value: unknown): boolean {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

function areStrings(value: unknown): boolean {
	return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
