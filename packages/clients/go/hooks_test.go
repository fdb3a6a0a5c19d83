package myelin

import (
	"context"
	"errors"
	"strings"
	"testing"
)

const hookCallOf = `{"jsonrpc":"2.0","id":1000000,"method":"hook/call","params":{"hookId":"g","sessionId":"s1","point":"tool_call","payload":{"toolCallId":"c1","toolName":"bash","args":{"command":"ls"}}}}`

// registered answers the registration of the hook "g".
func (s *fakeServer) registered() {
	s.t.Helper()
	s.answer(s.receive("hooks/register"), `{"accepted":[{"hookId":"g","point":"tool_call"}],"rejected":[]}`)
}

func TestAGuardThatFailsIsAnErrorAndNeverADecision(t *testing.T) {
	for name, row := range map[string]struct {
		guard  ToolCallHandler
		reason string
	}{
		"an error": {func(context.Context, ToolCall) (Decision, error) { return Decision{}, errors.New("boom") }, "boom"},
		"a panic":  {func(context.Context, ToolCall) (Decision, error) { panic("boom") }, "panicked: boom"},
		"a mistake": {func(_ context.Context, call ToolCall) (Decision, error) {
			return Block([]string{}[len(call.ToolName)]), nil
		}, "index out of range"},
	} {
		_, session, server := newFakeClient(t)
		session.OnToolCall(row.guard, WithHookID("g"))
		server.registered()
		server.send(hookCallOf)
		answer := server.receive("")
		if answer.Error == nil || answer.Result != nil || answer.Error.Code != -32000 ||
			string(answer.Error.Data) != `{"code":"HOOK_FAILED"}` || !strings.Contains(answer.Error.Message, row.reason) {
			t.Errorf("%s: found %+v, result %s", name, answer.Error, answer.Result)
		}
	}
}

func TestTheZeroDecisionAllows(t *testing.T) {
	_, session, server := newFakeClient(t)
	session.OnToolCall(func(_ context.Context, call ToolCall) (Decision, error) {
		if call.ToolName != "bash" || call.Args["command"] != "ls" {
			t.Errorf("the guard was shown %+v", call)
		}
		return Decision{}, nil
	}, WithHookID("g"))
	server.registered()
	server.send(hookCallOf)
	if answer := server.receive(""); string(answer.Result) != `{"decision":"allow"}` {
		t.Errorf("found %s", answer.Result)
	}
}

func TestAGuardMayAskTheServerWhileItDecides(t *testing.T) {
	_, session, server := newFakeClient(t)
	session.OnToolCall(func(ctx context.Context, _ ToolCall) (Decision, error) {
		_, err := session.Steer(ctx, "careful")
		return Block("asked first"), err
	}, WithHookID("g"))
	server.registered()
	server.send(hookCallOf)
	server.answer(server.receive("session/steer"), `{"itemId":"i1"}`)
	if answer := server.receive(""); string(answer.Result) != `{"decision":"block","reason":"asked first"}` {
		t.Errorf("found %s", answer.Result)
	}
}

func TestARefusedGuardStopsEveryPromptUntilItIsRemoved(t *testing.T) {
	_, session, server := newFakeClient(t)
	remove := session.OnToolCall(func(context.Context, ToolCall) (Decision, error) { return Decision{}, nil }, WithHookID("g"))
	server.answer(server.receive("hooks/register"), `{"accepted":[],"rejected":[{"id":"g","reason":"not you"}]}`)
	for range 2 {
		_, err := session.StartPrompt(context.Background(), "hi").Result()
		if !errors.Is(err, CodeHookRejected) || !strings.Contains(err.Error(), "not you") {
			t.Errorf("found %v", err)
		}
	}
	remove()
	server.answer(server.receive("hooks/unregister"), `{}`)
	session.StartPrompt(context.Background(), "hi")
	server.receive("session/prompt")
}

func TestARegistrationThatIsAnsweredWithAnErrorIsARefusal(t *testing.T) {
	client, session, server := newFakeClient(t)
	client.RegisterTool(Tool{Name: "no spaces please", Parameters: map[string]any{"type": "object"}})
	server.send(`{"jsonrpc":"2.0","id":` + string(server.receive("tools/register").ID) + `,"error":{"code":-32602,"message":"bad name"}}`)
	_, err := session.StartPrompt(context.Background(), "hi").Result()
	if !errors.Is(err, CodeHookRejected) || !strings.Contains(err.Error(), "bad name") {
		t.Errorf("found %v", err)
	}
}

func TestARemovedGuardAnswersUntilTheServerHasLetItGo(t *testing.T) {
	_, session, server := newFakeClient(t)
	remove := session.OnToolCall(func(context.Context, ToolCall) (Decision, error) { return Block("still here"), nil }, WithHookID("g"))
	server.registered()
	remove()
	remove()
	leaving := server.receive("hooks/unregister")
	server.send(hookCallOf)
	if answer := server.receive(""); string(answer.Result) != `{"decision":"block","reason":"still here"}` {
		t.Errorf("found %s", answer.Result)
	}
	server.answer(leaving, `{}`)
	server.send(hookCallOf)
	if answer := server.receive(""); answer.Error == nil {
		t.Errorf("found %s", answer.Result)
	}
}

func TestAHookThatIsNotThereIsAnError(t *testing.T) {
	_, _, server := newFakeClient(t)
	server.send(hookCallOf)
	if answer := server.receive(""); answer.Error == nil || string(answer.Error.Data) != `{"code":"HOOK_FAILED"}` {
		t.Errorf("found %+v", answer)
	}
	server.send(`{"jsonrpc":"2.0","id":1000001,"method":"moon/phase","params":{}}`)
	if answer := server.receive(""); answer.Error == nil || answer.Error.Code != -32601 {
		t.Errorf("found %+v", answer)
	}
}
