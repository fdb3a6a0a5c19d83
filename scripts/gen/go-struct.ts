import {
	isTag,
	type Member,
	type ObjectDefinition,
	type TextOrDefinition,
	type UnionDefinition,
} from './definitions.ts';
import { type Context, comment, describe, fieldType, typeOf } from './go-type.ts';
import { goName } from './name.ts';

/** A struct with its methods. */
export function emitObject(definition: ObjectDefinition, context: Context): string[] {
	const { name, members } = definition;
	return [
		emitStruct(definition, context),
		...emitTagMethods(definition, context),
		...members.filter((member) => member.lazy).map((member) => emitLazyMethod(name, member)),
		...emitJsonMethods(definition),
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
export function markersOf(union: UnionDefinition, texts: readonly TextOrDefinition[]): readonly string[] {
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
	const lazy = members.find((member) => member.lazy);
	return [
		`// MarshalJSON writes the wire form, unknown members included.\nfunc (v ${name}) MarshalJSON() ([]byte, error) {\n\treturn marshalMembers(v, v.Extra, ${tagArguments})\n}`,
		[
			'// UnmarshalJSON reads the wire form; an absent required member is an error.',
			`func (v *${name}) UnmarshalJSON(data []byte) error {`,
			...(lazy === undefined
				? [`\treturn unmarshalMembers(data, v, &v.Extra, "${tagName}")`]
				: [
						`\tif err := unmarshalMembers(data, v, &v.Extra, "${tagName}"); err != nil {`,
						'\t\treturn err',
						'\t}',
						`\treturn takeMember(v.Extra, "${lazy.name}", &v.${lazy.name})`,
					]),
			'}',
		].join('\n'),
	];
}
