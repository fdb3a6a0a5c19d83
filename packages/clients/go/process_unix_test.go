//go:build unix

package myelin

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

var quick = graces{close: 100 * time.Millisecond, kill: 100 * time.Millisecond, drain: 100 * time.Millisecond}

func startShell(t *testing.T, script string, graces graces) *process {
	t.Helper()
	p, err := startProcess(processOptions{command: []string{"sh", "-c", script}, graces: graces})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.stop()
		_ = p.stdout.Close()
	})
	return p
}

func TestAnExitTellsItsCodeAndTheEndOfStderr(t *testing.T) {
	p := startShell(t, `yes 0123456789 | head -c 20000 >&2; echo the end >&2; exit 7`, defaultGraces)
	<-p.exited
	exit := p.exitError().Exit
	if exit.Code != 7 || exit.Status != "exit status 7" {
		t.Errorf("found %d, %q", exit.Code, exit.Status)
	}
	if len(exit.Stderr) != 8192 || !strings.HasSuffix(exit.Stderr, "the end\n") {
		t.Errorf("found %d bytes that end with %q", len(exit.Stderr), exit.Stderr[len(exit.Stderr)-20:])
	}
}

func TestAProcessThatASignalEndedHasNoExitCode(t *testing.T) {
	p := startShell(t, `kill -KILL $$`, defaultGraces)
	<-p.exited
	if exit := p.exitError().Exit; exit.Code != -1 || exit.Status != "signal: killed" {
		t.Errorf("found %d, %q", exit.Code, exit.Status)
	}
}

func TestStopClosesTheInputFirst(t *testing.T) {
	p := startShell(t, `cat >/dev/null; echo bye; exit 0`, defaultGraces)
	p.stop()
	if rest, _ := io.ReadAll(p.stdout); string(rest) != "bye\n" || p.exitError().Exit.Code != 0 {
		t.Errorf("found %q, %v", rest, p.exitError())
	}
}

func TestAProcessThatDoesNotListenIsAskedAndThenKilled(t *testing.T) {
	asked := startShell(t, `trap 'exit 9' TERM; echo up; while :; do sleep 0.01; done`, quick)
	readLine(t, asked.stdout)
	asked.stop()
	if code := asked.exitError().Exit.Code; code != 9 {
		t.Errorf("after SIGTERM: found exit code %d", code)
	}
	deaf := startShell(t, `trap '' TERM; echo up; while :; do sleep 0.01; done`, quick)
	readLine(t, deaf.stdout)
	deaf.stop()
	if status := deaf.exitError().Exit.Status; status != "signal: killed" {
		t.Errorf("after SIGKILL: found %q", status)
	}
}

func TestTheWholeGroupGoesWithTheProcess(t *testing.T) {
	p := startShell(t, `sleep 1000 & echo $!; exit 3`, quick)
	child, err := strconv.Atoi(readLine(t, p.stdout))
	if err != nil {
		t.Fatal(err)
	}
	<-p.exited
	awaitGone(t, child)
}

// awaitGone reads the state of a process until it has none, or is waited for by whoever inherited it.
func awaitGone(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		if err := syscall.Kill(pid, 0); err != nil {
			return
		}
	}
	t.Errorf("process %d is still there", pid)
}

func readLine(t *testing.T, from io.Reader) string {
	t.Helper()
	line, err := bufio.NewReader(from).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

func TestWhoeverHoldsThePipesOfADeadProcessHoldsNobodyUp(t *testing.T) {
	p := startShell(t, `setsid sh -c 'echo $$; exec sleep 1000' & cat >/dev/null; exit 3`, quick)
	escaped, err := strconv.Atoi(readLine(t, p.stdout))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Kill(escaped, syscall.SIGKILL) }()
	_ = p.stdin.Close()
	<-p.exited
	if _, err := io.ReadAll(p.stdout); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("found %v", err)
	}
}

// stuck is a writer that does not return before it is closed.
type stuck chan struct{}

func (s stuck) Write(piece []byte) (int, error) {
	<-s
	return len(piece), nil
}

func TestAWriterThatBlocksHoldsNeitherTheServerNorItsEndUp(t *testing.T) {
	writer := make(stuck)
	defer close(writer)
	p, err := startProcess(processOptions{
		command: []string{"sh", "-c", `yes 0123456789 | head -c 2000000 >&2; echo the end >&2; exit 7`}, graces: quick, stderr: writer,
	})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.exited:
	case <-time.After(patience):
		t.Fatal("it did not end")
	}
	_ = p.stdout.Close()
	if exit := p.exitError().Exit; exit.Code != 7 || !strings.HasSuffix(exit.Stderr, "the end\n") {
		t.Errorf("found %d, %.40q", exit.Code, exit.Stderr)
	}
}

func TestAServerThatDoesNotAnswerIsEnded(t *testing.T) {
	_, err := Spawn(context.Background(), WithCommand("sh", "-c", "echo thinking >&2; cat >/dev/null"), WithStartTimeout(200*time.Millisecond))
	if !errors.Is(err, CodeSpawnFailed) || !strings.Contains(err.Error(), "did not answer within 200ms") || !strings.Contains(err.Error(), "thinking") {
		t.Errorf("found %v", err)
	}
}

func TestACommandThatIsNotThereIsSpawnFailed(t *testing.T) {
	_, err := startProcess(processOptions{command: []string{"/no/such/program", "rpc"}})
	if !errors.Is(err, CodeSpawnFailed) || !strings.Contains(err.Error(), `"/no/such/program rpc"`) {
		t.Errorf("found %v", err)
	}
	if _, err := startProcess(processOptions{}); !errors.Is(err, CodeSpawnFailed) {
		t.Errorf("found %v", err)
	}
}
