import {
	type Definition,
	type Member,
	type ObjectDefinition,
	readDefinitions,
	readShape,
	type Shape,
	type UnionDefinition,
} from './definitions.ts';
import { capitalised, unknownName } from './name.ts';
import { findParsed } from './parsed.ts';
import type { JsonSchema, NotificationSchema, Protocol, RequestSchema } from './protocol.ts';

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
		`\t\tthis.${original} = String(raw['${tag}']);`,
		'\t\tthis.raw = raw;',
		'\t}',
		'',
		'\ttoJSON(): JsonObject {',
		'\t\treturn this.raw;',
		'\t}',
		'}',
	];
}

function emitUnionParser({ name, tag, variants }: UnionDefinition, parsed: ReadonlySet<string>): string[] {
	const plain = variants.filter((variant) => !parsed.has(variant.name));
	const others = variants.filter((variant) => parsed.has(variant.name));
	return [
		'',
		...comment(`Reads ${name} from parsed JSON; what it does not know it keeps.`),
		`export function parse${name}(data: JsonObject): ${name} {`,
		`\tswitch (data['${tag}']) {`,
		...plain.map((variant) => `\t\tcase ${quote(variant.value)}:`),
		...(plain.length === 0 ? [] : [`\t\t\treturn data as unknown as ${name};`]),
		...others.flatMap((variant) => [`\t\tcase ${quote(variant.value)}:`, `\t\t\treturn parse${variant.name}(data);`]),
		'\t\tdefault:',
		`\t\t\treturn new ${unknownName(name)}(data);`,
		'\t}',
		'}',
	];
}

function emitObjectParser(definition: ObjectDefinition, parsed: ReadonlySet<string>): string[] {
	const { name, members } = definition;
	const lazy = members.filter((member) => member.lazy);
	if (lazy.length > 0) return emitLazyParser(definition, lazy, parsed);
	return [
		'',
		...comment(`Reads ${name} from parsed JSON; members it does not know stay.`),
		`export function parse${name}(data: JsonObject): ${name} {`,
		'\tconst parsed: Record<string, unknown> = { ...data };',
		...emitMemberParsers('parsed', members, parsed),
		`\treturn parsed as unknown as ${name};`,
		'}',
	];
}

function emitMemberParsers(target: string, members: readonly Member[], parsed: ReadonlySet<string>): string[] {
	return members.flatMap((member) => {
		const access = `data['${member.name}']`;
		const value = parseExpression(member.shape, access, parsed);
		if (value === undefined) return [];
		const assign = `${target}['${member.name}'] = ${value};`;
		return [member.required ? `\t${assign}` : `\tif (${access} !== undefined) ${assign}`];
	});
}

/** A class, because an accessor on a prototype costs nothing per object and stays out of JSON. */
function emitLazyParser(
	{ name, members }: ObjectDefinition,
	lazy: readonly Member[],
	parsed: ReadonlySet<string>,
): string[] {
	const builders = lazy.map((member) => `build${capitalised(member.name)}: () => ${typeOf(member.shape)}`);
	const eager = members.filter((member) => !member.lazy);
	return [
		'',
		`class Parsed${name} {`,
		...lazy.flatMap((member) => [
			`\treadonly #build${capitalised(member.name)}: () => ${typeOf(member.shape)};`,
			`\t#${member.name}: ${typeOf(member.shape)} | undefined;`,
		]),
		'',
		`\tconstructor(members: JsonObject, ${builders.join(', ')}) {`,
		'\t\tObject.assign(this, members);',
		...lazy.map((member) => `\t\tthis.#build${capitalised(member.name)} = build${capitalised(member.name)};`),
		'\t}',
		...lazy.flatMap((member) => [
			'',
			`\tget ${member.name}(): ${typeOf(member.shape)} {`,
			`\t\tthis.#${member.name} ??= this.#build${capitalised(member.name)}();`,
			`\t\treturn this.#${member.name};`,
			'\t}',
		]),
		'}',
		'',
		...comment(
			`Reads ${name} from parsed JSON; members it does not know stay. ${lazy.map((member) => `\`${member.name}\``).join(' and ')}: built when first read, by the function given or from what was sent; absent from JSON.`,
		),
		`export function parse${name}(data: JsonObject, ${lazy.map((member) => `build${capitalised(member.name)}?: () => ${typeOf(member.shape)}`).join(', ')}): ${name} {`,
		`\tconst { ${lazy.map((member) => `${member.name}: sent${capitalised(member.name)}`).join(', ')}, ...rest } = data;`,
		'\tconst parsed: Record<string, unknown> = rest;',
		...emitMemberParsers('parsed', eager, parsed),
		`\tconst built = new Parsed${name}(parsed, ${lazy.map((member) => builderOf(name, member, parsed)).join(', ')});`,
		`\treturn built as unknown as ${name};`,
		'}',
	];
}

function builderOf(name: string, member: Member, parsed: ReadonlySet<string>): string {
	const sent = `sent${capitalised(member.name)}`;
	const value = parseExpression(member.shape, sent, parsed) ?? `${sent} as ${typeOf(member.shape)}`;
	const absent = `${name}.${member.name} was not sent`;
	return `build${capitalised(member.name)} ?? (() => {\n\t\tif (${sent} === undefined) throw new Error('${absent}; subscribe with it or give a function that builds it');\n\t\treturn ${value};\n\t})`;
}

function parseExpression(shape: Shape, value: string, parsed: ReadonlySet<string>): string | undefined {
	switch (shape.kind) {
		case 'reference':
			return parsed.has(shape.to) ? `parse${shape.to}(${value} as JsonObject)` : undefined;
		case 'list': {
			const item = parseExpression(shape.of, 'item', parsed);
			return item === undefined ? undefined : `(${value} as readonly unknown[]).map((item) => ${item})`;
		}
		case 'nullable': {
			const inner = parseExpression(shape.of, value, parsed);
			return inner === undefined ? undefined : `${value} === null ? null : ${inner}`;
		}
		default:
			return undefined;
	}
}

function typeOf(shape: Shape): string {
	switch (shape.kind) {
		case 'string':
		case 'boolean':
		case 'number':
			return shape.kind;
		case 'integer':
			return 'number';
		case 'any':
			return 'unknown';
		case 'object':
			return 'JsonObject';
		case 'literal':
			return typeof shape.value === 'string' ? quote(shape.value) : String(shape.value);
		case 'enum':
			return shape.values.map(quote).join(' | ');
		case 'list': {
			const of = typeOf(shape.of);
			return `readonly ${of.includes(' ') ? `(${of})` : of}[]`;
		}
		case 'map':
			return `Readonly<Record<string, ${typeOf(shape.of)}>>`;
		case 'nullable':
			return `${typeOf(shape.of)} | null`;
		case 'either':
			return shape.of.map(typeOf).join(' | ');
		case 'reference':
			return shape.to;
	}
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

function comment(text: string): string[] {
	return [`/** ${text} */`];
}

function quote(text: string): string {
	return `'${text}'`;
}

function orLines(types: readonly string[]): string {
	return types.length <= 4 ? ` ${types.join(' | ')}` : types.map((type) => `\n\t| ${type}`).join('');
}

function printRecord(record: Readonly<Record<string, number>>): string {
	return `{\n${Object.entries(record)
		.map(([name, value]) => `\t${name}: ${value},\n`)
		.join('')}}`;
}
