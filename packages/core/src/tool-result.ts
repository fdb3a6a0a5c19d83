import { clipAt, wellFormedText } from './code-points.ts';
import { errorText } from './errors.ts';
import type { JsonObject } from './json.ts';
import { asJson } from './json-check.ts';
import { recordFault } from './member-check.ts';
import type { Block, TextBlock } from './messages.ts';
import { resultFault, resultPatchFault } from './result-check.ts';
import type { ToolResult } from './tools.ts';

/** UTF-16 units that one image, opaque block or `details` may hold. */
const partLimit = 16 * 1024 * 1024;

/** A result with `isError` that says why a call did not run, or how it failed. */
export function refusal(text: string): ToolResult {
	return { content: [{ type: 'text', text }], isError: true };
}

/**
 * What a tool returned as a result that everybody downstream can carry: its texts together hold at most `maxChars` UTF-16 units,
 * and a part that is far too large is replaced by a note. Throws `TypeError` for what is no result.
 */
export function asToolResult(toolName: string, returned: unknown, maxChars: number): ToolResult {
	if (typeof returned === 'string') return { content: [capText({ type: 'text', text: returned }, maxChars)] };
	const result = assertResult(toolName, returned);
	const { details, ...rest } = result;
	const content = capTexts(result.content, maxChars).map(capPart);
	if (details === undefined) return { ...rest, content };
	return { ...rest, content, details: capObject('details', details) };
}

/** What a gate replaces of a result, on top of it. Throws `TypeError` for what replaces nothing. */
export function patchedResult(toolName: string, result: ToolResult, patch: unknown, maxChars: number): ToolResult {
	const given = asJson(patch, 'its answer');
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
	return capObject('a preview', shown as JsonObject);
}

/** A structured part for user interfaces, or a note in its place where it is far too large. */
function capObject(what: string, part: JsonObject): JsonObject {
	return isWithin(part, partLimit) ? part : { leftOut: `${what} of more than ${partLimit} characters` };
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
		return asJson(value, path);
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

function capPart(block: Block): Block {
	if (block.type === 'text' || isWithin(block, partLimit)) return block;
	return { type: 'text', text: `[… a block of type ${block.type} left out: more than ${partLimit} characters …]` };
}

/** Whether a JSON value's texts and members stay below a size; stops looking as soon as they do not. */
function isWithin(value: unknown, limit: number): boolean {
	const waiting = [value];
	let size = 0;
	for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
		if (typeof part === 'string') size += part.length;
		else if (typeof part === 'object' && part !== null) {
			for (const [key, inner] of Object.entries(part)) {
				size += key.length + 4;
				if (inner !== undefined) waiting.push(inner);
			}
		}
		if (size > limit) return false;
	}
	return true;
}
