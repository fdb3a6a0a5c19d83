import type { JsonObject } from '@myelin/core';
import type { SessionToolContext } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Parameters, ToolContext, ToolSpec } from './plugin.ts';
import { toolFromSpec } from './tool-from-spec.ts';

const context: SessionToolContext = {
	sessionId: 's1',
	toolCallId: 'call-1',
	cwd: '/work',
	signal: new AbortController().signal,
	onUpdate: () => undefined,
};

const editSchema = {
	type: 'object',
	properties: {
		path: { type: 'string' },
		edits: {
			type: 'array',
			items: {
				type: 'object',
				properties: { line: { type: 'integer', minimum: 1 }, text: { type: ['string', 'null'] } },
				required: ['line'],
			},
		},
		mode: { enum: ['soft', 'hard'] },
		at: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^now$' }] },
		owner: { $ref: '#/$defs/owner' },
	},
	required: ['path'],
	additionalProperties: false,
	$defs: { owner: { type: 'string', minLength: 2 } },
} as const satisfies JsonObject;

const editZod = z.object({
	path: z.string(),
	edits: z.array(z.object({ line: z.int(), text: z.string().nullable().optional() })).optional(),
	limit: z.number().default(10),
});

const silent = () => undefined;
const extend = (given: object) => ({ ...given, notify: silent }) as unknown as ToolContext;

function tool(parameters: Parameters, execute: ToolSpec['execute'] = () => 'done') {
	return toolFromSpec({ name: 'edit', description: 'Edit a file.', parameters, execute }, extend);
}

describe('the arguments of a tool with a JSON Schema', () => {
	it('are given as they came when they are right', async () => {
		const args = { path: 'a', edits: [{ line: 1, text: null }], mode: 'soft', at: 'now', owner: 'me' };
		expect(await tool(editSchema).parse(args)).toEqual({ ok: true, args });
	});

	it('are refused with every issue: where, what was expected, what was found', async () => {
		const args = { edits: [{ line: 0 }, { text: 7 }], mode: 'medium', at: true, owner: 'x', extra: 1 };
		expect(await tool(editSchema).parse(args)).toEqual({
			ok: false,
			message: [
				'The arguments of edit are not valid:',
				'- path: expected it to be given, found nothing',
				'- edits[0].line: expected minimum 1, found 0',
				'- edits[1].line: expected it to be given, found nothing',
				'- edits[1].text: expected string or null, found 7',
				'- mode: expected enum ["soft","hard"], found "medium"',
				'- at: expected anyOf [{"type":"number"},{"type":"string","pattern":"^now$"}], found true',
				'- owner: expected minLength 2, found "x"',
				'- extra: expected no such member (there are path, edits, mode, at, owner), found 1',
				'Correct them and call the tool again.',
			].join('\n'),
		});
	});

	it.each([
		['a list', { path: 'a', edits: '[{"line": 3}]' }, { path: 'a', edits: [{ line: 3 }] }],
		['what is in a list', { path: 'a', edits: ['{"line": "3"}'] }, { path: 'a', edits: [{ line: 3 }] }],
	])('are read out of JSON text where that stands for %s', async (_, args, read) => {
		expect(await tool(editSchema).parse(args)).toEqual({ ok: true, args: read });
	});

	it('are not read out of text that is wanted as text, nor out of what is no JSON', async () => {
		expect(await tool(editSchema).parse({ path: '[1]' })).toEqual({ ok: true, args: { path: '[1]' } });
		expect(await tool(editSchema).parse({ path: 'a', edits: '[oops' })).toEqual({
			ok: false,
			message:
				'The arguments of edit are not valid:\n- edits: expected array, found "[oops"\nCorrect them and call the tool again.',
		});
	});

	it('can be of any draft that the schema names', async () => {
		const draft7 = {
			$schema: 'http://json-schema.org/draft-07/schema#',
			type: 'object',
			definitions: { size: { type: 'number' } },
			properties: { size: { $ref: '#/definitions/size' } },
		};
		expect(await tool(draft7).parse({ size: {} })).toMatchObject({
			message: expect.stringContaining('- size: expected number, found an object'),
		});
	});

	it('are not taken from anybody where the schema is none', () => {
		const schema = { type: 'object', properties: { a: { type: 'string', pattern: '(' } } };
		expect(() => tool(schema)).toThrow(
			'the parameters of the tool edit are no JSON Schema of an object: properties.a.pattern is "("; it is a regular expression',
		);
	});

	it('are refused, and the schema blamed, when only the validator finds that it names what is not there', async () => {
		const schema = { type: 'object', properties: { a: { $ref: 'none' } }, $defs: { other: { $id: 'other' } } };
		expect(await tool(schema).parse({ a: 'x' })).toMatchObject({
			ok: false,
			message: expect.stringMatching(/^The parameters of the tool edit cannot be checked, whatever the arguments: /),
		});
	});

	it('leave a frozen schema as it is', async () => {
		const schema = Object.freeze({
			type: 'object',
			properties: Object.freeze({ a: Object.freeze({ type: 'string' }) }),
		});
		expect(await tool(schema).parse({ a: 'x' })).toEqual({ ok: true, args: { a: 'x' } });
		expect(tool(schema).jsonSchema).toBe(schema);
	});
});

describe('the arguments of a tool with a Standard Schema', () => {
	it('are what the schema makes of them', async () => {
		expect(await tool(editZod).parse({ path: 'a' })).toEqual({ ok: true, args: { path: 'a', limit: 10 } });
	});

	it('are refused with every issue', async () => {
		expect(await tool(editZod).parse({ edits: [{ line: 'x' }] })).toEqual({
			ok: false,
			message: [
				'The arguments of edit are not valid:',
				'- path: Invalid input: expected string, received undefined, found nothing',
				'- edits[0].line: Invalid input: expected number, received string, found "x"',
				'Correct them and call the tool again.',
			].join('\n'),
		});
	});

	it('are read out of JSON text', async () => {
		expect(await tool(editZod).parse({ path: 'a', edits: '[{"line":"3"}]', limit: '5' })).toEqual({
			ok: true,
			args: { path: 'a', edits: [{ line: 3 }], limit: 5 },
		});
	});

	it('are described to the model as JSON Schema', () => {
		expect(tool(editZod).jsonSchema).toMatchObject({ type: 'object', required: ['path'] });
	});
});

describe('what a tool answers', () => {
	it('is passed on: the kernel looks at what it is', async () => {
		const result = { content: [{ type: 'text', text: 'x' }], details: { n: 1 }, isError: true } as const;
		for (const answer of ['done', result, 7 as never])
			expect(await tool({}, async () => answer).execute({}, context)).toBe(answer);
	});

	it('is what it threw, when it threw', async () => {
		const boom = new Error('boom');
		const execute = () => {
			throw boom;
		};
		await expect(tool({}, execute).execute({}, context)).rejects.toBe(boom);
	});

	it('is made with the arguments and context it was called with, on its own object', async () => {
		const seen: unknown[] = [];
		const spec = {
			name: 'edit',
			description: '',
			parameters: {},
			execute(args: object, given: unknown) {
				seen.push(this, args, given);
				return 'ok';
			},
		};
		await toolFromSpec(spec, extend).execute({ a: 1 }, context);
		expect(seen).toEqual([spec, { a: 1 }, { ...context, notify: silent }]);
	});
});

describe('a tool that is none', () => {
	it.each([
		[{ name: 'my tool' }, 'a tool is named "my tool"; use 1 to 64 letters, digits, _ and -'],
		[{ description: undefined }, 'the description of the tool edit is missing; write a text'],
		[{ execute: undefined }, 'the execute of the tool edit is missing, not a function'],
		[{ execute: 'rm -rf' }, 'the execute of the tool edit is "rm -rf", not a function'],
		[{ preview: { diff: '' } }, 'the preview of the tool edit is an object, not a function'],
		[
			{ timeoutMs: Number.NaN },
			'the timeoutMs of the tool edit is NaN, not a number of milliseconds above 0, or Infinity for no limit',
		],
		[
			{ timeoutMs: '5000' },
			'the timeoutMs of the tool edit is "5000", not a number of milliseconds above 0, or Infinity for no limit',
		],
		[
			{ timeoutMs: -1 },
			'the timeoutMs of the tool edit is -1, not a number of milliseconds above 0, or Infinity for no limit',
		],
		[
			{ timeoutMs: 0 },
			'the timeoutMs of the tool edit is 0, not a number of milliseconds above 0, or Infinity for no limit',
		],
		[
			{ timeoutMs: null },
			'the timeoutMs of the tool edit is null, not a number of milliseconds above 0, or Infinity for no limit',
		],
		[
			{ concurrency: 'paralell' },
			'the concurrency of the tool edit is "paralell", not parallel, exclusive or a function of the arguments that answers one of them',
		],
		[{ onInterjection: true }, 'the onInterjection of the tool edit is true, not finish or cancel'],
		[
			{ parameters: undefined },
			'the parameters of the tool edit are missing; give a JSON Schema of an object, or a Standard Schema',
		],
		[
			{ parameters: z.object({ a: z.date() }) },
			'the schema of the tool edit cannot be written as JSON Schema: Date cannot be represented in JSON Schema',
		],
	])('is refused: %o', (wrong, message) => {
		const spec = { name: 'edit', description: '', parameters: {}, execute: () => 'x', ...wrong } as never;
		expect(() => toolFromSpec(spec, extend)).toThrow(
			expect.objectContaining({ code: 'INVALID_REGISTRATION', message }),
		);
	});

	it('is not even an object', () => {
		expect(() => toolFromSpec(undefined as never, extend)).toThrow(
			expect.objectContaining({
				code: 'INVALID_REGISTRATION',
				message: 'a tool is { name, description, parameters, execute }, and this is missing',
			}),
		);
	});
});

it('a tool is run as its spec says', () => {
	const preview = () => ({});
	const manners = {
		concurrency: 'parallel',
		timeoutMs: Number.POSITIVE_INFINITY,
		onInterjection: 'cancel',
		preview,
	} as const;
	const spec = { name: 'edit', description: '', parameters: {}, execute: () => 'x', ...manners };
	expect(toolFromSpec(spec, extend)).toMatchObject(manners);
});
