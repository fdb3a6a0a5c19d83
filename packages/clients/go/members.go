package myelin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// A memberPlan says where the members of a JSON object live in a struct.
type memberPlan struct {
	members []plannedMember
	byName  map[string]int
}

type plannedMember struct {
	name     string
	field    int
	optional bool
}

var memberPlans sync.Map // reflect.Type to *memberPlan

func planOf(structType reflect.Type) *memberPlan {
	if plan, ok := memberPlans.Load(structType); ok {
		return plan.(*memberPlan)
	}
	plan := &memberPlan{byName: map[string]int{}}
	for i := range structType.NumField() {
		name, options, _ := strings.Cut(structType.Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		plan.byName[name] = len(plan.members)
		plan.members = append(plan.members, plannedMember{name, i, options == "omitempty"})
	}
	stored, _ := memberPlans.LoadOrStore(structType, plan)
	return stored.(*memberPlan)
}

// unmarshalMembers reads a JSON object into the struct that target points to. Members without a field
// are copied to extra, but for tag, the one that selected the struct. A required member that is absent is an error.
func unmarshalMembers(data []byte, target any, extra *map[string]json.RawMessage, tag string) error {
	if string(data) == "null" {
		return nil
	}
	value := reflect.ValueOf(target).Elem()
	plan := planOf(value.Type())
	seen := make([]bool, len(plan.members))
	*extra = nil
	err := eachMember(data, func(name string, raw []byte) error {
		if position, ok := plan.byName[name]; ok {
			seen[position] = true
			return unmarshalValue(raw, value.Field(plan.members[position].field))
		}
		if name == tag {
			return nil
		}
		return keepMember(extra, name, raw)
	})
	if err != nil {
		return fmt.Errorf("%s: %w", value.Type().Name(), err)
	}
	for position, member := range plan.members {
		if !seen[position] && !member.optional {
			return fmt.Errorf("%s came without its member %q; the other side breaks the protocol", value.Type().Name(), member.name)
		}
	}
	return nil
}

func keepMember(extra *map[string]json.RawMessage, name string, raw []byte) error {
	if !json.Valid(raw) {
		return errors.New("its value is not valid JSON")
	}
	if *extra == nil {
		*extra = map[string]json.RawMessage{}
	}
	(*extra)[name] = bytes.Clone(raw)
	return nil
}

// unmarshalValue reads any value; unlike json.Unmarshal it can read unions, and lists and maps of them.
func unmarshalValue(raw []byte, target reflect.Value) error {
	if known, err := unmarshalUnion(raw, target.Addr().Interface()); known {
		return err
	}
	if string(raw) == "null" || !holdsUnion(target.Type()) {
		return json.Unmarshal(raw, target.Addr().Interface())
	}
	if target.Kind() == reflect.Map {
		return unmarshalMap(raw, target)
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return err
	}
	list := reflect.MakeSlice(target.Type(), len(items), len(items))
	for i, item := range items {
		if err := unmarshalValue(item, list.Index(i)); err != nil {
			return fmt.Errorf("[%d]: %w", i, err)
		}
	}
	target.Set(list)
	return nil
}

func unmarshalMap(raw []byte, target reflect.Value) error {
	values := reflect.MakeMap(target.Type())
	err := eachMember(raw, func(name string, raw []byte) error {
		value := reflect.New(target.Type().Elem()).Elem()
		if err := unmarshalValue(raw, value); err != nil {
			return err
		}
		values.SetMapIndex(reflect.ValueOf(name), value)
		return nil
	})
	if err != nil {
		return err
	}
	target.Set(values)
	return nil
}

func holdsUnion(of reflect.Type) bool {
	switch of.Kind() {
	case reflect.Slice, reflect.Map:
		return holdsUnion(of.Elem())
	case reflect.Interface:
		return of.NumMethod() > 0
	default:
		return false
	}
}

// marshalMembers writes a struct as a JSON object: the tag that selects it (unless empty), its fields in order
// without absent optional ones, and extra. A required list or map that is nil is written empty.
func marshalMembers(from any, extra map[string]json.RawMessage, tag, tagValue string) ([]byte, error) {
	value := reflect.ValueOf(from)
	writer := objectWriter{}
	if tag != "" {
		writer.add(tag, tagValue)
	}
	for _, member := range planOf(value.Type()).members {
		field := value.Field(member.field)
		if member.optional && isAbsent(field) {
			continue
		}
		if field.Kind() == reflect.Interface && field.IsNil() {
			return nil, fmt.Errorf("%s.%s is nil; set it", value.Type().Name(), value.Type().Field(member.field).Name)
		}
		writer.add(member.name, emptyIfNil(field).Interface())
	}
	for name, raw := range extra {
		writer.add(name, raw)
	}
	return writer.close()
}

func isAbsent(field reflect.Value) bool {
	if field.Kind() == reflect.Slice || field.Kind() == reflect.Map {
		return field.IsNil()
	}
	return field.IsZero()
}

func emptyIfNil(field reflect.Value) reflect.Value {
	switch {
	case field.Kind() == reflect.Map && field.IsNil():
		return reflect.MakeMap(field.Type())
	case field.Kind() == reflect.Slice && field.IsNil() && field.Type() != reflect.TypeFor[json.RawMessage]():
		return reflect.MakeSlice(field.Type(), 0, 0)
	default:
		return field
	}
}

// An objectWriter appends members to a JSON object and keeps the first error.
type objectWriter struct {
	buffer bytes.Buffer
	err    error
}

func (w *objectWriter) add(name string, value any) {
	if w.err != nil {
		return
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		w.err = fmt.Errorf("%s: %w", name, err)
		return
	}
	key, _ := json.Marshal(name) // a string always encodes
	if w.buffer.Len() == 0 {
		w.buffer.WriteByte('{')
	} else {
		w.buffer.WriteByte(',')
	}
	w.buffer.Write(key)
	w.buffer.WriteByte(':')
	w.buffer.Write(encoded)
}

func (w *objectWriter) close() ([]byte, error) {
	if w.err != nil {
		return nil, w.err
	}
	if w.buffer.Len() == 0 {
		return []byte("{}"), nil
	}
	w.buffer.WriteByte('}')
	return w.buffer.Bytes(), nil
}

// takeMember moves a member that the wire may carry, but the client usually builds, out of extra.
func takeMember[T any](extra map[string]json.RawMessage, name string, build *func() T) error {
	raw, ok := extra[name]
	if !ok {
		return nil
	}
	delete(extra, name)
	var sent T
	if err := json.Unmarshal(raw, &sent); err != nil {
		return err
	}
	*build = func() T { return sent }
	return nil
}

func checkValid(data []byte) error {
	if !json.Valid(data) {
		return errors.New("this is not valid JSON")
	}
	return nil
}
