package myelin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestWhatAHookAnswersTravelsAsItsPointHasIt(t *testing.T) {
	for _, row := range []struct {
		point  HookPoint
		answer any
		wanted string
	}{
		{HookPointToolCall, nil, `{"decision":"allow"}`},
		{HookPointToolCall, Decision{}, `{"decision":"allow"}`},
		{HookPointSessionBeforeFork, Block("no"), `{"decision":"block","reason":"no"}`},
		{HookPointSessionBeforeFork, "yes", "a veto answers nil or a Decision"},
		{HookPointSystemPrompt, nil, `null`},
		{HookPointSystemPrompt, "Be brief.", `{"value":"Be brief."}`},
		{HookPointToolArgs, map[string]any{"a": 1}, `{"value":{"a":1}}`},
		{HookPointToolArgs, Block("no"), "it is no veto"},
		{HookPointContext, &ContextPatch{Drop: []string{"m1"}}, `{"drop":["m1"]}`},
		{HookPointAgentEnd, nil, `null`},
	} {
		answer, err := travelling(row.point, row.answer)
		found, _ := json.Marshal(answer)
		if string(found) != row.wanted && (err == nil || !strings.Contains(err.Error(), row.wanted)) {
			t.Errorf("%s: %v became %s, %v", row.point, row.answer, found, err)
		}
	}
}

func TestAnObservedEventHasItsMessagesAndTheirIDs(t *testing.T) {
	const answer = `{"role":"assistant","id":"a1","timestamp":1,"content":[],"stopReason":"stop","usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"model":{"provider":"p","id":"m"}}`
	const result = `{"role":"tool","id":"t1","timestamp":1,"toolCallId":"c1","toolName":"bash","content":[],"isError":false}`
	for raw, check := range map[string]func(SessionEvent) bool{
		`{"type":"turn_end","message":` + answer + `,"toolResults":[` + result + `]}`: func(event SessionEvent) bool {
			end, ok := event.(TurnEnd)
			return ok && *end.MessageID == "a1" && end.Message.ID == "a1" && fmt.Sprint(end.ToolResultIDs) == "[t1]" && end.ToolResults[0].ID == "t1"
		},
		`{"type":"turn_end","message":null,"toolResults":[]}`: func(event SessionEvent) bool {
			end, ok := event.(TurnEnd)
			return ok && end.MessageID == nil && end.Message == nil
		},
		`{"type":"agent_end","newMessages":[` + answer + `],"summary":` + summary + `,"willRetry":false}`: func(event SessionEvent) bool {
			end, ok := event.(AgentEnd)
			return ok && fmt.Sprint(end.NewMessageIDs) == "[a1]" && len(end.NewMessages) == 1 && end.Summary.DurationMs == 5
		},
		`{"type":"message_end","message":` + answer + `}`: func(event SessionEvent) bool {
			end, ok := event.(MessageEnd)
			return ok && end.MessageID == "a1" && messageID(end.Message) == "a1"
		},
		`{"type":"notice","level":"info","message":"hello"}`: func(event SessionEvent) bool {
			notice, ok := event.(Notice)
			return ok && notice.Message == "hello"
		},
		`{"type":"never_heard_of"}`: func(event SessionEvent) bool { return event.Type() == "never_heard_of" },
	} {
		if event := observedEvent(json.RawMessage(raw)); !check(event) {
			t.Errorf("%s became %#v", raw, event)
		}
	}
}

func TestAHandlerThatEndsItsGoroutineIsAnsweredForAtOnce(t *testing.T) {
	client, session, server := newFakeClient(t)
	session.OnToolCall(func(context.Context, ToolCall) (Decision, error) {
		runtime.Goexit()
		return Decision{}, nil
	}, WithHookID("g"))
	server.answer(server.receive("hooks/register"), `{"accepted":[],"rejected":[]}`)
	client.RegisterTool(Tool{Name: "lookup", Execute: func(context.Context, *ToolExecution) (ToolResult, error) {
		runtime.Goexit()
		return ToolResult{}, nil
	}})
	server.answer(server.receive("tools/register"), `{"accepted":["lookup"],"rejected":[]}`)
	for _, asked := range []string{
		`{"jsonrpc":"2.0","id":1000000,"method":"hook/call","params":{"hookId":"g","sessionId":"s1","point":"tool_call","payload":{"toolCallId":"c1","toolName":"bash","args":{}}}}`,
		executeLookup,
	} {
		server.send(asked)
		if answer := server.receive(""); answer.Error == nil || string(answer.Error.Data) != `{"code":"HOOK_FAILED"}` || !strings.Contains(answer.Error.Message, "Goexit") {
			t.Errorf("found %s, %+v", answer.Result, answer.Error)
		}
	}
}

func TestAQuestionIsAnsweredOrLeftToOthers(t *testing.T) {
	for wanted, handler := range map[string]AskHandler{
		`{"value":true}`: func(_ context.Context, question Question) (any, error) {
			return question.Title == "Go on?" && question.Kind == UiAskParamsKindConfirm, nil
		},
		`null`:         func(context.Context, Question) (any, error) { return nil, nil },
		`"ASK_FAILED"`: func(context.Context, Question) (any, error) { return nil, errors.New("boom") },
		`ASK_FAILED`:   func(context.Context, Question) (any, error) { panic("boom") },
	} {
		client := newClient(spawnOptions{ask: handler}, false)
		answer, failed := client.answerQuestion(context.Background(), json.RawMessage(`{"sessionId":"s1","questionId":"q1","plugin":"p","kind":"confirm","title":"Go on?"}`))
		if failed != nil {
			answer = failed.asRPC().Data
		}
		if found, _ := json.Marshal(answer); !strings.Contains(string(found), wanted) {
			t.Errorf("expected %s, found %s", wanted, found)
		}
	}
}

func TestATimeLimitIsNeverRoundedToNone(t *testing.T) {
	for limit, wanted := range map[time.Duration]int64{0: 0, time.Microsecond: 1, 1500 * time.Microsecond: 2, time.Second: 1000} {
		var spec HookSpec
		WithTimeout(limit)(&spec)
		if *spec.TimeoutMs != wanted {
			t.Errorf("%v became %d ms", limit, *spec.TimeoutMs)
		}
	}
}
