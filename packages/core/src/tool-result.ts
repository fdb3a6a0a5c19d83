import { clipAt, wellFormedText } from './code-points.ts';
import { errorText } from './errors.ts';
import type { JsonObject } from './json.ts';
import { asJson } from './json-check.ts';
import { largestPart, sizeWithin } from './json-size.ts';
import { recordFault } from './member-check.ts';
import type { Block, TextBlock } from './messages.ts';
import { resultFault, resultPatchFault } from './result-check.ts';
import type { ToolResult } from './tools.ts';
import { isRecord } from './value-at.ts';

/** Blocks that a result may have. */
const mostBlocks = 10_000;

/** A result with `isError` that says why a call did not run, or how it failed. */
export function refusal(text: string): ToolResult {
	return { content: [{ type: 'text', text }], isError: true };
}

/**
 * What a tool returned as a result that everybody downstream can carry: its texts together hold at most `maxChars` UTF-16 units, all of
 * it some `largestPart`, in so many blocks; a part for which there is no room is replaced by a note. Throws `TypeError` for what is no result.
 */
export function asToolResult(toolName: string, returned: unknown, maxChars: number): ToolResult {
	if (typeof returned === 'string') return { content: [capText({ type: 'text', text: returned }, maxChars)] };
	const { details, ...rest } = assertResult(toolName, returned);
	const { content, room } = capParts(capTexts(rest.content, maxChars));
	if (details === undefined) return { ...rest, content };
	return { ...rest, content, details: capObject('details of a result', details, room) };
}

/** What a gate replaces of a result, on top of it. Throws `TypeError` for what replaces nothing. */
export function patchedResult(toolName: string, result: ToolResult, patch: unknown, maxChars: number): ToolResult {
	const given = asJson(withFewBlocks(patch), 'its answer');
	const fault = resultPatchFault(given);
	if (fault !== undefined) throw new TypeError(fault);
	const members = Object.entries(given as object).filter(([, member]) => member !== undefined);
	return asToolResult(toolName, { ...result, ...Object.fromEntries(members) }, maxChars);
}

/** What a tool wants to show of a call before it runs, as everybody downstream can carry it. Throws `TypeError` for what is no object that JSON can hold. */
export function asPreview(toolName: string, preview: unknown): JsonObject {
	const shown = plain(preview, 'preview', `The tool "${toolName}" gave a preview`);
	const fault = recordFault(shown, 'it');
	if (fault !== undefined) throw new TypeError(`The tool "${toolName}" gave no preview: ${fault}.`);
	return capObject('a preview', shown as JsonObject, largestPart);
}

/** A structured part for user interfaces, or a note in its place where it is far too large. */
function capObject(what: string, part: JsonObject, room: number): JsonObject {
	if (sizeWithin(part, room) <= room) return part;
	return { leftOut: `${what} of more than ${largestPart} characters` };
}

function assertResult(toolName: string, returned: unknown): ToolResult {
	const result = plain(returned, 'result', `The tool "${toolName}" gave a result`);
	const fault = resultFault(result);
	if (fault === undefined) return result as unknown as ToolResult;
	throw new TypeError(`The tool "${toolName}" gave no result, which is a text or { content: [blocks] }: ${fault}.`);
}

/** A value as JSON has it; `whose` begins the error where it cannot. */
function plain(value: unknown, path: string, whose: string): unknown {
	try {
		return asJson(withFewBlocks(value), path);
	} catch (thrown) {
		throw new TypeError(`${whose} that JSON cannot hold: ${errorText(thrown)}.`);
	}
}

function capTexts(content: readonly Block[], maxChars: number): readonly Block[] {
	let room = maxChars;
	return content.map((block): Block => {
		if (block.type !== 'text') return block;
		const capped = capText(block, room);
		room = Math.max(0, room - block.text.length);
		return capped;
	});
}

/** A text that was cut within a character ends with a half of it, which providers refuse in every request from then on. */
function capText(block: TextBlock, room: number): TextBlock {
	const kept = clipAt(block.text, room);
	const left = block.text.length - kept.length;
	const note = left === 0 ? '' : `\n[… ${left} characters left out …]`;
	return { ...block, text: `${wellFormedText(kept)}${note}` };
}

/** Every part for which there is room behind those before it, and the room that is left. A text has a limit of its own, and stays. */
function capParts(blocks: readonly Block[]): { readonly content: readonly Block[]; readonly room: number } {
	let room = largestPart;
	const content = blocks.map((block): Block => {
		const size = sizeWithin(block, room);
		if (size > room && block.type !== 'text') return leftOut(block);
		room = Math.max(0, room - size);
		return block;
	});
	return { content, room };
}

function leftOut({ type }: Block): TextBlock {
	return {
		type: 'text',
		text: `[… a block of type ${type} left out: the result has more than ${largestPart} characters …]`,
	};
}

/** A result, or what replaces parts of one, whose last block tells of those that are too many; before anybody looks at them. */
function withFewBlocks(value: unknown): unknown {
	if (!isRecord(value) || !Array.isArray(value.content) || value.content.length <= mostBlocks) return value;
	const { content } = value;
	const kept = content.slice(0, mostBlocks - 1);
	return {
		...value,
		content: [...kept, { type: 'text', text: `[… ${content.length - kept.length} blocks left out …]` }],
	};
}
