import { type FaultOf, recordFault, textFault } from './member-check.ts';
import type { Block } from './messages.ts';
import { isRecord, kindOf } from './value-at.ts';

/** What is wrong with a value that should be a list of blocks, or nothing. `path` begins the text. */
export function contentFault(value: unknown, path: string): string | undefined {
	if (!Array.isArray(value)) return `${path} is ${kindOf(value)}, not a list of blocks`;
	for (const [index, block] of value.entries()) {
		const fault = blockFault(block, `${path}[${index}]`);
		if (fault !== undefined) return fault;
	}
	return undefined;
}

/** Members that a block of each type must have, and may have. */
const blocks: Readonly<Record<Block['type'], readonly Readonly<Record<string, FaultOf>>[]>> = {
	text: [{ text: textFault }],
	thinking: [{ thinking: textFault }, { signature: textFault, redacted: textFault }],
	image: [{ mimeType: textFault }, { data: textFault, url: textFault }],
	tool_call: [
		{ id: textFault, name: textFault, args: recordFault },
		{ argsText: textFault, providerId: textFault },
	],
	opaque: [{ provider: textFault }],
};

function blockFault(block: unknown, path: string): string | undefined {
	if (!isRecord(block)) return `${path} is ${kindOf(block)}, not a block`;
	const { type } = block;
	if (typeof type !== 'string' || !Object.hasOwn(blocks, type))
		return `${path}.type is ${kindOf(type)}, not text, thinking, tool_call, image or opaque`;
	const [needed = {}, optional = {}] = blocks[type as Block['type']];
	for (const [key, check] of Object.entries({ ...needed, ...optional })) {
		const value = block[key];
		const fault = value === undefined && key in optional ? undefined : check(value, `${path}.${key}`);
		if (fault !== undefined) return fault;
	}
	return type === 'image' && (block.data === undefined) === (block.url === undefined)
		? `${path} has not exactly one of data and url`
		: undefined;
}
