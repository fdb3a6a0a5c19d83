import {
	type ContextRequest,
	deepFreeze,
	type JsonObject,
	type Message,
	type ModelRequest,
	type ToolCall,
	type ToolResult,
	type ToolResultPatch,
} from '@myelin/core';
import type { CompactionRequest, InputRequest } from '@myelin/session';
import { applyContext, type Minting, newMessages } from './context-patch.ts';
import { HookError } from './errors.ts';
import { jsonCopy } from './json-copy.ts';
import { contentFault, isRecord, kindOf } from './message-check.ts';
import type { Transform } from './transform.ts';

const thinkingLevels: ReadonlySet<unknown> = new Set(['off', 'low', 'medium', 'high']);

/** At `context`: the messages of a request. */
export function contextOf(request: ContextRequest, minting: Minting): Transform<readonly Message[]> {
	return {
		payloadOf: (messages) => Object.freeze({ ...request, messages }),
		apply: (messages, answer) => applyContext(messages, answer, minting),
	};
}

/** At `input`: what a person says. */
export function inputOf(how: InputRequest['how'], minting: Minting): Transform<readonly Message[]> {
	return {
		payloadOf: (messages) => Object.freeze({ messages, how }),
		apply(messages, answer) {
			if (answer === undefined) return messages;
			const said = newMessages(answer, 'its answer', minting);
			if (said.length === 0) throw invalid('its answer is an empty list; to say nothing at all is for the person');
			const odd = said.find(
				({ role }) => role === 'assistant' || role === 'tool' || (how !== 'prompt' && role !== 'user'),
			);
			if (odd !== undefined) throw invalid(`a person does not say messages of role ${odd.role}`);
			if (how !== 'prompt' && said.length > 1)
				throw invalid(`its answer has ${said.length} messages, and one that waits for a run is one`);
			return Object.freeze(said);
		},
	};
}

/** At `system_prompt`: a text. */
export const systemPromptText: Transform<string> = {
	payloadOf: (systemPrompt) => Object.freeze({ systemPrompt }),
	apply(systemPrompt, answer) {
		if (answer === undefined) return systemPrompt;
		if (typeof answer === 'string') return answer;
		throw invalid(`it answered ${kindOf(answer)}, not a text`);
	},
};

/** At `tool_args`: the arguments of a call. The tool checks them again afterwards. */
export function argumentsOf(call: ToolCall): Transform<JsonObject> {
	return {
		payloadOf: (args) => Object.freeze({ ...call, args }),
		apply(args, answer) {
			if (answer === undefined) return args;
			if (isRecord(answer)) return deepFreeze(jsonCopy(answer, 'its answer') as JsonObject);
			throw invalid(`it answered ${kindOf(answer)}, not an object of arguments`);
		},
	};
}

/** At `tool_result`: the members of a result that are replaced. */
export function resultOf(call: ToolCall, result: ToolResult): Transform<ToolResultPatch> {
	return {
		payloadOf: (patch) => Object.freeze({ ...call, result: Object.freeze({ ...result, ...patch }) }),
		apply(patch, answer) {
			if (answer === undefined) return patch;
			const { content, details, isError } = members(answer, ['content', 'details', 'isError']);
			const fault = content === undefined ? undefined : contentFault(content, 'content');
			if (fault !== undefined) throw invalid(fault);
			if (isError !== undefined && typeof isError !== 'boolean')
				throw invalid(`isError is ${kindOf(isError)}, not a boolean`);
			const changed = jsonCopy(given({ content, details, isError }), 'its answer') as ToolResultPatch;
			return deepFreeze({ ...patch, ...changed });
		},
	};
}

/** At `compaction`: a summary, or none yet. */
export function summaryOf(request: CompactionRequest): Transform<string | undefined> {
	const messages = Object.freeze([...request.messages]);
	return {
		payloadOf: (summary) => Object.freeze({ ...request, messages, ...(summary === undefined ? {} : { summary }) }),
		apply(before, answer) {
			if (answer === undefined) return before;
			const { summary } = members(answer, ['summary']);
			if (typeof summary === 'string' && summary.trim() !== '') return summary;
			throw invalid(`summary is ${kindOf(summary)}, not a text with something in it`);
		},
	};
}

/** At `model_request`: the request as the model gets it. */
export const wholeRequest: Transform<ModelRequest> = {
	payloadOf: ({ messages, systemPrompt, thinkingLevel, tools }) =>
		Object.freeze({
			systemPrompt,
			messages: Object.freeze([...messages]),
			// A copy: the schemas are those of the tools themselves.
			tools: deepFreeze(JSON.parse(JSON.stringify(tools)) as ModelRequest['tools']),
			thinkingLevel,
		}),
	apply(request, answer) {
		if (answer === undefined) return request;
		const { systemPrompt, thinkingLevel, tools } = members(answer, ['systemPrompt', 'thinkingLevel', 'tools']);
		if (systemPrompt !== undefined && typeof systemPrompt !== 'string')
			throw invalid(`systemPrompt is ${kindOf(systemPrompt)}, not a text`);
		if (thinkingLevel !== undefined && !thinkingLevels.has(thinkingLevel))
			throw invalid(`thinkingLevel is ${kindOf(thinkingLevel)}, not off, low, medium or high`);
		return { ...request, ...given({ systemPrompt, thinkingLevel, tools: toolsNamed(request, tools) }) };
	},
};

function toolsNamed({ tools }: ModelRequest, names: unknown): ModelRequest['tools'] | undefined {
	if (names === undefined) return undefined;
	if (!Array.isArray(names)) throw invalid(`tools is ${kindOf(names)}, not a list of names`);
	const stranger = names.find((name) => !tools.some((tool) => tool.name === name));
	if (stranger !== undefined)
		throw invalid(`tools names ${kindOf(stranger)}, and no tool of the request has this name`);
	return tools.filter(({ name }) => names.includes(name));
}

function members<K extends string>(answer: unknown, names: readonly K[]): Partial<Record<K, unknown>> {
	if (!isRecord(answer)) throw invalid(`it answered ${kindOf(answer)}, not an object with ${names.join(', ')}`);
	const stranger = Object.keys(answer).find((key) => !names.includes(key as K));
	if (stranger === undefined) return answer as Partial<Record<K, unknown>>;
	throw invalid(`its answer has a member ${kindOf(stranger)}; there are ${names.join(', ')}`);
}

/** Without the members that are not there. */
function given(value: Readonly<Record<string, unknown>>): object {
	return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

function invalid(fault: string): HookError {
	return new HookError('INVALID', fault);
}
