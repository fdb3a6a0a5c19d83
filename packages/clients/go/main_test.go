package myelin

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain fails the suite if it leaves something behind: a child process, a descriptor, or a goroutine of ours.
func TestMain(m *testing.M) {
	if folder := os.Getenv("HANGING_GUARD"); folder != "" {
		hangingGuard(folder)
		return
	}
	warmUp()
	before := openFiles()
	code := m.Run()
	if code == 0 {
		if left := leftBehind(before); left != "" {
			fmt.Println("the suite left behind:", left)
			code = 1
		}
	}
	os.Exit(code)
}

// warmUp opens what the run-time keeps for itself once a pipe is read.
func warmUp() {
	if reader, writer, err := os.Pipe(); err == nil {
		_ = writer.Close()
		_, _ = reader.Read(make([]byte, 1))
		_ = reader.Close()
	}
}

// leftBehind waits for what is on its way out, and names the rest.
func leftBehind(before int) string {
	var left []string
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); runtime.Gosched() {
		left = nil
		if now := openFiles(); now > before {
			left = append(left, fmt.Sprintf("%d descriptors", now-before))
		}
		if children := childProcesses(); children != "" {
			left = append(left, "the processes "+children)
		}
		if stacks := ourGoroutines(); stacks != "" {
			left = append(left, stacks)
		}
		if left == nil {
			return ""
		}
	}
	return strings.Join(left, ", ")
}

// openFiles is 0 where the system does not tell.
func openFiles() int {
	entries, _ := os.ReadDir("/proc/self/fd")
	return len(entries)
}

func childProcesses() string {
	var all []string
	files, _ := filepath.Glob("/proc/self/task/*/children")
	for _, file := range files {
		children, _ := os.ReadFile(file)
		all = append(all, strings.Fields(string(children))...)
	}
	return strings.Join(all, " ")
}

func ourGoroutines() string {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	var ours []string
	for _, stack := range strings.Split(string(stacks), "\n\n") {
		if strings.Contains(stack, "myelin.dev/go.(*") {
			ours = append(ours, stack)
		}
	}
	return strings.Join(ours, "\n\n")
}
