package myelin

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// mismatch is why a value does not match a schema, or "": all the keywords that schemaOf writes, and no others.
func mismatch(root, schema map[string]any, value any, at string) string {
	for keyword, terms := range schema {
		if why := broken(root, schema, keyword, terms, value, at); why != "" {
			return why
		}
	}
	return ""
}

func broken(root, schema map[string]any, keyword string, terms, value any, at string) string {
	object, _ := value.(map[string]any)
	items, _ := value.([]any)
	text, isText := value.(string)
	number, isNumber := value.(float64)
	holds := true
	switch keyword {
	case "$ref":
		return mismatch(root, resolved(root, terms.(string)), value, at)
	case "anyOf":
		holds = slices.ContainsFunc(terms.([]any), func(one any) bool { return mismatch(root, one.(map[string]any), value, at) == "" })
	case "type":
		kinds, isMany := terms.([]any)
		if !isMany {
			kinds = []any{terms}
		}
		holds = slices.ContainsFunc(kinds, func(kind any) bool { return isOfType(kind.(string), value) })
	case "enum":
		holds = slices.Contains(terms.([]any), value)
	case "pattern":
		holds = !isText || regexp.MustCompile(terms.(string)).MatchString(text)
	case "minimum":
		holds = !isNumber || number >= terms.(float64)
	case "maximum":
		holds = !isNumber || number <= terms.(float64)
	case "minItems":
		holds = items == nil || len(items) >= int(terms.(float64))
	case "maxItems":
		holds = items == nil || len(items) <= int(terms.(float64))
	case "items":
		for i, item := range items {
			if why := mismatch(root, terms.(map[string]any), item, fmt.Sprintf("%s[%d]", at, i)); why != "" {
				return why
			}
		}
	case "required":
		for _, name := range terms.([]any) {
			if _, isThere := object[name.(string)]; object != nil && !isThere {
				return fmt.Sprintf("%s.%s is missing", at, name)
			}
		}
	case "propertyNames":
		for name := range object {
			if why := mismatch(root, terms.(map[string]any), name, at+" name"); why != "" {
				return why
			}
		}
	case "properties", "additionalProperties":
		return memberMismatch(root, schema, keyword, object, at)
	case "$defs", "description", "format", "contentEncoding":
	default:
		return fmt.Sprintf("%s: the keyword %s is not known", at, keyword)
	}
	if !holds {
		return fmt.Sprintf("%s: %v does not fit %s %v", at, value, keyword, terms)
	}
	return ""
}

func memberMismatch(root, schema map[string]any, keyword string, object map[string]any, at string) string {
	properties, _ := schema["properties"].(map[string]any)
	rest, hasRest := schema["additionalProperties"].(map[string]any)
	for name, member := range object {
		one, isKnown := properties[name].(map[string]any)
		switch {
		case isKnown == (keyword == "additionalProperties"):
			continue
		case !isKnown && !hasRest:
			return fmt.Sprintf("%s.%s is not known", at, name)
		case !isKnown:
			one = rest
		}
		if why := mismatch(root, one, member, at+"."+name); why != "" {
			return why
		}
	}
	return ""
}

func resolved(root map[string]any, reference string) map[string]any {
	found := root
	for _, part := range strings.Split(reference, "/")[1:] {
		found = found[part].(map[string]any)
	}
	return found
}

func isOfType(kind string, value any) bool {
	number, isNumber := value.(float64)
	switch kind {
	case "null":
		return value == nil
	case "integer":
		return isNumber && number == math.Trunc(number)
	case "number":
		return isNumber
	default:
		kinds := map[string]reflect.Kind{"object": reflect.Map, "array": reflect.Slice, "string": reflect.String, "boolean": reflect.Bool}
		return reflect.ValueOf(value).Kind() == kinds[kind]
	}
}
