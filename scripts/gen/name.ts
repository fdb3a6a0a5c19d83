const initialisms: Readonly<Record<string, string>> = {
	id: 'ID',
	ids: 'IDs',
	json: 'JSON',
	url: 'URL',
	usd: 'USD',
};

/** The words of a name in any of the usual spellings: `toolCallId`, `ToolCallID`, `tool_call`, `session/create`. */
function words(name: string): readonly string[] {
	return name
		.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
		.replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.split(/[^A-Za-z0-9]+/)
		.filter((word) => word !== '')
		.map((word) => word.toLowerCase());
}

/** `toolCallId` as `tool_call_id`. */
export function snakeCase(name: string): string {
	return words(name).join('_');
}

/** `toolCallId` as `ToolCallID`: Go writes initialisms in one case. */
export function goName(name: string): string {
	return words(name)
		.map((word) => initialisms[word] ?? capitalised(word))
		.join('');
}

/** `messageId` as `MessageId`, the rest untouched. */
export function capitalised(name: string): string {
	return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** The name of a union's variant for what a client does not know: `SessionEvent` has `UnknownEvent`. */
export function unknownName(union: string): string {
	return `Unknown${capitalised(words(union).at(-1) ?? union)}`;
}
