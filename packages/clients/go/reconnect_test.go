package myelin_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	myelin "myelin.dev/go"
)

// serveSocket starts a server on a socket, in an empty home; kill ends it as a crash does.
func serveSocket(t *testing.T, path string, home []string) (kill func()) {
	t.Helper()
	command := countingServer(t, "--socket", path)
	program := exec.Command(command[0], command[1:]...)
	program.Env = append(os.Environ(), home...)
	var said bytes.Buffer
	program.Stderr = &said
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		_ = program.Process.Signal(syscall.SIGKILL)
		_ = program.Wait()
	})
	t.Cleanup(func() {
		_ = program.Process.Signal(syscall.SIGTERM)
		_ = program.Wait()
		kill()
		if t.Failed() {
			t.Logf("the server said: %s", said.String())
		}
	})
	return kill
}

// socketFolder is short, as the path of a socket must be.
func socketFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "go")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}

// connectTo tries until the server listens.
func connectTo(t *testing.T, ctx context.Context, path string, options ...myelin.SpawnOption) *myelin.Client {
	t.Helper()
	for {
		client, err := myelin.Connect(ctx, path, append(options, myelin.WithName("go-tests"))...)
		if err == nil {
			t.Cleanup(func() { _ = client.Close() })
			return client
		}
		if ctx.Err() != nil || !errors.Is(err, myelin.CodeDisconnected) {
			t.Fatal(err)
		}
	}
}

func TestNothingIsLostOrDoubledHoweverOftenAConnectionIsCut(t *testing.T) {
	const prompts, cuts = 12, 30
	seed := time.Now().UnixNano()
	t.Logf("the seed is %d", seed)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	socket := filepath.Join(socketFolder(t), "server")
	serveSocket(t, socket, emptyHome(t))
	_ = connectTo(t, ctx, socket).Close()
	proxy := startProxy(t, socket, seed, 6_000, cuts)
	client := connectTo(t, ctx, proxy.path)

	var session *myelin.Session
	for session == nil {
		made, err := client.CreateSession(ctx, myelin.SessionOptions{Cwd: t.TempDir(), Model: counting})
		if err != nil && !errors.Is(err, myelin.CodeDisconnected) {
			t.Fatal(err)
		}
		session = made
	}
	witness := newWitness(session.Envelopes(ctx))
	session.OnToolCall(func(_ context.Context, call myelin.ToolCall) (myelin.Decision, error) {
		witness.asked.Store(call.ToolCallID, true)
		return myelin.Decision{}, nil
	}, myelin.WithHookID("witness"))
	for i := range prompts {
		var said strings.Builder
		count := 400 + 100*i
		for event, err := range session.Prompt(ctx, fmt.Sprintf("%d deltas with bash", count)) {
			if err != nil {
				t.Fatal(err)
			}
			if update, ok := event.(myelin.MessageUpdate); ok && update.DeltaKind == myelin.DeltaKindText {
				said.WriteString(update.Delta)
			}
		}
		if said.String() != numbers(count) {
			t.Fatalf("prompt %d: %d characters came, expected %d", i, said.Len(), len(numbers(count)))
		}
	}
	if err := session.Close(ctx); err != nil {
		t.Error(err)
	}
	witness.judge(t, prompts)
	if proxy.cuts < 3 {
		t.Errorf("the connection was cut %d times only", proxy.cuts)
	}
}

// witness keeps what a stream of a whole session gave.
type witness struct {
	over      chan struct{}
	envelopes []myelin.Envelope
	err       error
	// asked are the calls that its guard was asked about.
	asked sync.Map
}

func newWitness(envelopes func(func(myelin.Envelope, error) bool)) *witness {
	w := &witness{over: make(chan struct{})}
	go func() {
		defer close(w.over)
		for envelope, err := range envelopes {
			w.envelopes, w.err = append(w.envelopes, envelope), err
		}
	}()
	return w
}

// judge demands every run once and whole, nothing twice, and no tool that ran unasked.
func (w *witness) judge(t *testing.T, runs int) {
	t.Helper()
	<-w.over
	if w.err != nil {
		t.Error(w.err)
	}
	counts := map[string]int{}
	var last int64
	for _, envelope := range w.envelopes {
		if envelope.Seq <= last {
			t.Errorf("%s at %d came after %d", envelope.Event.Type(), envelope.Seq, last)
		}
		last = envelope.Seq
		counts[envelope.Event.Type()]++
		if end, ok := envelope.Event.(myelin.ToolExecutionEnd); ok && !end.IsError {
			if _, asked := w.asked.Load(end.ToolCallID); !asked {
				t.Errorf("the call %s ran, and the guard was not asked", end.ToolCallID)
			}
		}
	}
	for kind, wanted := range map[string]int{
		"agent_start": runs, "agent_end": runs, "turn_end": 2 * runs, "message_end": 4 * runs,
		"tool_execution_end": runs, "tool_decision": runs, "gap": 0,
	} {
		if counts[kind] != wanted {
			t.Errorf("%d events %s, expected %d", counts[kind], kind, wanted)
		}
	}
}

func TestAServerThatWasKilledIsFoundAgainWithItsSessionsAndItsGuards(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	socket, home := filepath.Join(socketFolder(t), "server"), emptyHome(t)
	kill := serveSocket(t, socket, home)
	client := connectTo(t, ctx, socket)
	folder := t.TempDir()
	session, err := client.CreateSession(ctx, myelin.SessionOptions{Cwd: folder, Model: counting})
	if err != nil {
		t.Fatal(err)
	}
	session.OnToolCall(func(context.Context, myelin.ToolCall) (myelin.Decision, error) {
		return myelin.Block("still here"), nil
	})
	witness := newWitness(session.Envelopes(ctx))
	everything(t, ctx, session, "10 deltas")
	lost := session.StartPrompt(ctx, "1000000 deltas")
	for event, err := range lost.Events() {
		if err != nil {
			t.Fatal(err)
		}
		if event.Type() == "message_update" {
			kill()
			break
		}
	}
	serveSocket(t, socket, home)
	if _, err := lost.Result(); !errors.Is(err, myelin.CodeRunLost) {
		t.Errorf("the run that was cut off: found %v", err)
	}
	events := everything(t, ctx, session, "10 deltas with bash")
	if decision := only[myelin.ToolDecision](t, events); decision.Answer != "block" || exists(folder, "ran") {
		t.Errorf("found %+v", decision)
	}
	if err := session.Close(ctx); err != nil {
		t.Error(err)
	}
	<-witness.over
	var last int64
	for _, envelope := range witness.envelopes {
		if envelope.Seq <= last {
			t.Errorf("%s at %d came after %d", envelope.Event.Type(), envelope.Seq, last)
		}
		last = envelope.Seq
	}
	if witness.err != nil || last == 0 {
		t.Errorf("found %v", witness.err)
	}
}
