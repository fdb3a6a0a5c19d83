import { expect, it } from 'vitest';
import { errorInfo, errorText, ModelError } from './errors.ts';

const unreadable = 'it threw something that cannot be read';

function revoked(): unknown {
	const { proxy, revoke } = Proxy.revocable({}, {});
	revoke();
	return proxy;
}

class Secretive extends Error {
	override get message(): string {
		throw new Error('no');
	}
}

it.each([
	['an error', new Error('boom'), 'boom'],
	['a text', 'boom', 'boom'],
	['nothing', undefined, 'undefined'],
	['null', null, 'null'],
	['a symbol', Symbol('s'), 'Symbol(s)'],
	['a message that is no text', Object.assign(new Error(), { message: { toString: () => 'odd' } }), 'odd'],
	['an object without a prototype', Object.create(null), unreadable],
	['an error whose message throws', new Secretive(), unreadable],
	[
		'a message that is no text and cannot become one',
		Object.assign(new Error(), { message: Object.create(null) }),
		unreadable,
	],
	['a revoked proxy', revoked(), unreadable],
])('%s that was thrown has a text', (_, thrown, text) => {
	expect(errorText(thrown)).toBe(text);
	expect(errorInfo(thrown)).toEqual({ code: 'UNKNOWN', message: text, retryable: false });
});

it("a model's error keeps its code", () => {
	expect(errorInfo(new ModelError('OVERLOADED', 'busy'))).toEqual({
		code: 'OVERLOADED',
		message: 'busy',
		retryable: true,
	});
});
