import type { Json, JsonObject, ModelChunk } from '@myelin/plugins';
import { brokenStream } from '../provider/api-error.ts';
import { objectOf, textOf } from '../provider/json-fields.ts';
import { service } from './service.ts';

/** A content block that the stream has begun. What arrives only whole is kept until it is. */
export type OpenBlock =
	| { readonly kind: 'text' }
	| { readonly kind: 'thinking'; signature: string }
	| { readonly kind: 'tool_call'; readonly input: JsonObject; hasStreamed: boolean }
	| { readonly kind: 'opaque'; readonly data: Record<string, Json | undefined>; readonly inputText: string[] }
	| { readonly kind: 'whole' };

/** Where the chunks of one block go. `toolName` gives our name of a tool for the API's. */
export interface BlockOutput {
	readonly index: number;
	readonly out: ModelChunk[];
	toolName(name: string): string;
}

/** Begins a block as `content_block_start` describes it. */
export function openBlock(block: JsonObject, to: BlockOutput): OpenBlock {
	const { index, out } = to;
	switch (block.type) {
		case 'text':
			if (textOf(block.text) !== '') out.push({ type: 'text_delta', index, delta: textOf(block.text) });
			return { kind: 'text' };
		case 'thinking':
			if (textOf(block.thinking) !== '') out.push({ type: 'thinking_delta', index, delta: textOf(block.thinking) });
			return { kind: 'thinking', signature: textOf(block.signature) };
		case 'redacted_thinking':
			out.push({ type: 'block', index, block: { type: 'thinking', thinking: '', redacted: textOf(block.data) } });
			return { kind: 'whole' };
		case 'tool_use':
			out.push({ type: 'tool_call_start', index, id: textOf(block.id), name: to.toolName(textOf(block.name)) });
			return { kind: 'tool_call', input: objectOf(block.input), hasStreamed: false };
		default:
			return { kind: 'opaque', data: { ...block }, inputText: [] };
	}
}

/** Adds a `content_block_delta`. A delta that belongs to another kind of block breaks the stream; one that nobody knows is left out. */
export function growBlock(open: OpenBlock, delta: JsonObject, to: BlockOutput): void {
	if (open.kind === 'opaque') growOpaque(open, delta);
	else if (delta.type === 'text_delta') growText(open, textOf(delta.text), to);
	else if (delta.type === 'thinking_delta') growThinking(open, textOf(delta.thinking), to);
	else if (delta.type === 'signature_delta') signThinking(open, textOf(delta.signature), to);
	else if (delta.type === 'input_json_delta') growInput(open, textOf(delta.partial_json), to);
}

function growText(open: OpenBlock, delta: string, { index, out }: BlockOutput): void {
	if (open.kind !== 'text') throw misplaced(open, 'text', index);
	out.push({ type: 'text_delta', index, delta });
}

function growThinking(open: OpenBlock, delta: string, { index, out }: BlockOutput): void {
	if (open.kind !== 'thinking') throw misplaced(open, 'thinking', index);
	out.push({ type: 'thinking_delta', index, delta });
}

/** The last signature counts, so it goes out with the block's end. */
function signThinking(open: OpenBlock, signature: string, { index }: BlockOutput): void {
	if (open.kind !== 'thinking') throw misplaced(open, 'a signature', index);
	open.signature = signature;
}

function growInput(open: OpenBlock, delta: string, { index, out }: BlockOutput): void {
	if (open.kind !== 'tool_call') throw misplaced(open, 'arguments', index);
	if (delta === '') return;
	open.hasStreamed = true;
	out.push({ type: 'tool_call_delta', index, delta });
}

function misplaced(open: OpenBlock, what: string, index: number): Error {
	return brokenStream(service, `block ${index} is ${open.kind} and was sent ${what}`);
}

/** Ends a block, by its own event or with the message. */
export function closeBlock(open: OpenBlock, { index, out }: BlockOutput): void {
	switch (open.kind) {
		case 'thinking':
			if (open.signature !== '') out.push({ type: 'thinking_signature', index, signature: open.signature });
			break;
		case 'tool_call':
			if (!open.hasStreamed && Object.keys(open.input).length > 0) {
				out.push({ type: 'tool_call_delta', index, delta: JSON.stringify(open.input) });
			}
			break;
		case 'opaque':
			out.push({ type: 'block', index, block: { type: 'opaque', provider: 'anthropic', data: opaqueData(open) } });
			break;
		case 'text':
		case 'whole':
			break;
	}
}

/** What is unknown grows by its own fields: texts append, JSON text is parsed at the end, anything else is set. */
function growOpaque(open: OpenBlock & { kind: 'opaque' }, delta: JsonObject): void {
	for (const [field, value] of Object.entries(delta)) {
		if (field === 'type') continue;
		const before = open.data[field];
		if (field === 'partial_json') open.inputText.push(textOf(value));
		else if (typeof before === 'string' && typeof value === 'string') open.data[field] = before + value;
		else open.data[field] = value;
	}
}

function opaqueData({ data, inputText }: OpenBlock & { kind: 'opaque' }): JsonObject {
	const text = inputText.join('');
	if (text.trim() === '') return data;
	try {
		return { ...data, input: JSON.parse(text) as Json };
	} catch {
		return data;
	}
}
