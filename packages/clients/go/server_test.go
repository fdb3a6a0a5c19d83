package myelin_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	myelin "myelin.dev/go"
)

const server = "../../myelin/dist/server.cjs"

// spawn starts the bundled server, with its demo model and in an empty home.
func spawn(t *testing.T) (context.Context, *myelin.Client) {
	t.Helper()
	if _, err := os.Stat(server); err != nil {
		t.Fatalf("%v; make it by `pnpm bundle`", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	client, err := myelin.Spawn(ctx,
		myelin.WithCommand("node", server),
		myelin.WithName("go-tests"),
		myelin.WithEnv(emptyHome(t)...),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return ctx, client
}

// emptyHome is an environment without anybody's settings and keys.
func emptyHome(t *testing.T) []string {
	home := t.TempDir()
	return []string{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_DATA_HOME=" + home, "ANTHROPIC_API_KEY=", "OPENAI_API_KEY="}
}

// openSession makes a session in an empty folder.
func openSession(t *testing.T) (context.Context, *myelin.Client, *myelin.Session, string) {
	t.Helper()
	ctx, client := spawn(t)
	folder := t.TempDir()
	session, err := client.CreateSession(ctx, myelin.SessionOptions{Cwd: folder})
	if err != nil {
		t.Fatal(err)
	}
	return ctx, client, session, folder
}

// everything runs a prompt and gives all its events.
func everything(t *testing.T, ctx context.Context, session *myelin.Session, prompt string) (events []myelin.SessionEvent) {
	t.Helper()
	for event, err := range session.Prompt(ctx, prompt) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, event)
	}
	return events
}

// all are the events of one type.
func all[E myelin.SessionEvent](events []myelin.SessionEvent) (found []E) {
	for _, event := range events {
		if event, ok := event.(E); ok {
			found = append(found, event)
		}
	}
	return found
}

// only is the one event of its type.
func only[E myelin.SessionEvent](t *testing.T, events []myelin.SessionEvent) E {
	t.Helper()
	found := all[E](events)
	if len(found) != 1 {
		t.Fatalf("found %d events %T, expected one", len(found), *new(E))
	}
	return found[0]
}

func textOf(content []myelin.ContentBlock) (text string) {
	for _, block := range content {
		if block, ok := block.(myelin.TextBlock); ok {
			text += block.Text
		}
	}
	return text
}

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

func TestAServerThatIsKilledFailsWhatWaits(t *testing.T) {
	ctx, client, session, _ := openSession(t)
	var last error
	for _, err := range session.Prompt(ctx, `bash command="kill -9 $PPID; sleep 600"`) {
		last = err
	}
	var found *myelin.Error
	if !errors.As(last, &found) || found.Code != myelin.CodeProcessExited || found.Exit.Status != "signal: killed" {
		t.Errorf("the loop ended with %v", last)
	}
	if _, err := client.Models(ctx); !errors.Is(err, myelin.CodeProcessExited) {
		t.Errorf("afterwards: found %v", err)
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

func TestModelsAndSessionsAreListed(t *testing.T) {
	ctx, client, session, folder := openSession(t)
	models, err := client.Models(ctx)
	if err != nil || len(models.Models) == 0 || models.Default == nil {
		t.Fatalf("found %+v, %v", models, err)
	}
	if err := session.SetModel(ctx, *models.Default); err != nil {
		t.Error(err)
	}
	if err := session.SetModel(ctx, myelin.ModelRef{Provider: "no", ID: "body"}); !errors.Is(err, myelin.CodeModelNotFound) {
		t.Errorf("found %v", err)
	}
	sessions, err := client.Sessions(ctx)
	if err != nil || len(sessions) != 1 || sessions[0].SessionID != session.ID() || sessions[0].Cwd != folder {
		t.Errorf("found %+v, %v", sessions, err)
	}
	if err := session.Close(ctx); err != nil {
		t.Error(err)
	}
	if _, err := session.State(ctx); !errors.Is(err, myelin.CodeSessionNotFound) {
		t.Errorf("found %v", err)
	}
}

func TestACancelledStartLeavesNoServer(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := myelin.Spawn(ctx, myelin.WithCommand("node", server)); !errors.Is(err, myelin.CodeCancelled) {
		t.Errorf("found %v", err)
	}
}

func TestEndingTheContextOfTheStartLaterChangesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	client, err := myelin.Spawn(ctx, myelin.WithCommand("node", server))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	cancel()
	if _, err := client.Models(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestAProgramThatIsNoServerIsNamed(t *testing.T) {
	for command, hint := range map[string]string{
		"console.log('Welcome!'); setInterval(() => {}, 1000)": "Welcome!",
		"console.error('bad luck'); process.exit(4)":           "bad luck",
	} {
		_, err := myelin.Spawn(context.Background(), myelin.WithCommand("node", "-e", command))
		if err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("found %v", err)
		}
	}
}
