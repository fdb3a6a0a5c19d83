package myelin

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// jsonField is a member of an object that encoding/json reads into a struct, or one that it embeds.
type jsonField struct {
	name        string
	of          reflect.Type
	description string
	index       []int
	isTagged    bool
	isOptional  bool
	// quoted is the type that is read out of a string, with `json:",string"`; nil without.
	quoted reflect.Type
	// sealed is an embedded type on the way that cannot be made, or nil: a pointer to what is not exported.
	sealed reflect.Type
}

// embedding is a struct whose fields are members of the outermost one.
type embedding struct {
	of         reflect.Type
	index      []int
	isOptional bool
	sealed     reflect.Type
}

// jsonFields are the members that encoding/json reads, in the order of the fields. Where two have one name, the one that
// is embedded less deep holds, then the one that a tag names; of equals none.
func jsonFields(t reflect.Type) []jsonField {
	byName := map[string][]jsonField{}
	visited := map[reflect.Type]bool{}
	for level := []embedding{{of: t}}; len(level) > 0; {
		var next []embedding
		times := map[reflect.Type]int{}
		for _, outer := range level {
			times[outer.of]++
		}
		for _, outer := range level {
			if visited[outer.of] {
				continue
			}
			visited[outer.of] = true
			fields, inner := outer.look()
			next = append(next, inner...)
			for _, field := range fields {
				// What comes by two ways is there twice.
				byName[field.name] = append(byName[field.name], slices.Repeat([]jsonField{field}, min(times[outer.of], 2))...)
			}
		}
		level = next
	}
	var found []jsonField
	for _, fields := range byName {
		if field, ok := dominant(fields); ok {
			found = append(found, field)
		}
	}
	slices.SortFunc(found, func(a, b jsonField) int { return slices.Compare(a.index, b.index) })
	return found
}

// look gives the members of one struct, and the structs that it embeds.
func (e embedding) look() (fields []jsonField, inner []embedding) {
	for i := range e.of.NumField() {
		field := e.of.Field(i)
		of := field.Type
		isPointer := of.Kind() == reflect.Pointer && of.Name() == ""
		if isPointer {
			of = of.Elem()
		}
		tag := field.Tag.Get("json")
		if tag == "-" || !field.IsExported() && !(field.Anonymous && of.Kind() == reflect.Struct) {
			continue
		}
		name, rest, _ := strings.Cut(tag, ",")
		options := strings.Split(rest, ",")
		if !isMemberName(name) {
			name = ""
		}
		index := append(slices.Clone(e.index), i)
		if name == "" && field.Anonymous && of.Kind() == reflect.Struct {
			one := embedding{of, index, e.isOptional || isPointer, e.sealed}
			if isPointer && !field.IsExported() {
				one.sealed = of
			}
			inner = append(inner, one)
			continue
		}
		found := jsonField{
			name: name, of: field.Type, description: field.Tag.Get("description"), index: index, isTagged: name != "", sealed: e.sealed,
			isOptional: e.isOptional || field.Type.Kind() == reflect.Pointer || slices.Contains(options, "omitempty") || slices.Contains(options, "omitzero"),
		}
		if name == "" {
			found.name = field.Name
		}
		if slices.Contains(options, "string") && isQuotable(of.Kind()) {
			found.quoted = of
		}
		fields = append(fields, found)
	}
	return fields, inner
}

// dominant is the field that holds of those with one name, the least deep first.
func dominant(fields []jsonField) (field jsonField, ok bool) {
	depth := len(fields[0].index)
	var tagged, untagged []jsonField
	for _, field := range fields {
		switch {
		case len(field.index) > depth:
		case field.isTagged:
			tagged = append(tagged, field)
		default:
			untagged = append(untagged, field)
		}
	}
	if len(tagged) == 0 {
		tagged = untagged
	}
	return tagged[0], len(tagged) == 1
}

func isQuotable(kind reflect.Kind) bool {
	return kind == reflect.Bool || kind == reflect.String || isInteger(kind) || isFloat(kind)
}

// isMemberName is whether encoding/json takes a name from a tag; where it does not, the field's own holds.
func isMemberName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r)
	})
}
