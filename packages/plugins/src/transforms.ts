import { isDeepStrictEqual } from 'node:util';
import {
	type ContextRequest,
	deepFreeze,
	type FaultOf,
	isRecord,
	type JsonObject,
	kindOf,
	largestPart,
	type Message,
	type ModelRequest,
	membersFault,
	resultPatchFault,
	sizeFault,
	sizeWithin,
	type ToolCall,
	type ToolResult,
	type ToolResultPatch,
	textFault,
} from '@myelin/core';
import type { CompactionRequest, InputRequest } from '@myelin/session';
import { applyContext, type Minting, newMessages } from './context-patch.ts';
import { HookError } from './errors.ts';
import { jsonCopy } from './json-copy.ts';
import type { ModelRequestPatch } from './plugin.ts';
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
			if (sizeWithin(messages, largestPart) <= largestPart) refuse(sizeFault(said, 'its answer'));
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
			const other = isRecord(answer) ? jsonCopy(answer, 'its answer') : undefined;
			if (!isRecord(other)) throw invalid(`it answered ${kindOf(answer)}, not an object of arguments`);
			if (isDeepStrictEqual(other, args)) return args;
			refuse(sizeFault(other, 'its answer'));
			return deepFreeze(other as JsonObject);
		},
	};
}

/** At `tool_result`: the members of a result that are replaced. */
export function resultOf(call: ToolCall, result: ToolResult): Transform<ToolResultPatch> {
	return {
		payloadOf: (patch) => Object.freeze({ ...call, result: Object.freeze({ ...result, ...patch }) }),
		apply(patch, answer) {
			if (answer === undefined) return patch;
			const changed = jsonCopy(answer, 'its answer');
			refuse(resultPatchFault(changed));
			return deepFreeze({ ...patch, ...given(changed as ToolResultPatch) });
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
			refuse(membersFault(answer, { summary: summaryFault }, ['summary']) ?? sizeFault(answer, 'its answer'));
			return (answer as { readonly summary: string }).summary;
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
		refuse(membersFault(answer, requestMembers));
		const { systemPrompt, thinkingLevel, tools } = answer as ModelRequestPatch;
		return { ...request, ...given({ systemPrompt, thinkingLevel, tools: toolsNamed(request, tools) }) };
	},
};

const summaryFault: FaultOf = (value, path) =>
	typeof value === 'string' && value.trim() !== ''
		? undefined
		: `${path} is ${kindOf(value)}, not a text with something in it`;

const requestMembers: Readonly<Record<keyof ModelRequestPatch, FaultOf>> = {
	systemPrompt: textFault,
	thinkingLevel: (value, path) =>
		thinkingLevels.has(value) ? undefined : `${path} is ${kindOf(value)}, not off, low, medium or high`,
	tools: (value, path) => (Array.isArray(value) ? undefined : `${path} is ${kindOf(value)}, not a list of names`),
};

function toolsNamed({ tools }: ModelRequest, names: readonly string[] | undefined): ModelRequest['tools'] | undefined {
	if (names === undefined) return undefined;
	const stranger = names.find((name) => !tools.some((tool) => tool.name === name));
	if (stranger !== undefined)
		throw invalid(`tools names ${kindOf(stranger)}, and no tool of the request has this name`);
	return tools.filter(({ name }) => names.includes(name));
}

/** Without the members that are not there. */
function given(value: object): object {
	return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

/** Throws for a fault. */
function refuse(fault: string | undefined): void {
	if (fault !== undefined) throw invalid(fault);
}

function invalid(fault: string): HookError {
	return new HookError('INVALID', fault);
}
