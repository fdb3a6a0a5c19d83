package myelin_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// withoutMethod are the requests that a program never makes itself.
var withoutMethod = map[string]string{
	"hooks/register":   "asked for as the register of a hook",
	"hooks/unregister": "asked for as the unregister of a hook",
	"tools/register":   "asked for as the register of a tool",
	"tools/unregister": "asked for as the unregister of a tool",

	"commands/register":   "asked for as the register of a command",
	"commands/unregister": "asked for as the unregister of a command",
}

func TestEveryRequestOfTheProtocolIsMadeByTheClient(t *testing.T) {
	var protocol struct {
		ClientRequests map[string]json.RawMessage `json:"clientRequests"`
	}
	data, err := os.ReadFile("../../rpc-server/schema/protocol.json")
	if err == nil {
		err = json.Unmarshal(data, &protocol)
	}
	if err != nil || len(protocol.ClientRequests) == 0 {
		t.Fatalf("found %d requests, %v", len(protocol.ClientRequests), err)
	}
	source := clientSource(t)
	for method := range protocol.ClientRequests {
		_, isLeftOut := withoutMethod[method]
		if made := strings.Contains(source, `"`+method+`"`); made == isLeftOut {
			t.Errorf("%s: made %v, left out %v", method, made, isLeftOut)
		}
	}
}

// clientSource is the client as it was written by hand.
func clientSource(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, file := range files {
		if file == "generated.go" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	return source.String()
}
