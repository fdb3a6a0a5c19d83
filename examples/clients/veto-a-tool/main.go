// Denies a tool call before it runs: the model is told why, and so is whoever watches.
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
	session.OnToolCall(func(_ context.Context, call myelin.ToolCall) (myelin.Decision, error) {
		if call.ToolName == "bash" && strings.Contains(fmt.Sprint(call.Args["command"]), "rm -rf") {
			return myelin.Block("nothing is deleted here"), nil
		}
		return myelin.Decision{}, nil
	})
	for _, prompt := range []string{`bash command="rm -rf build"`, `bash command="echo build"`} {
		for event, err := range session.Prompt(ctx, prompt) {
			if err != nil {
				log.Panic(err)
			}
			if decision, ok := event.(myelin.ToolDecision); ok {
				fmt.Printf("%s: %s%s\n", prompt, decision.Answer, because(decision))
			}
		}
	}
}

func because(decision myelin.ToolDecision) string {
	for _, one := range decision.Decisions {
		if one.Reason != nil {
			return ", " + *one.Reason
		}
	}
	return ""
}
