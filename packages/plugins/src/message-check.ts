const roles: ReadonlySet<unknown> = new Set(['user', 'assistant', 'tool']);

/** What is wrong with a value that should be a message, or nothing. `path` begins the answer. */
export function messageFault(value: unknown, path: string): string | undefined {
	if (!isRecord(value)) return `${path} is ${kindOf(value)}, not a message`;
	const { id, role, timestamp, content } = value;
	if (typeof id !== 'string' || id === '') return `${path}.id is ${kindOf(id)}, not a text with something in it`;
	if (!roles.has(role) && !(typeof role === 'string' && /^custom:./.test(role))) {
		return `${path}.role is ${kindOf(role)}, not user, assistant, tool or custom:…`;
	}
	if (typeof timestamp !== 'number' || !Number.isFinite(timestamp)) {
		return `${path}.timestamp is ${kindOf(timestamp)}, not Unix milliseconds`;
	}
	return contentFault(content, `${path}.content`) ?? roleFault(value, path);
}

/** What is wrong with a value that should be a list of blocks, or nothing. */
export function contentFault(value: unknown, path: string): string | undefined {
	if (!Array.isArray(value)) return `${path} is ${kindOf(value)}, not a list of blocks`;
	for (const [index, block] of value.entries()) {
		const fault = blockFault(block, `${path}[${index}]`);
		if (fault !== undefined) return fault;
	}
	return undefined;
}

function roleFault(message: Readonly<Record<string, unknown>>, path: string): string | undefined {
	switch (message.role) {
		case 'tool':
			return (
				textFault(message, 'toolCallId', path) ??
				textFault(message, 'toolName', path) ??
				(typeof message.isError === 'boolean'
					? undefined
					: `${path}.isError is ${kindOf(message.isError)}, not a boolean`)
			);
		case 'assistant':
			if (!isRecord(message.model)) return `${path}.model is ${kindOf(message.model)}, not { provider, id }`;
			return textFault(message.model, 'provider', `${path}.model`) ?? textFault(message.model, 'id', `${path}.model`);
		default:
			return undefined;
	}
}

function blockFault(block: unknown, path: string): string | undefined {
	if (!isRecord(block)) return `${path} is ${kindOf(block)}, not a block`;
	switch (block.type) {
		case 'text':
			return textFault(block, 'text', path);
		case 'thinking':
			return textFault(block, 'thinking', path);
		case 'image':
			return (
				textFault(block, 'mimeType', path) ??
				(isImage(block) ? undefined : `${path} has not exactly one of data and url`)
			);
		case 'tool_call':
			return (
				textFault(block, 'id', path) ??
				textFault(block, 'name', path) ??
				(isRecord(block.args) ? undefined : `${path}.args is ${kindOf(block.args)}, not an object`)
			);
		case 'opaque':
			return textFault(block, 'provider', path);
		default:
			return `${path}.type is ${kindOf(block.type)}, not text, thinking, tool_call, image or opaque`;
	}
}

function isImage(block: Readonly<Record<string, unknown>>): boolean {
	return (typeof block.data === 'string') !== (typeof block.url === 'string');
}

function textFault(owner: Readonly<Record<string, unknown>>, key: string, path: string): string | undefined {
	return typeof owner[key] === 'string' ? undefined : `${path}.${key} is ${kindOf(owner[key])}, not a text`;
}

/** Whether a value is an object with named members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A short word for any value, for an error message. */
export function kindOf(value: unknown): string {
	if (value === undefined) return 'missing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
	if (typeof value === 'object') return 'an object';
	return typeof value === 'function' ? 'a function' : String(value);
}
