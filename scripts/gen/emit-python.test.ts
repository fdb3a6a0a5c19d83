import { describe, expect, it } from 'vitest';
import { emitPython } from './emit-python.ts';
import { tinyProtocol } from './testing/tiny-protocol.ts';

describe('Python types', () => {
	const text = emitPython(tinyProtocol);

	it('an enum is a literal type', () => {
		expect(text).toContain(`Mood: TypeAlias = Literal["calm", "very_hungry"]
"""How a pet feels."""`);
	});

	it('an object is a frozen dataclass; absent members are None and left out', () => {
		expect(text).toContain(`@dataclass(frozen=True, slots=True, kw_only=True)
class Cat:
    """A cat."""

    type: ClassVar[Literal["cat"]] = "cat"
    cat_id: str
    from_: str | None
    lives: int | None = None
    mood: Mood | None = None
    size: Literal["s", "l"]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Cat:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                cat_id=data["catId"],
                from_=data["from"],
                lives=data.get("lives"),
                mood=data.get("mood"),
                size=data["size"],
                extra=unknown_members(data, _CAT),
            )
        except KeyError as member:
            raise missing("Cat", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "catId": self.cat_id,
            "from": self.from_,
            "size": self.size,
        }
        if self.lives is not None:
            data["lives"] = self.lives
        if self.mood is not None:
            data["mood"] = self.mood
        data.update(self.extra)
        return data


_CAT = frozenset({"type", "catId", "from", "lives", "mood", "size"})`);
	});

	it('a lazy member is a property, built once', () => {
		expect(text).toContain(`class Dog:
    """A dog."""

    type: ClassVar[Literal["dog"]] = "dog"
    friends: tuple[Pet, ...]
    build_picture: Callable[[], Cat] = dataclasses.field(repr=False, compare=False)
    """Builds \`picture\` when it is first read."""
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @property
    def picture(self) -> Cat:
        """Built when it is first read; the same object ever after. Absent from the wire form."""
        built = self.build_picture()
        object.__setattr__(self, "build_picture", lambda: built)
        return built

    @classmethod
    def from_wire(cls, data: JsonObject, build_picture: Callable[[], Cat] | None = None) -> Dog:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                friends=tuple([parse_pet(item) for item in data["friends"]]),
                build_picture=build_picture or sent(data, "Dog", "picture", Cat.from_wire),
                extra=unknown_members(data, _DOG),
            )
        except KeyError as member:
            raise missing("Dog", member) from None`);
	});

	it('a union is parsed by its tag, with a variant for what is not known', () => {
		expect(text).toContain(`class UnknownPet:
    """What this version does not know of Pet."""

    type: ClassVar[Literal["unknown"]] = "unknown"
    original_type: str
    raw: JsonObject
    """The object as it came."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UnknownPet:
        """Keeps an object as it came."""
        return cls(original_type=str(data.get("type")), raw=data)

    def to_wire(self) -> dict[str, Any]:
        """The object as it came."""
        return dict(self.raw)


Pet: TypeAlias = Cat | Dog | UnknownPet
"""A pet, told apart by \`type\`."""

_PET_VARIANTS: Mapping[str, Callable[[JsonObject], Pet]] = {
    "cat": Cat.from_wire,
    "dog": Dog.from_wire,
}


def parse_pet(data: JsonObject) -> Pet:
    """Reads the wire form of one Pet; what it does not know it keeps."""
    return _PET_VARIANTS.get(data.get("type", ""), UnknownPet.from_wire)(data)`);
	});

	it('a text or a union', () => {
		expect(text).toContain(`Answer: TypeAlias = str | Pet
"""A name, or the pet itself."""


def parse_answer(data: str | JsonObject) -> Answer:
    """Reads the wire form of one Answer."""
    return data if isinstance(data, str) else parse_pet(data)`);
	});
});
