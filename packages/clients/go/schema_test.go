package myelin

import (
	"encoding/json"
	"net/netip"
	"testing"
	"time"
)

func TestASchemaIsWhatEncodingJSONReads(t *testing.T) {
	type place struct {
		City string `json:"city"`
	}
	type Paging struct {
		Limit uint `json:"limit,omitempty"`
	}
	type arguments struct {
		Paging
		Word     string            `json:"word" description:"what to look up"`
		Exact    *bool             `json:"exact"`
		Weights  []float64         `json:"weights,omitempty"`
		Near     place             `json:"near"`
		Labels   map[string]string `json:"labels,omitempty"`
		Since    time.Time         `json:"since,omitzero"`
		Bytes    []byte            `json:"bytes,omitempty"`
		Anything any               `json:"anything,omitempty"`
		Untagged int
		Hidden   string `json:"-"`
		private  string
	}
	_ = arguments{private: ""}
	found, err := json.Marshal(schemaOf[arguments]())
	wanted := `{"additionalProperties":false,"properties":{` +
		`"Untagged":{"type":"integer"},` +
		`"anything":{},` +
		`"bytes":{"contentEncoding":"base64","type":"string"},` +
		`"exact":{"type":["boolean","null"]},` +
		`"labels":{"additionalProperties":{"type":"string"},"type":"object"},` +
		`"limit":{"minimum":0,"type":"integer"},` +
		`"near":{"additionalProperties":false,"properties":{"city":{"type":"string"}},"required":["city"],"type":"object"},` +
		`"since":{"format":"date-time","type":"string"},` +
		`"weights":{"items":{"type":"number"},"type":"array"},` +
		`"word":{"description":"what to look up","type":"string"}` +
		`},"required":["word","near","Untagged"],"type":"object"}`
	if string(found) != wanted || err != nil {
		t.Errorf("found %s, %v", found, err)
	}
}

func TestWhatArgumentsCannotBeIsRefusedWhenTheToolIsMade(t *testing.T) {
	const cannot = "myelin: an argument of a tool cannot be of type "
	for wanted, make := range map[string]func(){
		"myelin: the arguments of a tool are a struct, not string":                                                  func() { schemaOf[string]() },
		"myelin: the arguments of a tool are an object, and netip.Addr reads itself from a text":                    func() { schemaOf[netip.Addr]() },
		cannot + "chan int, which encoding/json does not read":                                                      func() { schemaOf[struct{ C chan int }]() },
		cannot + "error, which encoding/json does not read":                                                         func() { schemaOf[struct{ E error }]() },
		cannot + "map[bool]int: encoding/json reads keys that are strings, integers or read themselves from a text": func() { schemaOf[struct{ M map[bool]int }]() },
		`myelin: encoding/json cannot fill "seen", since struct { *myelin.hidden } embeds a pointer to myelin.hidden, which is not exported; embed it without the pointer`: func() {
			schemaOf[struct{ *hidden }]()
		},
	} {
		func() {
			defer func() {
				if found := recover(); found != wanted {
					t.Errorf("found %v", found)
				}
			}()
			make()
		}()
	}
}
