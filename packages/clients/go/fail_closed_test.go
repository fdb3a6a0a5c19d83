package myelin_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	myelin "myelin.dev/go"
)

func TestABrokenGuardIsAShutGate(t *testing.T) {
	for name, row := range map[string]struct {
		guard         myelin.ToolCallHandler
		options       []myelin.HookOption
		cause, reason string
	}{
		"an error": {
			guard: func(context.Context, myelin.ToolCall) (myelin.Decision, error) {
				return myelin.Decision{}, errors.New("boom")
			},
			cause: "crash", reason: "boom",
		},
		"an error beside a decision": {
			guard: func(context.Context, myelin.ToolCall) (myelin.Decision, error) {
				return myelin.Decision{Reason: "fine"}, errors.New("boom")
			},
			cause: "crash", reason: "boom",
		},
		"a panic": {
			guard: func(context.Context, myelin.ToolCall) (myelin.Decision, error) { panic("boom") },
			cause: "crash", reason: "panicked: boom",
		},
		"an end of its goroutine": {
			guard: func(context.Context, myelin.ToolCall) (myelin.Decision, error) {
				runtime.Goexit()
				return myelin.Decision{}, nil
			},
			options: []myelin.HookOption{myelin.WithTimeout(10 * patience)},
			cause:   "crash", reason: "Goexit",
		},
		"no answer": {
			guard: func(ctx context.Context, _ myelin.ToolCall) (myelin.Decision, error) {
				<-ctx.Done()
				return myelin.Decision{}, nil
			},
			options: []myelin.HookOption{myelin.WithTimeout(50 * time.Millisecond)},
			cause:   "timeout",
		},
		"a reason without a denial": {
			guard: func(context.Context, myelin.ToolCall) (myelin.Decision, error) {
				return myelin.Decision{Reason: "no"}, nil
			},
			cause: "invalid",
		},
		"a denial without a reason": {
			guard: func(context.Context, myelin.ToolCall) (myelin.Decision, error) {
				return myelin.Decision{Block: true}, nil
			},
			cause: "policy",
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, _, session, folder := openSession(t)
			session.OnToolCall(row.guard, row.options...)
			events := everything(t, ctx, session, `bash command="touch trace"`)
			decision := only[myelin.ToolDecision](t, events)
			if decision.Answer != "block" || string(decision.Decisions[0].Cause) != row.cause {
				t.Errorf("found %+v", decision)
			}
			if reason := decision.Decisions[0].Reason; reason == nil || !strings.Contains(*reason, row.reason) {
				t.Errorf("found %+v", decision.Decisions[0])
			}
			if !only[myelin.ToolExecutionEnd](t, events).IsError || exists(folder, "trace") {
				t.Error("the tool ran")
			}
		})
	}
	verifies(t, "R82")
}

func TestAGuardWhoseRegistrationCannotBeSentDenies(t *testing.T) {
	ctx, client, session, folder := openSession(t)
	block := func(context.Context, myelin.ToolCall) (myelin.Decision, error) { return myelin.Block("no"), nil }
	for name, option := range map[string]myelin.HookOption{
		"a name that is too long":     myelin.WithHookID(strings.Repeat("x", 40_000_000)),
		"a time that is over":         myelin.WithTimeout(-time.Nanosecond),
		"a time that is over by much": myelin.WithTimeout(math.MinInt64),
	} {
		t.Run(name, func(t *testing.T) {
			for _, register := range []func(myelin.ToolCallHandler, ...myelin.HookOption) func(){session.OnToolCall, client.OnToolCall} {
				remove := register(block, option)
				for range 2 {
					if _, err := session.StartPrompt(ctx, `bash command="touch trace"`).Result(); !errors.Is(err, myelin.CodeHookRejected) {
						t.Errorf("found %.200v", err)
					}
				}
				remove()
			}
		})
	}
	if result, err := session.StartPrompt(ctx, "hello").Result(); err != nil || result.Summary.EndReason != "stop" {
		t.Errorf("found %+v, %v", result, err)
	}
	if exists(folder, "trace") {
		t.Error("the tool ran")
	}
	verifies(t, "R82")
}

func TestAGuardMayHaveAllTheTimeThereIsAndNilForAnOption(t *testing.T) {
	ctx, _, session, _ := openSession(t)
	session.OnToolCall(func(context.Context, myelin.ToolCall) (myelin.Decision, error) {
		return myelin.Block("no"), nil
	}, nil, myelin.WithTimeout(math.MaxInt64))
	if !only[myelin.ToolExecutionEnd](t, everything(t, ctx, session, `bash command="touch trace"`)).IsError {
		t.Error("the tool ran")
	}
}

func TestAFailureThatIsAllowedIsVisible(t *testing.T) {
	ctx, client, session, folder := openSession(t)
	session.OnToolCall(func(context.Context, myelin.ToolCall) (myelin.Decision, error) {
		return myelin.Decision{}, errors.New("boom")
	}, myelin.WithHookID("lax"), myelin.WithFailureAllowed())
	events := everything(t, ctx, session, `bash command="touch trace"`)
	if decision := only[myelin.ToolDecision](t, events); decision.Answer != "allow" || decision.Decisions[0].Cause != "crash" {
		t.Errorf("found %+v", decision)
	}
	if !exists(folder, "trace") {
		t.Error("the tool did not run")
	}
	plugins, err := client.Plugins(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, plugin := range plugins {
		for _, hook := range plugin.Hooks {
			if hook.HookID == "lax" && hook.OnFailure == "allow" && plugin.Name == "go-tests" {
				return
			}
		}
	}
	t.Errorf("found %+v", plugins)
}

func TestAGuardIsAskedOnWhenTheLoopOverItsRunWasLeft(t *testing.T) {
	ctx, _, session, folder := openSession(t)
	asked := make(chan string, 2)
	session.OnToolCall(func(_ context.Context, call myelin.ToolCall) (myelin.Decision, error) {
		asked <- fmt.Sprint(call.Args["command"])
		return myelin.Decision{}, nil
	})
	run := session.StartPrompt(ctx, `bash command="touch one" then bash command="touch two"`)
	for range run.Events() {
		break
	}
	if result, err := run.Result(); err != nil || result.Summary.ToolCalls != 2 {
		t.Fatalf("found %+v, %v", result, err)
	}
	if first, second := <-asked, <-asked; first != "touch one" || second != "touch two" || !exists(folder, "two") {
		t.Errorf("the guard was asked about %q and %q", first, second)
	}
}

func TestAGuardThatDisconnectsWhileItIsAskedDenies(t *testing.T) {
	ctx, client, session, folder := openSession(t)
	session.OnToolCall(func(context.Context, myelin.ToolCall) (myelin.Decision, error) {
		return myelin.Decision{}, client.Close()
	})
	if _, err := session.StartPrompt(ctx, `bash command="touch trace"`).Result(); !errors.Is(err, myelin.CodeDisconnected) {
		t.Errorf("found %v", err)
	}
	_ = client.Close()
	if exists(folder, "trace") {
		t.Error("the tool ran")
	}
}

func TestAGuardThatIsKilledWhileItIsAskedDeniesAndTheServerIsGone(t *testing.T) {
	folder := t.TempDir()
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), "HANGING_GUARD="+folder)
	program.Stderr = os.Stderr
	said, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	var serverPID int
	for lines := bufio.NewScanner(said); lines.Scan() && lines.Text() != "asked"; {
		_, _ = fmt.Sscanf(lines.Text(), "server %d", &serverPID)
	}
	_ = program.Process.Kill()
	_ = program.Wait()
	if serverPID == 0 {
		t.Fatal("the program did not start a server")
	}
	awaitEnd(t, serverPID)
	if exists(folder, "trace") {
		t.Error("the tool ran")
	}
}

// awaitEnd looks for the end of a process that is not ours, of which nobody tells.
func awaitEnd(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if _, err := os.Stat(fmt.Sprintf("/proc/%d/fd/0", pid)); err != nil {
			return
		}
	}
	t.Errorf("process %d is still there", pid)
}
