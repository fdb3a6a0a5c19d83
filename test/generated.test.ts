import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { generate } from '../scripts/gen/outputs.ts';
import { readProtocol } from '../scripts/gen/protocol.ts';

const root = join(import.meta.dirname, '..');
const protocol = readProtocol();
const samples = readSamples();

/** An example of a definition. `later`: it holds what only a later version defines. */
interface WireSample {
	readonly definition: string;
	readonly value: unknown;
	readonly later?: true;
}

function readSamples(): readonly WireSample[] {
	const lines = readFileSync(join(import.meta.dirname, 'wire-samples.jsonl'), 'utf8').split('\n');
	return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

describe('generated files', () => {
	it.each(Object.entries(generate(protocol)))('%s says what the schemas say; if not, run pnpm gen', (path, text) => {
		expect(readFileSync(join(root, path), 'utf8')).toBe(text);
	});
});

describe('protocol.json', () => {
	const { $defs } = JSON.parse(readFileSync(join(root, 'packages/rpc-server/schema/protocol.json'), 'utf8'));
	const validate = (definition: string, value: unknown) =>
		new Validator({ $ref: `#/$defs/${definition}`, $defs }, '2020-12', false).validate(value);

	it('accepts every sample, whatever members a later version adds to it', () => {
		const refused = samples
			.filter(({ later }) => later === undefined)
			.map(({ definition, value }) => ({ definition, errors: validate(definition, value).errors }))
			.filter(({ errors }) => errors.length > 0);
		expect(refused).toEqual([]);
		expect(validate('AbortParams', { sessionId: 's1', gently: true }).valid).toBe(true);
	});

	it.each([
		['a member of the wrong type', 'AbortParams', { sessionId: 7 }],
		['a missing member', 'AbortParams', {}],
		['a word outside a closed list', 'HookSpec', { hookId: 'guard', point: 'tool_cal' }],
		['a wrong value in the middle of a list', 'SteerParams', { sessionId: 's1', content: [{ type: 'text' }] }],
		['an empty id', 'SessionParams', { sessionId: '' }],
		['a tool name that no model accepts', 'ClientTool', { name: 'a b', description: '', parameters: {} }],
	])('refuses %s', (_, definition, value) => {
		expect(validate(definition, value).valid).toBe(false);
	});

	it('has a sample for every definition that clients get a type for', () => {
		const typed = Object.keys($defs).filter((name) => $defs[name]['x-wire-only'] !== true && !$defs[name].enum);
		const sampled = new Set(samples.map(({ definition }) => definition));
		expect(typed.filter((name) => !sampled.has(name))).toEqual([]);
	});
});
