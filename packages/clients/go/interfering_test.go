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

func TestAGuardInGoStopsATool(t *testing.T) {
	ctx, _, session, folder := openSession(t)
	session.OnToolCall(func(_ context.Context, call myelin.ToolCall) (myelin.Decision, error) {
		if command, _ := call.Args["command"].(string); strings.Contains(command, "touch") {
			return myelin.Block("nothing is touched here"), nil
		}
		return myelin.Decision{}, nil
	}, myelin.WithHookID("no-touch"))

	events := everything(t, ctx, session, `bash command="touch made"`)
	decision := only[myelin.ToolDecision](t, events)
	if decision.Answer != "block" || len(decision.Decisions) != 1 {
		t.Fatalf("found %+v", decision)
	}
	if by := decision.Decisions[0]; by.By != "go-tests" || by.HookID != "no-touch" || by.Cause != "policy" || *by.Reason != "nothing is touched here" {
		t.Errorf("found %+v", by)
	}
	end := only[myelin.ToolExecutionEnd](t, events)
	if !end.IsError || !strings.Contains(textOf(end.Result.Content), "nothing is touched here") {
		t.Errorf("found %+v", end)
	}
	if exists(folder, "made") {
		t.Error("the tool ran")
	}

	events = everything(t, ctx, session, `bash command="echo allowed"`)
	if end := only[myelin.ToolExecutionEnd](t, events); end.IsError || !strings.Contains(textOf(end.Result.Content), "allowed") {
		t.Errorf("found %+v", end)
	}
	verifies(t, "R84")
}

func exists(folder, name string) bool {
	_, err := os.Stat(filepath.Join(folder, name))
	return err == nil
}

func TestAContextHookChangesWhatTheModelIsShownAndNotTheHistory(t *testing.T) {
	ctx, _, session, _ := openSession(t)
	shown := make(chan myelin.ContextPayload, 8)
	session.OnContext(func(_ context.Context, payload myelin.ContextPayload) (*myelin.ContextPatch, error) {
		shown <- payload
		if len(payload.Messages) > 1 {
			return nil, nil
		}
		return &myelin.ContextPatch{Append: []myelin.NewMessage{myelin.NewMessageText(`bash command="echo from the patch"`)}}, nil
	})
	events := everything(t, ctx, session, "hello")
	if end := only[myelin.ToolExecutionEnd](t, events); !strings.Contains(textOf(end.Result.Content), "from the patch") {
		t.Errorf("found %+v", end)
	}
	first := <-shown
	if len(first.Messages) != 1 || textOf(first.Messages[0].(myelin.UserMessage).Content) != "hello" {
		t.Errorf("the hook was first shown %+v", first.Messages)
	}
	second := <-shown
	if len(second.MessageIDs) != 3 || len(second.Messages) != 3 {
		t.Errorf("the hook was then shown %v, of which %d bodies", second.MessageIDs, len(second.Messages))
	}
	for _, message := range only[myelin.AgentEnd](t, events).NewMessages {
		if user, ok := message.(myelin.UserMessage); ok && textOf(user.Content) != "hello" {
			t.Errorf("%q is in the history", textOf(user.Content))
		}
	}
	verifies(t, "R86")
}

func TestAToolInGoRunsForTheModel(t *testing.T) {
	ctx, client, session, _ := openSession(t)
	type wordArgs struct {
		Word string `json:"word" description:"the word to look up"`
	}
	client.RegisterTool(myelin.NewTool("lookup", "Look a word up in the dictionary",
		func(_ context.Context, args wordArgs, call *myelin.ToolExecution) (myelin.ToolResult, error) {
			call.Report(myelin.ToolProgress{Kind: myelin.ToolProgressKindStatus, Delta: "turning pages"})
			if args.Word != "myelin" {
				return myelin.ToolResult{}, errors.New("no such word")
			}
			return myelin.TextResult("the sheath of a nerve"), nil
		}))

	events := everything(t, ctx, session, `lookup word="myelin"`)
	if end := only[myelin.ToolExecutionEnd](t, events); end.IsError || textOf(end.Result.Content) != "the sheath of a nerve" {
		t.Errorf("found %+v", end)
	}
	if update := only[myelin.ToolExecutionUpdate](t, events); update.Kind != "progress" || update.Update["delta"] != "turning pages" {
		t.Errorf("found %+v", update)
	}
	events = everything(t, ctx, session, `lookup word="axon"`)
	if end := only[myelin.ToolExecutionEnd](t, events); !end.IsError || textOf(end.Result.Content) != "no such word" {
		t.Errorf("found %+v", end)
	}
	tools, err := session.Tools(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools {
		if tool.Name == "lookup" && tool.Description == "Look a word up in the dictionary" {
			return
		}
	}
	t.Errorf("the session offers %+v", tools)
}

func TestSteeringIsTakenAfterTheToolThatRuns(t *testing.T) {
	ctx, _, session, _ := openSession(t)
	var steered myelin.SteerResult
	session.OnToolCall(func(ctx context.Context, call myelin.ToolCall) (myelin.Decision, error) {
		var err error
		if steered.ItemID == "" {
			steered, err = session.Steer(ctx, `bash command="echo second"`)
		}
		return myelin.Decision{}, err
	})
	events := everything(t, ctx, session, `bash command="echo first"`)
	var said []string
	for _, end := range all[myelin.ToolExecutionEnd](events) {
		said = append(said, strings.TrimSpace(textOf(end.Result.Content)))
	}
	if len(said) != 2 || !strings.Contains(said[0], "first") || !strings.Contains(said[1], "second") {
		t.Errorf("the tools said %q", said)
	}
	for _, end := range all[myelin.MessageEnd](events) {
		if end.MessageID == steered.ItemID && textOf(end.Message.(myelin.UserMessage).Content) == `bash command="echo second"` {
			return
		}
	}
	t.Errorf("no message has the id %q", steered.ItemID)
}
