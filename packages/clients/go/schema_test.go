package myelin

import (
	"encoding/json"
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
		`"exact":{"type":"boolean"},` +
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
	type endless struct {
		Inside []endless `json:"inside"`
	}
	for name, make := range map[string]func(){
		"no struct":        func() { schemaOf[string]() },
		"a channel":        func() { schemaOf[struct{ C chan int }]() },
		"inside of itself": func() { schemaOf[endless]() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was accepted", name)
				}
			}()
			make()
		}()
	}
}
