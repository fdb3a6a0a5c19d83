package myelin_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	myelin "myelin.dev/go"
)

func TestAPromptStreamsDeltasThatGrowIntoTheFinalMessage(t *testing.T) {
	ctx, _, session, folder := openSession(t)
	if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"name":"tiny"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	run := session.StartPrompt(ctx, "read package.json and tell me its name")
	var updates []myelin.MessageUpdate
	var answer myelin.AssistantMessage
	var calls []myelin.ToolCall
	for event, err := range run.Events() {
		if err != nil {
			t.Fatal(err)
		}
		switch event := event.(type) {
		case myelin.MessageUpdate:
			updates = append(updates, event)
		case myelin.MessageEnd:
			if message, ok := event.Message.(myelin.AssistantMessage); ok {
				answer = message
			}
		case myelin.ToolExecutionEnd:
			call, _ := session.ToolCall(event.ToolCallID)
			calls = append(calls, call)
		}
	}
	last := updates[len(updates)-1].Message()
	if textOf(last.Content) == "" || textOf(last.Content) != textOf(answer.Content) {
		t.Errorf("the last snapshot is %q, the message %q", textOf(last.Content), textOf(answer.Content))
	}
	for i, update := range updates[1:] {
		before, now := updates[i].Message(), update.Message()
		if before.ID == now.ID && !strings.HasPrefix(textOf(now.Content), textOf(before.Content)) {
			t.Errorf("%q does not begin with %q", textOf(now.Content), textOf(before.Content))
		}
	}
	if len(calls) != 1 || calls[0].ToolName != "read" || calls[0].Args["path"] != "package.json" {
		t.Errorf("found the calls %v", calls)
	}
	result, err := run.Result()
	if err != nil || result.Summary.EndReason != myelin.EndReasonStop || result.Summary.ToolCalls != 1 {
		t.Errorf("found %+v, %v", result.Summary, err)
	}
	verifies(t, "R118", "R119")
}

func TestAbortEndsARunThatIsNoError(t *testing.T) {
	ctx, _, session, _ := openSession(t)
	run := session.StartPrompt(ctx, `bash command="sleep 600"`)
	for event, err := range run.Events() {
		if err != nil {
			t.Fatal(err)
		}
		if decided(event) {
			if aborted, err := session.Abort(ctx, "enough"); err != nil || !aborted.Stopped {
				t.Errorf("found %+v, %v", aborted, err)
			}
		}
	}
	if result, err := run.Result(); err != nil || result.Summary.EndReason != myelin.EndReasonAborted {
		t.Errorf("found %+v, %v", result, err)
	}
}

// decided is whether a tool is about to run.
func decided(event myelin.SessionEvent) bool {
	_, ok := event.(myelin.ToolExecutionStart)
	return ok
}

func TestTheEndOfTheContextAbortsTheRun(t *testing.T) {
	ctx, _, session, _ := openSession(t)
	all := session.Events(ctx)
	prompting, cancel := context.WithCancel(ctx)
	var last error
	for event, err := range session.Prompt(prompting, `bash command="sleep 600"`) {
		if last = err; err == nil && decided(event) {
			cancel()
		}
	}
	cancel()
	if !errors.Is(last, myelin.CodeCancelled) || !errors.Is(last, context.Canceled) {
		t.Errorf("the loop ended with %v", last)
	}
	for event, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		if end, ok := event.(myelin.AgentEnd); ok {
			if end.Summary.EndReason != myelin.EndReasonAborted {
				t.Errorf("found %+v", end.Summary)
			}
			break
		}
	}
	if events := everything(t, ctx, session, "hello"); len(events) == 0 {
		t.Error("the session is of no more use")
	}
}

func TestTextArrivesAsItWasSaid(t *testing.T) {
	ctx, _, session, _ := openSession(t)
	const said = "👩‍👩‍👧\u2028\u2029 naïve \u0000 <&> 日本"
	events := everything(t, ctx, session, said)
	if user := all[myelin.MessageEnd](events)[0].Message.(myelin.UserMessage); textOf(user.Content) != said {
		t.Errorf("found %q", textOf(user.Content))
	}
}

func TestABusySessionRefusesOrQueuesAsItIsTold(t *testing.T) {
	ctx, _, session, _ := openSession(t)
	first := session.StartPrompt(ctx, `bash command="sleep 600"`)
	for event, err := range first.Events() {
		if err != nil {
			t.Fatal(err)
		}
		if decided(event) {
			break
		}
	}
	if _, err := session.StartPrompt(ctx, "me too").Result(); !errors.Is(err, myelin.CodeSessionBusy) {
		t.Errorf("found %v", err)
	}
	queued := session.StartPrompt(ctx, "me later", myelin.WithWhenBusy(myelin.WhenBusyFollowUp))
	if state, err := session.State(ctx); err != nil || !state.IsRunning || len(state.FollowUp) != 1 {
		t.Errorf("found %+v, %v", state, err)
	}
	if _, err := session.Abort(ctx, ""); err != nil {
		t.Fatal(err)
	}
	if result, err := queued.Result(); err != nil || result.Queued == nil || result.Summary != nil {
		t.Errorf("found %+v, %v", result, err)
	}
	if result, err := first.Result(); err != nil || result.Summary.EndReason != myelin.EndReasonAborted {
		t.Errorf("found %+v, %v", result, err)
	}
}
