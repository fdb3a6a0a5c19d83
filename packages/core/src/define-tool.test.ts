import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import type { StandardSchema } from './standard-schema.ts';

const read = defineTool({
	name: 'read',
	description: 'Reads a file.',
	parameters: z.object({ path: z.string(), lines: z.array(z.int()).default([]) }),
	concurrency: ({ path }) => (path === 'x' ? 'parallel' : 'exclusive'),
	execute: ({ path, lines }) => `${path.toUpperCase()} ${lines.length}`,
});

describe('a defined tool', () => {
	it('has the JSON Schema of what its schema accepts', () => {
		expect(read.jsonSchema).toMatchObject({
			type: 'object',
			properties: { path: { type: 'string' }, lines: { type: 'array', items: { type: 'integer' } } },
			required: ['path'],
		});
	});

	it('gets what its schema makes of the arguments, at once where the schema answers at once', () => {
		expect(read.parse({ path: 'x' })).toEqual({ ok: true, args: { path: 'x', lines: [] } });
	});

	it('reads a list that a model wrote as a text', () => {
		expect(read.parse({ path: 'x', lines: '[1,2]' })).toEqual({ ok: true, args: { path: 'x', lines: [1, 2] } });
	});

	it('names everything that is wrong in one message', () => {
		expect(read.parse({ lines: ['one'] })).toEqual({
			ok: false,
			message: [
				'The arguments of read are not valid:',
				'- path: Invalid input: expected string, received undefined, found nothing',
				'- lines[0]: Invalid input: expected number, received string, found "one"',
				'Correct them and call the tool again.',
			].join('\n'),
		});
	});

	it('takes a schema of any library, and waits for one that answers later', async () => {
		const schema: StandardSchema = {
			'~standard': {
				version: 1,
				vendor: 'test',
				validate: async (value) =>
					(value as { ok?: unknown }).ok === true ? { value } : { issues: [{ message: 'say ok', path: ['ok'] }] },
				jsonSchema: { input: () => ({ type: 'object' }) },
			},
		};
		const tool = defineTool({ name: 'any', description: '', parameters: schema, execute: () => 'done' });
		expect(await tool.parse({ ok: true })).toEqual({ ok: true, args: { ok: true } });
		expect(await tool.parse({})).toMatchObject({ ok: false });
	});

	it('tells of a schema that breaks as of arguments that cannot be checked', async () => {
		const broken = (validate: () => never) =>
			defineTool({
				name: 'broken',
				description: '',
				parameters: {
					'~standard': { version: 1, vendor: 'test', validate, jsonSchema: { input: () => ({ type: 'object' }) } },
				} as StandardSchema,
				execute: () => 'done',
			});
		const thrower = broken(() => {
			throw new Error('no regex');
		});
		expect(thrower.parse({})).toEqual({
			ok: false,
			message: 'The parameters of the tool broken cannot be checked, whatever the arguments: no regex',
		});
	});
});
