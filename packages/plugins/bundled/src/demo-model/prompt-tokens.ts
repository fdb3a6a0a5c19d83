import { isStopWord, stemOf } from './words.ts';

/** What a piece of a prompt looks like. `code` stood in backticks, `pair` is `key=value`. */
export type TokenKind = 'code' | 'quoted' | 'pair' | 'url' | 'path' | 'number' | 'word';

/** A piece of a prompt. `text` is without quotes and surrounding punctuation; `start` and `end` are where it stood, quotes included. */
export interface Token {
	readonly kind: TokenKind;
	readonly text: string;
	readonly start: number;
	readonly end: number;
}

const pattern =
	/(?<pair>[A-Za-z_][\w-]*=(?:"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|[^\s"'`]+))|`(?<code>[^`]+)`|"(?<double>(?:[^"\\]|\\.)*)"|“(?<curly>[^”]*)”|(?<![\p{L}\p{N}])'(?<single>[^']*)'(?!\p{L})|(?<url>https?:\/\/[^\s,)"'>]+)|(?<bare>[^\s,;!?"“`]+)/gu;

/** Takes a prompt apart, in order. */
export function promptTokens(text: string): Token[] {
	const tokens: Token[] = [];
	for (const match of text.matchAll(pattern)) {
		const groups = match.groups ?? {};
		const place = { start: match.index, end: match.index + match[0].length };
		const quoted = groups.double ?? groups.curly ?? groups.single;
		if (groups.pair !== undefined) tokens.push({ kind: 'pair', text: groups.pair, ...place });
		else if (groups.code !== undefined) tokens.push({ kind: 'code', text: groups.code, ...place });
		else if (quoted !== undefined) tokens.push({ kind: 'quoted', text: quoted, ...place });
		else if (groups.url !== undefined) tokens.push({ kind: 'url', text: groups.url, ...place });
		else tokens.push(...bareToken(groups.bare ?? '', place, tokens.at(-1)));
	}
	return tokens;
}

function bareToken(raw: string, place: { start: number; end: number }, before: Token | undefined): Token[] {
	const text = raw.replace(/^[([{<:]+/, '').replace(/(?:[)\]}>:]|(?<=[^./])\.+)+$/, '');
	if (text === '') return [];
	if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return [{ kind: 'number', text, ...place }];
	const isNamed = before?.kind === 'word' && /^(?:file|folder|directory)$/i.test(before.text);
	const isPath = looksLikePath(text) || (isNamed && !isStopWord(text.toLowerCase()));
	return [{ kind: isPath ? 'path' : 'word', text, ...place }];
}

/** Whether a text without spaces reads as the name of a file or folder: it has a slash, an extension, leading dots, or shouts like `README`. */
export function looksLikePath(text: string): boolean {
	if (/^(?:e\.g|i\.e|etc)\.?$/i.test(text) || /[\s=]/.test(text)) return false;
	return (
		/^[~.\w@-]*\/[\w@./+-]*$/.test(text) ||
		/^[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,9}$/.test(text) ||
		/^\.{1,2}$|^\.[A-Za-z][\w.-]*$/.test(text) ||
		/^[A-Z]{4,}$/.test(text)
	);
}

/** The stems of the prompt's meaningful words; what is quoted, a path or a value is no word. */
export function promptStems(tokens: readonly Token[]): string[] {
	return [...new Set(tokens.flatMap((token) => stemOfToken(token) ?? []))];
}

/** What the paths of a prompt speak of without saying it: `src/` is a folder, `notes.txt` a file. */
export function impliedStems(tokens: readonly Token[]): string[] {
	const paths = tokens.filter((token) => token.kind === 'path');
	return [...new Set(paths.flatMap((token) => (isFolderPath(token) ? ['folder', 'directory'] : ['file'])))];
}

/** Whether a path can only be a folder: it ends in a slash or is nothing but dots. */
export function isFolderPath(token: Token): boolean {
	return /\/$|^\.+$/.test(token.text);
}

/** The stem of a token that is a meaningful word. */
export function stemOfToken(token: Token): string | undefined {
	if (token.kind !== 'word') return undefined;
	const word = token.text.toLowerCase().replace(/['’]s$/, '');
	return isStopWord(word) ? undefined : stemOf(word);
}

/** The parts of a prompt that are to be done one after another: it is cut at the word `then`. */
export function stepsOf(text: string): string[] {
	const cuts = promptTokens(text).filter((token) => token.kind === 'word' && token.text.toLowerCase() === 'then');
	const starts = [0, ...cuts.map((cut) => cut.end)];
	return starts.map((start, index) =>
		text
			.slice(start, cuts[index]?.start ?? text.length)
			.replace(/[\s,]*(?:\band)?[\s,]*$/i, '')
			.trim(),
	);
}
