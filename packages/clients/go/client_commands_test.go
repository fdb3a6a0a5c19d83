package myelin_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	myelin "myelin.dev/go"
)

func TestACommandIsListedRunAndTakenBack(t *testing.T) {
	ctx, client, session, _ := openSession(t)
	remove := client.RegisterCommand(myelin.Command{
		Name: "greet", Description: "Greets.", ArgumentHint: "NAME", Limit: time.Minute,
		Run: func(_ context.Context, call myelin.CommandCall) (string, error) {
			return fmt.Sprintf("hello %s of %v", call.Args, call.SessionID == session.ID()), nil
		},
	})
	session.RegisterCommand(myelin.Command{Name: "review", Description: "Reviews.", Template: "Review $1."})
	session.RegisterCommand(myelin.Command{Name: "quiet", Description: "Says nothing.", Run: answering("", nil)})
	session.RegisterCommand(myelin.Command{Name: "stumble", Description: "Fails.", Run: answering("", errors.New("boom"))})
	session.RegisterCommand(myelin.Command{Name: "panic", Description: "Panics.", Run: func(context.Context, myelin.CommandCall) (string, error) { panic("help") }})
	everything(t, ctx, session, "hello")

	ran := func(name, args string) (myelin.CommandResult, string) {
		result, err := session.RunCommand(ctx, name, args)
		if err != nil {
			return result, err.Error()
		}
		return result, ""
	}
	if greeted, _ := ran("greet", "Ada  L"); greeted.Text == nil || *greeted.Text != "hello Ada  L of true" {
		t.Errorf("greet came to %+v", greeted)
	}
	if quiet, failed := ran("quiet", ""); quiet.Text != nil || failed != "" {
		t.Errorf("quiet came to %+v, %s", quiet, failed)
	}
	if review, _ := ran("review", "a.go"); review.Text == nil || *review.Text != "Review a.go." {
		t.Errorf("review came to %+v", review)
	}
	for name, why := range map[string]string{"stumble": "boom", "panic": "panic: help"} {
		if _, failed := ran(name, ""); !strings.Contains(failed, "the command "+name+" of go-tests failed: ") || !strings.HasSuffix(failed, why+" (COMMAND_FAILED)") {
			t.Errorf("%s failed with %q", name, failed)
		}
	}
	remove()
	var names []string
	listed, err := session.Commands(ctx)
	for _, one := range listed {
		names = append(names, one.Name)
	}
	if err != nil || strings.Contains(strings.Join(names, " "), "greet") || len(names) != 4 {
		t.Errorf("after greet was taken back there are %v, %v", names, err)
	}
}

func TestACommandThatTheServerRefusesFailsTheNextPrompt(t *testing.T) {
	ctx, _, session, _ := openSession(t)
	remove := session.RegisterCommand(myelin.Command{Name: "Greet Me", Run: answering("", nil)})
	for _, err := range session.Prompt(ctx, "hello") {
		if failure := (*myelin.Error)(nil); !errors.As(err, &failure) || failure.Code != myelin.CodeHookRejected {
			t.Errorf("the prompt went on with %v", err)
		}
		break
	}
	remove()
	everything(t, ctx, session, "hello")
}

func answering(text string, err error) func(context.Context, myelin.CommandCall) (string, error) {
	return func(context.Context, myelin.CommandCall) (string, error) { return text, err }
}
