package myelin_test

import (
	"context"
	"encoding/json"
	"net/netip"
	"testing"

	myelin "myelin.dev/go"
)

type Folder struct {
	Path string `json:"path"`
}

type branch struct {
	Name     string   `json:"name"`
	Branches []branch `json:"branches,omitempty"`
}

type typedArgs struct {
	*Folder
	Address netip.Addr        `json:"address"`
	Count   int               `json:"count,string"`
	Number  json.Number       `json:"number"`
	Labels  map[uint8]string  `json:"labels"`
	Root    branch            `json:"root"`
	Maybe   *branch           `json:"maybe"`
	Rest    []json.RawMessage `json:"rest"`
}

func TestAToolOfManyTypesIsCalledWithAllItsArguments(t *testing.T) {
	ctx, _, session, _ := openSession(t)
	session.RegisterTool(myelin.NewTool("typed", "Takes what it is given", func(_ context.Context, args typedArgs, _ *myelin.ToolExecution) (myelin.ToolResult, error) {
		text, err := json.Marshal(args)
		return myelin.TextResult(string(text)), err
	}))
	const given = `"path":"/tmp","address":"10.0.0.1","count":"-7","number":1.5,"labels":{"255":"top"},` +
		`"root":{"name":"a","branches":[{"name":"b"}]},"maybe":null,"rest":[1,{"x":[]}]`
	events := everything(t, ctx, session, `typed path="/tmp" address="10.0.0.1" count="-7" number=1.5 labels='{"255":"top"}' `+
		`root='{"name":"a","branches":[{"name":"b"}]}' maybe=null rest='[1,{"x":[]}]'`)
	if end := only[myelin.ToolExecutionEnd](t, events); textOf(end.Result.Content) != "{"+given+"}" {
		t.Errorf("found %s", textOf(end.Result.Content))
	}
	events = everything(t, ctx, session, `typed address="10.0.0.1" count="+7" number="x" labels='{"a":"b"}' root='{"name":"a","branches":[{}]}' rest='[]'`)
	wanted := `The arguments of typed are not valid:
- count: expected pattern "^-?(0|[1-9][0-9]*)$", found "+7"
- labels: expected propertyNames {"pattern":"^-?(0|[1-9][0-9]*)$"}, found an object
- number: expected number, found "x"
- root.branches[0].name: expected it to be given, found nothing
Correct them and call the tool again.`
	if end := only[myelin.ToolExecutionEnd](t, events); textOf(end.Result.Content) != wanted {
		t.Errorf("found %s", textOf(end.Result.Content))
	}
}
