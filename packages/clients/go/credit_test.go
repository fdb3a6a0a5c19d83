package myelin_test

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	myelin "myelin.dev/go"
)

// counting is a model that answers "COUNT deltas" with so many numbers.
var counting = &myelin.ModelRef{Provider: "test", ID: "counting"}

// countingServer is the command of a server that has it.
func countingServer(t *testing.T, more ...string) []string {
	t.Helper()
	plugin, err := filepath.Abs("testdata/counting-model.mjs")
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{"node", server, "--plugin", plugin}, more...)
}

func spawnCounting(t *testing.T) (context.Context, *myelin.Client) {
	t.Helper()
	return spawn(t, myelin.WithCommand(countingServer(t)...))
}

func countingSession(t *testing.T, ctx context.Context, client *myelin.Client) (session *myelin.Session, folder string) {
	t.Helper()
	folder = t.TempDir()
	session, err := client.CreateSession(ctx, myelin.SessionOptions{Cwd: folder, Model: counting})
	if err != nil {
		t.Fatal(err)
	}
	return session, folder
}

// numbers are what "COUNT deltas" is answered with.
func numbers(count int) string {
	var text strings.Builder
	for i := range count {
		text.WriteString(strconv.Itoa(i) + " ")
	}
	return text.String()
}

// nextUpdate goes on to the next delta of a loop that is pulled.
func nextUpdate(t *testing.T, next func() (myelin.SessionEvent, error, bool)) myelin.MessageUpdate {
	t.Helper()
	for {
		event, err, ok := next()
		if err != nil || !ok {
			t.Fatalf("found the end of the loop, %v", err)
		}
		if update, ok := event.(myelin.MessageUpdate); ok {
			return update
		}
	}
}

func heap() uint64 {
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return memory.HeapAlloc
}

func TestALoopThatStandsStillHoldsTheServerAndNobodyElse(t *testing.T) {
	const deltas = 200_000
	ctx, client := spawnCounting(t)
	session, _ := countingSession(t, ctx, client)
	before := heap()
	next, leave := iter.Pull2(session.Prompt(ctx, strconv.Itoa(deltas)+" deltas"))
	defer leave()
	said := nextUpdate(t, next).Delta

	other, folder := countingSession(t, ctx, client)
	asked := 0
	other.OnToolCall(func(context.Context, myelin.ToolCall) (myelin.Decision, error) {
		asked++
		return myelin.Decision{}, nil
	})
	for range 5 {
		everything(t, ctx, other, "20000 deltas with bash")
	}
	if asked != 5 || !exists(folder, "ran") {
		t.Errorf("the other session's guard was asked %d times", asked)
	}
	if state, err := session.State(ctx); err != nil || !state.IsRunning {
		t.Errorf("the server did not wait for the loop: %+v, %v", state, err)
	}
	if now := heap(); now > before+4<<20 {
		t.Errorf("%d bytes wait in memory", now-before)
	}

	for event, err, ok := next(); ok; event, err, ok = next() {
		if err != nil {
			t.Fatal(err)
		}
		if update, ok := event.(myelin.MessageUpdate); ok {
			said += update.Delta
		}
	}
	if said != numbers(deltas) {
		t.Errorf("%d characters came, expected %d", len(said), len(numbers(deltas)))
	}
	verifies(t, "R39", "R41")
}

func TestAnAbortEndsARunWhoseLoopStandsStill(t *testing.T) {
	ctx, client := spawnCounting(t)
	session, _ := countingSession(t, ctx, client)
	next, leave := iter.Pull2(session.Prompt(ctx, "200000 deltas"))
	defer leave()
	nextUpdate(t, next)
	if result, err := session.Abort(ctx, "enough"); err != nil || !result.Stopped {
		t.Fatalf("found %+v, %v", result, err)
	}
	var last myelin.SessionEvent
	for event, err, ok := next(); ok; event, err, ok = next() {
		if err != nil {
			t.Fatal(err)
		}
		last = event
	}
	if end, ok := last.(myelin.AgentEnd); !ok || end.Summary.EndReason != myelin.EndReasonAborted {
		t.Errorf("found %+v", last)
	}
}

func TestWhereNobodyLoopsTheLibraryTakesTheEvents(t *testing.T) {
	ctx, client := spawnCounting(t)
	session, _ := countingSession(t, ctx, client)
	run := session.StartPrompt(ctx, "50000 deltas")
	if result, err := run.Result(); err != nil || result.Summary.EndReason != myelin.EndReasonStop {
		t.Fatalf("found %+v, %v", result, err)
	}
	for range session.Prompt(ctx, "50000 deltas") {
		break
	}
	if result, err := session.StartPrompt(ctx, "1 deltas", myelin.WithWhenBusy(myelin.WhenBusyFollowUp)).Result(); err != nil {
		t.Errorf("found %+v, %v", result, err)
	}
	count := 0
	for _, err := range run.Events() {
		if count++; !errors.Is(err, myelin.CodeEventsMissed) {
			t.Errorf("found %v", err)
		}
	}
	if count != 1 {
		t.Errorf("the run gave %d events", count)
	}
}

func TestAStreamThatIsNeverDrainedHoldsTheServerUntilItsContextEnds(t *testing.T) {
	ctx, client := spawnCounting(t)
	session, _ := countingSession(t, ctx, client)
	open, end := context.WithCancel(ctx)
	session.Events(open)
	run := session.StartPrompt(ctx, "100000 deltas")
	other, _ := countingSession(t, ctx, client)
	everything(t, ctx, other, "100000 deltas")
	if state, err := session.State(ctx); err != nil || !state.IsRunning {
		t.Errorf("found %+v, %v", state, err)
	}
	end()
	if result, err := run.Result(); err != nil || result.Summary.EndReason != myelin.EndReasonStop {
		t.Errorf("found %+v, %v", result, err)
	}
}

func TestAnAnswerAboveTheWindowComesWhole(t *testing.T) {
	ctx, client := spawn(t, myelin.WithCommand(countingServer(t)...), myelin.WithWindow(1000))
	session, _ := countingSession(t, ctx, client)
	var said string
	for event, err := range session.Prompt(ctx, "20000 deltas") {
		if err != nil {
			t.Fatal(err)
		}
		if end, ok := event.(myelin.MessageEnd); ok {
			if message, ok := end.Message.(myelin.AssistantMessage); ok {
				said = textOf(message.Content)
			}
		}
	}
	if said != numbers(20_000) {
		t.Errorf("%d characters came", len(said))
	}
}
