import type { ToolDefinition } from '@myelin/plugins';
import { impliedStems, isFolderPath, promptStems, type Token } from './prompt-tokens.ts';
import { type PropertyRole, propertiesOf } from './tool-schema.ts';
import { stemOf, stemsOf } from './words.ts';

/** A whole name counts 3, the description's first word (its verb) 2.5, any other word there at most 1; what the prompt begins with counts more. */
const weights = { name: 3, nameWord: 1.5, verb: 2.5, word: 1, parameter: 0.5, beginning: 1, path: 1.5, code: 2 };
const enough = 2;

/** A tool that fits a prompt, and the stems of the prompt that say so. */
export interface Choice {
	readonly tool: ToolDefinition;
	readonly matched: readonly string[];
}

/** The offered tool that fits a prompt best, by the words of its name, description and parameters; the first offered of equals, none below a threshold. */
export function chooseTool(tokens: readonly Token[], tools: readonly ToolDefinition[]): Choice | undefined {
	const stems = [...new Set([...promptStems(tokens), ...impliedStems(tokens)])];
	const spread = wordSpread(tools);
	let best: (Choice & { score: number }) | undefined;
	for (const tool of tools) {
		const scores = stems.map((stem) => [stem, stemScore(stem, tool, spread)] as const);
		const begins = (scores[0]?.[1] ?? 0) >= weights.verb ? weights.beginning : 0;
		const score = scores.reduce((sum, [, own]) => sum + own, begins + evidence(tokens, tool));
		if (score < enough || (best !== undefined && score <= best.score)) continue;
		best = { tool, score, matched: scores.filter(([, own]) => own > 0).map(([stem]) => stem) };
	}
	return best;
}

function stemScore(stem: string, tool: ToolDefinition, spread: ReadonlyMap<string, number>): number {
	if (stem === stemOf(tool.name.toLowerCase())) return weights.name;
	const name = stemsOf(tool.name);
	if (name.includes(stem)) return Math.max(weights.name / name.length, weights.nameWord);
	const description = stemsOf(tool.description);
	if (description[0] === stem) return weights.verb;
	if (description.includes(stem)) return weights.word / (spread.get(stem) ?? 1);
	return stemsOf(Object.keys(tool.jsonSchema.properties ?? {}).join(' ')).includes(stem) ? weights.parameter : 0;
}

/** How many tools speak of each word: a word that all of them use tells none apart. */
function wordSpread(tools: readonly ToolDefinition[]): ReadonlyMap<string, number> {
	const spread = new Map<string, number>();
	for (const tool of tools) {
		for (const stem of stemsOf(tool.description)) spread.set(stem, (spread.get(stem) ?? 0) + 1);
	}
	return spread;
}

/** A file or a command in the prompt speaks for a tool that must have one, a folder for any that takes a path. */
function evidence(tokens: readonly Token[], tool: ToolDefinition): number {
	const properties = propertiesOf(tool.jsonSchema);
	const wants = (role: PropertyRole, always: boolean) =>
		properties.some((property) => property.role === role && (always || property.required));
	const paths = tokens.filter((token) => token.kind === 'path');
	const hasPath = paths.some(isFolderPath) ? wants('path', true) : paths.length > 0 && wants('path', false);
	const hasCommand = tokens.some((token) => token.kind === 'code') && wants('command', false);
	return (hasPath ? weights.path : 0) + (hasCommand ? weights.code : 0);
}
