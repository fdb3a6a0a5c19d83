import type { Json, JsonObject, ToolDefinition } from '@myelin/plugins';
import { propertiesOf } from './tool-schema.ts';

/** A tool call the model has decided on. */
export interface PlannedCall {
	readonly name: string;
	readonly args: JsonObject;
}

const pair = /\s*,?\s*([A-Za-z_][\w-]*)=("(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|[^\s"'`,)]+)/y;

/** The calls that a prompt spells out, like `read path="README.md" limit=5`: an offered tool's name and at least one `key=value`. */
export function explicitCalls(text: string, tools: readonly ToolDefinition[]): PlannedCall[] {
	const calls: PlannedCall[] = [];
	for (let at = 0; at < text.length; ) {
		const next = nextCall(text, at, tools);
		if (next === undefined) break;
		calls.push(next.call);
		at = next.end;
	}
	return calls;
}

function nextCall(text: string, from: number, tools: readonly ToolDefinition[]) {
	let best: { call: PlannedCall; start: number; end: number } | undefined;
	for (const tool of tools) {
		const name = new RegExp(`(?<![\\w.-])${escaped(tool.name)}[\`]?(?:\\s*\\(|\\s)(?=\\s*[A-Za-z_][\\w-]*=)`, 'g');
		name.lastIndex = from;
		const match = name.exec(text);
		if (match === null || (best !== undefined && match.index >= best.start)) continue;
		const { args, end } = pairsAt(text, name.lastIndex, tool);
		best = { call: { name: tool.name, args }, start: match.index, end };
	}
	return best;
}

function pairsAt(text: string, start: number, tool: ToolDefinition): { args: JsonObject; end: number } {
	const types = new Map(propertiesOf(tool.jsonSchema).map((property) => [property.name, property.type]));
	const args: Record<string, Json> = {};
	let end = start;
	for (;;) {
		pair.lastIndex = end;
		const match = pair.exec(text);
		if (match === null) return { args, end };
		const [, key = '', raw = ''] = match;
		args[key] = argumentOf(raw, types.get(key));
		end = pair.lastIndex;
	}
}

function argumentOf(raw: string, type: string | undefined): Json {
	const quote = raw[0];
	if (quote === '"') return parsed(raw.replace(/\n/g, '\\n').replace(/\t/g, '\\t')) ?? raw.slice(1, -1);
	if (quote === "'" || quote === '`') return raw.slice(1, -1);
	return type === 'string' ? raw : (parsed(raw) ?? raw);
}

function parsed(text: string): Json | undefined {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return undefined;
	}
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
