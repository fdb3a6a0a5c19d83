import {
	errorText,
	isStandardSchema,
	type JsonObject,
	parseBy,
	jsonSchemaOf as standardJsonSchemaOf,
	standardSchemaCheck,
	type ToolResult,
} from '@myelin/core';
import type { SessionTool, SessionToolContext } from '@myelin/session';
import { HostError } from './errors.ts';
import { jsonSchemaCheck } from './json-schema-check.ts';
import { contentFault, isRecord, kindOf } from './message-check.ts';
import type { ToolContext, ToolSpec } from './plugin.ts';
import { schemaFault } from './schema-fault.ts';

/** The kernel's tool for a plugin's; `extend` gives it the context that its contract promises. Throws `HostError` with `INVALID_REGISTRATION` for a spec that is none. */
export function toolFromSpec(spec: ToolSpec, extend: (context: SessionToolContext) => ToolContext): SessionTool {
	const { name, description, parameters } = spec;
	if (typeof name !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
		throw refused(`a tool is named ${kindOf(name)}; use 1 to 64 letters, digits, _ and -`);
	}
	if (typeof description !== 'string')
		throw refused(`the description of the tool ${name} is ${kindOf(description)}; write a text`);
	if (typeof spec.execute !== 'function') throw refused(`the tool ${name} has no execute function`);
	const jsonSchema = jsonSchemaOf(name, parameters);
	const check = isStandardSchema(parameters) ? standardSchemaCheck(parameters) : jsonSchemaCheck(jsonSchema);
	return {
		name,
		description,
		jsonSchema,
		...mannersOf(spec),
		parse: (args) => parseBy(name, args, check),
		execute: async (args, context) => resultOf(name, await spec.execute(args as never, extend(context))),
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

/** How a tool wants to be run, as far as its spec says. */
function mannersOf({ concurrency, timeoutMs, onInterjection, preview }: ToolSpec): Partial<SessionTool> {
	return {
		...(concurrency === undefined ? {} : { concurrency }),
		...(timeoutMs === undefined ? {} : { timeoutMs }),
		...(onInterjection === undefined ? {} : { onInterjection }),
		...(preview === undefined ? {} : { preview }),
	};
}

function resultOf(tool: string, answer: unknown): ToolResult {
	if (typeof answer === 'string') return { content: [{ type: 'text', text: answer }] };
	if (!isRecord(answer))
		throw new TypeError(`the tool ${tool} answered ${kindOf(answer)}; answer a text or { content: [blocks] }`);
	const fault = contentFault(answer.content, 'content');
	if (fault !== undefined) throw new TypeError(`the tool ${tool} gave a result that is none: ${fault}`);
	return answer as unknown as ToolResult;
}

function refused(message: string, cause?: unknown): HostError {
	return new HostError('INVALID_REGISTRATION', message, cause);
}
