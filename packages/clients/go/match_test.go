package myelin_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// asJSON is a value as it looks after a journey through JSON.
func asJSON(t *testing.T, value any) any {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatalf("cannot be written as JSON: %v", err)
	}
	return readJSON(t, data)
}

func readJSON(t *testing.T, data []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatalf("no JSON: %v: %.300s", err, data)
	}
	return value
}

// difference is the first place where found is not what a transcript wants, or "".
func difference(wanted, found any, path string) string {
	switch wanted := wanted.(type) {
	case string:
		return textDifference(wanted, found, path)
	case map[string]any:
		found, ok := found.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s: expected an object", path)
		}
		return memberDifference(wanted, found, path)
	case []any:
		list, ok := found.([]any)
		if !ok || len(list) != len(wanted) {
			return differs(path, wanted, found)
		}
		for i := range wanted {
			if d := difference(wanted[i], list[i], fmt.Sprintf("%s/%d", path, i)); d != "" {
				return d
			}
		}
		return ""
	default:
		if wanted != found {
			return differs(path, wanted, found)
		}
		return ""
	}
}

func memberDifference(wanted, found map[string]any, path string) string {
	for key := range found {
		if _, ok := wanted[key]; !ok {
			return fmt.Sprintf("%s/%s: expected nothing, found %s", path, key, brief(found[key]))
		}
	}
	for key, value := range wanted {
		other, ok := found[key]
		if !ok {
			return fmt.Sprintf("%s/%s: expected %s, found nothing", path, key, brief(value))
		}
		if d := difference(value, other, path+"/"+key); d != "" {
			return d
		}
	}
	return ""
}

func textDifference(wanted string, found any, path string) string {
	if wanted == "$any" {
		return ""
	}
	text, isText := found.(string)
	if part, ok := strings.CutPrefix(wanted, "$has:"); ok {
		if isText && strings.Contains(text, part) {
			return ""
		}
		return differs(path, wanted, found)
	}
	if filled := fillText(wanted); !isText || filled != text {
		return differs(path, filled, found)
	}
	return ""
}

var repetition = regexp.MustCompile(`(?s)^\$repeat:(\d+):(.*)$`)

// fillText is a text of a transcript with its repetition written out.
func fillText(text string) string {
	parts := repetition.FindStringSubmatch(text)
	if parts == nil {
		return text
	}
	times, _ := strconv.Atoi(parts[1])
	return strings.Repeat(parts[2], times)
}

// fill writes out the repetitions in a value of a transcript.
func fill(value any) any {
	switch value := value.(type) {
	case string:
		return fillText(value)
	case []any:
		for i := range value {
			value[i] = fill(value[i])
		}
	case map[string]any:
		for key := range value {
			value[key] = fill(value[key])
		}
	}
	return value
}

func differs(path string, wanted, found any) string {
	return fmt.Sprintf("%s: expected %s, found %s", path, brief(wanted), brief(found))
}

func brief(value any) string {
	data, _ := json.Marshal(value)
	return fmt.Sprintf("%.300s", data)
}
