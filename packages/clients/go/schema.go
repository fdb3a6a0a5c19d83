package myelin

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// schemaOf is the JSON Schema of a struct as encoding/json reads it. It panics for what no arguments object can be.
func schemaOf[T any]() map[string]any {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("myelin: the arguments of a tool are a struct, not %v", t))
	}
	switch ownReading(t) {
	case readsText:
		panic(fmt.Sprintf("myelin: the arguments of a tool are an object, and %v reads itself from a text", t))
	case readsJSON:
		return map[string]any{"type": "object"}
	}
	w := &schemaWriter{root: t, open: map[reflect.Type]bool{}, names: map[reflect.Type]string{}, defs: map[string]any{}}
	schema := w.schema(t)
	if len(w.defs) > 0 {
		schema["$defs"] = w.defs
	}
	return schema
}

// schemaWriter writes a schema; a type that holds itself is written once, and referred to.
type schemaWriter struct {
	root reflect.Type
	// open are the types that are being written, with those that they stand in.
	open map[reflect.Type]bool
	// names are the types that hold themselves, by what they are called in defs.
	names map[reflect.Type]string
	defs  map[string]any
}

// schema is the schema of any type. The map is the caller's own.
func (w *schemaWriter) schema(t reflect.Type) map[string]any {
	if _, isNamed := w.names[t]; isNamed || w.open[t] {
		return map[string]any{"$ref": w.reference(t)}
	}
	if t.Name() == "" {
		return w.plain(t)
	}
	w.open[t] = true
	schema := w.plain(t)
	delete(w.open, t)
	name, isNamed := w.names[t]
	if !isNamed {
		return schema
	}
	w.defs[name] = schema
	return map[string]any{"$ref": w.reference(t)}
}

// reference names a type that holds itself.
func (w *schemaWriter) reference(t reflect.Type) string {
	if t == w.root {
		return "#"
	}
	if w.names[t] == "" {
		w.names[t] = w.freeName(t)
	}
	return "#/$defs/" + w.names[t]
}

// freeName is the name of a type, without what a reference could not hold.
func (w *schemaWriter) freeName(t reflect.Type) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, t.Name())
	taken := map[string]bool{}
	for _, name := range w.names {
		taken[name] = true
	}
	name := plain
	for i := 2; taken[name]; i++ {
		name = fmt.Sprintf("%s_%d", plain, i)
	}
	return name
}

func (w *schemaWriter) plain(t reflect.Type) map[string]any {
	if t.Kind() == reflect.Pointer && ownReading(t.Elem()) != readsPlainly {
		return orNull(w.schema(t.Elem()))
	}
	if t == reflect.TypeFor[time.Time]() {
		return map[string]any{"type": "string", "format": "date-time"}
	}
	if t == reflect.TypeFor[json.Number]() {
		return map[string]any{"type": "number"}
	}
	switch ownReading(t) {
	case readsJSON:
		return map[string]any{}
	case readsText:
		return map[string]any{"type": "string"}
	}
	switch kind := t.Kind(); {
	case kind == reflect.String:
		return map[string]any{"type": "string"}
	case kind == reflect.Bool:
		return map[string]any{"type": "boolean"}
	case isInteger(kind):
		return integerSchema(t)
	case isFloat(kind):
		return map[string]any{"type": "number"}
	case kind == reflect.Pointer:
		return orNull(w.schema(t.Elem()))
	case kind == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && ownReading(t.Elem()) == readsPlainly:
		return map[string]any{"type": "string", "contentEncoding": "base64"}
	case kind == reflect.Slice:
		return map[string]any{"type": "array", "items": w.schema(t.Elem())}
	case kind == reflect.Array:
		return map[string]any{"type": "array", "items": w.schema(t.Elem()), "minItems": t.Len(), "maxItems": t.Len()}
	case kind == reflect.Map:
		return w.mapSchema(t)
	case kind == reflect.Struct:
		return w.structSchema(t)
	case kind == reflect.Interface && t.NumMethod() == 0:
		return map[string]any{}
	default:
		panic(fmt.Sprintf("myelin: an argument of a tool cannot be of type %v, which encoding/json does not read", t))
	}
}

func (w *schemaWriter) structSchema(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, field := range jsonFields(t) {
		if field.sealed != nil {
			panic(fmt.Sprintf("myelin: encoding/json cannot fill %q, since %v embeds a pointer to %v, which is not exported; embed it without the pointer",
				field.name, t, field.sealed))
		}
		properties[field.name] = w.fieldSchema(field)
		if !field.isOptional {
			required = append(required, field.name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

func (w *schemaWriter) fieldSchema(field jsonField) map[string]any {
	var schema map[string]any
	if field.quoted == nil {
		schema = w.schema(field.of)
	} else if schema = quotedSchema(field.quoted); field.quoted != field.of {
		schema = orNull(schema)
	}
	if field.description != "" {
		schema["description"] = field.description
	}
	return schema
}

func (w *schemaWriter) mapSchema(t reflect.Type) map[string]any {
	key := t.Key()
	schema := map[string]any{"type": "object", "additionalProperties": w.schema(t.Elem())}
	switch {
	case reflect.PointerTo(key).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()), key.Kind() == reflect.String:
	case isInteger(key.Kind()):
		schema["propertyNames"] = map[string]any{"pattern": integerText}
	default:
		panic(fmt.Sprintf("myelin: an argument of a tool cannot be of type %v: encoding/json reads keys that are strings, integers or read themselves from a text", t))
	}
	return schema
}
