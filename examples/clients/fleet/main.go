// Runs twenty sessions of one server at the same time.
package main

import (
	"context"
	"fmt"
	"log"
	"sync"

	myelin "myelin.dev/go"
)

const size = 20

func main() {
	ctx := context.Background()
	client, err := myelin.Spawn(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	var fleet sync.WaitGroup
	summaries := make([]*myelin.RunSummary, size)
	for i := range size {
		fleet.Add(1)
		go func() {
			defer fleet.Done()
			summaries[i] = run(ctx, client, fmt.Sprintf(`bash command="echo ship %d"`, i+1))
		}()
	}
	fleet.Wait()
	var calls, turns int64
	for _, summary := range summaries {
		calls, turns = calls+summary.ToolCalls, turns+summary.TurnCount
	}
	fmt.Printf("%d sessions, %d turns, %d tool calls\n", size, turns, calls)
}

func run(ctx context.Context, client *myelin.Client, prompt string) *myelin.RunSummary {
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		log.Panic(err)
	}
	defer session.Close(ctx)
	result, err := session.StartPrompt(ctx, prompt).Result()
	if err != nil {
		log.Panic(err)
	}
	return result.Summary
}
