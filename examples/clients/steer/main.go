// Says something to a run that is live: it is taken after the tool that runs.
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
		log.Panic(err)
	}
	steered := false
	for event, err := range session.Prompt(ctx, `bash command="sleep 1; echo the first way"`) {
		if err != nil {
			log.Panic(err)
		}
		switch event := event.(type) {
		case myelin.ToolExecutionStart:
			if !steered {
				steered = true
				if _, err := session.Steer(ctx, `bash command="echo another way"`); err != nil {
					log.Panic(err)
				}
			}
		case myelin.ToolExecutionEnd:
			fmt.Println(strings.TrimSpace(event.Result.Content[0].(myelin.TextBlock).Text))
		case myelin.AgentEnd:
			fmt.Printf("%d turns, %d tool calls\n", event.Summary.TurnCount, event.Summary.ToolCalls)
		}
	}
}
