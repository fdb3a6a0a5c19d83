package myelin_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	myelin "myelin.dev/go"
)

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
