package myelin

import (
	"encoding"
	"encoding/json"
	"math"
	"reflect"
)

const (
	integerText = `^-?(0|[1-9][0-9]*)$`
	numberText  = `^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`
	stringText  = `^"[\s\S]*"$`
)

// quotedSchema is what `json:",string"` has encoding/json read: the value as JSON, in a string.
func quotedSchema(t reflect.Type) map[string]any {
	pattern := stringText
	switch {
	case t.Kind() == reflect.Bool:
		return map[string]any{"type": "string", "enum": []any{"true", "false"}}
	case isInteger(t.Kind()):
		pattern = integerText
	case isFloat(t.Kind()), t == reflect.TypeFor[json.Number]():
		pattern = numberText
	}
	return map[string]any{"type": "string", "pattern": pattern}
}

// integerSchema has the bounds of a small type; those of the large ones no JSON number of another language holds exactly.
func integerSchema(t reflect.Type) map[string]any {
	schema, bits := map[string]any{"type": "integer"}, t.Bits()
	isSmall := bits < 64 && t.Kind() != reflect.Int && t.Kind() != reflect.Uint
	switch isUnsigned := t.Kind() >= reflect.Uint; {
	case isUnsigned && isSmall:
		schema["minimum"], schema["maximum"] = 0, uint64(math.MaxUint64)>>(64-bits)
	case isUnsigned:
		schema["minimum"] = 0
	case isSmall:
		schema["minimum"], schema["maximum"] = int64(math.MinInt64)>>(64-bits), int64(math.MaxInt64)>>(64-bits)
	}
	return schema
}

// orNull lets a schema be null too.
func orNull(schema map[string]any) map[string]any {
	kind, isOne := schema["type"].(string)
	switch {
	case schema["$ref"] != nil:
		return map[string]any{"anyOf": []any{schema, map[string]any{"type": "null"}}}
	case isOne:
		schema["type"] = []any{kind, "null"}
	}
	if values, hasValues := schema["enum"].([]any); hasValues {
		schema["enum"] = append(values, nil)
	}
	return schema
}

func isInteger(kind reflect.Kind) bool { return kind >= reflect.Int && kind <= reflect.Uintptr }

func isFloat(kind reflect.Kind) bool { return kind == reflect.Float32 || kind == reflect.Float64 }

type reading int

const (
	readsPlainly reading = iota
	readsText
	readsJSON
)

// ownReading is whether encoding/json leaves the reading of a type to the type: for one that has a name it asks its pointer.
func ownReading(t reflect.Type) reading {
	asked := t
	if t.Kind() == reflect.Interface {
		return readsPlainly
	}
	if t.Kind() != reflect.Pointer {
		if t.Name() == "" {
			return readsPlainly
		}
		asked = reflect.PointerTo(t)
	}
	switch {
	case asked.Implements(reflect.TypeFor[json.Unmarshaler]()):
		return readsJSON
	case asked.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return readsText
	default:
		return readsPlainly
	}
}
