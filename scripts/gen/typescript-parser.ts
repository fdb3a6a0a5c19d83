import type { Member, ObjectDefinition, Shape, UnionDefinition } from './definitions.ts';
import { capitalised, unknownName } from './name.ts';
import { comment, quote, typeOf } from './typescript-type.ts';

/** The function that reads a union from parsed JSON. */
export function emitUnionParser({ name, tag, variants }: UnionDefinition, parsed: ReadonlySet<string>): string[] {
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

/** The function that reads an object that holds unions; all others are what JSON gives. */
export function emitObjectParser(definition: ObjectDefinition, parsed: ReadonlySet<string>): string[] {
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
