import {
	type Definition,
	type EnumDefinition,
	readDefinitions,
	type TextOrDefinition,
	type UnionDefinition,
} from './definitions.ts';
import { emitObject, markersOf } from './go-struct.ts';
import { type Context, comment, describe, inlineEnum } from './go-type.ts';
import { goName, unknownName } from './name.ts';
import type { Protocol } from './protocol.ts';

/** The Go client's types, formatted as gofmt does. What they need at run time is in `members.go` and `scan.go` beside them. */
export function emitGo(protocol: Protocol): string {
	const definitions = readDefinitions(protocol);
	const unions = definitions.filter((definition) => definition.kind === 'union');
	const texts = definitions.filter((definition) => definition.kind === 'text_or');
	const blocks = [
		'// Code generated from packages/rpc-server/schema/protocol.json by pnpm gen. DO NOT EDIT.\n\npackage myelin\n\nimport (\n\t"bytes"\n\t"encoding/json"\n)',
		`// ProtocolVersion is the protocol version that these types describe.\nconst ProtocolVersion = ${protocol.protocolVersion}`,
		emitConstants('Numbers of JSON-RPC errors.', '', rpcConstants(protocol)),
		...emitEnum({
			kind: 'enum',
			name: 'Code',
			description: 'Why a request failed, as the server says it in the data of its error, in UPPER_SNAKE.',
			values: Object.keys(protocol.errors),
		}),
		...definitions.flatMap((definition) => emitDefinition(definition, { definitions, unions, texts })),
		emitUnmarshalUnion([...unions, ...texts]),
	];
	return `${blocks.join('\n\n')}\n`;
}

function rpcConstants({ rpcCodes }: Protocol): readonly Constant[] {
	return Object.entries(rpcCodes).map(([name, code]) => [`RPC${goName(name)}`, String(code)]);
}

function emitDefinition(definition: Definition, context: Context): string[] {
	switch (definition.kind) {
		case 'object':
			return [
				...emitObject(definition, context),
				...definition.members.flatMap((member) => inlineEnum(definition.name, member)).flatMap(emitEnum),
			];
		case 'enum':
			return emitEnum(definition);
		case 'union':
			return emitUnion(definition, context);
		case 'text_or':
			return emitTextOr(definition);
	}
}

type Constant = readonly [name: string, value: string];

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
		`${comment(`${describe(name, description)} It is either ${name}Text or ${union}.`)}\ntype ${name} interface{ is${name}() }`,
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
