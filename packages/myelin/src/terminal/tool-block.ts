import type { ToolCallInfo, ToolResult } from '@myelin/client';
import type { Coloured } from './screen.ts';
import { visible } from './wrap-text.ts';

/** Lines that are shown of a tool's result, and of what it was about to do. */
const shownLines = 8;
const shownPreviewLines = 20;
/** Characters that are shown of an argument. */
const shownArgument = 60;

/** A call that is over. */
export interface EndedCall {
	readonly toolName: string;
	readonly result: ToolResult;
	readonly isError: boolean;
	/** A diff, or what else the call was about to do; empty if it did not say. */
	readonly preview: string;
}

/** A call as one block: what was called, what it was to change, what came of it. */
export function toolBlock(
	{ toolName, result, isError, preview }: EndedCall,
	info: ToolCallInfo | undefined,
): Coloured[] {
	const diff = preview === '' ? [] : cut(preview, shownPreviewLines);
	return [
		{ text: `● ${callText(toolName, info)}`, colour: 36 },
		...diff.map((line) => ({ text: `  ┊ ${visible(line)}`, colour: diffColour(line) })),
		...cut(textOf(result), shownLines).map((line) => ({ text: `  │ ${visible(line)}`, colour: isError ? 31 : 2 })),
	];
}

/** The name of a tool and its arguments, as far as they are known. */
export function callText(name: string, info: ToolCallInfo | undefined): string {
	const args = Object.entries(info?.args ?? {}).map(
		([key, value]) => `${key}=${clip(JSON.stringify(value) ?? '', shownArgument)}`,
	);
	return visible([name, ...args].join(' '));
}

function diffColour(line: string): number {
	if (line.startsWith('+')) return 32;
	return line.startsWith('-') ? 31 : 2;
}

function textOf({ content }: ToolResult): string {
	return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('');
}

function cut(text: string, most: number): readonly string[] {
	const lines = text.trimEnd().split('\n');
	return lines.length <= most ? lines : [...lines.slice(0, most), `… ${lines.length - most} more lines`];
}

function clip(text: string, length: number): string {
	return text.length <= length ? text : `${text.slice(0, length)}…`;
}
