import { describe, expect, it } from 'vitest';
import { createToolTable, type ToolSpec } from './tools.ts';

const { signal } = new AbortController();
const params = { sessionId: 's1', toolCallId: 'c1', toolName: 'lookup', args: { word: 'axon' }, progressToken: 't1' };

function tool(execute: ToolSpec['execute']): ToolSpec {
	return { name: 'lookup', description: 'Looks up', parameters: { type: 'object' }, execute };
}

async function run(execute: ToolSpec['execute']) {
	const table = createToolTable();
	table.add(tool(execute), undefined);
	const progress: unknown[] = [];
	const result = await table.execute(params, signal, (update) => progress.push(update));
	return { result, progress };
}

describe('a tool', () => {
	it('answers a text as one block, and a result as it is', async () => {
		const text = await run(({ word }: { word: string }) => `${word}: a wire`);
		expect(text.result).toEqual({ content: [{ type: 'text', text: 'axon: a wire' }] });
		const whole = { content: [], details: { page: 1 }, terminate: true };
		expect((await run(async () => whole)).result).toBe(whole);
	});

	it('that throws answers its message alone, as an error', async () => {
		const thrown = { content: [{ type: 'text', text: 'no dictionary' }], isError: true };
		expect((await run(() => Promise.reject(new Error('no dictionary')))).result).toEqual(thrown);
		expect((await run(() => Promise.reject('no dictionary'))).result).toEqual(thrown);
	});

	it('says what it does until it has returned, and nothing later', async () => {
		let late = () => {};
		const { progress } = await run((_args, { onUpdate }) => {
			onUpdate({ kind: 'status', delta: 'looking' });
			late = () => onUpdate({ kind: 'status', delta: 'too late' });
			return 'found';
		});
		late();
		expect(progress).toEqual([{ kind: 'status', delta: 'looking' }]);
	});

	it('is told where it is called', async () => {
		const seen: unknown[] = [];
		await run((_args, { sessionId, toolCallId, signal }) => {
			seen.push(sessionId, toolCallId, signal);
			return '';
		});
		expect(seen).toEqual(['s1', 'c1', signal]);
	});

	it('that is not there fails the call', async () => {
		const call = createToolTable().execute(params, signal, () => {});
		await expect(call).rejects.toThrow('no tool "lookup" is registered');
	});

	it('is told to the server without its function', () => {
		expect(
			createToolTable().add(
				tool(() => ''),
				's1',
			),
		).toEqual({
			name: 'lookup',
			description: 'Looks up',
			parameters: { type: 'object' },
		});
	});
});

describe('a tool whose parameters are a Standard Schema', () => {
	const schema = {
		'~standard': {
			version: 1 as const,
			vendor: 'test',
			types: undefined as { input: { word: string }; output: { word: string } } | undefined,
			validate: (value: unknown) => {
				const { word } = value as { word?: unknown };
				return typeof word === 'string'
					? { value: { word: word.toUpperCase() } }
					: { issues: [{ message: 'expected a text', path: ['word', { key: 0 }] }, { message: 'and more' }] };
			},
			jsonSchema: { input: ({ target }: { target: string }) => ({ type: 'object', target }) },
		},
	};
	const lookup: ToolSpec<typeof schema> = {
		name: 'lookup',
		description: 'Looks up',
		parameters: schema,
		execute: ({ word }) => word satisfies string,
	};

	it('is told to the server as the JSON Schema that it writes', () => {
		expect(createToolTable().add(lookup, 's1').parameters).toEqual({ type: 'object', target: 'draft-2020-12' });
	});

	it('is given what the schema makes of the arguments', async () => {
		const table = createToolTable();
		table.add(lookup, undefined);
		expect(await table.execute(params, signal, () => {})).toEqual({ content: [{ type: 'text', text: 'AXON' }] });
	});

	it('does not run with arguments that the schema refuses, and says where and why', async () => {
		const table = createToolTable();
		table.add(lookup, undefined);
		expect(await table.execute({ ...params, args: {} }, signal, () => {})).toEqual({
			content: [{ type: 'text', text: 'the arguments are not as they should be: word.0: expected a text; and more' }],
			isError: true,
		});
	});

	it('is refused by name when its library cannot write JSON Schema', () => {
		const { jsonSchema, ...standard } = schema['~standard'];
		const old = { ...lookup, parameters: { '~standard': standard } } as never;
		expect(() => createToolTable().add(old, undefined)).toThrow(
			expect.objectContaining({
				code: 'HOOK_REJECTED',
				message:
					'the parameters of the tool "lookup" cannot be told to a model as JSON Schema: the schema library test cannot write JSON Schema (Standard JSON Schema); use a newer one, or give a JSON Schema',
			}),
		);
	});

	it('whose library fails to write it is refused by name, and the one before it stays', async () => {
		const cause = new Error('Date cannot be represented in JSON Schema');
		const input = () => {
			throw cause;
		};
		const table = createToolTable();
		table.add(lookup, undefined);
		const bad = { '~standard': { ...schema['~standard'], jsonSchema: { input } } };
		expect(() => table.add({ ...lookup, parameters: bad, execute: () => 'bad' }, undefined)).toThrow(
			expect.objectContaining({
				code: 'HOOK_REJECTED',
				message:
					'the parameters of the tool "lookup" cannot be told to a model as JSON Schema: Date cannot be represented in JSON Schema',
				cause,
			}),
		);
		expect(await table.execute(params, signal, () => {})).toEqual({ content: [{ type: 'text', text: 'AXON' }] });
	});
});
