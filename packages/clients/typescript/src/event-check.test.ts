import { expect, it } from 'vitest';
import { checkSent, checkWhole } from './event-check.ts';

it.each([
	[{ type: 'notice', message: ['hi'] }, 'its member `message` must be string, and is list'],
	[{ type: 'agent_end', willRetry: 0 }, 'its member `willRetry` must be boolean, and is number'],
	[{ type: 'message_start', message: null }, 'its member `message` must be object, and is null'],
])('what was sent in another kind than its type has it is said', (event, why) => {
	expect(() => checkSent(event)).toThrow(why);
});

it('what is not sent may come of what was sent before, and what is not known may be anything', () => {
	expect(() => checkSent({ type: 'notice', colour: 'green' })).not.toThrow();
	expect(() => checkSent({ type: 'branch_changed', from: null, to: 7 })).not.toThrow();
	for (const event of [{ type: 'toString' }, {}]) {
		expect(() => checkSent(event)).not.toThrow();
		expect(() => checkWhole(event)).not.toThrow();
	}
});

it('an event lacks nothing in its full form that its type must have', () => {
	expect(() => checkWhole({ type: 'notice', level: 'info', message: 'hi' })).not.toThrow();
	expect(() => checkWhole({ type: 'branch_changed', from: null })).toThrow('its member `to` is absent');
});
