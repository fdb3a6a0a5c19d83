import { isTag, type Member, type ObjectDefinition } from './definitions.ts';
import { snakeCase } from './name.ts';
import { docstring } from './python-docstring.ts';
import { fieldName, fromWire, isPlain, type Kinds, parserOf, toWire, typeOf } from './python-value.ts';

/** A frozen dataclass that reads and writes its wire form; its tag belongs to the class. */
export function emitClass(definition: ObjectDefinition, kinds: Kinds): string[] {
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
			`    build_${snakeCase(member.name)}: Callable[[], ${typeOf(member.shape)}] = dataclasses.field(repr=False, compare=False)`,
			`    """Builds \`${snakeCase(member.name)}\` when it is first read."""`,
		]),
		'    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)',
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
	const lazy = members.find((member) => member.lazy);
	const fields = members.filter((member) => !isTag(member) && !member.lazy);
	const parameter = lazy && `, build_${snakeCase(lazy.name)}: Callable[[], ${typeOf(lazy.shape)}] | None = None`;
	const call = [
		'return cls(',
		...fields.map((member) => `    ${fieldName(member.name)}=${readMember(member, kinds)},`),
		...(lazy === undefined ? [] : [`    ${readLazyMember(name, lazy, kinds)},`]),
		`    extra=unknown_members(data, _${snakeCase(name).toUpperCase()}),`,
		')',
	];
	const canMiss = fields.some((member) => member.required);
	return [
		'',
		'    @classmethod',
		`    def from_wire(cls, data: JsonObject${parameter ?? ''}) -> ${name}:`,
		`        """Reads the wire form.${canMiss ? ' Raises WireError when a required member is absent.' : ''}"""`,
		...(canMiss ? ['        try:'] : []),
		...call.map((line) => `        ${canMiss ? '    ' : ''}${line}`),
		...(canMiss
			? ['        except KeyError as member:', `            raise missing("${name}", member) from None`]
			: []),
	];
}

function readLazyMember(definition: string, { name, shape }: Member, kinds: Kinds): string {
	const builder = `build_${snakeCase(name)}`;
	return `${builder}=${builder} or sent(data, "${definition}", "${name}", ${parserOf(shape, kinds)})`;
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

function tagValue({ shape }: Member): string {
	return shape.kind === 'literal' ? `"${shape.value}"` : '';
}

function knownSet(members: readonly Member[]): string {
	return members.length === 0
		? 'frozenset[str]()'
		: `frozenset({${members.map(({ name }) => `"${name}"`).join(', ')}})`;
}
