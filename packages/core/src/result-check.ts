import { contentFault } from './content-check.ts';
import { booleanFault, type FaultOf, membersFault, recordFault, textFault } from './member-check.ts';
import type { ToolProgress } from './tools.ts';
import { kindOf } from './value-at.ts';

const patch = { content: contentFault, details: recordFault, isError: booleanFault };
const result = { ...patch, terminate: booleanFault };

const kinds: ReadonlySet<unknown> = new Set<ToolProgress['kind']>(['output', 'tool_delta', 'thinking', 'status']);
const kindFault: FaultOf = (value, path) =>
	kinds.has(value) ? undefined : `${path} is ${kindOf(value)}, not output, tool_delta, thinking or status`;
const progress = { kind: kindFault, delta: textFault };

/** What is wrong with a value that should be a tool's result, or nothing. */
export function resultFault(answer: unknown): string | undefined {
	return membersFault(answer, result, ['content']);
}

/** What is wrong with a value that should replace parts of a tool's result, or nothing. */
export function resultPatchFault(answer: unknown): string | undefined {
	return membersFault(answer, patch);
}

/** What is wrong with a value that a tool says while it runs, or nothing. */
export function progressFault(said: unknown): string | undefined {
	return membersFault(said, progress, ['kind', 'delta']);
}
