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
		`\tswitch (data.${tag}) {`,
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
	const lazy = members.find((member) => member.lazy);
	if (lazy !== undefined) return emitLazyParser(definition, lazy, parsed);
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
		const access = `data.${member.name}`;
		const value = parseExpression(member.shape, access, parsed);
		if (value === undefined) return [];
		const assign = `${target}.${member.name} = ${value};`;
		return [member.required ? `\t${assign}` : `\tif (${access} !== undefined) ${assign}`];
	});
}

/** A class, because an accessor on a prototype costs nothing per object and stays out of JSON. */
function emitLazyParser({ name, members }: ObjectDefinition, lazy: Member, parsed: ReadonlySet<string>): string[] {
	const type = typeOf(lazy.shape);
	const build = `build${capitalised(lazy.name)}`;
	const sent = `sent${capitalised(lazy.name)}`;
	return [
		'',
		`class Parsed${name} {`,
		`\treadonly #${build}: () => ${type};`,
		`\t#${lazy.name}: ${type} | undefined;`,
		'',
		`\tconstructor(members: JsonObject, ${build}: () => ${type}) {`,
		'\t\tObject.assign(this, members);',
		`\t\tthis.#${build} = ${build};`,
		'\t}',
		'',
		`\tget ${lazy.name}(): ${type} {`,
		`\t\tthis.#${lazy.name} ??= this.#${build}();`,
		`\t\treturn this.#${lazy.name};`,
		'\t}',
		'}',
		'',
		...comment(
			`Reads ${name} from parsed JSON; members it does not know stay. \`${lazy.name}\`: built when first read, by the function given or from what was sent; absent from JSON.`,
		),
		`export function parse${name}(data: JsonObject, ${build}?: () => ${type}): ${name} {`,
		`\tconst { ${lazy.name}: ${sent}, ...others } = data;`,
		'\tconst parsed: Record<string, unknown> = others;',
		...emitMemberParsers(
			'parsed',
			members.filter((member) => member !== lazy),
			parsed,
		),
		'\tconst read = () => {',
		`\t\tif (${sent} === undefined) throw new Error('${name}.${lazy.name} was not sent; subscribe with it or give a function that builds it');`,
		`\t\treturn ${parseExpression(lazy.shape, sent, parsed) ?? `${sent} as ${type}`};`,
		'\t};',
		`\treturn new Parsed${name}(parsed, ${build} ?? read) as unknown as ${name};`,
		'}',
	];
}

function parseExpression(shape: Shape, value: string, parsed: ReadonlySet<string>): string | undefined {
	switch (shape.kind) {
		case 'reference':
			return parsed.has(shape.to) ? `parse${shape.to}(${value} as JsonObject)` : undefined;
		case 'list': {
			const item = parseExpression(shape.of, 'item', parsed);
			return item === undefined ? undefined : `(${value} as readonly unknown[]).map((item) => ${item})`;
		}
		case 'map': {
			const item = parseExpression(shape.of, 'item', parsed);
			const entries = `Object.entries(${value} as JsonObject).map(([key, item]) => [key, ${item}])`;
			return item === undefined ? undefined : `Object.fromEntries(${entries})`;
		}
		case 'nullable': {
			const inner = parseExpression(shape.of, value, parsed);
			return inner === undefined ? undefined : `${value} === null ? null : ${inner}`;
		}
		default:
			return undefined;
	}
}
