// Command veto drives a server and vetoes a tool.
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	myelin "myelin.dev/go"
)

func main() {
	ctx := context.Background()
	client, err := myelin.Spawn(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		log.Fatal(err)
	}
	session.OnToolCall(func(_ context.Context, call myelin.ToolCall) (myelin.Decision, error) {
		if command, _ := call.Args["command"].(string); strings.Contains(command, "rm -rf") {
			return myelin.Block("not from Go"), nil
		}
		return myelin.Decision{}, nil
	})
	for event, err := range session.Prompt(ctx, `bash command="rm -rf build"`) {
		if err != nil {
			log.Fatal(err)
		}
		switch e := event.(type) {
		case myelin.MessageUpdate:
			if e.DeltaKind == myelin.DeltaKindText {
				fmt.Print(e.Delta)
			}
		case myelin.ToolDecision:
			fmt.Printf("\nveto    %s by %s: %s\n", e.ToolName, e.Decisions[0].By, *e.Decisions[0].Reason)
		}
	}
}
