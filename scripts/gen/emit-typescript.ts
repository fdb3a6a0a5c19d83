import {
	type Definition,
	type ObjectDefinition,
	readDefinitions,
	readShape,
	type UnionDefinition,
} from './definitions.ts';
import { capitalised, unknownName } from './name.ts';
import { findParsed } from './parsed.ts';
import type { JsonSchema, NotificationSchema, Protocol, RequestSchema } from './protocol.ts';
import { emitRequiredMembers } from './required-members.ts';
import { emitObjectParser, emitUnionParser } from './typescript-parser.ts';
import { comment, quote, typeOf } from './typescript-type.ts';

/** The TypeScript client's types and the functions that read them from parsed JSON. */
export function emitTypeScript(protocol: Protocol): string {
	const definitions = readDefinitions(protocol);
	const parsed = findParsed(protocol, definitions);
	return [
		'// Generated from packages/rpc-server/schema/protocol.json by `pnpm gen`.',
		'',
		'/** A JSON object whose members the protocol leaves open. */',
		'export type JsonObject = Readonly<Record<string, unknown>>;',
		'',
		'/** The protocol version that these types describe. */',
		`export const protocolVersion = ${protocol.protocolVersion};`,
		'',
		'/** Numbers of JSON-RPC errors. */',
		`export const rpcCodes = ${printRecord(protocol.rpcCodes)} as const;`,
		'',
		'/** Why a request failed, as the server says it in `error.data.code`; other codes may come. */',
		`export type DomainErrorCode =${orLines(Object.keys(protocol.errors).map(quote))};`,
		'',
		...definitions.flatMap((definition) => [...emitDefinition(definition, parsed), '']),
		...emitRequiredMembers(definitions),
		...emitMethodTables(protocol),
	].join('\n');
}

function emitDefinition(definition: Definition, parsed: ReadonlySet<string>): string[] {
	switch (definition.kind) {
		case 'object':
			return [
				...emitInterface(definition),
				...(parsed.has(definition.name) ? emitObjectParser(definition, parsed) : []),
			];
		case 'enum':
			return [
				...comment(definition.description),
				`export type ${definition.name} =${orLines(definition.values.map(quote))};`,
			];
		case 'text_or':
			if (parsed.has(definition.name)) throw new Error(`${definition.name} is received; emit a parser for it`);
			return [...comment(definition.description), `export type ${definition.name} = string | ${definition.union};`];
		case 'union':
			return [...emitUnion(definition), ...emitUnionParser(definition, parsed)];
	}
}

function emitInterface({ name, description, members }: ObjectDefinition): string[] {
	if (members.length === 0) return [...comment(description), `export type ${name} = Readonly<Record<string, never>>;`];
	const lines = members.map(
		(member) => `\treadonly ${member.name}${member.required ? '' : '?'}: ${typeOf(member.shape)};`,
	);
	return [...comment(description), `export interface ${name} {`, ...lines, '}'];
}

function emitUnion({ name, description, tag, variants }: UnionDefinition): string[] {
	const unknown = unknownName(name);
	const original = `original${capitalised(tag)}`;
	return [
		...comment(description),
		`export type ${name} =${orLines([...variants.map((variant) => variant.name), unknown])};`,
		'',
		...comment(
			`What this version does not know of ${name}: \`raw\` is the object as it came, and what it becomes in JSON.`,
		),
		`export class ${unknown} {`,
		`\treadonly ${tag} = 'unknown';`,
		`\treadonly ${original}: string;`,
		'\treadonly raw: JsonObject;',
		'',
		'\tconstructor(raw: JsonObject) {',
		`\t\tthis.${original} = String(raw.${tag});`,
		'\t\tthis.raw = raw;',
		'\t}',
		'',
		'\ttoJSON(): JsonObject {',
		'\t\treturn this.raw;',
		'\t}',
		'}',
	];
}

function emitMethodTables(protocol: Protocol): string[] {
	const { clientRequests, clientNotifications, serverRequests, serverNotifications } = protocol;
	const type = (path: string, schema: JsonSchema) => typeOf(readShape(path, schema, protocol.$defs));
	const requests = (name: string, { params, result }: RequestSchema) =>
		`{ readonly params: ${type(name, params)}; readonly result: ${type(name, result)} }`;
	const notifications = (name: string, { params }: NotificationSchema) => type(name, params);
	return [
		...emitTable('ClientRequests', 'What a client may ask of the server.', clientRequests, requests),
		'',
		...emitTable(
			'ClientNotifications',
			'What a client may tell the server: the parameters.',
			clientNotifications,
			notifications,
		),
		'',
		...emitTable('ServerRequests', 'What the server may ask of a client.', serverRequests, requests),
		'',
		...emitTable(
			'ServerNotifications',
			'What the server tells a client: the parameters.',
			serverNotifications,
			notifications,
		),
		'',
	];
}

function emitTable<M extends { readonly description: string }>(
	name: string,
	description: string,
	table: Readonly<Record<string, M>>,
	print: (method: string, schema: M) => string,
): string[] {
	const lines = Object.entries(table).flatMap(([method, schema]) => [
		...comment(schema.description).map((line) => `\t${line}`),
		`\treadonly ${quote(method)}: ${print(method, schema)};`,
	]);
	return [...comment(description), `export interface ${name} {`, ...lines, '}'];
}

function orLines(types: readonly string[]): string {
	return types.length <= 4 ? ` ${types.join(' | ')}` : types.map((type) => `\n\t| ${type}`).join('');
}

function printRecord(record: Readonly<Record<string, number>>): string {
	return `{\n${Object.entries(record)
		.map(([name, value]) => `\t${name}: ${value},\n`)
		.join('')}}`;
}
