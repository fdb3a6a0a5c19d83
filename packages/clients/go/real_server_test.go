package myelin_test

import (
	"context"
	"os"
	"testing"
	"time"

	myelin "myelin.dev/go"
)

const server = "../../myelin/dist/server.cjs"

// spawn starts the bundled server, with its demo model and in an empty home.
func spawn(t *testing.T, more ...myelin.SpawnOption) (context.Context, *myelin.Client) {
	t.Helper()
	if _, err := os.Stat(server); err != nil {
		t.Fatalf("%v; make it by `pnpm bundle`", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	options := []myelin.SpawnOption{
		myelin.WithCommand("node", server), myelin.WithName("go-tests"), myelin.WithEnv(emptyHome(t)...),
	}
	client, err := myelin.Spawn(ctx, append(options, more...)...)
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
