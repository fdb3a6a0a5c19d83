import { describe, expect, it } from 'vitest';
import { type CommandSpec, createCommandTable } from './commands.ts';

const { signal } = new AbortController();
const greet: CommandSpec = { name: 'greet', description: 'Greets.', run: (args) => `hello ${args}` };
const call = { sessionId: 's1', name: 'greet', args: 'Ada' };

describe('a command', () => {
	it('is told to the server without its function, its time as it travels, and a prompt with its template', () => {
		const table = createCommandTable();
		expect(table.add({ ...greet, argumentHint: 'NAME', timeoutMs: 0.5 }, undefined)).toEqual({
			name: 'greet',
			description: 'Greets.',
			argumentHint: 'NAME',
			timeoutMs: 1,
		});
		expect(table.add({ ...greet, timeoutMs: Number.POSITIVE_INFINITY }, undefined)).toMatchObject({ timeoutMs: 0 });
		const review = { name: 'review', description: 'Reviews.', template: 'Review $1.' };
		expect(table.add(review, undefined)).toEqual(review);
	});

	it('answers its text, and nothing where it has none', async () => {
		const table = createCommandTable();
		table.add(greet, undefined);
		expect(await table.execute(call, signal)).toEqual({ text: 'hello Ada' });
		table.add({ ...greet, run: async () => undefined }, undefined);
		expect(await table.execute(call, signal)).toEqual({});
	});

	it('of a session goes before that of all, until the session is forgotten', async () => {
		const table = createCommandTable();
		table.add(greet, undefined);
		table.add({ ...greet, run: () => 'of the session' }, 's1');
		expect(await table.execute(call, signal)).toEqual({ text: 'of the session' });
		table.forget('s1');
		expect(await table.execute(call, signal)).toEqual({ text: 'hello Ada' });
	});

	it('that throws fails with its message, and one that is not there with its name', async () => {
		const table = createCommandTable();
		table.add({ ...greet, run: () => Promise.reject(new Error('nobody there')) }, undefined);
		await expect(table.execute(call, signal)).rejects.toMatchObject({
			code: 'COMMAND_FAILED',
			message: 'nobody there',
		});
		await expect(table.execute({ ...call, name: 'none' }, signal)).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			message: 'no command "none" is registered',
		});
	});

	it('with neither a function nor a template is refused at once', () => {
		const table = createCommandTable();
		expect(() => table.add({ ...greet, run: 'noon' as never }, undefined)).toThrow(
			expect.objectContaining({
				code: 'HOOK_REJECTED',
				message: 'the command "greet" has neither a function as its run nor a text as its template',
			}),
		);
	});
});
