import { wrap } from './wrap.ts';

/** A docstring in lines of at most 100 characters. */
export function docstring(text: string, indent: string): string[] {
	const lines = wrap(text, 100 - indent.length);
	if (lines.length === 1) return [`${indent}"""${text}"""`];
	return [`${indent}"""${lines[0]}`, ...lines.slice(1).map((line) => `${indent}${line}`), `${indent}"""`];
}
