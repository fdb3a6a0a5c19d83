// The guard of guard.ts, over the Go client. Go has no exceptions: it panics where that throws, and returns an error
// where that rejects; a guard's answer has a type, so that nonsense cannot be said.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	myelin "myelin.dev/go"
)

func gate(_ context.Context, call myelin.ToolCall) (myelin.Decision, error) {
	words := strings.Split(fmt.Sprint(call.Args["command"]), " ")
	switch words[len(words)-1] {
	case "throw":
		panic("boom")
	case "reject":
		return myelin.Decision{}, errors.New("boom")
	case "hang":
		select {}
	case "oversize":
		return myelin.Block(strings.Repeat("x", 2_000_000)), nil
	case "late":
		time.Sleep(1200 * time.Millisecond)
	case "spin":
		for {
		}
	case "exit":
		os.Exit(3)
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	return myelin.Decision{}, nil
}

func main() {
	ctx := context.Background()
	client, err := myelin.ConnectStdio(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("a line on stdout is no message")
	child := exec.Command("echo", "nor is that of a child")
	child.Stdout = os.Stdout
	_ = child.Run()
	options := []myelin.HookOption{myelin.WithHookID("gate"), myelin.WithTimeout(800 * time.Millisecond)}
	settings, _ := client.Server().Capabilities["plugin"].(map[string]any)["settings"].(map[string]any)
	if settings["onFailure"] == "allow" {
		options = append(options, myelin.WithFailureAllowed())
	}
	client.OnToolCall(gate, options...)
	if err := client.Serve(ctx); err != nil {
		log.Fatal(err)
	}
}
