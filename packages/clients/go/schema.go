package myelin

import (
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
	return typeSchema(t, nil)
}

// typeSchema is the schema of one type; above are the structs that it stands in, since a schema that holds itself has
// no end.
func typeSchema(t reflect.Type, above []reflect.Type) map[string]any {
	switch {
	case t == reflect.TypeFor[json.RawMessage]():
		return map[string]any{}
	case t == reflect.TypeFor[time.Time]():
		return map[string]any{"type": "string", "format": "date-time"}
	case t == reflect.TypeFor[[]byte]():
		return map[string]any{"type": "string", "contentEncoding": "base64"}
	}
	switch t.Kind() {
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return map[string]any{"type": "integer", "minimum": 0}
	case reflect.Float32, reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Pointer:
		return typeSchema(t.Elem(), above)
	case reflect.Slice, reflect.Array:
		return map[string]any{"type": "array", "items": typeSchema(t.Elem(), above)}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": typeSchema(t.Elem(), above)}
	case reflect.Struct:
		return structSchema(t, above)
	case reflect.Interface:
		return map[string]any{}
	default:
		panic(fmt.Sprintf("myelin: an argument of a tool cannot be of type %v", t))
	}
}

func structSchema(t reflect.Type, above []reflect.Type) map[string]any {
	for _, outer := range above {
		if outer == t {
			panic(fmt.Sprintf("myelin: the arguments of a tool cannot hold %v inside itself; write its schema by hand", t))
		}
	}
	schema := objectSchema{properties: map[string]any{}, required: []string{}}
	schema.addFields(t, append(above[:len(above):len(above)], t))
	return map[string]any{
		"type": "object", "properties": schema.properties, "required": schema.required, "additionalProperties": false,
	}
}

type objectSchema struct {
	properties map[string]any
	required   []string
}

// addFields adds the members that encoding/json reads; those of an embedded struct without a name are the outer one's.
func (o *objectSchema) addFields(t reflect.Type, above []reflect.Type) {
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Anonymous && field.Tag.Get("json") == "" && field.Type.Kind() == reflect.Struct {
			o.addFields(field.Type, above)
			continue
		}
		name, optional, ok := fieldName(field)
		if !ok {
			continue
		}
		schema := typeSchema(field.Type, above)
		if description := field.Tag.Get("description"); description != "" {
			schema["description"] = description
		}
		o.properties[name] = schema
		if !optional {
			o.required = append(o.required, name)
		}
	}
}

// fieldName is the member that encoding/json reads a field from; ok is false where there is none.
func fieldName(field reflect.StructField) (name string, optional, ok bool) {
	tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	if !field.IsExported() || tag == "-" && options == "" {
		return "", false, false
	}
	if tag == "" {
		tag = field.Name
	}
	optional = field.Type.Kind() == reflect.Pointer
	for _, option := range strings.Split(options, ",") {
		optional = optional || option == "omitempty" || option == "omitzero"
	}
	return tag, optional, true
}
