package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	myelin "myelin.dev/go"
)

type words struct {
	Word string `json:"word"`
}

func main() {
	ctx := context.Background()
	client, err := myelin.Spawn(ctx) // finds `myelin`, or takes myelin.WithCommand(...)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	client.RegisterTool(myelin.NewTool("lookup", "Looks a word up in the dictionary",
		func(_ context.Context, args words, _ *myelin.ToolExecution) (myelin.ToolResult, error) {
			return myelin.TextResult(args.Word + ": the sheath of a nerve"), nil
		}))
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		log.Panic(err)
	}
	session.OnToolCall(func(_ context.Context, call myelin.ToolCall) (myelin.Decision, error) {
		if call.ToolName == "bash" && strings.Contains(fmt.Sprint(call.Args["command"]), "rm -rf") {
			return myelin.Block("not from Go"), nil
		}
		return myelin.Decision{}, nil
	})

	for _, text := range []string{`lookup word="myelin"`, `bash command="rm -rf build"`} {
		for event, err := range session.Prompt(ctx, text) {
			if err != nil {
				log.Panic(err)
			}
			switch event := event.(type) {
			case myelin.MessageUpdate:
				if event.DeltaKind == myelin.DeltaKindText {
					fmt.Print(event.Delta)
				}
			case myelin.ToolExecutionEnd:
				fmt.Printf("\n%s: failed %v\n", event.ToolName, event.IsError)
			case myelin.AgentEnd:
				fmt.Printf("\n— %s\n", event.Summary.EndReason)
			}
		}
	}
}
