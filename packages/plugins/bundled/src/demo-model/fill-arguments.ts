import type { Json, JsonObject, ToolDefinition } from '@myelin/plugins';
import { looksLikePath, promptTokens, stemOfToken, type Token } from './prompt-tokens.ts';
import { type Property, propertiesOf } from './tool-schema.ts';
import { isStopWord, stemOf, stemsOf } from './words.ts';

/** What arguments may be taken from. `earlier` is the text of the last tool result, for prompts that say "it". */
export interface Source {
	readonly text: string;
	readonly earlier: string | undefined;
}

/** Arguments for a tool, or the names of the required properties that the prompt says nothing about. */
export type Filled =
	| { readonly ok: true; readonly args: JsonObject }
	| { readonly ok: false; readonly missing: readonly string[] };

/** Fills a tool's arguments from a prompt: what is required from whatever fits its name and type, what is optional only from what is said of it. */
export function fillArguments(tool: ToolDefinition, source: Source): Filled {
	const unused = promptTokens(source.text);
	const rest = textAfterTool(unused, source.text, tool);
	const args: Record<string, Json> = {};
	const missing: string[] = [];
	for (const property of propertiesOf(tool.jsonSchema)) {
		const value = property.required
			? requiredValue(property, unused, rest, source)
			: optionalValue(property, unused, source.text);
		if (value !== undefined) args[property.name] = value;
		else if (property.required) missing.push(property.name);
	}
	return missing.length === 0 ? { ok: true, args } : { ok: false, missing };
}

function requiredValue(property: Property, unused: Token[], rest: string, source: Source): Json | undefined {
	const { schema, type } = property;
	if (schema.const !== undefined) return schema.const;
	if (Array.isArray(schema.enum))
		return mentioned(schema.enum as readonly Json[], source.text) ?? (schema.enum[0] as Json);
	if (schema.default !== undefined) return schema.default;
	switch (type) {
		case 'integer':
		case 'number':
			return numberOf(take(unused, (token) => token.kind === 'number'));
		case 'boolean':
			return true;
		case 'array':
			return listOf(unused, rest);
		case 'object':
			return {};
		default:
			return stringValue(property, unused, rest, source);
	}
}

function stringValue(property: Property, unused: Token[], rest: string, source: Source): string | undefined {
	switch (property.role) {
		case 'path':
			return take(unused, isPath) ?? take(unused, isQuoted);
		case 'url':
			return take(unused, (token) => token.kind === 'url') ?? take(unused, isQuoted);
		case 'command':
			return (
				take(unused, isQuoted) ?? (isStopWord(rest.split(/\s/)[0]?.toLowerCase() ?? '') ? undefined : rest || undefined)
			);
		case 'text': {
			const quoted = take(unused, isQuoted);
			const pointsBack = /\b(?:it|its|that|this|them|result)\b/i.test(source.text);
			return quoted ?? (pointsBack ? source.earlier : undefined) ?? (rest || undefined);
		}
	}
}

function optionalValue(property: Property, unused: Token[], text: string): Json | undefined {
	if (property.type === 'string' && property.role === 'path') return take(unused, isPath);
	if (Array.isArray(property.schema.enum)) return mentioned(property.schema.enum as readonly Json[], text);
	if (property.type !== 'integer' && property.type !== 'number') return undefined;
	const said = new RegExp(`\\b${property.name.replace(/\W/g, '.')}\\b\\s*(?:=|:|of|is)?\\s*(-?\\d+(?:\\.\\d+)?)`, 'i');
	return numberOf(said.exec(text)?.[1]);
}

/** Takes the first fitting token out of those not used yet. */
function take(unused: Token[], fits: (token: Token) => boolean): string | undefined {
	const at = unused.findIndex(fits);
	return at < 0 ? undefined : unused.splice(at, 1)[0]?.text;
}

function listOf(unused: Token[], rest: string): string[] | undefined {
	const items: string[] = [];
	for (let item = take(unused, isListItem); item !== undefined; item = take(unused, isListItem)) items.push(item);
	if (items.length > 0) return items;
	return rest === '' ? undefined : rest.split(/\s*,\s*|\s+and\s+/);
}

function isPath(token: Token): boolean {
	return token.kind === 'path' || (isQuoted(token) && looksLikePath(token.text));
}

function isQuoted(token: Token): boolean {
	return token.kind === 'quoted' || token.kind === 'code';
}

function isListItem(token: Token): boolean {
	return isQuoted(token) || token.kind === 'path' || token.kind === 'url';
}

function numberOf(text: string | undefined): number | undefined {
	return text === undefined ? undefined : Number(text);
}

function mentioned(values: readonly Json[], text: string): Json | undefined {
	return values.find((value) => text.toLowerCase().includes(String(value).toLowerCase()));
}

/** What follows the words that speak of the tool: `hello world` in "count the words of hello world". */
function textAfterTool(tokens: readonly Token[], text: string, tool: ToolDefinition): string {
	const known = new Set([stemOf(tool.name.toLowerCase()), ...stemsOf(`${tool.name} ${tool.description}`)]);
	let end: number | undefined;
	for (const token of tokens) {
		const stem = stemOfToken(token);
		if (stem !== undefined && known.has(stem)) end = token.end;
		else if (end !== undefined && (stem !== undefined || token.kind !== 'word')) break;
	}
	if (end === undefined) return '';
	const connector = /^[\s:,]*(?:(?:of|in|for|from|with|on|to|at|about|is|that)\b[\s:,]*)?/i;
	return text
		.slice(end)
		.replace(connector, '')
		.replace(/[?!]+$/, '')
		.trim();
}
