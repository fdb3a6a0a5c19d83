import { type EnumDefinition, readDefinitions, type TextOrDefinition, type UnionDefinition } from './definitions.ts';
import { snakeCase, unknownName } from './name.ts';
import type { Protocol } from './protocol.ts';
import { emitClass } from './python-class.ts';
import { docstring } from './python-docstring.ts';
import { type Kinds, literal } from './python-value.ts';
import { emitPythonRequiredMembers } from './required-members.ts';

/** The Python client's types: frozen dataclasses that read and write their wire form. */
export function emitPython(protocol: Protocol): string {
	const definitions = readDefinitions(protocol);
	const kinds: Kinds = new Map(definitions.map((definition) => [definition.name, definition]));
	const enums = definitions.filter((definition) => definition.kind === 'enum');
	const objects = definitions.filter((definition) => definition.kind === 'object');
	const unions = definitions.filter((definition) => definition.kind === 'union');
	const texts = definitions.filter((definition) => definition.kind === 'text_or');
	return [
		'"""The protocol\'s types. Generated from packages/rpc-server/schema/protocol.json by `pnpm gen`."""',
		'',
		'from __future__ import annotations',
		'',
		'import dataclasses',
		'from collections.abc import Callable, Mapping',
		'from dataclasses import dataclass',
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
		...emitPythonRequiredMembers(definitions),
	].join('\n');
}

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
