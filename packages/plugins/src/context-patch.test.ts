import type { Message } from '@myelin/core';
import { countingIds } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { applyContext } from './context-patch.ts';
import { askingMessage, resultMessage, userMessage } from './testing/host-fixture.ts';

const history: readonly Message[] = [
	userMessage('m1', 'tidy up'),
	askingMessage('m2', 'c1', 'c2'),
	resultMessage('m3', 'c1'),
	resultMessage('m4', 'c2'),
	userMessage('m5', 'thanks'),
];

function apply(answer: unknown, messages = history): readonly Message[] {
	return applyContext(messages, answer, { identify: countingIds(), now: () => 7 });
}

function idsAfter(answer: unknown): string[] {
	return apply(answer).map((message) => message.id);
}

describe('what a context hook answers', () => {
	it('leaves the messages as they are when it is nothing, and is nonsense when it is null', () => {
		expect(apply(undefined)).toBe(history);
		expect(() => apply(null)).toThrow('the answer is null, not a patch or a list of messages');
	});

	it.each([
		[{}, ['m1', 'm2', 'm3', 'm4', 'm5']],
		[{ prepend: ['a', 'b'] }, ['msg_1', 'msg_2', 'm1', 'm2', 'm3', 'm4', 'm5']],
		[{ append: [userMessage('n1', 'x'), 'a'] }, ['m1', 'm2', 'm3', 'm4', 'm5', 'n1', 'msg_1']],
		[{ insertBefore: { m5: ['a'], m1: ['b'] } }, ['msg_1', 'm1', 'm2', 'm3', 'm4', 'msg_2', 'm5']],
		[{ drop: ['m5', 'm1'] }, ['m2', 'm3', 'm4']],
		[{ drop: ['m1'], insertBefore: { m1: ['a'] } }, ['msg_1', 'm2', 'm3', 'm4', 'm5']],
		[{ replace: { m1: userMessage('n1', 'x') } }, ['n1', 'm2', 'm3', 'm4', 'm5']],
		[{ drop: ['m2', 'm3', 'm4'] }, ['m1', 'm5']],
		[
			[history[4], history[0]],
			['m5', 'm1'],
		],
		[[userMessage('n1', 'x')], ['n1']],
	])('%j gives %j', (answer, ids) => {
		verifies('R86');
		expect(idsAfter(answer)).toEqual(ids);
	});

	it('makes user messages of texts, with the time of the request', () => {
		expect(apply({ append: ['It is noon.'] }).at(-1)).toEqual({
			id: 'msg_1',
			role: 'user',
			timestamp: 7,
			content: [{ type: 'text', text: 'It is noon.' }],
		});
	});

	it('keeps the messages that it does not change as they are', () => {
		const changed = apply({ drop: ['m5'], append: ['x'] });
		expect(changed.slice(0, 4).every((message, place) => message === history[place])).toBe(true);
	});

	it('is copied and frozen, so that its author cannot change it later', () => {
		const mine = userMessage('n1', 'x');
		const [changed] = apply([mine]);
		expect(changed).not.toBe(mine);
		expect(Object.isFrozen(changed?.content[0])).toBe(true);
		expect(Object.isFrozen(mine)).toBe(false);
	});

	it('may leave a call without its result that came without one', () => {
		const cut = [userMessage('m1', 'hi'), askingMessage('m2', 'c1'), userMessage('m5', 'thanks')];
		expect(apply({ append: ['x'] }, cut)).toHaveLength(4);
	});

	it('may put a message that no model is shown between a call and its result', () => {
		const note: Message = { id: 'n1', role: 'custom:note', timestamp: 1, content: [] };
		expect(idsAfter({ insertBefore: { m4: [note] } })).toEqual(['m1', 'm2', 'm3', 'n1', 'm4', 'm5']);
	});

	it.each([
		['a text', 'hello', 'the answer is "hello", not a patch or a list of messages'],
		['a number', 7, 'the answer is 7, not a patch or a list of messages'],
		['an unknown member', { add: ['x'] }, 'a patch has prepend, append, insertBefore, replace, drop, and no "add"'],
		['an unknown id to drop', { drop: ['m9'] }, 'drop names "m9", and no message has this id'],
		['an unknown id to replace', { replace: { m9: history[0] } }, 'replace names "m9", and no message has this id'],
		['an unknown place', { insertBefore: { m9: ['x'] } }, 'insertBefore names "m9", and no message has this id'],
		['drop as a text', { drop: 'm1' }, 'drop is "m1", not a list of message ids'],
		['append as a text', { append: 'x' }, 'append is "x", not a list of messages'],
		[
			'a message both replaced and dropped',
			{ replace: { m1: userMessage('m1', 'y') }, drop: ['m1'] },
			'replace and drop both name m1',
		],
		['an id twice', { append: [userMessage('m1', 'y')] }, 'two messages have the id m1'],
		['a call without its result', { drop: ['m4'] }, 'the tool call c2 has no result right after it'],
		['a result without its call', { drop: ['m2'] }, 'the result m3 does not follow its call c1'],
		[
			'a text between call and result',
			{ insertBefore: { m4: ['x'] } },
			'the tool call c2 has no result right after it',
		],
		['a result before its call', [history[2], history[1], history[3]], 'the result m3 does not follow its call c1'],
		['a text in a whole list', ['x'], '[0] is "x", not a message'],
		[
			'a message without content',
			{ append: [{ id: 'n1', role: 'user', timestamp: 1 }] },
			'append[0].content is missing, not a list of blocks',
		],
		[
			'content as a text',
			{ append: [{ ...history[0], id: 'n1', content: 'x' }] },
			'append[0].content is "x", not a list of blocks',
		],
		[
			'an unknown role',
			{ append: [{ ...history[0], id: 'n1', role: 'system' }] },
			'append[0].role is "system", not user, assistant, tool or custom:…',
		],
		[
			'an unknown block',
			{ replace: { m1: { ...history[0], content: [{ type: 'video' }] } } },
			'replace.m1.content[0].type is "video", not text, thinking, tool_call, image or opaque',
		],
		[
			'a BigInt',
			{ append: [{ ...history[0], id: 'n1', meta: { v: 10n } }] },
			'append[0].meta.v is a BigInt; give a number or a text',
		],
		['a function', { append: [{ ...history[0], id: () => 'n1' }] }, 'append[0] is not plain data'],
	])('is refused with %s', (_, answer, message) => {
		expect(() => apply(answer)).toThrow(expect.objectContaining({ code: 'INVALID', message }));
	});
});
