// Offers a tool that this program runs: its schema comes from the struct of its arguments.
package main

import (
	"context"
	"fmt"
	"log"

	myelin "myelin.dev/go"
)

type lookup struct {
	Word string `json:"word" description:"the word to look up"`
}

var dictionary = map[string]string{"myelin": "the sheath of a nerve"}

func main() {
	ctx := context.Background()
	client, err := myelin.Spawn(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	client.RegisterTool(myelin.NewTool("lookup", "Looks a word up in the dictionary",
		func(_ context.Context, args lookup, call *myelin.ToolExecution) (myelin.ToolResult, error) {
			call.Report(myelin.ToolProgress{Kind: myelin.ToolProgressKindStatus, Delta: "turning pages"})
			meaning, ok := dictionary[args.Word]
			if !ok {
				return myelin.ToolResult{}, fmt.Errorf("%q is not in the dictionary", args.Word)
			}
			return myelin.TextResult(meaning), nil
		}))
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		log.Panic(err)
	}
	for _, word := range []string{"myelin", "axon"} {
		for event, err := range session.Prompt(ctx, fmt.Sprintf(`lookup word="%s"`, word)) {
			if err != nil {
				log.Panic(err)
			}
			if end, ok := event.(myelin.ToolExecutionEnd); ok {
				fmt.Printf("%s: %s\n", word, end.Result.Content[0].(myelin.TextBlock).Text)
			}
		}
	}
}
