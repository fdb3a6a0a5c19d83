import {
	errorText,
	isRecord,
	isStandardSchema,
	type JsonObject,
	kindOf,
	parseBy,
	jsonSchemaOf as standardJsonSchemaOf,
	standardSchemaCheck,
} from '@myelin/core';
import type { SessionTool, SessionToolContext } from '@myelin/session';
import { HostError } from './errors.ts';
import { jsonSchemaCheck } from './json-schema-check.ts';
import type { ToolContext, ToolSpec } from './plugin.ts';
import { schemaFault } from './schema-fault.ts';

/** The kernel's tool for a plugin's; `extend` gives it the context that its contract promises. Throws `HostError` with `INVALID_REGISTRATION` for a spec that is none. */
export function toolFromSpec(spec: ToolSpec, extend: (context: SessionToolContext) => ToolContext): SessionTool {
	if (!isRecord(spec))
		throw refused(`a tool is { name, description, parameters, execute }, and this is ${kindOf(spec)}`);
	const { name, description, parameters } = spec;
	if (typeof name !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
		throw refused(`a tool is named ${kindOf(name)}; use 1 to 64 letters, digits, _ and -`);
	}
	if (typeof description !== 'string')
		throw refused(`the description of the tool ${name} is ${kindOf(description)}; write a text`);
	if (typeof spec.execute !== 'function')
		throw refused(`the execute of the tool ${name} is ${kindOf(spec.execute)}, not a function`);
	const jsonSchema = jsonSchemaOf(name, parameters);
	const check = isStandardSchema(parameters) ? standardSchemaCheck(parameters) : jsonSchemaCheck(jsonSchema);
	return {
		name,
		description,
		jsonSchema,
		...mannersOf(spec),
		parse: (args) => parseBy(name, args, check),
		execute: async (args, context) => spec.execute(args as never, extend(context)),
	};
}

function jsonSchemaOf(tool: string, parameters: unknown): JsonObject {
	if (isStandardSchema(parameters)) {
		try {
			return standardJsonSchemaOf(parameters);
		} catch (thrown) {
			throw refused(`the schema of the tool ${tool} cannot be written as JSON Schema: ${errorText(thrown)}`, thrown);
		}
	}
	if (!isRecord(parameters)) {
		throw refused(
			`the parameters of the tool ${tool} are ${kindOf(parameters)}; give a JSON Schema of an object, or a Standard Schema`,
		);
	}
	const fault = schemaFault(parameters as JsonObject);
	if (fault === undefined) return parameters as JsonObject;
	throw refused(`the parameters of the tool ${tool} are no JSON Schema of an object: ${fault}`);
}

type Manner = keyof Pick<ToolSpec, 'concurrency' | 'timeoutMs' | 'onInterjection' | 'preview'>;

/** How a tool may want to be run: what fits, and what belongs there. */
const manners: Readonly<Record<Manner, readonly [fits: (value: unknown) => boolean, belongs: string]>> = {
	concurrency: [
		(value) => value === 'parallel' || value === 'exclusive' || typeof value === 'function',
		'parallel, exclusive or a function of the arguments that answers one of them',
	],
	timeoutMs: [
		(value) => typeof value === 'number' && value > 0,
		'a number of milliseconds above 0, or Infinity for no limit',
	],
	onInterjection: [(value) => value === 'finish' || value === 'cancel', 'finish or cancel'],
	preview: [(value) => typeof value === 'function', 'a function'],
};

/** How a tool wants to be run, as far as its spec says. */
function mannersOf(spec: ToolSpec): Partial<SessionTool> {
	const given = (Object.keys(manners) as Manner[]).filter((manner) => spec[manner] !== undefined);
	for (const manner of given) {
		const [fits, belongs] = manners[manner];
		if (!fits(spec[manner]))
			throw refused(`the ${manner} of the tool ${spec.name} is ${kindOf(spec[manner])}, not ${belongs}`);
	}
	return Object.fromEntries(given.map((manner) => [manner, spec[manner]]));
}

function refused(message: string, cause?: unknown): HostError {
	return new HostError('INVALID_REGISTRATION', message, cause);
}
