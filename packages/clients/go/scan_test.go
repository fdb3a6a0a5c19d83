package myelin

import (
	"encoding/json"
	"strings"
	"testing"
)

func members(data string) (string, error) {
	var found []string
	err := eachMember([]byte(data), func(name string, raw []byte) error {
		found = append(found, name+"="+string(raw))
		return nil
	})
	return strings.Join(found, ";"), err
}

func TestMembersAreVisitedInTheOrderOfTheText(t *testing.T) {
	for data, want := range map[string]string{
		`{}`:                                "",
		` { "a" : 1 , "b" : [1,{"c":2}] } `: `a=1;b=[1,{"c":2}]`,
		`{"a":"}\",]","b":{"d":"]"}}`:       `a="}\",]";b={"d":"]"}`,
		`{"tab\tname":null,"A":true}`:       "tab\tname=null;A=true",
		"{\"a\":\n\t-1.5e3\r\n}":            "a=-1.5e3",
		`{"a":1,"a":2}`:                     "a=1;a=2",
	} {
		if got, err := members(data); got != want || err != nil {
			t.Errorf("%s: got %q, %v", data, got, err)
		}
	}
}

func TestBrokenTextIsAnErrorAndNeverAPanic(t *testing.T) {
	const whole = `{"a":"\u00e9\\","b":[1,{"c":null}]}`
	for cut := range len(whole) {
		if got, err := members(whole[:cut]); err == nil {
			t.Errorf("%q: got %q", whole[:cut], got)
		}
	}
	for _, data := range []string{`null`, `[]`, `7`, `{"a":1}}`, `{"a":1,}`, `{"a"}`, `{a:1}`, `{"a":}`, `{"a":1 "b":2}`, `{,}`} {
		if got, err := members(data); err == nil {
			t.Errorf("%s: got %q", data, got)
		}
	}
}

func FuzzMembersAreThoseOfEncodingJSON(f *testing.F) {
	f.Add([]byte(`{"a":"\u00e9\\","b":[1,{"c":null}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		found, valid := map[string]bool{}, true
		err := eachMember(data, func(name string, raw []byte) error {
			found[name] = true
			valid = valid && json.Valid(raw)
			return nil
		})
		var want map[string]json.RawMessage
		wantErr := json.Unmarshal(data, &want)
		if wantErr == nil && want != nil && (err != nil || len(found) != len(want)) {
			t.Errorf("%q: got %v, %v", data, found, err)
		}
		if wantErr != nil && err == nil && valid {
			t.Errorf("%q is broken, got %v", data, found)
		}
	})
}
