import { describe, expect, it } from 'vitest';
import { emitGo } from './emit-go.ts';
import { tinyProtocol } from './testing/tiny-protocol.ts';

describe('Go types', () => {
	const text = emitGo(tinyProtocol);

	it('numbers and codes of errors are constants', () => {
		expect(text).toContain(`// Numbers of JSON-RPC errors.
const (
	RPCDomain = -32000
)

// Code: why a request failed, as the server says it in the data of its error, in UPPER_SNAKE.
type Code string

// Values of Code; others may come.
const (
	CodeNoPet Code = "NO_PET"
)`);
	});

	it('an enum is a string type with constants', () => {
		expect(text).toContain(`// Mood: how a pet feels.
type Mood string

// Values of Mood; others may come.
const (
	MoodCalm       Mood = "calm"
	MoodVeryHungry Mood = "very_hungry"
)`);
	});

	it('an object is a struct in gofmt columns; what may be absent is a pointer where its zero value could be meant', () => {
		expect(text).toContain(`// Cat: a cat.
type Cat struct {
	CatID string  \`json:"catId"\`
	From  *string \`json:"from"\`
	Lives *int64  \`json:"lives,omitempty"\`
	Mood  Mood    \`json:"mood,omitempty"\`
	Size  CatSize \`json:"size"\`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage \`json:"-"\`
}

// Type is "cat".
func (Cat) Type() string { return "cat" }

func (Cat) isPet() {}

func (Cat) isAnswer() {}

// MarshalJSON writes the wire form, unknown members included.
func (v Cat) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Cat) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}`);
	});

	it('an enum without a name is named after its member', () => {
		expect(text).toContain(`// CatSize: the member size of Cat.
type CatSize string

// Values of CatSize; others may come.
const (
	CatSizeS CatSize = "s"
	CatSizeL CatSize = "l"
)`);
	});

	it('a lazy member is a method over an unexported function', () => {
		expect(text).toContain(`// Dog: a dog.
type Dog struct {
	Friends []Pet \`json:"friends"\`

	// picture is set by whoever builds the value; it is called once for each read.
	picture func() Cat

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage \`json:"-"\`
}

// Type is "dog".
func (Dog) Type() string { return "dog" }

func (Dog) isPet() {}

func (Dog) isAnswer() {}

// Picture is built when it is read, and is no part of the JSON form; the zero value if it was neither sent nor built.
func (v Dog) Picture() Cat {
	if v.picture == nil {
		return Cat{}
	}
	return v.picture()
}

// MarshalJSON writes the wire form, unknown members included.
func (v Dog) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Dog) UnmarshalJSON(data []byte) error {
	if err := unmarshalMembers(data, v, &v.Extra, "type"); err != nil {
		return err
	}
	return takeMember(v.Extra, "picture", &v.picture)
}`);
	});

	it('a union is a sealed interface that is parsed by its tag, with a variant for what is not known', () => {
		expect(text).toContain(`// Pet: a pet, told apart by \`type\`. It is one of Cat, Dog, or UnknownPet.
type Pet interface {
	// Type tells the variants apart.
	Type() string
	isPet()
	isAnswer()
}

// UnknownPet is what this version does not know of Pet: Raw is the object as it came.
type UnknownPet struct {
	OriginalType string
	Raw          json.RawMessage
}

// Type is the value that came.
func (v UnknownPet) Type() string { return v.OriginalType }

func (UnknownPet) isPet() {}

func (UnknownPet) isAnswer() {}

// MarshalJSON writes the object as it came.
func (v UnknownPet) MarshalJSON() ([]byte, error) { return v.Raw, nil }

// ParsePet reads the wire form of one Pet; what it does not know it keeps.
func ParsePet(data []byte) (Pet, error) {
	tag, err := stringMember(data, "type")
	if err != nil {
		return nil, err
	}
	switch tag {
	case "cat":
		var v Cat
		err := v.UnmarshalJSON(data)
		return v, err
	case "dog":
		var v Dog
		err := v.UnmarshalJSON(data)
		return v, err
	}
	if err := checkValid(data); err != nil {
		return nil, err
	}
	return UnknownPet{tag, bytes.Clone(data)}, nil
}`);
	});

	it('a text or a union is an interface too', () => {
		expect(text).toContain(`// Answer: a name, or the pet itself. It is either AnswerText or Pet.
type Answer interface{ isAnswer() }

// AnswerText is a Answer given as text.
type AnswerText string

func (AnswerText) isAnswer() {}

// ParseAnswer reads the wire form of one Answer.
func ParseAnswer(data []byte) (Answer, error) {
	var text string
	if json.Unmarshal(data, &text) == nil {
		return AnswerText(text), nil
	}
	return ParsePet(data)
}`);
	});

	it('members that are unions are found by their type', () => {
		expect(
			text,
		).toContain(`// unmarshalUnion reads data into target if target points to a union, and says whether it does.
func unmarshalUnion(data []byte, target any) (known bool, err error) {
	switch target := target.(type) {
	case *Pet:
		*target, err = ParsePet(data)
	case *Answer:
		*target, err = ParseAnswer(data)
	default:
		return false, nil
	}
	return true, err
}`);
	});
});
