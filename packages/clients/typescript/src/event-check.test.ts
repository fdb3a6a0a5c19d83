import { expect, it } from 'vitest';
import { checkEvent } from './event-check.ts';

it('an event lacks nothing that its type must have, and has it in its kind', () => {
	expect(() => checkEvent({ type: 'notice', level: 'info', message: 'hi', colour: 'green' })).not.toThrow();
	expect(() => checkEvent({ type: 'notice', message: 'hi' })).toThrow(
		'its member `level` must be string, and is undefined',
	);
	expect(() => checkEvent({ type: 'notice', level: 'info', message: ['hi'] })).toThrow(
		'`message` must be string, and is list',
	);
	expect(() => checkEvent({ type: 'branch_changed', from: null, to: 'e1' })).not.toThrow();
	expect(() => checkEvent({ type: 'branch_changed', from: null })).toThrow('`to` must be any, and is undefined');
});

it('an event of a type that is not known may be anything, whatever it is called', () => {
	expect(() => checkEvent({ type: 'toString' })).not.toThrow();
	expect(() => checkEvent({})).not.toThrow();
});
