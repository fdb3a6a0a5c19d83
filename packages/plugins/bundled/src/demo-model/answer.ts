import type { Json, ToolDefinition } from '@myelin/plugins';
import type { CallResult } from './exchange.ts';
import { promptStems, promptTokens } from './prompt-tokens.ts';
import { stemOf, stemsOf, wordsOf } from './words.ts';

const quotedLines = 12;
const quotedChars = 1200;

/** What to tell the user about tool results: the fields or lines asked for where they are found, else the beginning of each result, and the reason of every failure. */
export function answerFrom(results: readonly CallResult[], prompt: string, tools: readonly ToolDefinition[]): string {
	const asked = promptStems(promptTokens(prompt));
	return results
		.map((result) => {
			const tool = tools.find((own) => own.name === result.call.name);
			return answerOne(result, asked, new Set(stemsOf(tool?.description ?? '')));
		})
		.join('\n\n');
}

function answerOne(result: CallResult, asked: readonly string[], toolStems: ReadonlySet<string>): string {
	const { name } = result.call;
	if (result.isError) return `I could not do that: ${name} answered “${excerpt(result.text)}”`;
	if (result.images > 0)
		return `${name} gave ${result.images === 1 ? 'an image' : `${result.images} images`}; I have no eyes.`;
	if (result.text.trim() === '') return `${name} is done; it had nothing to say.`;
	const own = new Set([...wordsOf(name), ...wordsOf(JSON.stringify(result.call.args))].map(stemOf));
	const wanted = asked.filter((stem) => !own.has(stem));
	const found = fieldsOf(result.text, wanted);
	if (found.length > 0)
		return `${place(result)}${found.map(([key, value]) => `the ${key} is ${value}`).join(' and ')}.`;
	const line = lineWith(
		result.text,
		wanted.filter((stem) => !toolStems.has(stem)),
	);
	if (line !== undefined) return `${place(result)}this line says it: ${line}`;
	const shown = excerpt(result.text);
	return shown.includes('\n') ? `${name} says:\n\n${shown}` : `${name} says: ${shown}`;
}

function place(result: CallResult): string {
	const where = Object.values(result.call.args).find((value) => typeof value === 'string' && /^\S{1,80}$/.test(value));
	return where === undefined ? `${result.call.name} found it: ` : `In ${where} `;
}

/** The fields of JSON, or of `key: value` and `key = value` lines, whose key was asked for. */
function fieldsOf(text: string, wanted: readonly string[]): (readonly [string, string])[] {
	const fields = jsonFields(text) ?? lineFields(text);
	return wanted.flatMap((stem) => {
		const field = fields.find(([key]) => stemOf(key.toLowerCase()) === stem);
		return field === undefined ? [] : [field];
	});
}

function jsonFields(text: string): [string, string][] | undefined {
	try {
		const value = JSON.parse(text) as Json;
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
		return Object.entries(value).map(([key, own]) => [key, excerpt(JSON.stringify(own))]);
	} catch {
		return undefined;
	}
}

function lineFields(text: string): [string, string][] {
	return [...text.matchAll(/^\s*["']?([\w-]+)["']?\s*[:=]\s*(\S.*?),?\s*$/gm)].map(([, key = '', value = '']) => [
		key,
		value,
	]);
}

function lineWith(text: string, wanted: readonly string[]): string | undefined {
	if (wanted.length === 0) return undefined;
	const line = text.split('\n').find((own) => wordsOf(own).some((word) => wanted.includes(stemOf(word))));
	return line === undefined ? undefined : excerpt(line.trim());
}

function excerpt(text: string): string {
	const lines = text.trim().split('\n');
	const shown = lines.slice(0, quotedLines).join('\n').slice(0, quotedChars).trimEnd();
	if (lines.length > quotedLines) return `${shown}\n… and ${lines.length - quotedLines} more lines`;
	return shown.length < lines.join('\n').trimEnd().length ? `${shown}…` : shown;
}
