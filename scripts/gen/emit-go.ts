import {
	type Definition,
	type EnumDefinition,
	type Member,
	type ObjectDefinition,
	readDefinitions,
	type Shape,
	type TextOrDefinition,
	type UnionDefinition,
} from './definitions.ts';
import { goName, unknownName } from './name.ts';
import type { Protocol } from './protocol.ts';
import { wrap } from './wrap.ts';

/** The Go client's types, formatted as gofmt does. What they need at run time is in `members.go` and `scan.go` beside them. */
export function emitGo(protocol: Protocol): string {
	const definitions = readDefinitions(protocol);
	const unions = definitions.filter((definition) => definition.kind === 'union');
	const texts = definitions.filter((definition) => definition.kind === 'text_or');
	const blocks = [
		'// Code generated from packages/rpc-server/schema/protocol.json by pnpm gen. DO NOT EDIT.\n\npackage myelin\n\nimport (\n\t"bytes"\n\t"encoding/json"\n)',
		`// ProtocolVersion is the protocol version that these types describe.\nconst ProtocolVersion = ${protocol.protocolVersion}`,
		...definitions.flatMap((definition) => emitDefinition(definition, { definitions, unions, texts })),
		emitUnmarshalUnion([...unions, ...texts]),
	];
	return `${blocks.join('\n\n')}\n`;
}

interface Context {
	readonly definitions: readonly Definition[];
	readonly unions: readonly UnionDefinition[];
	readonly texts: readonly TextOrDefinition[];
}

type Constant = readonly [name: string, value: string];

function emitDefinition(definition: Definition, context: Context): string[] {
	switch (definition.kind) {
		case 'object':
			return emitObject(definition, context);
		case 'enum':
			return emitEnum(definition);
		case 'union':
			return emitUnion(definition, context);
		case 'text_or':
			return emitTextOr(definition);
	}
}

function emitEnum({ name, description, values }: EnumDefinition): string[] {
	const constants = values.map((value): Constant => [`${name}${goName(value)}`, `"${value}"`]);
	return [
		`${comment(describe(name, description))}\ntype ${name} string`,
		emitConstants(`Values of ${name}; others may come.`, name, constants),
	];
}

function emitConstants(description: string, type: string, constants: readonly Constant[]): string {
	const width = Math.max(...constants.map(([name]) => name.length));
	const lines = constants.map(([name, value]) => `\t${name.padEnd(width)}${type && ` ${type}`} = ${value}`);
	return `${comment(description)}\nconst (\n${lines.join('\n')}\n)`;
}

function emitObject(definition: ObjectDefinition, context: Context): string[] {
	const { name, members } = definition;
	const enums = members.flatMap((member) => inlineEnum(name, member));
	return [
		emitStruct(definition, context),
		...emitTagMethods(definition, context),
		...members.filter((member) => member.lazy).map((member) => emitLazyMethod(name, member)),
		...emitJsonMethods(definition),
		...enums.flatMap(emitEnum),
	];
}

function emitStruct({ name, description, members }: ObjectDefinition, context: Context): string {
	const fields = members
		.filter((member) => !isTag(member) && !member.lazy)
		.map((member) => [goName(member.name), fieldType(name, member, context), jsonTag(member)] as const);
	const nameWidth = Math.max(...fields.map(([field]) => field.length));
	const typeWidth = Math.max(...fields.map(([, type]) => type.length));
	const lines = fields.map(([field, type, tag]) => `\t${field.padEnd(nameWidth)} ${type.padEnd(typeWidth)} ${tag}`);
	const lazy = members
		.filter((member) => member.lazy)
		.map(
			(member) =>
				`\t// ${member.name} is set by whoever builds the value; it is called once for each read.\n\t${member.name} func() ${typeOf(name, member, context)}`,
		);
	const extra =
		'\t// Extra holds the members that this version does not know.\n\tExtra map[string]json.RawMessage `json:"-"`';
	const parts = [...(lines.length > 0 ? [lines.join('\n')] : []), ...lazy, extra];
	return `${comment(describe(name, description))}\ntype ${name} struct {\n${parts.join('\n\n')}\n}`;
}

function jsonTag({ name, required }: Member): string {
	return `\`json:"${name}${required ? '' : ',omitempty'}"\``;
}

function emitTagMethods({ name, members }: ObjectDefinition, { unions, texts }: Context): string[] {
	const tag = members.find(isTag);
	if (tag?.shape.kind !== 'literal') return [];
	const method = goName(tag.name);
	const own = unions.filter((union) => union.variants.some((variant) => variant.name === name));
	const markers = own.flatMap((union) => markersOf(union, texts).map((marker) => `func (${name}) ${marker}() {}`));
	return [
		`// ${method} is "${tag.shape.value}".\nfunc (${name}) ${method}() string { return "${tag.shape.value}" }`,
		...markers,
	];
}

/** The unexported methods that seal a union, and every choice that the union is part of. */
function markersOf(union: UnionDefinition, texts: readonly TextOrDefinition[]): readonly string[] {
	return [`is${union.name}`, ...texts.filter((text) => text.union === union.name).map((text) => `is${text.name}`)];
}

function emitLazyMethod(name: string, member: Member): string {
	const method = goName(member.name);
	const type = member.shape.kind === 'reference' ? member.shape.to : 'json.RawMessage';
	return [
		`// ${method} is built when it is read, and is no part of the JSON form; the zero value if it was neither sent nor built.`,
		`func (v ${name}) ${method}() ${type} {`,
		`\tif v.${member.name} == nil {`,
		`\t\treturn ${type}{}`,
		'\t}',
		`\treturn v.${member.name}()`,
		'}',
	].join('\n');
}

function emitJsonMethods({ name, members }: ObjectDefinition): string[] {
	const tag = members.find(isTag);
	const tagName = tag?.name ?? '';
	const tagArguments = tag === undefined ? '"", ""' : `"${tagName}", v.${goName(tagName)}()`;
	const lazy = members.filter((member) => member.lazy);
	return [
		`// MarshalJSON writes the wire form, unknown members included.\nfunc (v ${name}) MarshalJSON() ([]byte, error) {\n\treturn marshalMembers(v, v.Extra, ${tagArguments})\n}`,
		[
			'// UnmarshalJSON reads the wire form; an absent required member is an error.',
			`func (v *${name}) UnmarshalJSON(data []byte) error {`,
			...(lazy.length === 0
				? [`\treturn unmarshalMembers(data, v, &v.Extra, "${tagName}")`]
				: [
						`\tif err := unmarshalMembers(data, v, &v.Extra, "${tagName}"); err != nil {`,
						'\t\treturn err',
						'\t}',
						...lazy.flatMap((member, index) => [
							`\t${index === lazy.length - 1 ? 'return ' : 'if err := '}takeMember(v.Extra, "${member.name}", &v.${member.name})${index === lazy.length - 1 ? '' : '; err != nil {\n\t\treturn err\n\t}'}`,
						]),
					]),
			'}',
		].join('\n'),
	];
}

function emitUnion(union: UnionDefinition, { texts }: Context): string[] {
	const { name, description, tag, variants } = union;
	const unknown = unknownName(name);
	const method = goName(tag);
	const markers = markersOf(union, texts);
	return [
		[
			comment(
				`${describe(name, description)} It is one of ${variants.map((variant) => variant.name).join(', ')}, or ${unknown}.`,
			),
			`type ${name} interface {`,
			`\t// ${method} tells the variants apart.`,
			`\t${method}() string`,
			...markers.map((marker) => `\t${marker}()`),
			'}',
		].join('\n'),
		`// ${unknown} is what this version does not know of ${name}: Raw is the object as it came.\ntype ${unknown} struct {\n\tOriginal${method} string\n\tRaw${' '.repeat(method.length + 5)} json.RawMessage\n}`,
		`// ${method} is the value that came.\nfunc (v ${unknown}) ${method}() string { return v.Original${method} }`,
		...markers.map((marker) => `func (${unknown}) ${marker}() {}`),
		`// MarshalJSON writes the object as it came.\nfunc (v ${unknown}) MarshalJSON() ([]byte, error) { return v.Raw, nil }`,
		emitUnionParser(union),
	];
}

function emitUnionParser({ name, tag, variants }: UnionDefinition): string {
	return [
		`// Parse${name} reads the wire form of one ${name}; what it does not know it keeps.`,
		`func Parse${name}(data []byte) (${name}, error) {`,
		`\ttag, err := stringMember(data, "${tag}")`,
		'\tif err != nil {',
		'\t\treturn nil, err',
		'\t}',
		'\tswitch tag {',
		...variants.flatMap((variant) => [
			`\tcase "${variant.value}":`,
			`\t\tvar v ${variant.name}`,
			'\t\terr := v.UnmarshalJSON(data)',
			'\t\treturn v, err',
		]),
		'\t}',
		'\tif err := checkValid(data); err != nil {',
		'\t\treturn nil, err',
		'\t}',
		`\treturn ${unknownName(name)}{tag, bytes.Clone(data)}, nil`,
		'}',
	].join('\n');
}

function emitTextOr({ name, description, union }: TextOrDefinition): string[] {
	return [
		`${comment(`${describe(name, description)} It is a ${name}Text or a ${union}.`)}\ntype ${name} interface{ is${name}() }`,
		`// ${name}Text is a ${name} given as text.\ntype ${name}Text string`,
		`func (${name}Text) is${name}() {}`,
		[
			`// Parse${name} reads the wire form of one ${name}.`,
			`func Parse${name}(data []byte) (${name}, error) {`,
			'\tvar text string',
			'\tif json.Unmarshal(data, &text) == nil {',
			`\t\treturn ${name}Text(text), nil`,
			'\t}',
			`\treturn Parse${union}(data)`,
			'}',
		].join('\n'),
	];
}

function emitUnmarshalUnion(unions: readonly (UnionDefinition | TextOrDefinition)[]): string {
	return [
		'// unmarshalUnion reads data into target if target points to a union, and says whether it does.',
		'func unmarshalUnion(data []byte, target any) (known bool, err error) {',
		'\tswitch target := target.(type) {',
		...unions.flatMap(({ name }) => [`\tcase *${name}:`, `\t\t*target, err = Parse${name}(data)`]),
		'\tdefault:',
		'\t\treturn false, nil',
		'\t}',
		'\treturn true, err',
		'}',
	].join('\n');
}

/** A pointer where the zero value could be meant; else absent is the zero value: nil, `""` of an enum, false of a mark. */
function fieldType(owner: string, member: Member, context: Context): string {
	const type = typeOf(owner, member, context);
	if (member.required || !needsPointer(member.shape, context)) return type;
	return `*${type}`;
}

function needsPointer(shape: Shape, { definitions }: Context): boolean {
	switch (shape.kind) {
		case 'string':
		case 'integer':
		case 'number':
		case 'boolean':
			return true;
		case 'reference':
			return definitions.find(({ name }) => name === shape.to)?.kind === 'object';
		default:
			return false;
	}
}

function typeOf(owner: string, member: Member, context: Context): string {
	return shapeType(member.shape, `${owner}${goName(member.name)}`, context);
}

function shapeType(shape: Shape, enumName: string, context: Context): string {
	switch (shape.kind) {
		case 'string':
			return 'string';
		case 'integer':
			return 'int64';
		case 'number':
			return 'float64';
		case 'boolean':
			return 'bool';
		case 'any':
			return 'json.RawMessage';
		case 'object':
			return 'map[string]any';
		case 'literal':
			return typeof shape.value === 'string' ? 'string' : 'bool';
		case 'enum':
			return enumName;
		case 'list':
			return `[]${shapeType(shape.of, enumName, context)}`;
		case 'map':
			return `map[string]${shapeType(shape.of, enumName, context)}`;
		case 'nullable':
			return needsPointer(shape.of, context)
				? `*${shapeType(shape.of, enumName, context)}`
				: shapeType(shape.of, enumName, context);
		case 'reference':
			return shape.to;
		case 'either':
			throw new Error(`${enumName} is a choice without a name; name it by define(...)`);
	}
}

function inlineEnum(owner: string, { name, shape }: Member): EnumDefinition[] {
	const inner = shape.kind === 'list' || shape.kind === 'map' || shape.kind === 'nullable' ? shape.of : shape;
	if (inner.kind !== 'enum') return [];
	const enumName = `${owner}${goName(name)}`;
	const description = `The member ${name} of ${owner}.`;
	return [{ kind: 'enum', name: enumName, description, values: inner.values }];
}

/** A literal string selects a variant: it is a method of the type, not a field of each value. */
function isTag({ shape, required }: Member): boolean {
	return required && shape.kind === 'literal' && typeof shape.value === 'string';
}

function describe(name: string, description: string): string {
	return `${name}: ${description}`;
}

function comment(text: string): string {
	return wrap(text, 100)
		.map((line) => `// ${line}`)
		.join('\n');
}
