import { booleanFault, contentFault, isRecord, kindOf, recordFault, textFault } from '@myelin/core';

const roles: ReadonlySet<unknown> = new Set(['user', 'assistant', 'tool']);

/** What is wrong with a value that should be a message, or nothing. `path` begins the answer. */
export function messageFault(value: unknown, path: string): string | undefined {
	if (!isRecord(value)) return `${path} is ${kindOf(value)}, not a message`;
	const { id, role, timestamp, content } = value;
	if (typeof id !== 'string' || id === '') return `${path}.id is ${kindOf(id)}, not a text with something in it`;
	if (!roles.has(role) && !(typeof role === 'string' && /^custom:./.test(role))) {
		return `${path}.role is ${kindOf(role)}, not user, assistant, tool or custom:…`;
	}
	if (!Number.isSafeInteger(timestamp)) {
		return `${path}.timestamp is ${kindOf(timestamp)}, not a whole number of Unix milliseconds`;
	}
	return contentFault(content, `${path}.content`) ?? roleFault(value, path);
}

function roleFault(message: Readonly<Record<string, unknown>>, path: string): string | undefined {
	const { role, toolCallId, toolName, isError, model } = message;
	const details = message.details === undefined ? undefined : recordFault(message.details, `${path}.details`);
	switch (role) {
		case 'user':
			return undefined;
		case 'tool':
			return (
				textFault(toolCallId, `${path}.toolCallId`) ??
				textFault(toolName, `${path}.toolName`) ??
				booleanFault(isError, `${path}.isError`) ??
				details
			);
		case 'assistant':
			if (!isRecord(model)) return `${path}.model is ${kindOf(model)}, not { provider, id }`;
			return textFault(model.provider, `${path}.model.provider`) ?? textFault(model.id, `${path}.model.id`);
		default:
			return details;
	}
}
