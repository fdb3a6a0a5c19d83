package myelin

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"net/url"
	"testing"
	random "testing/quick"
	"time"
)

type Place struct {
	City string `json:"city"`
}

// level is an enumeration of texts, and key is a text by its pointer alone.
type level uint8

func (l level) MarshalText() ([]byte, error) { return []byte([]string{"low", "high"}[l]), nil }

func (l *level) UnmarshalText(text []byte) error {
	switch string(text) {
	case "low", "high":
		*l = level(len(text) - 3)
		return nil
	default:
		return errors.New("no level " + string(text))
	}
}

type key [2]byte

func (k key) MarshalText() ([]byte, error)     { return k[:], nil }
func (k *key) UnmarshalText(text []byte) error { copy(k[:], text); return nil }

// either reads itself.
type either struct{ value any }

func (e either) MarshalJSON() ([]byte, error)     { return json.Marshal(e.value) }
func (e *either) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &e.value) }

type hidden struct {
	Seen string `json:"seen"`
}

type tree struct {
	Name     string          `json:"name"`
	Children []tree          `json:"children,omitempty"`
	Beside   map[string]nest `json:"beside,omitempty"`
	Up       *tree           `json:"up"`
}

type nest []nest

type linked struct {
	First *link1 `json:"first"`
	Again *link1 `json:"again"`
}

type link1 struct {
	Next *link1 `json:"next"`
}

type Left struct {
	Same string
	Only string `json:"only"`
}

type Right struct {
	Same  string
	Named string `json:"Other"`
}

type Third struct{ Other int }

func schemaText[T any](t *testing.T) string {
	t.Helper()
	text, err := json.Marshal(schemaOf[T]())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func object(properties, required string) string {
	return `{"additionalProperties":false,"properties":{` + properties + `},"required":[` + required + `],"type":"object"}`
}

func TestTheMembersAreThoseThatEncodingJSONReads(t *testing.T) {
	place := object(`"city":{"type":"string"}`, `"city"`)
	for name, row := range map[string]struct{ found, wanted string }{
		"an embedded pointer, which may stay nil": {schemaText[struct {
			*Place
			N int `json:"n"`
		}](t), object(`"city":{"type":"string"},"n":{"type":"integer"}`, `"n"`)},
		"an embedded struct with a name": {schemaText[struct {
			Place `json:"place"`
		}](t), object(`"place":`+place, `"place"`)},
		"an embedded struct with options alone": {schemaText[struct {
			Place `json:",omitempty"`
		}](t), object(`"city":{"type":"string"}`, `"city"`)},
		"an embedded struct that is not exported": {schemaText[struct{ hidden }](t), object(`"seen":{"type":"string"}`, `"seen"`)},
		"an outer field before an embedded one": {schemaText[struct {
			Left
			Same int
		}](t), object(`"Same":{"type":"integer"},"only":{"type":"string"}`, `"only","Same"`)},
		"a field that a tag names before one of the same depth": {schemaText[struct {
			Right
			Third
		}](t), object(`"Other":{"type":"string"},"Same":{"type":"string"}`, `"Same","Other"`)},
		"none of two equals": {schemaText[struct {
			Left
			Right
		}](t), object(`"Other":{"type":"string"},"only":{"type":"string"}`, `"only","Other"`)},
		"what comes by two ways": {schemaText[struct {
			struct1
			struct2
		}](t), object(``, ``)},
		"a member called -": {schemaText[struct {
			N int `json:"-,"`
		}](t), object(`"-":{"type":"integer"}`, `"-"`)},
		"a tag that is no name": {schemaText[struct {
			N int `json:"a\"b"`
		}](t), object(`"N":{"type":"integer"}`, `"N"`)},
		"what may be left out": {schemaText[struct {
			A string    `json:"a,omitempty"`
			B time.Time `json:"b,omitzero"`
			C *int      `json:"c"`
		}](t), object(`"a":{"type":"string"},"b":{"format":"date-time","type":"string"},"c":{"type":["integer","null"]}`, ``)},
	} {
		if row.found != row.wanted {
			t.Errorf("%s: found %s", name, row.found)
		}
	}
}

type struct1 struct{ Third }

type struct2 struct{ Third }

func TestATypeThatReadsItselfSaysWhatItReads(t *testing.T) {
	type everything struct {
		Address netip.Addr       `json:"address"`
		Level   level            `json:"level"`
		Levels  []level          `json:"levels"`
		Key     key              `json:"key"`
		Pointer *key             `json:"pointer"`
		Keyed   map[key]int      `json:"keyed"`
		Counted map[int8]string  `json:"counted"`
		Large   *big.Int         `json:"large"`
		Either  either           `json:"either"`
		Raw     json.RawMessage  `json:"raw"`
		Number  json.Number      `json:"number"`
		Any     any              `json:"any"`
		Bits    [2]bool          `json:"bits"`
		Small   int8             `json:"small"`
		Byte    byte             `json:"byte"`
		Huge    uint64           `json:"huge"`
		I       int              `json:"i,string"`
		F       *float64         `json:"f,string"`
		B       *bool            `json:"b,string"`
		S       string           `json:"s,string"`
		L       []int            `json:"l,string"`
		Wait    time.Duration    `json:"wait"`
		Where   struct{ X bool } `json:"where"`
	}
	wanted := object(
		`"address":{"type":"string"},`+
			`"any":{},`+
			`"b":{"enum":["true","false",null],"type":["string","null"]},`+
			`"bits":{"items":{"type":"boolean"},"maxItems":2,"minItems":2,"type":"array"},`+
			`"byte":{"maximum":255,"minimum":0,"type":"integer"},`+
			`"counted":{"additionalProperties":{"type":"string"},"propertyNames":{"pattern":"^-?(0|[1-9][0-9]*)$"},"type":"object"},`+
			`"either":{},`+
			`"f":{"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$","type":["string","null"]},`+
			`"huge":{"minimum":0,"type":"integer"},`+
			`"i":{"pattern":"^-?(0|[1-9][0-9]*)$","type":"string"},`+
			`"key":{"type":"string"},`+
			`"keyed":{"additionalProperties":{"type":"integer"},"type":"object"},`+
			`"l":{"items":{"type":"integer"},"type":"array"},`+
			`"large":{},`+
			`"level":{"type":"string"},`+
			`"levels":{"items":{"type":"string"},"type":"array"},`+
			`"number":{"type":"number"},`+
			`"pointer":{"type":["string","null"]},`+
			`"raw":{},`+
			`"s":{"pattern":"^\"[\\s\\S]*\"$","type":"string"},`+
			`"small":{"maximum":127,"minimum":-128,"type":"integer"},`+
			`"wait":{"type":"integer"},`+
			`"where":`+object(`"X":{"type":"boolean"}`, `"X"`),
		`"address","level","levels","key","keyed","counted","either","raw","number","any","bits","small","byte","huge","i","s","l","wait","where"`)
	if found := schemaText[everything](t); found != wanted {
		t.Errorf("found %s", found)
	}
	if found := schemaText[either](t); found != `{"type":"object"}` {
		t.Errorf("arguments that read themselves: found %s", found)
	}
}

func TestATypeThatHoldsItselfIsReferredTo(t *testing.T) {
	beside := `"beside":{"additionalProperties":{"$ref":"#/$defs/nest"},"type":"object"}`
	root := object(beside+`,"children":{"items":{"$ref":"#"},"type":"array"},"name":{"type":"string"},"up":{"anyOf":[{"$ref":"#"},{"type":"null"}]}`, `"name"`)
	if found := schemaText[tree](t); found != `{"$defs":{"nest":{"items":{"$ref":"#/$defs/nest"},"type":"array"}},`+root[1:] {
		t.Errorf("found %s", found)
	}
	next := `{"anyOf":[{"$ref":"#/$defs/link1"},{"type":"null"}]}`
	if found := schemaText[linked](t); found != `{"$defs":{"link1":`+object(`"next":`+next, ``)+`},`+object(`"again":`+next+`,"first":`+next, ``)[1:] {
		t.Errorf("found %s", found)
	}
}

// fits says why a value that encoding/json writes does not match the schema of its type, or is not read back.
func fits[T any](t *testing.T, value T) bool {
	t.Helper()
	data, err := json.Marshal(value)
	var schema map[string]any
	if err == nil {
		err = json.Unmarshal([]byte(schemaText[T](t)), &schema)
	}
	var written any
	if err == nil {
		err = json.Unmarshal(data, &written)
	}
	if err != nil {
		t.Fatal(err)
	}
	if why := mismatch(schema, schema, written, "arguments"); why != "" {
		t.Errorf("%T: %s in %s", value, why, data)
		return false
	}
	var back T
	err = json.Unmarshal(data, &back)
	// What is not written, as an empty list that is left out, is no difference.
	again, _ := json.Marshal(back)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("%T: %s was read as %s, %v", value, data, again, err)
		return false
	}
	return true
}

func anyOf[T any](t *testing.T) {
	t.Helper()
	_ = random.Check(func(value T) bool { return fits(t, value) }, &random.Config{MaxCount: 50})
}

func TestWhatEncodingJSONWritesMatchesTheSchemaAndIsReadBackEqual(t *testing.T) {
	anyOf[struct {
		*Place
		N int32 `json:"n"`
	}](t)
	anyOf[struct {
		Left
		Same int16
	}](t)
	anyOf[struct {
		A int8    `json:"a,string"`
		B *uint32 `json:"b,string"`
		C float64 `json:"c,string"`
		D *bool   `json:"d,string"`
		E string  `json:"e,string"`
		F float32 `json:"-,"`
	}](t)
	anyOf[struct {
		A map[int16]string
		B map[string]*Place
		C [3]uint8
		D []byte
		E **int8
		F [][]bool
		G map[uint8][]Place `json:",omitempty"`
	}](t)
	anyOf[tree](t)
	anyOf[linked](t)
	one := 1
	fits(t, struct {
		A netip.Addr
		B *netip.Prefix
		C map[netip.Addr]level
		D []level
		E key
		F map[key]*key
	}{netip.MustParseAddr("::1"), nil, map[netip.Addr]level{netip.MustParseAddr("10.0.0.1"): 1}, []level{0, 1}, key{'a', 'b'}, map[key]*key{{'c', 'd'}: {'e', 'f'}}})
	fits(t, struct {
		A *big.Int
		B either
		C json.RawMessage
		D json.Number
		E any
		F json.Number `json:",string"`
		G url.URL
		H time.Time
		I *time.Time
		J **int
	}{big.NewInt(1 << 40), either{"x"}, json.RawMessage(`[1]`), "-1.5e3", []any{"a", nil}, "7", url.URL{Scheme: "https", Host: "h"}, time.Unix(1, 5).UTC(), nil, ptr(&one)})
	fits(t, struct{ hidden }{hidden{"x"}})
}

func TestTheDescriptionGoesWithEveryKindOfSchema(t *testing.T) {
	type arguments struct {
		Up   *arguments `json:"up" description:"where from"`
		Any  any        `json:"any" description:"whatever"`
		Text level      `json:"text" description:"how much"`
	}
	wanted := object(`"any":{"description":"whatever"},"text":{"description":"how much","type":"string"},`+
		`"up":{"anyOf":[{"$ref":"#"},{"type":"null"}],"description":"where from"}`, `"any","text"`)
	if found := schemaText[arguments](t); found != wanted {
		t.Errorf("found %s", found)
	}
}
