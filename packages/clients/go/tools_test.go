package myelin

import (
	"context"
	"errors"
	"strings"
	"testing"
)

type lookupArgs struct {
	Word string `json:"word"`
}

const executeLookup = `{"jsonrpc":"2.0","id":1000000,"method":"tool/execute","params":{"sessionId":"s1","toolCallId":"c1","toolName":"lookup","args":{"word":"myelin"},"progressToken":"t1"}}`

// offered registers a tool and answers the registration.
func (s *fakeServer) offered(client *Client, execute func(context.Context, lookupArgs, *ToolExecution) (ToolResult, error)) {
	s.t.Helper()
	client.RegisterTool(NewTool("lookup", "Look a word up", execute))
	asked := s.receive("tools/register")
	wanted := `{"tools":[{"name":"lookup","description":"Look a word up","parameters":{"additionalProperties":false,"properties":{"word":{"type":"string"}},"required":["word"],"type":"object"}}]}`
	if string(asked.Params) != wanted {
		s.t.Errorf("found %s", asked.Params)
	}
	s.answer(asked, `{"accepted":["lookup"],"rejected":[]}`)
}

func TestAToolGetsItsArgumentsAndReportsBeforeItAnswers(t *testing.T) {
	client, _, server := newFakeClient(t)
	kept := make(chan *ToolExecution, 1)
	server.offered(client, func(_ context.Context, args lookupArgs, call *ToolExecution) (ToolResult, error) {
		call.Report(ToolProgress{Kind: ToolProgressKindStatus, Delta: "looking"})
		kept <- call
		return TextResult(args.Word + " in " + call.SessionID), nil
	})
	server.send(executeLookup)
	if told := server.receive("$/progress"); string(told.Params) != `{"token":"t1","value":{"kind":"status","delta":"looking"}}` {
		t.Errorf("found %s", told.Params)
	}
	if answer := server.receive(""); string(answer.Result) != `{"content":[{"type":"text","text":"myelin in s1"}]}` {
		t.Errorf("found %s", answer.Result)
	}
	(<-kept).Report(ToolProgress{Kind: ToolProgressKindStatus, Delta: "too late"})
	_ = client.notify("after", nil)
	server.receive("after")
}

func TestAToolThatFailsIsAFailedResult(t *testing.T) {
	for wanted, execute := range map[string]func(context.Context, lookupArgs, *ToolExecution) (ToolResult, error){
		"no such word": func(context.Context, lookupArgs, *ToolExecution) (ToolResult, error) {
			return ToolResult{}, errors.New("no such word")
		},
		"panic: boom": func(context.Context, lookupArgs, *ToolExecution) (ToolResult, error) { panic("boom") },
	} {
		client, _, server := newFakeClient(t)
		server.offered(client, execute)
		server.send(executeLookup)
		if answer := server.receive(""); string(answer.Result) != `{"content":[{"type":"text","text":"`+wanted+`"}],"isError":true}` {
			t.Errorf("found %s", answer.Result)
		}
	}
}

func TestArgumentsThatDoNotFitAreToldToTheModel(t *testing.T) {
	client, _, server := newFakeClient(t)
	server.offered(client, func(context.Context, lookupArgs, *ToolExecution) (ToolResult, error) {
		t.Error("the tool ran")
		return ToolResult{}, nil
	})
	server.send(strings.Replace(executeLookup, `"myelin"`, `42`, 1))
	answer := server.receive("")
	if !strings.Contains(string(answer.Result), `"isError":true`) || !strings.Contains(string(answer.Result), "do not fit") {
		t.Errorf("found %s", answer.Result)
	}
}

func TestASessionsOwnToolGoesBeforeThatOfTheClient(t *testing.T) {
	client, session, server := newFakeClient(t)
	answer := func(text string) Tool {
		return Tool{Name: "lookup", Parameters: map[string]any{}, Execute: func(context.Context, *ToolExecution) (ToolResult, error) {
			return TextResult(text), nil
		}}
	}
	client.RegisterTool(answer("everybody's"))
	server.answer(server.receive("tools/register"), `{"accepted":["lookup"],"rejected":[]}`)
	remove := session.RegisterTool(answer("this session's"))
	server.answer(server.receive("tools/register"), `{"accepted":["lookup"],"rejected":[]}`)
	server.send(executeLookup)
	if answer := server.receive(""); !strings.Contains(string(answer.Result), "this session's") {
		t.Errorf("found %s", answer.Result)
	}
	remove()
	server.answer(server.receive("tools/unregister"), `{}`)
	server.send(executeLookup)
	if answer := server.receive(""); !strings.Contains(string(answer.Result), "everybody's") {
		t.Errorf("found %s", answer.Result)
	}
}

func TestAToolThatIsNotThereIsAnError(t *testing.T) {
	_, _, server := newFakeClient(t)
	server.send(executeLookup)
	if answer := server.receive(""); answer.Error == nil || answer.Error.Code != RPCInvalidParams {
		t.Errorf("found %+v", answer)
	}
}
