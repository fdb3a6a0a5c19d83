// Goes on where it was when the connection is lost: start `myelin rpc --socket PATH` and give this program the PATH.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	myelin "myelin.dev/go"
)

func main() {
	ctx := context.Background()
	client, err := myelin.Connect(ctx, os.Args[1], myelin.WithName("reconnect"))
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		log.Panic(err)
	}
	session.OnToolCall(func(_ context.Context, call myelin.ToolCall) (myelin.Decision, error) {
		return myelin.Block("not from here"), nil
	}, myelin.WithHookID("no-tools")) // by its name it takes its own place when it comes back
	for round := range 5 {
		var said string
		for event, err := range session.Prompt(ctx, "Who are you?") {
			if err != nil {
				log.Panic(err)
			}
			switch event := event.(type) {
			case myelin.MessageUpdate:
				said += event.Delta
			case myelin.Gap:
				fmt.Printf("events %d to %d are gone\n", event.From, event.To)
			case myelin.MessageEnd:
				if answer, ok := event.Message.(myelin.AssistantMessage); ok {
					fmt.Printf("round %d: whole %v\n", round+1, said == answer.Content[0].(myelin.TextBlock).Text)
				}
			}
		}
	}
}
