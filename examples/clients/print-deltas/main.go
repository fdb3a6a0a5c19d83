// Prints an answer while it is written.
package main

import (
	"context"
	"fmt"
	"log"

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
	for event, err := range session.Prompt(ctx, "Who are you?") {
		if err != nil {
			log.Panic(err)
		}
		switch event := event.(type) {
		case myelin.MessageUpdate:
			if event.DeltaKind == myelin.DeltaKindText {
				fmt.Print(event.Delta)
			}
		case myelin.AgentEnd:
			fmt.Printf("\n— %s\n", event.Summary.EndReason)
		}
	}
}
