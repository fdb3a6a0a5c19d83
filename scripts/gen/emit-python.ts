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
import { snakeCase, unknownName } from './name.ts';
import type { Protocol } from './protocol.ts';
import { wrap } from './wrap.ts';

/** The Python client's types: frozen dataclasses that read and write their wire form. */
export function emitPython(protocol: Protocol): string {
	const definitions = readDefinitions(protocol);
	const kinds = new Map(definitions.map((definition) => [definition.name, definition]));
	const enums = definitions.filter((definition) => definition.kind === 'enum');
	const objects = definitions.filter((definition) => definition.kind === 'object');
	const unions = definitions.filter((definition) => definition.kind === 'union');
	const texts = definitions.filter((definition) => definition.kind === 'text_or');
	return [
		'"""The protocol\'s types. Generated from packages/rpc-server/schema/protocol.json by `pnpm gen`."""',
		'',
		'from __future__ import annotations',
		'',
		'from collections.abc import Callable, Mapping',
		'from dataclasses import dataclass, field',
		'from typing import Any, ClassVar, Final, Literal, TypeAlias',
		'',
		'from .._wire import JsonObject, missing, no_members, sent, unknown_members',
		'',
		`PROTOCOL_VERSION: Final = ${protocol.protocolVersion}`,
		'"""The protocol version that these types describe."""',
		'',
		...emitCodes(protocol),
		...enums.flatMap(emitEnum),
		...objects.flatMap((definition) => emitClass(definition, kinds)),
		...unions.flatMap(emitUnknown),
		...unions.flatMap(emitUnion),
		...texts.flatMap(emitTextOr),
	].join('\n');
}

type Kinds = ReadonlyMap<string, Definition>;

function emitCodes({ rpcCodes, errors }: Protocol): string[] {
	return [
		...Object.entries(rpcCodes).map(([name, code]) => `RPC_${snakeCase(name).toUpperCase()}: Final = ${code}`),
		'',
		...emitLiteral(
			'DomainErrorCode',
			Object.keys(errors),
			'Why a request failed, as the server says it in `error.data.code`; other codes may come.',
		),
	];
}

function emitEnum({ name, description, values }: EnumDefinition): string[] {
	return emitLiteral(name, values, description);
}

function emitLiteral(name: string, values: readonly string[], description: string): string[] {
	const line = `${name}: TypeAlias = ${literal(values)}`;
	const lines =
		line.length <= 110 ? [line] : [`${name}: TypeAlias = Literal[`, ...values.map((value) => `    "${value}",`), ']'];
	return [...lines, ...docstring(description, ''), ''];
}

function emitClass(definition: ObjectDefinition, kinds: Kinds): string[] {
	const { name, description, members } = definition;
	const tags = members.filter(isTag);
	const fields = members.filter((member) => !isTag(member) && !member.lazy);
	const lazy = members.filter((member) => member.lazy);
	return [
		'',
		'@dataclass(frozen=True, slots=True, kw_only=True)',
		`class ${name}:`,
		...docstring(description, '    '),
		'',
		...tags.map((tag) => `    ${tag.name}: ClassVar[${typeOf(tag.shape)}] = ${tagValue(tag)}`),
		...fields.map(emitField),
		...lazy.flatMap((member) => [
			`    build_${snakeCase(member.name)}: Callable[[], ${typeOf(member.shape)}] = field(repr=False, compare=False)`,
			`    """Builds \`${snakeCase(member.name)}\` when it is first read."""`,
		]),
		'    extra: JsonObject = field(default_factory=no_members, repr=False)',
		'    """Members that this version does not know."""',
		...lazy.flatMap(emitLazyProperty),
		...emitFromWire(definition, kinds),
		...emitToWire(definition, kinds),
		'',
		'',
		`_${snakeCase(name).toUpperCase()} = ${knownSet(members)}`,
		'',
	];
}

function emitField({ name, shape, required }: Member): string {
	const type = typeOf(shape);
	if (required) return `    ${fieldName(name)}: ${type}`;
	return `    ${fieldName(name)}: ${type === 'Any' ? type : `${type} | None`} = None`;
}

function emitLazyProperty(member: Member): string[] {
	const name = snakeCase(member.name);
	return [
		'',
		'    @property',
		`    def ${name}(self) -> ${typeOf(member.shape)}:`,
		'        """Built when it is first read; the same object ever after. Absent from the wire form."""',
		`        built = self.build_${name}()`,
		`        object.__setattr__(self, "build_${name}", lambda: built)`,
		'        return built',
	];
}

function emitFromWire({ name, members }: ObjectDefinition, kinds: Kinds): string[] {
	const known = `_${snakeCase(name).toUpperCase()}`;
	const lazy = members.filter((member) => member.lazy);
	const fields = members.filter((member) => !isTag(member) && !member.lazy);
	const builders = lazy.map(
		(member) => `, build_${snakeCase(member.name)}: Callable[[], ${typeOf(member.shape)}] | None = None`,
	);
	return [
		'',
		'    @classmethod',
		`    def from_wire(cls, data: JsonObject${builders.join('')}) -> ${name}:`,
		`        """Reads the wire form. Raises WireError when a required member is absent."""`,
		'        try:',
		'            return cls(',
		...fields.map((member) => `                ${fieldName(member.name)}=${readMember(member, kinds)},`),
		...lazy.map((member) => {
			const builder = `build_${snakeCase(member.name)}`;
			const parse = parserOf(member.shape, kinds);
			return `                ${builder}=${builder} or sent(data, "${name}", "${member.name}", ${parse}),`;
		}),
		`                extra=unknown_members(data, ${known}),`,
		'            )',
		'        except KeyError as member:',
		`            raise missing("${name}", member) from None`,
	];
}

function readMember({ name, shape, required }: Member, kinds: Kinds): string {
	const plain = isPlain(shape, kinds);
	if (required) return plain ? `data["${name}"]` : fromWire(shape, `data["${name}"]`, kinds);
	if (plain) return `data.get("${name}")`;
	return `None if data.get("${name}") is None else ${fromWire(shape, `data["${name}"]`, kinds)}`;
}

function emitToWire({ members }: ObjectDefinition, kinds: Kinds): string[] {
	const written = members.filter((member) => !member.lazy);
	const required = written.filter((member) => member.required);
	const optional = written.filter((member) => !member.required);
	const value = (member: Member) => toWire(member.shape, `self.${fieldName(member.name)}`, kinds);
	return [
		'',
		'    def to_wire(self) -> dict[str, Any]:',
		'        """The wire form: absent members are left out, unknown ones are kept."""',
		required.length === 0 ? '        data: dict[str, Any] = {}' : '        data: dict[str, Any] = {',
		...required.map((member) => `            "${member.name}": ${value(member)},`),
		...(required.length === 0 ? [] : ['        }']),
		...optional.flatMap((member) => [
			`        if self.${fieldName(member.name)} is not None:`,
			`            data["${member.name}"] = ${value(member)}`,
		]),
		'        data.update(self.extra)',
		'        return data',
	];
}

function emitUnknown({ name, tag }: UnionDefinition): string[] {
	const unknown = unknownName(name);
	return [
		'',
		'@dataclass(frozen=True, slots=True, kw_only=True)',
		`class ${unknown}:`,
		...docstring(`What this version does not know of ${name}.`, '    '),
		'',
		`    ${tag}: ClassVar[Literal["unknown"]] = "unknown"`,
		`    original_${tag}: str`,
		'    raw: JsonObject',
		'    """The object as it came."""',
		'',
		'    @classmethod',
		`    def from_wire(cls, data: JsonObject) -> ${unknown}:`,
		'        """Keeps an object as it came."""',
		`        return cls(original_${tag}=str(data.get("${tag}")), raw=data)`,
		'',
		'    def to_wire(self) -> dict[str, Any]:',
		'        """The object as it came."""',
		'        return dict(self.raw)',
		'',
	];
}

function emitUnion({ name, description, tag, variants }: UnionDefinition): string[] {
	const table = `_${snakeCase(name).toUpperCase()}_VARIANTS`;
	return [
		'',
		...aliasLines(name, [...variants.map((variant) => variant.name), unknownName(name)]),
		...docstring(description, ''),
		'',
		`${table}: Mapping[str, Callable[[JsonObject], ${name}]] = {`,
		...variants.map((variant) => `    "${variant.value}": ${variant.name}.from_wire,`),
		'}',
		'',
		'',
		`def parse_${snakeCase(name)}(data: JsonObject) -> ${name}:`,
		`    """Reads the wire form of one ${name}; what it does not know it keeps."""`,
		`    return ${table}.get(data.get("${tag}", ""), ${unknownName(name)}.from_wire)(data)`,
		'',
	];
}

function emitTextOr({ name, description, union }: TextOrDefinition): string[] {
	return [
		'',
		`${name}: TypeAlias = str | ${union}`,
		...docstring(description, ''),
		'',
		'',
		`def parse_${snakeCase(name)}(data: str | JsonObject) -> ${name}:`,
		`    """Reads the wire form of one ${name}."""`,
		`    return data if isinstance(data, str) else parse_${snakeCase(union)}(data)`,
		'',
	];
}

function aliasLines(name: string, types: readonly string[]): string[] {
	const line = `${name}: TypeAlias = ${types.join(' | ')}`;
	if (line.length <= 110) return [line];
	return [`${name}: TypeAlias = (`, ...types.map((type, index) => `    ${index === 0 ? '' : '| '}${type}`), ')'];
}

function typeOf(shape: Shape): string {
	switch (shape.kind) {
		case 'string':
			return 'str';
		case 'integer':
			return 'int';
		case 'number':
			return 'float';
		case 'boolean':
			return 'bool';
		case 'any':
			return 'Any';
		case 'object':
			return 'JsonObject';
		case 'literal':
			return typeof shape.value === 'string' ? literal([shape.value]) : `Literal[${shape.value ? 'True' : 'False'}]`;
		case 'enum':
			return literal(shape.values);
		case 'list':
			return `tuple[${typeOf(shape.of)}, ...]`;
		case 'map':
			return `Mapping[str, ${typeOf(shape.of)}]`;
		case 'nullable':
			return `${typeOf(shape.of)} | None`;
		case 'either':
			return shape.of.map(typeOf).join(' | ');
		case 'reference':
			return shape.to;
	}
}

/** Whether the wire form and the Python value are the same thing. */
function isPlain(shape: Shape, kinds: Kinds): boolean {
	switch (shape.kind) {
		case 'list':
			return false;
		case 'map':
		case 'nullable':
			return isPlain(shape.of, kinds);
		case 'reference':
			return kinds.get(shape.to)?.kind === 'enum';
		default:
			return true;
	}
}

function fromWire(shape: Shape, value: string, kinds: Kinds): string {
	if (isPlain(shape, kinds)) return value;
	switch (shape.kind) {
		case 'list':
			return isPlain(shape.of, kinds)
				? `tuple(${value})`
				: `tuple([${fromWire(shape.of, 'item', kinds)} for item in ${value}])`;
		case 'map':
			return `{key: ${fromWire(shape.of, 'value', kinds)} for key, value in ${value}.items()}`;
		case 'nullable':
			return `None if ${value} is None else ${fromWire(shape.of, value, kinds)}`;
		default:
			return `${parserOf(shape, kinds)}(${value})`;
	}
}

function parserOf(shape: Shape, kinds: Kinds): string {
	if (shape.kind !== 'reference') throw new Error(`a value of the kind ${shape.kind} has no parser of its own`);
	return kinds.get(shape.to)?.kind === 'object' ? `${shape.to}.from_wire` : `parse_${snakeCase(shape.to)}`;
}

function toWire(shape: Shape, value: string, kinds: Kinds): string {
	switch (shape.kind) {
		case 'list':
			return isPlain(shape.of, kinds) ? `list(${value})` : `[${toWire(shape.of, 'item', kinds)} for item in ${value}]`;
		case 'map':
			return isPlain(shape, kinds)
				? `dict(${value})`
				: `{key: ${toWire(shape.of, 'value', kinds)} for key, value in ${value}.items()}`;
		case 'nullable':
			return isPlain(shape, kinds) ? value : `None if ${value} is None else ${toWire(shape.of, value, kinds)}`;
		case 'reference':
			switch (kinds.get(shape.to)?.kind) {
				case 'enum':
					return value;
				case 'text_or':
					return `${value} if isinstance(${value}, str) else ${value}.to_wire()`;
				default:
					return `${value}.to_wire()`;
			}
		default:
			return value;
	}
}

/** A literal string selects a variant: it belongs to the class, not to each value. */
function isTag({ shape, required }: Member): boolean {
	return required && shape.kind === 'literal' && typeof shape.value === 'string';
}

function tagValue({ shape }: Member): string {
	return shape.kind === 'literal' ? `"${shape.value}"` : '';
}

const keywords = new Set([
	'and',
	'as',
	'class',
	'def',
	'del',
	'for',
	'from',
	'global',
	'if',
	'import',
	'in',
	'is',
	'not',
]);

function fieldName(member: string): string {
	const name = snakeCase(member);
	return keywords.has(name) ? `${name}_` : name;
}

function knownSet(members: readonly Member[]): string {
	return members.length === 0
		? 'frozenset[str]()'
		: `frozenset({${members.map(({ name }) => `"${name}"`).join(', ')}})`;
}

function literal(values: readonly string[]): string {
	return `Literal[${values.map((value) => `"${value}"`).join(', ')}]`;
}

function docstring(text: string, indent: string): string[] {
	const lines = wrap(text, 100 - indent.length);
	if (lines.length === 1) return [`${indent}"""${text}"""`];
	return [`${indent}"""${lines[0]}`, ...lines.slice(1).map((line) => `${indent}${line}`), `${indent}"""`];
}
