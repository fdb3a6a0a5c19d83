import { parseArgs } from 'node:util';
import { nearestName } from './nearest-name.ts';

/** Options as `parseArgs` takes them. */
type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>>;

/**
 * Throws with the first option of a command line that there is not, and the one that was most likely meant; `others` are options that
 * are read elsewhere.
 */
export function assertKnown(argv: readonly string[], options: Options, others: readonly string[] = []): void {
	const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
	const known = Object.entries(options).flatMap(([name, { short }]) => (short === undefined ? [name] : [name, short]));
	for (const token of tokens) {
		if (token.kind !== 'option' || known.includes(token.name)) continue;
		throw new Error(`there is no option ${token.rawName}${hint(token.name, [...known, ...others])}`);
	}
}

/** The end of a sentence about a name that there is not. */
export function hint(written: string, names: readonly string[], prefix = '--'): string {
	const meant = nearestName(written, names);
	return meant === undefined ? '.' : `; did you mean ${prefix}${meant}?`;
}

/** Whether a command line asks for help, whatever else is on it. */
export function asksForHelp(argv: readonly string[]): boolean {
	const end = argv.indexOf('--');
	return (end === -1 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

/** An error's text as a sentence, for others to follow. */
export function asSentence(text: string): string {
	return /[.?]$/.test(text) ? text : `${text}.`;
}
